"""Capabilities and Momentum of VC cards 101 to 116: every side, with and without (5.3, 5.4)."""

import pytest
from table import position, refuses

BOTH = ("unshaded", "shaded")


# -- 101 Booby Traps -------------------------------------------------------------------------------


@pytest.mark.parametrize("faction", ["NVA", "VC"])
def test_card_101_unshaded_ambush_in_one_space(faction):
    """Of either Insurgent; shaded it leaves Ambush alone."""
    kind = "ng" if faction == "NVA" else "vg"
    spaces = f"Hue: {kind} at; QTr: {kind} at"
    move = f"{faction} attack Hue, QTr | ambush Hue-at, QTr-at"
    with refuses("card 101", because="at most 1 space", code="too-many-spaces"):
        position(spaces, to_act=faction, capabilities=((101, "unshaded"),)).play(move)
    game = position(spaces, to_act=faction, capabilities=((101, "shaded"),)).play(move)
    assert game["QTr"] == f"{kind}*"


def test_card_101_shaded_a_troop_that_the_die_spares():
    """On a 4 to 6 nobody is lost: the card says so, in whichever order it is written."""
    game = position("Tay: 4ut 2vg", to_act="US", capabilities=((101, "shaded"),))
    for end in ("{5} Tay-ut", "Tay-ut {5}"):
        with refuses("card 101", because="no Troop is lost to Booby Traps in Tay Ninh on a 5"):
            game.play(f"US sweep Tay Tay*2vg {end}")


# -- 104 Main Force Bns ----------------------------------------------------------------------------

SPOTTED, HEAVY = (((104, side),) for side in BOTH)


@pytest.mark.parametrize(
    ("spaces", "pieces", "after"),
    [("Tay: 2vg", "2vg", "2vg*"), ("Tay: vg", "vg", "vg"), ("Tay: vg; SaBM: ap", "vg", "ap vg*")],
)
def test_card_104_unshaded_march_is_seen_earlier(spaces, pieces, after):
    """More than 1: two together, or one that meets a COIN piece; one alone stays hidden."""
    game = position(spaces, to_act="VC", capabilities=SPOTTED).play(f"VC march Tay>SaBM:{pieces}")
    assert game["SaBM"] == after
    game = position(spaces, to_act="VC", capabilities=HEAVY).play(f"VC march Tay>SaBM:{pieces}")
    assert game.count("SaBM", "vg*") == 0


def test_card_104_unshaded_bases_and_groups():
    """Bases do not count, groups of different origin are not added up; NVA are bound, too."""
    game = position("Tay: vg; Sai: vg; QTr: vg; Hue: 2ub PS", to_act="VC", capabilities=SPOTTED)
    game.play("VC march Tay>SaBM:vg, Sai>SaBM:vg, QTr>Hue:vg")
    assert (game["SaBM"], game["Hue"]) == ("2vg", "2ub vg")
    game = position("QTr: nt ng; Hue: PS", to_act="NVA", capabilities=SPOTTED).play("NVA march QTr>Hue:nt+ng")
    assert game["Hue"] == "nt ng*"


def test_card_104_shaded_two_pieces_in_one_ambush():
    """In 1 space of a VC Ambush, without attrition; in the other space 1."""
    spaces = "Hue: 2vg 3at; QTr: 2vg 2ut"
    game = position(spaces, to_act="VC", VC=2, capabilities=HEAVY)
    game.play("VC attack Hue, QTr | ambush Hue-2at, QTr-ut")
    assert (game["Hue"], game["QTr"]) == ("at vg vg*", "ut vg vg*")
    assert (game["casualties"], game.resources("VC")) == ("ut", 0)
    with refuses("4.4.3", code="too-many"):
        position(spaces, to_act="VC", capabilities=HEAVY).play("VC attack Hue, QTr | ambush Hue-2at, QTr-2ut")


def test_card_104_shaded_is_optional_and_of_the_vc():
    """1 piece will do; NVA and VC without the card remove 1."""
    spaces = "Hue: 2vg 2ng 3at"
    game = position(spaces, to_act="VC", capabilities=HEAVY).play("VC attack Hue | ambush Hue-at")
    assert game.count("Hue", "at") == 2
    for faction, capabilities in (("NVA", HEAVY), ("VC", ()), ("VC", SPOTTED)):
        with refuses("4.4.3", code="too-many"):
            fields = {"to_act": faction, "capabilities": capabilities}
            position(spaces, **fields).play(f"{faction} attack Hue | ambush Hue-2at")


