"""No suggestion has a die that nobody rolled: it names the die, its rule, and the command that rolls it."""

from __future__ import annotations

import re

import pytest

import notation
from fitl_core.engine import play, start
from fitl_core.errors import Violation
from fitl_core.game.adjudications import adjudicate_move, adjudication_lines, view_adjudication
from fitl_core.prose.proposals import read_prose
from fitl_core.record.setup import Setup
from fitl_core.state.state import State
from notation.position_reader import read_position


def at(position: str) -> State:
    """A position of the Full scenario."""
    return start(Setup("full", position=read_position(f"{position}; played 1; next 2"))).state


HUE = "Hue 2vg at; VC 30; eligible VC"
NVA = "Tay 3ng 2at; NVA 30; eligible NVA"
US = "Tay ut vg*; Sai 4ut; trail 2; eligible US"
DIE = re.compile(r"\{[1-6]\}")


@pytest.mark.parametrize(
    ("position", "move", "lacking", "purpose"),
    [
        (
            HUE,
            "VC attack Hue guerrillas",
            "VC attack Hue guerrillas",
            "VC: the Attack in Hue, by 2 Guerrillas",
        ),
        (HUE, "VC attack Hue Hue-at", "VC attack Hue Hue-at", "VC: the Attack in Hue, by 2 Guerrillas"),
        (HUE, "VC attack Hue Hue-2at", "VC attack Hue", "VC: the Attack in Hue, by 2 Guerrillas"),
        (HUE, "VC limop attack Hue", "VC limop attack Hue", "VC: the Attack in Hue, by 2 Guerrillas"),
        (
            NVA,
            "NVA attack Tay guerrillas Tay-2at",
            "NVA attack Tay guerrillas Tay-2at",
            "NVA: the Attack in Tay",
        ),
        (US, "US train Sai | airstrike Tay-vg*", "US train Sai | airstrike Tay-vg*", "US: "),
    ],
)
def test_a_move_without_its_die(position: str, move: str, lacking: str, purpose: str) -> None:
    """The suggestion names the die, its rule and the command; no suggested line invents a face."""
    event = notation.read_line(move).event
    assert event is not None
    ruled = adjudicate_move(at(position), event)
    view = view_adjudication(ruled)
    assert not any(DIE.search(near) for near in view.nearest)
    assert lacking.split() in [one.move.split() for one in view.to_roll]
    assert all(one.purpose.startswith(purpose) and one.rule for one in view.to_roll)
    told = "\n".join(adjudication_lines(ruled))
    assert f'fitl roll SECRET "{purpose}' in told and "roll a die (" in told
    others = [line for line in told.split("\n") if "legal there:" not in line and "legal here" not in line]
    assert not any(DIE.search(line) for line in others if not line.startswith("    3.3.3-"))


def test_dice_that_were_rolled_stay() -> None:
    """A slip beside a die keeps that die in its suggestions."""
    event = notation.read_line("VC attack Hue guerrillas {2} Hue-2at").event
    assert event is not None
    view = view_adjudication(adjudicate_move(at(HUE), event))
    assert view.nearest[0] == "VC   attack Hue guerrillas {2} Hue-at" and view.to_roll == ()


def test_a_die_is_missing_in_the_second_space_only() -> None:
    """The die of the first space is rolled, and that of the second is not."""
    event = notation.read_line("VC attack Hue guerrillas {2} Hue-at, Tay guerrillas").event
    assert event is not None
    view = view_adjudication(adjudicate_move(at("Hue 2vg at; Tay 3vg 2ut; VC 30; eligible VC"), event))
    assert view.nearest == ()
    assert [one.purpose for one in view.to_roll] == ["VC: the Attack in Tay Ninh, by 3 Guerrillas"]


@pytest.mark.parametrize(
    ("position", "move", "lacking"),
    [
        (NVA, "NVA attack Tay guerrillas {5} Tay-2at", ["NVA attack Tay guerrillas Tay-2at"]),
        (NVA, "NVA attack Tay guerrillas {2} Tay-2ng", []),
        (HUE, "VC attack Hue {3} Hue-2at", []),
    ],
)
def test_3_3_3_a_die_that_may_be_written_wrongly(position: str, move: str, lacking: list[str]) -> None:
    """The roll is asked for again if the rest of the move is legal with another result, and only then."""
    event = notation.read_line(move).event
    assert event is not None
    view = view_adjudication(adjudicate_move(at(position), event))
    assert [one.move.split() for one in view.to_roll] == [move.split() for move in lacking]


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (HUE, "VC attacks Hue"),
        (HUE, "VC attacks Hue and kills the ARVN troop"),
        (NVA, "NVA attacks Tay Ninh with guerrillas, removing two ARVN troops"),
    ],
)
def test_a_sentence_without_its_die(position: str, text: str) -> None:
    """Each proposal is legal but for the die, and its assumptions say how the die is rolled."""
    state = at(position)
    proposals = read_prose(state, text)
    assert proposals
    for proposal in proposals:
        assert not DIE.search(proposal.move) and not proposal.certain
        assert any(told.startswith("a die is to be rolled: fitl roll SECRET") for told in proposal.assumes)
        event = notation.read_line(proposal.move).event
        assert event is not None
        with pytest.raises(Violation, match="the Attack in"):
            play(state, event)


def test_a_sentence_that_tells_its_die() -> None:
    """A die given in the sentence stays in the proposal."""
    (proposal, *_) = read_prose(at(HUE), "VC attacks Hue, rolls a 2, kills the ARVN troop")
    assert proposal.move == "VC   attack Hue guerrillas {2} Hue-at"
