"""The tag Position: written by hand, canonical, good for any state, with everything impossible named."""

from pathlib import Path

import pytest

import notation
from fitl_core.errors import Violation
from fitl_core.game.replays import replay
from fitl_core.record.position import Position
from fitl_core.record.setup import Setup
from fitl_core.state.impossible import ImpossiblePosition
from fitl_core.state.position_digest import digest
from fitl_core.state.positions import position_of, restore
from fitl_core.state.start import set_up
from notation.position_reader import KEYS, read_position, scan_position, write_position
from notation.position_words import WORDS


def log_with(position: str) -> notation.Log:
    return notation.read(f'[FITL "2"]\n[Scenario "full"]\n[Position "{position}"]\n').log


def test_every_position_of_the_tutorial_is_restored() -> None:
    """Each state, written and read again, is the same state."""
    log = notation.read(Path("fixtures/tutorial.fitl").read_bytes()).log
    setup = notation.setup_of(log)
    for step in replay(setup, log.events).steps:
        text = write_position(position_of(step.state))
        written = read_position(text)
        assert write_position(written) == text
        assert digest(restore(set_up(setup), written)) == digest(step.state)


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("hue 2AT PS; Da Nang ut", "Hue 2at PS; DaN ut"),
        ("trail 2; Saigon 3 US Troops terror 1; aid 9", "Sai 3ut terror 1; aid 9; trail 2"),
        ("SaCT ap sabotage; casualties 2ut ub; oop ab", "SaCT ap sabotage; casualties 2ut ub; oop ab"),
        ("played #68, #1; next 75; done us:EVENT", "done US:event; played 68 1; next 75"),
        ("leaders none; face-down; capabilities 8:shaded", "leaders none; face-down; capabilities 8:shaded"),
        (
            "eligible none; phase support-us; pacified hue:2",
            "eligible none; phase support-us; pacified Hue:2",
        ),
        ("held NVA QTr COIN Sai", "held COIN Sai NVA QTr"),
        ("winner vc; ended final; withdrawn 3", "winner VC; ended final; withdrawn 3"),
    ],
)
def test_position_is_written_canonically(typed: str, canonical: str) -> None:
    """Any order and case is read; one form is written, and read back as the same."""
    assert write_position(read_position(typed)) == canonical
    assert read_position(canonical) == read_position(typed)


def test_position_header_round_trip() -> None:
    """The tag's value is canonical after reading, and gives the Setup's position."""
    log = log_with("trail 2; hue ap 2at")
    assert log.tag("Position") == "Hue 2at ap; trail 2"
    setup = notation.setup_of(log)
    assert setup.position == read_position("Hue 2at ap; trail 2")
    assert {tag.name: tag.value for tag in notation.tags_of(setup)}["Position"] == "Hue 2at ap; trail 2"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("Hue 2xt", "piece"),
        ("Hoe 2at", "space"),
        ("phase noon", "noon"),
        ("aid lots", "the figure of aid"),
        ("aid 9; aid 8", "second time"),
        ("Hue AS PS", "the level of Hue stands here a second time"),
        ("Hue terror 1 2at terror 2", "the terror of Hue"),
        ("Hue control NVA control none", "the control of Hue"),
        ("SaCT sabotage sabotage", "the sabotage of"),
        ("held COIN Sai NVA Sai", "Saigon stands here a second time"),
        ("played 131", "131"),
        ("capabilities 8", "colon"),
        ("next 5 6", "one word"),
        ("held Sai", "COIN or NVA"),
        ("pacified Hue", "levels"),
        ("trail 2 3", "semicolon"),
    ],
)
def test_position_faults(wrong: str, message: str) -> None:
    """A part that cannot be read is a fault of the tag, and the message names the fault."""
    _, faults = notation.scan(f'[FITL "2"]\n[Scenario "full"]\n[Position "{wrong}"]\n')
    assert [fault.code for fault in faults] == ["tag-value"]
    assert message in str(faults[0])


def test_every_fault_of_a_position_is_told_in_its_place() -> None:
    """In one pass, each at the word that is wrong; in a `correct` line as well."""
    parts = (
        "Hue 2xt 3ap 4yt; Hoe 2at; phase noon; aid lots; capabilities 8; held Sai; phse card; eligible VC GB"
    )
    marks = ["xt", "yt", "Hoe", "noon", "lots", "8", "Sai", "phse", "GB"]
    text = f'[FITL "2"]\n[Scenario "full"]\n[Position "{parts}"]\n\ncorrect "{parts}"\n'
    lines = text.splitlines()
    faults = notation.scan(text)[1]
    shown = [(fault.line, lines[fault.line - 1][fault.column - 1 : fault.end - 1]) for fault in faults]
    assert shown == [*[(3, mark) for mark in marks], *[(5, mark) for mark in marks]]


def test_a_wrong_phase_names_the_right_ones() -> None:
    """The fault names all phases, the most similar first; a misspelt word in a part is reported as one."""
    for wrong, first in (("noon", "card"), ("redeploy-vc", "redeploy-nva"), ("commit", "commitment")):
        (fault,) = scan_position(f"phase {wrong}").faults
        assert fault.candidates[0] == first and len(fault.candidates) == len(WORDS["phase"])
    (fault,) = scan_position("phse card").faults
    assert fault.candidates == ("phase",)


def test_a_position_may_stand_on_several_lines() -> None:
    """Line breaks are white space, and faults keep their places."""
    assert read_position("Hue 2at\n  PS; aid\n9") == read_position("Hue 2at PS; aid 9")
    (fault,) = scan_position("Hue 2at;\naid 9x").faults
    assert (fault.line, fault.column) == (2, 6)


def test_position_with_cards_is_refused() -> None:
    """The cards face up stand in the position."""
    text = '[FITL "2"]\n[Scenario "full"]\n[Cards "1 2"]\n[Position "played 1"]\n'
    assert [fault.code for fault in notation.scan(text)[1]] == ["tag-pair"]


def test_everything_impossible_is_reported() -> None:
    """All that is wrong at once, each with its rule."""
    text = (
        "Hue 3ub; NVn ut; HuKS nb; QNh 30at 2at PS; PLo AO; Sai terror 16 sabotage; Tay 2vb^; Ple 2vb^;"
        " QTi 3nb^; SaCT terror 1; patronage 80; trail 5; played 68 68; leaders 1;"
        " capabilities 2:shaded"
    )
    with pytest.raises(ImpossiblePosition) as found:
        set_up(Setup("full", position=read_position(text)))
    rules = [fault.rule for fault, _ in found.value.faults]
    for rule in ("1.4.1", "1.4.2", "1.6.2", "3.3.4", "1.4.4", "1.8", "6.7", "2.1", "2.4.1", "5.3"):
        assert rule in rules, rule
    with pytest.raises(Violation) as refused:
        set_up(notation.setup_of(log_with("Hue 3ub; NVn ut")))
    assert refused.value.code == "impossible-position" and len(refused.value.facts) == 2


def test_an_empty_position_is_a_board_without_pieces() -> None:
    """A position that names nothing has empty spaces and the scenario's tracks."""
    state = restore(set_up(notation.setup_of(log_with("played 68; next 1"))), Position())
    assert not any(any(space.pieces) for space in state.spaces)
    assert state.aid == 15


def test_the_keys_are_no_spaces() -> None:
    """No word that opens a part is the code of a space."""
    from fitl_core.facts.game_map import spaces_by_id

    assert not {space.code.lower() for space in spaces_by_id().values()} & set(KEYS)
