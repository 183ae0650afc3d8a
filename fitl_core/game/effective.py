"""Compute the effective log: the events in force after `void` and `amend` lines are applied.

Written events are numbered from 1, and the numbers never change. After each written event the effective log
is a chain of events. `void` returns to an earlier chain; `amend` makes a new chain from the amended move on.
Chains share their common part, so only the events after an amendment need new memory. Read
`fitl_core.game.replays` next.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

import msgspec

from fitl_core.errors import Refusal, Violation
from fitl_core.record.events import Amend, AnyMove, Correct, DigestLine, Event, Note, Stand, Void

RULE = "SPEC 3"
MOST_LINKED = (100_000, 50)
"""The most events that the amendments of a log may link again: a fixed number, and more for each event."""
_WORDS = {
    Note: "a note",
    DigestLine: "a digest",
    Void: "a void line",
    Amend: "an amendment",
    Correct: "a correction",
}
_WORKING = {Void, Amend}
"""The lines that change the effective log."""
_IDLE = {Note, DigestLine}
"""The lines that are never in force."""


class Link(msgspec.Struct, frozen=True, eq=False, gc=False):
    """An event of the effective log with the `number` of its written event, and the link before it.

    `depth` is the length of the chain up to this link. `far` is an earlier link, as in a skip list.
    """

    number: int
    event: Event
    before: Link | None
    depth: int = 1
    far: Link | None = None

    def __repr__(self) -> str:
        """Leave out the earlier links: with them the text would grow exponentially with the chain."""
        return f"Link(number={self.number}, event={self.event!r}, depth={self.depth})"

    def chain(self) -> tuple[Link, ...]:
        """Return all links up to this one, in order."""
        links: list[Link] = []
        link: Link | None = self
        while link is not None:
            links.append(link)
            link = link.before
        return tuple(reversed(links))

    def of_number(self, wanted: int) -> Link | None:
        """Return the link of a written event up to this link, or None. Takes logarithmic time."""
        link: Link | None = self
        while link is not None and link.number > wanted:
            far = link.far
            link = far if far is not None and far.number >= wanted else link.before
        return link if link is not None and link.number == wanted else None


def linked(number: int, event: Event, before: Link | None) -> Link:
    """Return the link of an event after another link."""
    if before is None:
        return Link(number, event, None)
    far = before.far
    leaps = far is not None and before.depth - far.depth == far.depth - (far.far.depth if far.far else 0)
    return Link(number, event, before, before.depth + 1, far.far if far is not None and leaps else before)


class LogChange(msgspec.Struct, frozen=True):
    """The change of the effective log by a written event: `kept` is its last link that stays.

    The link `first` follows it. Then the events of the chain that ends in `again` are played again, as far as
    they come after `first`.
    """

    kept: Link | None
    first: Link | None = None
    again: Link | None = None

    @property
    def more(self) -> int:
        """The number of events that are played again."""
        return self.again.depth - self.first.depth if self.again and self.first else 0

    def played(self) -> Iterator[Link]:
        """Yield the new links one by one."""
        if self.first is None:
            return
        yield self.first
        later: list[Link] = []
        link = self.again
        while link is not None and link.number > self.first.number:
            later.append(link)
            link = link.before
        last = self.first
        for old in reversed(later):
            last = linked(old.number, old.event, last)
            yield last


class EffectiveLog:
    """The events written so far, and the effective log after each."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._ends: list[Link | None] = [None]
        self._again = 0
        self._force: list[int] = []  # the numbers of the events in force, in order

    def take(self, event: Event) -> Link | None:
        """Write an event. Return the end of the effective log after it, or None at the start.

        Raises `Violation`, and writes nothing, if there is no event that the line can void or amend.
        """
        change = self.look(event)
        free, each = MOST_LINKED
        if (linked_again := self._again + change.more) > free + each * len(self._ends):
            why = f"amendments already repeat {self._again:,} events; {change.more:,} more are too many"
            raise Violation(Refusal("amend-breaks", RULE, why))
        self._again = linked_again
        end = change.kept
        for link in change.played():
            end = link
        self.keep(event, end)
        return end

    def look(self, event: Event) -> LogChange:
        """Return the change by an event if it were written next. Raises `Violation` as `take` does."""
        end = self._ends[-1]
        match event:
            case Note() | DigestLine():
                return LogChange(end)
            case Void(wanted):
                return LogChange(self._ends[self._taken_back(wanted) - 1])
            case Amend(wanted, move):
                amended = self._to_amend(wanted)
                return LogChange(amended.before, linked(wanted, move, amended.before), end)
        return LogChange(end, linked(len(self._ends), event, end))

    def keep(self, event: Event, end: Link | None) -> None:
        """Write an event after `look`. `end` is the end of the effective log after it."""
        if isinstance(event, Void):
            del self._force[bisect_left(self._force, self._taken_back(event.number)) :]
        elif not isinstance(event, Note | DigestLine):
            self._force.append(len(self._ends))
        self._events.append(event)
        self._ends.append(end)

    @property
    def end(self) -> Link | None:
        """The end of the effective log, or None at the start."""
        return self._ends[-1]

    def is_in_force(self, number: int) -> bool:
        """Check whether an event has an effect that has not been taken back."""
        return _is_among(self._force, number)

    def _taken_back(self, wanted: int | None) -> int:
        """Return the number of the first event that a `void` line takes back."""
        if wanted is None:
            if not self._force:
                why = "no event is in force: there is nothing to take back"
                raise Violation(Refusal("nothing-to-void", RULE, why))
            return self._force[-1]
        if not self.is_in_force(wanted):
            raise Violation(Refusal("nothing-to-void", RULE, self._why_not(wanted, "taken back")))
        return wanted

    def _to_amend(self, wanted: int) -> Link:
        """Return the link of the event that an `amend` line replaces."""
        if not 0 < wanted < len(self._ends):
            raise Violation(Refusal("nothing-to-amend", RULE, self._why_not(wanted, "amended")))
        event = self._events[wanted - 1]
        if not isinstance(event, AnyMove | Stand):
            why = f"event {wanted} is {_WORDS[type(event)]}, not a move"
            facts = (f"it amends event {event.number}",) if isinstance(event, Amend) else ()
            raise Violation(Refusal("not-a-move", RULE, why, facts))
        if not self.is_in_force(wanted):
            raise Violation(Refusal("nothing-to-amend", RULE, self._why_not(wanted, "amended")))
        link = self._ends[-1].of_number(wanted) if self._ends[-1] is not None else None
        assert link is not None
        return link

    def _why_not(self, number: int, what: str) -> str:
        own_number = len(self._ends)
        if number == own_number:
            return f"this line is event {number}: an event cannot name itself to be {what}"
        if not 0 < number < own_number:
            return f"event {number} comes later than this line, which is event {own_number}"
        event = self._events[number - 1]
        if isinstance(event, Note | DigestLine | Void):
            return f"event {number} is {_WORDS[type(event)]}: there is nothing in it to be {what}"
        return f"event {number} has been taken back already"


