"""Events 41 to 50: every side, its clarifications and its refusals."""

import pytest
from table import position, refuses

from fitl_core.state.state import InEffect

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
    """As many Bases as are Out of Play return, even none; the rest is still carried out."""
    game = position(card=43, oop="ab", eligible="US").play("US event unshaded ARVN aid")
    assert (game["oop"], game.state.aid) == ("", 32)
    assert position(card=43, eligible="US").play("US event unshaded US resources").resources("ARVN") == 26


def test_card_43_unshaded_no_mixing():
    """Case 5.1.3-04: only one Faction may be named."""
    with refuses("card 43", code="answered-already"):
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
    """Case 6.7-01: the Trail is not Improved beyond 4."""
    assert position(card=43, trail=3).play("NVA event shaded trail").state.trail == 4


def test_card_43_needs_its_choices():
    """The Event is incomplete without its side and its choices."""
    for line in ("NVA event", "NVA event shaded", "NVA event unshaded US"):
        assert position(card=43).refused(line).code == "missing-choice"


def test_5_2_one_side_only():
    """Case 5.1-01: both sides at once are refused."""
    refused = position(card=43).refused("NVA event shaded trail unshaded US aid")
    assert refused.code == "answered-already"


# -- 41 Bombing Pause ------------------------------------------------------------------------------


def test_card_41_two_spaces_to_passive_support():
    """Two spaces at any level, also Active Support, go to Passive Support; Patronage +2; Momentum is out."""
    game = position("Hue: AO terror 1; Sai: AS", card=41, patronage=10, eligible="US")
    game.play("US event unshaded Hue=PS, Sai=PS")
    assert (game.level("Hue"), game.level("Sai"), game.space("Hue").terror) == ("PS", "PS", 1)
    assert (game.state.patronage, game.state.momentum) == (12, (InEffect(41, "unshaded"),))


def test_card_41_spaces():
    """Two different spaces with Population qualify; spaces that change come first (5.1.3)."""
    game = position("Hue: PS", card=41)
    for where in ("SaCT", "CLa", "PLo"):
        with refuses("card 41", code="space-not-allowed"):
            game.play(f"NVA event unshaded {where}")
    with refuses("5.1.3", code="whole-effect"):
        game.play("NVA event unshaded Hue")
    with refuses("card 41", code="space-twice"):
        game.play("NVA event unshaded Sai, Sai")
    assert game.refused("NVA event unshaded Sai").code == "missing-choice"


# -- 42 Chou En Lai --------------------------------------------------------------------------------


def test_card_42_unshaded_nva_choose_their_losses():
    """Resources -10, at least to 0; a die's number of Troops, whoever executes at NVA's choice."""
    game = position("CLa: 3nt 2ng; QTr: 2nt", card=42, NVA=8, eligible="US")
    game.play("US event unshaded {4} NVA: CLa-3nt, QTr-nt")
    assert (game["CLa"], game["QTr"], game.resources("NVA")) == ("2ng", "nt", 0)
    with refuses("card 42", code="wrong-speaker"):
        position("CLa: 3nt; QTr: 2nt", card=42, eligible="US").play("US event unshaded {4} CLa-3nt, QTr-nt")


def test_card_42_unshaded_all_if_fewer():
    """If Troops run short all go, and Guerrillas do not replace them; otherwise the number is exact."""
    assert position("CLa: 2nt 2ng nb", card=42).play("NVA event unshaded {6}")["CLa"] == "2ng nb"
    with refuses("card 42", code="too-few"):
        position("CLa: 4nt", card=42).play("NVA event unshaded {3} CLa-2nt")


def test_card_42_shaded():
    """NVA +10, VC + the Trail, at most 75."""
    game = position(card=42, NVA=70, VC=5, trail=3).play("NVA event shaded")
    assert (game.resources("NVA"), game.resources("VC")) == (75, 8)


# -- 44 Ia Drang -----------------------------------------------------------------------------------


def test_card_44_unshaded_lift_sweep_assault():
    """Lift, Sweep and Assault are in one space, free, even in Monsoon; ARVN may Assault there free, too."""
    spaces = "Ple: 2ng 2nt at; Sai: 4ut 2ar; Hue: ut; QNa: ut; BDi: 2ut at"
    game = position(spaces, card=44, ARVN=15, next=125)
    game.play(
        "NVA event unshaded US: Ple airlift Sai>Ple:4ut+2ar sweep BDi>Ple:2ut Ple*2ng assault Ple-2nt-ng*"
    )
    assert (game["Ple"], game["Sai"], game["BDi"]) == ("6ut at 2ar ng*", "", "at")
    assert game.resources("ARVN") == 15


