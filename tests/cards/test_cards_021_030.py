"""Events 21 to 30: every side, its clarifications and its refusals."""

import pytest
from table import position, refuses

# -- 21 Americal -----------------------------------------------------------------------------------


def test_card_21_unshaded_to_one_space():
    """Up to 2 Troops of the map and up to 2 from Out of Play, all to the same space."""
    game = position("Hue: 2ut; CLa: ut; QTi: ut", card=21, oop="3ut")
    game.play("US event unshaded Hue>QTi:ut, CLa>QTi:ut, QTi+2ut<oop")
    assert (game["Hue"], game["CLa"], game["QTi"], game["oop"]) == ("ut", "", "5ut", "ut")


def test_card_21_unshaded_to_available():
    """All Troops may go to Available instead; the US decides, whichever Faction executes."""
    game = position("Hue: 3ut", card=21, oop="2ut", eligible="VC")
    game.play("VC event unshaded US: Hue-2ut oop>available:ut")
    assert (game["Hue"], game["oop"], game.count("available", "ut")) == ("ut", "ut", 38)


def test_card_21_unshaded_one_destination():
    """Two spaces, or a space and Available, are two destinations; no Troops at all is legal."""
    game = position("Hue: 3ut; DaN: ut", card=21, oop="3ut")
    for line in ("Hue>QTi:ut DaN>QNa:ut", "Hue>QTi:ut Hue+ut<oop", "Hue>QTi:ut oop>available:ut"):
        with refuses("card 21"):
            game.play(f"US event unshaded {line}")
    with refuses("card 21", code="too-many"):
        game.play("US event unshaded Hue>QTi:3ut")
    with refuses("1.4.2", code="north-vietnam"):
        game.play("US event unshaded NVn+ut<oop")
    assert game.play("US event unshaded")["Hue"] == "3ut"


def test_card_21_shaded_removes_and_sets():
    """1 VC piece leaves each of 1 or 2 Provinces with US Troops; they go to Active Opposition."""
    game = position("QTi: ut vg AS; QNa: 2ut vb vg*; Hue: ut vg", card=21, eligible="VC")
    game.play("VC event shaded QTi, QNa-vb")
    assert (game["QTi"], game["QNa"]) == ("ut", "2ut vg*")
    assert (game.level("QTi"), game.level("QNa"), game.level("Hue")) == ("AO", "AO", "N")


def test_card_21_shaded_by_coin_and_in_one_province():
    """Case 5.2-01: the US may take the shaded text; the second Province is optional, the first not."""
    game = position("QTi: ut vg PS; QNa: ut vg", card=21)
    with refuses("card 21", code="missing-choice"):
        game.play("US event shaded")
    game.play("US event shaded QTi=AO")
    assert (game["QTi"], game.level("QTi"), game["QNa"], game.level("QNa")) == ("ut", "AO", "ut vg", "N")


def test_card_21_shaded_provinces_that_can_change_come_first():
    """A Province at Active Opposition or without Population is refused while another can change."""
    game = position("QTi: ut vg AO; PLo: ut vg; QNa: ut vg; BDi: ut vg", card=21)
    for where in ("QTi", "PLo"):
        with refuses("5.1.3", code="whole-effect"):
            game.play(f"US event shaded {where}")
    game = position("QTi: ut vg AO; PLo: ut vg; QNa: ut vg", card=21)
    with refuses("5.1.3", code="whole-effect"):
        game.play("US event shaded PLo")
    game.play("US event shaded PLo, QNa")
    assert (game["PLo"], game.level("PLo"), game["QTi"], game.level("QNa")) == ("ut", "N", "ut vg", "AO")


def test_card_21_shaded_population_needed_if_so_ruled():
    """By the other reading, Provinces without Population are left out."""
    with refuses("card 21", code="space-not-allowed"):
        position("PLo: ut vg", card=21, readings=("card-21",)).play("US event shaded PLo")


