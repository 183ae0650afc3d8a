"""Events 51 to 55: every side, the clarifications that bear on it, and what it refuses."""

import pytest
from table import position, refuses

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
    """UnTunneled Bases are pieces like others when nothing else is left."""
    assert position("CLa: 2nb", to_act="NVA").play("NVA event unshaded CLa-2nb")["CLa"] == ""


def test_card_55_unshaded_the_countries_in_any_order():
    """Cambodia's pieces may be named first; Laos' are owed all the same."""
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
    """The pieces that leave Laos and Cambodia are two sets, without an order in them or between them."""
    game = position("CLa: 6ng; Sih: 6ng", card=55, eligible=line.split()[0], trail=3).play(line)
    assert (game["CLa"], game["Sih"]) == ("2ng", "2ng")


def test_card_55_shaded_earnings():
    """Twice the Trail to both, at most 75."""
    game = position(to_act="NVA", trail=3, NVA=5, VC=74).play("NVA event shaded")
    assert (game.resources("NVA"), game.resources("VC")) == (11, 75)


def test_card_55_shaded_bases_relocate():
    """UnTunneled NVA Bases within Laos and Cambodia, 2 in a space."""
    game = position("CLa: 2nb; Fis: nb vb", to_act="NVA")
    game.play("NVA event shaded CLa>SLa:nb, CLa>Par:nb, Fis>Par:nb")
    assert (game["CLa"], game["SLa"], game["Par"], game["Fis"]) == ("", "nb", "2nb", "vb")


def test_card_55_shaded_bases_that_change_places():
    """Which Base is written first is nothing to the rules, if there is an order in which each finds room."""
    for line in ("CLa>Fis:nb, Fis>CLa:nb", "Fis>CLa:nb, CLa>Fis:nb"):
        game = position("CLa: nb; Fis: nb vb", to_act="NVA").play(f"NVA event shaded {line}")
        assert (game["CLa"], game["Fis"]) == ("nb", "nb vb")


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


def test_card_55_unshaded_underground_guerrillas_and_troops_alike():
    """Any NVA pieces are a choice, VC pieces are none."""
    with refuses("card 55", code="wrong-pieces"):
        position("CLa: 3ng 3vg nt nb", to_act="NVA").play("NVA event unshaded CLa-3ng-vg")


# -- 52 RAND -----------------------------------------------------------------------------------------


def capabilities(game):
    """The Capabilities in effect, by card and side."""
    return sorted((marker.card, marker.side) for marker in game.state.capabilities)


def test_card_52_unshaded_turns_a_us_capability():
    """From its shaded side, by any Faction."""
    held = ((4, "shaded"), (28, "shaded"), (8, "unshaded"))
    game = position(card=52, capabilities=held).play("NVA event unshaded #28")
    assert capabilities(game) == [(4, "shaded"), (8, "unshaded"), (28, "unshaded")]


def test_card_52_shaded_turns_a_us_capability():
    """From its unshaded side."""
    held = ((4, "shaded"), (28, "shaded"), (8, "unshaded"))
    game = position(card=52, capabilities=held).play("NVA event shaded")
    assert capabilities(game) == [(4, "shaded"), (8, "shaded"), (28, "shaded")]


def test_card_52_only_us_capabilities_on_the_other_side():
    """Not those of others, not one that lies so already; without any nothing happens."""
    held = ((4, "shaded"), (8, "shaded"), (28, "unshaded"), (61, "shaded"), (33, "shaded"))
    for card in (28, 61, 33):
        with refuses("card 52", code="wrong-card"):
            position(card=52, capabilities=held).play(f"NVA event unshaded #{card}")
    game = position(card=52, capabilities=((61, "shaded"),)).play("NVA event unshaded")
    assert capabilities(game) == [(61, "shaded")]


def test_card_52_top_gun_suspends_migs():
    """MiGs stays on the table; in the other reading it goes."""
    held = ((4, "shaded"), (33, "shaded"))
    game = position(card=52, capabilities=held).play("NVA event unshaded")
    assert capabilities(game) == [(4, "unshaded"), (33, "shaded")]
    game = position(card=52, capabilities=held, readings=("card-52",)).play("NVA event unshaded")
    assert capabilities(game) == [(4, "unshaded")]


# -- 53 Sappers --------------------------------------------------------------------------------------


def test_card_53_unshaded_two_troops_in_three_spaces():
    """2 NVA Troops each, 1 if there is no other; the executing Faction stays Eligible."""
    game = position("Ple: 3nt; HuKS: nt; Hue: 2nt ng; CLa: 2nt", card=53, eligible="US")
    game.play("US event unshaded Ple-2nt, HuKS, Hue-2nt")
    assert (game["Ple"], game["HuKS"], game["Hue"], game["CLa"]) == ("nt", "", "ng", "2nt")
    assert "US" in game.state.eligible


