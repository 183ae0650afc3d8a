"""Support and Opposition (1.6), Control (1.7), Resources (1.8) and victory markers (1.9)."""

import pytest
from table import position, refuses

from fitl_core.state.victory import scores

# -- 1.6 ----------------------------------------------------------------------------------------


def test_1_6_2_totals():
    """Case 1.6.2-01: Active levels count twice; Support 14 and Opposition 6 here."""
    game = position("Sai: AS; Hue: PS; Tay: AO; KGi: PO", available="0ut 0ub")
    assert (game.score("US"), game.score("VC")) == (14, 6)


def test_1_6_2_no_level_without_population():
    """A Province of Population 0 stays Neutral when it is Taxed, and cannot be Pacified."""
    game = position("PLo: vg; KGi: vg", to_act="VC").play("VC rally KGi | tax PLo")
    assert game.level("PLo") == "N"
    with refuses("1.6.2", because="no Population"):
        position("PLo: 2ut", to_act="US").play("US train PLo pacify PLo=PS")


def test_1_6_1_a_shift_stops_at_the_end():
    """A space at Active Support shifts no further. Tax there still pays."""
    game = position("Sai: 2vg ap AS; KGi: vg", to_act="VC").play("VC rally KGi | tax Sai")
    assert game.level("Sai") == "AS"
    assert game.resources("VC") == 20 - 1 + 12


# -- 1.7 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pieces, holder",
    [
        ("3ng 2vg ap", "none"),  # 1.7-01: VC are no friends for NVA Control
        ("2at ap 2vg vb^", "none"),  # 1.7-02: equal numbers; every piece counts
        ("ut at vg", "coin"),
        ("2ng vg", "nva"),
        ("5vg", "none"),
        ("", "none"),
    ],
)
def test_1_7_control(pieces, holder):
    """1.7-01, 1.7-02: COIN together against both Insurgents; NVA against everyone else."""
    assert position(f"KPh: {pieces}").control("KPh") == holder


def test_1_7_no_control_of_locs():
    """Nobody Controls a LoC."""
    assert position("SaCT: 4ap").control("SaCT") == "none"


def test_1_7_control_changes_at_once():
    """Control is counted again after every placement: a Raid can open or close a Tax."""
    game = position("KGi: 2at 2vg", to_act="VC")
    assert game.play("VC rally KGi+vg")["KGi"] == "2at 3vg"
    assert game.control("KGi") == "none"


# -- 1.8 ----------------------------------------------------------------------------------------


def test_1_8_resources_end_at_75():
    """1.8-01 with Rally for Terror: gains beyond 75 are lost."""
    game = position("Sai: 2vg ap; KGi: vg", to_act="VC", VC=70).play("VC tax Sai | rally KGi+vg")
    assert game.resources("VC") == 74
    assert game.level("Sai") == "PS"


def test_1_8_aid_and_patronage_end_at_75():
    """Aid and Patronage stop at 75, too."""
    where = "Sai: at; Hue: 3at ap AS"
    assert position(where, to_act="ARVN", aid=74).play("ARVN train Sai | govern Hue aid").state.aid == 75
    game = position(where, to_act="ARVN", patronage=74).play("ARVN train Sai | govern Hue patronage")
    assert game.state.patronage == 75


def test_1_8_every_space_is_paid():
    """Case 1.8-02: 5 Resources do not pay for 2 Sweep spaces."""
    game = position("BDi: 2at 2vg; QTi: 2at vg", to_act="ARVN", ARVN=5)
    with refuses("3.1", because="ARVN Resources 2; 3 needed", code="not-enough-resources"):
        game.play("ARVN sweep BDi, QTi")


def test_1_8_1_us_stops_at_econ():
    """Case 1.8.1-01: 2 of 17 ARVN Resources exceed Econ 15; the US cannot pay 3 for placing."""
    game = position("Sai: 2ut ub 2at 3ap PS", to_act="US", ARVN=17, econ=15)
    with refuses("1.8.1", because="ARVN Resources 17; Econ 15; 3 needed", code="joint-operations"):
        game.play("US train Sai+6at")


def test_1_8_1_us_down_to_econ():
    """Exactly the excess may be spent."""
    game = position("Sai: 2ut ub", to_act="US", ARVN=18, econ=15).play("US train Sai+6at")
    assert game.resources("ARVN") == 15


def test_1_8_1_arvn_is_not_bound():
    """Case 1.8.1-03: ARVN spend their last 3 Resources below Econ."""
    game = position("Sai: 2at 3ap PS", to_act="ARVN", ARVN=3, econ=15).play("ARVN train Sai+4ap")
    assert game["Sai"] == "2at 7ap"
    assert game.resources("ARVN") == 0


def test_1_8_1_us_pacification():
    """Case 1.8.1-04: the US can pay for 1 level of Pacification here, not for 2."""
    game = position("KhH: ut ui", to_act="US", ARVN=20, econ=15)
    violation = game.refused("US train KhH pacify KhH=AS")
    assert violation.rule == "1.8.1"
    assert game.open("US train KhH pacify KhH=AS") == ["KhH=PS"]


def test_1_8_1_us_follow_up():
    """Case 1.8.1-05: the added ARVN Assault is US spending."""
    game = position("QTi: 2ut 4at 4vg*", to_act="US", ARVN=16, econ=15)
    with refuses("1.8.1", because="Econ 15"):
        game.play("US assault QTi-2vg* arvn QTi-2vg*")


# -- 1.9 ----------------------------------------------------------------------------------------


def test_1_9_us_score():
    """Case 1.9-01: Support 20 and 13 Troops and Bases Available; Irregulars do not count."""
    game = position("Sai: AS; QTi: AS; KGi: AS", available="11ut 2ub 4ui")
    assert game.score("US") == 20 + 13


def test_1_9_all_scores():
    """NVA: Population and Bases; ARVN: COIN Population and Patronage; VC: Opposition and Bases."""
    game = position("KGi: 2ng nb AO; Hue: 2at; Tay: vb^ nb", patronage=15, available="0ut 0ub")
    assert scores(game.state) == {"US": 0, "NVA": 2 + 2, "ARVN": 2 + 15, "VC": 4 + 1}
