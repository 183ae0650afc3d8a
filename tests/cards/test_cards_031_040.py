"""Events 31 to 40: every side, its clarifications and its refusals."""

import pytest
from table import position, refuses

from fitl_core.state.state import InEffect


def capabilities(game):
    """Return the Capabilities in effect, by card and side."""
    return [(marker.card, marker.side) for marker in game.state.capabilities]


# -- 31 AAA, 32 Long Range Guns, 33 MiGs, 34 SA-2s ---------------------------------------------------


@pytest.mark.parametrize("card", [31, 32, 33, 34])
@pytest.mark.parametrize("side", ["unshaded", "shaded"])
def test_cards_31_to_34_put_out_their_capability(card, side):
    """The marker lies on the executed side, and there is no other effect."""
    game = position("QTr: 2ut 3nt", card=card)
    before = game["QTr"], game.state.trail, game.state.resources
    game.play(f"NVA event {side}")
    assert capabilities(game) == [(card, side)]
    assert (game["QTr"], game.state.trail, game.state.resources) == before


def test_card_33_shaded_is_blocked_by_top_gun():
    """Unshaded Top Gun keeps out shaded MiGs, not unshaded MiGs; shaded Top Gun keeps out neither."""
    game = position(card=33, capabilities=((4, "unshaded"),)).play("NVA event shaded")
    assert capabilities(game) == [(4, "unshaded")]
    game = position(card=33, capabilities=((4, "shaded"),)).play("NVA event shaded")
    assert capabilities(game) == [(4, "shaded"), (33, "shaded")]
    game = position(card=33, capabilities=((4, "unshaded"),)).play("NVA event unshaded")
    assert capabilities(game) == [(4, "unshaded"), (33, "unshaded")]


# -- 35 Thanh Hoa ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("trail", "after"), [(4, 1), (2, 0)])
def test_card_35_unshaded_three_boxes(trail, after):
    """The Trail falls by 3 boxes, to 0 at least; NVA Resources are unchanged in the second edition."""
    game = position(card=35, trail=trail, NVA=20).play("NVA event unshaded")
    assert (game.state.trail, game.resources("NVA")) == (after, 20)


def test_card_35_unshaded_original_edition():
    """A free US Air Strike, the Trail -3, NVA Resources -6; the US directs the strike."""
    game = position("QTr: ut 2nt", card=35, rules="original", trail=4, NVA=20, eligible="ARVN")
    game.play("ARVN event unshaded US: airstrike QTr-2nt trail-1")
    assert (game["QTr"], game.level("QTr")) == ("ut", "PO")
    assert (game.state.trail, game.resources("NVA")) == (0, 14)


def test_card_35_unshaded_no_strike_in_the_second_edition():
    """In the second edition the Event grants no Air Strike."""
    assert position("QTr: ut 2nt", card=35).refused("NVA event unshaded airstrike").code == "surplus-clause"


def test_card_35_unshaded_oriskany_gives_way():
    """Case 5.1.2-02: the Event now played prevails over the earlier Momentum."""
    game = position(card=35, trail=3, momentum=((39, "shaded"),)).play("NVA event unshaded")
    assert game.state.trail == 0


@pytest.mark.parametrize(("trail", "after", "nva"), [(1, 2, 16), (4, 4, 22)])
def test_card_35_shaded_improvement_before_earnings(trail, after, nva):
    """The Trail +1 within 4, then 3 Resources a box."""
    game = position(card=35, trail=trail, NVA=10).play("NVA event shaded")
    assert (game.state.trail, game.resources("NVA")) == (after, nva)


def test_card_35_unshaded_by_the_strike_itself():
    """By reading card-35 the strike Degrades by the 3 boxes, so MiGs and SA-2s apply, without a 4th box."""
    game = position(
        "QTr: ut 2nt; CLa: nt",
        card=35,
        rules="original",
        trail=4,
        eligible="ARVN",
        capabilities=((33, "shaded"), (34, "unshaded")),
        readings=("card-35",),
    )
    line = "ARVN event unshaded US: airstrike QTr-nt US: CLa-nt"
    with refuses("card 35", because="does not itself Degrade"):
        game.play("ARVN event unshaded US: airstrike QTr-nt trail-1 CLa-nt")
    game.play(line)
    assert (game.state.trail, game["casualties"], game["CLa"]) == (1, "ut", "")


