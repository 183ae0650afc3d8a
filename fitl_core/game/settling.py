"""Find the events of a file that today's rules judge otherwise, and the lines that let them stand.

A file that an older rules release wrote may hold moves that today's rules refuse, or figures that do not
follow any more. Each event is judged from the position before it. After an event that is judged otherwise,
the game goes on from the figures that the file recorded. Read `fitl_core.game.settled_files` next, which
writes the lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal, get_args

import msgspec

import notation
from fitl_core.asking.budgets import Budget
from fitl_core.engine import play, start
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.release_notes import ReleaseNote, notes
from fitl_core.game.effective import first_changing_lines
from fitl_core.game.files import Game, LogFile, oldest_release, release_of
from fitl_core.game.literal_figures import literal_figures
from fitl_core.game.replays import Fold
from fitl_core.game.surveys import (
    FOLLOWS,
    MOST_PLAYED,
    as_if_in_turn,
    changed_figures,
    earned,
    joined,
    playable_part,
)
from fitl_core.record.claims import Claim
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action, Amend, DigestLine, Event, JudgedMove, Note, Pass, Stand
from fitl_core.rules.release import RULES_RELEASE
from fitl_core.state.figures import holds, settled
from fitl_core.state.position_digest import version_of
from fitl_core.state.state import State
from fitl_core.tell.suggested_moves import near_moves
from notation import Entry

MOST_LOOKED_AT = 40
"""The most later events that are compared to choose among the figures of an event."""
MOST_CHOSEN = 30
"""The most events whose figures are chosen among several. Later ones get the figures that are recorded."""
MOST_NEAR = 2
"""The most near moves whose figures are tried."""
PASSED_OVER = "passed over"

Otherwise = Literal["refused", "figures", "digest"]
"""`refused`: the rules refuse an event. `figures`: it is legal, and a recorded figure does not follow.

