"""Events 51 to 60: every side, its clarifications and its refusals."""

import pytest
from table import position, refuses

# -- 51 301st Supply Bn ----------------------------------------------------------------------------


def test_card_51_unshaded_six_insurgents_leave():
    """Troops and Guerrillas of either Faction, in any state, from anywhere outside the South."""
    game = position("NVn: 2nt 2ng; CLa: 2ng* vg; Fis: vg* nb", card=51, eligible="US")
    game.play("US event unshaded NVn-2nt, CLa-2ng*-vg, Fis-vg*")
    assert (game["NVn"], game["CLa"], game["Fis"]) == ("2ng", "", "nb")


def test_card_51_unshaded_all_if_fewer():
    """If only 3 Troops and Guerrillas are there, all leave; Bases stay."""
    game = position("NVn: 2nt nb; CLa: vg", card=51, eligible="US").play("US event unshaded NVn-2nt, CLa-vg")
    assert (game["NVn"], game["CLa"]) == ("nb", "")


def test_card_51_unshaded_refusals():
    """Bases, pieces from the South and a number other than 6 are refused."""
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
    """Trail -2; NVA chooses 4 pieces of any kind from Laos and 4 from Cambodia."""
    game = position("CLa: 3ng nb nt; Fis: 5nt; Par: vg ng", to_act="NVA", trail=3)
    game.play("NVA event unshaded CLa-3ng-nt, Fis-3nt, Par-ng")
    assert (game["CLa"], game["Fis"], game["Par"], game.state.trail) == ("nb", "2nt", "vg", 1)


def test_card_55_unshaded_a_shortage_is_not_made_up():
    """If Laos has only 1 piece, only that piece goes from there."""
    game = position("CLa: ng; Fis: 6nt", to_act="NVA").play("NVA event unshaded Fis-4nt")
    assert (game["CLa"], game["Fis"], game.state.trail) == ("", "2nt", 0)


def test_card_55_unshaded_by_the_us_nva_chooses():
    """NVA's choices carry NVA's tag; without it the choices are still required."""
    game = position("CLa: 3ng 3nt", to_act="NVA", eligible="US")
    with refuses("card 55", code="wrong-speaker"):
        game.play("US event unshaded CLa-3ng-nt")
    assert game.play("US event unshaded NVA: CLa-3ng-nt")["CLa"] == "2nt"


def test_card_55_unshaded_tunnels_are_not_forced():
    """A Tunneled Base may be offered, but need not be (5.1.1)."""
    game = position("CLa: nb^ 2ng", to_act="NVA").play("NVA event unshaded CLa-2ng")
    assert game["CLa"] == "nb^"
    game = position("CLa: nb^ 5ng", to_act="NVA").play("NVA event unshaded CLa-3ng-nb^")
    assert (game["CLa"], game.count("available", "nb")) == ("2ng", 9)


def test_card_55_unshaded_bases_may_be_forced():
    """Bases without a Tunnel must go if no other piece is left."""
    assert position("CLa: 2nb", to_act="NVA").play("NVA event unshaded CLa-2nb")["CLa"] == ""


def test_card_55_unshaded_the_countries_in_any_order():
    """Cambodia's pieces may be named first; pieces from Laos are still required."""
    game = position("CLa: 3ng 3nt; Fis: 6nt", to_act="NVA")
    with refuses("card 55", because="from Laos"):
        game.play("NVA event unshaded Fis-4nt")
    game.play("NVA event unshaded Fis-4nt, CLa-3ng, CLa-nt")
    assert (game["CLa"], game["Fis"]) == ("2nt", "2nt")


@pytest.mark.parametrize(
    "line",
    [
        "NVA event unshaded CLa-2ng, Sih-2ng, CLa-2ng, Sih-2ng",
        "NVA event unshaded Sih-ng, CLa-4ng, Sih-3ng",
        "US event unshaded NVA: CLa-2ng US: trail-2 NVA: Sih-2ng, CLa-2ng, Sih-2ng",
    ],
)
def test_card_55_unshaded_pieces_in_any_order(line):
    """The pieces from Laos and Cambodia form two sets; the order within and between them is free."""
    game = position("CLa: 6ng; Sih: 6ng", card=55, eligible=line.split()[0], trail=3).play(line)
    assert (game["CLa"], game["Sih"]) == ("2ng", "2ng")


