"""Air Strike (4.2.3) in both editions. US Train replaces Patrol in the cases."""

import pytest
from table import position, refuses

HERE = "; CaT: ut"
"""A space for the accompanying Train."""


def strike(spaces, line, **fields):
    """Return a game after a US Train with this Air Strike."""
    return position(spaces + HERE, to_act="US", **fields).play(f"US train CaT | airstrike {line}")


# -- second edition -------------------------------------------------------------------------------


def test_4_2_3_hits():
    """Case 4.2.3-01: 5 hits for 3 pieces and a box; only spaces that lost a piece shift."""
    where = "QTr: ui 2nt 2ng*; BDi: ut 2vg* vg vb PS"
    game = strike(where, "{5} QTr-2nt, BDi-vg* trail-1", trail=3)
    assert (game["QTr"], game["BDi"]) == ("ui 2ng*", "ut vg vg* vb")
    assert (game.state.trail, game.level("QTr"), game.level("BDi")) == (2, "PO", "N")


def test_4_2_3_no_removal_no_shift():
    """Case 4.2.3-04: a selected space that loses nothing does not shift."""
    game = strike("QTr: ui 2nt; Hue: 2ut vg PS", "{1} QTr-nt, Hue", trail=3)
    assert (game["QTr"], game.level("QTr"), game.level("Hue")) == ("ui nt", "PO", "PS")


def test_4_2_3_not_more_than_the_die():
    """The die limits the hits: a piece takes 1, and the Trail 2."""
    with refuses("4.2.3", because="1 piece may still be removed"):
        strike("QTr: ui 3nt", "{1} QTr-2nt")
    with refuses("4.2.3", because="hits left: 1", code="too-few-hits"):
        strike("QTr: ui 3nt", "{3} QTr-2nt trail-1", trail=3)


def test_4_2_3_one_box():
    """The Trail drops 1 box at most, and not below 0."""
    with refuses("4.2.3", because="Degrades the Trail by 1 box at most"):
        strike("QTr: ui 3nt", "{6} trail-2", trail=3)
    with refuses("6.7", because="at 0"):
        strike("QTr: ui 3nt", "{6} trail-1", trail=0)


def test_4_2_3_troops_before_guerrillas():
    """Case 4.2.3-06: VC Guerrillas, too, wait for the NVA Troops in the space."""
    with refuses("4.2.3", because="NVA Troops go before Guerrillas", code="order-of-removal"):
        strike("QTr: ui 2nt vg*", "{1} QTr-vg*")


def test_4_2_3_troops_elsewhere_do_not_matter():
    """Troops in another space do not shield Guerrillas here."""
    assert strike("QTr: ui 2nt; BDi: ut vg*", "{1} BDi-vg*")["BDi"] == "ut"


@pytest.mark.parametrize("rules, die", [("second", "{3} "), ("original", "")])
def test_4_2_3_underground_guerrilla_shields_base(rules, die):
    """Case 4.2.3-07: a Base is safe while any other Insurgent piece is there, in both editions."""
    with refuses("4.2.3", because="no other Insurgent piece remains", code="bases-last"):
        strike("BDi: ut vg vb", f"{die}BDi-vb", rules=rules)


@pytest.mark.parametrize("rules, die", [("second", "{3} "), ("original", "")])
def test_4_2_3_base_with_the_last_guerrilla(rules, die):
    """The last Guerrilla and then its Base may go in one strike."""
    assert strike("BDi: ut vg* vb", f"{die}BDi-vg*-vb", rules=rules)["BDi"] == "ut"


def test_4_2_3_no_underground_guerrillas():
    """Underground Guerrillas cannot be hit."""
    with refuses("4.2.3", because="no Underground Guerrillas"):
        strike("BDi: ut 2vg", "{3} BDi-2vg")