`digest`: it is a digest of another position."""
Confirmed = Literal["claims", "digest", ""]


class JudgedOtherwise(msgspec.Struct, frozen=True):
    """An event that today's rules judge otherwise than the file, with the notes that explain it.

    `stand` is the move let stand with its figures, in place of event `amends`; None if no line can do so.
    `confirmed` names what the figures agree with: the claims of the event, or the next digest.
    """

    number: int
    otherwise: Otherwise
    rule: str
    why: str
    notes: tuple[ReleaseNote, ...] = ()
    amends: int = 0
    stand: Stand | None = None
    confirmed: Confirmed = ""

    @property
    def line(self) -> str:
        """The line that lets the event stand, or "" if there is none."""
        return notation.write_event(Amend(self.amends, self.stand)) if self.stand is not None else ""


def judged_otherwise(log: LogFile) -> tuple[JudgedOtherwise, ...]:
    """Return the events of a file that today's rules judge otherwise, in order. Raises nothing.

    A false figure counts in two cases: the file says that an older release wrote it, or a release note that
    is newer than the file's format explains the figure. Empty for a file with faults, and for one that this
    release or a newer one wrote.
    """
    written = release_of(log)
    if log.faults or log.document is None or (written is not None and written >= RULES_RELEASE):
        return ()
    try:
        first = start(notation.setup_of(log.document.log))
    except FitlError:
        return ()
    entries = [entry for entry in log.document.log.entries if entry.event is not None]
    with Budget(MOST_PLAYED):
        return _Judge(Fold(first), entries, written, oldest_release(log)).judged()


def judged_by_older_rules(game: Game) -> tuple[JudgedOtherwise, ...]:
    """Return the events of `judged_otherwise` if an older release wrote the file, by its tag or probably.

    A file without the tag is probably older if its format is, and a release note explains its first refusal.
    Raises nothing.
    """
    if release_of(game.log) is None:
        oldest, error = oldest_release(game.log), game.refused[0].error if game.refused else None
        if not isinstance(error, Violation) or not notes(oldest, error.rule):
            return ()
    return judged_otherwise(game.log)


class _Judge:
    """Plays a file to its end, and lets events stand that the rules judge otherwise."""

    def __init__(self, fold: Fold, entries: Sequence[Entry], release: int | None, oldest: int) -> None:
        self._fold = fold
        self._entries = entries
        self._release = release
        self._oldest = oldest
        self._later = first_changing_lines([entry.event for entry in entries if entry.event is not None])
        self._found: list[JudgedOtherwise] = []
        self._last: tuple[int, JudgedMove, State] | None = None

    def judged(self) -> tuple[JudgedOtherwise, ...]:
        """Return all events that are judged otherwise."""
        for number, entry in enumerate(self._entries, 1):
            assert entry.event is not None
            self._take(number, entry.event, entry.claims)
        return tuple(self._found)

    def _take(self, number: int, event: Event, claims: tuple[Claim, ...]) -> None:
        """Play one event, or let it stand."""
        before, played = self._fold.state, event
        if isinstance(event, get_args(JudgedMove)) and claims and not self._fold.is_waiting:
            played = self._with_recorded_figures(number, event, claims)
        try:
            self._fold.take(played)
        except FitlError as error:
            if number in self._later and self._fold.set_aside(event, error, self._later[number]):
                return
            self._let_stand(number, event, claims, error)
        if not self._fold.is_waiting and isinstance(event, get_args(JudgedMove)):
            self._last = (number, event, before)

    def _with_recorded_figures(self, number: int, move: JudgedMove, claims: tuple[Claim, ...]) -> Event:
        """Return a legal move, or let it stand with recorded figures that do not follow any more."""
        before = self._fold.state
        try:
            step = play(before, move)
        except FitlError:
            return move
        false = [claim for claim in claims if not holds(step.state, claim, before)]
        explained = self._notes_on(step.effects) if false else ()
        if not false or not (explained or self._release is not None):
            return move
        figures = joined(changed_figures(before, step.state), _settable(before, claims))
        stand = Stand(move, figures)
        after = _after(before, stand)
        if after is None or not all(holds(after, claim, before) for claim in claims):
            return move  # an ordinary false claim
        why = f"the figures are others now: not {notation.write_claim(false[0])}"
        rule = explained[0].rule if explained else ""
        self._found.append(JudgedOtherwise(number, "figures", rule, why, explained, number, stand, "claims"))
        return stand

    def _notes_on(self, effects: Sequence[Effect]) -> tuple[ReleaseNote, ...]:
        """Return the notes on the rules of these effects, each once."""
        rules = dict.fromkeys([effect.rule for effect in effects])
        all_notes = [note for rule in rules for note in notes(self._oldest, rule)]
        return tuple({id(note): note for note in all_notes}.values())

    def _let_stand(self, number: int, event: Event, claims: tuple[Claim, ...], error: FitlError) -> None:
        """Note a refused event, and go on from its recorded figures, or without it."""
        rule = error.rule if isinstance(error, Violation) else ""
        explained = notes(self._release or 0, rule) if rule else ()
        judged = JudgedOtherwise(number, "refused", rule, error.message, explained)
        move = event.move if isinstance(event, Stand) else event
        if isinstance(event, DigestLine):
            judged = self._at_digest(msgspec.structs.replace(judged, otherwise="digest"))
        elif isinstance(move, get_args(JudgedMove)):
            recorded = event.claims if isinstance(event, Stand) else claims
            best = self._best(number, move, recorded)
            if best is not None:
                stand, confirmed = best
                judged = msgspec.structs.replace(judged, amends=number, stand=stand, confirmed=confirmed)
        self._found.append(judged)
        replaces = judged.stand is not None and judged.amends == number
        self._fold.take(judged.stand if replaces and judged.stand is not None else Note(PASSED_OVER))

    def _at_digest(self, found: JudgedOtherwise) -> JudgedOtherwise:
        """Let the last move before a digest of another position stand as today's rules play it."""
        if self._last is None:
            return found
        number, move, before = self._last
        stand = Stand(move, changed_figures(before, self._fold.state))
        if _after(before, stand) is None:
            return found
        return msgspec.structs.replace(found, amends=number, stand=stand)

    def _best(
        self, number: int, move: JudgedMove, claims: tuple[Claim, ...]
    ) -> tuple[Stand, Confirmed] | None:
        """Return the move let stand with the figures that agree best with the rest of the file."""
        before = self._fold.state
        best: tuple[tuple[int, ...], Stand, Confirmed] | None = None
        tried: set[Stand] = set()
        chooses = len(self._found) < MOST_CHOSEN
        for figures in _figures(before, move, claims) if chooses else (_settable(before, claims), ()):
            stand = Stand(move, figures)
            after = _after(before, stand) if stand not in tried else None
            tried.add(stand)
            if after is None:
                continue
            true = sum(holds(after, claim, before) for claim in claims)
            digests, true_later, legal = self._agreement(number, after) if chooses else (0, 0, 0)
            rank = (true, digests, true_later, legal)
            if best is None or rank > best[0]:
                confirmed: Confirmed = (
                    "digest" if digests else "claims" if claims and true == len(claims) else ""
                )
                best = (rank, stand, confirmed)
        return (best[1], best[2]) if best is not None else None

    def _agreement(self, number: int, state: State) -> tuple[int, int, int]:
        """Return whether the next digest fits (1 or 0), and the numbers of true claims and legal events."""
        claims = 0
        for played, entry in enumerate(self._entries[number : number + MOST_LOOKED_AT]):
            event = entry.event
            assert event is not None
            try:
                after = play(state, event).state
            except FitlError:
                return 0, claims, played
            if isinstance(event, DigestLine) and version_of(event.digest) != 1:
                return 1, claims, MOST_LOOKED_AT
            claims += sum(holds(after, claim, state) for claim in entry.claims)
            state = after
        return 0, claims, MOST_LOOKED_AT


def _figures(before: State, move: JudgedMove, claims: tuple[Claim, ...]) -> Iterator[tuple[Claim, ...]]:
    """Yield the figures that a refused move may have led to, the likeliest first."""
    recorded = _settable(before, claims)
    if isinstance(move, Action):
        yield from [joined(figures, recorded) for figures in _figures_of_action(before, move)]
    elif isinstance(move, Pass):
        yield joined(earned(before, move.faction), recorded)
    yield recorded
    yield ()


def _figures_of_action(before: State, action: Action) -> Iterator[tuple[Claim, ...]]:
    """Yield the figures of an action: its playable part with the rest literally, near moves, the part."""
    playable = playable_part(before, action)
    if playable is None:
        playable = playable_part(as_if_in_turn(before, action.faction), action)
    if playable is not None:
        walk, left_out = playable
        try:
            after = walk.play().state
        except FitlError:
            after = walk.position
        played = changed_figures(before, after)
        yield joined(played, literal_figures(after, left_out))
    for near in islice(near_moves(before, action, MOST_NEAR), MOST_NEAR):
        yield changed_figures(before, play(before, near).state)
    if playable is not None:
        yield played


def _settable(before: State, claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """Return claims as figures that the table can set."""
    return tuple([claim for claim in settled(before, claims) if not isinstance(claim, FOLLOWS)])


def _after(before: State, stand: Stand) -> State | None:
    """Return the position after a move let stand, or None if its figures are impossible."""
    try:
        return play(before, stand).state
    except FitlError:
        return None
