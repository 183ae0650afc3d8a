"""Events 71 to 80: every side, its clarifications and its refusals."""

import pytest
from table import position, refuses

# -- 71 An Loc -------------------------------------------------------------------------------------


def test_card_71_unshaded_arvn_hold():
    """All NVA Troops go, 3 ARVN Troops come; Guerrillas and Bases stay."""
    game = position("Hue: ap 2nt ng nb; AnL: ab", card=71).play("ARVN event unshaded Hue")
    assert (game["Hue"], game.count("available", "nt")) == ("3at ap ng nb", 40)


def test_card_71_unshaded_without_nva_troops_and_where():
    """The space needs an ARVN piece in the South, but no NVA Troop."""
    game = position("Hue: ut; SaCT: ap; CLa: 2at", card=71)
    for where in ("Hue", "CLa"):
        with refuses("card 71", code="space-not-allowed"):
            game.play(f"ARVN event unshaded {where}")
    assert game.play("ARVN event unshaded")["SaCT"] == "3at ap"


def test_card_71_unshaded_short_supply():
    """With none Available, ARVN may take up Troops elsewhere; NVA may not."""
    spaces = "Hue: ap; Sai: 4at"
    game = position(spaces, card=71, available="1at").play("ARVN event unshaded Hue+at Hue+2at<Sai")
    assert (game["Hue"], game["Sai"]) == ("3at ap", "2at")
    game = position(spaces, card=71, available="1at", eligible="NVA").play("NVA event unshaded Hue")
    assert game["Hue"] == "at ap"


def test_card_71_shaded_march_and_two_attacks():
    """In Monsoon, free: a March of Troops, then two Attacks, each by Troops or Guerrillas."""
    game = position("QTr: 4nt; Hue: 2at ut 2ng", card=71, next=125, NVA=0)
    game.play(
        "ARVN event shaded NVA: Hue march QTr>Hue:4nt attack troops Hue-2at attack guerrillas {2} Hue-ut"
    )
    assert (game["Hue"], game["casualties"], game.resources("NVA")) == ("4nt ng*", "ut", 0)


def test_card_71_shaded_along_the_trail():
    """Troops pass through Laos and Cambodia on their way to An Loc, and do not stop there."""
    game = position("SLa: 4nt; AnL: 2at", card=71)
    with refuses("3.3.2", because="into An Loc"):
        game.play("ARVN event shaded NVA: AnL march SLa>NEC:2nt")
    game.play("ARVN event shaded NVA: AnL march SLa>NEC>Fis>AnL:4nt attack AnL-2at")
    assert game["AnL"] == "4nt"


def test_card_71_shaded_only_troops_into_one_city():
    """No Guerrilla Marches, no second City is entered."""
    game = position("QTr: 4nt 2ng; Hue: 2at", card=71)
    with refuses("3.3.2", code="piece-not-allowed"):
        game.play("ARVN event shaded NVA: Hue march QTr>Hue:ng")
    with refuses("3.3.2", because="into Hue"):
        game.play("ARVN event shaded NVA: Hue march QTr>QNa:2nt")


def test_card_71_shaded_a_march_comes_first():
    """5.1.3: a City that NVA can enter and Attack comes first, and a possible March is required."""
    game = position("QTr: 2nt; Hue: 2at; Sai: ng at", card=71)
    with refuses("5.1.3", code="whole-effect"):
        game.play("ARVN event shaded NVA: Sai attack {1} Sai-at")
    with refuses("3.3.2", code="missing-choice"):
        position("QTr: 2nt; Hue: 2at nt", card=71).play("ARVN event shaded NVA: Hue attack troops")


def test_card_71_shaded_attacks_without_a_march():
    """With no Troops to March, NVA Attack where they are."""
    game = position("Sai: 3ng 3at", card=71)
    game.play("ARVN event shaded NVA: Sai attack guerrillas {1} Sai-2at attack guerrillas {6}")
    assert game["Sai"] == "at 3ng*"
    assert position(card=71).play("ARVN event shaded")["Sai"] == ""