# -- 36 Hamburger Hill -------------------------------------------------------------------------------


def test_card_36_unshaded_four_troops_and_a_base():
    """4 US Troops from several spaces; the Base goes in spite of Guerrillas; no Aid."""
    game = position("Ple: 2vg vb ut; Sai: 3ut; Hue: 3ut", card=36, eligible="US", aid=10)
    game.play("US event unshaded Ple Sai>Ple:3ut, Hue>Ple:ut Ple-vb")
    assert (game["Ple"], game["Sai"], game["Hue"], game.state.aid) == ("5ut 2vg", "", "2ut", 10)


def test_card_36_unshaded_a_tunneled_base_too():
    """The Event removes a Tunneled Base (5.1.1) if the executing Faction chooses it."""
    game = position("Ple: nb^ vb; Sai: 4ut", card=36, eligible="US")
    assert game.play("US event unshaded Ple Sai>Ple:4ut Ple-nb^")["Ple"] == "4ut vb"
    assert game.count("available", "nb") == 9


def test_card_36_unshaded_fewer_troops_or_no_base():
    """With fewer Troops, or without a Base, the rest is carried out (5.1.3)."""
    game = position("Ple: vb ut; Sai: ut", card=36, eligible="US").play("US event unshaded")
    assert (game["Ple"], game["Sai"]) == ("2ut", "")
    game = position("Sai: 5ut", card=36, eligible="US").play("US event unshaded KhH Sai>KhH:4ut")
    assert (game["KhH"], game["Sai"]) == ("4ut", "ut")
    assert position("Ple: vb", card=36, eligible="US").play("US event unshaded")["Ple"] == ""


def test_card_36_unshaded_refusals():
    """One Highland Province in the South, with a Base if possible; exactly 4 Troops, and none moves back."""
    game = position("Ple: vb; Sai: 6ut; Tay: vb; NVn: nb", card=36, eligible="US")
    for where in ("Tay", "NVn", "Hue"):
        with refuses("card 36", code="space-not-allowed"):
            game.play(f"US event unshaded {where}")
    with refuses("5.1.3", code="whole-effect"):
        game.play("US event unshaded KhH")
    with refuses("card 36", code="missing-choice"):
        game.play("US event unshaded Ple Sai>Ple:3ut Ple-vb")
    with refuses("card 36", code="too-many"):
        game.play("US event unshaded Ple Sai>Ple:5ut")
    with refuses("card 36", code="space-not-allowed"):
        game.play("US event unshaded Ple Sai>Ple:3ut, Ple>KhH:ut")


def test_card_36_shaded_tunnel_and_losses():
    """The Base is Tunneled; 3 US Troops there become Casualties."""
    game = position("Ple: vb 4ut; QTr: nb ut", card=36).play("NVA event shaded Ple-vb+vb^")
    assert (game["Ple"], game["casualties"], game["QTr"]) == ("ut vb^", "3ut", "ut nb")


def test_card_36_shaded_the_space_names_the_base():
    """A space alone selects its only Base without a Tunnel; with one Base of each Faction it does not."""
    game = position("Ple: vb 4ut; QTr: nb ut", card=36).play("NVA event shaded Ple")
    assert (game["Ple"], game["QTr"]) == ("ut vb^", "ut nb")
    assert position("NVn: nb", card=36).play("NVA event shaded NVn")["NVn"] == "nb^"
    with refuses("card 36", code="missing-choice"):
        position("Ple: vb nb 4ut; QTr: nb ut", card=36).play("NVA event shaded Ple")


