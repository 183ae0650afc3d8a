"""The effective log: the moves in force, by the lines that work on a log; a pure projection of it.

Events are numbered as they were written, from 1, and numbers never change. Behind each written event the
effective log is a chain of moves; `void` goes back to the chain as it was, `amend` makes a new one from the
amended move on. The chains share what they have in common, so that all of them together cost no more than the
log, but for what an amendment plays again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

import msgspec

from fitl_core.errors import Refusal, Violation
from fitl_core.record.events import Amend, AnyMove, Correct, Digest, Event, Note, Stand, Void

RULE = "SPEC 3"
_WORDS = {
    Note: "a note",
    Digest: "a digest",
    Void: "a void line",
    Amend: "an amendment",
    Correct: "a correction",
}
_WORKING = {Void, Amend}
"""The lines that work on a log."""
_IDLE = {Note, Digest}
"""The lines that are never in force."""


class Link(msgspec.Struct, frozen=True, eq=False):
    """An event of the effective log with the `number` of the line that it stands for, and those before it."""

    number: int
    event: Event
    before: Link | None

    def chain(self) -> tuple[Link, ...]:
        """All links up to this one, in order."""
        found: list[Link] = []
        link: Link | None = self
        while link is not None:
            found.append(link)
            link = link.before
        return tuple(reversed(found))


class Change(msgspec.Struct, frozen=True):
    """What a written event does to the effective log: `kept` stays, `played` is played behind it."""

    kept: Link | None
    played: tuple[Link, ...] = ()

    @property
    def last(self) -> Link | None:
        """The end of the effective log behind the written event; None at the start."""
        return self.played[-1] if self.played else self.kept


class Written:
    """The events written so far; `take` says of each next one what it does to the effective log."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._ends: list[Link | None] = [None]
        self._force: list[int] = []  # the numbers of the lines in force: a void takes back the last ones
        self._before: tuple[int, list[int]] = 0, []  # how many stayed of them, and what else was there

    def take(self, event: Event) -> Change:
        """Write an event. Raises `Violation` for a line with nothing to work on; nothing is written then."""
        number = len(self._ends)
        before: tuple[int, list[int]] = len(self._force), []
        match event:
            case Note() | Digest():
                change = Change(self._ends[-1])
            case Void(wanted):
                back = self._taken_back(wanted)
                change = Change(self._ends[back - 1])
                at = bisect_left(self._force, back)
                before = at, self._force[at:]
                del self._force[at:]
            case Amend(wanted, move):
                change = self._amended(wanted, move)
                self._force.append(number)
            case _:
                end = self._ends[-1]
                change = Change(end, (Link(number, event, end),))
                self._force.append(number)
        self._events.append(event)
        self._ends.append(change.last)
        self._before = before
        return change

    def take_back(self) -> None:
        """Forget the event that was written last, as if it had not been; once behind each `take`."""
        at, taken_back = self._before
        self._force[at:] = taken_back
        for kept in (self._events, self._ends):
            kept.pop()

    @property
    def end(self) -> Link | None:
        """The end of the effective log as it stands; None at the start."""
        return self._ends[-1]

    def is_in_force(self, number: int) -> bool:
        """Whether a line does something that has not been taken back."""
        return _is_among(self._force, number)

    def _taken_back(self, wanted: int | None) -> int:
        """The number of the event that a `void` line takes back."""
        if wanted is None:
            if not self._force:
                why = "no event is in force: there is nothing to take back"
                raise Violation(Refusal("nothing-to-void", RULE, why))
            return self._force[-1]
        if not self.is_in_force(wanted):
            raise Violation(Refusal("nothing-to-void", RULE, self._why_not(wanted, "taken back")))
        return wanted

    def _amended(self, wanted: int, move: AnyMove) -> Change:
        """The effective log with another move in the place of an event's."""
        if not 0 < wanted < len(self._ends):
            raise Violation(Refusal("nothing-to-amend", RULE, self._why_not(wanted, "amended")))
        there = self._events[wanted - 1]
        if not isinstance(there, AnyMove | Stand):
            why = f"event {wanted} is {_WORDS[type(there)]}, no move"
            facts = (f"it amends event {there.number}",) if isinstance(there, Amend) else ()
            raise Violation(Refusal("not-a-move", RULE, why, facts))
        if not self.is_in_force(wanted):
            raise Violation(Refusal("nothing-to-amend", RULE, self._why_not(wanted, "amended")))
        later: list[Link] = []
        link = self._ends[-1]
        while link is not None and link.number > wanted:
            later.append(link)
            link = link.before
        assert link is not None and link.number == wanted
        played = [Link(wanted, move, link.before)]
        for old in reversed(later):
            played.append(Link(old.number, old.event, played[-1]))
        return Change(link.before, tuple(played))

    def _why_not(self, number: int, what: str) -> str:
        here = len(self._ends)
        if number == here:
            return f"this is event {number}: it cannot be {what} by itself"
        if not 0 < number < here:
            return f"event {number} comes later than this line, which is event {here}"
        there = self._events[number - 1]
        if isinstance(there, Note | Digest | Void):
            return f"event {number} is {_WORDS[type(there)]}: there is nothing in it to be {what}"
        return f"event {number} has been taken back already"


def _is_among(force: list[int], number: int) -> bool:
    """Whether a number is among those of the lines in force, which ascend."""
    at = bisect_left(force, number)
    return force[at : at + 1] == [number]


def worked_on(events: Iterable[Event]) -> dict[int, int]:
    """By which later line each event is first taken back, amended or played again behind an amendment.

    Both are numbers, from 1. A line with nothing to work on does nothing here; no rule of the game is asked.
    """
    found: dict[int, int] = {}
    force, waiting = list[int](), list[int]()  # the lines in force, and those of them that no line works on
    for number, event in enumerate(events, 1):
        back: int | None = None
        match event:
            case Note() | Digest():
                continue
            case Void(None):
                back = force[-1] if force else None
            case Void(wanted) | Amend(wanted, _):
                back = wanted if wanted is not None and _is_among(force, wanted) else None
        while back is not None and waiting and waiting[-1] >= back:
            found[waiting.pop()] = number
        if isinstance(event, Void):
            del force[bisect_left(force, back) if back is not None else len(force) :]
        else:
            force.append(number)
            waiting.append(number)
    return found


def has_no_line_on_others(events: Iterable[Event]) -> bool:
    """Whether no line works on the log: then what it says is in force as it is written."""
    return _WORKING.isdisjoint(map(type, events))


def _all_in_force(events: Iterable[Event]) -> tuple[Link, ...]:
    """The effective log where no line works on it: as most logs are, and a fold of effects waits for it."""
    links: list[Link] = []
    last: Link | None = None
    for number, event in enumerate(events, 1):
        if type(event) not in _IDLE:
            last = Link(number, event, last)
            links.append(last)
    return tuple(links)


def effective(events: Iterable[Event]) -> tuple[Link, ...]:
    """The effective log of what was written, in order, asking no rule of the game.

    Raises `Violation` for a line that has nothing to work on.
    """
    events = tuple(events)
    if has_no_line_on_others(events):
        return _all_in_force(events)
    written = Written()
    for event in events:
        written.take(event)
    return written.end.chain() if written.end is not None else ()
