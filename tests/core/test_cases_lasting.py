"""Disputes about Operations and Special Activities under Capabilities and Momentum, as a table."""

import pytest
from table import position, refuses

CAPABILITIES = [
    ("3.2.1-21", 19, "shaded", "KhH: ut", "US train KhH pacify KhH=AS", ""),
    ("3.2.2-12", 14, "shaded", "Sai: 3ap; SaCT: ap; HuDN: 2ap", "ARVN patrol Sai>SaCT:ap NVA: HuDN-2ap", ""),
    ("3.2.3-08", 18, "shaded", "QTi: ut vg; QNa: ut vg; BDi: ut vg", "US sweep QTi, QNa, BDi", ""),
    ("3.2.4-13", 11, "unshaded", "BTu: 2ut 2vg* vg vb", "US assault BTu-vb-vg*", "BTu: 2ut vg vg*"),
    ("3.2.4-14", 11, "shaded", "QTi: ut vg*; KHo: ut vg*; Hue: ut vg*", "US assault QTi, KHo, Hue", ""),
    ("3.2.4-15", 28, "unshaded", "BDi: ut vg", "US assault BDi-vg", "BDi: ut"),
    ("3.2.4-17", 14, "unshaded", "BDi: ut 3vg*", "US assault BDi-2vg*", "BDi: ut vg*"),
    ("3.3.1-09", 31, "unshaded", "Fis: ng nb; CLa: ng nb", "NVA rally Fis+ng, CLa+ng trail+1", ""),
    ("3.3.2-12", 104, "unshaded", "Tay: 2vg AO", "VC march Tay>SaBM:2vg", "SaBM: 2vg*"),
    ("3.3.4-07", 116, "unshaded", "Hue: vg PS", "VC terror Hue", ""),
    ("4.2.3-11", 31, "shaded", "QTr: ui 2nt", "US patrol | airstrike {4} QTr-2nt trail-1", ""),
    ("4.2.3-12", 4, "shaded", "QTr: ui 2nt", "US patrol | airstrike {4} QTr-2nt trail-1 {3}", "QTr: ui"),
    ("4.3.2-06", 61, "shaded", "Sai: 4at ar", "ARVN patrol | transport Sai>SaCT:2at", ""),
    ("4.5.3-01", 104, "shaded", "Hue: 2vg 3at", "VC attack Hue | ambush Hue-2at", "Hue: at vg vg*"),
]
"""Case, card, side, position, move, and a space after the move; no space if the move is refused."""

MOMENTUM = [
    ("3.2.2-09", 72, "unshaded", "SaCT: 4ap 2vg*", "ARVN patrol assault SaCT-2vg*", "SaCT: 4ap"),
    ("3.3.1-08", 38, "unshaded", "Fis: ng nb", "NVA rally Fis+2ng trail+1", ""),
    ("4.2.2-05", 15, "shaded", "Sai: 4ut", "US train Sai | airlift Sai>Hue:2ut", ""),
    ("4.2.3-14", 5, "shaded", "QTr: ui 4nt", "US patrol | airstrike {4} QTr-2nt", ""),
    ("4.2.3-16", 115, "unshaded", "QTr: ui 2nt", "US patrol | airstrike {4} QTr-2nt trail-1", "QTr: ui"),
    ("4.4.2-05", 115, "unshaded", "QTr: 3ut; CLa: 3nt", "NVA rally trail+1 | bombard QTr-ut", ""),
]


def decide(game, card, line, behind):
    """Check that the move is refused under the card, or gives this space."""
    if not behind:
        with refuses(f"card {card}"):
            game.play(line)
        return
    code, _, pieces = behind.partition(": ")
    assert game.play(line)[code] == pieces


@pytest.mark.parametrize(("case", "card", "side", "spaces", "line", "behind"), CAPABILITIES)
def test_5_3_cases_under_capabilities(case, card, side, spaces, line, behind):
    """Capabilities allow and forbid Operations and Activities, case by case."""
    game = position(spaces, to_act=line.split()[0], capabilities=((card, side),), trail=2)
    decide(game, card, line, behind)


@pytest.mark.parametrize(("case", "card", "side", "spaces", "line", "behind"), MOMENTUM)
def test_5_4_cases_under_momentum(case, card, side, spaces, line, behind):
    """Momentum allows and forbids actions until Reset, case by case."""
    decide(position(spaces, to_act=line.split()[0], momentum=((card, side),), trail=2), card, line, behind)


def test_5_3_search_and_destroy_angers_even_in_vain():
    """Case 3.2.4-16: an Assault that removes nothing shifts its Province under the shaded side."""
    game = position("QTi: 2ut 2vg PS", to_act="US", capabilities=((28, "shaded"),)).play("US assault QTi")
    assert (game["QTi"], game.level("QTi")) == ("2ut 2vg", "N")


def test_5_3_patton_not_in_lowland():
    """Case 3.2.4-18: the Assault is refused by its own strength, without the card's two more."""
    game = position("KPh: ut 3vg*", to_act="US", capabilities=((14, "unshaded"),))
    with refuses("3.2.4", because="not Lowland", code="too-many"):
        game.play("US assault KPh-3vg*")


def test_5_3_sa_2s_improve_by_two():
    """Case 3.3.1-10: 2 boxes for the 2 Resources, and not just 1."""
    game = position(to_act="NVA", capabilities=((34, "shaded"),), NVA=2, trail=2)
    with refuses("card 34"):
        game.play("NVA rally trail+1")
    game.play("NVA rally trail+2")
    assert (game.state.trail, game.resources("NVA")) == (4, 0)


def test_5_3_migs_cost_a_troop():
    """Case 4.2.3-13: Degrading the Trail costs a US Troop from Available, if there is one."""
    for there, lost in [("5ut", "ut"), ("0ut", "")]:
        fields = {"capabilities": ((33, "shaded"),), "trail": 3, "available": there}
        game = position("QTr: ui nt", to_act="US", **fields).play("US patrol | airstrike {2} trail-1")
        assert (game["casualties"], game.state.trail) == (lost, 2)


def test_5_1_2_a_momentum_event_against_an_older_leader():
    """Case 6.3.1-05: Blowtorch Komer, played since, makes each step cost 1 in spite of Nguyen Cao Ky's 4."""
    fields = {"card": 126, "phase": "support-arvn", "played": (127, 17, 126), "leader": (127,), "ARVN": 10}
    game = position("Hue: at ap", momentum=((16, "unshaded"),), **fields)
    assert game.play("ARVN pacify Hue=PS").resources("ARVN") == 9
    assert position("Hue: at ap", **fields).play("ARVN pacify Hue=PS").resources("ARVN") == 6


def test_5_4_medevac_saves_troop_casualties():
    """Case 6.5-09: all Troop Casualties go to Available, none is placed, and the Base goes Out of Play."""
    fields = {"card": 126, "phase": "redeploy-nva", "played": (17, 126), "available": "0ut 0ub"}
    game = position("Sai: 2ut ub 4at PS", casualties="7ut ub", momentum=((15, "unshaded"),), **fields)
    game.play("NVA pass")
    assert (game.count("available", "ut"), game["oop"], game["casualties"]) == (7, "ub", "")
    assert game.play("US commit Sai+7ut")["Sai"] == "9ut ub 4at"