def test_card_21_shaded_tunneled_base():
    """Case 5.1.1-02: only VC may give up its Tunneled Base; a Province that loses no piece does not shift."""
    with refuses("card 21", code="space-not-allowed"):
        position("Tay: 2ut vb^", card=21).play("US event shaded Tay")
    game = position("Tay: 2ut vb^", card=21, eligible="VC").play("VC event shaded Tay-vb^")
    assert (game["Tay"], game.level("Tay")) == ("2ut", "AO")
    game = position("Tay: 2ut vb^", card=21, eligible="VC").play("VC event shaded")
    assert (game["Tay"], game.level("Tay")) == ("2ut vb^", "N")


# -- 22 Da Nang ------------------------------------------------------------------------------------


def test_card_22_unshaded_up_to_six_into_da_nang():
    """Up to 6 Troops come, at most 3 from Out of Play and the others from Available, in any order."""
    game = position(card=22, oop="5ut").play("US event unshaded DaN+3ut, DaN+3ut<oop")
    assert (game["DaN"], game["oop"], game.count("available", "ut")) == ("6ut", "2ut", 32)
    assert position(card=22, oop="5ut").play("US event unshaded DaN+6ut")["oop"] == "5ut"
    assert position(card=22, oop="5ut").play("US event unshaded")["DaN"] == ""


def test_card_22_unshaded_refusals():
    """A 7th Troop, a 4th from Out of Play, a Troop from the map and another space are refused."""
    game = position("Hue: 2ut", card=22, oop="5ut")
    with refuses("card 22", code="too-many"):
        game.play("US event unshaded DaN+4ut<oop")
    with refuses("card 22"):
        game.play("US event unshaded DaN+3ut<oop DaN+4ut")
    with refuses("card 22", because="7 pieces, at most 6 more"):
        game.play("US event unshaded DaN+7ut")
    with refuses("card 22", because="1 piece, at most 0 more"):
        game.play("US event unshaded DaN+3ut<oop DaN+ut<oop")
    with refuses("card 22", because="they come from Out of Play or Available, not from the map"):
        game.play("US event unshaded DaN+2ut<Hue")
    with refuses("card 22", code="space-not-allowed"):
        game.play("US event unshaded Hue+2ut")


def test_card_22_shaded_support_around_da_nang_ends():
    """Da Nang and its neighbours at Support become Neutral; Momentum; Opposition stays."""
    game = position("DaN: AS; QNa: PS; QTi: PO; Hue: AS", card=22).play("US event shaded")
    assert [game.level(where) for where in ("DaN", "QNa", "QTi", "Hue")] == ["N", "N", "PO", "AS"]
    assert [(m.card, m.side) for m in game.state.momentum] == [(22, "shaded")]


# -- 23 Operation Attleboro ------------------------------------------------------------------------


def test_card_23_unshaded_tunneled_base_without_a_die():
    """Case 1.4.4-03: the Assault takes the Tunneled Base like any other; no Aid for the US."""
    game = position("Tay: 3ut vg* vb^", card=23).play("US event unshaded Tay-vg*-vb^")
    assert (game["Tay"], game.count("available", "vb"), game.state.aid) == ("3ut", 9, 20)


def test_card_23_unshaded_lift_sweep_assault():
    """Lift, Sweep and Assault are in one space, free, in Monsoon and under Medevac; neighbours Sweep in."""
    fields = {"card": 23, "eligible": "VC", "next": 125, "ARVN": 0, "momentum": ((15, "shaded"),)}
    game = position("Tay: vg vb^; Hue: 3ut; Sai: 2ut", **fields)
    game.play("VC event unshaded US: Hue>Tay:3ut Sai>Tay:2ut Tay*vg Tay-vg*-vb^")
    assert (game["Tay"], game["Hue"], game["Sai"], game.resources("ARVN")) == ("5ut", "", "", 0)


def test_card_23_unshaded_only_into_that_space():
    """No Lift, Sweep or Assault goes elsewhere; Underground Guerrillas still shield the Base."""
    game = position("Tay: 2ut 2vg vb^; Hue: 3ut ng*; DaN: ut; KPh: nb^", card=23)
    for line in ("Hue>DaN:ut", "Hue>KPh:ut", "Tay sweep Hue"):
        assert game.refused(f"US event unshaded Tay {line}")
    with refuses("4.2.2", code="missing-choice"):
        game.play("US event unshaded Tay sweep Tay Tay*2vg assault Tay-2vg*-vb^")
    with refuses("3.1", because="to the maximum extent"):  # whatever is lifted
        game.play("US event unshaded Tay sweep Tay Tay*2vg assault Tay-2vg*")
    with refuses("3.2.4", code="base-shielded"):
        position("Tay: 2ut 2vg vb^", card=23).play("US event unshaded Tay Tay*vg Tay-vg*-vb^")


