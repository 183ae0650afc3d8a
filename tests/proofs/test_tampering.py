"""Any changed value of a game, or of a table's log, is found and named; layout and annotations break none."""

from __future__ import annotations

import json
import random
import textwrap
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import samples
from proven_game import cards_proven, proven_game
from samples import sampled

import notation
from fitl_core.facts.factions import Faction
from fitl_core.game.annotation import annotate
from fitl_core.game.replays import replay
from fitl_core.players.dice import Dice
from fitl_core.proofs.chain import chained
from fitl_core.proofs.verification import verify
from fitl_core.record.events import Note
from fitl_core.record.setup import Setup
from fitl_core.table.table_log import log_of_table
from fitl_core.testing.table_games import play_table, tables_of
from notation import Entry, Log, NotationError, Tag
from notation.tag_names import KNOWN

WHOLE = proven_game()
HEADER, *LINES = notation.dump(WHOLE).splitlines()
ENTRIES = range(len(WHOLE.entries))


def test_the_game_itself_is_sound() -> None:
    """Every part of the unchanged game is proven, and nothing is left unchecked."""
    found = verify(WHOLE)
    assert found.sound and found.unchecked == ()
    assert (found.links, found.cards) == (len(WHOLE.entries), cards_proven(WHOLE))
    assert found.orders == 1 and found.dice > 20
    assert replay(notation.setup_of(WHOLE), WHOLE.events).error is None


# -- each value -------------------------------------------------------------------------------------