def test_card_55_shaded_earnings():
    """NVA and VC each gain twice the Trail, at most 75."""
    game = position(to_act="NVA", trail=3, NVA=5, VC=74).play("NVA event shaded")
    assert (game.resources("NVA"), game.resources("VC")) == (11, 75)


def test_card_55_shaded_bases_relocate():
    """NVA Bases without a Tunnel move within Laos and Cambodia, at most 2 in a space."""
    game = position("CLa: 2nb; Fis: nb vb", to_act="NVA")
    game.play("NVA event shaded CLa>SLa:nb, CLa>Par:nb, Fis>Par:nb")
    assert (game["CLa"], game["SLa"], game["Par"], game["Fis"]) == ("", "nb", "2nb", "vb")


def test_card_55_shaded_bases_that_change_places():
    """The order of the moves does not matter if some order gives each Base room."""
    for line in ("CLa>Fis:nb, Fis>CLa:nb", "Fis>CLa:nb, CLa>Fis:nb"):
        game = position("CLa: nb; Fis: nb vb", to_act="NVA").play(f"NVA event shaded {line}")
        assert (game["CLa"], game["Fis"]) == ("nb", "nb vb")


def test_card_55_shaded_refusals():
    """A move out of Laos and Cambodia, a Tunneled Base, another piece and a third Base are refused."""
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
    """NVA moves its Bases, whichever Faction executes."""
    game = position("CLa: nb", to_act="NVA", eligible="VC").play("VC event shaded NVA: CLa>SLa:nb")
    assert game["SLa"] == "nb"
    with refuses("card 55"):
        position("CLa: nb", to_act="NVA", eligible="VC").play("VC event shaded CLa>SLa:nb")


def test_card_55_unshaded_underground_guerrillas_and_troops_alike():
    """NVA pieces of any kind may be chosen; VC pieces are refused."""
    with refuses("card 55", code="wrong-pieces"):
        position("CLa: 3ng 3vg nt nb", to_act="NVA").play("NVA event unshaded CLa-3ng-vg")


# -- 52 RAND -----------------------------------------------------------------------------------------


def capabilities(game):
    """Return the Capabilities in effect, by card and side."""
    return sorted((marker.card, marker.side) for marker in game.state.capabilities)


def test_card_52_unshaded_turns_a_us_capability():
    """Any Faction turns a US Capability from its shaded to its unshaded side."""
    held = ((4, "shaded"), (28, "shaded"), (8, "unshaded"))
    game = position(card=52, capabilities=held).play("NVA event unshaded #28")
    assert capabilities(game) == [(4, "shaded"), (8, "unshaded"), (28, "unshaded")]


def test_card_52_shaded_turns_a_us_capability():
    """The shaded Event turns a US Capability from its unshaded to its shaded side."""
    held = ((4, "shaded"), (28, "shaded"), (8, "unshaded"))
    game = position(card=52, capabilities=held).play("NVA event shaded")
    assert capabilities(game) == [(4, "shaded"), (8, "shaded"), (28, "shaded")]


def test_card_52_only_us_capabilities_on_the_other_side():
    """Other Capabilities, and those already on the new side, are refused; without any, nothing happens."""
    held = ((4, "shaded"), (8, "shaded"), (28, "unshaded"), (61, "shaded"), (33, "shaded"))
    for card in (28, 61, 33):
        with refuses("card 52", code="wrong-card"):
            position(card=52, capabilities=held).play(f"NVA event unshaded #{card}")
    game = position(card=52, capabilities=((61, "shaded"),)).play("NVA event unshaded")
    assert capabilities(game) == [(61, "shaded")]


def test_card_52_top_gun_suspends_migs():
    """Top Gun suspends MiGs, which stays in effect; by the other reading MiGs is removed."""
    held = ((4, "shaded"), (33, "shaded"))
    game = position(card=52, capabilities=held).play("NVA event unshaded")
    assert capabilities(game) == [(4, "unshaded"), (33, "shaded")]
    game = position(card=52, capabilities=held, readings=("card-52",)).play("NVA event unshaded")
    assert capabilities(game) == [(4, "unshaded")]


# -- 53 Sappers --------------------------------------------------------------------------------------


