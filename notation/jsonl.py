"""Reading JSON Lines: the header on the first line, then one entry a line; nothing is lost."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

from fitl_core.record.claims import Claim
from fitl_core.record.clauses import Verb
from fitl_core.record.events import Action, Amend, Event, Segment, Stand
from notation.claim_writer import write_claim
from notation.decode import MAX_JSON, decode
from notation.doubts import doubt_of_comment, doubt_of_tags, told_doubts
from notation.errors import (
    MAX_FAULTS,
    NotationError,
    UnreadableError,
    UnwritableError,
    capped,
    enough,
)
from notation.header import flaws_of
from notation.json_places import Place, RepeatedKey, path_of, places_of
from notation.json_writer import KEPT, Header, Turning
from notation.log import (
    FORMAT_VERSION,
    READ_VERSIONS,
    Document,
    Doubt,
    Entry,
    EntryPlace,
    Gap,
    Log,
    Span,
    Tag,
)
from notation.nesting import NO_NAME, Nesting
from notation.old import new_entry, new_tags, version_fault
from notation.position import Parts, in_position, scan_position
from notation.remarks import OWN
from notation.tag_names import known_name
from notation.tag_values import canonical_value
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
    """Read JSON Lines, or raise the first fault. What the text form could not say is a fault here too."""
    document, faults = scan_json(data)
    if faults:
        raise faults[0]
    return document


def scan_json(data: bytes | str) -> tuple[Document, tuple[NotationError, ...]]:
    """Read JSON Lines and all their faults, in the order of the file; `Document.gaps` as `scan` has them.

    Of an entry the first fault is told, of the header all. Raises `UnreadableError` where it is no log.
    """
    source = tuple(decode(data).split("\n"))
    lines = (_Line(number, line) for number, line in enumerate(source, 1) if line.strip())
    first = next(lines)
    if not first.text.lstrip().startswith("{"):
        example = f'{{"tags":[["FITL","{FORMAT_VERSION}"],...]}}'
        message = f"this is no log in JSON Lines; its first line is {example}"
        raise UnreadableError("no-header", message, first.number, 1)
    tags, tag_places, faults = first.header()
    version = tags[0].value if tags and tags[0].value in READ_VERSIONS else FORMAT_VERSION
    versions = (version,) if tags else READ_VERSIONS[::-1]  # a header that cannot be read names none
    nesting = Nesting()
    nesting.gaps += [Gap(0, Span(fault.line, fault.column, fault.end), "header") for fault in faults]
    doubts = [doubt_of_tags(tags, tag_places)]
    unknown = any(fault.code == "version-unknown" for fault in faults)
    for line in lines if not unknown else ():
        turns = line.turns(versions)
        try:
            if turns:
                line.turn(nesting)
                continue
            entry, place = line.entry_of(versions)
            nesting.add(entry, place)
        except NotationError as fault:
            faults.append(_bare(fault))
            if not turns:
                nesting.leave_out(line.whole, "event" if '"event"' in line.text else "other")
            if len(faults) >= MAX_FAULTS:
                nesting.finish()  # what is open would be closed behind what is not read
                faults.append(enough(fault.line, fault.column, fault.end))
                break
            continue
        if (doubt := line.doubt(entry)) is not None:
            doubts.append(doubt)
    faults += nesting.finish()
    document = Document(
        Log(new_tags(tags), tuple(nesting.entries)),
        tuple(nesting.places),
        tag_places,
        source,
        tuple(nesting.gaps),
        version,
        told_doubts([doubt for doubt in doubts if doubt is not None]),
    )
    return document, tuple(capped(faults))


def position_in_json(line: str, value: Span) -> Parts | None:
    """The parts of a `Position` in a header line, in their places; None where it is written with escapes."""
    written = line[value.column : value.end - 2]
    return None if "\\" in written else scan_position(written, value.line, value.column)


class _Line:
    """A line of JSON, read with the places of what stands in it."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text
        self.places = Place(len(text) - len(text.lstrip()), len(text.rstrip()))

    def header(self) -> tuple[tuple[Tag, ...], tuple[Span, ...], list[NotationError]]:
        """The tags, where their values stand, and all that is wrong in them."""
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
        told = {which for *_, which in flaws}
        for code, message, known, which in flaws:
            place = places[which] if which < len(places) else self.places
            whole = self.fault(code, message, place, candidates=known)
            if code == "tag-value" and tags[which].name == "Position":
                parts = position_in_json(self.text, spans[which])
                faults += in_position(parts, whole) if parts is not None else [whole]
            else:
                faults.append(whole)
        for i, (tag, place) in enumerate(zip(tags, places, strict=True)):
            if i in told:
                continue
            try:
                write_tag(tag)
            except UnwritableError as unwritable:
                faults.append(self.fault("json-value", unwritable.message, place))
        return tags, spans, sorted(faults, key=lambda fault: fault.column)

    def turns(self, versions: Sequence[str]) -> bool:
        """Whether this line opens or closes a variation, which no file of version 1 has."""
        if '"variation"' not in self.text or FORMAT_VERSION not in versions:
            return False
        try:
            return "variation" in msgspec.json.decode(self.text, type=dict[str, Any])
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return False

    def turn(self, nesting: Nesting) -> None:
        """Open or close a variation: `{"variation": "name"}`, `{"variation": null}`."""
        try:
            name = self._convert(self._raw(), Turning).variation
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
        """The entry in the first of these versions in which it is one, or raise its fault in that."""
        first, *others = versions
        try:
            return self.entry(first)
        except NotationError:
            for version in others:
                with suppress(NotationError):
                    return self.entry(version)
            raise

    def entry(self, version: str) -> tuple[Entry, EntryPlace]:
        """The entry and where its parts stand."""
        raw = self._raw()
        if not isinstance(raw, dict):
            raise self.fault("json", "not an entry of a log: an object is expected", self.places)
        if version == "1":
            self._insist_on_old(raw)
            raw = new_entry(raw)
            (self.places.at("event").members or {}).pop("kind", None)
        self._insist_on_known(raw)
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
            raise self.fault("json-value", unwritable.message, self._blamed(entry)) from None
        return entry, self._entry_place(entry.event)

    def doubt(self, entry: Entry) -> Doubt | None:
        """What is odd about the comment of an entry of this line."""
        found = doubt_of_comment(entry.comment, 1, 1) if entry.comment else None
        if found is None:
            return None
        return msgspec.structs.replace(found, span=self._span(self.places.at("comment")))

    @property
    def whole(self) -> Span:
        """Where the line stands."""
        return self._span(Place(len(self.text) - len(self.text.lstrip()), len(self.text.rstrip())))

    def fault(
        self, code: str, message: str, place: Place, *, candidates: tuple[str, ...] = ()
    ) -> NotationError:
        """A fault at a place of this line."""
        span = self._span(place)
        return NotationError(code, message, span.line, span.column, span.end, candidates=candidates)

    def _raw(self) -> Any:
        """The line as plain lists and objects."""
        if len(self.text) > MAX_JSON:
            message = f"a line of JSON has at most {MAX_JSON:,} characters"
            raise self.fault("entry-too-long", message, Place(MAX_JSON, MAX_JSON + 1))
        try:
            raw = msgspec.json.decode(self.text)
            self.places = places_of(self.text)
        except RepeatedKey as repeated:
            message = f'the key "{repeated.key[:40]}" stands here a second time'
            raise self.fault("json-twice", message, Place(repeated.start, repeated.end)) from None
        except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as fault:
            byte = re.search(r"\(byte (\d+)\)", str(fault))
            start = 0
            if byte:
                start = len(self.text.encode(errors="replace")[: int(byte[1])].decode(errors="ignore"))
            place = Place(start, start + 1) if byte else self.places
            raise self.fault("json", f"not an entry of a log: {fault}", place) from None
        return raw

    def _convert(self, raw: Any, kind: type[_Part]) -> _Part:
        try:
            part = msgspec.convert(raw, type=kind)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
            place = self.places.at(*path_of(str(fault)))
            raise self.fault("json", f"not an entry of a log: {fault}", place) from None
        stranger = _stranger(self.places, part)
        if stranger is not None:
            raise self.fault("json-unknown", f"{stranger[0]} means nothing here", stranger[1])
        return part

    def _insist_on_known(self, raw: dict[str, Any]) -> None:
        """Raise for what is written otherwise."""
        if "variations" in raw:
            message = 'a variation has lines of its own: {"variation":"name"}, its events, {"variation":null}'
            raise self.fault("variation-form", message, self.places.at("variations"))
        if "fields" in raw:
            raise self.fault("json-unknown", 'the field "fields" means nothing here', self._key("fields"))

    def _insist_on_old(self, raw: dict[str, Any]) -> None:
        """Raise for what version 1 does not have."""
        event = raw.get("event")
        later = isinstance(event, dict) and event.get("event") in _LATER
        key = next((key for key in raw if key in OWN or key[:1] in ("_", KEPT)), None)
        if later or key is not None:
            span = self._span(self.places.at("event") if later else self._key(key or ""))
            raise version_fault(span.line, span.column, span.end)

    def _key(self, key: str) -> Place:
        return Place(*self.places.keys[key])

    def _entry_place(self, event: Event | None) -> EntryPlace:
        """The places of an entry's clauses and claims, as the text form has them."""
        inner: tuple[str, ...] = ("event",)
        if isinstance(event, Amend | Stand):
            inner = ("event", "move")
        clauses: list[Place] = []
        for segment in self.places.at(*inner, "segments").items or ():
            clauses += [segment.at("verb"), *(segment.at("clauses").items or ())]
        owner = self.places.at("event") if isinstance(event, Stand) else self.places
        claims = owner.at("claims").items or ()
        return EntryPlace(self._span(self.places), self._spans(clauses), self._spans(claims))

    def _blamed(self, entry: Entry) -> Place:
        """The smallest part of an entry that no text can say."""
        event, here = entry.event, self.places.at("event")
        nested = isinstance(event, Amend | Stand)
        move: Event | None = event.move if isinstance(event, Amend | Stand) else event
        at = here.at("move") if nested else here
        if isinstance(move, Action):
            for i, segment in enumerate(move.segments):
                if not _sayable(Segment(segment.verb)):
                    return at.at("segments", i, "verb")
                for j, clause in enumerate(segment.clauses):
                    if isinstance(clause, Verb) or not _sayable(Segment(segment.verb, (clause,))):
                        return at.at("segments", i, "clauses", j)
        if isinstance(event, Stand):
            claims, behind = event.claims, here.at("claims")
        else:
            claims, behind = entry.claims, self.places.at("claims")
        wrong = next((i for i, claim in enumerate(claims) if not _sayable(claim)), None)
        if wrong is not None:
            return behind.at(wrong)
        return here if event is not None and not _sayable(event) else self.places

    def _span(self, place: Place) -> Span:
        return Span(self.number, place.start + 1, max(place.end, place.start + 1) + 1)

    def _spans(self, places: Iterable[Place]) -> tuple[Span, ...]:
        return tuple([self._span(place) for place in places])


def _bare(fault: NotationError) -> NotationError:
    """A fault without what led to it, which would hold all that was read."""
    fault.__traceback__ = fault.__context__ = None
    return fault


def _sayable(part: Event | Claim | Segment) -> bool:
    """Whether the text form can say an event, a segment or a claim."""
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


def _stranger(place: Place, read: object) -> tuple[str, Place] | None:
    """The first thing in the JSON that has no place in what was read from it, and where; None if all has."""
    if isinstance(read, msgspec.Struct):
        fields = read.__struct_encode_fields__
        values = [getattr(read, name) for name in read.__struct_fields__]
        if place.members is not None:
            known = {*fields, read.__struct_config__.tag_field}
            free = isinstance(read, Entry)
            strange = [key for key in place.members if key not in known]
            odd = [key for key in strange if not (free and key[:1] in ("_", KEPT))]
            if odd:
                return f'the field "{odd[0][:40]}"', Place(*place.keys[odd[0]])
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
    return next((found for at, value in pairs if (found := _stranger(at, value))), None)