# -- 72 Body Count ---------------------------------------------------------------------------------


def test_card_72_unshaded_is_momentum():
    """The Momentum card stays until the Reset."""
    game = position(card=72).play("ARVN event unshaded")
    assert [(m.card, m.side) for m in game.state.momentum] == [(72, "unshaded")]


def test_card_72_shaded_guerrillas_and_troops():
    """1 Guerrilla comes to each space at Active Opposition, 2 Troops to each space of Laos and Cambodia."""
    game = position("Hue: AO; Sai: at AO; DaN: PO", card=72).play("ARVN event shaded")
    assert (game["Hue"], game["Sai"], game["DaN"]) == ("vg", "at vg", "")
    assert [game[w] for w in ("CLa", "SLa", "NEC", "Fis", "Par", "Sih", "NVn")] == ["2nt"] * 6 + [""]


def test_card_72_shaded_too_few():
    """The executing Faction says where those Available go, 1 and 2 to a space."""
    with refuses("card 72", code="too-many"):
        position("Hue: AO; Sai: AO; DaN: AO", card=72, available="2vg").play("ARVN event shaded Hue+2vg")
    game = position("Hue: AO; Sai: AO", card=72, available="1vg 3nt")
    game.play("ARVN event shaded Hue+vg CLa+2nt, Par+nt")
    assert [game[w] for w in ("Hue", "Sai", "CLa", "Par")] == ["vg", "", "2nt", "nt"]


def test_card_72_shaded_too_few_troops_are_told_as_troops():
    """If NVA Troops run short, the refusal names only Troops, not Guerrillas required elsewhere (1.4.1)."""
    game = position("Tay: AO; KPh: AO", card=72, available="1vg 5nt", eligible="NVA")
    with refuses("1.4.1", because="2 NVA Troops cannot be placed"):
        game.play("NVA event shaded CLa+2nt SLa+2nt Fis+2nt")


def test_card_72_shaded_vc_take_up_their_own():
    """VC, executing, may place Guerrillas from the map once none is Available (1.4.1)."""
    game = position("Hue: AO; Ple: vg*", card=72, available="0vg", eligible="VC")
    assert game.play("VC event shaded Hue+vg*<Ple")["Hue"] == "vg"


# -- 73 Great Society ------------------------------------------------------------------------------


def test_card_73_unshaded_a_commitment_phase():
    """Casualties sorted and placed, US moves, VC's answer to the Withdrawal; the rest of the card goes on."""
    game = position("Hue: 2at PS; Sai: 5ut", card=73, casualties="6ut ub ui", aid=20)
    game.play("ARVN event unshaded US: Hue+4ut<casualties, Sai-4ut VC: Hue=N")
    assert (game["Hue"], game["Sai"], game["oop"], game["casualties"]) == ("4ut 2at", "ut", "2ut ub", "")
    assert (game.level("Hue"), game.state.aid, game.state.withdrawn, game.state.phase) == ("N", 20, 0, "card")
    assert game.to_act == "NVA"


def test_card_73_unshaded_limits_of_the_phase():
    """Troops up to 10 less the Casualties placed, only where 6.5 lets them."""
    game = position("Hue: 2at; Sai: 9ut; Ple: vg", card=73, casualties="6ut")
    with refuses("6.5", code="too-many"):
        game.play("ARVN event unshaded US: Hue+4ut<casualties, Sai-7ut")
    with refuses("6.5", code="space-not-allowed"):
        game.play("ARVN event unshaded US: Ple+4ut<casualties")


def test_card_73_unshaded_control_of_its_start():
    """6.5: pieces placed during the phase do not make a space COIN-Controlled for that phase."""
    game = position("Ple: at vg; Sai: 6ut", card=73)
    with refuses("6.5", code="space-not-allowed"):
        game.play("ARVN event unshaded US: Sai>Ple:2ut Ple-ut")