def test_card_104_shaded_bases_last_in_one_space():
    """The Base only behind the last other piece; from a LoC both come from the same space."""
    fields = {"to_act": "VC", "capabilities": HEAVY}
    game = position("QTr: vg at ab", **fields).play("VC attack QTr | ambush QTr-at-ab")
    assert game["QTr"] == "vg*"
    with refuses("4.4.3", code="bases-last"):
        position("QTr: vg 2at ab", **fields).play("VC attack QTr | ambush QTr-at-ab")
    game = position("Sai: vg at; SaCT: at", **fields)
    assert game.refused("VC march Sai>SaCT:vg | ambush SaCT-at, Sai-at").rule == "card 104"


def test_card_104_shaded_not_of_two_spaces():
    """Both pieces of one Ambush from a LoC are of one space: the reading of the card is the reason."""
    game = position("Hue: 2vg at; DaN: at; QTr: at", to_act="VC", capabilities=HEAVY, VC=9)
    with refuses("card 104", because="of one space"):
        game.play("VC march Hue>HuDN:vg | ambush HuDN QTr-at DaN-at")


def test_card_104_shaded_with_booby_traps():
    """1 Ambush space, in which 2 pieces fall."""
    fields = {"to_act": "VC", "capabilities": (*HEAVY, (101, "unshaded"))}
    assert position("Hue: vg 3at", **fields).play("VC attack Hue | ambush Hue-2at").count("Hue", "at") == 1


# -- 115 Typhoon Kate ------------------------------------------------------------------------------

KATE = ((115, "unshaded"),)


@pytest.mark.parametrize(
    ("spaces", "move"),
    [
        ("CLa: 3nt; QTr: 3ut", "NVA rally trail+1 | bombard QTr-ut"),
        ("DaN: ut", "US patrol | airlift DaN>Hue:ut"),
        ("Sai: at", "ARVN patrol | transport Sai>SaBM:at"),
    ],
)
def test_card_115_unshaded_forbidden_activities(spaces, move):
    """No Bombard, Air Lift or Transport."""
    faction = move.split()[0]
    with refuses("card 115", because="Typhoon Kate: no", code="momentum"):
        position(spaces, to_act=faction, momentum=KATE).play(move)
    position(spaces, to_act=faction).play(move)


@pytest.mark.parametrize(
    ("spaces", "move", "further"),
    [
        ("QTr: nb; QNa: nb", "NVA rally trail+1 | infiltrate QTr+nt", "QNa+nt"),
        ("Hue: ng at; QTr: ng at", "NVA attack Hue, QTr | ambush Hue-at", "QTr-at"),
        ("Hue: vg at; QTr: vg at", "VC attack Hue, QTr | ambush Hue-at", "QTr-at"),
        ("Hue: vg; QTr: vg; Tay: vb", "VC rally Tay | tax Hue", "QTr"),
        ("Hue: vg at; QTr: vg at; Tay: vb", "VC rally Tay | subvert Hue-at", "QTr-at"),
        ("AnL: at ap PS; CaT: at ap PS", "ARVN train Sai | govern AnL aid", "CaT aid"),
        ("Hue: ar vg*; QTr: ar vg*", "ARVN patrol | raid Hue-vg*", "QTr-vg*"),
        ("QTr: ut ng*; QNa: ut ng*", "US patrol | airstrike {6} QTr-ng*", "QNa-ng*"),
    ],
)
def test_card_115_unshaded_one_space(spaces, move, further):
    """Every other Special Activity is in 1 space."""
    faction = move.split()[0]
    with refuses("card 115", because="at most 1 space", code="too-many-spaces"):
        position(spaces, to_act=faction, momentum=KATE).play(f"{move}, {further}")


def test_card_115_unshaded_air_strike_degrades_besides():
    """Case 4.2.3-16: the Trail is no space."""
    game = position("QTr: ui 2nt; BDi: ut 2vg*", to_act="US", momentum=KATE, trail=3)
    game.play("US patrol | airstrike {4} QTr-2nt trail-1")
    assert (game["QTr"], game.level("QTr"), game.state.trail) == ("ui", "PO", 2)


