"""Events 111 to 120: every side, its clarifications and its refusals."""

import pytest
from table import position, refuses

# -- 112 Colonel Chau ------------------------------------------------------------------------------


def test_card_112_unshaded_six_police():
    """1 Police comes to each of 6 Provinces; Laos and Cambodia qualify."""
    game = position(card=112).play("VC event unshaded QTr+ap, QNa+ap, QTi+ap, BDi+ap, Ple+ap, CLa+ap")
    assert [game[where] for where in ("QTr", "QNa", "QTi", "BDi", "Ple", "CLa")] == ["ap"] * 6


def test_card_112_unshaded_refusals():
    """Different Provinces, no City, not North Vietnam, all 6."""
    game = position(card=112)
    with refuses("card 112", code="too-many"):
        game.play("VC event unshaded QTr+ap, QTr+ap")
    with refuses("card 112", code="space-not-allowed"):
        game.play("VC event unshaded Hue+ap")
    with refuses("1.4.2", code="north-vietnam"):
        game.play("VC event unshaded NVn+ap")
    assert game.refused("VC event unshaded QTr+ap, QNa+ap, QTi+ap, BDi+ap, Ple+ap").code == "missing-choice"
    with refuses("card 112"):
        game.play("VC event unshaded QTr+2ap")


def test_card_112_unshaded_as_many_as_there_are():
    """With 2 Police Available, VC, executing, places 2 and takes up none."""
    game = position("Sai: 3ap", card=112, available="2ap").play("VC event unshaded QTr+ap, QNa+ap")
    assert (game["QTr"], game["QNa"], game["Sai"]) == ("ap", "ap", "3ap")
    game = position("Sai: 3ap", card=112, available="1ap")
    assert game.refused("VC event unshaded QTr+ap, QNa+ap<Sai").rule == "1.4.1"


@pytest.mark.parametrize("faction", ["US", "ARVN"])
def test_card_112_unshaded_coin_may_lift_police(faction):
    """Once none is Available, the US and ARVN may take up Police from the map and need not."""
    fields = {"card": 112, "available": "1ap", "eligible": faction}
    game = position("Sai: 3ap", **fields).play(f"{faction} event unshaded QTr+ap, QNa+ap<Sai")
    assert (game["QTr"], game["QNa"], game["Sai"]) == ("ap", "ap", "2ap")
    assert position("Sai: 3ap", **fields).play(f"{faction} event unshaded QTr+ap")["Sai"] == "3ap"


def test_card_112_shaded_three_provinces():
    """A level toward Active Opposition and an Underground VC Guerrilla in each."""
    game = position("QTr: at PS; Ple: ar; BDi: ab AS; KPh: ap", card=112)
    game.play("VC event shaded QTr, Ple, BDi")
    assert [game.level(where) for where in ("QTr", "Ple", "BDi")] == ["N", "PO", "PS"]
    assert [game.count(where, "vg") for where in ("QTr", "Ple", "BDi", "KPh")] == [1, 1, 1, 0]


def test_card_112_shaded_provinces_that_can_shift_come_first():
    """One without Population, or at Active Opposition, only when no other is left."""
    game = position("PLo: at; QTr: at AO; Ple: at; BDi: at; KPh: at", card=112)
    for where in ("PLo", "QTr"):
        with refuses("5.1.3", code="whole-effect"):
            game.play(f"VC event shaded {where}")
    game = position("PLo: at; QTr: at AO; Ple: at", card=112).play("VC event shaded Ple, PLo, QTr")
    assert [game.count(where, "vg") for where in ("Ple", "PLo", "QTr")] == [1, 1, 1]


def test_card_112_shaded_shifts_without_guerrillas():
    """With no Guerrilla Available the levels still shift; only VC may take up its own from the map."""
    fields = {"card": 112, "available": "0vg"}
    spaces = "QTr: at; Ple: at; BDi: at; Tay: 2vg"
    game = position(spaces, eligible="ARVN", **fields).play("ARVN event shaded QTr, Ple, BDi")
    assert (game.level("QTr"), game["QTr"]) == ("PO", "at")
    game = position(spaces, **fields).play("VC event shaded QTr QTr+vg<Tay, Ple, BDi")
    assert (game["QTr"], game["Tay"], game["Ple"]) == ("at vg", "vg", "at")