def test_card_73_unshaded_withdrawal_counts_pieces():
    """All pieces sent to Available count, even if others came back; VC may decline to shift."""
    game = position("Hue: 2at 2ut PS; Sai: 4ut", card=73)
    game.play("ARVN event unshaded US: Sai-4ut, Hue+2ut VC: Hue=N")
    assert (game["Hue"], game.level("Hue")) == ("4ut 2at", "N")
    assert (
        position("Hue: 2at PS; Sai: 4ut", card=73).play("ARVN event unshaded US: Sai-2ut").level("Hue")
        == "PS"
    )


def test_card_73_unshaded_original_edition():
    """In the original edition no Casualty is placed, and no Withdrawal follows."""
    game = position("Hue: 2at PS; Sai: 5ut", card=73, casualties="6ut", rules="original")
    game.play("ARVN event unshaded US: Sai-5ut")
    assert (game["oop"], game["casualties"], game.level("Hue")) == ("2ut", "", "PS")
    with refuses("6.5", code="surplus-clause"):
        position("Hue: 2at PS; Sai: 5ut", card=73, rules="original").play(
            "ARVN event unshaded US: Sai-5ut VC: Hue=N"
        )


def test_card_73_shaded_three_pieces_out_of_play():
    """US pieces of its choice from Available, or all that are there."""
    game = position(card=73).play("ARVN event shaded US: available>oop:2ut+ub")
    assert game["oop"] == "2ut ub"
    assert position(card=73, available="1ut 0ui 1ub").play("ARVN event shaded")["oop"] == "ut ub"


# -- 74 Lam Son 719 --------------------------------------------------------------------------------


def test_card_74_unshaded_troops_operation_trail():
    """Up to 6 Troops are placed, a free Limited Operation follows there, then the Trail -2."""
    game = position("CLa: 3nt", card=74, trail=3, ARVN=0)
    game.play("ARVN event unshaded CLa+6at assault CLa-3nt")
    assert (game["CLa"], game.state.trail, game.resources("ARVN")) == ("6at", 1, 0)


def test_card_74_unshaded_others_choose_space_and_number():
    """The executing Faction places, none if it likes; ARVN decides its Operation: here a Train."""
    game = position("CLa: 3nt", card=74, trail=1, eligible="NVA")
    game.play("NVA event unshaded SLa ARVN: train SLa+2ar")
    assert (game["SLa"], game.state.trail) == ("2ar", 0)
    assert set(game.state.eligible) == {"US", "ARVN", "VC"}


def test_card_74_unshaded_sweep():
    """Troops may move in from beside; not in Monsoon, as the text names no Sweep."""
    line = "ARVN event unshaded CLa+2at sweep QTr>CLa:2at CLa*2ng"
    game = position("CLa: 2ng; QTr: 2at", card=74).play(line)
    assert game["CLa"] == "4at 2ng*"
    with refuses("2.3.9", code="monsoon"):
        position("CLa: 2ng; QTr: 2at", card=74, next=125).play(line)


def test_card_74_unshaded_only_there():
    """Cambodia, an Operation elsewhere and a Patrol are refused."""
    game = position("CLa: 3nt; Hue: 2at vg*", card=74)
    assert game.refused("ARVN event unshaded Fis").code == "space-not-allowed"
    assert game.refused("ARVN event unshaded CLa+6at assault Hue-vg*").code == "space-not-allowed"
    assert game.refused("ARVN event unshaded CLa+6at patrol").rule == "card 74"


def test_card_74_unshaded_trail_and_momentum():
    """ADSID costs NVA for the change; Oriskany gives way to the Event (5.1.2)."""
    game = position(card=74, trail=3, momentum=((7, "unshaded"), (39, "shaded")))
    game.play("ARVN event unshaded CLa train CLa+ar")
    assert (game.state.trail, game.resources("NVA")) == (1, 14)


