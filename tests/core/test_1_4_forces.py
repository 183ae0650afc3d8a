"""Forces (1.4): Availability, pieces taken up from the map, stacking, Underground, Tunnels."""

import pytest
from table import position, refuses

# -- 1.4.1 Availability -----------------------------------------------------------------------


def test_1_4_1_none_of_the_type_is_left():
    """A piece that is not Available cannot be placed. The fact counts the Available pieces."""
    game = position("Sai: 2at", to_act="ARVN", available="2at")
    with refuses("1.4.1", because="Available: 2 ARVN Troops", code="not-available"):
        game.play("ARVN train Sai+3at")


def test_1_4_1_removed_pieces_go_to_available():
    """Insurgents removed by an Assault are Available at once."""
    game = position("QTi: 2ut 2vg*", to_act="US", available="0vg").play("US assault QTi-2vg*")
    assert game.count("available", "vg") == 2


def test_1_4_1_us_pieces_removed_by_attack_are_casualties():
    """US pieces lost to an enemy become Casualties; ARVN pieces go to Available."""
    game = position("QTr: 4nt ut ap", to_act="NVA").play("NVA attack QTr troops QTr-ut-ap")
    assert game["casualties"] == "ut"
    assert game.count("available", "ap") == 30


def test_1_4_1_not_while_one_is_available():
    """Case 1.4.1-02: with 1 ARVN Troop Available, no Troop may be taken from the map."""
    game = position("Sai: 2at 3ap PS; QTi: 6at", to_act="ARVN", available="1at 5ap", ARVN=10)
    with refuses("1.4.1", because="Available: 1 ARVN Troop"):
        game.play("ARVN train Sai+6at<QTi")


def test_1_4_1_the_rest_from_the_map():
    """Case 1.4.1-03: 2 Available and then 4 from the map, in one placement for one price."""
    game = position("Sai: 2at 3ap PS; QTi: 6at", to_act="ARVN", available="2at 5ap", ARVN=10)
    game.play("ARVN train Sai+2at, Sai+4at<QTi")
    assert (game["Sai"], game["QTi"]) == ("8at 3ap", "2at")
    assert game.resources("ARVN") == 7


def test_1_4_1_the_rest_from_the_map_with_the_last_resources():
    """The second part of a placement is not paid again."""
    game = position("Sai: 2at; QTi: 6at", to_act="ARVN", available="2at", ARVN=3)
    assert "Sai+4at<QTi" in game.answers("ARVN train Sai+2at")
    game.play("ARVN train Sai+2at, Sai+4at<QTi")
    assert game.resources("ARVN") == 0


def test_1_4_1_us_lifts_an_irregular():
    """Case 1.4.1-06: the US takes up an Active Irregular, which enters Underground, for nothing."""
    game = position("Ple: ut; KhH: ut 2ui*", to_act="US", available="0ui")
    game.play("US train Ple+ui*<KhH")
    assert (game["Ple"], game["KhH"]) == ("ut ui", "ut ui*")
    assert game.resources("ARVN") == 20


def test_1_4_1_us_lifts_police():
    """Rulebook example: US Train takes Police from another space if none is Available."""
    game = position("Sai: ut ub; Hue: 3ap", to_act="US", available="0ap")
    game.play("US train Sai+2ap<Hue")
    assert (game["Sai"], game["Hue"]) == ("ut ub 2ap", "ap")


def test_1_4_1_nva_lifts_its_guerrillas():
    """Rulebook example: without Available Guerrillas NVA Rally hides its own by lifting them."""
    game = position("Fis: nb; SLa: 2ng* ng", to_act="NVA", available="0ng", trail=2)
    game.play("NVA rally Fis+2ng*+ng<SLa")
    assert (game["Fis"], game["SLa"]) == ("3ng nb", "")


def test_1_4_1_no_more_than_the_rule_places():
    """Active and Underground pieces taken up together count towards one limit."""
    game = position("Ple: ut; KhH: 2ui 2ui*", to_act="US", available="0ui")
    with refuses("3.2.1", because="at most 2 Irregulars"):
        game.play("US train Ple+2ui+ui*<KhH")