def test_card_112_shaded_needs_arvn_in_a_province():
    """Fewer than 3 such Provinces: all of them; US pieces are not enough, nor a City."""
    game = position("QTr: at; Hue: at; Ple: ut", card=112)
    with refuses("card 112", code="space-not-allowed"):
        game.play("VC event shaded Ple")
    with refuses("card 112", code="space-not-allowed"):
        game.play("VC event shaded Hue")
    assert position("QTr: at; Ple: ut", card=112).play("VC event shaded").level("QTr") == "PO"


# -- 111 Agent Orange ------------------------------------------------------------------------------


def test_card_111_unshaded_jungle_laid_bare():
    """All Guerrillas in Jungle become Active; the US strikes 2 Jungle spaces without pieces there."""
    game = position("Tay: 2vg ng; Ple: vg; CLa: ng; QDu: vg", card=111, trail=2)
    game.play("VC event unshaded US: airstrike {6} Tay-2vg*-ng*, CLa-ng*")
    assert (game["Tay"], game["CLa"], game["Ple"], game["QDu"]) == ("", "", "vg", "vg*")
    assert (game.level("Tay"), game.state.trail) == ("PO", 2)


def test_card_111_unshaded_refusals():
    """The strike refuses the Trail, a third space and a space that is not Jungle."""
    game = position("Tay: vg; CLa: ng; QDu: vg; Ple: vg*", card=111, trail=2)
    with refuses("card 111", because="does not itself Degrade"):
        game.play("VC event unshaded US: airstrike {6} Tay-vg* trail-1")
    third = game.refused("VC event unshaded US: airstrike {6} Tay-vg*, CLa-ng*, QDu-vg*")
    assert (third.rule, third.code, third.facts) == ("card 111", "too-many-spaces", ("by Agent Orange",))
    with refuses("card 111", code="space-not-allowed"):
        game.play("VC event unshaded US: airstrike {6} Ple-vg*")


def test_card_111_unshaded_two_spaces_in_typhoon():
    """The Event's own number of spaces prevails over Typhoon Kate (5.1.2)."""
    game = position("Tay: vg; CLa: ng", card=111, momentum=((115, "unshaded"),))
    game.play("VC event unshaded US: airstrike {6} Tay-vg*, CLa-ng*")
    assert (game["Tay"], game["CLa"]) == ("", "")


def test_card_111_shaded_forests_resent():
    """Jungle and Highland with any Insurgent piece; not Lowland, not without Population."""
    game = position("Tay: nb; Ple: vg PS; PLo: vg; QTr: at", card=111).play("VC event shaded")
    assert [game.level(where) for where in ("Tay", "Ple", "PLo", "QTr")] == ["PO", "N", "N", "N"]
    game = position("KGi: vg; Hue: vg", card=111).play("VC event shaded")
    assert [game.level(where) for where in ("KGi", "Hue")] == ["N", "N"]


# -- 113 Ruff Puff ---------------------------------------------------------------------------------


def test_card_113_unshaded_police():
    """0 to 8 Police come to South Vietnam, LoCs included; several may enter a space."""
    game = position(card=113).play("VC event unshaded SaCT+3ap, Sai+5ap")
    assert (game["SaCT"], game["Sai"]) == ("3ap", "5ap")
    assert position(card=113).play("VC event unshaded Sai+ap")["Sai"] == "ap"
    with refuses("card 113", code="space-not-allowed"):
        position(card=113).play("VC event unshaded CLa+ap")
    assert position(card=113).refused("VC event unshaded Sai+9ap").rule == "card 113"


def test_card_113_shaded_police_turn():
    """5 Police outside Cities are replaced, 1 by a Base and the others by Guerrillas."""
    game = position("SaCT: 2ap; QTr: 4ap; Sai: 2ap", card=113)
    game.play("VC event shaded SaCT-ap+vg, SaCT-ap+vg, QTr-ap+vb, QTr-ap+vg, QTr-ap+vg")
    assert (game["SaCT"], game["QTr"], game["Sai"]) == ("2vg", "ap 2vg vb", "2ap")
    game = position("SaCT: 2ap; QTr: 4ap; Sai: 2ap", card=113)
    with refuses("card 113"):
        game.play("VC event shaded QTr-ap+vb, QTr-ap+vb, QTr-ap+vg, QTr-ap+vg, SaCT-ap+vg")
    with refuses("card 113", code="space-not-allowed"):
        game.play("VC event shaded Sai-ap+vg")
    with refuses("1.4.2", code="stacking"):
        game.play("VC event shaded SaCT-ap+vb")


