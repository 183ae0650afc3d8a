"""Check a game to its end in spite of refused moves, by assuming another event in place of each.

The table played on after a move that the rules refuse, and its position then is unknown. The assumed event is
the first that fits of these:

- the move without its refused clauses, if it leads to the figures that the table wrote;
- the nearest legal move that leads to these figures;
- the move let stand with these figures;
- no event.

A line that cannot be read is passed over, and its event keeps its number. Each line is played once. The work
has a limit, so only the first refused moves are examined for playable clauses and near moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

import notation
from fitl_core.asking.budgets import Budget, ends
from fitl_core.engine import play, start
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import board
from fitl_core.facts.pieces import KINDS, Count, Pieces
from fitl_core.game.effective import first_changing_lines
from fitl_core.game.files import Game, LogFile, PassedOver, RefusedEvent, play_log
from fitl_core.game.replays import Fold, ReplayedGame
from fitl_core.reading.near_readings import UNEXAMINED
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
from fitl_core.record.clauses import Activate, Clause, Move, Place, Remove, Roll, Verb, space_of
from fitl_core.record.events import Action, Event, Note, Pass, Pivotal, PlayCard, Reveal, Stand
from fitl_core.record.spoken import spoken
from fitl_core.state.figures import computed, holds, settled
from fitl_core.state.state import State
from fitl_core.state.turn_order import executed
from fitl_core.tell.suggested_moves import near_moves
from fitl_core.underway import Step
from fitl_core.walks import Walk, ask
from notation import Document, Entry, EntryPlace

PASSED_OVER = "passed over"
MOST_NEAR = 3
"""The most near moves that are compared with the figures of the table."""
MOST_PLAYED = 30_000
"""The most clauses that are played to explain all refusals and to find the assumed events."""
MOST_LOOKED_FOR = 20_000
"""The most clauses that are played to find the assumed events, as part of `MOST_PLAYED`."""
MOST_WALKED = 100
"""The number of refused actions whose playable clauses are searched. Later ones are let stand."""
MOST_FEWER = 8
"""The most smaller numbers of pieces that are tried."""
FOLLOWS = (ScoreClaim, MarginClaim, ControlClaim, WinnerClaim)
"""Figures that cannot be set because they follow from others."""


def survey(log: LogFile) -> Game:
    """Play a log to its end without unreadable lines, and with assumed events in place of refused ones.

    Raises nothing. For a game that cannot begin, or whose header cannot be read, return the result of
    `play_log`.
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
    replayed, assumed = _surveyed(first, document, first_changing_lines(events))
    if replayed.error is not None:  # a line that should put an event right did not do so
        replayed, assumed = _surveyed(first, document, {})
    return Game(read, replayed, None, assumed, passed_over)


def _surveyed(
    first: Step, document: Document, later: Mapping[int, int]
) -> tuple[ReplayedGame, tuple[RefusedEvent, ...]]:
    """Play all events from the first position. Return the game and the assumptions.

    A refused event that a `later` line puts right needs no assumption.
    """
    fold, assumed = Fold(first), list[RefusedEvent]()
    total, effort = Budget(MOST_PLAYED), Budget(MOST_LOOKED_FOR)
    entries = [entry for entry in document.log.entries if entry.event is not None]
    events = document.log.events
    for number, (event, entry, heading) in enumerate(
        zip(events, entries, _next_headings(events), strict=True), 1
    ):
        try:
            with total:
                fold.take(event)
        except FitlError as error:
            if number in later and fold.set_aside(event, error, later[number]):
                continue
            before = fold.state
            walks = len(assumed) < MOST_WALKED
            with total, effort:
                guess = _go_on(fold, _assumptions(before, event, entry.claims, heading, walks))
            assumed.append(RefusedEvent(number, error, before, True, guess))
    return fold.replay(events), tuple(assumed)


def _without_gaps(document: Document) -> tuple[Document, tuple[PassedOver, ...]]:
    """Return a document with a note in place of each unreadable event, and the lines passed over."""
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
    """Return for each event the card in the next heading after it, or 0 without a heading."""
    headings, coming = [], 0
    for event in reversed(events):
        headings.append(coming)
        coming = event.card if isinstance(event, PlayCard) else coming
    return headings[::-1]


def _go_on(fold: Fold, assumptions: Iterator[Event]) -> Event | None:
    """Play and return the first assumption that is legal. Without one, pass over the line and return None."""
    for assumed in assumptions:
        try:
            fold.take(assumed)
        except FitlError:
            continue
        return assumed
    fold.take(Note(PASSED_OVER))
    return None


def _assumptions(
    before: State, event: Event, claims: tuple[Claim, ...], heading: int, walks: bool
) -> Iterator[Event]:
    """Yield the events that may be assumed for a refused event, the most likely first.

    `heading` is the card in the next heading after it. With `walks`, the playable clauses of an action are
    searched, and moves near it as long as the budget lasts.
    """
    if isinstance(event, Stand):
        claims = event.claims
    move = event.move if isinstance(event, Stand) else event
    figures: tuple[Claim, ...] = tuple(
        [claim for claim in settled(before, claims) if not isinstance(claim, FOLLOWS)]
    )
    match move:
        case PlayCard(card) if before.phase == "finished" and card == before.next:
            yield Reveal(heading)  # the line that reveals the next card is missing
            return
        case Reveal(card) if card in (before.next, *before.played):
            return  # the card is revealed twice
        case Action() if walks:
            yield from _without_refused_clauses(before, move, figures)
        case Pass(faction):
            figures = joined(earned(before, faction), figures)
        case Action() | Pivotal() | Reveal():
            pass
        case _:
            return
    yield Stand(move, figures)
    if figures:
        yield Stand(move)


