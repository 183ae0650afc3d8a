"""Events 1 to 10: every side, its clarifications and its refusals."""

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
    """The strike has all its usual effects: 2 hits Degrade the Trail by a box."""
    game = tonkin(trail=3).play("US event unshaded {2} trail-1 Hue+6ut<oop")
    assert (game.state.trail, game["QTr"]) == (2, "ut 2ng*")


def test_card_1_unshaded_original_edition_has_no_die():
    """In the original edition up to 6 pieces and a box of the Trail need no roll."""
    game = tonkin(rules="original", trail=3).play("US event unshaded QTr-2ng* trail-1 Sai+6ut<oop")
    assert (game["QTr"], game.state.trail, game["Sai"]) == ("ut", 2, "6ut")


def test_card_1_unshaded_all_six_move():
    """Exactly 6 pieces must move; a move of fewer is incomplete."""
    assert tonkin().refused("US event unshaded {1} Hue+5ut<oop").code == "missing-choice"
    with refuses("card 1", code="too-many"):
        tonkin().play("US event unshaded {1} Hue+7ut<oop")


def test_card_1_unshaded_all_there_are_if_fewer():
    """With only 3 pieces Out of Play, 3 come."""
    assert tonkin(oop="2ut ui").play("US event unshaded {1} CaT+2ut+ui<oop")["CaT"] == "2ut ui"
    assert tonkin(oop="").play("US event unshaded {1}").state.done[-1].deed == "event"


def test_card_1_unshaded_cities_only():
    """Any City is a destination, whoever Controls it; other spaces are refused."""
    with refuses("card 1", because="not a City"):
        tonkin().play("US event unshaded {1} QTr+6ut<oop")
    assert tonkin("Hue: 4nt").play("US event unshaded {1} Hue+6ut<oop")["Hue"] == "6ut 4nt"


def test_card_1_unshaded_bases_within_stacking():
    """A third Base is refused; if no City has room, other pieces come, or fewer pieces (5.1.3)."""
    with refuses("1.4.2", code="stacking"):
        tonkin("Hue: ab ub").play("US event unshaded {1} Hue+5ut+ub<oop")
    cities = "Hue: ub ab; DaN: 2vb; Kon: 2vb; QNh: 2vb; CRa: 2vb; AnL: vb nb; Sai: 2nb; CaT: 2nb"
    game = tonkin(cities, oop="2ut 2ub").play("US event unshaded {1} Hue+2ut<oop")
    assert (game["oop"], game["Hue"]) == ("2ub", "2ut ub ab")


def test_card_1_unshaded_arrivals_do_not_strike():
    """The strike comes first, so the new pieces do not enable a strike in their space."""
    with refuses("4.2.3", code="pieces-needed"):
        tonkin("Hue: 2ng*").play("US event unshaded {2} Hue-2ng* Hue+6ut<oop")


def test_card_1_unshaded_by_nva_the_us_decides():
    """The US makes the choices under its own tag, and its Eligibility is unchanged."""
    game = tonkin(eligible="NVA US")
    game.play("US pass\nNVA event unshaded US: {2} QTr-2ng* Hue+6ut<oop")
    assert game["Hue"] == "6ut"
    assert "US" in game.state.eligible and "NVA" not in game.state.eligible
    with refuses("card 1", code="wrong-speaker"):
        tonkin(eligible="NVA").play("NVA event unshaded {2} Hue+6ut<oop")


def test_card_1_unshaded_despite_a_ban():
    """Case 5.4-01: the Event prevails over a ban by Momentum; Typhoon Kate limits its strike to 1 space."""
    ban = ((10, "shaded"), (115, "unshaded"))
    game = tonkin("Hue: ut ng*; Sai: ut ng*", momentum=ban)
    with refuses("card 115", code="too-many-spaces"):
        game.play("US event unshaded {2} Hue-ng*, Sai-ng* Hue+6ut<oop")
    assert game.play("US event unshaded {2} Hue-ng* Hue+6ut<oop")["Hue"] == "7ut"