def test_card_113_shaded_nothing_available():
    """With no VC piece Available, the Police is only removed (5.1.1)."""
    game = position("QTr: 2ap", card=113, available="0vg 0vb", eligible="US").play(
        "US event shaded QTr-ap, QTr-ap"
    )
    assert game["QTr"] == ""


# -- 114 Tri Quang ---------------------------------------------------------------------------------


def test_card_114_unshaded_cities_calmed():
    """Up to 3 Cities at Neutral or any Opposition go to Passive Support."""
    game = position("Sai: AO; Hue: PO; DaN: PS", card=114).play("VC event unshaded Sai, Hue=PS")
    assert [game.level(where) for where in ("Sai", "Hue", "DaN", "Kon")] == ["PS", "PS", "PS", "N"]
    with refuses("card 114", code="space-not-allowed"):
        position("DaN: PS", card=114).play("VC event unshaded DaN")
    assert position(card=114).play("VC event unshaded").level("Sai") == "N"


def test_card_114_shaded_unrest():
    """Three Cities, and a VC piece in Saigon."""
    game = position("Sai: PS; Hue: AO", card=114).play("VC event shaded Sai+vb")
    assert [game.level(where) for where in ("Sai", "Hue", "DaN")] == ["N", "AO", "PO"]
    assert game["Sai"] == "vb"
    with refuses("1.4.2", code="stacking"):
        position("Sai: ub ab", card=114).play("VC event shaded Sai+vb")


# -- 115 Typhoon Kate, 116 Cadres ------------------------------------------------------------------


def test_card_115_unshaded_momentum_and_eligibility():
    """The executing Faction, whichever it is, stays Eligible."""
    game = position(card=115).play("VC event unshaded\nARVN pass\nUS pass\nNVA pass")
    assert [(m.card, m.side) for m in game.state.momentum] == [(115, "unshaded")]
    assert "VC" in game.state.eligible


def test_card_115_unshaded_free_activity_of_a_later_event():
    """A free Activity without a stated number of spaces is limited to 1; the other reading allows more."""
    fields = {"card": 46, "momentum": ((115, "unshaded"),)}
    spaces, move = "QTr: nb; QNa: nb", "NVA event shaded infiltrate QTr+nt, QNa+nt"
    with refuses("card 115", code="too-many-spaces"):
        position(spaces, **fields).play(move)
    assert position(spaces, **fields, readings=("card-115",)).play(move)["QNa"] == "nt nb"


@pytest.mark.parametrize("side", ["unshaded", "shaded"])
def test_card_116_capability(side):
    """Each side puts its Capability out."""
    game = position(card=116).play(f"VC event {side}")
    assert [(m.card, m.side) for m in game.state.capabilities] == [(116, side)]


# -- 117 Corps Commanders --------------------------------------------------------------------------


def test_card_117_unshaded_troops_and_sweep():
    """3 Troops from both boxes enter 2 adjacent spaces; both are Swept free, in Monsoon too."""
    game = position("QTr: vg; Hue: 2vg", card=117, oop="2at", next=125)
    game.play("VC event unshaded ARVN: QTr+at, Hue+2at<oop sweep QTr, Hue")
    assert (game["QTr"], game["Hue"], game["oop"]) == ("at vg*", "2at 2vg*", "")
    assert game.resources("ARVN") == 20


def test_card_117_unshaded_spaces():
    """At most 2 adjacent spaces get all 3 Troops; only these spaces are Swept, and a LoC is not."""
    game = position("Sai: vg", card=117)
    with refuses("card 117", code="space-not-allowed"):
        game.play("VC event unshaded ARVN: Sai+2at, Hue+at")
    with refuses("card 117", code="missing-choice"):
        game.play("VC event unshaded ARVN: Sai+2at")
    assert game.refused("VC event unshaded ARVN: SaCT+3at sweep Sai")
    assert game.play("VC event unshaded ARVN: SaCT+3at")["SaCT"] == "3at"


def test_card_117_unshaded_fewer_troops():
    """If fewer Troops are in both boxes, all come; only if ARVN executes may it take up more from the map."""
    fields = {"card": 117, "available": "1at"}
    assert position("Hue: 4at", **fields).play("VC event unshaded ARVN: Sai+at sweep Sai")["Sai"] == "at"
    game = position("Hue: 4at", **fields, eligible="ARVN")
    assert game.play("ARVN event unshaded Sai+at, Sai+2at<Hue sweep Sai")["Hue"] == "2at"
    assert (
        position("Hue: 4at", **fields).refused("VC event unshaded ARVN: Sai+at, Sai+2at<Hue").rule == "1.4.1"
    )


