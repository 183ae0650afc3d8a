"""Rally (3.3.1)."""

import pytest
from table import position, refuses


def test_3_3_1_not_with_support():
    """Case 3.3.1-01: Rally is refused in a space with Support, and allowed in a Neutral one."""
    game = position("Hue: vg vb PS", to_act="VC", VC=3)
    with refuses("3.3.1", because="Support: Hue"):
        game.play("VC rally Hue+vg")
    assert position("Hue: vg", to_act="VC").play("VC rally Hue+vg")["Hue"] == "2vg"


def test_3_3_1_not_on_a_loc():
    """Case 3.3.1-02: LoCs are not Rallied in."""
    with refuses("3.3.1", because="Provinces or Cities"):
        position("HuDN: vg", to_act="VC").play("VC rally HuDN+vg")


def test_3_3_1_one_resource_a_space():
    """1 Resource a space; without it the space is refused."""
    game = position("KGi: vg", to_act="VC", VC=1)
    with refuses("3.1", because="VC Resources 0; 1 needed"):
        game.play("VC rally KGi+vg, Par+vg")


def test_3_3_1_one_guerrilla_without_base():
    """Without a Base a Rally places just 1 Guerrilla."""
    with refuses("3.3.1", code="too-many"):
        position("KGi: 3vg", to_act="VC").play("VC rally KGi+2vg")


def test_3_3_1_vc_at_a_base():
    """Case 3.3.1-03: Population 2 and a (Tunneled) Base allow 3."""
    game = position("Tay: 2vg vb^ AO", to_act="VC", VC=3).play("VC rally Tay+3vg")
    assert (game["Tay"], game.resources("VC")) == ("5vg vb^", 2)
    with refuses("3.3.1", because="only 3 VC Guerrillas possible"):
        position("Tay: 2vg vb^", to_act="VC").play("VC rally Tay+4vg")


def test_3_3_1_nva_at_bases_and_trail():
    """Case 3.3.1-04: Trail 2 and 2 Bases allow 4, counted before the improvement for 2 more."""
    game = position("SLa: 6nt ng 2nb", to_act="NVA", NVA=3, trail=2).play("NVA rally SLa+4ng trail+1")
    assert (game["SLa"], game.state.trail, game.resources("NVA")) == ("6nt 5ng 2nb", 3, 0)


def test_3_3_1_one_option_a_space():
    """Case 3.3.1-05: a Base built now does not place Guerrillas now."""
    game = position("KHo: 3vg", to_act="VC", VC=3)
    with refuses("3.1", because="selected already"):
        game.play("VC rally KHo-2vg+vb KHo+3vg")


def test_3_3_1_flip_all():
    """VC at a Base may flip all their Guerrillas Underground instead; not some of them."""
    game = position("KGi: 3vg* vg vb", to_act="VC")
    with refuses("3.3.1", because="3 due", code="too-few"):
        game.play("VC rally KGi~2vg")
    assert game.play("VC rally KGi~3vg")["KGi"] == "4vg vb"


def test_3_3_1_flip_needs_a_vc_base():
    """Without a VC Base, or for NVA (3.3.1-06), nothing is flipped."""
    with refuses("3.3.1", because="needs a VC Base"):
        position("KGi: 3vg* nb", to_act="VC").play("VC rally KGi~3vg")
    with refuses("3.3.1", because="only VC"):
        position("Fis: 3ng* nb", to_act="NVA").play("NVA rally Fis~3ng")


def test_3_3_1_base_from_two():
    """2 Guerrillas in any state become a Base, no more and no fewer."""
    assert position("KGi: 2vg vg*", to_act="VC").play("VC rally KGi-vg-vg*+vb")["KGi"] == "vg vb"
    with refuses("3.3.1", because="2 VC Guerrillas are replaced with 1 VC Base"):
        position("KGi: 3vg", to_act="VC").play("VC rally KGi-3vg+vb")
    with refuses("3.3.1", because="has 1 VC Guerrilla"):
        position("KGi: vg", to_act="VC").play("VC rally KGi-2vg+vb")


def test_3_3_1_trail_alone():
    """Case 3.3.1-07: NVA may Rally in no space and only Improve the Trail."""
    game = position(to_act="NVA", NVA=2).play("NVA rally trail+1")
    assert (game.state.trail, game.resources("NVA")) == (2, 0)
    assert [done.deed for done in game.state.done] == ["operation"]


def test_3_3_1_trail_ends_at_4():
    """At 4 the Trail is not Improved; with 1 Resource neither."""
    with refuses("6.7", because="at 4"):
        position(to_act="NVA", trail=4).play("NVA rally trail+1")
    with refuses("3.1", because="NVA Resources 1; 2 needed"):
        position("Fis: nb", to_act="NVA", NVA=2).play("NVA rally Fis+ng trail+1")


def test_3_3_1_vc_have_no_trail():
    """VC do not Improve the Trail."""
    with refuses("3.3.1", code="surplus-clause"):
        position("KGi: vg", to_act="VC").play("VC rally KGi+vg trail+1")


def test_3_3_1_nothing_at_all():
    """A Rally without a space and without the Trail is refused (2.3.4)."""
    with refuses("2.3.4", because="at least one space"):
        position(to_act="NVA").play("NVA rally")


def test_3_3_1_a_space_does_something():
    """A Rally space without a Base gets its Guerrilla. If there are two ways, the choice is asked."""
    assert position("KGi: vg", to_act="VC").play("VC rally KGi")["KGi"] == "2vg"
    game = position("KGi: 2vg", to_act="VC")
    assert game.refused("VC rally KGi").code == "missing-choice"
    assert game.open("VC rally KGi") == ["KGi+vg", "KGi-2vg+vb"]


def test_3_3_1_nothing_available():
    """With nothing Available, a Rally space may stay empty, or pieces may be taken up from the map."""
    game = position("KGi: vg; Par: vg", to_act="VC", available="0vg")
    assert game.answers("VC rally KGi")[0] == "KGi+vg<Par"
    assert game.play("VC rally KGi")["KGi"] == "vg"


@pytest.mark.parametrize("faction, piece", [("NVA", "ng"), ("VC", "vg")])
def test_3_3_1_anywhere_without_support(faction, piece):
    """A Faction may Rally where it has no piece yet, also in North Vietnam and Laos."""
    game = position(to_act=faction).play(f"{faction} rally NVn+{piece}, CLa+{piece}, Sai+{piece}")
    assert (game["NVn"], game["CLa"], game["Sai"]) == (piece, piece, piece)
