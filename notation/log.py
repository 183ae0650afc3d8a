"""A log as the notation holds it: header tags, entries with their claims and comments, places."""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.record.claims import Claim
from fitl_core.record.events import Event

FORMAT_VERSION = "2"
"""The version that is written; a `Log` is always of it, whatever file it was read from."""
READ_VERSIONS = ("1", "2")
"""The versions that are read."""


class Tag(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A header tag, `[Name "value"]`; unknown names are kept."""

    name: str
    value: str


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of a game: an event with what people wrote beside it, or a comment line alone.

    `glyph` is an annotation glyph (`!`, `?`, `!?`…); `comment` the text behind `;`;
    `computed` the lines that `fitl annotate` wrote under the move (`;=`). `by` is who wrote the line,
    `time` when (ISO 8601), `proof` what vouches for its dice, card or draw, in their order, `chain` its link
    of the chain over all lines (64 digits; `fitl_core.proofs.chain`). `fields` are all others, (name, value)
    in the order written: names that begin with `_` are free, the rest is kept for programs that know them.
    None stands twice. `variations` are what might have come in the place of this event, or the one before it.
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
    fields: tuple[tuple[str, str], ...] = ()
    variations: tuple[Variation, ...] = ()


class Variation(msgspec.Struct, frozen=True, gc=False):
    """What might have come in the place of an event: entries of its own, the first event in that place."""

    name: str
    entries: tuple[Entry, ...]


class Log(msgspec.Struct, frozen=True):
    """A whole log. `events` leaves out the comment lines; event numbers count from 1 in it."""

    tags: tuple[Tag, ...]
    entries: tuple[Entry, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """The events, in order; the first one is event 1."""
        return tuple(entry.event for entry in self.entries if entry.event is not None)

    def tag(self, name: str) -> str | None:
        """The value of a tag, or None."""
        return next((tag.value for tag in self.tags if tag.name == name), None)


class Span(msgspec.Struct, frozen=True, gc=False):
    """Where something stands in the file: line and columns, both counted from 1; `end` is past it."""

    line: int
    column: int
    end: int


DoubtCode = Literal["comment-move", "comment-claim", "tag-unusual", "put-right", "bears-on-nothing"]


class Doubt(msgspec.Struct, frozen=True):
    """Something odd in a log that is no fault: a code of a closed list, what it is, and where it stands."""

    code: DoubtCode
    message: str
    span: Span
    hint: str = ""


class EntryPlace(msgspec.Struct, frozen=True, gc=False):
    """The places of an entry's parts.

    `clauses` has one span for each clause of an action, counted over its segments with each verb as
    a clause of its own, as `Violation.clause` counts; of a `correct` line one for each part that it names.
    `claims` has one for each claim, `variations` one for each variation.
    """

    whole: Span
    clauses: tuple[Span, ...] = ()
    claims: tuple[Span, ...] = ()
    variations: tuple[VariationPlace, ...] = ()


class VariationPlace(msgspec.Struct, frozen=True, gc=False):
    """Where a variation is opened, and the places of its entries."""

    opening: Span
    entries: tuple[EntryPlace, ...]


class Gap(msgspec.Struct, frozen=True, gc=False):
    """A line with a fault, left out of the log: `after` is the number of entries before it.

    `part` is what it would be: of the header, an event, or another line, such as a comment; or it is the line
    that opens a variation, left out whole for what is wrong in it.
    """

    after: int
    where: Span
    part: Literal["header", "event", "other", "variation"] = "event"


class Document(msgspec.Struct, frozen=True):
    """A log with where everything stands: `places` runs parallel to `log.entries`.

    `tag_places` has the span of each header tag's value, `source` the lines of the file as
    it was given. `gaps` are the lines that could not be read, `doubts` what is odd and no fault.
    `version` is the format of the file; the log itself is always of the newest.
    """

    log: Log
    places: tuple[EntryPlace, ...]
    tag_places: tuple[Span, ...] = ()
    source: tuple[str, ...] = ()
    gaps: tuple[Gap, ...] = ()
    version: str = FORMAT_VERSION
    doubts: tuple[Doubt, ...] = ()

    @property
    def sound(self) -> int:
        """How many entries stand before the first gap: all of them if there is none.

        A fault in the header is a gap before the first entry; one in a variation is none of the game.
        """
        gaps = [gap.after for gap in self.gaps if gap.part != "variation"]
        return min(gaps, default=len(self.log.entries))

    @property
    def sound_events(self) -> tuple[Event, ...]:
        """The events before the first gap: those that can still be checked by the rules."""
        return tuple(entry.event for entry in self.log.entries[: self.sound] if entry.event is not None)