def test_card_117_unshaded_too_few_out_of_play():
    """If Out of Play has fewer Troops than named, the refusal gives that reason (1.4.1)."""
    game = position("KPh: 3vg", card=117, oop="2at", eligible="US")
    with refuses("1.4.1", because="3 ARVN Troops cannot be placed"):
        game.play("US event unshaded ARVN: KPh+3at<oop")


def test_card_117_shaded_losses():
    """As many pieces as the die, from 2 adjacent spaces, Bases in any order; ARVN is Ineligible."""
    game = position("QTr: 2at ab; Hue: 2ap", card=117).play("VC event shaded {3} QTr-ab-at, Hue-ap")
    assert (game["QTr"], game["Hue"]) == ("at", "ap")
    assert game.to_act == "NVA"
    assert "ARVN" in game.state.barred
    with refuses("card 117", code="space-not-allowed"):
        position("QTr: 2at; Sai: 2ap", card=117).play("VC event shaded {3} QTr-2at, Sai-ap")


def test_card_117_shaded_fewer_pieces():
    """All pieces of the selected space go, and a second space is not required."""
    game = position("QTr: 2at; Hue: 2ap", card=117).play("VC event shaded {6} QTr-2at")
    assert (game["QTr"], game["Hue"]) == ("", "2ap")
    with refuses("card 117", code="missing-choice"):
        position("QTr: 2at", card=117).play("VC event shaded {6} QTr-at")
    assert position(card=117).play("VC event shaded {6}").to_act == "NVA"


# -- 118 Korean War Arms ---------------------------------------------------------------------------


def test_card_118_unshaded_thinned_out():
    """1 VC piece leaves each space with at least 2 and no NVA Base, even Tunneled; VC may choose which."""
    game = position("QTr: vg vg*; QNa: 2vg; BDi: 3vg nb^; SaCT: 2vg*; Kon: vg", card=118)
    game.play("VC event unshaded QTr-vg")
    assert [game[where] for where in ("QTr", "QNa", "BDi", "SaCT", "Kon")] == [
        "vg*",
        "vg",
        "nb^ 3vg",
        "vg*",
        "vg",
    ]
    game = position("QTr: vg vg*; QNa: vg vg*", card=118, eligible="US")
    game.play("US event unshaded VC: QNa-vg*, QTr-vg")
    assert (game["QTr"], game["QNa"]) == ("vg*", "vg")
    with refuses("card 118", code="missing-choice"):
        position("QTr: vg vg*", card=118).play("VC event unshaded")


def test_card_118_shaded_reinforced():
    """3 different spaces get a piece; Bases stay within stacking and off LoCs."""
    game = position(card=118).play("VC event shaded QTr+vb, SaCT+vg, CLa+vg")
    assert [game[where] for where in ("QTr", "SaCT", "CLa")] == ["vb", "vg", "vg"]
    with refuses("card 118", code="too-many"):
        position(card=118).play("VC event shaded QTr+vb, QTr+vg")
    with refuses("1.4.2", code="stacking"):
        position("QTr: 2nb", card=118).play("VC event shaded QTr+vb")


# -- 119 My Lai ------------------------------------------------------------------------------------


def test_card_119_unshaded_aftermath():
    """2 US Troops leave, Patronage +2."""
    game = position(card=119, available="1ut").play("VC event unshaded")
    assert (game.count("available", "ut"), game["oop"], game.state.patronage) == (0, "ut", 22)


def test_card_119_shaded_atrocity():
    """A Province with US Troops to Active Opposition, VC Base and Guerrilla, Aid -6."""
    game = position("Ple: ut AS; BDi: ub", card=119).play("VC event shaded Ple")
    assert (game["Ple"], game.level("Ple"), game.state.aid) == ("ut vg vb", "AO", 14)
    game = position("Ple: ut ub ab", card=119).play("VC event shaded")
    assert game["Ple"] == "ut ub ab vg"
    assert position(card=119).play("VC event shaded").state.aid == 14