def test_card_44_unshaded_arvn_follow_up_is_free():
    """It costs ARVN nothing; a Base that they remove still brings 6 Aid."""
    game = position("BXu: ng; Sai: 2ut 4at", card=44, ARVN=2, aid=0, eligible="US")
    game.play("US event unshaded BXu Sai>BXu:2ut+4at BXu*ng assault BXu-ng*")
    assert (game["BXu"], game.resources("ARVN")) == ("2ut 4at", 2)
    game = position("BXu: 2ng* nb; Sai: 2ut 4at", card=44, ARVN=2, aid=0, eligible="US")
    game.play("US event unshaded BXu Sai>BXu:2ut+4at assault BXu-2ng* arvn BXu BXu-nb")
    assert (game["BXu"], game.resources("ARVN"), game.state.aid) == ("2ut 4at", 2, 6)


def test_card_44_unshaded_the_us_decides():
    """The US chooses the space and the moves, whichever Faction executes."""
    with refuses("card 44", code="wrong-speaker"):
        position("Ple: ng; KhH: ng; Sai: ut", card=44).play("NVA event unshaded Ple Sai>Ple:ut")


def test_card_44_unshaded_only_that_space():
    """Moves to other spaces, a space without NVA pieces and North Vietnam are refused."""
    game = position("Ple: ng; KhH: vg*; Sai: 3ut; NVn: nt", card=44, eligible="US")
    with refuses("card 44", code="space-not-allowed"):
        game.play("US event unshaded KhH Sai>KhH:ut")
    with refuses("1.4.2", code="north-vietnam"):
        game.play("US event unshaded NVn Sai>KhH:ut")
    with refuses("card 44", code="space-not-allowed"):
        game.play("US event unshaded Ple Sai>KhH:ut")
    with refuses("card 44", code="space-not-allowed"):
        game.play("US event unshaded Ple Sai>Ple:2ut sweep Ple KhH")


def test_card_44_unshaded_a_lift_that_is_possible_is_due():
    """A possible lift is required (5.1.3); with no piece to lift, the rest is carried out."""
    game = position("Ple: ng* 2ut; Sai: 2ut", card=44, eligible="US")
    with refuses("4.2.2", code="missing-choice"):
        game.play("US event unshaded Ple sweep Ple assault Ple-ng*")
    assert position("Ple: ng* 2ut", card=44, eligible="US").play("US event unshaded")["Ple"] == "2ut"


def test_card_44_unshaded_no_sweep_on_a_loc():
    """On a LoC the Assault directly follows the lift."""
    game = position("HuKS: ng* ng; Sai: ut", card=44, eligible="US")
    assert game.play("US event unshaded HuKS Sai>HuKS:ut assault HuKS-ng*")["HuKS"] == "ut ng"


def test_card_44_shaded_a_die_of_casualties_around():
    """US Troops in and beside a Province with NVA Troops, as the executing Faction chooses."""
    game = position("Ple: nt 2ut; BDi: ut at; KhH: 2ut ui; Sai: ut", card=44)
    game.play("NVA event shaded Ple {4} Ple-2ut, BDi-ut, KhH-ut")
    assert (game["Ple"], game["BDi"], game["KhH"]) == ("nt", "at", "ut ui")
    assert (game["casualties"], game["Sai"]) == ("4ut", "ut")


def test_card_44_shaded_all_if_fewer_and_only_there():
    """Irregulars, Troops out of reach and Provinces without NVA Troops are refused."""
    game = position("Ple: nt 2ut ui; Sai: 4ut; KGi: ng ut", card=44)
    assert game.play("NVA event shaded {6}")["casualties"] == "2ut"
    game = position("Ple: nt 2ut ui; Sai: 4ut; KGi: ng ut", card=44)
    with refuses("card 44", code="space-not-allowed"):
        game.play("NVA event shaded KGi {6}")
    with refuses("card 44", code="space-not-allowed"):
        game.play("NVA event shaded Ple {1} Sai-ut")
    with refuses("card 44", code="wrong-pieces"):
        game.play("NVA event shaded Ple {1} Ple-ui")