def test_card_53_unshaded_fewer_spaces_but_whole():
    """Up to 3 spaces; 2 Troops in each; in South Vietnam only."""
    game = position("Ple: 3nt; CLa: 2nt", card=53, eligible="US").play("US event unshaded")
    assert (game["Ple"], "US" in game.state.eligible) == ("3nt", True)
    game = position("Ple: 3nt; CLa: 2nt", card=53, eligible="US")
    with refuses("card 53", code="too-few"):
        game.play("US event unshaded Ple-nt")
    with refuses("card 53", code="space-not-allowed"):
        game.play("US event unshaded CLa-2nt")


def test_card_53_shaded_bases_from_provinces():
    """Up to 1 US Base, to Casualties, and 2 of ARVN, in any order, whatever else is there."""
    game = position("Ple: ab ub 3ut; KhH: ab; Tay: ub ab; Hue: ub", card=53)
    game.play("NVA event shaded KhH-ab, Ple-ub-ab")
    assert (game["Ple"], game["KhH"], game["Tay"]) == ("3ut", "", "ub ab")
    assert (game["casualties"], game.count("oop", "ab")) == ("ub", 0)
    assert position("Ple: ab ub", card=53).play("NVA event shaded")["Ple"] == "ub ab"


def test_card_53_shaded_refusals():
    """No second US Base, no third of ARVN, not in a City."""
    game = position("Ple: 2ub; KhH: 2ab; Tay: ub ab; Hue: ub", card=53)
    for line in ("Ple-2ub", "Ple-ub, Tay-ub", "KhH-2ab, Tay-ab"):
        assert game.refused(f"NVA event shaded {line}").code == "too-many"
    with refuses("card 53", code="space-not-allowed"):
        game.play("NVA event shaded Hue-ub")


# -- 54 Son Tay --------------------------------------------------------------------------------------


def test_card_54_unshaded_the_us_may_act_at_once():
    """Ineligible before, it now comes 2nd with the full choice; NVA are out through the next card."""
    game = position("Sai: 2ut", card=54, eligible="NVA ARVN", casualties="3ut ub", done=())
    game.play("NVA event unshaded")
    assert (game["casualties"], game.to_act) == ("ut ub", "US")
    game.play("US patrol | airlift Sai>Hue:ut")
    assert game.state.eligible == ("ARVN", "VC")


def test_2_3_6_made_eligible_is_used_up_by_acting():
    """The US that acts behind the Event is Ineligible then; if it does not act, it is Eligible."""
    game = position("Sai: 2ut", card=54, eligible="ARVN").play("ARVN event unshaded")
    assert game.play("US patrol").state.eligible == ("VC",)
    game = position("Sai: 2ut", card=54, eligible="ARVN").play("ARVN event unshaded")
    assert game.play("US pass").state.eligible == ("US", "VC")


def test_2_3_6_made_eligible_behind_its_action():
    """The US that acted before ARVN execute the Event is Eligible on the next card."""
    game = position("Sai: 2ut; Hue: ap", card=54, eligible="US ARVN").play("US patrol | airlift Sai>Hue:ut")
    assert game.play("ARVN event unshaded").state.eligible == ("US", "VC")


def test_2_3_6_made_eligible_by_the_other_reading():
    """Eligible from the next card on: what an Eligible US does on this one uses nothing up (card 54)."""
    game = position("Sai: 2ut", card=103, eligible="US VC", readings=("card-54",))
    game.play("VC event unshaded US: patrol").play("US patrol")
    assert game.state.eligible == ("US", "NVA", "ARVN")


def test_card_54_unshaded_in_the_other_reading():
    """The US waits for the next card."""
    game = position(card=54, eligible="NVA ARVN", readings=("card-54",)).play("NVA event unshaded")
    assert game.to_act == "ARVN"
    game.play("ARVN pass")
    assert game.state.eligible == ("US", "ARVN", "VC")


def test_card_54_unshaded_by_the_us():
    """It does not become Ineligible; a NVA that was to come 2nd loses its turn."""
    game = position(card=54, eligible="US ARVN").play("US event unshaded")
    assert game.to_act == "ARVN"
    game.play("ARVN patrol")
    assert game.state.eligible == ("US", "VC")


def test_card_54_unshaded_a_us_that_has_acted_does_not_act_again():
    """It keeps its Eligibility for the next card."""
    game = position("Sai: ut", card=54, eligible="US ARVN VC")
    game.play("VC pass\nUS patrol | airlift Sai>Hue:ut\nARVN event unshaded")
    assert (game.to_act, game.state.eligible) == (None, ("US", "VC"))


def test_card_54_shaded():
    """2 pieces of any kind leave play; the US is out through the next card."""
    game = position(card=54, casualties="ut ui ub").play("NVA event shaded casualties>oop:ut+ub")
    assert (game["casualties"], game["oop"], "US" in game.state.eligible) == ("ui", "ut ub", False)
    with refuses("card 54", code="missing-choice"):
        position(card=54, casualties="ut ui ub").play("NVA event shaded casualties>oop:ut")