def _is_among(force: list[int], number: int) -> bool:
    """Check whether a number is in the sorted list of the events in force."""
    at = bisect_left(force, number)
    return force[at : at + 1] == [number]


def first_changing_lines(events: Iterable[Event]) -> dict[int, int]:
    """Return, by the number of each event, the first later line that voids it, amends it or plays it again.

    Numbers count from 1. Lines that cannot be applied are ignored. No rule of the game is checked. A digest
    is changed by a line that lets a move stand in place of an event before it.
    """
    changed_by: dict[int, int] = {}
    force, waiting = list[int](), list[int]()  # events in force, and those that no later line changes
    digests: list[int] = []
    for number, event in enumerate(events, 1):
        back: int | None = None
        match event:
            case DigestLine():
                digests.append(number)
                continue
            case Note():
                continue
            case Void(None):
                back = force[-1] if force else None
            case Void(wanted) | Amend(wanted, _):
                back = wanted if wanted is not None and _is_among(force, wanted) else None
        while back is not None and waiting and waiting[-1] >= back:
            changed_by[waiting.pop()] = number
        while back is not None and lets_stand(event) and digests and digests[-1] > back:
            changed_by[digests.pop()] = number
        if isinstance(event, Void):
            del force[bisect_left(force, back) if back is not None else len(force) :]
        else:
            force.append(number)
            waiting.append(number)
    return changed_by


def lets_stand(event: Event | None) -> bool:
    """Check whether an event lets a move stand in place of an earlier event."""
    return isinstance(event, Amend) and isinstance(event.move, Stand)


def has_no_void_or_amend(events: Iterable[Event]) -> bool:
    """Check whether no line changes the effective log, so that all written events are in force."""
    return _WORKING.isdisjoint(map(type, events))


def _all_in_force(events: Iterable[Event]) -> tuple[Link, ...]:
    """Return the effective log if no line changes it. This is the common case, so it must be fast."""
    links: list[Link] = []
    last: Link | None = None
    for number, event in enumerate(events, 1):
        if type(event) not in _IDLE:
            last = linked(number, event, last)
            links.append(last)
    return tuple(links)


def effective(events: Iterable[Event]) -> tuple[Link, ...]:
    """Return the effective log of written events, in order, without the rules of the game.

    Raises `Violation` for a line that names no event to void or amend.
    """
    events = tuple(events)
    if has_no_void_or_amend(events):
        return _all_in_force(events)
    written = EffectiveLog()
    for event in events:
        written.take(event)
    return written.end.chain() if written.end is not None else ()