def test_card_36_shaded_the_space_first():
    """If the named space has two Bases, a choice is required; a later fault is reported as the reason."""
    game = position("Ple: vb nb 4ut; QTr: nb ut", card=36)
    owed = game.refused("NVA event shaded Ple Ple-3ut")
    assert (owed.incomplete, game.open("NVA event shaded Ple Ple-3ut")) == (
        True,
        ["Ple-nb+nb^", "Ple-vb+vb^"],
    )
    assert game.play("NVA event shaded Ple Ple-nb+nb^ Ple-3ut")["Ple"] == "ut nb^ vb"
    game = position("Ple: vb 4ut; QTr: nb ut", card=36)
    with refuses("card 36", because="3 pieces due"):
        game.play("NVA event shaded Ple Ple-2ut")
    assert game.refused("NVA event shaded Ple Ple-2ut").clause == 3
    with refuses("card 36", because="has no NVA or VC Base"):
        game.play("NVA event shaded KhH")


def test_card_36_shaded_fewer_troops_and_the_north():
    """All Troops go if fewer than 3; NVA may also Tunnel a Base in North Vietnam, where no Troops are."""
    game = position("Ple: vb ut ui", card=36).play("NVA event shaded")
    assert (game["Ple"], game["casualties"]) == ("ui vb^", "ut")
    game = position("NVn: nb; Ple: vb 3ut", card=36).play("NVA event shaded NVn-nb+nb^")
    assert (game["NVn"], game["Ple"], game["casualties"]) == ("nb^", "3ut vb", "")


def test_card_36_shaded_a_tunneled_base_only_if_there_is_no_other():
    """5.1.3: a Base that can be Tunneled comes first; if none can, Troops still become Casualties."""
    game = position("Ple: vb^ 4ut; NVn: nb", card=36)
    with refuses("card 36", code="space-not-allowed"):
        position("Ple: vb^ 4ut; NVn: nb; QNa: vb", card=36).play("NVA event shaded Tay-vb+vb^")
    assert game.play("NVA event shaded")["NVn"] == "nb^"
    game = position("Ple: vb^ 4ut", card=36).play("NVA event shaded")
    assert (game["Ple"], game["casualties"]) == ("ut vb^", "3ut")
    game = position("Ple: vb^ 4ut", card=36, readings=("card-36",)).play("NVA event shaded")
    assert (game["Ple"], game["casualties"]) == ("4ut vb^", "")


def test_card_36_shaded_no_marker_left():
    """With the 6 markers on the map only the Troops go (1.4.4)."""
    game = position("Tay: 2vb^; Par: 2nb^; Fis: 2nb^; Ple: vb 3ut", card=36).play("NVA event shaded")
    assert (game["Ple"], game["casualties"]) == ("vb", "3ut")


# -- 37 Khe Sanh -------------------------------------------------------------------------------------


def test_card_37_unshaded_ten_troops_around_a_us_base():
    """From the space and those beside it, LoCs and abroad included; nothing but NVA Troops."""
    game = position("QTr: ub ut 4nt ng nb; CLa: 5nt; HuKS: nt; NVn: 4nt; BDi: nt", card=37, eligible="US")
    game.play("US event unshaded QTr-4nt, CLa-2nt, HuKS-nt, NVn-3nt")
    assert (game["QTr"], game["CLa"], game["HuKS"]) == ("ut ub ng nb", "3nt", "")
    assert (game["NVn"], game["BDi"]) == ("nt", "nt")


def test_card_37_unshaded_all_if_fewer():
    """If fewer than 10 NVA Troops are in reach, all of them go."""
    game = position("QTr: ub ut 2nt; CLa: nt", card=37, eligible="US").play(
        "US event unshaded QTr-2nt, CLa-nt"
    )
    assert (game["QTr"], game["CLa"]) == ("ut ub", "")


def test_card_37_unshaded_refusals():
    """A US Base without NVA Troops does not qualify; Guerrillas and far Troops stay; exactly 10 go."""
    spaces = "QTr: ub ut 12nt ng; QNa: ub; QTi: ut; BDi: ub ut; KGi: 2nt"
    game = position(spaces, card=37, eligible="US")
    for where in ("QNa", "QTi"):
        with refuses("card 37", code="space-not-allowed"):
            game.play(f"US event unshaded {where}")
    with refuses("card 37", code="space-not-allowed"):
        game.play("US event unshaded QTr KGi-2nt")
    with refuses("card 37", code="wrong-pieces"):
        game.play("US event unshaded QTr QTr-ng")
    with refuses("card 37", code="too-few"):
        game.play("US event unshaded QTr QTr-9nt")