def test_card_1_unshaded_two_spaces_in_monsoon():
    """The limit of 2 spaces in Monsoon holds, because the text gives no number of spaces."""
    game = tonkin("Hue: ut ng*; Sai: ut ng*; CaT: ut ng*", next=125)
    with refuses("2.3.9", code="too-many-spaces"):
        game.play("US event unshaded {3} Hue-ng*, Sai-ng*, CaT-ng* Hue+6ut<oop")


def test_card_1_shaded_all_casualties_go_out_of_play():
    """Each Casualty, of any kind, goes Out of Play and costs 1 Aid; Irregulars count too."""
    game = tonkin(oop="", casualties="3ut ub 2ui", aid=14).play("US event shaded")
    assert (game.state.aid, game["casualties"], game["oop"]) == (8, "", "3ut 2ui ub")


def test_card_1_shaded_aid_stops_at_0():
    """If Casualties outnumber Aid, Aid stops at 0."""
    assert tonkin(oop="", casualties="5ut", aid=3).play("US event shaded").state.aid == 0


def test_card_1_shaded_without_casualties():
    """Without Casualties the Event may be executed and changes nothing."""
    game = tonkin(aid=14).play("US event shaded")
    assert (game.state.aid, game["oop"]) == (14, "10ut 2ub")
    assert game.state.done[-1].deed == "event"


# -- 2 Kissinger -----------------------------------------------------------------------------------


def test_card_2_unshaded_a_die_of_insurgents():
    """Insurgent pieces of any kind and state leave Laos and Cambodia; the executing Faction chooses."""
    game = position("CLa: 2nt ng; Fis: nb 2vg; NVn: 2nt", card=2)
    game.play("US event unshaded {4} CLa-nt-ng, Fis-nb-vg")
    assert (game["CLa"], game["Fis"]) == ("nt", "vg")
    with refuses("card 2", code="space-not-allowed"):
        position("CLa: nt; Fis: vg; NVn: 2nt", card=2).play("US event unshaded {2} NVn-2nt")


def test_card_2_unshaded_fewer_than_the_die():
    """Case 1.4.4-02: a Tunneled Base cannot be taken; if the die is higher, all other pieces go."""
    game = position("Fis: nb^; CLa: 2nt", card=2).play("US event unshaded {3} CLa-2nt")
    assert (game["Fis"], game["CLa"]) == ("nb^", "")
    with refuses("5.1.1", because="no Tunneled Bases", code="tunnel"):
        position("Fis: nb^; CLa: 2nt", card=2).play("US event unshaded {3} Fis-nb^ CLa-2nt")


def test_card_2_shaded_places_sends_and_costs():
    """2 NVA pieces in Cambodia, 2 US Troops from wherever the US likes, Aid -6."""
    game = position("Hue: 3ut", card=2, casualties="ut", eligible="NVA")
    game.play("NVA event shaded Fis+nb, Par+ng US: Hue-ut casualties>oop:ut")
    assert (game["Fis"], game["Par"], game["Hue"]) == ("nb", "ng", "2ut")
    assert (game["casualties"], game["oop"], game.state.aid) == ("", "2ut", 14)


def test_card_2_shaded_each_decides_its_part():
    """If the US executes, NVA chooses its own pieces; the US Troops may come from Available."""
    game = position("Hue: ut", card=2, aid=4).play("US event shaded NVA: Sih+2nt US: available>oop:2ut")
    assert (game["Sih"], game["oop"], game["Hue"], game.state.aid) == ("2nt", "2ut", "ut", 0)
    with refuses("card 2", code="wrong-speaker"):
        position("Hue: ut", card=2).play("US event shaded Sih+2nt available>oop:2ut")


def test_card_2_shaded_refusals():
    """A space outside Cambodia, a number of Troops other than 2, and pieces other than Troops are refused."""
    game = position("Hue: 3ut ui", card=2, eligible="NVA")
    with refuses("card 2", code="space-not-allowed"):
        game.play("NVA event shaded CLa+2ng US: Hue-2ut")
    with refuses("card 2", code="too-many"):
        game.play("NVA event shaded Fis+2ng US: Hue-3ut")
    with refuses("card 2", code="missing-choice"):
        game.play("NVA event shaded Fis+2ng US: Hue-ut")
    with refuses("card 2", code="wrong-pieces"):
        game.play("NVA event shaded Fis+2ng US: Hue-ui Hue-ut")


