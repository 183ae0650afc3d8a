"""Read the subject of a dispute, a position and a move, and report all faults in their text.

`fitl_core.game.adjudications` rules on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from fitl_core.engine import start
from fitl_core.errors import FitlError
from fitl_core.game.fault_notices import FaultNotice, ShownPlace, impossible_notice, placed_fault
from fitl_core.game.file_reports import FileProblem, FileReport, fault_problem, impossible_problem
from fitl_core.game.files import Game
from fitl_core.record.claims import Claim
from fitl_core.record.events import (
    Action,
    Event,
    Hold,
    Pass,
    Pivotal,
    PlayCard,
    Reveal,
    RevealMarker,
    Stand,
    Waive,
)
from fitl_core.record.setup import Setup
from fitl_core.state.impossible import ImpossiblePosition, PositionFault, impossible_by_itself
from fitl_core.state.state import State
from notation import NotationError, Span, UnreadableError
from notation.position_reader import Parts, scan_position
from notation.reader import scan_line

FactionsMove = Action | Pass | Pivotal | RevealMarker | Waive | Hold | Stand
"""The moves of Factions, and moves let stand by the table. The last one of a log is in dispute."""


class Dispute(NamedTuple):
    """A move in a position, with the figures claimed after it."""

    state: State
    event: Event
    claims: tuple[Claim, ...] = ()


class NothingToRule(FitlError):
    """The given text has no position, or no move, to rule on.

    It has all faults as notices and as a report.
    """

    code = "nothing-to-rule"

    def __init__(
        self, message: str, notices: Iterable[FaultNotice] = (), report: FileReport | None = None
    ) -> None:
        super().__init__(message)
        self.notices: tuple[FaultNotice, ...] = tuple(notices)
        self.report = report


def is_log(text: str) -> bool:
    """Check whether a text has the header of a log, and is not a position alone."""
    return any(line.lstrip("> \t").startswith(("[", "{")) for line in text.split("\n"))


def position_in_dispute(text: str, setup: Setup, name: str = "POSITION", what: str = "no position") -> State:
    """Return the state of a position, written as the value of a tag `Position`, in a game with this setup.

    Raises `NothingToRule` with all faults of the position; its message says that `name` is `what`. Raises
    other errors, such as `UnknownName`, for the rest of the setup.
    """
    parts = scan_position(text)
    if parts.faults:
        faults = tuple(impossible_by_itself(parts.position))
        raise _nothing(f"{name} is {what}", text, parts, faults, name)
    try:
        return start(msgspec.structs.replace(setup, cards=None, position=parts.position)).state
    except ImpossiblePosition as error:
        raise _nothing(f"{name} cannot be", text, parts, error.faults, name) from None


def _nothing(
    message: str, text: str, parts: Parts, faults: tuple[PositionFault, ...], name: str
) -> NothingToRule:
    """Return the error with all faults of a position in order: unreadable parts and impossible parts."""
    lines = text.split("\n")
    noticed_problems = [(placed_fault(fault, lines), fault_problem(fault)) for fault in parts.faults]
    for fault in faults:
        span = parts.places.get(fault.part, Span(1, 1, 2))
        notice = impossible_notice(fault.refusal, ShownPlace.in_lines(lines, span))
        noticed_problems.append((notice, impossible_problem(fault.refusal, span)))
    noticed_problems.sort(key=lambda one: (one[1].line, one[1].column))
    report = FileReport(
        name,
        "unreadable" if parts.faults else "illegal",
        errors=tuple([problem for _, problem in noticed_problems]),
    )
    return NothingToRule(message, [notice for notice, _ in noticed_problems], report)


def move_in_dispute(line: str, name: str = "--move") -> tuple[Event, tuple[Claim, ...]]:
    """Return a move with its claims from a line of the notation.

    Raises `NothingToRule` with all its faults.
    """
    try:
        placed_entry, faults = scan_line(line)
    except UnreadableError as error:
        problem = FileProblem(error.line, error.column, error.column, error.code, error.message)
        report = FileReport(name, "unreadable", errors=(problem,))
        raise NothingToRule(f"{name} cannot be read: {error.message}", (), report) from None
    if placed_entry is None:
        raise _unreadable(f"{name} cannot be read", line, faults, name)
    entry = placed_entry[0]
    if entry.event is None:
        raise NothingToRule(f"{name} must be a line of a log with a move in it")
    return entry.event, entry.claims


def last_move(game: Game) -> Dispute:
    """Return the last move of a game in the position before it: the refused one, or the last one in force.

    `game` has a replay. Raises `NothingToRule` if no move of a Faction is in force, or if the refused line
    is not a move.
    """
    replay = game.replay
    assert replay is not None
    if replay.error is not None:
        return move_at(game, replay.sound + 1)
    before = (replay.steps[0], *replay.outcomes)
    for i in reversed(range(len(replay.links))):
        link = replay.links[i]
        if isinstance(link.event, FactionsMove):
            entry = game.entries[link.number - 1]
            return _dispute(before[i].state, link.event, entry.claims if entry.event is link.event else ())
    raise NothingToRule(f"{game.log.name} has no move to rule on")


def move_at(game: Game, number: int) -> Dispute:
    """Return the move of event `number` of a game, in the position before it.

    Raises `NothingToRule` if the event is not a move, or if the sound part of the game ends before it.
    """
    replay = game.replay
    assert replay is not None
    if not 0 < number <= min(replay.sound + 1, len(replay.events)):
        last = min(replay.sound + 1, len(replay.events))
        raise NothingToRule(f"there is no event {number} to rule on; the events are 1 to {last}")
    event = replay.events[number - 1]
    if not isinstance(event, FactionsMove | PlayCard | Reveal):
        why = f": {replay.error.message}" if replay.error is not None and number > replay.sound else ""
        raise NothingToRule(f"event {number} is not a move to rule on{why}")
    return _dispute(replay.steps[number - 1].state, event, game.entries[number - 1].claims)


def _dispute(state: State, event: Event, claims: tuple[Claim, ...]) -> Dispute:
    """Return the dispute about a move.

    A move let stand is ruled on without its figures, which are not claims.
    """
    return Dispute(state, event.move) if isinstance(event, Stand) else Dispute(state, event, claims)


def _unreadable(message: str, text: str, faults: Iterable[NotationError], name: str) -> NothingToRule:
    all_faults = tuple(faults)
    notices = [placed_fault(fault, text.split("\n")) for fault in all_faults]
    problems: tuple[FileProblem, ...] = tuple([fault_problem(fault) for fault in all_faults])
    return NothingToRule(message, notices, FileReport(name, "unreadable", errors=problems))