def test_card_37_shaded_up_to_three_casualties():
    """Up to 3 in 1 space; the US is out now and for the next card."""
    game = position("QTr: 4ut nb; HuKS: 2ut ng", card=37).play("NVA event shaded QTr-3ut")
    assert (game["QTr"], game["casualties"], game.to_act) == ("ut nb", "3ut", "VC")
    game.play("VC pass")
    game.play("ARVN pass")
    assert game.state.eligible == ("ARVN", "VC")


@pytest.mark.parametrize(("loss", "left"), [("", "2ut ng"), (" HuKS", "2ut ng"), (" HuKS-ut", "ut ng")])
def test_card_37_shaded_fewer_are_allowed(loss, left):
    """Any number from 0 is legal, also on a LoC; the US is Ineligible in any case."""
    game = position("HuKS: 2ut ng", card=37).play(f"NVA event shaded{loss}")
    assert (game["HuKS"], "US" in game.state.eligible) == (left, False)


def test_card_37_shaded_one_space_with_both():
    """Two spaces, or a space without NVA, are refused."""
    game = position("QTr: 2ut nb; HuKS: 2ut ng; Sai: 2ut", card=37)
    assert game.refused("NVA event shaded QTr-2ut, HuKS-ut").code == "space-not-allowed"
    with refuses("card 37", code="space-not-allowed"):
        game.play("NVA event shaded Sai-ut")


# -- 38 McNamara Line --------------------------------------------------------------------------------


def test_card_38_all_coin_pieces_come_home():
    """All COIN pieces in Laos and Cambodia go to Cities with COIN Control; ARVN Resources -12."""
    game = position(
        "CLa: 2ut ui*; Par: at ap ar ub; Sai: ap; Hue: at; QTr: ut", card=38, eligible="US", ARVN=20
    )
    game.play("US event unshaded CLa>Sai:2ut+ui*, Par>Hue:at+ap+ar+ub")
    assert (game["CLa"], game["Par"], game["QTr"]) == ("", "", "ut")
    assert (game["Sai"], game["Hue"]) == ("2ut ui* ap", "ub 2at ap ar")
    assert (game.resources("ARVN"), game.state.momentum) == (8, (InEffect(38, "unshaded"),))


def test_card_38_bases_within_stacking():
    """A Base without room stays; by the other reading, all pieces stay."""
    game = position("Par: ub ab; Sai: ap ub", card=38).play("NVA event unshaded Par>Sai:ub")
    assert (game["Par"], game["Sai"]) == ("ab", "2ub ap")
    game = position("Par: ub ab; Sai: ap", card=38, readings=("card-38",)).play("NVA event unshaded")
    assert game["Par"] == "ub ab"


def test_card_38_control_is_judged_before():
    """Control is judged before the moves; without a City under COIN Control no piece moves."""
    game = position("CLa: 2ut; Sai: ap", card=38)
    with refuses("card 38", code="space-not-allowed"):
        game.play("NVA event unshaded CLa>Hue:2ut")
    game = position("CLa: 2ut", card=38, ARVN=5).play("NVA event unshaded")
    assert (game["CLa"], game.resources("ARVN"), len(game.state.momentum)) == ("2ut", 0, 1)


def test_card_38_none_is_left_behind():
    """Each COIN piece moves, even the last one; the card has no shaded side."""
    game = position("CLa: 2ut; Sai: ap", card=38)
    assert game.refused("NVA event unshaded CLa>Sai:ut").code == "missing-choice"
    with refuses("5.2", because="no shaded text"):
        game.play("NVA event shaded")


# -- 39 Oriskany -------------------------------------------------------------------------------------