def test_card_23_unshaded_arvn_meets_the_tunnel():
    """The ARVN Assault after the US one is free, but rolls for a Tunnel; the other reading needs no roll."""
    spaces = "Tay: ut 4at vg* 2vb^"
    game = position(spaces, card=23, ARVN=0).play("US event unshaded Tay-vg* arvn {6}")
    assert (game["Tay"], game.resources("ARVN")) == ("ut 4at vb vb^", 0)
    game = position(spaces, card=23, ARVN=0, readings=("card-23",)).play(
        "US event unshaded Tay-vg* arvn Tay-2vb^"
    )
    assert (game["Tay"], game.state.aid) == ("ut 4at", 32)


@pytest.mark.parametrize("line", ["unshaded", "shaded"])
def test_card_23_without_a_tunnel(line):
    """Without a Tunnel, neither side has an effect."""
    assert position("Tay: 2ut vb", card=23).play(f"US event {line}")["Tay"] == "2ut vb"


def test_card_23_shaded_a_die_of_troops():
    """Troops in the Tunnel's space and adjacent spaces, LoCs too, become Casualties; all go if fewer."""
    game = position("Tay: 2ut ui vb^; SaBM: ut; Hue: 3ut", card=23, eligible="VC")
    game.play("VC event shaded {2} Tay-ut, SaBM-ut")
    assert (game["Tay"], game["SaBM"], game["casualties"]) == ("ut ui vb^", "", "2ut")
    game = position("Tay: 2ut vb^; Hue: 3ut", card=23, eligible="VC").play("VC event shaded {6}")
    assert (game["Tay"], game["Hue"], game["casualties"]) == ("vb^", "3ut", "2ut")
    with refuses("card 23", code="space-not-allowed"):
        position("Tay: 2ut vb^; Hue: 3ut", card=23).play("US event shaded {1} Hue-ut")


# -- 24 Operation Starlite -------------------------------------------------------------------------


def test_card_24_unshaded_all_vc_go():
    """Case 1.3.7-02: all VC pieces go, also Underground ones, but no Tunneled Base; NVA pieces stay."""
    game = position("PhB: 2ut 2vg vb vb^ ng; KhH: vg", card=24).play("US event unshaded PhB")
    assert (game["PhB"], game["KhH"]) == ("2ut ng vb^", "vg")


def test_card_24_unshaded_coastal_with_us_troops_near():
    """Case 1.3.7-01: an inland Province is refused; US Troops in an adjacent City or LoC are enough."""
    game = position("KPh: 2ut 3vg*; QTi: 2vg; DaN: ut; BDi: 2vg; DNDT: ut; KhH: vg", card=24)
    for where in ("KPh", "KhH"):
        with refuses("card 24", code="space-not-allowed"):
            game.play(f"US event unshaded {where}")
    assert game.play("US event unshaded BDi")["BDi"] == ""


def test_card_24_unshaded_where_vc_can_go_comes_first():
    """A Province without VC is refused while another Province has VC."""
    with refuses("5.1.3", code="whole-effect"):
        position("QTi: ut; BDi: ut vg", card=24).play("US event unshaded QTi")


def test_card_24_shaded_hides_and_stays_eligible():
    """Up to 3 Provinces qualify, anywhere; the executing Faction stays Eligible even without an effect."""
    game = position("QTi: 2vg* ng*; Fis: vg*; BDi: vg*; Hue: vg*", card=24, eligible="VC")
    game.play("VC event shaded QTi, Fis")
    assert (game["QTi"], game["Fis"], game["BDi"]) == ("ng* 2vg", "vg", "vg*")
    assert "VC" in game.state.eligible
    assert "US" in position(card=24, eligible="US").play("US event shaded").state.eligible
    with refuses("card 24", code="space-not-allowed"):
        position("Hue: vg*", card=24).play("US event shaded Hue")


