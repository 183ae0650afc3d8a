"""The Pivotal Events 121 to 124: their effects, and how Capabilities change them."""

from table import position, refuses

LEADERS = (125, 126)

# -- 121 Linebacker II -----------------------------------------------------------------------------


def test_card_121_unshaded_linebacker():
    """NVA loses 2 Bases and half its Resources and is Ineligible; 3 Casualties become Available."""
    game = position("NVn: 2nb; CLa: nb", card=121, NVA=15, casualties="3ut ub", available="0ut")
    game.play("US event NVA: NVn-nb, CLa-nb US: casualties>available:2ut+ub")
    assert (game["NVn"], game["CLa"], game.resources("NVA")) == ("nb", "", 7)
    assert (game["casualties"], game.count("available", "ut")) == ("ut", 2)
    assert "NVA" not in game.state.eligible
    assert "NVA" in game.state.barred


def test_card_121_unshaded_tunneled_bases():
    """NVA may give up a Tunneled Base, but need not."""
    assert position("NVn: nb; CLa: nb^", card=121).play("US event")["CLa"] == "nb^"
    game = position("NVn: 2nb; CLa: nb^", card=121).play("US event NVA: CLa-nb^, NVn-nb")
    assert (game["NVn"], game["CLa"]) == ("nb", "")


def test_card_121_unshaded_fewer_casualties():
    """With fewer than 3 Casualties, all become Available; a smaller number is refused."""
    assert position(card=121, casualties="2ut").play("US event")["casualties"] == ""
    assert position(card=121, casualties="4ut").refused("US event casualties>available:2ut")


def test_card_121_unshaded_original_edition():
    """NVA Resources -15, and 6 Casualties or 3 pieces Out of Play."""
    fields = {"card": 121, "rules": "original", "casualties": "7ut", "oop": "4ut", "available": "0ut"}
    game = position("NVn: nb", **fields).play("US event casualties>available:6ut")
    assert (game.resources("NVA"), game["casualties"], game["oop"], game["NVn"]) == (5, "ut", "4ut", "")
    game = position(**fields).play("US event oop>available:3ut")
    assert (game["casualties"], game["oop"]) == ("7ut", "ut")
    assert position(**fields).refused("US event casualties>available:3ut, oop>available:3ut")
    assert position(**fields).refused("US event casualties>available:5ut")


# -- 122 Easter Offensive --------------------------------------------------------------------------


def test_card_122_unshaded_march_drive_attack():
    """Free March, 1 space more from LoCs without COIN, then every Troop Attacks."""
    spaces = "NVn: 6nt; QTr: 2nt 2at; Hue: 4at"
    game = position(spaces, card=122)
    game.play("NVA event march NVn>HuKS:4nt HuKS>Hue:4nt attack Hue-2at")
    assert (game["Hue"], game["QTr"], game["NVn"]) == ("2at 4nt", "at 2nt", "2nt")
    assert game.resources("NVA") == 20


def test_card_122_unshaded_drive_on_is_for_troops_on_free_locs():
    """Optional, 1 space each, not from where COIN stands, no Guerrillas; Troops may split."""
    game = position("HuKS: 3nt; NVn: nt", card=122).play("NVA event NVn>CLa:nt HuKS>Hue:nt, HuKS>QTr:nt")
    assert (game["HuKS"], game["Hue"], game["QTr"]) == ("nt", "nt", "nt")
    game = position("NVn: nt ng; QTr: nt; HuDN: ap", card=122)
    assert game.refused("NVA event NVn>HuKS:nt+ng, HuKS>Hue:ng")
    assert game.refused("NVA event QTr>HuDN:nt, HuDN>DaN:nt")
    assert game.refused("NVA event NVn>HuKS:nt, HuKS>HuDN:nt, HuDN>DaN:nt")
    game.play("NVA event NVn>HuKS:nt+ng, HuKS>Hue:nt")
    assert (game["HuKS"], game["Hue"]) == ("ng", "nt")


