"""The events that today's rules judge otherwise than a file: for programs and for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from fitl_core.facts.counting import counted, some_of
from fitl_core.game.files import LogFile, release_of
from fitl_core.game.settling import Confirmed, JudgedOtherwise, Otherwise
from fitl_core.rules.release import RULES_RELEASE

MOST_SHOWN = 20
"""The most events that are shown to people."""
CONFIRMED: dict[Confirmed, str] = {
    "claims": "its figures are those that the file claims",
    "digest": "the next digest confirms its figures",
    "": "nothing in the file confirms its figures: compare them with the board",
}


class NoteOnRule(msgspec.Struct, frozen=True):
    """A release note that explains another verdict: the release that brought it, the rule, what changed."""

    release: int
    rule: str
    what: str


class ReleaseDifference(msgspec.Struct, frozen=True):
    """An event that today's rules judge otherwise, and the `offered` line that lets it stand, "" for none.

    `line` is its line in the file (from 1). `otherwise` says how it is judged, and `confirmed` what agrees
    with the offered figures.
    """

    event: int
    line: int
    otherwise: Otherwise
    rule: str
    why: str
    notes: tuple[NoteOnRule, ...]
    offered: str
    confirmed: Confirmed


def release_differences(log: LogFile, found: Iterable[JudgedOtherwise]) -> tuple[ReleaseDifference, ...]:
    """Return the report on each event that is judged otherwise."""
    found = tuple(found)
    lines = _lines(log) if found else []
    return tuple(
        [
            ReleaseDifference(
                event.number,
                lines[event.number - 1],
                event.otherwise,
                event.rule,
                event.why,
                tuple([NoteOnRule(note.release, note.rule, note.what) for note in event.notes]),
                event.line,
                event.confirmed,
            )
            for event in found
        ]
    )


def difference_lines(log: LogFile, found: Sequence[JudgedOtherwise]) -> list[str]:
    """Return lines for people: each event that is judged otherwise, why, and the line that lets it stand."""
    written = release_of(log)
    by = f"rules release {written}" if written is not None else "an unknown rules release"
    head = f"{log.name} was written by {by}; release {RULES_RELEASE} judges {_events(len(found))} otherwise:"
    places = _lines(log)
    shown = ["\n".join(_told(event, places[event.number - 1])) for event in found]
    return [head, *some_of(shown, MOST_SHOWN)]


def _told(event: JudgedOtherwise, line: int) -> list[str]:
    rule = f"{event.rule}: " if event.rule else ""
    lines = [f"  event {event.number} (line {line}): {rule}{event.why}"]
    lines += [f"    since release {note.release}, {note.rule}: {note.what}" for note in event.notes]
    if not event.notes:
        lines.append("    no release note explains this")
    if not event.line:
        return [*lines, f"    no line can let it stand: take it back with void {event.number}"]
    return [*lines, f"    {event.line}", f"    ({CONFIRMED[event.confirmed]})"]


def _events(number: int) -> str:
    return counted(number, "event")


def _lines(log: LogFile) -> list[int]:
    """Return the line of each event in the file."""
    document = log.sound
    pairs = zip(document.log.entries, document.places, strict=True)
    return [place.whole.line for entry, place in pairs if entry.event is not None]