def test_card_74_shaded_resources():
    """NVA gains 6 Resources, and 1 more for each ARVN piece in Laos."""
    game = position("CLa: 2at ap; SLa: ar* ab; Fis: at", card=74).play("ARVN event shaded")
    assert game.resources("NVA") == 31


# -- 75 Sihanouk -----------------------------------------------------------------------------------


def test_card_75_unshaded_us_sweeps_and_assaults():
    """The named Faction Sweeps into Cambodia, even in Monsoon, then Assaults in one space there."""
    game = position("Tay: 4ut; Fis: 2ng vg; Par: vg*", card=75, next=125)
    game.play("ARVN event unshaded US US: Tay>Fis:4ut Fis*2ng Fis-2ng*")
    assert (game["Fis"], game["Tay"]) == ("4ut vg", "")
    assert set(game.state.eligible) == {"US", "NVA", "ARVN", "VC"}
    assert [(done.faction, done.deed) for done in game.state.done] == [("ARVN", "event")]


def test_card_75_unshaded_arvn_pays_nothing():
    """Both Operations are free."""
    game = position("Tay: 4at; Fis: 2ng", card=75, ARVN=0)
    game.play("ARVN event unshaded ARVN sweep Tay>Fis:4at Fis*2ng assault Fis-2ng*")
    assert (game["Fis"], game.resources("ARVN")) == ("4at", 0)


def test_card_75_unshaded_assault_may_be_elsewhere():
    """The Assault need not be where the Sweep went."""
    game = position("Tay: 2ut; Fis: ng; Par: 2ut 2vg*", card=75)
    game.play("ARVN event unshaded US US: Tay>Fis:2ut Fis*ng assault Par-2vg*")
    assert (game["Par"], game["Fis"]) == ("2ut", "2ut ng*")


def test_card_75_unshaded_arvn_follow_up_is_free():
    """After a US Assault ARVN may add its own at no cost, below Econ as well."""
    game = position("Fis: 2ut 2at 3vg*", card=75, ARVN=0)
    game.play("ARVN event unshaded US US: sweep Fis assault Fis-2vg* arvn Fis-vg*")
    assert (game["Fis"], game.resources("ARVN")) == ("2ut 2at", 0)


def test_card_75_unshaded_only_in_cambodia():
    """A Sweep elsewhere, or a Faction other than the two, is refused."""
    game = position("Tay: 4ut 2vg", card=75)
    with refuses("card 75", code="wrong-faction"):
        game.play("ARVN event unshaded VC")
    assert game.refused("ARVN event unshaded US US: Tay").rule in ("3.2.3", "card 75")


def test_card_75_unshaded_the_named_faction_decides():
    """US choices carry the US tag when ARVN executes."""
    with refuses("card 75", code="wrong-speaker"):
        position("Tay: 4ut; Fis: 2ng", card=75).play("ARVN event unshaded US Tay>Fis:4ut")


def test_card_75_shaded_rally_and_march():
    """VC, then NVA: Rally in Cambodia, March from there, all free and in Monsoon, too."""
    game = position("Fis: vb 2vg; Par: nb ng", card=75, next=125, NVA=0, VC=0, eligible="NVA")
    game.play("NVA event shaded VC: rally Fis+vg march Fis>Tay:2vg NVA: rally Par+2ng march Par>KPh:2ng")
    assert (game["Fis"], game["Tay"], game["Par"], game["KPh"]) == ("vg vb", "2vg", "ng nb", "2ng")
    assert (game.resources("NVA"), game.resources("VC")) == (0, 0)
    assert "VC" not in [done.faction for done in game.state.done]


def test_card_75_shaded_march_only_from_rallied_spaces():
    """A space in which that Faction did not Rally is no origin."""
    game = position("Fis: 2vg; Par: 2vg", card=75, eligible="VC")
    with refuses("card 75", because="does not begin in The Parrot's Beak"):
        game.play("VC event shaded rally Fis+vg march Par>KPh:vg")