def test_card_122_unshaded_attack_is_mandatory_and_by_troops_alone():
    """1 Troop removes nothing; Guerrillas do not Attack; Bases go last; US Troops cause attrition."""
    game = position("NVn: nt; QTr: nt 3ng at; Hue: 4nt ut ub; DaN: 4nt ut at ap", card=122)
    game.play("NVA event NVn>CLa:nt DaN-ut-ap")
    assert (game["QTr"], game["Hue"], game["DaN"]) == ("at nt 3ng", "2nt", "at 3nt")
    assert game["casualties"] == "2ut ub"


def test_card_122_unshaded_pt_76():
    """Unshaded 1 Troop goes first everywhere; shaded 1 space has a hit for each Troop."""
    spaces = "NVn: nt; Hue: 4nt 4at; QTr: 4nt 4at"
    game = position(spaces, card=122, capabilities=((45, "unshaded"),)).play("NVA event NVn>CLa:nt")
    assert (game["Hue"], game["QTr"]) == ("3at 3nt", "3at 3nt")
    game = position(spaces, card=122, capabilities=((45, "shaded"),)).play(
        "NVA event NVn>CLa:nt Hue-2at, QTr-4at"
    )
    assert (game["Hue"], game["QTr"]) == ("2at 4nt", "4nt")


def test_card_122_unshaded_the_march_comes_first():
    """A March that is possible is not left out (5.1.3); along the Trail, to any number of spaces."""
    assert position("NVn: nt", card=122).refused("NVA event").code == "missing-choice"
    game = position("NVn: 2nt", card=122).play("NVA event NVn>CLa>QTr:nt, NVn>CLa:nt")
    assert (game["QTr"], game["CLa"]) == ("nt", "nt")


# -- 123 Vietnamization ----------------------------------------------------------------------------


def test_card_123_unshaded_vietnamization():
    """ARVN Resources and Aid +12; all ARVN pieces back; 4 cubes, pieces just freed among them."""
    game = position(card=123, oop="3at 2ap ar 2ut", available="0at 0ap")
    game.play("ARVN event CLa+3at, SaCT+ap")
    assert (game.resources("ARVN"), game.state.aid, game["oop"]) == (32, 32, "2ut")
    assert (game["CLa"], game["SaCT"], game.count("available", "ap")) == ("3at", "ap", 1)


def test_card_123_unshaded_placement():
    """Exactly 4 cubes come, not in North Vietnam; with none Available ARVN may take up some from the map."""
    assert position(card=123).refused("ARVN event Sai+3at").code == "missing-choice"
    with refuses("1.4.2", code="north-vietnam"):
        position(card=123).play("ARVN event NVn+4at")
    game = position("Hue: 4at", card=123, available="0at 2ap").play("ARVN event Sai+2ap, Sai+2at<Hue")
    assert (game["Sai"], game["Hue"]) == ("2at 2ap", "2at")


# -- 124 Tet Offensive -----------------------------------------------------------------------------


def test_card_124_unshaded_terror_placement_attack():
    """Terror everywhere by 1 Guerrilla each, 6 pieces in Cities, then joint Attacks."""
    spaces = "Hue: 2vg 3at PS; Tay: vg PS; SaCT: vg; QTr: ng at; NVn: vg"
    game = position(spaces, card=124)
    game.play("VC event Hue+3vg, Sai+2vg+vb, Hue {5} Hue-2at, QTr {6}")
    assert (game["Hue"], game["Sai"], game["QTr"]) == ("at 5vg*", "2vg vb", "at ng*")
    assert (game["Tay"], game.level("Tay"), game.space("Tay").terror) == ("vg*", "N", 1)
    assert (game.level("Hue"), game.space("Hue").terror) == ("N", 1)
    assert game.space("SaCT").sabotage
    assert (game["NVn"], game.space("NVn").terror) == ("vg*", 1)
    assert game.resources("VC") == 20


def test_card_124_unshaded_attack_by_both():
    """Their combined number is rolled against; VC Guerrillas pay for US Troops before NVA ones."""
    game = position("Hue: vg* 2ng 2ut nt", card=124).play("VC event Sai+6vg Hue {3} Hue-2ut")
    assert (game["Hue"], game["casualties"]) == ("nt ng*", "2ut")
    game = position("Hue: vg* 2ng 2ut nt", card=124).play("VC event Sai+6vg attack {4}")
    assert game["Hue"] == "2ut nt 2ng* vg*"


