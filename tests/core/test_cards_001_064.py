"""Events 1, 17, 43, 51 and 55: both sides, their clarifications and what they refuse."""

import pytest
from table import position, refuses

# -- 1 Gulf of Tonkin ------------------------------------------------------------------------------


def tonkin(spaces="QTr: ut 2ng*", oop="10ut 2ub", **fields):
    return position(spaces, card=1, oop=oop, **fields)


def test_card_1_unshaded_strike_then_six_pieces():
    """A whole Air Strike, then 6 pieces from Out of Play into Cities."""
    game = tonkin().play("US event unshaded {2} QTr-2ng* Hue+5ut+ub<oop")
    assert (game["QTr"], game["Hue"], game["oop"]) == ("ut", "5ut ub", "5ut ub")
    assert game.level("QTr") == "PO"
    assert game.count("available", "ut") == 29


def test_card_1_unshaded_hits_degrade_the_trail():
    """The strike has all its ordinary effects: 2 hits for a box."""
    game = tonkin(trail=3).play("US event unshaded {2} trail-1 Hue+6ut<oop")
    assert (game.state.trail, game["QTr"]) == (2, "ut 2ng*")


def test_card_1_unshaded_original_edition_has_no_die():
    """Up to 6 pieces and a box of the Trail without a roll."""
    game = tonkin(rules="original", trail=3).play("US event unshaded QTr-2ng* trail-1 Sai+6ut<oop")
    assert (game["QTr"], game.state.trail, game["Sai"]) == ("ut", 2, "6ut")


def test_card_1_unshaded_all_six_move():
    """The number is no upper limit: fewer is an answer still owed."""
    assert tonkin().refused("US event unshaded {1} Hue+5ut<oop").code == "missing-choice"
    with refuses("card 1", code="too-many"):
        tonkin().play("US event unshaded {1} Hue+7ut<oop")


def test_card_1_unshaded_all_there_are_if_fewer():
    """With 3 Out of Play, 3 come."""
    assert tonkin(oop="2ut ui").play("US event unshaded {1} CaT+2ut+ui<oop")["CaT"] == "2ut ui"
    assert tonkin(oop="").play("US event unshaded {1}").state.done[-1].deed == "event"


def test_card_1_unshaded_cities_only():
    """Any City, whoever holds it; nothing else."""
    with refuses("card 1", because="no City"):
        tonkin().play("US event unshaded {1} QTr+6ut<oop")
    assert tonkin("Hue: 4nt").play("US event unshaded {1} Hue+6ut<oop")["Hue"] == "6ut 4nt"


def test_card_1_unshaded_bases_within_stacking():
    """A third Base is refused; where no City has room, other pieces come or fewer (5.1.3)."""
    with refuses("1.4.2", code="stacking"):
        tonkin("Hue: ab ub").play("US event unshaded {1} Hue+5ut+ub<oop")
    cities = "Hue: ub ab; DaN: 2vb; Kon: 2vb; QNh: 2vb; CRa: 2vb; AnL: vb nb; Sai: 2nb; CaT: 2nb"
    game = tonkin(cities, oop="2ut 2ub").play("US event unshaded {1} Hue+2ut<oop")
    assert (game["oop"], game["Hue"]) == ("2ub", "2ut ub ab")


def test_card_1_unshaded_arrivals_do_not_strike():
    """The strike comes first, so the new pieces enable none."""
    with refuses("4.2.3", code="pieces-needed"):
        tonkin("Hue: 2ng*").play("US event unshaded {2} Hue-2ng* Hue+6ut<oop")


def test_card_1_unshaded_by_nva_the_us_decides():
    """The text names the US, so its choices carry its tag, and its Eligibility is untouched."""
    game = tonkin(eligible="NVA US")
    game.play("US pass\nNVA event unshaded US: {2} QTr-2ng* Hue+6ut<oop")
    assert game["Hue"] == "6ut"
    assert "US" in game.state.eligible and "NVA" not in game.state.eligible
    with refuses("card 1", code="missing-choice"):
        tonkin(eligible="NVA").play("NVA event unshaded {2} Hue+6ut<oop")


def test_card_1_unshaded_two_spaces_in_monsoon():
    """The limit of Monsoon holds: the text names no number of its own."""
    game = tonkin("Hue: ut ng*; Sai: ut ng*; CaT: ut ng*", next=125)
    with refuses("4.2.3", code="too-many-spaces"):
        game.play("US event unshaded {3} Hue-ng*, Sai-ng*, CaT-ng* Hue+6ut<oop")


