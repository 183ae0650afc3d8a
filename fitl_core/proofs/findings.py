"""What verifying a log finds: faults with their entries, what was proven, and what could not be checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

FaultCode = Literal[
    "seed",
    "link-missing",
    "link-wrong",
    "head-wrong",
    "head-unknown",
    "proof-form",
    "proof-stray",
    "die-unproven",
    "die-wrong",
    "die-number",
    "card-unproven",
    "card-wrong",
    "deck-root",
    "marker-wrong",
    "order-wrong",
    "signature-missing",
    "signature-wrong",
]
"""What can be wrong; the notation's SPEC, section 11, tells each."""

_NAMED = 8
"""So many events are named where something could not be checked."""


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that does not hold: a code of a closed list, what it is in words, and where.

    `entry` is the place in `Log.entries`, from 0, and `event` the number of the event, from 1. Where it is
    a `tag` of the header, or the whole log, `entry` is None.
    """

    code: FaultCode
    message: str
    entry: int | None = None
    event: int | None = None
    tag: str = ""


class Verified(msgspec.Struct, frozen=True):
    """What verifying a log came to.

    `faults` are in the order of the file: the header's, then the entries', then those of the end. `links`,
    `dice`, `cards`, `markers`, `orders` and `signatures` count what was proven: lines whose links follow,
    dice computed again from the opened seed, cards shown to be in their places, Deception markers that their
    seats had drawn, orders opened as they were sealed, lines signed by their seats. `unchecked` says in words
    what could not be checked. `head` is the last link, "" where there is no chain. `bound` is the number of
    events up to the head that was published, None where none was given or it is not there.
    """

    faults: tuple[Fault, ...]
    links: int
    dice: int
    cards: int
    markers: int
    orders: int
    signatures: int
    unchecked: tuple[str, ...]
    head: str
    bound: int | None = None

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong, and something is proven."""
        return not self.faults and any((self.links, self.dice, self.cards, self.orders))

    @property
    def first(self) -> Fault | None:
        """The first fault in the order of the file."""
        return next(iter(self.faults), None)


class Findings:
    """What has been found so far."""

    def __init__(self) -> None:
        self._faults: list[tuple[float, Fault]] = []
        self.unchecked: list[str] = []
        self.links: int = 0
        self.dice: int = 0
        self.cards: int = 0
        self.markers: int = 0
        self.orders: int = 0
        self.signatures: int = 0
        self.head: str = ""
        self.bound: int | None = None

    def line(self, code: FaultCode, message: str, entry: int, event: int | None) -> None:
        """Something is wrong in an entry."""
        self._faults.append((entry, Fault(code, message, entry, event)))

    def header(self, code: FaultCode, message: str, tag: str = "") -> None:
        """Something is wrong in a tag of the header."""
        self._faults.append((-1, Fault(code, message, tag=tag)))

    def end(self, code: FaultCode, message: str, tag: str = "") -> None:
        """Something is wrong with the log as a whole, which shows behind its last entry."""
        self._faults.append((float("inf"), Fault(code, message, tag=tag)))

    def in_events(self, what: str, numbers: Sequence[int]) -> None:
        """Something could not be checked in some events, if there are any."""
        if numbers:
            told = ", ".join([str(number) for number in numbers[:_NAMED]])
            more = f" and {len(numbers) - _NAMED} more" if len(numbers) > _NAMED else ""
            self.unchecked.append(f"{what}: event {told}{more}")

    def verified(self) -> Verified:
        """All of it."""
        faults = [fault for _, fault in sorted(self._faults, key=lambda one: one[0])]
        counts = (self.links, self.dice, self.cards, self.markers, self.orders, self.signatures)
        return Verified(tuple(faults), *counts, tuple(self.unchecked), self.head, self.bound)