def _without_refused_clauses(before: State, action: Action, figures: tuple[Claim, ...]) -> Iterator[Event]:
    """Yield an action without its refused clauses, or the moves nearest to it.

    If none leads to the figures of the table, the action is let stand with these figures. An action out of
    turn is let stand with the figures to which it would lead in turn.
    """
    in_turn, walk = True, _as_far_as_it_goes(before, action)
    if walk is None:
        in_turn, walk = False, _as_far_as_it_goes(as_if_in_turn(before, action.faction), action)
    if walk is None:
        yield from _near(before, action, figures)
        return
    try:
        after, complete = walk.play().state, True
    except FitlError:
        after, complete = walk.position, False
    if in_turn and complete and all(holds(after, figure) for figure in figures):
        yield walk.action
        return
    if in_turn:
        yield from _near(before, action, figures)
    yield Stand(action, joined(changed_figures(before, after), figures))
    if in_turn and complete:
        yield walk.action


def _near(before: State, action: Action, figures: tuple[Claim, ...]) -> Iterator[Event]:
    """Yield the nearest legal move that leads to the figures of the table, within the budget."""
    for near in () if ends(UNEXAMINED) else near_moves(before, action, MOST_NEAR):
        after = play(before, near).state
        if all(holds(after, figure) for figure in figures):
            yield near
            return


def earned(before: State, faction: Faction) -> tuple[Claim, ...]:
    """Return the figures that change if a Faction Passes in turn."""
    try:
        return changed_figures(before, play(as_if_in_turn(before, faction), Pass(faction)).state)
    except FitlError:
        return ()


def as_if_in_turn(state: State, faction: Faction) -> State:
    """Return the state with this Faction to act on the Event card, after the first other acting Faction."""
    if state.phase not in ("card", "finished") or state.card is None or cards()[state.card].is_coup:
        return state
    others = tuple([done for done in executed(state) if done.faction is not faction])
    return msgspec.structs.replace(state, phase="card", eligible=(faction,), done=others[:1])


def _as_far_as_it_goes(before: State, action: Action) -> Walk | None:
    """Return the walk after all playable clauses of an action, or None if no clause is playable."""
    playable = playable_part(before, action)
    return playable[0] if playable is not None else None


def playable_part(before: State, action: Action) -> tuple[Walk, tuple[Clause, ...]] | None:
    """Return the walk after all playable clauses of an action, and the clauses that are left out.

    None if no clause is playable.
    """
    left_out: list[Clause] = []
    try:
        walk = ask(before, action.faction, limop=action.limop)
        clauses = spoken(action.segments, action.faction)
    except Violation:
        return None
    refused: Clause | None = None
    for who, clause in clauses:
        if refused is not None and _belongs_to(clause, refused):
            left_out.append(clause)
            continue
        further = _walk_after(walk, who, clause)
        if further is None:
            left_out.append(clause)
        walk, refused = (walk, clause) if further is None else (further, None)
    is_played = any(not isinstance(clause, Verb) for _, clause in walk.said)
    return (walk, tuple(left_out)) if is_played else None


def _walk_after(walk: Walk, who: Faction, clause: Clause) -> Walk | None:
    """Return the walk after a clause, with fewer pieces if the full number is refused.

    None if all are refused.
    """
    for fewer in (clause, *_fewer(clause)):
        further = walk.behind(fewer)
        if further is not None and (isinstance(fewer, Roll) or further.said[-1][0] is who):
            return further
    return None


def _fewer(clause: Clause) -> Iterator[Clause]:
    """Yield the clause with fewer pieces of its only kind, the largest number first."""
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
    """Check whether a clause depends on a refused one: it follows a refused verb, or names no other space."""
    if isinstance(clause, Verb):
        return False
    place = space_of(clause)
    return isinstance(refused, Verb) or not place or place == space_of(refused)


def changed_figures(before: State, after: State) -> tuple[Claim, ...]:
    """Return the figures that differ between two positions and can be set."""
    claims: list[Claim] = [claim for claim in computed(before, after) if not isinstance(claim, FOLLOWS)]
    for where, old, new in zip(board().spaces, before.spaces, after.spaces, strict=True):
        if old is not new:
            claims += _moved(where.id, old.pieces, new.pieces)
    claims += _moved("casualties", before.casualties, after.casualties)
    claims += _moved("oop", before.out_of_play, after.out_of_play)
    for marker in (*after.capabilities, *after.momentum):
        if marker not in (*before.capabilities, *before.momentum):
            claims.append(CapabilityClaim(marker.card, marker.side))
    return tuple(claims)


def _moved(where: str, old: Pieces, new: Pieces) -> Iterator[Claim]:
    for kind, had, has in zip(KINDS, old, new, strict=True):
        if had != has:
            yield PiecesClaim(where, has, kind)


def joined(changes: tuple[Claim, ...], figures: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """Return the changes, with those about the subject of a figure of the table replaced by that figure."""
    by_subject = {_subject(figure): figure for figure in figures}
    return (*[change for change in changes if _subject(change) not in by_subject], *by_subject.values())


def _subject(claim: Claim) -> tuple[object, ...]:
    """Return the subject of a figure."""
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