def test_card_24_unshaded_own_tunneled_base():
    """VC, executing, may give up a Tunneled Base; no other Faction may take the Base (5.1.1)."""
    game = position("PhB: ut vg vb^", card=24, eligible="VC").play("VC event unshaded PhB PhB-vb^")
    assert game["PhB"] == "ut"
    assert position("PhB: ut vg vb^", card=24, eligible="VC").play("VC event unshaded PhB")["PhB"] == "ut vb^"
    position("PhB: ut vg vb^", card=24, eligible="US").refused("US event unshaded PhB PhB-vb^")


# -- 25 TF-116 Riverines ---------------------------------------------------------------------------

DELTA = "SaCT: ng 2vg; CTCD: vg*; CTBL: vg; "


def test_card_25_unshaded_clears_sweeps_and_assaults():
    """The Mekong is cleared; then one Faction Sweeps all four Lowlands, and Assaults all it can."""
    game = position(DELTA + "CaT: 6ut; KPh: vg; KHo: ut vg; BXu: vg; KGi: 2vg*", card=25, ARVN=0, next=125)
    game.play("US event unshaded US CaT>KPh:ut, CaT>KGi:2ut, BXu, KHo KPh, KHo, KGi")
    assert [game[loc] for loc in ("SaCT", "CTCD", "CTBL")] == ["", "", "vg"]
    assert [game[where] for where in ("KPh", "KHo", "BXu", "KGi")] == ["ut", "ut", "vg", "2ut"]


def test_card_25_unshaded_each_of_them():
    """All Lowlands are Swept, named or not; each with targets must be in the Assault."""
    with refuses("card 25"):
        position("KPh: 2ut vg; Sai: ut vg", card=25).play("US event unshaded US Sai")
    game = position("KPh: 2ut vg; KHo: 2ut vg; BXu: vg", card=25)
    game.play("US event unshaded US assault KPh, KHo")
    assert [game[where] for where in ("KPh", "KHo", "BXu")] == ["2ut", "2ut", "vg"]
    assert position(card=25).play("US event unshaded US")["KPh"] == ""
    with refuses("3.2.4", code="missing-choice"):
        position("KPh: 2ut vg; KHo: 2ut vg; BXu: 2ut vg", card=25).play(
            "US event unshaded US KPh, KHo, BXu, KGi assault KPh"
        )


def test_card_25_unshaded_arvn_free_and_beyond_the_limits():
    """The named Faction decides; ARVN pays nothing; limits of 2 spaces do not apply (5.1.2)."""
    spaces = "KPh: 2at vg*; KHo: 2at vg*; BXu: 2at vg*; KGi: 2at vg*"
    game = position(spaces, card=25, ARVN=0, eligible="VC")
    game.play("VC event unshaded ARVN ARVN: KPh, KHo, BXu, KGi assault KPh, KHo, BXu")
    assert [game[where] for where in ("KPh", "KHo", "BXu", "KGi")] == ["2at"] * 4
    limits = ((18, "shaded"), (11, "shaded"))
    game = position(spaces.replace("at", "ut"), card=25, capabilities=limits)
    game.play("US event unshaded US KPh, KHo, BXu, KGi assault KPh, KHo, BXu, KGi")
    assert game["KGi"] == "2ut"


def test_card_25_shaded_guerrillas_and_sabotage():
    """2 VC Guerrillas on each Mekong LoC; those where VC outnumber COIN are Sabotaged."""
    game = position("CTCD: 2ap; SaCT: 3nt ap", card=25, eligible="VC").play("VC event shaded")
    assert [game.count(loc, "vg") for loc in ("SaCT", "CTCD", "CTLP", "CTBL")] == [2, 2, 2, 0]
    assert [game.space(loc).sabotage for loc in ("SaCT", "CTCD", "CTLP")] == [True, False, True]


