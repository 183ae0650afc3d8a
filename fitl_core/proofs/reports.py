"""What verifying a file came to, as a value for programs and as lines for people."""

from __future__ import annotations

import msgspec

from fitl_core.facts.counting import counted
from fitl_core.game.files import LogFile
from fitl_core.game.notices import Notice, notice_at
from fitl_core.proofs.findings import Fault, FaultCode, Verified
from notation import Span

MOST_TOLD = 20
"""So many faults are told to people."""


class PlacedFault(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that does not hold, with its line in the file (from 1), and its event or tag."""

    code: FaultCode
    message: str
    line: int
    event: int | None = None
    tag: str = ""


class VerifyReport(msgspec.Struct, frozen=True):
    """What `fitl verify --json` prints; the fields are those of `Verified`."""

    file: str
    verified: bool
    first: PlacedFault | None
    faults: tuple[PlacedFault, ...]
    links: int
    dice: int
    cards: int
    markers: int
    orders: int
    signatures: int
    unchecked: tuple[str, ...]
    head: str
    bound: int | None


def report_of(log: LogFile, found: Verified) -> VerifyReport:
    """The report on a file without faults of writing."""
    placed = tuple(
        [
            PlacedFault(fault.code, fault.message, _place_of(log, fault).line, fault.event, fault.tag)
            for fault in found.faults
        ]
    )
    counts = (found.links, found.dice, found.cards, found.markers, found.orders, found.signatures)
    first = placed[0] if placed else None
    return VerifyReport(
        log.name, found.sound, first, placed, *counts, found.unchecked, found.head, found.bound
    )


def fault_notices(log: LogFile, found: Verified) -> list[Notice]:
    """The first faults with their places and lines."""
    return [notice_at(log, _place_of(log, fault), _told(fault)) for fault in found.faults[:MOST_TOLD]]


def result_lines(found: Verified) -> list[str]:
    """What was proven, what was not, and the head of the chain."""
    proven = [counted(number, one, many) for number, one, many in _kinds(found) if number]
    lines = [f"  proven: {', '.join(proven) or 'nothing'}"]
    if (more := len(found.faults) - MOST_TOLD) > 0:
        lines.append(f"  and {more} more that are wrong")
    lines += [f"  not checked: {told}" for told in found.unchecked]
    if found.head:
        lines.append(f"  head: {found.head}")
    if found.bound is not None:
        lines.append(f"  the head that was published is that of event {found.bound}")
    return lines


def where_of(fault: Fault) -> str:
    """Where a fault stands, in words."""
    if fault.event is not None:
        return f"event {fault.event}"
    return f"the tag {fault.tag}" if fault.tag else "a comment" if fault.entry is not None else "the chain"


def _kinds(found: Verified) -> tuple[tuple[int, str, str], ...]:
    """How much of each kind was proven, and how one and several of it are told."""
    return (
        (found.links, "line follows by its link", "lines follow by their links"),
        (found.cards, "card lay in its place", "cards lay in their places"),
        (found.dice, "die fell as the seed has it", "dice fell as the seed has them"),
        (found.markers, "Deception marker was drawn so", "Deception markers were drawn so"),
        (found.orders, "order was sealed so", "orders were sealed so"),
        (found.signatures, "signature holds", "signatures hold"),
    )


def _told(fault: Fault) -> str:
    return f"event {fault.event}: {fault.message}" if fault.event is not None else fault.message


def _place_of(log: LogFile, fault: Fault) -> Span:
    """Where a fault stands: its line, its tag, or the last line of the file."""
    document = log.sound
    if fault.entry is not None:
        return document.places[fault.entry].whole
    names = [tag.name for tag in document.log.tags]
    if fault.tag in names:
        return document.tag_places[names.index(fault.tag)]
    return document.places[-1].whole if document.places and not fault.tag else Span(1, 1, 2)