def test_card_75_shaded_selected_is_rallied():
    """A space selected without effect counts as Rallied: no Guerrilla is Available, and none is taken up."""
    game = position("Fis: ng*", card=75, eligible="NVA", available="0ng 0vg 0nb 0vb")
    game.play("NVA event shaded VC: rally Sih NVA: rally Fis march Fis>Tay:ng*")
    assert game["Tay"] == "ng*"


def test_card_75_shaded_only_cambodia():
    """A Rally elsewhere is refused."""
    assert position("Tay: 2vg", card=75, eligible="VC").refused("VC event shaded rally Tay+vg").code


def test_card_75_shaded_trail_improvement_costs():
    """Free Rally or not, the Trail costs NVA 2 (3.1.2)."""
    game = position("Fis: ng", card=75, eligible="NVA", NVA=3, trail=1)
    game.play("NVA event shaded VC: rally Sih+vg NVA: rally Fis+ng trail+1")
    assert (game.resources("NVA"), game.state.trail) == (1, 2)


def test_card_75_shaded_nva_go_on_only_through_rallied_spaces():
    """Along the Trail each space left must have been Rallied in."""
    spaces = "Fis: 2ng; Par: ng"
    game = position(spaces, card=75, eligible="NVA", trail=2)
    with refuses("card 75", because="Parrot"):
        game.play("NVA event shaded VC: rally Sih+vg NVA: rally Fis+ng march Fis>Par>Sih:2ng")
    game.play("NVA event shaded VC: rally Sih+vg NVA: rally Fis+ng, Par+ng march Fis>Par>Sih:2ng")
    assert game["Sih"].startswith("2ng")


def test_card_75_shaded_a_rally_is_due():
    """If a legal space exists, each Faction must Rally in at least one."""
    assert position(card=75, eligible="NVA").refused("NVA event shaded").code == "missing-choice"


def test_card_75_shaded_reading_without_a_rally():
    """By reading card-75 the Rally may be left out, and then the March as well."""
    game = position("Fis: 2vg", card=75, eligible="NVA", readings=("card-75",)).play("NVA event shaded")
    assert game["Fis"] == "2vg"


# -- 76 Annam --------------------------------------------------------------------------------------


def test_card_76_unshaded_counts_shared_spaces():
    """Every space with pieces of both, Tunneled Bases and LoCs too; Patronage +2."""
    game = position("CLa: nt vg; SLa: ng vb^; HuDN: ng vg; Hue: ng", card=76, VC=2).play(
        "ARVN event unshaded"
    )
    assert (game.resources("NVA"), game.resources("VC"), game.state.patronage) == (17, 0, 22)


def test_card_76_shaded_support_goes():
    """Hue, Da Nang, and 1 Province beside either; Opposition stays."""
    game = position("Hue: AO; DaN: AS; QNa: PS; QTr: AS; Ple: AS", card=76)
    with refuses("card 76", code="space-not-allowed"):
        game.play("ARVN event shaded Ple")
    game.play("ARVN event shaded QTr=N")
    assert [game.level(w) for w in ("Hue", "DaN", "QTr", "QNa")] == ["AO", "N", "N", "PS"]


def test_card_76_shaded_without_such_a_province():
    """Without a Province that qualifies, the Cities still change."""
    game = position("Hue: PS; QTi: PO", card=76).play("ARVN event shaded")
    assert (game.level("Hue"), game.level("QTi")) == ("N", "PO")


# -- 77 Detente ------------------------------------------------------------------------------------


def test_card_77_unshaded_halves():
    """Half, rounded down, stays; 5 Available NVA Troops go Out of Play, or all."""
    game = position(card=77, NVA=15, VC=6).play("ARVN event unshaded")
    assert (game.resources("NVA"), game.resources("VC"), game["oop"]) == (7, 3, "5nt")
    assert position(card=77, available="2nt").play("ARVN event unshaded")["oop"] == "2nt"