def test_card_53_unshaded_two_troops_in_three_spaces():
    """2 NVA Troops leave each of 3 spaces, 1 if only 1 is there; the executing Faction stays Eligible."""
    game = position("Ple: 3nt; HuKS: nt; Hue: 2nt ng; CLa: 2nt", card=53, eligible="US")
    game.play("US event unshaded Ple-2nt, HuKS, Hue-2nt")
    assert (game["Ple"], game["HuKS"], game["Hue"], game["CLa"]) == ("nt", "", "ng", "2nt")
    assert "US" in game.state.eligible


def test_card_53_unshaded_fewer_spaces_but_whole():
    """Up to 3 spaces of South Vietnam may be named; each loses exactly 2 Troops."""
    game = position("Ple: 3nt; CLa: 2nt", card=53, eligible="US").play("US event unshaded")
    assert (game["Ple"], "US" in game.state.eligible) == ("3nt", True)
    game = position("Ple: 3nt; CLa: 2nt", card=53, eligible="US")
    with refuses("card 53", code="too-few"):
        game.play("US event unshaded Ple-nt")
    with refuses("card 53", code="space-not-allowed"):
        game.play("US event unshaded CLa-2nt")


def test_card_53_shaded_bases_from_provinces():
    """Up to 1 US Base (to Casualties) and 2 ARVN Bases leave, in any order, even if other pieces remain."""
    game = position("Ple: ab ub 3ut; KhH: ab; Tay: ub ab; Hue: ub", card=53)
    game.play("NVA event shaded KhH-ab, Ple-ub-ab")
    assert (game["Ple"], game["KhH"], game["Tay"]) == ("3ut", "", "ub ab")
    assert (game["casualties"], game.count("oop", "ab")) == ("ub", 0)
    assert position("Ple: ab ub", card=53).play("NVA event shaded")["Ple"] == "ub ab"


def test_card_53_shaded_refusals():
    """A second US Base, a third ARVN Base and a City are refused."""
    game = position("Ple: 2ub; KhH: 2ab; Tay: ub ab; Hue: ub", card=53)
    for line in ("Ple-2ub", "Ple-ub, Tay-ub", "KhH-2ab, Tay-ab"):
        assert game.refused(f"NVA event shaded {line}").code == "too-many"
    with refuses("card 53", code="space-not-allowed"):
        game.play("NVA event shaded Hue-ub")


# -- 54 Son Tay --------------------------------------------------------------------------------------


def test_card_54_unshaded_the_us_may_act_at_once():
    """The US, Ineligible before, becomes 2nd Eligible with every option; NVA is out through the next card."""
    game = position("Sai: 2ut", card=54, eligible="NVA ARVN", casualties="3ut ub", done=())
    game.play("NVA event unshaded")
    assert (game["casualties"], game.to_act) == ("ut ub", "US")
    game.play("US patrol | airlift Sai>Hue:ut")
    assert game.state.eligible == ("ARVN", "VC")


def test_2_3_6_made_eligible_is_used_up_by_acting():
    """The US made Eligible becomes Ineligible if it acts on this card, and stays Eligible if it passes."""
    game = position("Sai: 2ut", card=54, eligible="ARVN").play("ARVN event unshaded")
    assert game.play("US patrol").state.eligible == ("VC",)
    game = position("Sai: 2ut", card=54, eligible="ARVN").play("ARVN event unshaded")
    assert game.play("US pass").state.eligible == ("US", "VC")


def test_2_3_6_made_eligible_behind_its_action():
    """The US that acted before ARVN execute the Event is Eligible on the next card."""
    game = position("Sai: 2ut; Hue: ap", card=54, eligible="US ARVN").play("US patrol | airlift Sai>Hue:ut")
    assert game.play("ARVN event unshaded").state.eligible == ("US", "VC")


def test_2_3_6_made_eligible_by_the_other_reading():
    """By reading card-54 the US is Eligible from the next card on, whatever it does on this card."""
    game = position("Sai: 2ut", card=103, eligible="US VC", readings=("card-54",))
    game.play("VC event unshaded US: patrol").play("US patrol")
    assert game.state.eligible == ("US", "NVA", "ARVN")