def test_card_2_shaded_pieces_of_the_map_only_if_nva_executes():
    """NVA takes up its own pieces (1.4.1) only if NVA executes; the other reading allows it always."""
    fields = {"card": 2, "available": "0nt 0ng 0nb"}
    game = position("CLa: 3ng", eligible="NVA", **fields)
    assert game.play("NVA event shaded Fis+2ng<CLa US: available>oop:2ut")["Fis"] == "2ng"
    with refuses("1.4.1"):
        position("CLa: 3ng", **fields).play("US event shaded NVA: Fis+2ng<CLa US: available>oop:2ut")
    game = position("CLa: 3ng", readings=("card-2",), **fields)
    assert game.play("US event shaded NVA: Fis+2ng<CLa US: available>oop:2ut")["Fis"] == "2ng"


# -- 3 Peace Talks ---------------------------------------------------------------------------------


def test_card_3_unshaded_nva_loses_and_linebacker_is_near():
    """NVA Resources -9, at least 0; the marker lies on Linebacker II."""
    game = position(card=3, NVA=5).play("US event unshaded")
    assert (game.resources("NVA"), game.state.peace_talks) == (0, True)


def test_card_3_unshaded_linebacker_played_or_none():
    """No marker is placed if Linebacker II was played, nor in the Short scenario."""
    played = position(card=3, played=(121, 3)).play("US event unshaded")
    short = position(card=3, scenario="short").play("US event unshaded")
    assert (played.state.peace_talks, short.state.peace_talks) == (False, False)
    assert short.resources("NVA") == 11


@pytest.mark.parametrize(("before", "after"), [(0, 3), (2, 3), (3, 3), (4, 4)])
def test_card_3_shaded(before, after):
    """NVA Resources +9, at most 75; the Trail to 3 if it is lower."""
    game = position(card=3, trail=before, NVA=70).play("US event shaded")
    assert (game.state.trail, game.resources("NVA")) == (after, 75)


# -- 4 Top Gun, 8 Arc Light ------------------------------------------------------------------------


@pytest.mark.parametrize("card", [4, 8])
@pytest.mark.parametrize("side", ["unshaded", "shaded"])
def test_cards_4_8_capabilities(card, side):
    """The marker lies on the executed side and replaces the marker on the other side."""
    other = "shaded" if side == "unshaded" else "unshaded"
    game = position(card=card, capabilities=((card, other),)).play(f"US event {side}")
    assert [(c.card, c.side) for c in game.state.capabilities] == [(card, side)]


def test_card_4_unshaded_cancels_shaded_migs():
    """Unshaded Top Gun removes shaded MiGs and keeps unshaded MiGs; shaded Top Gun removes neither."""
    shaded, unshaded = ((33, "shaded"),), ((33, "unshaded"),)
    game = position(card=4, capabilities=shaded).play("US event unshaded")
    assert [c.card for c in game.state.capabilities] == [4]
    game = position(card=4, capabilities=unshaded).play("US event unshaded")
    assert [c.card for c in game.state.capabilities] == [33, 4]
    game = position(card=4, capabilities=shaded).play("US event shaded")
    assert [c.card for c in game.state.capabilities] == [33, 4]


# -- 5 Wild Weasels --------------------------------------------------------------------------------


def test_card_5_unshaded_removes_shaded_sa_2s():
    """If shaded SA-2s is in effect, the Event removes it and does nothing else."""
    game = position(card=5, trail=3, capabilities=((34, "shaded"),)).play("US event unshaded")
    assert (game.state.capabilities, game.state.trail, game.resources("NVA")) == ((), 3, 20)


def test_card_5_unshaded_otherwise_trail_and_resources():
    """Unshaded SA-2s stays in effect; with the Trail at 0, NVA still loses Resources."""
    game = position(card=5, trail=3, capabilities=((34, "unshaded"),)).play("US event unshaded")
    assert (game.state.trail, game.resources("NVA"), len(game.state.capabilities)) == (1, 11, 1)
    game = position(card=5, trail=0, NVA=4).play("US event unshaded")
    assert (game.state.trail, game.resources("NVA")) == (0, 0)


