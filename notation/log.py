"""The types of a log: header tags, entries with their claims and comments, and places in the file.

Read `fitl_core.record.events` next, for the events of entries.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from fitl_core.record.claims import Claim
from fitl_core.record.events import Amend, DecisionDice, Event, Stand

FORMAT_VERSION = "2"
"""The version that is written for a log without anything newer, even if its file has an older version."""
RELEASE_VERSION = "3"
"""The version that is written for a log with a tag or a line that was new in it (`version_for`)."""
NEWEST_VERSION = "4"
"""The version that is written for a log with a typed text beside a move, or with dice that name the node of
a random pick (`version_for`).
"""
READ_VERSIONS = ("1", "2", "3", "4")
"""The versions that can be read."""
RULES_RELEASE_TAG = "Rules-Release"
"""The tag with the rules release of the program that wrote a file. It is new in version 3."""


class Tag(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A header tag, `[Name "value"]`. Unknown names are kept."""

    name: str
    value: str


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of a game: an event with its claims and comments, or a comment line alone.

    `glyph` is an annotation glyph (`!`, `?`, `!?`…), and `comment` the text after `;`.
    `computed` are the lines that `fitl annotate` wrote below the move (`;=`).

    `by` is the writer of the line, and `time` the time of writing (ISO 8601). `proof` has the proofs of its
    dice, card or draw, in their order. `chain` is the line's link of the chain over all lines (64 digits;
    `fitl_core.proofs.chain`). `typed` is the move as its player worded it, if the event words it otherwise.
    `fields` are all other fields, (name, value) in the order written. Names that begin with `_` are free;
    other names are kept for programs that know them. No name occurs twice.

    `variations` are alternatives to this event. On a line without an event they are alternatives to the
    event before it.
    """

    event: Event | None = None
    claims: tuple[Claim, ...] = ()
    glyph: str = ""
    comment: str | None = None
    computed: tuple[str, ...] = ()
    by: str = ""
    time: str = ""
    proof: tuple[str, ...] = ()
    chain: str = ""
    typed: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    variations: tuple[Variation, ...] = ()


class Variation(msgspec.Struct, frozen=True, gc=False):
    """An alternative to an event: its first event replaces that event, and the others follow."""

    name: str
    entries: tuple[Entry, ...]


class Log(msgspec.Struct, frozen=True):
    """A whole log. `events` leaves out the comment lines. Event numbers count its events from 1."""

    tags: tuple[Tag, ...]
    entries: tuple[Entry, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """The events, in order. The first one is event 1."""
        return tuple(entry.event for entry in self.entries if entry.event is not None)

    def tag(self, name: str) -> str | None:
        """Return the value of a tag, or None."""
        return next((tag.value for tag in self.tags if tag.name == name), None)


def version_for(tags: Iterable[Tag], entries: Iterable[Entry]) -> str:
    """Return the version in which a log with these tags and entries is written: the oldest that has them."""
    all_entries = tuple(entries)
    if any(_is_newest(entry) for entry in all_entries):
        return NEWEST_VERSION
    if any(tag.name == RULES_RELEASE_TAG for tag in tags):
        return RELEASE_VERSION
    lines = (entry.event for entry in all_entries if isinstance(entry.event, Amend))
    return RELEASE_VERSION if any(isinstance(line.move, Stand) for line in lines) else FORMAT_VERSION


def _is_newest(entry: Entry) -> bool:
    """Check whether an entry, or one of its variations, has a part that is new in the newest version."""
    event = entry.event.move if isinstance(entry.event, Amend) else entry.event
    if entry.typed or (isinstance(event, DecisionDice) and event.at):
        return True
    return any(_is_newest(one) for variation in entry.variations for one in variation.entries)


class Span(msgspec.Struct, frozen=True, gc=False):
    """A place in the file: line and columns, both counted from 1. `end` is the column after its last."""

    line: int
    column: int
    end: int


WarningCode = Literal[
    "comment-move", "comment-claim", "tag-unusual", "put-right", "bears-on-nothing", "newer-release"
]


class LogWarning(msgspec.Struct, frozen=True):
    """A warning about a log, for something odd that is not a fault. `code` is one of a closed list."""

    code: WarningCode
    message: str
    span: Span
    hint: str = ""


class EntryPlace(msgspec.Struct, frozen=True, gc=False):
    """The places of an entry's parts.

    `clauses` has one span for each clause of an action, counted over its segments. Each verb counts as
    a clause too, as in `Violation.clause`. For a `correct` line it has one span for each part of the
    position. `claims` has one span for each claim, and `variations` one for each variation.
    """

    whole: Span
    clauses: tuple[Span, ...] = ()
    claims: tuple[Span, ...] = ()
    variations: tuple[VariationPlace, ...] = ()

    def of_clause(self, clause: int | None) -> Span:
        """Return the place of a clause by its index.

        Return that of the whole entry for None or an unknown one.
        """
        return self.clauses[clause] if clause is not None and clause < len(self.clauses) else self.whole


class VariationPlace(msgspec.Struct, frozen=True, gc=False):
    """The place of the line that opens a variation, and the places of its entries."""

    opening: Span
    entries: tuple[EntryPlace, ...]


class Gap(msgspec.Struct, frozen=True, gc=False):
    """A line with a fault, left out of the log. `after` is the number of entries before it.

    `part` is the kind of the line: of the header, an event, or another line, such as a comment. For
    "variation" it is the line that opens a variation; the whole variation is left out.
    """

    after: int
    where: Span
    part: Literal["header", "event", "other", "variation"] = "event"


class Document(msgspec.Struct, frozen=True):
    """A log with the places of its parts in the file.

    `places` has one item for each of `log.entries`, and `tag_places` the span of each header tag's value.
    `source` has the lines of the given file. `gaps` are the lines that could not be read, and `doubts` the
    warnings. `version` is the format of the file; the log itself has the version in which it is written.
    """

    log: Log
    places: tuple[EntryPlace, ...]
    tag_places: tuple[Span, ...] = ()
    source: tuple[str, ...] = ()
    gaps: tuple[Gap, ...] = ()
    version: str = FORMAT_VERSION
    doubts: tuple[LogWarning, ...] = ()

    @property
    def sound(self) -> int:
        """The number of entries before the first gap, or of all entries if there is no gap.

        A fault in the header is a gap before the first entry. A gap in a variation does not count.
        """
        gaps = [gap.after for gap in self.gaps if gap.part != "variation"]
        return min(gaps, default=len(self.log.entries))

    @property
    def sound_events(self) -> tuple[Event, ...]:
        """The events before the first gap. The rules can check these."""
        return tuple(entry.event for entry in self.log.entries[: self.sound] if entry.event is not None)
