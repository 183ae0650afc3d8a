"""Read JSON Lines: the header on the first line, then one entry on each line. No part of a log is lost.

`notation.json_writer` writes them. Read `notation.nesting` next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

from fitl_core.record.claims import Claim
from fitl_core.record.clauses import Verb
from fitl_core.record.events import Action, Amend, Event, Segment, Stand, bare_move
from notation.claim_writer import write_claim
from notation.decode import MAX_JSON, decode
from notation.errors import (
    MAX_FAULTS,
    NotationError,
    UnreadableError,
    UnwritableError,
    capped,
    too_many_faults,
)
from notation.header import flaws_of, game_of
from notation.json_places import JsonPlace, RepeatedKey, path_of, places_of
from notation.json_writer import KEPT, Header, VariationLine
from notation.log import (
    FORMAT_VERSION,
    READ_VERSIONS,
    Document,
    Entry,
    EntryPlace,
    Gap,
    Log,
    LogWarning,
    Span,
    Tag,
)
from notation.nesting import NO_NAME, Nesting
from notation.old import new_entry, new_tags, version_fault
from notation.position_reader import Parts, faults_in_position, scan_position
from notation.remarks import OWN
from notation.stated_symbols import placed_faults, symbols_in_json
from notation.tag_names import known_name
from notation.tag_values import canonical_value
from notation.text_warnings import first_warnings, warning_of_comment, warning_of_tags
from notation.writer import (
    is_name_of_variation,
    write_entry,
    write_event,
    write_segment,
    write_tag,
)

_Part = TypeVar("_Part", bound=msgspec.Struct)

_LATER = ("void", "amend", "correct", "stand", "dice", "players")


def load(data: bytes | str) -> Document:
    """Read JSON Lines, or raise the first fault. A value that the text form cannot write is a fault too."""
    document, faults = scan_json(data)
    if faults:
        raise faults[0]
    return document


def scan_json(data: bytes | str) -> tuple[Document, tuple[NotationError, ...]]:
    """Read JSON Lines and all their faults, in the order of the file. `Document.gaps` is as in `scan`.

    Of each entry only the first fault is reported, of the header all. Raises `UnreadableError` if the data
    are not a log.
    """
    source = tuple(decode(data).split("\n"))
    lines = (_Line(number, line) for number, line in enumerate(source, 1) if line.strip())
    first = next(lines)
    if not first.text.lstrip().startswith("{"):
        example = f'{{"tags":[["FITL","{FORMAT_VERSION}"],...]}}'
        message = f"this is not a log in JSON Lines; its first line would be {example}"
        raise UnreadableError("no-header", message, first.number, 1)
    tags, tag_places, faults = first.header()
    version = tags[0].value if tags and tags[0].value in READ_VERSIONS else FORMAT_VERSION
    versions = (version,) if tags else (FORMAT_VERSION, "1")  # a header that cannot be read names none
    nesting = Nesting()
    nesting.gaps += [Gap(0, Span(fault.line, fault.column, fault.end), "header") for fault in faults]
    doubts = [warning_of_tags(tags, tag_places)]
    unknown = any(fault.code == "version-unknown" for fault in faults)
    for line in lines if not unknown else ():
        is_variation = line.is_variation_line(versions)
        try:
            if is_variation:
                line.read_variation_line(nesting)
                continue
            entry, place = line.entry_of(versions)
            nesting.add(entry, place)
        except NotationError as fault:
            faults.append(_bare(fault))
            if not is_variation:
                nesting.leave_out(line.whole, "event" if '"event"' in line.text else "other")
            if len(faults) >= MAX_FAULTS:
                nesting.finish()  # an open variation may be closed in the part that is not read
                faults.append(too_many_faults(fault.line, fault.column, fault.end))
                break
            continue
        if (doubt := line.doubt(entry)) is not None:
            doubts.append(doubt)
    faults += nesting.finish()
    document = Document(
        Log(new_tags(tags, nesting.entries), tuple(nesting.entries)),
        tuple(nesting.places),
        tag_places,
        source,
        tuple(nesting.gaps),
        version,
        first_warnings([doubt for doubt in doubts if doubt is not None]),
    )
    return document, tuple(capped(faults))


def position_in_json(line: str, value: Span) -> Parts | None:
    """Return the parts of a `Position` in a header line with their places, or None if it has escapes."""
    written = line[value.column : value.end - 2]
    return None if "\\" in written else scan_position(written, value.line, value.column)


class _Line:
    """A line of JSON, read with the places of its values."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text
        self.places = JsonPlace(len(text) - len(text.lstrip()), len(text.rstrip()))

    def header(self) -> tuple[tuple[Tag, ...], tuple[Span, ...], list[NotationError]]:
        """Return the tags, the spans of their values, and all their faults."""
        try:
            header = self._convert(self._raw(), Header)
        except NotationError as fault:
            return (), (), [_bare(fault)]
        named = [(known_name(tag.name), tag.value) for tag in header.tags]
        tags = tuple([Tag(name, canonical_value(name, value)) for name, value in named])
        places = [self.places.at("tags", i, 1) for i in range(len(tags))]
        spans = tuple([self._span(place) for place in places])
        faults: list[NotationError] = []
        flaws = flaws_of(tags)
        faulty = {which for *_, which in flaws}
        for code, message, known, which in flaws:
            place = places[which] if which < len(places) else self.places
            whole = self.fault(code, message, place, candidates=known)
            if code == "tag-value" and tags[which].name == "Position":
                parts = position_in_json(self.text, spans[which])
                faults += faults_in_position(parts, whole) if parts is not None else [whole]
            elif code == "tag-value" and tags[which].name == "Symbols":
                value = symbols_in_json(self.text, spans[which])
                faults += placed_faults(value, game_of(tags), whole) if value is not None else [whole]
            else:
                faults.append(whole)
        for i, (tag, place) in enumerate(zip(tags, places, strict=True)):
            if i in faulty:
                continue
            try:
                write_tag(tag)
            except UnwritableError as unwritable:
                faults.append(self.fault("json-value", unwritable.message, place))
        return tags, spans, sorted(faults, key=lambda fault: fault.column)

    def is_variation_line(self, versions: Sequence[str]) -> bool:
        """Check whether this line opens or closes a variation. No file of version 1 has such lines."""
        if '"variation"' not in self.text or "1" in versions[:1]:
            return False
        try:
            return "variation" in msgspec.json.decode(self.text, type=dict[str, Any])
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return False

    def read_variation_line(self, nesting: Nesting) -> None:
        """Open or close a variation: `{"variation": "name"}`, `{"variation": null}`."""
        try:
            name = self._convert(self._raw(), VariationLine).variation
        except NotationError:
            nesting.leave_out(self.whole, "other")
            raise
        if name is None:
            nesting.close(self.whole)
            return
        nesting.open(name, self.whole)
        if not is_name_of_variation(name):
            nesting.leave_out(self.whole, "other")
            raise self.fault("variation-form", NO_NAME, self.places)

    def entry_of(self, versions: Sequence[str]) -> tuple[Entry, EntryPlace]:
        """Return the entry, read by the first of these versions that accepts it.

        Raises the fault (`NotationError`) of the first version if none accepts it.
        """
        first, *others = versions
        try:
            return self.entry(first)
        except NotationError:
            for version in others:
                with suppress(NotationError):
                    return self.entry(version)
            raise

    def entry(self, version: str) -> tuple[Entry, EntryPlace]:
        """Return the entry and the places of its parts, read by this version."""
        raw = self._raw()
        if not isinstance(raw, dict):
            raise self.fault("json", "not an entry of a log: an object is expected", self.places)
        if version == "1":
            self._refuse_later_fields(raw)
            raw = new_entry(raw)
            (self.places.at("event").members or {}).pop("kind", None)
        self._refuse_text_fields(raw)
        fields = {key: raw.pop(key) for key in tuple(raw) if key[:1] in ("_", KEPT)}
        entry = self._convert(raw, Entry)
        for key, value in fields.items():
            if not isinstance(value, str):
                raise self.fault("json", f"not an entry of a log: {key} is a text", self.places.at(key))
        if fields:
            named = tuple([(key.removeprefix(KEPT), value) for key, value in fields.items()])
            entry = msgspec.structs.replace(entry, fields=named)
        try:
            write_entry(entry)
        except UnwritableError as unwritable:
            raise self.fault("json-value", unwritable.message, self._unwritable_part(entry)) from None
        return entry, self._entry_place(entry.event)

    def doubt(self, entry: Entry) -> LogWarning | None:
        """Return the warning about the comment of this line's entry, or None."""
        warning = warning_of_comment(entry.comment, 1, 1) if entry.comment else None
        if warning is None:
            return None
        return msgspec.structs.replace(warning, span=self._span(self.places.at("comment")))

    @property
    def whole(self) -> Span:
        """The span of the line."""
        return self._span(JsonPlace(len(self.text) - len(self.text.lstrip()), len(self.text.rstrip())))

    def fault(
        self, code: str, message: str, place: JsonPlace, *, candidates: tuple[str, ...] = ()
    ) -> NotationError:
        """Return a fault at a place of this line."""
        span = self._span(place)
        return NotationError(code, message, span.line, span.column, span.end, candidates=candidates)

    def _raw(self) -> Any:
        """Return the line as plain lists and objects. Raises `NotationError` for a line that is not JSON."""
        if len(self.text) > MAX_JSON:
            message = f"a line of JSON has at most {MAX_JSON:,} characters"
            raise self.fault("entry-too-long", message, JsonPlace(MAX_JSON, MAX_JSON + 1))
        try:
            raw = msgspec.json.decode(self.text)
            self.places = places_of(self.text)
        except RepeatedKey as repeated:
            message = f'the key "{repeated.key[:40]}" stands here a second time'
            raise self.fault("json-twice", message, JsonPlace(repeated.start, repeated.end)) from None
        except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as fault:
            byte = re.search(r"\(byte (\d+)\)", str(fault))
            start = 0
            if byte:
                start = len(self.text.encode(errors="replace")[: int(byte[1])].decode(errors="ignore"))
            place = JsonPlace(start, start + 1) if byte else self.places
            raise self.fault("json", f"not an entry of a log: {fault}", place) from None
        return raw

    def _convert(self, raw: Any, kind: type[_Part]) -> _Part:
        try:
            part = msgspec.convert(raw, type=kind)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
            place = self.places.at(*path_of(str(fault)))
            raise self.fault("json", f"not an entry of a log: {fault}", place) from None
        unknown = _unknown_part(self.places, part)
        if unknown is not None:
            raise self.fault("json-unknown", f"{unknown[0]} means nothing here", unknown[1])
        return part

    def _refuse_text_fields(self, raw: dict[str, Any]) -> None:
        """Raise `NotationError` for the fields of `Entry` that JSON Lines write in another way."""
        if "variations" in raw:
            message = 'a variation needs its own lines: {"variation":"name"}, its events, {"variation":null}'
            raise self.fault("variation-form", message, self.places.at("variations"))
        if "fields" in raw:
            raise self.fault("json-unknown", 'the field "fields" means nothing here', self._key("fields"))

    def _refuse_later_fields(self, raw: dict[str, Any]) -> None:
        """Raise `NotationError` for events and fields that version 1 does not have."""
        event = raw.get("event")
        later = isinstance(event, dict) and event.get("event") in _LATER
        key = next((key for key in raw if key in OWN or key[:1] in ("_", KEPT)), None)
        if later or key is not None:
            span = self._span(self.places.at("event") if later else self._key(key or ""))
            raise version_fault(span.line, span.column, span.end)

    def _key(self, key: str) -> JsonPlace:
        return JsonPlace(*self.places.keys[key])

    def _entry_place(self, event: Event | None) -> EntryPlace:
        """Return the places of an entry's clauses and claims, in the order of the text form."""
        inner, stand = _inner(event)
        clauses: list[JsonPlace] = []
        for segment in self.places.at(*inner, "segments").items or ():
            clauses += [segment.at("verb"), *(segment.at("clauses").items or ())]
        owner = self.places.at(*stand) if stand else self.places
        claims = owner.at("claims").items or ()
        return EntryPlace(self._span(self.places), self._spans(clauses), self._spans(claims))

    def _unwritable_part(self, entry: Entry) -> JsonPlace:
        """Return the place of the smallest part of an entry that cannot be written as text."""
        event, event_place = entry.event, self.places.at("event")
        inner, stand = _inner(event)
        move, move_place = bare_move(event) if event is not None else None, self.places.at(*inner)
        if isinstance(move, Action):
            for i, segment in enumerate(move.segments):
                if not _is_writable(Segment(segment.verb)):
                    return move_place.at("segments", i, "verb")
                for j, clause in enumerate(segment.clauses):
                    if isinstance(clause, Verb) or not _is_writable(Segment(segment.verb, (clause,))):
                        return move_place.at("segments", i, "clauses", j)
        ruling = event.move if isinstance(event, Amend) else event
        if isinstance(ruling, Stand):
            claims, claims_place = ruling.claims, self.places.at(*stand, "claims")
        else:
            claims, claims_place = entry.claims, self.places.at("claims")
        wrong = next((i for i, claim in enumerate(claims) if not _is_writable(claim)), None)
        if wrong is not None:
            return claims_place.at(wrong)
        return event_place if event is not None and not _is_writable(event) else self.places

    def _span(self, place: JsonPlace) -> Span:
        return Span(self.number, place.start + 1, max(place.end, place.start + 1) + 1)

    def _spans(self, places: Iterable[JsonPlace]) -> tuple[Span, ...]:
        return tuple([self._span(place) for place in places])