def test_card_25_shaded_too_few_guerrillas():
    """The executing Faction divides the Guerrillas, at most 2 on a LoC; a LoC keeps a single marker."""
    game = position("CTCD: sabotage", card=25, available="3vg", eligible="VC")
    with refuses("card 25", code="too-many"):
        game.play("VC event shaded SaCT+3vg")
    game.play("VC event shaded SaCT+2vg, CTCD+vg")
    assert [game.space(loc).sabotage for loc in ("SaCT", "CTCD", "CTLP")] == [True, True, False]


def test_card_25_shaded_too_few_markers():
    """With 1 marker left the executing Faction says which LoC gets it."""
    game = position("Hue: terror 14", card=25, eligible="VC").play("VC event shaded CTLP")
    assert [game.space(loc).sabotage for loc in ("SaCT", "CTCD", "CTLP")] == [False, False, True]


# -- 26 LRRP ---------------------------------------------------------------------------------------


def test_card_26_unshaded_irregulars_then_a_strike():
    """3 Irregulars in Laos and Cambodia; the strike may use them, or hit elsewhere."""
    game = position("CLa: 2ng*; Hue: at vg*", card=26, trail=3)
    game.play("US event unshaded CLa+2ui, Fis+ui {4} CLa-2ng* trail-1")
    assert (game["CLa"], game["Fis"], game.state.trail) == ("2ui", "ui", 2)


def test_card_26_unshaded_the_us_decides():
    """Case 5.1-02: ARVN executes, the US places and strikes; case 1.4.2-05: no North Vietnam."""
    game = position("QTr: ut 2ng*", card=26, eligible="ARVN")
    with refuses("card 26", code="wrong-speaker"):
        game.play("ARVN event unshaded CLa+3ui {2} QTr-2ng*")
    assert game.play("ARVN event unshaded US: CLa+3ui {2} QTr-2ng*")["QTr"] == "ut"
    with refuses("1.4.2", code="north-vietnam"):
        position(card=26).play("US event unshaded NVn+3ui {1}")
    with refuses("card 26", code="space-not-allowed"):
        position(card=26).play("US event unshaded Hue+3ui {1}")


def test_card_26_unshaded_irregulars_of_the_map():
    """With 1 Available, the US, if it executes, may take up others; a ban on strikes does not apply."""
    fields = {"card": 26, "available": "1ui", "momentum": ((10, "shaded"),)}
    game = position("Hue: 2ui; CLa: nt", **fields).play("US event unshaded CLa+ui, Fis+ui<Hue {1} CLa-nt")
    assert (game["CLa"], game["Fis"], game["Hue"]) == ("ui", "ui", "ui")


def test_card_26_unshaded_original_edition_bases_first():
    """The strike of the older text removes Bases before other pieces; the newer one last."""
    spaces = "CLa: ui 2ng* nb"
    line = "US event unshaded Fis+3ui"
    game = position(spaces, card=26, rules="original")
    with refuses("4.2.3", code="order-of-removal"):
        game.play(f"{line} CLa-2ng*")
    assert game.play(f"{line} CLa-nb-ng*")["CLa"] == "ui ng*"
    with refuses("4.2.3", code="bases-last"):
        position(spaces, card=26).play(f"{line} {{2}} CLa-nb-ng*")


def test_card_26_shaded_irregulars_become_casualties():
    """3 Irregulars go, in any state; each space that loses some shifts once, except in Laos."""
    game = position("QTi: 2ui PS; Hue: ui*; CLa: ui", card=26, eligible="VC")
    game.play("VC event shaded QTi-2ui, CLa-ui")
    assert (game["casualties"], game.level("QTi"), game.level("Hue")) == ("3ui", "N", "N")
    assert (game["CLa"], game.level("CLa")) == ("", "N")
    game = position("QTi: ui", card=26, eligible="VC").play("VC event shaded")
    assert (game["casualties"], game.level("QTi")) == ("ui", "PO")


# -- 27 Phoenix Program ----------------------------------------------------------------------------