# -- 45 PT-76 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["unshaded", "shaded"])
def test_card_45_puts_out_its_capability(side):
    """The marker lies on the side that was executed."""
    game = position(card=45).play(f"NVA event {side}")
    assert game.state.capabilities == (InEffect(45, side),)


# -- 46 559th Transport Grp ------------------------------------------------------------------------


def test_card_46_unshaded():
    """The Trail -2 and the Momentum card."""
    game = position(card=46, trail=3, eligible="US").play("US event unshaded")
    assert (game.state.trail, game.state.momentum) == (1, (InEffect(46, "unshaded"),))


def test_card_46_shaded_infiltrate_and_earnings():
    """NVA Infiltrate free in up to 2 spaces, then 3 and 2 Resources a box of the Trail."""
    game = position("CLa: nb; QTr: 2ng vg", card=46, trail=2, NVA=5, VC=5, eligible="VC")
    game.play("VC event shaded NVA: infiltrate CLa build CLa+3nt, QTr take QTr-vg+ng")
    assert (game["CLa"], game["QTr"]) == ("3nt nb", "3ng")
    assert (game.resources("NVA"), game.resources("VC")) == (11, 9)


def test_card_46_shaded_nothing_to_infiltrate():
    """If NVA can Infiltrate nowhere, only Resources change (5.1.3); McNamara Line gives way (5.1.2)."""
    game = position(card=46, trail=1, NVA=0, VC=0).play("NVA event shaded")
    assert (game.resources("NVA"), game.resources("VC")) == (3, 2)
    game = position("CLa: nb", card=46, momentum=((38, "unshaded"),))
    assert game.play("NVA event shaded CLa+nt")["CLa"] == "nt nb"


# -- 47 Chu Luc ------------------------------------------------------------------------------------


def test_card_47_unshaded_double_then_assault():
    """Each ARVN piece brings an ARVN Troop; then ARVN Assault free, and only NVA pieces go."""
    game = position("Tay: at ap ar ab 2nt nb vg*", card=47, ARVN=0, aid=0)
    game.play("NVA event unshaded Tay+4at ARVN: assault Tay-2nt")
    assert (game["Tay"], game.resources("ARVN")) == ("5at ap ar ab nb vg*", 0)


def test_card_47_unshaded_vc_guerrillas_shield_but_do_not_go():
    """3.2.4: a VC Guerrilla shields an NVA Base; without one, the Base goes and earns 6 Aid."""
    game = position("Tay: 6at nb vg*", card=47, available="0at").play("NVA event unshaded")
    assert game["Tay"] == "6at nb vg*"
    game = position("Tay: 6at nb vb", card=47, available="0at", aid=0).play("NVA event unshaded")
    assert (game["Tay"], game.state.aid) == ("6at vb", 6)
    with refuses("3.2.4", code="wrong-pieces"):
        position("Tay: 6at 2ng* 2vg*", card=47, available="0at").play(
            "NVA event unshaded ARVN: assault Tay-2ng*-vg*"
        )


def test_card_47_unshaded_every_space():
    """Each space with NVA pieces in reach of hits is required; spaces without hits are not."""
    game = position("Tay: 4at 2nt; BXu: 4at nt vg*; Ple: 2at nt; Sai: 2ap nt", card=47, available="0at")
    game.play("NVA event unshaded Tay ARVN: assault BXu-nt, Sai-nt, Tay-2nt")
    assert (game["Tay"], game["BXu"], game["Ple"], game["Sai"]) == ("4at", "4at vg*", "2at nt", "2ap")
    game = position("Tay: 4at 2nt; BXu: 4at nt", card=47, available="0at")
    with refuses("3.2.4", code="missing-choice"):
        game.play("NVA event unshaded Tay")
    assert game.play("NVA event unshaded Tay ARVN: assault Tay")["BXu"] == "4at"


def test_card_47_unshaded_tunnel():
    """A Tunneled NVA Base needs a die; a Tunneled VC Base does not."""
    game = position("Tay: 4at nb^", card=47, available="0at").play("NVA event unshaded {5}")
    assert game["Tay"] == "4at nb"
    game = position("Tay: 4at ng* vb^", card=47, available="0at").play("NVA event unshaded")
    assert game["Tay"] == "4at vb^"


def test_card_47_unshaded_without_a_common_space():
    """Without a space of both, no Troop is placed and no Assault is made."""
    assert position("Tay: 4at vg*; QTr: nt", card=47).play("NVA event unshaded")["Tay"] == "4at vg*"