def test_card_1_shaded_all_casualties_go_out_of_play():
    """Aid -1 for each piece of any kind; Irregulars too."""
    game = tonkin(oop="", casualties="3ut ub 2ui", aid=14).play("US event shaded")
    assert (game.state.aid, game["casualties"], game["oop"]) == (8, "", "3ut 2ui ub")


def test_card_1_shaded_aid_stops_at_0():
    """More Casualties than Aid."""
    assert tonkin(oop="", casualties="5ut", aid=3).play("US event shaded").state.aid == 0


def test_card_1_shaded_without_casualties():
    """Nothing happens, and it is the Event all the same."""
    game = tonkin(aid=14).play("US event shaded")
    assert (game.state.aid, game["oop"]) == (14, "10ut 2ub")
    assert game.state.done[-1].deed == "event"


# -- 17 Claymores ----------------------------------------------------------------------------------


def test_card_17_unshaded_stays_eligible_and_momentum():
    """The executing Faction stays Eligible; the card lies out until Reset."""
    game = position(card=17, eligible="US").play("US event unshaded")
    assert "US" in game.state.eligible
    assert [(m.card, m.side) for m in game.state.momentum] == [(17, "unshaded")]


def test_card_17_unshaded_for_whoever_executes():
    """VC may take it, too."""
    assert "VC" in position(card=17, eligible="VC").play("VC event unshaded").state.eligible


def test_card_17_unshaded_bans_ambush():
    """Neither NVA nor VC choose it."""
    game = position("Sai: 2vg ut", to_act="VC", momentum=((17, "unshaded"),))
    with refuses("card 17", code="momentum"):
        game.play("VC attack Sai | ambush Sai-ut")


@pytest.mark.parametrize(
    ("group", "left"),
    [("4vg", "3vg*"), ("2vg+2vg*", "3vg*"), ("4vg*", "4vg*"), ("3vg", "3vg")],
)
def test_card_17_unshaded_marching_group_loses_one(group, left):
    """A group that must show itself on a LoC loses 1; Active or unseen ones do not."""
    game = position("Tay: 4vg 4vg*", to_act="VC", momentum=((17, "unshaded"),))
    assert game.play(f"VC march Tay>SaBM:{group}")["SaBM"] == left


def test_card_17_unshaded_each_group_by_itself():
    """Two groups into one space, both seen, lose one each."""
    game = position("Tay: 4vg; QDu: 4vg", to_act="VC", momentum=((17, "unshaded"),))
    assert game.play("VC march Tay>SaBM:4vg, QDu>SaBM:4vg")["SaBM"] == "6vg*"


def test_card_17_unshaded_nva_troops_are_safe():
    """The loss is a Guerrilla; a group of Troops loses none."""
    game = position("Fis: 4nt", to_act="NVA", momentum=((17, "unshaded"),))
    assert game.play("NVA march Fis>SaBM:4nt")["SaBM"] == "4nt"


def test_card_17_shaded_us_base_becomes_a_casualty():
    """Base and Guerrilla both leave: the US Base to Casualties."""
    game = position("Ple: 2ut ub 2vg", card=17).play("US event shaded Ple")
    assert (game["Ple"], game["casualties"]) == ("2ut vg", "ub")
    assert game.count("available", "vg") == 29


def test_card_17_shaded_arvn_base_is_available():
    """An ARVN Base goes to Available."""
    game = position("Ple: ab ng", card=17).play("US event shaded")
    assert (game["Ple"], game["casualties"], game.count("available", "ab")) == ("", "", 3)


def test_card_17_shaded_the_executing_faction_chooses():
    """Which Base, whose Guerrilla."""
    game = position("Ple: ub ab ng vg", card=17)
    assert game.refused("US event shaded Ple").code == "missing-choice"
    assert game.play("US event shaded Ple Ple-ab Ple-ng")["Ple"] == "ub vg"


def test_card_17_shaded_both_must_be_there():
    """A Base with Active Guerrillas only does not qualify; with no such space nothing happens."""
    with refuses("card 17", code="pieces-needed"):
        position("Ple: ub vg*; Hue: ub ng", card=17).play("US event shaded Ple")
    assert position("Ple: ub vg*", card=17).play("US event shaded")["Ple"] == "ub vg*"


def test_card_17_shaded_both_from_one_space():
    """The Guerrilla goes from where the Base went."""
    with refuses("card 17", because="both go from"):
        position("Ple: ub 2vg; Hue: ub ng", card=17).play("US event shaded Ple-ub Hue-ng")


# -- 43 Economic Aid -------------------------------------------------------------------------------