def test_card_77_shaded_nva_choose():
    """NVA takes Resources or Infiltrates; VC Rallies either way."""
    game = position("Ple: vg", card=77, NVA=70, VC=0).play(
        "ARVN event shaded NVA: resources VC: rally Ple+vg"
    )
    assert (game.resources("NVA"), game["Ple"], game.resources("VC")) == (75, "2vg", 0)
    game = position("QTr: nb", card=77, NVA=0, trail=2).play(
        "ARVN event shaded NVA: infiltrate QTr build QTr+3nt"
    )
    assert (game["QTr"], game.resources("NVA")) == ("3nt nb", 0)


def test_card_77_shaded_rally_in_six_spaces():
    """VC Rallies in at most 6 spaces, none of them at Support."""
    rallies = ", ".join(f"{w}+vg" for w in ("Ple", "QTr", "QNa", "QTi", "BDi", "PhB"))
    game = position(card=77).play(f"ARVN event shaded NVA: resources VC: rally {rallies}")
    assert game["PhB"] == "vg"
    refused = position(card=77).refused(f"ARVN event shaded NVA: resources VC: rally {rallies}, Tay+vg")
    assert refused.code == "too-many-spaces"
    assert position("Hue: PS", card=77).refused("ARVN event shaded NVA: resources VC: rally Hue+vg").code


# -- 78 General Lansdale ---------------------------------------------------------------------------


def test_card_78_unshaded_active_support_and_terror():
    """A space with any US or ARVN piece goes to Active Support and gets a Terror marker; Patronage +1."""
    game = position("QTr: ar* AO terror 1; Sai: at", card=78).play("ARVN event unshaded")
    assert (game.level("QTr"), game.space("QTr").terror, game.state.patronage) == ("AS", 2, 21)


def test_card_78_unshaded_spaces_that_change_come_first():
    """5.1.3: a space at Active Support is legal only if no other qualifies; Saigon never qualifies."""
    with refuses("5.1.3", code="whole-effect"):
        position("Hue: at AS; Ple: ut", card=78).play("ARVN event unshaded Hue")
    game = position("Hue: at AS; Sai: at; PLo: 2at", card=78).play("ARVN event unshaded")
    assert (game.space("Hue").terror, game.space("PLo").terror) == (1, 0)
    assert position("Hue: vg", card=78).play("ARVN event unshaded").state.patronage == 21


def test_card_78_unshaded_without_a_marker_left():
    """Without a Terror marker left, the rest is carried out."""
    game = position("Hue: at; Ple: terror 15", card=78).play("ARVN event unshaded")
    assert (game.level("Hue"), game.space("Hue").terror) == ("AS", 0)


def test_card_78_shaded_patronage_and_momentum():
    """Patronage +3; the Momentum stays until the Reset."""
    game = position(card=78, patronage=74).play("ARVN event shaded")
    assert game.state.patronage == 75
    assert [(m.card, m.side) for m in game.state.momentum] == [(78, "shaded")]


# -- 79 Henry Cabot Lodge --------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [(10, 30), (60, 75)])
def test_card_79_unshaded_aid(before, after):
    """Aid +20, at most 75."""
    assert position(card=79, aid=before).play("ARVN event unshaded").state.aid == after


def test_card_79_shaded_three_pieces_and_patronage():
    """Any ARVN pieces may go, each for Patronage +2; ARVN is Ineligible through the next card."""
    game = position("Hue: 2at ab; Ple: ar", card=79, next=43, patronage=10, eligible="NVA US")
    game.play("NVA event shaded Hue-at-ab, Ple-ar\nUS pass")
    assert (game["Hue"], game["Ple"], game.state.patronage) == ("at", "", 16)
    assert set(game.state.eligible) == {"US", "VC"}
    game.play("next #51\nVC pass" if game.to_act == "VC" else "next #51")
    assert game.to_act == "US"


def test_card_79_shaded_up_to_includes_none():
    """ARVN becomes Ineligible even if no piece is removed."""
    game = position("Hue: 2at", card=79, eligible="NVA", patronage=10).play("NVA event shaded")
    assert (game["Hue"], game.state.patronage) == ("2at", 10)
    assert "ARVN" not in game.state.eligible


