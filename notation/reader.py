"""Read the text of a log: its header, its entries, and every fault with its place.

Read `notation.logical_lines` next, then `notation.entries`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.record.events import Amend, Note, Stand, Void
from notation.decode import MAX_LINE, TextLine, decode, lines_of, split
from notation.entries import EntryReader
from notation.errors import (
    MAX_FAULTS,
    NotationError,
    UnreadableError,
    UnwritableError,
    capped,
    too_many_faults,
)
from notation.header import MAX_TAGS, TOO_MANY_TAGS, flaws_of, game_of, read_tag
from notation.lexer import Cursor, LogicalLine, shown
from notation.log import FORMAT_VERSION, Document, Entry, EntryPlace, Gap, Log, LogWarning, Span, Tag
from notation.logical_lines import logical_lines
from notation.nesting import NO_NAME, Nesting
from notation.old import FREE_TEXT_WORDS, new_tags, note_of, version_fault
from notation.position_reader import faults_in_position, scan_parts
from notation.quoting import read_text
from notation.remarks import EntryTexts
from notation.space_names import nearest
from notation.stated_symbols import placed_faults
from notation.text_warnings import first_warnings, warning_of_comment, warning_of_tags
from notation.writer import is_name_of_variation, write_entry, write_tag


def read(data: bytes | str) -> Document:
    """Read a log.

    Raises its first fault (`NotationError`), or `UnreadableError` if the data are not a log.
    """
    document, faults = scan(data)
    if faults:
        raise faults[0]
    return document


def scan(data: bytes | str) -> tuple[Document, tuple[NotationError, ...]]:
    """Read a log and all its faults, in the order of the file.

    Lines with faults are left out of the log; `Document.gaps` has their places. `Document.sound` is the
    number of entries before the first of them. A fault in a claim leaves out only that claim.
    """
    source = split(decode(data))
    filled = (line for line in lines_of(source) if line.plain.strip())
    first = next((line for line in filled if not line.plain.lstrip().startswith(";")), None)
    if first is None or not any(line.plain.lstrip().startswith("[") for line in lines_of(source)):
        number = first.number if first else 1
        message = f'there is no header; a log begins with [FITL "{FORMAT_VERSION}"] and [Scenario "..."]'
        raise UnreadableError("no-header", message, number, first.offset + 1 if first else 1)
    scanner = _Scanner(_version_of(first))
    for line in logical_lines(lines_of(source), scanner.version):
        if not scanner.take(line):
            break
    return scanner.document(source), tuple(capped(scanner.faults))


def read_line(line: str) -> Entry:
    """Read one line of a game, without a header: `read_line("VC pass   ; nothing to gain").event`.

    Raises `NotationError` for a line that cannot be understood, for no line, and for more than one.
    The `line` of the error counts from 1 in the given text.
    """
    return placed_line(line)[0]


def placed_line(line: str) -> tuple[Entry, EntryPlace]:
    """Read one line of a game with the places of its parts. Raises `NotationError` as `read_line` does."""
    placed_entry, faults = scan_line(line)
    if placed_entry is None:
        raise faults[0]
    return placed_entry


def scan_line(line: str) -> tuple[tuple[Entry, EntryPlace] | None, tuple[NotationError, ...]]:
    """Read one line of a game. Return its entry with the places of its parts, or None, and all faults."""
    scanner = _Scanner(FORMAT_VERSION)
    scanner.in_header, scanner.headed = False, True
    for logical in logical_lines(lines_of(split(decode(line)) if line.strip() else ())):
        scanner.take(logical)
    faults = (*scanner.faults, *scanner.nesting.finish())
    if faults:
        return None, faults
    entries, places = scanner.nesting.entries, scanner.nesting.places
    if len(entries) != 1:
        message = f"one line of a game is expected, not {len(entries) or 'none'}"
        place = places[1].whole if entries else Span(1, 1, 2)
        return None, (NotationError("line-single", message, place.line, place.column, place.end),)
    return (entries[0], places[0]), ()


def _version_of(first: TextLine) -> str:
    """Return the version that the first line names, before the header is checked.

    Default: the current one.
    """
    try:
        tag, _ = read_tag(LogicalLine("tag", first))
    except (NotationError, ValueError):
        return FORMAT_VERSION
    return tag.value if tag.name == "FITL" else FORMAT_VERSION


class _Scanner:
    """Takes logical lines one by one, and keeps everything read so far."""

    def __init__(self, version: str) -> None:
        self.version = version
        self.tags: list[Tag] = []
        self.tag_places: list[Span] = []
        self.nesting = Nesting()
        self.faults: list[NotationError] = []
        self.in_header = True
        self.headed = False
        self.broken_tags = False
        self.doubts: list[LogWarning] = []
        self.position: LogicalLine | None = None
        self.symbols: LogicalLine | None = None
        self.computed: list[str] = []  # computed lines of the last entry that are not in it yet

    def take(self, line: LogicalLine) -> bool:
        """Read a line. Return False if the rest of the file shall not be read."""
        if self.in_header and line.kind not in ("tag", "comment") and self.headed:
            self.in_header = False
            if not self._check_header():
                return False
        before = len(self.faults)
        try:
            broken = self._line(line)
        except NotationError as fault:
            self.faults.append(fault)
            broken = True
        if broken and line.kind != "variation":
            self.nesting.leave_out(line.whole, self._part_of(line))
        self.faults[before:] = sorted(self.faults[before:], key=lambda fault: (fault.line, fault.column))
        if len(self.faults) < MAX_FAULTS:
            return True
        self.nesting.finish()  # an open variation may be closed in the part that is not read
        self.faults.append(too_many_faults(*_whole(line)))
        return False

    def document(self, source: tuple[str, ...]) -> Document:
        """Return everything read."""
        if self.in_header:
            self._check_header()
        self._settle()
        self.faults += self.nesting.finish()
        entries = tuple(self.nesting.entries)
        log = Log(new_tags(tuple(self.tags), entries), entries)
        self._doubt(warning_of_tags(self.tags, tuple(self.tag_places)))
        return Document(
            log,
            tuple(self.nesting.places),
            tuple(self.tag_places),
            source,
            tuple(self.nesting.gaps),
            self.version,
            first_warnings(self.doubts),
        )

    def _check_header(self) -> bool:
        """Check the tags. Return False if this program cannot read the format."""
        self.in_header = False
        flaws = flaws_of(tuple(self.tags))
        at = next((i for i, tag in enumerate(self.tags) if tag.name == "Position"), None)
        for code, message, known, which in flaws:
            if self.broken_tags and code in ("version-missing", "tag-missing"):
                continue  # it may be the tag that could not be read
            span = (
                self.tag_places[which] if which < len(self.tag_places) and self.tag_places else Span(1, 1, 2)
            )
            fault = NotationError(code, message, span.line, span.column, span.end, candidates=known)
            if code == "tag-value" and which == at and self.position is not None:
                self.faults += faults_in_position(scan_parts(self.position), fault)
            elif code == "tag-value" and self.symbols is not None and self.tags[which].name == "Symbols":
                self.faults += placed_faults(self.symbols, game_of(tuple(self.tags)), fault)
            else:
                self.faults.append(fault)
            self.nesting.gaps.append(Gap(0, span, "header"))
        self.faults.sort(key=lambda fault: (fault.line, fault.column))
        return not any(flaw[0] == "version-unknown" for flaw in flaws)

    def _part_of(self, line: LogicalLine) -> Literal["header", "event", "other"]:
        """Return the kind of `Gap` that a line with a fault leaves."""
        if line.kind == "tag":
            return "header" if self.in_header else "other"
        return "other" if line.kind in ("comment", "computed") else "event"

    def _line(self, line: LogicalLine) -> bool:
        """Read a line. Return True if it has a fault that is already in `faults`."""
        if line.size > MAX_LINE + 1:
            raise _too_long(line)
        if line.kind == "tag":
            self._tag(line)
        elif line.kind == "computed":
            self._computed(line)
        elif line.kind == "comment":
            text = line.text.lstrip()[1:]
            at = line.span(len(line.text) - len(text), len(line.text))
            self._doubt(warning_of_comment(text, at.line, at.column))
            remark = self._remark(line, text)
            self._add(line, Entry(comment=remark.text or "", **remark.fields), EntryPlace(line.whole))
        elif line.kind == "variation" and self.headed:
            self._variation(line)
        elif line.kind == "stray" or not self.headed:
            raise _stray(line, self.headed)
        elif line.kind == "note":
            self._note(line)
        elif line.kind == "later":
            raise version_fault(*_whole(line))
        else:
            return self._entry(line)
        return False

    def _tag(self, line: LogicalLine) -> None:
        if not self.in_header:
            start = line.plain.index("[")
            message = "a header tag stands after the first line of the game"
            hint = "all tags belong at the top of the file"
            raise line.error("tag-misplaced", message, start, len(line.plain), hint=hint)
        self.headed = True
        if len(self.tags) == MAX_TAGS:
            raise line.error("too-many", TOO_MANY_TAGS, 0, len(line.plain))
        try:
            tag, span = read_tag(line)
        except NotationError:
            self.broken_tags = True
            raise
        _keep_short(line, lambda: [write_tag(tag)])
        self.tags.append(tag)
        self.tag_places.append(span)
        if tag.name in ("Position", "Symbols"):
            before = line.span(0, 0).column
            value = line.stretch(span.column - before, span.end - before)
            if tag.name == "Position":
                self.position = value
            else:
                self.symbols = value
        if line.comments:
            remark = self._comments(line)
            self._add(line, Entry(comment=remark.text or "", **remark.fields), EntryPlace(line.whole))

    def _computed(self, line: LogicalLine) -> None:
        if not self.nesting.entries:
            message = "a computed line (;=) belongs below an entry, and there is no entry above it"
            raise line.error(
                "computed-stray", message, 0, len(line.plain), hint="a comment begins with ; alone"
            )
        text = read_text(line.text.lstrip()[2:])
        _keep_short(line, lambda: write_entry(Entry(comment=text)))
        self.computed.append(text)

    def _settle(self) -> None:
        """Put the computed lines into the entry above them."""
        if self.computed:
            entries = self.nesting.entries
            entries[-1] = msgspec.structs.replace(entries[-1], computed=tuple(self.computed))
            self.computed.clear()

    def _note(self, line: LogicalLine) -> None:
        bare = line.text.lstrip()
        word = next(word for word in FREE_TEXT_WORDS if bare[: len(word)].lower() == word)
        text = bare[len(word) :].removeprefix(":")
        if self.version == "1":
            if word != "note" and _works(line):
                raise version_fault(*_whole(line))
            self._add(line, Entry(note_of(word, read_text(text))), EntryPlace(line.whole))
            return
        remark = self._remark(line, text)
        entry = Entry(Note(remark.text or ""), **remark.fields)
        self._add(line, entry, EntryPlace(line.whole))

    def _variation(self, line: LogicalLine) -> None:
        """Read a line that opens a variation, or closes one."""
        if self.version == "1":
            raise version_fault(*_whole(line))
        self._settle()
        bare = line.text.strip()
        name = read_text(bare[1:])
        if bare[0] == ")":
            self.nesting.close(line.whole)
            message = "nothing can follow the ) that closes a variation" if name else ""
        elif name.endswith(")"):
            message = NO_NAME  # the variation was meant to end on this line: none is opened
        else:
            self.nesting.open(name, line.whole)
            message = "" if is_name_of_variation(name) else NO_NAME
            if message:
                self.nesting.leave_out(line.whole, "other")
        if message:
            start = len(line.plain) - len(line.plain.lstrip()) + 1
            raise line.error("variation-form", message, start, len(line.plain.rstrip()))

    def _entry(self, line: LogicalLine) -> bool:
        parser = EntryReader(Cursor(line))
        event = parser.event()
        self.faults.extend(parser.faults)
        if event is None:
            return True
        remark = self._comments(line)
        entry = Entry(event, tuple(parser.claims), parser.glyph, remark.text, **remark.fields)
        self._add(line, entry, parser.place(line.whole))
        return False

    def _comments(self, line: LogicalLine) -> EntryTexts:
        """Read the comments of a line and of its continuation lines."""
        remark = EntryTexts()
        for comment in line.comments:
            self._doubt(warning_of_comment(comment.text, comment.line, comment.column))
            if self.version == "1":
                remark.add_text(read_text(comment.text))
            else:
                remark.read(comment.text, comment.error)
        return remark

    def _remark(self, line: LogicalLine, text: str) -> EntryTexts:
        """Read a line that has only fields and this text at its end."""
        remark = EntryTexts()
        if self.version == "1":
            remark.add_text(read_text(text))
            return remark
        before = len(line.text) - len(text)

        def fault(code: str, message: str, start: int, end: int, *, hint: str = "") -> NotationError:
            return line.error(code, message, before + start, before + end, hint=hint)

        remark.read(text, fault)
        return remark

    def _doubt(self, doubt: LogWarning | None) -> None:
        if doubt is not None:
            self.doubts.append(doubt)

    def _add(self, line: LogicalLine, entry: Entry, place: EntryPlace) -> None:
        _keep_short(line, lambda: write_entry(entry))
        self._settle()
        self.nesting.add(entry, place)


def _works(line: LogicalLine) -> bool:
    """Check whether a line of free text of version 1 would have an effect in version 2."""
    cut = line.plain.find(";")
    parser = EntryReader(Cursor(line.stretch(0, cut if cut >= 0 else len(line.plain))))
    return isinstance(parser.event(), Void | Amend | Stand)


def _whole(line: LogicalLine) -> tuple[int, int, int]:
    place = line.whole
    return place.line, place.column, place.end


def _keep_short(line: LogicalLine, write: Callable[[], list[str]]) -> None:
    """Raise `NotationError` for a line whose canonical text is too long."""
    if line.size > MAX_LINE // 8:  # the canonical text of a shorter line cannot be too long
        try:
            write()
        except UnwritableError:
            raise _too_long(line) from None


def _too_long(line: LogicalLine) -> NotationError:
    message = (
        f"an entry has at most {MAX_LINE:,} characters, with its continuation lines and in canonical form"
    )
    return line.error("entry-too-long", message, 0, 1)


def _stray(line: LogicalLine, headed: bool) -> NotationError:
    """Return the fault of a line whose beginning is not known."""
    start = len(line.plain) - len(line.plain.lstrip())
    word = line.plain[start:].split()[0]
    end = start + len(word)
    if not headed:
        message = f'"{shown(word)}" stands before the header'
        hint = f'a log begins with [FITL "{FORMAT_VERSION}"]'
        return line.error("header-late", message, start, end, hint=hint)
    opening = ("next", "digest", "dice", "players", "note", "void", "amend", "correct", "ruling")
    near = nearest(word.rstrip(":"), [*Faction, *opening])
    hint = f"a line begins with a Faction, #card, {', '.join(opening)} or ;"
    return line.error(
        "line-unknown", f'no line begins with "{shown(word)}"', start, end, hint=hint, candidates=near
    )
