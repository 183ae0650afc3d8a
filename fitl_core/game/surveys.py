"""A game checked to its end, whatever is illegal in it: what is assumed in the place of a refused move.

The table went on behind a move that the rules refuse, and nobody knows from what position. What is assumed
is a line of the notation that could stand there: the move without what is refused in it; if that does not
come to the figures that the table wrote, or cannot be done, the nearest legal move that does; else the move
let stand with those figures; or none.
A line that cannot be read is passed over; its event, if it would be one, keeps its number.
Each line is played once; what of a refused move can be done, and near moves, are looked for only behind the
first refusals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

import notation
from fitl_core.engine import play, start
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.board import board
from fitl_core.facts.cards import cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.pieces import KINDS, Count, Pieces
from fitl_core.game.effective import worked_on
from fitl_core.game.files import Game, LogFile, PassedOver, Refused, play_log
from fitl_core.game.replays import Fold, Replay
from fitl_core.record.claims import (
    CapabilityClaim,
    Claim,
    ControlClaim,
    EligibleClaim,
    LevelClaim,
    MarginClaim,
    MarkerClaim,
    PiecesClaim,
    ScoreClaim,
    TrackClaim,
    WinnerClaim,
)
from fitl_core.record.clauses import Activate, Clause, Move, Place, Remove, Verb, space_of
from fitl_core.record.events import Action, Event, Note, Pass, Pivotal, Play, Reveal, Stand
from fitl_core.record.spoken import spoken
from fitl_core.state.figures import computed, holds, settled
from fitl_core.state.state import State
from fitl_core.state.turn import executed
from fitl_core.tell.near_moves import Effort, near_moves
from fitl_core.underway import Step
from fitl_core.walks import Walk, ask
from notation import Document, Entry, EntryPlace

PASSED_OVER = "passed over"
MOST_NEAR = 3
"""So many near moves are held against the figures of the table."""
MOST_LOOKED_FOR = 40_000
"""So much is done to find near moves in the place of refused ones: a dozen searches, four of the longest."""
MOST_WALKED = 100
"""Of so many refused actions it is looked for what of them can be done; later ones are let stand."""
MOST_FEWER = 8
"""So many smaller numbers of pieces are tried at most."""
FOLLOWS = (ScoreClaim, MarginClaim, ControlClaim, WinnerClaim)
"""Figures that nobody can set: they follow from others."""


def survey(log: LogFile) -> Game:
    """Play a log to its end: without lines that cannot be read, behind a refused move from what is assumed.

    Raises nothing. A game that cannot begin, or whose header cannot be read, is as `play_log` has it.
    """
    if log.document is None or any(gap.part == "header" for gap in log.document.gaps):
        return play_log(log)
    document, passed_over = _without_gaps(log.document)
    try:
        first = start(notation.setup_of(document.log))
    except FitlError:
        return play_log(log)
    read = msgspec.structs.replace(log, document=document)
    events = document.log.events
    found = _surveyed(first, document, worked_on(events))
    if found[0].error is not None:  # a line was to put an event right, and did not
        found = _surveyed(first, document, {})
    return Game(read, found[0], None, found[1], passed_over)


def _surveyed(
    first: Step, document: Document, later: Mapping[int, int]
) -> tuple[Replay, tuple[Refused, ...]]:
    """What is played from the first position on, and what was assumed for what no `later` line puts right."""
    fold, assumed, effort = Fold(first), list[Refused](), Effort(MOST_LOOKED_FOR)
    entries = [entry for entry in document.log.entries if entry.event is not None]
    events = document.log.events
    for number, (event, entry, heading) in enumerate(
        zip(events, entries, _next_headings(events), strict=True), 1
    ):
        try:
            fold.take(event)
        except FitlError as error:
            if number in later and fold.set_aside(event, error):
                continue
            before = fold.state
            walks = len(assumed) < MOST_WALKED
            guess = _go_on(fold, _assumptions(before, event, entry.claims, heading, effort, walks))
            assumed.append(Refused(number, error, before, True, guess))
    return fold.replay(events), tuple(assumed)


def _without_gaps(document: Document) -> tuple[Document, tuple[PassedOver, ...]]:
    """A document with a note in the place of each event that cannot be read, and the lines left out."""
    gaps, events = [gap for gap in document.gaps if gap.part != "variation"], 0
    if not gaps:
        return document, ()
    entries, places, passed_over = list[Entry](), list[EntryPlace](), list[PassedOver]()
    for at in range(len(document.log.entries) + 1):
        while gaps and gaps[0].after == at:
            gap = gaps.pop(0)
            passed_over.append(PassedOver(gap.where, events))
            if gap.part == "event":
                entries.append(Entry(Note(PASSED_OVER)))
                places.append(EntryPlace(gap.where))
                events += 1
        if at < len(document.log.entries):
            entries.append(document.log.entries[at])
            places.append(document.places[at])
            events += entries[-1].event is not None
    log = msgspec.structs.replace(document.log, entries=tuple(entries))
    whole = msgspec.structs.replace(document, log=log, places=tuple(places), gaps=())
    return whole, tuple(passed_over)


def _next_headings(events: Sequence[Event]) -> list[int]:
    """For each event the number of the next card that a heading behind it names; 0 where there is none."""
    found, coming = [], 0
    for event in reversed(events):
        found.append(coming)
        coming = event.card if isinstance(event, Play) else coming
    return found[::-1]


def _go_on(fold: Fold, assumptions: Iterator[Event]) -> Event | None:
    """Take the first thing that can be assumed for a refused event; None where the line is passed over."""
    for assumed in assumptions:
        try:
            fold.take(assumed)
        except FitlError:
            continue
        return assumed
    fold.take(Note(PASSED_OVER))
    return None


def _assumptions(
    before: State, event: Event, claims: tuple[Claim, ...], heading: int, effort: Effort, walks: bool
) -> Iterator[Event]:
    """What may be assumed for a refused event, the likest first; `heading` is the next one behind it.

    If it `walks`, what of an action can be done; moves near to it as long as there is `effort` left.
    """
    if isinstance(event, Stand):
        claims = event.claims
    move = event.move if isinstance(event, Stand) else event
    figures: tuple[Claim, ...] = tuple(
        [claim for claim in settled(before, claims) if not isinstance(claim, FOLLOWS)]
    )
    match move:
        case Play(card) if before.phase == "finished" and card == before.next:
            yield Reveal(heading)  # the line that reveals the next card has been forgotten
            return
        case Reveal(card) if card in (before.next, *before.played):
            return  # it is written twice
        case Action() if walks:
            yield from _without_what_is_refused(before, move, figures, effort)
        case Pass(faction):
            figures = _joined(_earned(before, faction), figures)
        case Action() | Pivotal() | Reveal():
            pass
        case _:
            return
    yield Stand(move, figures)
    if figures:
        yield Stand(move)


def _without_what_is_refused(
    before: State, action: Action, figures: tuple[Claim, ...], effort: Effort
) -> Iterator[Event]:
    """An action as far as it can be done, or what is nearest to it.

    Where neither comes to the figures of the table, it is let stand with them.
    Out of turn, it is what it would be in its turn.
    """
    in_turn, walk = True, _as_far_as_it_goes(before, action)
    if walk is None:
        in_turn, walk = False, _as_far_as_it_goes(_in_turn(before, action.faction), action)
    if walk is None:
        yield from _near(before, action, figures, effort)
        return
    try:
        after, complete = walk.play().state, True
    except FitlError:
        after, complete = walk.position, False
    if in_turn and complete and all(holds(after, figure) for figure in figures):
        yield walk.action
        return
    if in_turn:
        yield from _near(before, action, figures, effort)
    yield Stand(action, _joined(changed_figures(before, after), figures))
    if in_turn and complete:
        yield walk.action


def _near(before: State, action: Action, figures: tuple[Claim, ...], effort: Effort) -> Iterator[Event]:
    """The nearest legal move that comes to the figures of the table, as far as there is `effort` left."""
    for near in near_moves(before, action, MOST_NEAR, effort) if effort.left > 0 else ():
        after = play(before, near).state
        if all(holds(after, figure) for figure in figures):
            yield near
            return


def _earned(before: State, faction: Faction) -> tuple[Claim, ...]:
    """What a Pass would bring a Faction in its turn."""
    try:
        return changed_figures(before, play(_in_turn(before, faction), Pass(faction)).state)
    except FitlError:
        return ()


def _in_turn(state: State, faction: Faction) -> State:
    """An Event card on which this Faction is to act, after the first that has executed something."""
    if state.phase not in ("card", "finished") or state.card is None or cards()[state.card].is_coup:
        return state
    others = tuple([done for done in executed(state) if done.faction is not faction])
    return msgspec.structs.replace(state, phase="card", eligible=(faction,), done=others[:1])


def _as_far_as_it_goes(before: State, action: Action) -> Walk | None:
    """The walk behind all of an action that is not refused; None where nothing of it can be done."""
    try:
        walk = ask(before, action.faction, limop=action.limop)
        said = spoken(action.segments, action.faction)
    except Violation:
        return None
    refused: Clause | None = None
    for who, clause in said:
        if refused is not None and _belongs_to(clause, refused):
            continue
        further = _behind(walk, who, clause)
        walk, refused = (walk, clause) if further is None else (further, None)
    return walk if any(not isinstance(clause, Verb) for _, clause in walk.said) else None


def _behind(walk: Walk, who: Faction, clause: Clause) -> Walk | None:
    """The walk behind a clause, with fewer pieces where so many are refused; None where it cannot be said."""
    for fewer in (clause, *_fewer(clause)):
        try:
            return walk.say(fewer, who)
        except Violation:
            continue
    return None


def _fewer(clause: Clause) -> Iterator[Clause]:
    """The same with fewer pieces of its one kind, the most first."""
    match clause:
        case Place(pieces=(Count(number, kind),)) | Remove(pieces=(Count(number, kind),)):
            pass
        case Move(pieces=(Count(number, kind),)) | Activate(pieces=(Count(number, kind),)):
            pass
        case _:
            return
    for less in range(number - 1, max(0, number - 1 - MOST_FEWER), -1):
        yield msgspec.structs.replace(clause, pieces=(Count(less, kind),))


def _belongs_to(clause: Clause, refused: Clause) -> bool:
    """Whether a clause says more of what was refused: all behind a verb, what names no other space."""
    if isinstance(clause, Verb):
        return False
    place = space_of(clause)
    return isinstance(refused, Verb) or not place or place == space_of(refused)


def changed_figures(before: State, after: State) -> tuple[Claim, ...]:
    """Every figure that can be set and differs between two positions."""
    found: list[Claim] = [c for c in computed(before, after) if not isinstance(c, FOLLOWS)]
    for where, old, new in zip(board().spaces, before.spaces, after.spaces, strict=True):
        if old is not new:
            found += _moved(where.id, old.pieces, new.pieces)
    found += _moved("casualties", before.casualties, after.casualties)
    found += _moved("oop", before.out_of_play, after.out_of_play)
    for marker in (*after.capabilities, *after.momentum):
        if marker not in (*before.capabilities, *before.momentum):
            found.append(CapabilityClaim(marker.card, marker.side))
    return tuple(found)


def _moved(where: str, old: Pieces, new: Pieces) -> Iterator[Claim]:
    for kind, had, has in zip(KINDS, old, new, strict=True):
        if had != has:
            yield PiecesClaim(where, has, kind)


def _joined(changes: tuple[Claim, ...], figures: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """Figures of the table in place of those that change to something else."""
    said = {_of(figure): figure for figure in figures}
    return (*[change for change in changes if _of(change) not in said], *said.values())


def _of(claim: Claim) -> tuple[object, ...]:
    """What a figure is of."""
    match claim:
        case TrackClaim(track=track):
            return ("track", track)
        case LevelClaim(space=space):
            return ("level", space)
        case MarkerClaim(space=space, marker=marker):
            return (marker, space)
        case PiecesClaim(where=where, kind=kind):
            return ("pieces", where, kind)
        case CapabilityClaim(card=card):
            return ("card", card)
        case EligibleClaim():
            return ("eligible",)
        case _:
            return (claim,)