def test_card_54_unshaded_in_the_other_reading():
    """By reading card-54 the US waits for the next card."""
    game = position(card=54, eligible="NVA ARVN", readings=("card-54",)).play("NVA event unshaded")
    assert game.to_act == "ARVN"
    game.play("ARVN pass")
    assert game.state.eligible == ("US", "ARVN", "VC")


def test_card_54_unshaded_by_the_us():
    """The US stays Eligible if it executes the Event; NVA, if waiting as 2nd Eligible, loses its turn."""
    game = position(card=54, eligible="US ARVN").play("US event unshaded")
    assert game.to_act == "ARVN"
    game.play("ARVN patrol")
    assert game.state.eligible == ("US", "VC")


def test_card_54_unshaded_a_us_that_has_acted_does_not_act_again():
    """The US, after its action, stays Eligible for the next card and does not act again on this one."""
    game = position("Sai: ut", card=54, eligible="US ARVN VC")
    game.play("VC pass\nUS patrol | airlift Sai>Hue:ut\nARVN event unshaded")
    assert (game.to_act, game.state.eligible) == (None, ("US", "VC"))


def test_card_54_shaded():
    """2 pieces of any kind leave play; the US is out through the next card."""
    game = position(card=54, casualties="ut ui ub").play("NVA event shaded casualties>oop:ut+ub")
    assert (game["casualties"], game["oop"], "US" in game.state.eligible) == ("ui", "ut ub", False)
    with refuses("card 54", code="missing-choice"):
        position(card=54, casualties="ut ui ub").play("NVA event shaded casualties>oop:ut")


@pytest.mark.parametrize(
    ("capabilities", "line", "why"),
    [
        ((), "US event unshaded #19", "card 19 is no US Capability in effect that can turn unshaded"),
        ((), "NVA event shaded #28", "card 28 is no US Capability in effect that can turn shaded"),
        (((4, "unshaded"),), "US event unshaded #4", "that can turn unshaded"),
        (((116, "shaded"),), "VC event unshaded #116", "no US Capability in effect"),
    ],
)
def test_card_52_with_nothing_to_turn(capabilities, line, why):
    """A card that is not a US Capability on the other side is refused, and named in the message."""
    game = position(card=52, eligible=line.split()[0], capabilities=capabilities)
    with refuses("card 52", because=why, code="wrong-card"):
        game.play(line)


@pytest.mark.parametrize("capabilities", [(), ((4, "shaded"),), ((4, "unshaded"),)])
def test_card_52_may_be_named(capabilities):
    """The Event's own card number may be written and changes nothing."""
    position(card=52, eligible="US", capabilities=capabilities).play("US event unshaded #52")


# -- 56 Vo Nguyen Giap -------------------------------------------------------------------------------


def test_card_56_unshaded_guerrillas_for_troops():
    """In 3 spaces 2 Guerrillas of either Faction, in any state, give way to 1 NVA Troop."""
    game = position("Ple: 2vg ng*; Hue: 2ng; CLa: vg* ng; Tay: 3vg", card=56, eligible="US")
    game.play("US event unshaded Ple-vg-ng*+nt, Hue-2ng+nt, CLa-vg*-ng+nt")
    assert (game["Ple"], game["Hue"], game["CLa"], game["Tay"]) == ("nt vg", "nt", "nt", "3vg")


def test_card_56_unshaded_fewer_spaces_or_troops():
    """A space with 1 Guerrilla does not qualify; without Troops the Guerrillas only leave."""
    game = position("Ple: 2vg; Hue: ng", card=56, eligible="US", available="0nt").play("US event unshaded")
    assert (game["Ple"], game["Hue"]) == ("", "ng")
    with refuses("card 56", code="space-not-allowed"):
        position("Ple: 2vg; Hue: ng", card=56, eligible="US").play("US event unshaded Hue-ng")
    assert (
        position("Ple: 4vg; Hue: 2ng", card=56).refused("NVA event unshaded Ple-4vg+2nt").code
        == "wrong-pieces"
    )


def test_card_56_unshaded_by_nva_a_troop_from_the_map():
    """With no Troop Available, NVA may take one up from the map (1.4.1) and need not."""
    fields = {"card": 56, "available": "0nt"}
    game = position("Ple: 2vg; CLa: 2nt", **fields).play("NVA event unshaded Ple Ple+nt<CLa")
    assert (game["Ple"], game["CLa"]) == ("nt", "nt")
    assert position("Ple: 2vg; CLa: 2nt", **fields).play("NVA event unshaded")["CLa"] == "2nt"