def test_card_115_unshaded_support_phase():
    """Pacification and Agitation are no Special Activities."""
    spaces = "QTr: vg; QNa: vg"
    game = position(spaces, phase="support-vc", card=125, momentum=KATE).play("VC agitate QTr=PO, QNa=PO")
    assert (game.level("QTr"), game.level("QNa")) == ("PO", "PO")


def test_card_115_unshaded_ambush_from_an_empty_loc():
    """The LoC selected for the one Ambush leaves none for another space."""
    spaces = "SaBM: vg; SaCT: vg; Sai: at"
    with refuses("3.3.3", code="pieces-needed"):
        position(spaces, to_act="VC", momentum=KATE).play("VC attack SaBM, SaCT | ambush SaBM Sai-at")


# -- 116 Cadres ------------------------------------------------------------------------------------

COSTLY, TRAINED = (((116, side),) for side in BOTH)


def test_card_116_unshaded_terror_costs_two_guerrillas():
    """VC choose them, the one just Activated among them; in a space with 1 there is no Terror."""
    game = position("Hue: 2vg vg* PS", to_act="VC", capabilities=COSTLY).play("VC terror Hue Hue-2vg*")
    assert (game["Hue"], game.level("Hue"), game.space("Hue").terror) == ("vg", "N", 1)
    game = position("Hue: 2vg vg* PS", to_act="VC", capabilities=COSTLY).play("VC terror Hue-vg-vg*")
    assert game["Hue"] == "vg*"
    game = position("Hue: vg vg*", to_act="VC", capabilities=COSTLY).play("VC terror Hue")
    assert game["Hue"] == ""
    with refuses("card 116", because="2 VC Guerrillas must be removed", code="pieces-needed"):
        position("Hue: vg PS", to_act="VC", VC=2, capabilities=COSTLY).play("VC terror Hue")


def test_card_116_unshaded_nva_terror_is_free_of_it():
    """It binds VC alone."""
    game = position("Hue: ng 2vg PS", to_act="NVA", capabilities=COSTLY).play("NVA terror Hue")
    assert game["Hue"] == "ng* 2vg"


def test_card_116_unshaded_agitation():
    """2 Guerrillas for each space, not for each level; with 1 there is none."""
    fields = {"phase": "support-vc", "card": 125, "capabilities": COSTLY}
    game = position("KGi: 3vg terror 1", **fields).play("VC agitate KGi:terror-1 KGi=AO")
    assert (game["KGi"], game.level("KGi"), game.resources("VC")) == ("vg", "AO", 17)
    with refuses("card 116", code="pieces-needed"):
        position("KGi: vg", **fields).play("VC agitate KGi=PO")
    game = position("KGi: vg", phase="support-vc", card=125).play("VC agitate KGi=PO")
    assert game["KGi"] == "vg"


def test_card_116_shaded_rally_agitates():
    """In 1 space with an earlier VC Base, under COIN Control too, for 1 a marker and level."""
    spaces = "KGi: vb 3at terror 1; Tay: vb"
    game = position(spaces, to_act="VC", capabilities=TRAINED)
    game.play("VC rally KGi+vg, Tay+vg agitate KGi:terror-1 KGi=AO")
    assert (game["KGi"], game.level("KGi"), game.resources("VC")) == ("3at vg vb", "AO", 15)
    game = position(spaces, to_act="VC", capabilities=TRAINED).play("VC limop rally Tay+vg agitate Tay=PO")
    assert (game.level("Tay"), game.resources("VC")) == ("PO", 18)


def test_card_116_shaded_needs_an_earlier_base():
    """Neither a Base of this Rally nor a space without one; and 1 space only."""
    fields = {"to_act": "VC", "capabilities": TRAINED}
    with refuses("card 116", code="space-not-selected"):
        position("Tay: 2vg", **fields).play("VC rally Tay-2vg+vb agitate Tay=PO")
    with refuses("card 116", code="space-not-selected"):
        position("Tay: vb; KGi: vg", **fields).play("VC rally Tay+vg, KGi+vg agitate KGi=PO")
    spaces = "Tay: vb; KGi: vb"
    assert position(spaces, **fields).refused("VC rally Tay+vg, KGi+vg agitate Tay=PO, KGi=PO")


@pytest.mark.parametrize("capabilities", [(), COSTLY])
def test_card_116_shaded_only(capabilities):
    """Without the shaded side no Rally Agitates."""
    assert position("Tay: vb", to_act="VC", capabilities=capabilities).refused(
        "VC rally Tay+vg agitate Tay=PO"
    )