@pytest.mark.parametrize(("faction", "base"), [("US", "ub"), ("ARVN", "ab")])
@pytest.mark.parametrize(("choice", "arvn", "aid"), [("resources", 26, 20), ("aid", 20, 32)])
def test_card_43_unshaded_any_pairing(faction, base, choice, arvn, aid):
    """2 Bases of one Faction, and independently Resources or Aid."""
    game = position(card=43, oop="2ub 2ab", eligible="US").play(f"US event unshaded {faction} {choice}")
    assert game.count("oop", base) == 0
    assert sum(game.count("oop", kind) for kind in ("ub", "ab")) == 2
    assert (game.resources("ARVN"), game.state.aid) == (arvn, aid)


def test_card_43_unshaded_us_score_rises_at_once():
    """Bases in Available count for the US."""
    game = position(card=43, oop="2ub", eligible="ARVN")
    before = game.score("US")
    assert game.play("ARVN event unshaded US aid").score("US") == before + 2


def test_card_43_unshaded_fewer_bases():
    """As many as there are, even none; the rest is still carried out."""
    game = position(card=43, oop="ab", eligible="US").play("US event unshaded ARVN aid")
    assert (game["oop"], game.state.aid) == ("", 32)
    assert position(card=43, eligible="US").play("US event unshaded US resources").resources("ARVN") == 26


def test_card_43_unshaded_no_mixing():
    """Ruling 5.1.3-04: one Faction is named, not two."""
    with refuses("card 43", code="missing-choice"):
        position(card=43, oop="2ub 2ab", eligible="US").play("US event unshaded US ARVN aid")
    with refuses("card 43", code="wrong-faction"):
        position(card=43, eligible="US").play("US event unshaded VC aid")


def test_card_43_unshaded_caps():
    """Resources and Aid stop at 75."""
    assert position(card=43, eligible="US", aid=70).play("US event unshaded US aid").state.aid == 75
    game = position(card=43, eligible="US", ARVN=72).play("US event unshaded US resources")
    assert game.resources("ARVN") == 75


def test_card_43_shaded():
    """The Trail twice, or once and 10 Resources."""
    assert position(card=43, trail=1).play("NVA event shaded trail").state.trail == 3
    game = position(card=43, trail=1, NVA=70).play("NVA event shaded resources")
    assert (game.state.trail, game.resources("NVA")) == (2, 75)


def test_card_43_shaded_the_trail_ends_at_4():
    """Ruling 6.7-01."""
    assert position(card=43, trail=3).play("NVA event shaded trail").state.trail == 4


def test_card_43_needs_its_choices():
    """A side alone, or no side, is not a whole Event."""
    for line in ("NVA event", "NVA event shaded", "NVA event unshaded US"):
        assert position(card=43).refused(line).code == "missing-choice"


def test_5_2_one_side_only():
    """Ruling 5.1-01: not both."""
    refused = position(card=43).refused("NVA event shaded trail unshaded US aid")
    assert refused.code == "surplus-clause"


# -- 51 301st Supply Bn ----------------------------------------------------------------------------


def test_card_51_unshaded_six_insurgents_leave():
    """Troops and Guerrillas of either Faction, in any state, from anywhere outside the South."""
    game = position("NVn: 2nt 2ng; CLa: 2ng* vg; Fis: vg* nb", card=51, eligible="US")
    game.play("US event unshaded NVn-2nt, CLa-2ng*-vg, Fis-vg*")
    assert (game["NVn"], game["CLa"], game["Fis"]) == ("2ng", "", "nb")


def test_card_51_unshaded_all_if_fewer():
    """3 are all there are; Bases stay."""
    game = position("NVn: 2nt nb; CLa: vg", card=51, eligible="US").play("US event unshaded NVn-2nt, CLa-vg")
    assert (game["NVn"], game["CLa"]) == ("nb", "")


def test_card_51_unshaded_refusals():
    """No Bases, nothing from the South, no fewer than 6, no more."""
    game = position("NVn: 4nt 4ng nb; QTr: 2ng", card=51, eligible="US")
    with refuses("card 51", code="wrong-pieces"):
        game.play("US event unshaded NVn-nb")
    with refuses("card 51", code="space-not-allowed"):
        game.play("US event unshaded QTr-2ng")
    with refuses("card 51", code="too-many"):
        game.play("US event unshaded NVn-4nt-3ng")
    assert game.refused("US event unshaded NVn-4nt").code == "missing-choice"


