"""Bombard (4.4.2)."""

import pytest
from table import position, refuses

RALLY = "NVA rally trail+1"


def nva(spaces, **fields):
    """Return a game of NVA with 2 Resources, for a Rally that only Improves the Trail."""
    return position(spaces, to_act="NVA", **{"NVA": 2, **fields})


def test_4_4_2_from_an_adjacent_space():
    """Case 4.4.2-01: US and ARVN Troops count together for Bombard. A US Troop becomes a Casualty."""
    game = nva("QTr: 2ut at 3ap; CLa: 3nt").play(f"{RALLY} | bombard QTr-ut")
    assert (game["QTr"], game["casualties"]) == ("ut at 3ap", "ut")
    assert (game.resources("NVA"), game.state.trail) == (0, 2)


@pytest.mark.parametrize("others", ["3ap", "2ar", "2ui"])
def test_4_4_2_only_troops_count(others):
    """Case 4.4.2-02: Police and Special Forces do not count towards the 3 Troops."""
    with refuses("4.4.2", because="3 US and ARVN Troops", code="pieces-needed"):
        nva(f"QTr: ut at {others}; CLa: 3nt").play(f"{RALLY} | bombard QTr")


def test_4_4_2_three_in_one_space():
    """Case 4.4.2-03: NVA Troops of two spaces are not added up, and Guerrillas do not count."""
    for where in ("QTr: 3ut; CLa: 2nt; NVn: 2nt", "QTr: 3ut 2nt; CLa: 2nt 4ng*", "QTr: 3ut; Tay: 4nt"):
        with refuses("4.4.2", because="no 3 NVA Troops together", code="pieces-needed"):
            nva(where).play(f"{RALLY} | bombard QTr")


@pytest.mark.parametrize("base", ["ab", "ub"])
def test_4_4_2_a_base_is_enough(base):
    """Case 4.4.2-04: a US or ARVN Base opens a space to Bombard. The Troop is removed, the Base stays."""
    game = nva(f"QTr: 3nt {base} at").play(f"{RALLY} | bombard QTr")
    assert game["QTr"] in (f"{base} 3nt", f"3nt {base}")
    assert game.count("available", "at") == 30
    assert (game.state.trail, game.resources("NVA")) == (2, 0)


def test_4_4_2_a_base_is_not_removed():
    """Bombard removes no Bases, Police or Special Forces."""
    for piece in ("ab", "ap", "ar"):
        with refuses("4.4.2", because="can be chosen", code="piece-not-allowed"):
            nva("QTr: 3nt ab at ap ar").play(f"{RALLY} | bombard QTr-{piece}")
    with refuses("4.4.2", because="can be chosen here, but US Troops or ARVN Troops"):
        nva("QTr: 3nt ab at ut").play(f"{RALLY} | bombard QTr-ab")


def test_4_4_2_a_base_alone():
    """A Base without a Troop cannot be Bombarded."""
    with refuses("4.4.2", because="no US or ARVN Troop to remove", code="pieces-needed"):
        nva("QTr: 3nt ab 3ap").play(f"{RALLY} | bombard QTr")


def test_4_4_2_one_cube_each():
    """Bombard removes one Troop in each space, of the Faction that NVA choose."""
    with refuses("4.4.2", code="too-many"):
        nva("QTr: 3ut; CLa: 3nt").play(f"{RALLY} | bombard QTr-2ut")
    with refuses("4.4.2", because="the Troop to remove", code="missing-choice"):
        nva("QTr: 2ut at; CLa: 3nt").play(f"{RALLY} | bombard QTr")
    assert nva("QTr: 2ut at; CLa: 3nt").play(f"{RALLY} | bombard QTr-at")["QTr"] == "2ut"


def test_4_4_2_two_spaces():
    """Bombard selects at most 2 spaces, each once. The same NVA Troops may serve both."""
    where = "QTr: 3ut; Hue: 3at; HuKS: 3at; CLa: 3nt; NVn: 3nt; HuDN: 3nt"
    game = nva(where).play(f"{RALLY} | bombard QTr, Hue")
    assert (game["QTr"], game["Hue"], game["casualties"]) == ("2ut", "2at", "ut")
    with refuses("4.4.2", because="at most 2 spaces", code="too-many-spaces"):
        nva(where).play(f"{RALLY} | bombard QTr, Hue, HuKS")
    with refuses("4.1", code="space-twice"):
        nva(where).play(f"{RALLY} | bombard QTr, QTr")


@pytest.mark.parametrize("operation", ["rally KGi+ng", "march NVn>HuKS:ng", "attack Hue {1}", "terror Hue"])
def test_4_4_2_with_any_operation(operation):
    """Bombard goes with every Operation (4.1.1)."""
    where = "QTr: 3ut; CLa: 3nt; NVn: ng; KGi: ng; Hue: ng 2at PS"
    line = f"NVA {operation}".replace("{1}", "guerrillas {6}")
    assert nva(where).play(f"{line} | bombard QTr")["QTr"] == "2ut"


def test_4_4_2_troops_that_marched():
    """Troops that have just Marched may Bombard (4.1)."""
    game = nva("QTr: 3ut; NVn: 3nt", trail=1).play("NVA march NVn>HuKS:3nt | bombard QTr")
    assert game["QTr"] == "2ut"
    with refuses("4.4.2"):
        nva("QTr: 3ut; SLa: 3nt").play("NVA bombard QTr | march SLa>CLa:3nt")


def test_4_4_2_in_monsoon():
    """Bombard is open in Monsoon (2.3.9)."""
    assert nva("QTr: 3ut; CLa: 3nt", next=125).play(f"{RALLY} | bombard QTr")["QTr"] == "2ut"


def test_4_4_2_limop():
    """A Limited Operation has no Bombard (2.3.5)."""
    with refuses("2.3.5", code="limop-special-activity"):
        nva("QTr: 3ut; CLa: 3nt; KGi: ng").play("NVA limop rally KGi+ng | bombard QTr")


def test_4_4_2_is_for_nva():
    """VC do not Bombard."""
    with refuses("4.1", code="not-your-verb"):
        position("QTr: 3ut; CLa: 3nt; KGi: vg", to_act="VC").play("VC rally KGi+vg | bombard QTr")


def test_4_4_2_refused_changes_nothing():
    """A Bombard refused in its second space leaves the first unharmed, and lists the open answers."""
    game = nva("QTr: 3ut; Hue: 2at; CLa: 3nt; DaN: 3at; HuDN: 3nt")
    assert game.open(f"{RALLY} | bombard QTr-ut, Hue-at") == ["DaN", "transfer"]
    assert (game["QTr"], game["casualties"], game.state.trail) == ("3ut", "", 1)