def test_card_27_unshaded_three_vc_pieces():
    """From spaces with COIN Control, in any order; no Tunneled Base."""
    game = position("Hue: 4at vg vb; Sai: 4ap vg vg*; Tay: vg; CaT: 3at vb^", card=27)
    game.play("US event unshaded Hue-vb, Sai-vg-vg*")
    assert (game["Hue"], game["Sai"], game["CaT"]) == ("4at vg", "4ap", "3at vb^")
    with refuses("card 27", code="space-not-allowed"):
        position("Hue: 2at 3vg; Sai: 4at vg", card=27).play("US event unshaded Hue-vg")


def test_card_27_shaded_terror_and_opposition():
    """Case 5.1.3-03: a further Terror marker joins an existing one; Support changes at once."""
    game = position("Hue: 2at vg terror 1 AS; AnL: 2at vg; Sai: 6at vg", card=27, eligible="VC")
    game.play("VC event shaded Hue=AO, AnL")
    assert [game.space(where).terror for where in ("Hue", "AnL", "Sai")] == [2, 1, 0]
    assert [game.level(where) for where in ("Hue", "AnL", "Sai")] == ["AO", "AO", "N"]


def test_card_27_shaded_refusals():
    """Each of 2 spaces needs COIN Control and a VC piece, also a Tunneled Base; Saigon is refused."""
    game = position("Hue: 2at vb^; AnL: 2at vg; Sai: 6at vg; Tay: at 2vg; KPh: 2at", card=27)
    for where in ("Sai", "Tay", "KPh"):
        with refuses("card 27", code="space-not-allowed"):
            game.play(f"US event shaded {where}")
    game.play("US event shaded Hue=AO")
    assert (game.level("Hue"), game.level("AnL")) == ("AO", "AO")


def test_card_27_shaded_without_markers_or_population():
    """No marker left: the levels change all the same; without Population only the marker comes."""
    game = position("Hue: 2at vg; AnL: 2at vg; CaT: terror 15", card=27).play("US event shaded Hue, AnL")
    assert (game.space("Hue").terror, game.level("Hue")) == (0, "AO")
    game = position("PLo: 2at vg", card=27).play("US event shaded")
    assert (game.space("PLo").terror, game.level("PLo")) == (1, "N")


# -- 28 Search and Destroy -------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["unshaded", "shaded"])
def test_card_28_capability(side):
    """The marker lies on the executed side."""
    game = position(card=28).play(f"US event {side}")
    assert [(c.card, c.side) for c in game.state.capabilities] == [(28, side)]


# -- 29 Tribesmen ----------------------------------------------------------------------------------


def test_card_29_unshaded_four_insurgents():
    """Insurgent pieces of any state leave spaces with Irregulars, not with Rangers; Tunneled Bases stay."""
    game = position("Ple: ui* 2nt nb; CLa: ui vg nb^; Hue: ar 2vg", card=29)
    with refuses("card 29", code="space-not-allowed"):
        game.play("US event unshaded Hue-2vg")
    game.play("US event unshaded Ple-2nt-nb, CLa-vg")
    assert (game["Ple"], game["CLa"], game["Hue"]) == ("ui*", "ui nb^", "ar 2vg")


def test_card_29_shaded_guerrillas_replace_irregulars():
    """All Irregulars are replaced, Underground or Active; then a Neutral Highland and Patronage change."""
    game = position("Ple: ui ui*; CLa: ui; BDi: PS", card=29, eligible="VC", casualties="ui")
    game.play("VC event shaded Ple-ui+vg, Ple-ui*+vg, CLa-ui+vg QTr=AO")
    assert (game["Ple"], game["CLa"], game.level("QTr"), game.state.patronage) == ("2vg", "vg", "AO", 17)
    assert (game.count("available", "ui"), game["casualties"]) == (5, "ui")


def test_card_29_shaded_neutral_highland_only():
    """Case 1.4.1-07: with no Guerrilla Available an Irregular only leaves; only a Neutral Highland is set."""
    fields = {"card": 29, "available": "1vg", "eligible": "NVA", "patronage": 2}
    game = position("Ple: ui; KhH: ui; QNa: PO", **fields)
    for where in ("QNa", "QTi"):
        with refuses("card 29", code="space-not-allowed"):
            game.play(f"NVA event shaded Ple-ui+vg, KhH-ui {where}")
    game.play("NVA event shaded Ple-ui+vg, KhH-ui BDi=AO")
    assert (game["Ple"], game["KhH"], game.level("BDi"), game.state.patronage) == ("vg", "", "AO", 0)