def test_card_56_shaded_march_and_go_on():
    """A free March enters up to 3 spaces, even in Monsoon; each may then have another free action."""
    game = position("CLa: 8nt 3ng; QTr: 2ut vg; QNa: at 2ap", card=56, NVA=0, trail=1, next=125)
    game.play(
        "NVA event shaded march CLa>QTr:6nt+ng, CLa>HuKS:ng, CLa>QNa:ng"
        " QTr attack troops QTr-2ut HuKS terror QNa ambush QNa-at"
    )
    assert (game["QTr"], game["HuKS"], game["QNa"]) == ("4nt ng vg", "ng*", "2ap ng*")
    assert (game.space("HuKS").sabotage, game.resources("NVA")) == (True, 0)


def test_card_56_shaded_follow_up_only_within_its_space():
    """The follow-up action is refused outside the spaces of the March, and twice in one space."""
    game = position("CLa: 4nt; QTr: 2ut; QNa: at; Ple: 2ng nb", card=56)
    march = "NVA event shaded march CLa>QTr:2nt, CLa>QNa:2nt"
    with refuses("card 56", code="space-not-allowed"):
        game.play(f"{march} Ple rally Ple+ng")
    assert game.refused(f"{march} QTr attack troops QTr-ut QNa infiltrate Ple+nt").rule == "card 56"
    again = f"{march} QTr attack troops QTr-ut QTr attack troops QTr-ut"
    assert game.refused(again).code == "space-twice"


def test_card_56_shaded_three_spaces_at_most():
    """Spaces moved into along the Trail count too."""
    game = position("CLa: 4nt", card=56, trail=1)
    with refuses("3.3.2", code="too-many-spaces"):
        game.play("NVA event shaded march CLa>SLa>NEC:2nt, CLa>QTr:nt, CLa>NVn:nt")
    assert game.play("NVA event shaded march CLa>SLa>NEC:2nt, CLa>QTr:nt")["NEC"] == "2nt"


def test_card_56_shaded_no_second_march_in_monsoon():
    """Case 2.3.9-08: only the first March is named; by the other reading, a later action may be a March."""
    line = "NVA event shaded march CLa>QTr:2nt QTr march CLa>QTr:nt"
    with refuses("2.3.9", code="monsoon"):
        position("CLa: 4nt", card=56, next=125).play(line)
    game = position("CLa: 4nt", card=56, next=125, readings=("2.3.9-08",)).play(line)
    assert game["QTr"] == "3nt"


def test_card_56_shaded_may_be_left_out():
    """NVA may choose fewer than 3 spaces, or none, whichever Faction executes."""
    assert position("CLa: 4nt", card=56, eligible="VC").play("VC event shaded")["CLa"] == "4nt"
    game = position("CLa: 4nt", card=56, eligible="VC").play("VC event shaded NVA: march CLa>QTr:nt")
    assert game["QTr"] == "nt"


# -- 57 International Unrest -------------------------------------------------------------------------


def test_card_57_unshaded_two_of_any_kind():
    """Case 5.1.3-01: exactly 2 pieces of any kind are due."""
    game = position(card=57, casualties="2ut ub", eligible="US")
    before = game.score("US")
    game.play("US event unshaded casualties>available:ut+ub")
    assert (game["casualties"], game.score("US")) == ("ut", before + 2)
    with refuses("card 57", code="too-few"):
        position(card=57, casualties="3ut", eligible="US").play("US event unshaded casualties>available:ut")


def test_card_57_shaded():
    """2 Available US Troops leave play; NVA gains a die of Resources, even without Troops."""
    game = position(card=57, available="5ut", NVA=10).play("NVA event shaded {4}")
    assert (game["oop"], game.count("available", "ut"), game.resources("NVA")) == ("2ut", 3, 14)
    game = position(card=57, available="0ut", NVA=10).play("NVA event shaded {4}")
    assert (game["oop"], game.resources("NVA")) == ("", 14)


# -- 58 Pathet Lao -----------------------------------------------------------------------------------


