"""Reading: from the text of a log to its entries, every fault with its place."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.options import DeceptionMarker
from fitl_core.record.claims import Claim
from fitl_core.record.clauses import Clause
from fitl_core.record.events import (
    Action,
    Digest,
    Event,
    Hold,
    Note,
    Pass,
    Pivotal,
    Play,
    Reveal,
    RevealMarker,
    Segment,
    Waive,
)
from notation.claims import read_claims
from notation.clauses import read_clause, read_verb
from notation.decode import MAX_LINE, decode, lines_of
from notation.errors import NotationError, UnreadableError, UnwritableError
from notation.header import flaws_of, read_tag
from notation.lexer import Cursor, LogicalLine, shown
from notation.lines import logical_lines
from notation.log import Document, Entry, EntryPlace, Gap, Log, Span, Tag
from notation.names import nearest
from notation.parts import faction_of, read_card, read_named_card
from notation.quoting import read_text
from notation.writer import GLYPHS, MARKERS, NOTES, is_digest, write_entry, write_tag

MAX_FAULTS = 100
"""After so many faults the rest of a file is not read."""

_KINDS: dict[str, type[Pass | Waive | Hold]] = {"PASS": Pass, "WAIVE": Waive, "HOLD": Hold}


def read(data: bytes | str) -> Document:
    """Read a log, or raise the first fault in it (NotationError, or UnreadableError for no log at all)."""
    document, faults = scan(data)
    if faults:
        raise faults[0]
    return document


def scan(data: bytes | str) -> tuple[Document, tuple[NotationError, ...]]:
    """Read a log and all its faults, in the order of the file.

    Lines with faults are left out of the log, and `Document.gaps` says where: `Document.sound` is
    the number of entries before the first of them. A fault in a claim leaves out only that claim.
    """
    text = decode(data)
    lines = lines_of(text)
    scanner = _Scanner()
    first = next(
        (line for line in lines if line.plain.strip() and not line.plain.lstrip().startswith(";")), None
    )
    if first is None or not any(line.plain.lstrip().startswith("[") for line in lines):
        number = first.number if first else 1
        message = 'there is no header; a log begins with [FITL "1"] and [Scenario "..."]'
        raise UnreadableError("no-header", message, number, first.offset + 1 if first else 1)
    for line in logical_lines(lines):
        if not scanner.take(line):
            break
    return scanner.document(tuple(text.split("\n"))), tuple(scanner.faults)


class _Scanner:
    """What is read so far; takes logical lines one by one."""

    def __init__(self) -> None:
        self.tags: list[Tag] = []
        self.tag_places: list[Span] = []
        self.entries: list[Entry] = []
        self.places: list[EntryPlace] = []
        self.gaps: list[Gap] = []
        self.faults: list[NotationError] = []
        self.in_header = True
        self.headed = False
        self.broken_tags = False

    def take(self, line: LogicalLine) -> bool:
        """Read a line; False if the rest of the file shall not be read."""
        if self.in_header and line.kind in ("entry", "note", "stray", "computed") and self.headed:
            self.in_header = False
            if not self._check_header():
                return False
        before = len(self.faults)
        try:
            broken = self._line(line)
        except NotationError as fault:
            self.faults.append(fault)
            broken = True
        if broken:
            self.gaps.append(Gap(len(self.entries), line.whole))
        self.faults[before:] = sorted(self.faults[before:], key=lambda fault: (fault.line, fault.column))
        if len(self.faults) < MAX_FAULTS:
            return True
        place = line.whole
        message = f"there are {MAX_FAULTS} faults so far; the rest of the file is not read"
        self.faults.append(NotationError("too-many", message, place.line, place.column, place.end))
        return False

    def document(self, source: tuple[str, ...]) -> Document:
        """Everything read."""
        if self.in_header:
            self._check_header()
        log = Log(tuple(self.tags), tuple(self.entries))
        return Document(log, tuple(self.places), tuple(self.tag_places), source, tuple(self.gaps))

    def _check_header(self) -> bool:
        """Check the tags; False if the format is one that this program does not read."""
        self.in_header = False
        flaws = flaws_of(tuple(self.tags))
        for code, message, known, which in flaws:
            if self.broken_tags and code in ("version-missing", "tag-missing"):
                continue  # it may be the tag that could not be read
            span = (
                self.tag_places[which] if which < len(self.tag_places) and self.tag_places else Span(1, 1, 2)
            )
            fault = NotationError(code, message, span.line, span.column, span.end, candidates=known)
            self.faults.append(fault)
            self.gaps.append(Gap(0, span))
        self.faults.sort(key=lambda fault: (fault.line, fault.column))
        return not any(flaw[0] == "version-unknown" for flaw in flaws)

    def _line(self, line: LogicalLine) -> bool:
        """Read a line; True if it is broken, its faults being noted."""
        if line.size > MAX_LINE + 1:
            raise _too_long(line)
        if line.kind == "tag":
            self._tag(line)
        elif line.kind == "computed":
            self._computed(line)
        elif line.kind == "comment":
            self._add(line, Entry(comment=read_text(line.text.lstrip()[1:])), EntryPlace(line.whole))
        elif line.kind == "note":
            self._note(line)
        elif line.kind == "stray" or not self.headed:
            raise _stray(line, self.headed)
        else:
            return self._entry(line)
        return False

    def _tag(self, line: LogicalLine) -> None:
        if not self.in_header:
            start = line.plain.index("[")
            message = "a header tag stands behind the first line of the game"
            hint = "all tags belong to the top of the file"
            raise line.error("tag-misplaced", message, start, len(line.plain), hint=hint)
        self.headed = True
        try:
            tag, span = read_tag(line)
        except NotationError:
            self.broken_tags = True
            raise
        _keep_short(line, lambda: [write_tag(tag)])
        self.tags.append(tag)
        self.tag_places.append(span)
        if line.comments:
            self._add(line, Entry(comment=_comment(line)), EntryPlace(line.whole))

    def _computed(self, line: LogicalLine) -> None:
        if not self.entries:
            message = "a computed line (;=) stands under the entry it belongs to, and there is none"
            raise line.error(
                "computed-stray", message, 0, len(line.plain), hint="a comment begins with ; alone"
            )
        last = self.entries[-1]
        text = read_text(line.text.lstrip()[2:])
        _keep_short(line, lambda: write_entry(Entry(comment=text)))
        self.entries[-1] = msgspec.structs.replace(last, computed=(*last.computed, text))

    def _note(self, line: LogicalLine) -> None:
        if not self.headed:
            raise _stray(line, False)
        bare = line.text.lstrip()
        kind = next(kind for kind in NOTES if bare[: len(kind)].lower() == kind)
        text = bare[len(kind) :].removeprefix(":")
        self._add(line, Entry(Note(kind, read_text(text))), EntryPlace(line.whole))

    def _entry(self, line: LogicalLine) -> bool:
        cursor = Cursor(line)
        parser = _EntryParser(cursor)
        event = parser.event()
        if event is None:
            self.faults.extend(parser.faults)
            return True
        self.faults.extend(parser.faults)
        entry = Entry(event, tuple(parser.claims), parser.glyph, _comment(line))
        place = EntryPlace(line.whole, tuple(parser.clause_places), tuple(parser.claim_places))
        self._add(line, entry, place)
        return False

    def _add(self, line: LogicalLine, entry: Entry, place: EntryPlace) -> None:
        _keep_short(line, lambda: write_entry(entry))
        self.entries.append(entry)
        self.places.append(place)


class _EntryParser:
    """One entry: the event, then a glyph, then claims."""

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self.faults: list[NotationError] = []
        self.clause_places: list[Span] = []
        self.claims: list[Claim] = []
        self.claim_places: list[Span] = []
        self.glyph = ""

    def event(self) -> Event | None:
        """Read the whole line; None if the event in it is broken."""
        event: Event | None = None
        try:
            event = self._head()
            self._glyph()
            if not self.faults and self.cursor.now.kind not in ("=>", "end"):
                what = "the end of the line, => or a comment"
                raise self.cursor.expected(what, hint="each entry stands on a line of its own")
        except NotationError as fault:
            self.faults.append(fault)
        sound = not self.faults
        while self.cursor.now.kind not in ("=>", "end"):
            self.cursor.take()
        if self.cursor.skip("=>"):
            for claim, span in read_claims(self.cursor, self.faults):
                self.claims.append(claim)
                self.claim_places.append(span)
        return event if sound else None

    def _glyph(self) -> None:
        token = self.cursor.now
        if token.kind != "glyph":
            return
        if token.text not in GLYPHS:
            raise self.cursor.fault("glyph-unknown", f'"{shown(token.text)}" is no glyph', candidates=GLYPHS)
        self.glyph = token.text
        self.cursor.take()

    def _head(self) -> Event:
        cursor = self.cursor
        faction = faction_of(cursor.now)
        if faction:
            cursor.take()
            cursor.skip(":")
            return self._of_faction(faction)
        if cursor.skip("#"):
            return Play(read_card(cursor))
        if cursor.skip_word("next"):
            if cursor.skip_word("none"):
                return Reveal(0)
            cursor.skip("#")
            return Reveal(read_card(cursor))
        cursor.take()
        return self._digest()

    def _digest(self) -> Digest:
        cursor = self.cursor
        first = cursor.at
        while cursor.now.kind in ("word", "number", ":") and (cursor.at == first or not cursor.now.gap):
            cursor.take()
        text = "".join([token.low for token in cursor.tokens[first : cursor.at]])
        if not is_digest(text):
            cursor.go(first)
            raise cursor.expected("a digest", hint="a digest is written in the digits 0-9 and a-f")
        return Digest(text)

    def _of_faction(self, faction: Faction) -> Event:
        cursor = self.cursor
        simple = _KINDS.get(cursor.now.text.upper()) if cursor.now.kind == "word" else None
        if simple:
            cursor.take()
            return simple(faction)
        if cursor.skip_word("reveal"):
            return RevealMarker(faction, self._marker())
        if cursor.skip_word("pivotal"):
            return Pivotal(faction, read_named_card(cursor))
        limop = cursor.skip_word("limop")
        segments = [self._segment()]
        while cursor.skip("|"):
            segments.append(self._segment())
        return Action(faction, tuple(segments), limop)

    def _marker(self) -> DeceptionMarker:
        found = next((marker for marker in MARKERS if self.cursor.skip_word(marker)), None)
        if found is None:
            raise self.cursor.expected("a Deception marker", candidates=MARKERS)
        return found

    def _segment(self) -> Segment:
        cursor = self.cursor
        first = cursor.at
        try:
            verb = read_verb(cursor)
        except NotationError as fault:
            self.faults.append(fault)
            verb = ""
            self._recover(first)
        self.clause_places.append(cursor.span_from(first))
        clauses: list[Clause] = []
        while cursor.now.kind not in ("|", "=>", "glyph", "end"):
            if cursor.skip(","):
                continue
            first = cursor.at
            try:
                clauses.append(read_clause(cursor, verb))
                self.clause_places.append(cursor.span_from(first))
            except NotationError as fault:
                self.faults.append(fault)
                self._recover(first)
        return Segment(verb, tuple(clauses))

    def _recover(self, first: int) -> None:
        """Go on at the next word behind white space, comma or bar, but not where the fault began."""
        cursor = self.cursor
        if cursor.at == first:
            cursor.take()
        while cursor.now.kind not in ("|", ",", "=>", "end", "glyph"):
            if cursor.now.gap and cursor.now.kind in ("word", "{", "#"):
                return
            cursor.take()


def _comment(line: LogicalLine) -> str | None:
    """The comments behind a line and its continuation lines, as one."""
    parts = [read_text(part) for part in line.comments]
    return " ".join([part for part in parts if part]) if parts else None


def _keep_short(line: LogicalLine, write: Callable[[], list[str]]) -> None:
    """Refuse what would be too long when written; only long lines can be."""
    if line.size > MAX_LINE // 8:
        try:
            write()
        except UnwritableError:
            raise _too_long(line) from None


def _too_long(line: LogicalLine) -> NotationError:
    message = (
        f"an entry has at most {MAX_LINE:,} characters, with its continuation lines and as it is written"
    )
    return line.error("entry-too-long", message, 0, 1)


def _stray(line: LogicalLine, headed: bool) -> NotationError:
    """The fault of a line that begins like none."""
    start = len(line.plain) - len(line.plain.lstrip())
    word = line.plain[start:].split()[0]
    end = start + len(word)
    if not headed:
        message = f'"{shown(word)}" stands before the header'
        return line.error("header-late", message, start, end, hint='a log begins with [FITL "1"]')
    near = nearest(word.rstrip(":"), [*Faction, "next", "digest", *NOTES])
    hint = "a line begins with a Faction, #card, next, digest, note, ruling, amend, void or ;"
    return line.error(
        "line-unknown", f'no line begins with "{shown(word)}"', start, end, hint=hint, candidates=near
    )
