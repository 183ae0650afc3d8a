"""The findings of `verify`: faults with their entries, proven things, and things that cannot be checked."""

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
"""Codes of faults; the notation's SPEC, section 11, explains each."""

OpenCode = Literal[
    "die-unused",
    "die-replaced",
    "die-purpose",
    "die-unproven",
    "marker-unproven",
    "order-unopened",
    "orders-at-once",
    "signature-missing",
    "seat-left",
]
"""Codes of open points; the notation's SPEC, section 11, explains each."""

_NAMED = 8
"""The most events that are named in a list of unchecked events."""


class ProofFault(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fault: its code from a closed list, its description, and its place.

    `entry` is the place in `Log.entries`, from 0, and `event` the number of the event, from 1. A fault in a
    `tag` of the header, or in the whole log, has no `entry`.
    """

    code: FaultCode
    message: str
    entry: int | None = None
    event: int | None = None
    tag: str = ""


class OpenPoint(msgspec.Struct, frozen=True):
    """A point that proofs leave open, for the table to judge: a die that was rolled and not used.

    `entry` is the place in `Log.entries`, from 0, and `event` the number of the event, from 1.
    """

    code: OpenCode
    message: str
    entry: int
    event: int


class Verification(msgspec.Struct, frozen=True):
    """The result of verifying a log.

    `faults` are in the order of the file: the header's, then the entries', then those of the end. `links`
    counts lines whose links follow. `dice` counts dice computed again from the opened seed. `cards` counts
    cards shown to be in their places. `markers` counts Deception markers that their seats had drawn. `orders`
    counts orders opened as they were sealed. `signatures` counts lines signed by their seats. `unchecked`
    describes things that could not be checked. `head` is the last link, "" without a chain. `bound` is the
    number of events up to the published head. It is None if no head was given or the log lacks it.
    `open_points` are in the order of the file. They are not faults, but a game with open points is never
    called plainly verified. `rules_asked`: the purposes of dice were compared with the rules.
    """

    faults: tuple[ProofFault, ...]
    links: int
    dice: int
    cards: int
    markers: int
    orders: int
    signatures: int
    unchecked: tuple[str, ...]
    head: str
    bound: int | None = None
    open_points: tuple[OpenPoint, ...] = ()
    rules_asked: bool = False

    @property
    def sound(self) -> bool:
        """Whether there is no fault and at least one thing is proven."""
        return not self.faults and any((self.links, self.dice, self.cards, self.orders))

    @property
    def first(self) -> ProofFault | None:
        """The first fault in the order of the file."""
        return next(iter(self.faults), None)


class Findings:
    """The findings so far."""

    def __init__(self) -> None:
        self._faults: list[tuple[float, ProofFault]] = []
        self._open: list[OpenPoint] = []
        self.unchecked: list[str] = []
        self.links: int = 0
        self.dice: int = 0
        self.cards: int = 0
        self.markers: int = 0
        self.orders: int = 0
        self.signatures: int = 0
        self.head: str = ""
        self.bound: int | None = None
        self.rules_asked: bool = False

    def line(self, code: FaultCode, message: str, entry: int, event: int | None) -> None:
        """Add a fault in an entry."""
        self._faults.append((entry, ProofFault(code, message, entry, event)))

    def header(self, code: FaultCode, message: str, tag: str = "") -> None:
        """Add a fault in a tag of the header."""
        self._faults.append((-1, ProofFault(code, message, tag=tag)))

    def end(self, code: FaultCode, message: str, tag: str = "") -> None:
        """Add a fault of the log as a whole, which is reported after its last entry."""
        self._faults.append((float("inf"), ProofFault(code, message, tag=tag)))

    def open_point(self, code: OpenCode, message: str, entry: int, event: int) -> None:
        """Add an open point of an entry."""
        self._open.append(OpenPoint(code, message, entry, event))

    def in_events(self, what: str, numbers: Sequence[int]) -> None:
        """Record that something could not be checked in some events, if there are any."""
        if numbers:
            named = ", ".join([str(number) for number in numbers[:_NAMED]])
            more = f" and {len(numbers) - _NAMED} more" if len(numbers) > _NAMED else ""
            self.unchecked.append(f"{what}: event {named}{more}")

    def verified(self) -> Verification:
        """Return all findings."""
        faults = [fault for _, fault in sorted(self._faults, key=lambda one: one[0])]
        counts = (self.links, self.dice, self.cards, self.markers, self.orders, self.signatures)
        open_points = tuple(sorted(self._open, key=lambda point: point.entry))
        unchecked = tuple(self.unchecked)
        return Verification(
            tuple(faults), *counts, unchecked, self.head, self.bound, open_points, self.rules_asked
        )