def test_card_119_shaded_where_all_of_it_can_happen():
    """A space without room for a Base is refused if another has room, unless none is Available (5.1.3)."""
    where = "Tay: 2ut 2vb; QTr: ut; PLo: ut"
    with refuses("5.1.3", code="whole-effect", because="a Base is not possible in Tay Ninh"):
        position(where, card=119).play("VC event shaded Tay")
    with refuses("5.1.3", code="whole-effect", because="a change to Active Opposition"):
        position(where, card=119).play("VC event shaded PLo")
    assert position(where, card=119).play("VC event shaded")["QTr"] == "ut vg vb"
    assert position(where, card=119, available="0vb").play("VC event shaded Tay")["Tay"] == "2ut vg 2vb"
    with refuses("5.1.3", code="whole-effect", because="a change to Active Opposition"):
        position("Tay: 2ut 2vb; PLo: ut", card=119).play("VC event shaded PLo")


def test_card_119_shaded_population_first():
    """A Province without Population is legal only if no other has US Troops (5.1.3)."""
    with refuses("5.1.3", code="whole-effect"):
        position("PLo: ut; Ple: ut", card=119).play("VC event shaded PLo")
    assert position("PLo: ut", card=119).play("VC event shaded")["PLo"] == "ut vg vb"


# -- 120 US Press Corps ----------------------------------------------------------------------------


def test_card_120_unshaded_good_press():
    """With up to 2 cards in the Leader box 4 pieces are due, with more cards 2."""
    game = position(card=120, oop="4ut ub", leader=(125, 126)).play("VC event unshaded Sai+3ut+ub<oop")
    assert (game["Sai"], game["oop"]) == ("3ut ub", "ut")
    fields = {"oop": "4ut ub", "leader": (129, 125, 126)}
    assert position(card=120, **fields).play("VC event unshaded SaCT+2ut<oop")["SaCT"] == "2ut"
    assert position(card=120, **fields).refused("VC event unshaded Sai+3ut<oop").rule == "card 120"


def test_card_120_shaded_bad_press():
    """All Bases go, and any number of Troops up to the number of cards."""
    fields = {"card": 120, "casualties": "3ut 2ub ui", "leader": (125, 126)}
    game = position(**fields).play("VC event shaded casualties>oop:2ut")
    assert (game["casualties"], game["oop"]) == ("ut ui", "2ut 2ub")
    assert position(**fields).play("VC event shaded")["oop"] == "2ub"
    assert position(**fields).refused("VC event shaded casualties>oop:3ut").rule == "card 120"
    fields["leader"] = ()
    assert position(**fields).play("VC event shaded")["oop"] == "2ub"


def test_card_120_shaded_the_other_reading():
    """By the other reading exactly as many pieces go as there are cards, Irregulars included."""
    fields = {"card": 120, "casualties": "3ut ui", "leader": (125, 126), "readings": ("card-120",)}
    assert position(**fields).play("VC event shaded casualties>oop:ut+ui")["casualties"] == "2ut"
    assert position(**fields).refused("VC event shaded").code == "missing-choice"


def test_card_118_unshaded_a_space_with_a_base_of_nva():
    """A removal beside an NVA Base is refused for that reason, although other removals are still required."""
    game = position("Hue: 2vg; CLa: 2vg nb^; Tay: vg vg*", card=118)
    with refuses("card 118", because="nothing is asked of Central Laos here"):
        game.play("VC event unshaded Hue-vg CLa-vg")


def test_card_119_shaded_no_room_for_the_base():
    """Base and Guerrilla in one clause are refused because the space has no room for the Base."""
    game = position("Tay: 2ut 2ub", card=119)
    for pieces in ("+vb+vg", "+vb"):
        with refuses("1.4.2", because="at most 2 Bases"):
            game.play(f"VC event shaded Tay Tay{pieces}")


@pytest.mark.parametrize("named", ["2ut+ub", "ut+ub", "ut casualties>oop:ub", "ub"])
def test_card_120_shaded_the_bases_that_go_by_themselves(named):
    """Bases go automatically and may be written with the Troops or apart; a wrong number is refused."""
    game = position(card=120, casualties="3ut ub", leader=(125, 126), eligible="VC")
    game.play(f"VC event shaded casualties>oop:{named}")
    assert "ub" not in str(game["casualties"])
    with refuses("card 120", because="2 US Bases, not 1"):
        fresh = position(card=120, casualties="3ut 2ub", leader=(125, 126), eligible="VC")
        fresh.play("VC event shaded casualties>oop:ut casualties>oop:ub")