def test_card_29_shaded_vc_may_lift_guerrillas():
    """If VC executes, it may take up a Guerrilla from the map to replace an Irregular (1.4.1)."""
    fields = {"card": 29, "available": "0vg"}
    game = position("Ple: ui; Hue: 2vg*", eligible="VC", **fields)
    game.play("VC event shaded Ple-ui, Ple+vg*<Hue BDi=AO")
    assert (game["Ple"], game["Hue"]) == ("vg", "vg*")
    with refuses("1.4.1"):
        position("Ple: ui; Hue: 2vg*", **fields).play("US event shaded Ple-ui, Ple+vg*<Hue BDi=AO")


# -- 30 USS New Jersey -----------------------------------------------------------------------------


def test_card_30_unshaded_two_in_each_of_three():
    """Coastal spaces, no die, no COIN piece there; a space that lost pieces shifts."""
    game = position("QTr: 2nt 2vg*; Hue: vg*; BXu: 3vg* PS; NVn: 2nt", card=30, trail=3)
    game.play("US event unshaded US QTr-2nt, BXu-2vg*, NVn-2nt")
    assert (game["QTr"], game["BXu"], game["NVn"], game["Hue"]) == ("2vg*", "vg*", "", "vg*")
    assert (game.level("QTr"), game.level("BXu"), game.level("Hue")) == ("PO", "N", "N")
    assert game.state.trail == 3


def test_card_30_unshaded_original_edition_six_in_each():
    """The older text takes up to 6 in each space."""
    game = position("QTr: 4nt 4vg*; Hue: 6vg*", card=30, rules="original")
    game.play("US event unshaded US QTr-4nt-2vg*, Hue-6vg*")
    assert (game["QTr"], game["Hue"]) == ("2vg*", "")


def test_card_30_unshaded_the_named_faction_strikes():
    """US or ARVN, in Monsoon and under Typhoon Kate, a ban and other limits, too."""
    lasting = {
        "momentum": ((10, "shaded"), (115, "unshaded"), (5, "shaded")),
        "capabilities": ((20, "shaded"),),
    }
    game = position("QTr: 3nt; Hue: 2vg*; DaN: 2vg*", card=30, eligible="VC", next=125, **lasting)
    game.play("VC event unshaded ARVN ARVN: QTr-2nt, Hue-2vg*, DaN-2vg*")
    assert (game["QTr"], game["Hue"], game["DaN"]) == ("nt", "", "")


def test_card_30_unshaded_refusals():
    """Coastal, at most 3 spaces and 2 pieces in each, at least 1 space; the Trail stays."""
    game = position("QTr: 3nt; Hue: vg*; DaN: vg*; QNh: vg*; Tay: vg*", card=30, trail=3)
    with refuses("card 30", code="space-not-allowed"):
        game.play("US event unshaded US Tay-vg*")
    with refuses("card 30", code="too-many-spaces"):
        game.play("US event unshaded US QTr-nt, Hue-vg*, DaN-vg*, QNh-vg*")
    with refuses("4.2.3", code="too-many"):
        game.play("US event unshaded US QTr-3nt")
    with refuses("4.2.3", code="missing-choice"):
        game.play("US event unshaded US")
    with refuses("card 30", because="does not itself Degrade"):
        game.play("US event unshaded US Hue-vg* trail-1")


def test_card_30_shaded_two_levels():
    """2 coastal Provinces with US Troops; those that can shift come first."""
    game = position("QTr: ut AS; BXu: ut PO; KGi: ut AO; KPh: ut; QNa: ui", card=30, eligible="VC")
    with refuses("5.1.3", code="whole-effect"):
        game.play("VC event shaded KGi")
    for where in ("KPh", "QNa"):
        with refuses("card 30", code="space-not-allowed"):
            game.play(f"VC event shaded {where}")
    game.play("VC event shaded QTr=N, BXu=AO")
    assert (game.level("QTr"), game.level("BXu"), game.level("KGi")) == ("N", "AO", "AO")