def test_card_58_unshaded_six_nva_pieces():
    """NVA chooses 6 pieces from North Vietnam and Laos; Tunneled Bases are not forced."""
    game = position("NVn: 3nt; CLa: 2ng nb^; SLa: nb ng*; Fis: nt", card=58, eligible="US")
    game.play("US event unshaded NVA: NVn-3nt, CLa-2ng, SLa-ng*")
    assert (game["NVn"], game["CLa"], game["SLa"], game["Fis"]) == ("", "nb^", "nb", "nt")
    assert position("NVn: nt nb^", card=58).play("NVA event unshaded")["NVn"] == "nb^"
    with refuses("card 58", code="space-not-allowed"):
        position("NVn: 6nt; Fis: nt; CLa: nt", card=58).play("NVA event unshaded NVn-5nt, Fis-nt")


def test_card_58_shaded_no_cubes_in_laos():
    """The Trail +2; Special Forces and Bases do not count."""
    game = position("CLa: ui ar ub; Fis: ut", card=58, trail=1).play("NVA event shaded")
    assert (game.state.trail, game["Fis"]) == (3, "ut")


def test_card_58_shaded_cubes_go_home():
    """Each Faction places its own; only cubes leave; the Trail stays."""
    game = position("CLa: 2ut ui at ap; SLa: at; Ple: ub; Hue: 3ap", card=58, trail=1)
    game.play("NVA event shaded US: CLa>SaCT:2ut ARVN: CLa>Ple:at, SLa>Sai:at, CLa>Hue:ap")
    assert (game["CLa"], game["SLa"], game.state.trail) == ("ui", "", 1)
    assert (game["SaCT"], game["Ple"], game["Sai"], game["Hue"]) == ("2ut", "ub at", "at", "4ap")


def test_card_58_shaded_destinations():
    """ARVN as in Redeployment: Troops to Cities and Bases, Police to LoCs and COIN Control."""
    with refuses("card 58", code="space-not-allowed"):
        position("CLa: ut", card=58).play("NVA event shaded US: CLa>Fis:ut")
    for place in ("Tay", "Hue"):
        with refuses("card 58", code="space-not-allowed"):
            position("CLa: at; Hue: nt", card=58).play(f"NVA event shaded ARVN: CLa>{place}:at")
    with refuses("card 58", code="space-not-allowed"):
        position("CLa: ap; Tay: ap vg", card=58).play("NVA event shaded ARVN: CLa>Tay:ap")
    with refuses("card 58", code="missing-choice"):
        position("CLa: 2ut", card=58).play("NVA event shaded US: CLa>Sai:ut")


# -- 59 Plei Mei -------------------------------------------------------------------------------------


def test_card_59_unshaded_three_nva_pieces_near_a_base():
    """All 3 pieces leave 1 space, which may be foreign or a LoC; a Tunneled Base stays."""
    game = position("Ple: ab; SLa: 2nt ng nb; BDi: ng vg", card=59, eligible="US")
    game.play("US event unshaded SLa-nt-ng-nb")
    assert (game["SLa"], game["BDi"]) == ("nt", "ng vg")
    game = position("Ple: ub nb^ ng", card=59).play("NVA event unshaded")
    assert game["Ple"] == "ub nb^"


def test_card_59_unshaded_spaces():
    """Spaces at or beside a COIN Base qualify; a space that can lose 3 pieces comes first."""
    game = position("Ple: ab; SLa: 3nt; BDi: ng; Tay: 3nt", card=59, eligible="US")
    with refuses("card 59", code="space-not-allowed"):
        game.play("US event unshaded Tay-3nt")
    with refuses("5.1.3", code="whole-effect"):
        game.play("US event unshaded BDi-ng")


def test_card_59_shaded_march_and_attack_in_monsoon():
    """Case 5.1.1-01: 3 Troops from Laos, then a free Attack; no Resources spent."""
    game = position("CLa: 3nt; QTr: 2at", card=59, NVA=0, next=125)
    game.play("NVA event shaded march CLa>QTr:3nt attack QTr troops QTr-at")
    assert (game["QTr"], game.resources("NVA")) == ("at 3nt", 0)