def test_card_47_unshaded_us_may_lift_arvn_troops():
    """With none Available (1.4.1), the US may take up ARVN Troops from the map; NVA may not."""
    spaces = "Tay: 2ap nt; Sai: 3at"
    game = position(spaces, card=47, available="0at", eligible="US")
    game.play("US event unshaded Tay+2at<Sai ARVN: assault Tay-nt")
    assert (game["Tay"], game["Sai"]) == ("2at 2ap", "at")
    with refuses("1.4.1", code="not-available"):
        position(spaces, card=47, available="0at").play("NVA event unshaded Tay+2at<Sai")


def test_card_47_shaded_up_to_ten_troops_in_the_north():
    """North Vietnam and the spaces beside it, in any split, fewer too."""
    game = position("QTr: 3ut AS", card=47).play("NVA event shaded NVn+4nt, CLa+3nt, QTr+2nt, HuKS+nt")
    assert (game["NVn"], game["CLa"], game["QTr"], game["HuKS"]) == ("4nt", "3nt", "3ut 2nt", "nt")
    game = position(card=47)
    assert game.play("NVA event shaded")["NVn"] == ""
    with refuses("card 47", code="space-not-allowed"):
        position(card=47).play("NVA event shaded QNa+nt")
    with refuses("card 47", code="too-many"):
        position(card=47).play("NVA event shaded NVn+8nt, CLa+3nt")


# -- 48 Nam Dong -----------------------------------------------------------------------------------


def test_card_48_unshaded():
    """Up to 3 Guerrillas of either Faction in any state, then Active Support."""
    game = position("Ple: ab 2vg ng* vg* AO terror 1", card=48, eligible="US")
    game.play("US event unshaded Ple-2vg-ng*")
    assert (game["Ple"], game.level("Ple"), game.space("Ple").terror) == ("ab vg*", "AS", 1)
    game = position("Ple: ub vg", card=48, eligible="US").play("US event unshaded Ple")
    assert (game["Ple"], game.level("Ple")) == ("ub vg", "AS")


def test_card_48_unshaded_spaces():
    """A Province with a COIN Base qualifies; without Population, only Guerrillas leave."""
    game = position("Hue: ab vg; Ple: vb vg; CLa: ub 2ng", card=48, eligible="US")
    for where in ("Hue", "Ple"):
        with refuses("card 48", code="space-not-allowed"):
            game.play(f"US event unshaded {where}-vg")
    game.play("US event unshaded CLa-2ng")
    assert (game["CLa"], game.level("CLa")) == ("ub", "N")


@pytest.mark.parametrize(("base", "casualties"), [("ub", "ub"), ("ab", "")])
def test_card_48_shaded(base, casualties):
    """1 COIN Base leaves a Province with at most 2 cubes, which goes to Active Opposition."""
    game = position("Ple: ub ab ut ap 3ar PS", card=48).play(f"NVA event shaded Ple-{base}")
    assert (game.count("Ple", base), game["casualties"], game.level("Ple")) == (0, casualties, "AO")


def test_card_48_shaded_three_cubes_protect():
    """US Troops, ARVN Troops and Police count together."""
    game = position("Ple: ub ut at ap; KhH: ub ut", card=48)
    with refuses("card 48", code="space-not-allowed"):
        game.play("NVA event shaded Ple-ub")
    assert game.play("NVA event shaded")["KhH"] == "ut"
    assert position("Ple: ub 3ut", card=48).play("NVA event shaded").level("Ple") == "N"


# -- 49 Russian Arms -------------------------------------------------------------------------------


def test_card_49_unshaded_six_arvn_pieces():
    """Of any types, Bases included, anywhere in South Vietnam."""
    game = position("Hue: ab", card=49, eligible="US")
    game.play("US event unshaded Hue+2at+ab, SaCT+ap, Ple+2ar")
    assert (game["Hue"], game["SaCT"], game["Ple"]) == ("2at 2ab", "ap", "2ar")


def test_card_49_unshaded_refusals():
    """A Base on a LoC, a third Base, a space abroad and a number other than 6 are refused."""
    game = position("Hue: 2ab", card=49, eligible="US")
    for pieces in ("SaCT+ab", "Hue+ab"):
        with refuses("1.4.2", code="stacking"):
            game.play(f"US event unshaded {pieces}")
    with refuses("card 49", code="space-not-allowed"):
        game.play("US event unshaded CLa+at")
    with refuses("card 49", code="too-many"):
        game.play("US event unshaded Hue+7at")
    assert game.refused("US event unshaded Hue+5at").code == "missing-choice"


