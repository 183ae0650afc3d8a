"""Variations: their written form, in both forms, and the effect of a fault in one."""

from __future__ import annotations

import pytest

import notation
from notation import NotationError, UnwritableError
from notation.log import Entry, Variation

HEAD = '[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n\n'
TEXT = HEAD + (
    "VC   pass\n( one\nVC   event shaded   ; dear\n( deeper\nNVA  pass\n)\nNVA  pass\n)\n(\n; by hand\n"
    "VC   rally Hue+2vg\n)\nNVA  pass\n"
)


def test_both_forms_say_the_same() -> None:
    """A log written in text, in JSON Lines, and in text again is the same."""
    log = notation.read(TEXT).log
    assert notation.write(log) == TEXT
    assert notation.load(notation.dump(log)).log == log
    assert [one.name for one in log.entries[0].variations] == ["one", ""]
    assert log.entries[0].variations[0].entries[0].variations[0].name == "deeper"


def test_the_game_does_not_know_them() -> None:
    without = notation.read(HEAD + "VC   pass\nNVA  pass\n").log
    assert notation.read(TEXT).log.events == without.events


def test_places() -> None:
    """Variations have the places of their opening line and of each entry, in the text and in JSON Lines."""
    for text, before in ((TEXT, 4), (notation.dump(notation.read(TEXT).log), 1)):
        document = notation.read(text) if before == 4 else notation.load(text)
        first, second = document.places[0].variations
        assert (first.opening.line, second.opening.line) == (before + 2, before + 9)
        assert [place.whole.line for place in first.entries] == [before + 3, before + 7]
        assert first.entries[0].variations[0].opening.line == before + 4


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ("( one\nVC pass\n)\nVC pass\n", 5),
        ("VC pass\n)\n", 6),
        ("VC pass\n( one\n", 6),
        ("VC pass\n( one\n)\n", 6),
        ("VC pass\n( one\n; said\n)\n", 6),
        ("VC pass\n( VC pass )\n", 6),
        ("VC pass\n( VC pass\n)\n", 6),
        ("VC pass\n( one\nVC pass\n) two\n", 8),
        ("VC pass\n( " + "x" * 101 + "\nVC pass\n)\n", 6),
        ("VC pass\n( one\nVC pass\nvoid\n)\n", 8),
        ("VC pass\n( one\namend 1 VC pass\n)\n", 7),
        ("VC pass\n" + "( in\nVC pass\n" * 5 + ")\n" * 5, 14),
        ("VC pass\n" + "( one\nVC pass\n)\n" * 65, 6 + 64 * 3),
    ],
)
def test_faults(lines: str, line: int) -> None:
    """Each fault is reported at its line, and the events after it are still read."""
    document, faults = notation.scan(HEAD + lines + "ARVN pass\n")
    assert [(fault.code, fault.line) for fault in faults][:1] == [("variation-form", line)]
    if not lines.endswith("( one\n"):
        assert document.log.entries[-1].event == notation.read_line("ARVN pass").event


def test_a_fault_in_a_variation_is_none_of_the_game() -> None:
    """The variation is left out whole; all events of the game are sound."""
    document, faults = notation.scan(TEXT.replace("VC   rally Hue+2vg", "VC   rally Hoe+2vg"))
    assert [fault.code for fault in faults] == ["word-unknown"]
    assert len(document.sound_events) == 2
    assert [one.name for one in document.log.entries[0].variations] == ["one"]
    assert [(gap.part, gap.where.line) for gap in document.gaps] == [("variation", 13)]


def test_one_line_opens_no_variation() -> None:
    for line in ("( one", ")", "( one\nVC pass\n)"):
        with pytest.raises(NotationError):
            notation.read_line(line)


def test_a_note_and_a_die_in_brackets_are_none() -> None:
    """An indented line after a note continues it, and `(1)` is a die: neither is a variation."""
    note = notation.read(HEAD + "note so far\n  (to be continued)\n").log
    assert notation.write(note).endswith("note so far (to be continued)\n")
    assert notation.read(HEAD + "VC attack Hue\n  (1) Hue-ut\n").log.entries[0].variations == ()


def test_version_1_has_none() -> None:
    _, faults = notation.scan(TEXT.replace('"2"', '"1"', 1))
    assert {fault.code for fault in faults} >= {"version-line"}
    _, faults = notation.jsonl.scan_json(notation.dump(notation.read(TEXT).log).replace('"2"', '"1"', 1))
    assert faults


@pytest.mark.parametrize(
    "variation",
    [
        Variation("", ()),
        Variation("", (Entry(comment="said"),)),
        Variation("VC pass", (notation.read_line("VC pass"),)),
        Variation("x" * 101, (notation.read_line("VC pass"),)),
        Variation("x)", (notation.read_line("VC pass"),)),
        Variation("", (notation.read_line("void"),)),
    ],
)
def test_what_cannot_be_written(variation: Variation) -> None:
    entry = Entry(notation.read_line("VC pass").event, variations=(variation,))
    with pytest.raises(UnwritableError):
        notation.write_entry(entry)


@pytest.mark.parametrize("name", ["\u202e", "a\nb", '\\"', "  x", "; x", "=> 3", "[%by x]", "(", "1"])
def test_names_survive(name: str) -> None:
    """A name of any characters comes back unchanged in both forms."""
    entry = Entry(
        notation.read_line("VC pass").event, variations=(Variation(name, (notation.read_line("VC pass"),)),)
    )
    log = notation.Log(notation.read(HEAD + "VC pass\n").log.tags, (entry,))
    assert notation.read(notation.write(log)).log == log
    assert notation.load(notation.dump(log)).log == log


def test_the_chain_does_not_cover_them() -> None:
    """A variation put in later breaks no chain (SPEC 11)."""
    from fitl_core.proofs.chain import chained

    log = notation.read(TEXT.replace("VC   pass\n( one", "VC   pass\n( other")).log
    plain = notation.read(HEAD + "VC   pass\nNVA  pass\n").log
    assert [entry.chain for entry in chained(log).entries] == [
        entry.chain for entry in chained(plain).entries
    ]