def test_4_2_3_needs_a_coin_piece():
    """Case 4.2.3-08: an Air Strike needs a US or ARVN piece in the space."""
    with refuses("4.2.3", because="no US or ARVN piece in Central Laos"):
        strike("CLa: 3nt", "{3} CLa-3nt")


@pytest.mark.parametrize("rules, die", [("second", "{2} "), ("original", "")])
def test_4_2_3_only_the_trail(rules, die):
    """4.2.3-09, 4.2.3-10: a strike may select no space and Degrade the Trail."""
    assert strike("QTr: ui", f"{die}trail-1", trail=3, rules=rules).state.trail == 2


def test_4_2_3_six_spaces():
    """At most 6 spaces, in Monsoon 2."""
    spaces = ("Hue", "DaN", "Kon", "QNh", "CRa", "AnL", "Sai")
    where = "; ".join(f"{code}: ut vg*" for code in spaces)
    with refuses("4.2.3", because="at most 6 spaces", code="too-many-spaces"):
        strike(where, "{6} " + ", ".join(spaces))
    with refuses("2.3.9", because="at most 2 spaces"):
        strike(where, "{6} Hue-vg*, DaN-vg*, Kon-vg*", next=125)


def test_4_2_3_no_shift_without_population():
    """LoCs and Provinces of Population 0 do not shift."""
    game = strike("SaCT: ap vg*; PLo: ap vg*", "{2} SaCT-vg*, PLo-vg*")
    assert (game.level("SaCT"), game.level("PLo")) == ("N", "N")


def test_4_2_3_the_die_is_owed():
    """An Air Strike without its die is incomplete."""
    with refuses("4.2.3", because="the hits of the Air Strike", code="missing-choice"):
        strike("BDi: ut vg*", "BDi-vg*")


# -- original edition -----------------------------------------------------------------------------


def test_4_2_3_original_six_pieces():
    """In the original rules an Air Strike takes 6 Active pieces and the Trail with no die, in Monsoon too."""
    where = "QTr: ui 4nt; BDi: ut 3vg*"
    game = strike(where, "QTr-4nt, BDi-2vg* trail-1", trail=3, rules="original", next=125)
    assert (game["QTr"], game["BDi"], game.state.trail) == ("ui", "ut vg*", 2)
    with refuses("4.2.3", because="at most 2 allowed"):
        strike(where, "QTr-4nt, BDi-3vg*", rules="original")


def test_4_2_3_original_selected_spaces_shift():
    """Case 4.2.3-03: each selected space shifts, with or without a removal."""
    game = strike("QTr: ui 2nt; Hue: 2ut vg PS", "QTr-nt, Hue", trail=3, rules="original")
    assert (game["QTr"], game.level("QTr"), game.level("Hue"), game.state.trail) == ("ui nt", "PO", "N", 3)


def test_4_2_3_original_any_order_of_pieces():
    """The original edition removes pieces in any order and has no die, so a written die is refused."""
    assert strike("QTr: ui 2nt vg*", "QTr-vg*", rules="original")["QTr"] == "ui 2nt"
    with refuses("4.2.3", code="not-a-step"):
        strike("QTr: ui 2nt vg*", "{3} QTr-vg*", rules="original")


def test_4_2_3_hidden_pieces_are_told_of():
    """If the written pieces are Underground, the refusal says so instead of counting the hits left."""
    with refuses("4.2.3", because="3 Underground and 0 Active VC Guerrillas", code="no-such-pieces"):
        position("QTr: ut 3vg", to_act="US").play("US patrol | airstrike {4} QTr-2vg*")


def test_4_2_3_hits_that_went_to_the_trail_are_told_of():
    """The refusal reports hits spent on the Trail: of 4 hits 2 are left for pieces."""
    with refuses("4.2.3", because="2 of 4 hits went to the Trail", code="too-many"):
        position("QTr: ut 3nt", to_act="US", trail=2).play("US patrol | airstrike {4} trail-1 QTr-3nt")