def test_card_39_unshaded_the_north_first():
    """4 pieces, Laos only when the North has no more; Bases like others; the Trail -2."""
    game = position("NVn: 2nt nb ng; CLa: 3nt", card=39, eligible="US", trail=3)
    game.play("US event unshaded NVn-2nt-nb-ng")
    assert (game["NVn"], game["CLa"], game.state.trail) == ("", "3nt", 1)
    with refuses("card 39", code="space-not-allowed"):
        position("NVn: 2nt; CLa: 3nt", card=39, eligible="US").play("US event unshaded CLa-3nt")


def test_card_39_unshaded_pieces_of_any_faction_in_laos():
    """VC and COIN pieces go too, US ones to Available; a Tunneled Base in the North is passed over."""
    game = position("NVn: nt nb^; CLa: vg ut at; SLa: nt", card=39, eligible="US", trail=1)
    game.play("US event unshaded NVn-nt, CLa-vg-ut-at")
    assert (game["NVn"], game["CLa"], game["SLa"], game["casualties"]) == ("nb^", "", "nt", "")
    assert game.state.trail == 0


def test_card_39_unshaded_a_tunneled_base_only_by_its_owner():
    """NVA may give up its Tunneled Base (5.1.1) and need not; other Factions cannot take the Base."""
    game = position("NVn: 4nt nb^", card=39).play("NVA event unshaded NVn-3nt-nb^")
    assert game["NVn"] == "nt"
    with refuses("5.1.1", code="tunnel"):
        position("NVn: 4nt nb^", card=39, eligible="US").play("US event unshaded NVn-3nt-nb^")
    game = position("NVn: nt nb^; SLa: nt", card=39).play("NVA event unshaded NVn-nt SLa-nt")
    assert (game["NVn"], game["SLa"]) == ("nb^", "")


def test_card_39_shaded():
    """1 Available US Troop leaves play for good; the Momentum card is out."""
    game = position(card=39, available="2ut")
    before = game.score("US")
    game.play("NVA event shaded")
    assert (game.count("available", "ut"), game["oop"], game.score("US")) == (1, "ut", before - 1)
    assert game.state.momentum == (InEffect(39, "shaded"),)
    assert position(card=39, available="0ut").play("NVA event shaded")["oop"] == ""


# -- 40 PoWs -----------------------------------------------------------------------------------------


def test_card_40_unshaded_executing_faction_strikes():
    """Case 5.1-03: the executing Faction, even NVA, strikes; then 2 Casualty Troops return, no others."""
    game = position("QTr: ut 2ng* 2vg*", card=40, casualties="3ut ui ub")
    game.play("NVA event unshaded airstrike {2} QTr-2vg* casualties>available:2ut")
    assert (game["QTr"], game.level("QTr"), game["casualties"]) == ("ut 2ng*", "PO", "ut ui ub")


def test_card_40_unshaded_two_spaces_in_monsoon():
    """The granted strike keeps its limit of 2 spaces in Monsoon."""
    game = position("QTr: ut vg*; QNa: ut vg*; BDi: ut vg*", card=40, next=125)
    with refuses("2.3.9", code="too-many-spaces"):
        game.play("NVA event unshaded {6} QTr-vg*, QNa-vg*, BDi-vg*")


def test_card_40_unshaded_in_spite_of_bombing_pause():
    """The Event now played prevails (5.1.2); fewer Casualties all come."""
    game = position("QTr: ut vg*", card=40, momentum=((41, "unshaded"),), casualties="ut")
    game.play("NVA event unshaded {1} QTr-vg*")
    assert (game["QTr"], game["casualties"]) == ("ut", "")


def test_card_40_shaded():
    """3 Available US Troops become Casualties, or as many as there are."""
    assert position(card=40, available="5ut").play("NVA event shaded")["casualties"] == "3ut"
    game = position(card=40, available="2ut 3ui").play("NVA event shaded available>casualties:2ut")
    assert game["casualties"] == "2ut"
    assert position(card=40).refused("NVA event shaded available>casualties:2ut").code == "too-few"