def values(line: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value of a JSON object that is no list or object, with the way to it."""
    if isinstance(line, dict | list):
        for key, value in line.items() if isinstance(line, dict) else enumerate(line):
            yield from values(value, (*way, key))
    else:
        yield way, line


def changed(line: Any, way: tuple[Any, ...], to: Any) -> Any:
    """A JSON object with another value in one place; without it where it is to be `...`."""
    copy = json.loads(json.dumps(line))
    *before, last = way
    there = copy
    for key in before:
        there = there[key]
    if to is ...:
        del there[last]
    else:
        there[last] = to
    return copy


OTHERS: dict[Any, list[Any]] = {}
"""All values that stand in the game under a key."""
for _line in LINES:
    for _way, _value in values(json.loads(_line)):
        _key = next(key for key in reversed(_way) if isinstance(key, str))
        if _value not in OTHERS.setdefault(_key, []):
            OTHERS[_key].append(_value)


def tampered(line: str) -> Iterator[Any]:
    """A line with each of its values changed: into others that are likely, nonsense, and nothing."""
    raw = json.loads(line)
    for way, value in values(raw):
        key = next(key for key in reversed(way) if isinstance(key, str))
        likely = [other for other in OTHERS.get(key, []) if other != value][:3]
        odd = (
            [value + 1, value - 1] if isinstance(value, int) else [f"{value} x", value[:-1], value.swapcase()]
        )
        for to in (*likely, *odd, ...):
            if to != value:
                yield changed(raw, way, to)
    for key in raw:
        yield {other: value for other, value in raw.items() if other != key}
    yield raw | {"by": "NVA" if raw.get("by") != "NVA" else "US"}
    yield raw | {"time": "2027-01-01"}
    yield raw | {"proof": [*raw.get("proof", []), "drand:1"]}


@pytest.mark.parametrize("place", sampled(ENTRIES, 3))
def test_every_value_of_every_entry(place: int) -> None:
    """A change of an event, die, card, writer, time, proof or link gives its entry as the first fault."""
    tried = 0
    for raw in tampered(LINES[place]):
        try:
            (entry,) = notation.load(f"{HEADER}\n{json.dumps(raw)}").log.entries
        except NotationError as fault:
            assert fault.line == 2  # it cannot even be read, and its place is reported
            continue
        if entry == WHOLE.entries[place]:
            continue  # another way to write the same
        entries = (*WHOLE.entries[:place], entry, *WHOLE.entries[place + 1 :])
        first = verify(msgspec.structs.replace(WHOLE, entries=entries)).first
        assert first is not None and first.entry == place, (raw, first)
        assert first.event == place + 1
        tried += 1
    assert tried >= 8


def test_every_tag() -> None:
    """Each tag that means something, changed or left out, is named, or the first line that follows."""
    others = {
        "Rules": "original",
        "Scenario": "medium",
        "Players": "US ARVN",
        "Seed-Commitment": "sha256:" + "0" * 64,
        "Deck-Root": "sha256:" + "0" * 64,
        "Seeds-Added": "US:54756573646179 VC:62",
        "Seed-Opened": "0" * 64,
        "Chain-Head": "0" * 64,
    }
    assert set(others) | {"FITL", "Event"} == {tag.name for tag in WHOLE.tags}
    for name, value in others.items():
        for new in ([Tag(name, value)], []):
            if not new and name in ("Scenario", "Rules"):
                continue  # no log without it; without it the second edition is meant
            tags = [other for tag in WHOLE.tags for other in (new if tag.name == name else [tag])]
            found = verify(Log(tuple(tags), WHOLE.entries))
            if name == "Seed-Opened" and not new:
                assert found.sound and "not opened yet" in found.unchecked[0]
                continue
            assert found.first is not None and (found.first.tag or found.first.entry == 0), (name, found)
            if name in ("Seed-Commitment", "Seed-Opened", "Deck-Root", "Chain-Head"):
                assert found.first.tag in (name, "Seed-Opened")
    for added in (Tag("Options", "high-winds"), Tag("Cards", "1 2"), Tag("Position", "aid 9")):
        assert verify(Log((*WHOLE.tags, added), WHOLE.entries)).first is not None
    renamed = [tag for tag in WHOLE.tags if tag.name != "Event"]
    assert verify(Log((*renamed, Tag("Site", "by mail")), WHOLE.entries)).sound


# -- whole entries ----------------------------------------------------------------------------------


def first_of(*entries: Entry) -> int | str:
    """The entry that is named first; the tag where it is one of the header."""
    first = verify(msgspec.structs.replace(WHOLE, entries=entries)).first
    assert first is not None
    return first.entry if first.entry is not None else first.tag


@pytest.mark.parametrize("place", sampled(ENTRIES, 3))
def test_entries_left_out_doubled_swapped_and_added(place: int) -> None:
    """The fault names the line after a gap, or the line that was inserted."""
    before, here, after = WHOLE.entries[:place], WHOLE.entries[place], WHOLE.entries[place + 1 :]
    assert first_of(*before, *after) == (place if after else "Chain-Head")
    assert first_of(*before, here, here, *after) == place + 1
    bare = Entry(Note("added"))
    assert first_of(*before, bare, here, *after) == place
    linked = chained(Log(WHOLE.tags, (*before, bare))).entries[-1]
    assert first_of(*before, linked, here, *after) == place + 1
    if after:
        assert first_of(*before, after[0], here, *after[1:]) == place
        assert first_of(*before, here) == "Chain-Head"  # all after it is cut off


def test_a_chain_made_anew_is_bound_by_a_head_that_was_published() -> None:
    """A forger can link a rewritten file again: only a head that others know reveals the change."""
    published = WHOLE.entries[20].chain
    assert verify(WHOLE, published).bound == 21
    assert verify(WHOLE, WHOLE.tag("Chain-Head")).bound == len(WHOLE.entries)
    bare = [msgspec.structs.replace(entry, chain="") for entry in WHOLE.entries]
    bare[5] = msgspec.structs.replace(bare[5], by="US")
    forged = chained(Log(WHOLE.tags, tuple(bare)))
    assert verify(forged).sound
    found = verify(forged, published)
    assert [fault.code for fault in found.faults] == ["head-unknown"] and found.bound is None
    assert verify(Log(WHOLE.tags[:3], tuple(bare)), published).first is not None


# -- what breaks nothing ----------------------------------------------------------------------------


def test_both_forms_hold_the_same() -> None:
    """Text and JSON Lines, written and read any number of times."""
    text = notation.write(WHOLE)
    assert notation.read(text).log == notation.load(notation.dump(notation.read(text).log)).log == WHOLE


def test_annotation_breaks_nothing() -> None:
    """Claims, computed lines and digests put in; comments and glyphs, comment lines and free fields."""
    game = replay(notation.setup_of(WHOLE), WHOLE.events)
    more = annotate(WHOLE, game, digests=True)
    assert more.added > 10
    found = verify(more.log)
    assert found.sound and found.links == len(WHOLE.entries)
    claims, digests = found.unchecked
    assert claims == f"{more.added} claims were put in later; fitl validate checks them"
    assert digests == "2 digests were put in later; fitl validate checks them"
    entries: list[Entry] = []
    for entry in more.log.entries:
        entries.append(Entry(comment="a line alone"))
        if not isinstance(entry.event, Note):
            entry = msgspec.structs.replace(entry, glyph="!?", comment="well", fields=(("_seat", "2"),))
        entries.append(entry)
    assert verify(msgspec.structs.replace(more.log, entries=tuple(entries))).sound


def test_liberal_writing_breaks_nothing() -> None:
    """Capitals, other line ends, quotes of a mail, white space; long lines wrapped."""
    text = notation.write(WHOLE)
    mailed = "".join([f"> {line}\r\n" for line in text.replace(" pass ", "  PASSES ").splitlines()])
    assert verify(notation.read(mailed).log) == verify(WHOLE)
    header, moves = text.split("\n\n", 1)
    lines = [line for line in moves.splitlines() if line[:4] != "note"]  # the words of a note do not go on
    kept = [line.replace("   ; ", "_;_") for line in lines]  # a line that begins with ; is a separate line
    wrapped = [part.replace("_;_", "  ; ") for line in kept for part in textwrap.wrap(line, 78)]
    whole = notation.read("\n".join([header, *lines])).log
    assert len(wrapped) > 2 * len(lines) and notation.read("\n".join([header, *wrapped])).log == whole


def test_characters_of_the_text() -> None:
    """A character moved anywhere gives a fault at its line, or leaves the meaning as it was."""
    text = notation.write(WHOLE)
    chance = random.Random(7)
    lines = text.split("\n")
    found = 0
    tries = 300 if samples.WHOLE else 100
    for _ in range(tries):
        number = chance.randrange(len(lines))
        line = lines[number]
        if not line:
            continue
        at = chance.randrange(len(line))
        other = line[:at] + chance.choice("0123456789abcSaiHue ={}[]%+-;") + line[at + 1 :]
        document, faults = notation.scan("\n".join([*lines[:number], other, *lines[number + 1 :]]))
        if faults:
            found += 1
            continue
        outside = [msgspec.structs.replace(entry, comment=None) for entry in document.log.entries]
        same = [msgspec.structs.replace(entry, comment=None) for entry in WHOLE.entries]
        meant = [tag for tag in document.log.tags if tag.name in KNOWN]
        if outside == same and meant == [tag for tag in WHOLE.tags if tag.name in KNOWN]:
            continue
        first = verify(document.log).first
        assert first is not None, other
        if first.entry is not None and number > 10:
            assert document.places[first.entry].whole.line - 1 in (number, number + 1), (other, first)
        found += 1
    assert found > tries * 2 / 3


def test_every_value_of_a_tables_log() -> None:
    """Each changed value of a move, a die or a card is reported with its entry."""
    tables = tables_of(31)
    setup = Setup("short", players=((Faction.US,), (Faction.VC,)))
    log = log_of_table(tables.state(play_table(tables, setup, Dice(31), most=12)))
    assert verify(log).sound and verify(log).links == len(log.entries) > 20
    header, *lines = notation.dump(log).splitlines()
    tried = 0
    for place, line in enumerate(lines):
        for raw in tampered(line):
            try:
                (entry,) = notation.load(f"{header}\n{json.dumps(raw)}").log.entries
            except NotationError:
                continue
            if entry == log.entries[place]:
                continue
            entries = (*log.entries[:place], entry, *log.entries[place + 1 :])
            first = verify(msgspec.structs.replace(log, entries=entries)).first
            assert first is not None and first.entry == place, (raw, first)
            tried += 1
    assert tried > 300