def test_card_51_shaded():
    """The Trail up 2 boxes at most to 4, Resources by a die at most to 75."""
    game = position(card=51, trail=1, NVA=10).play("NVA event shaded {5}")
    assert (game.state.trail, game.resources("NVA")) == (3, 15)
    game = position(card=51, trail=3, NVA=73).play("NVA event shaded {6}")
    assert (game.state.trail, game.resources("NVA")) == (4, 75)
    assert position(card=51).refused("NVA event shaded").code == "missing-choice"


# -- 55 Trucks -------------------------------------------------------------------------------------


def test_card_55_unshaded_nva_give_up_4_and_4():
    """Trail -2; two quotas, of any NVA pieces, at the choice of NVA."""
    game = position("CLa: 3ng nb nt; Fis: 5nt; Par: vg ng", to_act="NVA", trail=3)
    game.play("NVA event unshaded CLa-3ng-nt, Fis-3nt, Par-ng")
    assert (game["CLa"], game["Fis"], game["Par"], game.state.trail) == ("nb", "2nt", "vg", 1)


def test_card_55_unshaded_a_shortage_is_not_made_up():
    """One piece in Laos, that is all from there."""
    game = position("CLa: ng; Fis: 6nt", to_act="NVA").play("NVA event unshaded Fis-4nt")
    assert (game["CLa"], game["Fis"], game.state.trail) == ("", "2nt", 0)


def test_card_55_unshaded_by_the_us_nva_chooses():
    """NVA's choices carry NVA's tag; without it they are still owed."""
    game = position("CLa: 3ng 3nt", to_act="NVA", eligible="US")
    with refuses("card 55", code="missing-choice"):
        game.play("US event unshaded CLa-3ng-nt")
    assert game.play("US event unshaded NVA: CLa-3ng-nt")["CLa"] == "2nt"


def test_card_55_unshaded_tunnels_are_not_forced():
    """A Tunneled Base may be offered, but need not be (5.1.1)."""
    game = position("CLa: nb^ 2ng", to_act="NVA").play("NVA event unshaded CLa-2ng")
    assert game["CLa"] == "nb^"
    game = position("CLa: nb^ 5ng", to_act="NVA").play("NVA event unshaded CLa-3ng-nb^")
    assert (game["CLa"], game.count("available", "nb")) == ("2ng", 9)


def test_card_55_unshaded_bases_may_be_forced():
    """UnTunneled Bases are pieces like others when nothing else is left."""
    assert position("CLa: 2nb", to_act="NVA").play("NVA event unshaded CLa-2nb")["CLa"] == ""


def test_card_55_unshaded_one_country_after_the_other():
    """Cambodia's pieces are no answer while Laos' are owed."""
    with refuses("card 55", because="not in Laos"):
        position("CLa: 6ng; Fis: 6nt", to_act="NVA").play("NVA event unshaded Fis-4nt")


def test_card_55_shaded_earnings():
    """Twice the Trail to both, at most 75."""
    game = position(to_act="NVA", trail=3, NVA=5, VC=74).play("NVA event shaded")
    assert (game.resources("NVA"), game.resources("VC")) == (11, 75)


def test_card_55_shaded_bases_relocate():
    """UnTunneled NVA Bases within Laos and Cambodia, 2 in a space."""
    game = position("CLa: 2nb; Fis: nb vb", to_act="NVA")
    game.play("NVA event shaded CLa>SLa:nb, CLa>Par:nb, Fis>Par:nb")
    assert (game["CLa"], game["SLa"], game["Par"], game["Fis"]) == ("", "nb", "2nb", "vb")


def test_card_55_shaded_refusals():
    """Not out of Laos and Cambodia, no Tunneled Base, nothing else, no third Base."""
    game = position("CLa: nb nb^ ng; Fis: nb vb", to_act="NVA")
    for move, rule, code in [
        ("CLa>NVn:nb", "card 55", "space-not-allowed"),
        ("CLa>SLa:nb^", "card 55", "wrong-pieces"),
        ("CLa>SLa:ng", "card 55", "wrong-pieces"),
        ("CLa>SLa:2nb", "card 55", "no-such-pieces"),
        ("CLa>CLa:nb", "card 55", "space-not-allowed"),
        ("CLa>Fis:nb", "1.4.2", "stacking"),
    ]:
        with refuses(rule, code=code):
            game.play(f"NVA event shaded {move}")


def test_card_55_shaded_by_vc_nva_moves_the_bases():
    """Whoever executes, the Bases are NVA's to move."""
    game = position("CLa: nb", to_act="NVA", eligible="VC").play("VC event shaded NVA: CLa>SLa:nb")
    assert game["SLa"] == "nb"
    with refuses("card 55"):
        position("CLa: nb", to_act="NVA", eligible="VC").play("VC event shaded CLa>SLa:nb")