def test_card_79_shaded_bars_arvn_on_this_card_too():
    """ARVN, waiting after NVA, cannot become 2nd Eligible any more."""
    game = position(card=79, eligible="NVA ARVN VC").play("ARVN pass\nNVA event shaded")
    assert game.to_act == "VC"
    game = position("Hue: 2at", card=79, next=2, eligible="NVA ARVN")
    game.play("ARVN pass\nNVA event shaded")
    assert set(game.state.eligible) == {"US", "VC"}


def test_card_79_shaded_lasts_through_one_card():
    """ARVN is Eligible again on the card after the next."""
    game = position(card=79, next=43, eligible="NVA").play("NVA event shaded\nnext #51")
    while game.to_act:
        game.play(f"{game.to_act} pass")
    assert "ARVN" in game.state.eligible


def test_card_79_shaded_by_arvn_itself():
    """ARVN, if it executes, is Ineligible as after any Event."""
    game = position("Hue: at", card=79, eligible="ARVN").play("ARVN event shaded Hue-at")
    assert "ARVN" not in game.state.eligible


def test_card_79_shaded_refusals():
    """A fourth piece and a US piece are refused; Patronage stops at 75."""
    game = position("Hue: 5at ut", card=79, eligible="NVA", patronage=72)
    with refuses("card 79", code="too-many"):
        game.play("NVA event shaded Hue-4at")
    with refuses("card 79", code="wrong-pieces"):
        game.play("NVA event shaded Hue-ut")
    assert game.play("NVA event shaded Hue-3at").state.patronage == 75


# -- 80 Light at the End of the Tunnel -------------------------------------------------------------


def test_card_80_each_piece_has_its_effects():
    """For each piece Patronage +2, a shift, 4 NVA Troops; the executing Faction stays Eligible."""
    game = position("Hue: 2ut ub PS; Sai: AS", card=80, eligible="NVA")
    game.play("NVA event unshaded Hue-ut-ub Hue=N Sai=PS NVn+6nt, Par+2nt")
    assert (game["Hue"], game.level("Hue"), game.level("Sai")) == ("ut", "N", "PS")
    assert (game["NVn"], game["Par"], game.state.patronage, game["casualties"]) == ("6nt", "2nt", 24, "")
    assert (game.count("available", "ub"), "NVA" in game.state.eligible) == (6, True)


def test_card_80_the_same_space_twice():
    """Each piece has its own shift; by reading card-80 the spaces differ."""
    line = "ARVN event unshaded Hue-2ut Hue=N Hue=PO NVn+8nt"
    assert position("Hue: 2ut PS", card=80).play(line).level("Hue") == "PO"
    with refuses("card 80", code="space-twice"):
        position("Hue: 2ut PS", card=80, readings=("card-80",)).play(line.replace("Hue=PO", "Hue"))


def test_card_80_one_to_four_pieces():
    """At least 1 piece goes, if any exist, and at most 4."""
    game = position("Hue: 5ut; Sai: PS", card=80)
    with refuses("card 80", code="missing-choice"):
        game.play("ARVN event unshaded")
    with refuses("card 80", code="too-many"):
        game.play("ARVN event unshaded Hue-5ut")
    game = position(card=80).play("ARVN event unshaded")
    assert (game.state.patronage, "ARVN" in game.state.eligible) == (20, True)


def test_card_80_only_spaces_that_can_shift_and_outside_the_south():
    """A space at Active Opposition cannot be chosen for the shift, nor the South for NVA Troops."""
    game = position("Hue: ut AO", card=80)
    with refuses("5.1.3", because="possible in Da Nang"):
        game.play("ARVN event unshaded Hue-ut Hue")
    with refuses("card 80", code="space-not-allowed"):
        game.play("ARVN event unshaded Hue-ut Sai=PO QTr+4nt")