def test_1_4_1_no_mix_from_the_map():
    """Rangers and cubes are not placed together, even if they come from the map."""
    game = position("Sai: ap; Hue: 2ar 2at", to_act="ARVN", available="0ar 0at")
    with refuses("3.2.1", because="Rangers or cubes, not a mix"):
        game.play("ARVN train Sai+ar+2at<Hue")


def test_1_4_1_not_from_the_same_space():
    """Pieces come from elsewhere, not from the space itself."""
    game = position("KGi: vg* vb", to_act="VC", available="0vg")
    with refuses("1.4.1", because="elsewhere"):
        game.play("VC rally KGi+vg*<KGi")


def test_1_4_1_no_one_elses_pieces():
    """NVA cannot lift VC Guerrillas."""
    game = position("KGi: ng; Par: 2vg", to_act="NVA", available="0ng")
    with refuses("3.3.1"):
        game.play("NVA rally KGi+vg<Par")


WRONG_WAYS = {
    (65, "ARVN event unshaded Sai+4ut"): "they come from Out of Play, not from Available",
    (65, "ARVN event unshaded Sai>Hue:4ut"): "they come from Out of Play, not from the map",
    (65, "ARVN event unshaded oop>available:4ut"): "they go to the map, not to Available",
    (66, "ARVN event unshaded Sai+2ut<casualties"): "they come from Out of Play, not from Casualties",
    (22, "US event unshaded DaN+3ut<Sai"): "they come from Out of Play or Available, not from the map",
    (
        21,
        "US event unshaded DaN+2ut<casualties",
    ): "they come from the map or Out of Play, not from Casualties",
    (
        9,
        "US event unshaded casualties>available:3ut",
    ): "they come from Out of Play or the map, not from Casualties",
    (120, "VC event shaded Sai-2ut>oop"): "they come from Casualties, not from the map",
    (121, "US event NVA: CLa-nb SLa-nb US: Sai+3ut<casualties"): "they go to Available, not to the map",
}
"""Pieces of an Event, written from or to a box that the Event does not use."""


@pytest.mark.parametrize(("card", "line"), WRONG_WAYS)
def test_1_4_1_pieces_of_an_event_that_go_another_way(card, line):
    """A wrong box is refused with all ways that are open, in whatever form the pieces are written."""
    board = "Sai: 6ut; CLa: nb; SLa: nb"
    first = line.split()[0]
    game = position(board, card=card, eligible=first, oop="4ut", casualties="4ut")
    refused = game.refused(line)
    assert (refused.code, refused.rule) == ("wrong-box", f"card {card}")
    assert refused.message == WRONG_WAYS[card, line]


def test_1_4_1_rally_base_from_elsewhere():
    """Rally may take up a Base elsewhere, even a Tunneled one, for the new Base. The Tunnel is lost."""
    game = position("KGi: 2ng ng*; Fis: nb^", to_act="NVA", available="0nb")
    assert "Fis-nb^" in game.answers("NVA rally KGi")
    game.play("NVA rally KGi, Fis-nb^, KGi-2ng+nb")
    assert (game["KGi"], game["Fis"]) == ("ng* nb", "")
    with refuses("1.4.1", because="Available: 1 NVA Base"):
        position("KGi: 2ng; Fis: nb", to_act="NVA", available="1nb").play("NVA rally KGi, Fis-nb, KGi-2ng+nb")


def test_1_4_1_train_base_from_elsewhere():
    """ARVN move a Base by Train if none is Available."""
    game = position("AnL: 2at 2ap; Hue: ab", to_act="ARVN", available="0ab", ARVN=9)
    game.play("ARVN train AnL base AnL, Hue-ab, AnL-2at-ap+ab")
    assert (game["AnL"], game["Hue"]) == ("ap ab", "")
    assert game.resources("ARVN") == 6


def test_1_4_1_no_base_anywhere():
    """No Base is built if none is Available or elsewhere on the map."""
    game = position("AnL: 3at", to_act="ARVN", available="0ab")
    with refuses("1.4.1", because="1 ARVN Base cannot be placed"):
        game.play("ARVN train AnL base AnL-3at+ab")