def test_card_49_shaded_troops_double_then_bombard():
    """In 3 spaces, at NVA's choice; then a free Bombard, Typhoon Kate or not."""
    game = position("CLa: 2nt; QTr: nt 3ut; Fis: 3nt; NVn: nt ng", card=49, eligible="VC")
    game.play("VC event shaded NVA: CLa+2nt, QTr+nt, Fis+3nt bombard QTr-ut")
    assert (game["CLa"], game["QTr"], game["Fis"]) == ("4nt", "2ut 2nt", "6nt")
    assert (game["NVn"], game["casualties"]) == ("nt ng", "ut")


def test_card_49_shaded_as_many_as_available():
    """If Available Troops run short, a space doubles in part, and no further space is required."""
    game = position("CLa: 4nt; Fis: 3nt; NVn: 2nt", card=49, available="3nt", eligible="VC")
    game.play("VC event shaded NVA: CLa+3nt")
    assert (game["CLa"], game["Fis"]) == ("7nt", "3nt")
    with refuses("card 49", code="missing-choice"):
        position("CLa: 2nt; Fis: 3nt; NVn: nt; QTr: nt", card=49).play("NVA event shaded CLa, Fis")


# -- 50 Uncle Ho -----------------------------------------------------------------------------------


def test_card_50_unshaded_us_troops_then_two_limops():
    """4 US Troops from Out of Play to the South, LoCs included; ARVN act twice, free, one space each."""
    game = position("Sai: 4at 2vg*; Hue: 2at vg*", card=50, oop="6ut", ARVN=0, eligible="US")
    game.play("US event unshaded SaCT+4ut<oop ARVN: assault Sai-2vg* assault Hue-vg*")
    assert (game["SaCT"], game["oop"], game["Sai"], game["Hue"]) == ("4ut", "2ut", "4at", "2at")
    assert (game.resources("ARVN"), game.state.eligible) == (0, ("NVA", "ARVN", "VC"))


def test_card_50_unshaded_resources():
    """The alternative is ARVN Resources +9."""
    game = position("Hue: at ap", card=50, oop="6ut", ARVN=5, eligible="ARVN")
    game.play("ARVN event unshaded resources patrol train Hue pacify Hue=PS")
    assert (game["oop"], game.resources("ARVN"), game.level("Hue")) == ("6ut", 11, "PS")


def test_card_50_unshaded_troops_and_limops_refused():
    """Exactly 4 Troops come to South Vietnam; a Limited Operation has 1 space."""
    game = position("Sai: 4at 2vg*; Hue: 2at vg*", card=50, oop="6ut", eligible="US")
    with refuses("card 50", code="space-not-allowed"):
        game.play("US event unshaded CLa+4ut<oop")
    with refuses("card 50", code="missing-choice"):
        game.play("US event unshaded Sai+3ut<oop ARVN: assault Sai-2vg* assault Hue-vg*")
    assert (
        game.refused("US event unshaded resources ARVN: assault Sai-2vg*, Hue-vg* patrol").code
        == "limop-one-space"
    )


def test_card_50_unshaded_no_sweep_in_monsoon():
    """Case 2.3.9-08: the Event names no Operation; in the other reading it may be a Sweep."""
    line = "US event unshaded resources ARVN: sweep Hue Hue*2vg patrol"
    game = position("Hue: 2at 2vg", card=50, next=125, eligible="US")
    with refuses("2.3.9", code="monsoon"):
        game.play(line)
    game = position("Hue: 2at 2vg", card=50, next=125, eligible="US", readings=("2.3.9-08",))
    assert game.play(line)["Hue"] == "2at 2vg*"


def test_card_50_shaded_three_each():
    """VC first, then NVA, each 3 Limited Operations, free; the Trail still costs NVA 2."""
    game = position("Tay: 2vg; Par: 2ng", card=50, VC=0, NVA=2, trail=1)
    game.play(
        "NVA event shaded VC: rally Tay+vg rally Par+vg terror Tay"
        " NVA: rally Par+ng trail+1 march Par>Tay:ng rally Par+ng"
    )
    assert (game["Tay"], game["Par"], game.level("Tay")) == ("ng 2vg vg*", "3ng vg", "PO")
    assert (game.resources("VC"), game.resources("NVA"), game.state.trail) == (0, 0, 2)