def _inner(event: Event | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the keys that lead to the move in an entry, and those that lead to a move let stand, or none."""
    match event:
        case Amend(_, Stand()):
            return ("event", "move", "move"), ("event", "move")
        case Amend():
            return ("event", "move"), ()
        case Stand():
            return ("event", "move"), ("event",)
        case _:
            return ("event",), ()


def _bare(fault: NotationError) -> NotationError:
    """Return the fault without its traceback and context, which would keep everything read in memory."""
    fault.__traceback__ = fault.__context__ = None
    return fault


def _is_writable(part: Event | Claim | Segment) -> bool:
    """Check whether the text form can write an event, a segment or a claim."""
    try:
        if isinstance(part, Segment):
            write_segment(part)
        elif isinstance(part, Event):
            write_event(part)
        else:
            write_claim(part)
    except UnwritableError:
        return False
    return True


def _unknown_part(place: JsonPlace, read: object) -> tuple[str, JsonPlace] | None:
    """Return the first part of the JSON that the value `read` from it lacks, with its place, or None."""
    if isinstance(read, msgspec.Struct):
        fields = read.__struct_encode_fields__
        values = [getattr(read, name) for name in read.__struct_fields__]
        if place.members is not None:
            known = {*fields, read.__struct_config__.tag_field}
            free = isinstance(read, Entry)
            others = [key for key in place.members if key not in known]
            unknown = [key for key in others if not (free and key[:1] in ("_", KEPT))]
            if unknown:
                return f'the field "{unknown[0][:40]}"', JsonPlace(*place.keys[unknown[0]])
            named = zip(fields, values, strict=True)
            pairs = [(place.members[name], value) for name, value in named if name in place.members]
        else:
            items = place.items or []
            if len(items) > len(fields):
                return f"a list of {len(items)} where {len(fields)} are expected", place
            pairs = list(zip(items, values, strict=False))
    elif isinstance(read, tuple) and place.items is not None:
        pairs = list(zip(place.items, read, strict=True))
    else:
        return None
    return next((part for at, value in pairs if (part := _unknown_part(at, value))), None)
