"""The report of `fitl verify`, as a value for programs and as lines for people."""

from __future__ import annotations

import msgspec

from fitl_core.facts.counting import counted
from fitl_core.game.fault_notices import FaultNotice, notice_at
from fitl_core.game.files import LogFile
from fitl_core.proofs.findings import FaultCode, OpenCode, ProofFault, Verification
from notation import Span

MOST_TOLD = 20
"""The most faults that are shown to people."""
RULES_NOT_ASKED = "the rules were not asked: --ask-rules compares the purposes of dice with them"
RULES_ASKED = "the rules were asked for the purposes of dice only: fitl validate checks the moves"


class PlacedFault(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fault with its line in the file (from 1), and its event or tag."""

    code: FaultCode
    message: str
    line: int
    event: int | None = None
    tag: str = ""


class PlacedPoint(msgspec.Struct, frozen=True):
    """An open point, with its line in the file (from 1) and its event."""

    code: OpenCode
    message: str
    line: int
    event: int


class VerifyReport(msgspec.Struct, frozen=True):
    """The JSON of `fitl verify --json`; the fields are those of `Verification`."""

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
    open_points: tuple[PlacedPoint, ...]
    rules_asked: bool


def report_of(log: LogFile, result: Verification) -> VerifyReport:
    """Return the report on a file without faults of writing."""
    placed = tuple(
        [
            PlacedFault(fault.code, fault.message, _place_of(log, fault).line, fault.event, fault.tag)
            for fault in result.faults
        ]
    )
    counts = (result.links, result.dice, result.cards, result.markers, result.orders, result.signatures)
    first = placed[0] if placed else None
    places = log.sound.places
    open_points = tuple(
        [
            PlacedPoint(point.code, point.message, places[point.entry].whole.line, point.event)
            for point in result.open_points
        ]
    )
    return VerifyReport(
        log.name,
        result.sound,
        first,
        placed,
        *counts,
        result.unchecked,
        result.head,
        result.bound,
        open_points,
        result.rules_asked,
    )


def fault_notices(log: LogFile, result: Verification) -> list[FaultNotice]:
    """Return the first faults with their places and lines."""
    return [notice_at(log, _place_of(log, fault), _told(fault)) for fault in result.faults[:MOST_TOLD]]


def verdict_words(result: Verification) -> str:
    """Return the verdict of the headline; only a game without open points is plainly verified."""
    if result.first is not None:
        return f"not verified: the first that is wrong is {where_of(result.first)}"
    if not result.sound:
        return "not verified: nothing in it is proven"
    if result.open_points:
        return f"verified, with {counted(len(result.open_points), 'open point')}"
    return "verified"


def result_lines(result: Verification) -> list[str]:
    """Return lines with the proven things, the unproven ones, and the head of the chain."""
    proven = [counted(number, one, many) for number, one, many in _kinds(result) if number]
    lines = [f"  proven: {', '.join(proven) or 'nothing'}"]
    if (more := len(result.faults) - MOST_TOLD) > 0:
        lines.append(f"  and {more} more that are wrong")
    lines += [f"  open: event {point.event}: {point.message}" for point in result.open_points[:MOST_TOLD]]
    if (more := len(result.open_points) - MOST_TOLD) > 0:
        lines.append(f"  and {counted(more, 'more open point')}")
    lines += [f"  not checked: {reason}" for reason in result.unchecked]
    lines.append(f"  {RULES_ASKED if result.rules_asked else RULES_NOT_ASKED}")
    if result.head:
        lines.append(f"  head: {result.head}")
    if result.bound is not None:
        lines.append(f"  the head that was published is that of event {result.bound}")
    return lines


def where_of(fault: ProofFault) -> str:
    """Return the place of a fault in words."""
    if fault.event is not None:
        return f"event {fault.event}"
    return f"the tag {fault.tag}" if fault.tag else "a comment" if fault.entry is not None else "the chain"


def _kinds(result: Verification) -> tuple[tuple[int, str, str], ...]:
    """Return the number of proven things of each kind, with the words for one and for several."""
    return (
        (result.links, "line follows by its link", "lines follow by their links"),
        (result.cards, "card lay in its place", "cards lay in their places"),
        (result.dice, "die fell as the seed has it", "dice fell as the seed has them"),
        (result.markers, "Deception marker was drawn so", "Deception markers were drawn so"),
        (result.orders, "order was sealed so", "orders were sealed so"),
        (result.signatures, "signature holds", "signatures hold"),
    )


def _told(fault: ProofFault) -> str:
    return f"event {fault.event}: {fault.message}" if fault.event is not None else fault.message


def _place_of(log: LogFile, fault: ProofFault) -> Span:
    """Return the place of a fault: its line, its tag, or the last line of the file."""
    document = log.sound
    if fault.entry is not None:
        return document.places[fault.entry].whole
    names = [tag.name for tag in document.log.tags]
    if fault.tag in names:
        return document.tag_places[names.index(fault.tag)]
    return document.places[-1].whole if document.places and not fault.tag else Span(1, 1, 2)