@pytest.mark.parametrize(("card", "side"), [(5, "shaded"), (7, "unshaded")])
def test_cards_5_7_momentum(card, side):
    """The card stays out until Reset and has no other effect."""
    game = position(card=card).play(f"US event {side}")
    assert [(m.card, m.side) for m in game.state.momentum] == [(card, side)]
    assert (game.state.trail, game.resources("NVA"), game.resources("ARVN")) == (1, 20, 20)


# -- 6 Aces ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["second", "original"])
def test_card_6_unshaded_six_hits_without_a_die(rules):
    """6 hits fall in 1 Province outside the South, with no COIN piece needed; the Trail also drops 2."""
    game = position("CLa: 4nt 3ng* nb", card=6, trail=4, rules=rules)
    game.play("US event unshaded CLa-4nt-2ng*")
    assert (game["CLa"], game.state.trail) == ("ng* nb", 2)


def test_card_6_unshaded_the_order_of_removal_holds():
    """Underground Guerrillas are safe and shield Bases; at most 6 pieces go, in 1 Province."""
    game = position("CLa: 4nt 3ng* nb; Fis: ng nb; Par: 3nt", card=6)
    with refuses("4.2.3", code="bases-last"):
        game.play("US event unshaded Fis-nb")
    with refuses("4.2.3", code="too-many"):
        game.play("US event unshaded CLa-4nt-3ng*")
    with refuses("card 6", because="at most 1 space"):
        game.play("US event unshaded CLa-4nt, Par-2nt")
    with refuses("card 6", code="space-not-allowed"):
        position("Hue: 4nt; CLa: nt", card=6).play("US event unshaded Hue-4nt")


def test_card_6_unshaded_no_hits_for_the_trail():
    """The Event's 2 boxes replace the Degrade by hits, and its 6 hits replace the die."""
    game = position("CLa: nt", card=6, trail=4)
    with refuses("card 6", because="does not itself Degrade"):
        game.play("US event unshaded CLa-nt trail-1")
    with refuses("card 6", because="no die is rolled"):
        game.play("US event unshaded {6} CLa-nt")


def test_card_6_unshaded_the_executing_faction_strikes():
    """No Faction is named, so even NVA may choose the targets, also in Monsoon and under a ban."""
    game = position("CLa: nt vg*; Fis: nt", card=6, eligible="NVA", next=125, momentum=((10, "shaded"),))
    assert game.play("NVA event unshaded Fis-nt")["Fis"] == ""


def test_card_6_unshaded_without_targets():
    """The Trail drops even without targets, and AAA (card 31) does not limit the drop."""
    game = position(card=6, trail=3, capabilities=((31, "shaded"),)).play("US event unshaded NVn")
    assert game.state.trail == 1


def test_card_6_unshaded_lasting_limits_give_way():
    """Laser Guided Bombs and Wild Weasels do not limit the 6 hits (5.1.2)."""
    limits = {"capabilities": ((20, "shaded"),), "momentum": ((5, "shaded"),)}
    game = position("CLa: 6nt", card=6, trail=3, **limits).play("US event unshaded CLa-6nt")
    assert (game["CLa"], game.state.trail) == ("", 1)


def test_card_6_unshaded_migs_and_sa_2s_only_if_so_ruled():
    """The 2 boxes are an effect of the Event; by the other reading, an Air Strike Degraded the Trail."""
    fields = {"card": 6, "trail": 3, "capabilities": ((33, "shaded"), (34, "unshaded"))}
    game = position("CLa: nt; Fis: ng", **fields).play("US event unshaded CLa-nt")
    assert (game["casualties"], game["Fis"]) == ("", "ng")
    game = position("CLa: nt; Fis: ng", readings=("card-6",), **fields).play("US event unshaded CLa-nt")
    assert (game["casualties"], game["Fis"]) == ("ut", "")


def test_card_6_shaded():
    """2 Available US Troops, or all if fewer, become Casualties; the Trail +2."""
    game = position(card=6, trail=3).play("US event shaded")
    assert (game["casualties"], game.state.trail) == ("2ut", 4)
    assert position(card=6, available="1ut").play("US event shaded")["casualties"] == "ut"