def test_card_59_shaded_only_from_outside():
    """Pieces in the South do not March; one Attack space; the Attack is not optional."""
    game = position("QTr: 2ng ut; Hue: 2nt ut; CLa: 2nt", card=59)
    with refuses("card 59", code="space-not-allowed"):
        game.play("NVA event shaded march QTr>QNa:ng")
    with refuses("card 59", code="missing-choice"):
        game.play("NVA event shaded march CLa>QTr:nt")
    assert (
        game.refused("NVA event shaded march CLa>QTr:nt attack Hue troops Hue-ut, QTr {1} QTr-ut").code
        == "too-many-spaces"
    )


def test_card_59_shaded_ambush_without_march():
    """Case 5.5-02: the Ambush takes place even if no March is possible, and Claymores does not stop it."""
    game = position("QTr: 2ng 2ut", card=59, NVA=0, momentum=((17, "unshaded"),))
    game.play("NVA event shaded ambush QTr-ut")
    assert (game["QTr"], game["casualties"], game.resources("NVA")) == ("ut ng ng*", "ut", 0)


def test_card_59_shaded_ambush_by_an_active_guerrilla():
    """For this Event an Active Guerrilla may Ambush; from a LoC, it reaches adjacent spaces."""
    game = position("HuKS: ng*; QTr: 2ut", card=59).play("NVA event shaded ambush HuKS QTr-ut")
    assert (game["HuKS"], game["QTr"], game["casualties"]) == ("ng*", "ut", "ut")
    with refuses("4.4.3", code="pieces-needed"):
        position("HuKS: 2ng; QTr: 2ut vg; Hue: ng* ut", card=59).play("NVA event shaded ambush QTr-ut")


def test_card_59_unshaded_own_tunneled_base():
    """NVA, executing, may give up a Tunneled Base as one of the 3 (5.1.1)."""
    spaces = "QTr: ub; CLa: nb^ 2nt ng"
    game = position(spaces, card=59, eligible="NVA").play("NVA event unshaded CLa-nb^-2nt")
    assert game["CLa"] == "ng"
    with refuses("5.1.1"):
        position(spaces, card=59, eligible="US").play("US event unshaded CLa-nb^-2nt")


def test_card_59_unshaded_tunneled_base_instead_of_3():
    """A space with 2 other pieces is legal if NVA gives up a Tunneled Base there as the third (5.1.3)."""
    spaces = "QTr: ub 3nt; CLa: nb^ 2nt"
    game = position(spaces, card=59, eligible="NVA").play("NVA event unshaded CLa-nb^-2nt")
    assert (game["CLa"], game["QTr"]) == ("", "ub 3nt")
    position(spaces, card=59, eligible="NVA").refused("NVA event unshaded CLa-2nt")
    spaces = "QTr: ub; CLa: nb^"
    assert position(spaces, card=59, eligible="NVA").play("NVA event unshaded")["CLa"] == "nb^"


# -- 60 War Photographer -----------------------------------------------------------------------------


def test_card_60_unshaded_three_us_pieces():
    """3 US pieces of any kinds are chosen; all go if fewer."""
    game = position(card=60, oop="2ut ui 2ub", eligible="US").play("US event unshaded oop>available:ut+2ub")
    assert game["oop"] == "ut ui"
    assert position(card=60, oop="ut ub", eligible="US").play("US event unshaded")["oop"] == ""


def test_card_60_shaded_six_troops_and_eligible():
    """Outside the South; Resources +6; NVA stay Eligible."""
    game = position(card=60, NVA=72).play("NVA event shaded NVn+4nt, CLa+2nt")
    assert (game["NVn"], game["CLa"], game.resources("NVA")) == ("4nt", "2nt", 75)
    game.play("VC pass\nARVN pass\nUS pass")
    assert "NVA" in game.state.eligible


def test_card_60_shaded_by_vc():
    """NVA place their Troops, VC is Ineligible as usual; all that are Available, none in the South."""
    game = position(card=60, eligible="VC NVA", done=(), available="4nt")
    game.play("NVA pass\nVC event shaded NVA: Fis+4nt")
    assert (game["Fis"], game.state.eligible) == ("4nt", ("US", "NVA", "ARVN"))
    with refuses("card 60", code="space-not-allowed"):
        position(card=60).play("NVA event shaded QTr+6nt")
    with refuses("card 60", code="missing-choice"):
        position(card=60).play("NVA event shaded NVn+5nt")
