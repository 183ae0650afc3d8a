"""The tag `Symbols`: read, written, round-tripped, and refused at the place of the fault (SPEC 2)."""

from __future__ import annotations

import pytest

import notation
from fitl_core.facts.card_symbols import CardSymbol
from fitl_core.facts.factions import Faction
from notation.errors import NotationError
from notation.header import setup_of, tags_of

VALUE = "4 US none, 91 VC rifle, 97 US halo declines us-is-a-player shaded always"


def _file(value: str, scenario: str = "full", tags: str = "") -> str:
    return f'[FITL "2"]\n[Scenario "{scenario}"]\n{tags}[Symbols "{value}"]\n\n#107\nnext #55\n'


def _faults(text: str) -> list[tuple[int, int, str]]:
    _, faults = notation.scan(text)
    return [(fault.line, fault.column, fault.message) for fault in faults]


def test_8_4_1_symbols_are_read_and_written() -> None:
    """The tag is read in any order and case, and written by card and Faction."""
    loose = "#97 us HALO declines us-is-a-player shaded; 91 vc Rifle;4 US none,"
    log = notation.read(_file(loose)).log
    assert log.tag("Symbols") == VALUE
    setup = setup_of(log)
    assert setup.symbols == (
        CardSymbol(4, Faction.US, "none"),
        CardSymbol(91, Faction.VC, "rifle"),
        CardSymbol(97, Faction.US, "halo", ("us-is-a-player",), "always"),
    )
    assert tags_of(setup)[-1].value == VALUE


def test_8_4_1_symbols_go_round_in_both_forms() -> None:
    """Text and JSON Lines keep the tag and its meaning, and writing twice gives the same text."""
    log = notation.read(_file(VALUE)).log
    text = notation.write(log)
    assert notation.read(text).log == log
    assert notation.load(notation.dump(log)).log == log
    assert notation.write(notation.load(notation.dump(log)).log) == text


def test_8_4_1_a_file_without_symbols_is_as_before() -> None:
    """No tag, no symbols; and the tag needs no newer format version."""
    plain = notation.read('[FITL "2"]\n[Scenario "full"]\n\n#107\nnext #55\n').log
    assert setup_of(plain).symbols == ()
    assert notation.write(notation.read(_file("4 US none")).log).startswith('[FITL "2"]\n')


@pytest.mark.parametrize(
    ("value", "column", "says"),
    [
        ("4 US none, 4 us rifle", 22, "card 4's symbol for US is stated twice: none, and rifle"),
        ("4 US none, 4 US none", 22, "card 4's symbol for US is stated twice"),
        ("5 VC none", 11, "card 5 (Wild Weasels) has another symbol for VC: rifle, not none"),
        ("4 US halo", 11, "card 4 (Top Gun) has no halo for US"),
        ("125 US none", 11, "card 125 (Nguyen Khanh) is a Coup card: it has no symbol for US"),
        ("121 VC none", 11, "card 121 (Linebacker II) is the Pivotal Event of US"),
        ("300 US none", 11, "there is no card 300"),
        ("4 UN none", 13, '"UN" is no Faction'),
        ("4 US gun", 16, '"gun" is no symbol'),
        ("US 4 none", 11, '"US" is not the number of a card'),
        ("4 US", 11, "the symbol is missing after US"),
        ("4", 11, "the Faction and the symbol are missing after 4"),
        ("4 US none 91 VC rifle", 21, '"91" says nothing of an instruction'),
        ("98 VC halo declines", 22, "declines needs a condition"),
        ("98 VC halo declines moon", 31, '"moon" says nothing of an instruction'),
        ("98 US halo declines no-own-tunnel-in-the-south", 11, "US has no pieces of the condition"),
        ("98 VC halo plays shaded", 11, "plays stands alone"),
        ("4 US rifle plays", 11, "only a halo has an instruction"),
        ("1 ARVN halo plays", 11, "the data have the text of this instruction"),
        (" , ", 11, "no symbol is stated here"),
        ("", 11, "no symbol is stated here"),
    ],
)
def test_8_4_1_a_wrong_symbol_is_named_at_its_place(value: str, column: int, says: str) -> None:
    """Each fault has the line of the tag, the column of the words, and what is wrong."""
    ((line, at, message),) = _faults(_file(value))
    assert (line, at) == (3, column)
    assert says in message


def test_8_4_1_all_wrong_symbols_are_named() -> None:
    """Two faults of one tag are both named, in the order of the file."""
    found = _faults(_file("4 US none, 5 VC none, 4 US rifle"))
    assert [column for _, column, _ in found] == [22, 33]


def test_8_4_1_a_card_that_the_scenario_lacks_is_refused() -> None:
    """No Pivotal Event in the Short scenario, and with Period Events no Event of another Period."""
    ((_, column, message),) = _faults(_file("121 US none", "short"))
    assert column == 11
    assert "the short scenario has none" in message
    period = '[Options "period-events"]\n'
    ((line, _, message),) = _faults(_file("101 US none", "short", period))
    assert (line, "the deck has Events of 1965 only" in message) == (4, True)
    assert _faults(_file("101 US none", "short")) == []


def test_8_4_1_a_wrong_symbol_in_json_lines_has_its_place() -> None:
    """JSON Lines name the column of the words, too."""
    text = notation.dump(notation.read(_file("4 US none")).log)
    bad = text.replace("4 US none", "4 US gun")
    with pytest.raises(NotationError) as fault:
        notation.load(bad)
    assert fault.value.column == bad.index("gun") + 1
    assert '"gun" is no symbol' in fault.value.message


def test_8_4_1_a_tag_of_nearly_that_name_is_refused() -> None:
    """A misspelt tag would change nothing, so it is refused with the right name."""
    for name in ("Symbol", "Symbls", "Card-Symbols"):
        ((_, _, message),) = _faults(_file("4 US none").replace("Symbols", name))
        assert "no tag is called" in message