# -- 7 ADSID ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [(0, 2), (1, 2), (2, 3), (3, 4), (4, 4)])
def test_card_7_shaded(before, after):
    """The Trail +1 and to 2 at least; case 1.8.1-07: ARVN Resources -9, below Econ too."""
    game = position(card=7, trail=before, ARVN=18).play("US event shaded")
    assert (game.state.trail, game.resources("ARVN")) == (after, 9)
    assert position(card=7, ARVN=4).play("US event shaded").resources("ARVN") == 0


# -- 9 Psychedelic Cookie --------------------------------------------------------------------------


def test_card_9_unshaded_from_out_of_play():
    """Up to 3 Troops, each to Available or any space of the South."""
    game = position("Hue: ut", card=9, oop="5ut")
    before = game.score("US")
    game.play("US event unshaded Hue+ut<oop, SaBM+ut<oop oop>available:ut")
    assert (game["Hue"], game["SaBM"], game["oop"]) == ("2ut", "ut", "2ut")
    assert game.score("US") == before + 1


def test_card_9_unshaded_from_the_map():
    """Up to 3 Troops may leave the map, Laos included, for Available."""
    game = position("Hue: 2ut; CLa: 2ut", card=9, eligible="VC").play("VC event unshaded US: CLa-2ut, Hue-ut")
    assert (game["CLa"], game["Hue"], game.count("available", "ut")) == ("", "ut", 39)


def test_card_9_unshaded_up_to_3_one_way():
    """No Troops at all is legal; 4 Troops, both directions or a space outside the South are refused."""
    game = position("Hue: 2ut", card=9, oop="4ut")
    with refuses("card 9", code="too-many"):
        game.play("US event unshaded oop>available:4ut")
    with refuses("card 9"):
        game.play("US event unshaded oop>available:ut Hue-ut")
    with refuses("card 9", code="space-not-allowed"):
        game.play("US event unshaded CLa+ut<oop")
    assert game.play("US event unshaded")["oop"] == "4ut"


def test_card_9_unshaded_mixed_if_so_ruled():
    """By the other reading, up to 3 Troops in all may come from both places."""
    game = position("Hue: 2ut", card=9, oop="4ut", readings=("card-9",))
    game.play("US event unshaded oop>available:ut Hue-ut, Hue+ut<oop")
    assert (game["Hue"], game["oop"]) == ("2ut", "2ut")


def test_card_9_shaded_three_troops_out_of_play():
    """3 US Troops, or all if fewer, go Out of Play; the US chooses them, and they are not Casualties."""
    game = position("Hue: 2ut; DaN: 2ut", card=9, eligible="VC").play("VC event shaded US: Hue-2ut, DaN-ut")
    assert (game["Hue"], game["DaN"], game["oop"], game["casualties"]) == ("", "ut", "3ut", "")
    assert position("Hue: 2ut ui", card=9).play("US event shaded")["Hue"] == "ui"
    with refuses("card 9", code="missing-choice"):
        position("Hue: 2ut; DaN: 2ut", card=9).play("US event shaded Hue-2ut")


# -- 10 Rolling Thunder ----------------------------------------------------------------------------


def test_card_10_unshaded():
    """Case 5.1.2-03: AAA bounds Air Strikes only. The Trail -2, NVA Resources -9."""
    game = position(card=10, trail=3, NVA=12, capabilities=((31, "shaded"),)).play("US event unshaded")
    assert (game.state.trail, game.resources("NVA"), game.state.eligible) == (1, 3, ("US", "ARVN", "VC"))


def test_card_10_unshaded_nva_is_out_now_and_next():
    """NVA, waiting as 2nd Eligible, may not act on this card, nor on the next."""
    game = position(card=10).play("US event unshaded")
    assert game.to_act == "VC"
    game.play("VC pass\nARVN pass")
    assert game.state.eligible == ("ARVN", "VC")


def test_card_10_shaded():
    """ARVN Resources -5, below Econ too; no Air Strike by choice until Reset."""
    game = position(card=10, ARVN=16).play("US event shaded")
    assert game.resources("ARVN") == 11
    assert [(m.card, m.side) for m in game.state.momentum] == [(10, "shaded")]