def test_card_124_unshaded_attacks_are_mandatory():
    """Each space due is named with its die; another space is refused."""
    game = position("Hue: vg* at; QTr: ng at; Tay: vg*", card=124)
    assert game.refused("VC event Sai+6vg Hue {1} Hue-at").code == "missing-choice"
    assert game.refused("VC event Sai+6vg Tay {1}")


def test_card_124_unshaded_terror_markers_run_short():
    """If markers run short, VC choose their spaces; if there are enough, the order may be left out."""
    spaces = "Sai: terror 14; Hue: vg PS; Tay: vg PS"
    with refuses("3.3.4", code="missing-choice"):
        position(spaces, card=124).play("VC event DaN+6vg")
    game = position(spaces, card=124).play("VC event terror Tay DaN+6vg")
    assert (game.space("Tay").terror, game.space("Hue").terror) == (1, 0)
    assert (game.level("Tay"), game.level("Hue")) == ("N", "N")


def test_card_124_unshaded_spaces_are_those_of_the_attacks():
    """Spaces without a placement are Attack spaces; after `terror`, Terror spaces come first."""
    spaces = "Hue: vg vg* at; QTr: vg at"
    fields = {"card": 124, "available": "0vg 0vb"}
    game = position(spaces, **fields).play("VC event unshaded QTr {6}, Hue {6}")
    assert (game["Hue"], game["QTr"]) == ("at 2vg*", "at vg*")
    game = position(spaces, **fields).play("VC event unshaded terror QTr, Hue attack Hue {6}, QTr {6}")
    assert (game.space("Hue").terror, game.space("QTr").terror) == (1, 1)


def test_card_124_unshaded_placement_in_cities():
    """6 pieces enter Cities, Bases within stacking; Provinces are refused."""
    assert position(card=124).refused("VC event Sai+5vg").code == "missing-choice"
    with refuses("card 124", code="space-not-allowed"):
        position(card=124).play("VC event Tay+6vg")
    with refuses("1.4.2", code="stacking"):
        position("Sai: ub", card=124).play("VC event Sai+2vb, Hue+4vg")


def test_card_124_unshaded_with_unshaded_cadres():
    """With unshaded Cadres each Terror costs 2 Guerrillas; by the other reading 1 is enough if alone."""
    fields = {"card": 124, "capabilities": ((116, "unshaded"),)}
    game = position("Tay: vg 2vg*; KGi: vg PS", **fields).play("VC event Tay-2vg* Sai+6vg")
    assert (game["Tay"], game["KGi"], game.level("KGi")) == ("vg*", "vg", "PS")
    game = position("KGi: vg PS", **fields, readings=("card-124-3",)).play("VC event Sai+6vg")
    assert (game["KGi"], game.level("KGi")) == ("", "N")


def test_card_124_unshaded_pt_76_costs_nothing():
    """PT-76 (card 45) costs nothing, because VC makes the Attacks."""
    game = position("Hue: ng nt at", card=124, capabilities=((45, "unshaded"),)).play("VC event Sai+6vg {6}")
    assert game["Hue"] == "at nt ng*"


def test_card_124_unshaded_whole_sequence():
    """Tet is placed on a card and executed; VC and NVA then stand first in its order (2.3.8)."""
    spaces = "Tay: 8vg*; KGi: 8vg*; QTr: 8vg*"
    game = position(spaces, to_act="US", leader=LEADERS)
    game.play("VC pivotal #124\nVC event Sai+2vb+4vg")
    assert game["Sai"] == "4vg 2vb"
    assert game.to_act == "NVA"


def test_card_124_an_attack_that_has_failed():
    """A failed die is given as the reason why no piece is removed, as in any Attack."""
    game = position("Hue: 2vg at PS; SaCT: vg ut", card=124)
    with refuses("3.3.3", code="missed"):
        game.play("VC event Hue+6vg Hue {3} Hue-at SaCT {2} SaCT-ut")
