"""Tax (4.5.1)."""

import pytest
from table import position, refuses


def test_4_5_1_what_it_earns():
    """Case 4.5.1-01: Econ on a Sabotaged LoC, twice the Population elsewhere, nothing at Population 0."""
    game = position("SaCT: vg 3ap sabotage; Tay: 2vg AO; PLo: vg", to_act="VC", VC=1, available="5vg")
    game.play("VC rally Tay+vg | tax SaCT, Tay, PLo")
    assert game.resources("VC") == 6
    assert (game["SaCT"], game["Tay"], game["PLo"]) == ("3ap vg*", "2vg vg*", "vg*")
    assert game.level("Tay") == "PO"


def test_4_5_1_not_under_coin_control():
    """Case 4.5.1-02: no Tax where COIN have Control."""
    game = position("QTi: 2vg 3at; KGi: vg", to_act="VC", VC=2)
    with refuses("4.5.1", because="COIN Control: Quang Tin", code="coin-control"):
        game.play("VC rally KGi+vg | tax QTi")


def test_4_5_1_nva_control_does_not_matter():
    """NVA Control does not stop a Tax."""
    game = position("KGi: vg 5nt; Par: vg", to_act="VC").play("VC rally Par+vg | tax KGi")
    assert game.resources("VC") == 20 - 1 + 4


def test_4_5_1_needs_an_underground_guerrilla():
    """Case 4.5.1-03: an Active Guerrilla does not Tax, an NVA one neither."""
    game = position("KGi: vg*; Tay: vg AO; Par: ng", to_act="VC", VC=2)
    violation = game.refused("VC rally Tay+vg | tax KGi")
    assert (violation.rule, violation.facts) == ("4.5.1", ("Kien Giang-An Xuyen: 1 Active VC Guerrilla",))
    with refuses("4.5.1", because="Underground VC Guerrilla"):
        game.play("VC rally Tay+vg | tax Par")


def test_4_5_1_four_spaces():
    """4.5.1-04 with Rally for Terror: a fifth space is refused."""
    where = "Tay: vg AO; KGi: vg AO; KPh: vg; BXu: vg; QNa: vg"
    game = position(where, to_act="VC", VC=2)
    with refuses("4.5.1", because="at most 4 spaces", code="too-many-spaces"):
        game.play("VC tax Tay, KGi, KPh, BXu, QNa | rally Tay+vg")


@pytest.mark.parametrize("operation", ["rally KGi+vg", "march KGi>CTBL:vg", "attack KGi {1} KGi-ap"])
def test_4_5_1_with_any_operation(operation):
    """Tax goes with any Operation (4.1.1)."""
    game = position("KGi: vg ap; SaCT: vg", to_act="VC").play(f"VC {operation} | tax SaCT")
    assert game["SaCT"] == "vg*"


def test_4_5_1_a_guerrilla_that_rallied():
    """The Guerrilla that a Rally brought may Tax; its Rally came first."""
    game = position("KGi: vg*", to_act="VC").play("VC rally KGi+vg | tax KGi")
    assert game["KGi"] == "2vg*"
    with refuses("4.5.1"):
        position("KGi: vg*", to_act="VC").play("VC tax KGi | rally KGi+vg")
