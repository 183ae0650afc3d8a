"""The effective log: the moves in force, by the lines that work on a log; a pure projection of it.

Events are numbered as they were written, from 1, and numbers never change. Behind each written event the
effective log is a chain of moves; `void` goes back to the chain as it was, `amend` makes a new one from the
amended move on. The chains share what they have in common, so that all of them together cost no more than the
log, but for what an amendment plays again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

import msgspec

from fitl_core.errors import Refusal, Violation
from fitl_core.record.events import Amend, AnyMove, Correct, Digest, Event, Note, Stand, Void

RULE = "SPEC 3"
MOST_LINKED = (100_000, 50)
"""So many events, and so many more for each that is written, stand again behind amendments of a log."""
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


class Link(msgspec.Struct, frozen=True, eq=False, gc=False):
    """An event of the effective log with the `number` of the line that it stands for, and those before it.

    `depth` is how many there are up to it; `far` is one of those before it, as in a skip list.
    """

    number: int
    event: Event
    before: Link | None
    depth: int = 1
    far: Link | None = None

    def chain(self) -> tuple[Link, ...]:
        """All links up to this one, in order."""
        found: list[Link] = []
        link: Link | None = self
        while link is not None:
            found.append(link)
            link = link.before
        return tuple(reversed(found))

    def of_number(self, wanted: int) -> Link | None:
        """The link of a line among those up to this one; found in steps that grow with the logarithm."""
        link: Link | None = self
        while link is not None and link.number > wanted:
            far = link.far
            link = far if far is not None and far.number >= wanted else link.before
        return link if link is not None and link.number == wanted else None


def linked(number: int, event: Event, before: Link | None) -> Link:
    """The link of a line behind others."""
    if before is None:
        return Link(number, event, None)
    far = before.far
    leaps = far is not None and before.depth - far.depth == far.depth - (far.far.depth if far.far else 0)
    return Link(number, event, before, before.depth + 1, far.far if far is not None and leaps else before)


class Change(msgspec.Struct, frozen=True):
    """What a written event does to the effective log: `kept` stays, `played` is played behind it.

    That is `first`, and of the log that ends in `again` all behind it once more.
    """

    kept: Link | None
    first: Link | None = None
    again: Link | None = None

    @property
    def more(self) -> int:
        """How many events are played once more."""
        return self.again.depth - self.first.depth if self.again and self.first else 0

    def played(self) -> Iterator[Link]:
        """What is played, one by one; made as it is asked for."""
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


class Written:
    """The events written so far; `take` says of each next one what it does to the effective log."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._ends: list[Link | None] = [None]
        self._again = 0
        self._force: list[int] = []  # the numbers of the lines in force: a void takes back the last ones

    def take(self, event: Event) -> Link | None:
        """Write an event; the end of the effective log behind it, None at the start.

        Raises `Violation` for a line with nothing to work on; nothing is written then.
        """
        change = self.look(event)
        free, each = MOST_LINKED
        if (linked_again := self._again + change.more) > free + each * len(self._ends):
            why = f"{self._again:,} events stand again behind amendments; {change.more:,} more are too many"
            raise Violation(Refusal("amend-breaks", RULE, why))
        self._again = linked_again
        end = change.kept
        for link in change.played():
            end = link
        self.keep(event, end)
        return end

    def look(self, event: Event) -> Change:
        """What an event would do, were it written next. Raises `Violation` as `take` does."""
        end = self._ends[-1]
        match event:
            case Note() | Digest():
                return Change(end)
            case Void(wanted):
                return Change(self._ends[self._taken_back(wanted) - 1])
            case Amend(wanted, move):
                there = self._to_amend(wanted)
                return Change(there.before, linked(wanted, move, there.before), end)
        return Change(end, linked(len(self._ends), event, end))

    def keep(self, event: Event, end: Link | None) -> None:
        """Write an event that has been looked at: behind it the effective log ends so."""
        if isinstance(event, Void):
            del self._force[bisect_left(self._force, self._taken_back(event.number)) :]
        elif not isinstance(event, Note | Digest):
            self._force.append(len(self._ends))
        self._events.append(event)
        self._ends.append(end)

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

    def _to_amend(self, wanted: int) -> Link:
        """The link of the event in whose place another move comes."""
        if not 0 < wanted < len(self._ends):
            raise Violation(Refusal("nothing-to-amend", RULE, self._why_not(wanted, "amended")))
        there = self._events[wanted - 1]
        if not isinstance(there, AnyMove | Stand):
            why = f"event {wanted} is {_WORDS[type(there)]}, no move"
            facts = (f"it amends event {there.number}",) if isinstance(there, Amend) else ()
            raise Violation(Refusal("not-a-move", RULE, why, facts))
        if not self.is_in_force(wanted):
            raise Violation(Refusal("nothing-to-amend", RULE, self._why_not(wanted, "amended")))
        there_now = self._ends[-1].of_number(wanted) if self._ends[-1] is not None else None
        assert there_now is not None
        return there_now

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
            last = linked(number, event, last)
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