# -- 1.4.2 stacking ---------------------------------------------------------------------------


def test_1_4_2_two_bases_of_any_factions():
    """A VC and a US Base fill a Province."""
    game = position("KGi: 2vg vb ub", to_act="VC")
    with refuses("1.4.2", because="holds 2 Bases", code="stacking"):
        game.play("VC rally KGi-2vg+vb")


def test_1_4_2_third_base_by_train():
    """Train builds no third Base either."""
    game = position("Sai: 3at ub ab", to_act="ARVN")
    with refuses("1.4.2", because="at most 2 Bases"):
        game.play("ARVN train Sai base Sai-3at+ab")


@pytest.mark.parametrize(
    "faction, spaces, move",
    [
        ("US", "QTr: 2ut", "US sweep QTr>NVn:2ut"),
        ("ARVN", "NVn: at", "ARVN train NVn+ar"),
        ("ARVN", "QTr: ar; Hue: at; HuKS: 2vg", "ARVN sweep Hue | raid QTr>NVn:ar"),
    ],
)
def test_1_4_2_no_coin_in_north_vietnam(faction, spaces, move):
    """COIN pieces neither move nor are placed into North Vietnam."""
    with refuses("1.4.2", because="North Vietnam", code="north-vietnam"):
        position(spaces, to_act=faction).play(move)


def test_1_4_2_us_in_cambodia():
    """US and ARVN may enter Laos and Cambodia (1.3.5)."""
    game = position("Tay: 2ut; Fis: 2ng", to_act="US").play("US sweep Tay>Fis:2ut, Fis*ng")
    assert game["Fis"] == "2ut ng ng*"


# -- 1.4.3 Underground and Active -------------------------------------------------------------


def test_1_4_3_placed_underground():
    """New Guerrillas and Special Forces are placed Underground."""
    game = position("KGi: vg*", to_act="VC").play("VC rally KGi+vg")
    assert game["KGi"] == "vg vg*"


def test_1_4_3_march_does_not_hide():
    """Case 1.4.3-02: Active Guerrillas stay Active when they March."""
    game = position("KHo: 2vg*", to_act="VC", VC=3).play("VC march KHo>BXu:2vg*")
    assert game["BXu"] == "2vg*"
    assert game.resources("VC") == 2


def test_1_4_3_base_from_active_guerrillas():
    """Case 1.4.3-03: any 2 Guerrillas become a Base, Active ones too."""
    game = position("KHo: 2vg*", to_act="VC", VC=3).play("VC rally KHo-2vg*+vb")
    assert game["KHo"] == "vb"
    assert (game.count("available", "vg"), game.resources("VC")) == (30, 2)


# -- 1.4.4 Tunnels ----------------------------------------------------------------------------


def test_1_4_4_tunneled_base_is_a_base():
    """A Tunneled Base fills a place and lets VC Rally at it."""
    game = position("Tay: 2vg vb^ nb", to_act="VC")
    with refuses("1.4.2"):
        game.play("VC rally Tay-2vg+vb")
    assert game.play("VC rally Tay+3vg")["Tay"] == "nb 5vg vb^"


@pytest.mark.parametrize(
    "rule, faction, move",
    [
        ("3.2.4", "US", "US assault Tay-vb^ {5}"),
        ("4.2.3", "US", "US train Hue | airstrike {5} Tay-vb^"),
        ("4.3.3", "ARVN", "ARVN sweep Hue | raid Tay-vb^"),
    ],
)
def test_1_4_4_tunneled_base_is_not_removed(rule, faction, move):
    """Assault, Air Strike and Raid refuse to remove a Tunneled Base."""
    game = position("Tay: 3ut ar vb^; Hue: ut", to_act=faction)
    with refuses(rule, because="Tunnel", code="tunnel"):
        game.play(move)


def test_1_5_1_friends_are_no_targets():
    """NVA cannot remove VC pieces, nor the US ARVN pieces: friends are no enemies (1.5.1)."""
    game = position("QTr: 4nt 2vg at", to_act="NVA")
    with refuses("1.5.1", because="VC is no enemy of NVA"):
        game.play("NVA attack QTr troops QTr-2vg")
