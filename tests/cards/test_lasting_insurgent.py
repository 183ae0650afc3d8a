"""Capabilities and Momentum for the Insurgents: each side, with and without (5.3, 5.4)."""

import pytest
from table import position, refuses

BOTH = ("unshaded", "shaded")


# -- 7 ADSID ---------------------------------------------------------------------------------------

ADSID = ((7, "unshaded"),)


def test_card_7_unshaded_rally_improves_the_trail():
    """Each change of the Trail costs NVA 6, on top of the 2 paid for it; floor 0."""
    assert position(to_act="NVA", momentum=ADSID).play("NVA rally trail+1").resources("NVA") == 12
    game = position(to_act="NVA", NVA=3, momentum=ADSID).play("NVA rally trail+1")
    assert (game.resources("NVA"), game.state.trail) == (0, 2)
    assert position(to_act="NVA").play("NVA rally trail+1").resources("NVA") == 18


def test_card_7_unshaded_two_boxes_are_one_change():
    """Two boxes at once, by an Event or by SA-2s, cost 6 once."""
    capabilities = ((34, "shaded"),)
    game = position(to_act="NVA", momentum=ADSID, capabilities=capabilities).play("NVA rally trail+2")
    assert (game.resources("NVA"), game.state.trail) == (12, 3)


def test_card_7_unshaded_no_change_no_loss():
    """A Degrade that Oriskany stops costs nothing."""
    momentum = (*ADSID, (39, "shaded"))
    game = position(phase="commitment", card=125, momentum=momentum, trail=4).play("US commit")
    assert (game.state.trail, game.resources("NVA")) == (4, 20)


def test_card_7_unshaded_reset():
    """The Reset's step comes before Momentum ends, and costs 6, too; a Trail that stays costs nothing."""
    for trail, left in ((0, 14), (2, 20), (4, 14)):
        game = position(phase="commitment", card=125, momentum=ADSID, trail=trail).play("US commit")
        assert game.resources("NVA") == left
        assert game.state.momentum == ()


# -- 17 Claymores ----------------------------------------------------------------------------------

CLAYMORES = ((17, "unshaded"),)


def test_card_17_unshaded_group_of_active_guerrillas():
    """Active Guerrillas lose none, unless the other reading is in force."""
    spaces = "Tay: 4vg*"
    assert position(spaces, to_act="VC", momentum=CLAYMORES).play("VC march Tay>SaBM:4vg*")["SaBM"] == "4vg*"
    fields = {"momentum": CLAYMORES, "readings": ("card-17",)}
    assert position(spaces, to_act="VC", **fields).play("VC march Tay>SaBM:4vg*")["SaBM"] == "3vg*"


def test_card_17_unshaded_with_main_force_battalions():
    """Groups Activate earlier (card 104) and lose a Guerrilla each."""
    fields = {"momentum": CLAYMORES, "capabilities": ((104, "unshaded"),)}
    game = position("Tay: 2vg; Sai: 2vg", to_act="VC", **fields)
    game.play("VC march Tay>SaBM:2vg, Sai>SaBM:2vg")
    assert game["SaBM"] == "2vg*"


# -- 32 Long Range Guns ----------------------------------------------------------------------------

GUNNERS = "QTr: 3nt 3at; QNa: 3nt 3at; BDi: 3nt 3at"


def bombard(side, most):
    """Check that this side of Long Range Guns allows Bombard in `most` spaces and refuses one more."""
    fields = {"to_act": "NVA", "capabilities": ((32, side),) if side else ()}
    spaces = [f"{where}-at" for where in ("QTr", "QNa", "BDi")]
    move = "NVA rally trail+1 | bombard "
    if most < len(spaces):
        with refuses("card 32" if side else "4.4.2", code="too-many-spaces"):
            position(GUNNERS, **fields).play(move + ", ".join(spaces[: most + 1]))
    return position(GUNNERS, **fields).play(move + ", ".join(spaces[:most]))


def test_card_32_unshaded_bombard_in_one_space():
    """Bombard is limited to 1 space instead of 2."""
    assert bombard("unshaded", 1).count("QTr", "at") == 2
    assert bombard(None, 2).count("QNa", "at") == 2


def test_card_32_shaded_bombard_in_three_spaces():
    """The same Troops may Bombard several of the 3 spaces."""
    assert [bombard("shaded", 3).count(where, "at") for where in ("QTr", "QNa", "BDi")] == [2, 2, 2]


def test_card_32_unshaded_one_troop_as_ever():
    """The space loses 1 Troop, no more."""
    with refuses("4.4.2", code="too-many"):
        game = position(GUNNERS, to_act="NVA", capabilities=((32, "unshaded"),))
        game.play("NVA rally trail+1 | bombard QTr-2at")


def test_card_32_shaded_spaces_qualify_as_ever():
    """Each Bombard space needs 3 NVA Troops in or beside it (4.4.2)."""
    game = position(f"{GUNNERS}; KGi: 3at", to_act="NVA", capabilities=((32, "shaded"),))
    with refuses("4.4.2", code="pieces-needed"):
        game.play("NVA rally trail+1 | bombard QTr-at, QNa-at, KGi-at")


# -- 34 SA-2s shaded -------------------------------------------------------------------------------

SA_2S = ((34, "shaded"),)


def test_card_34_shaded_rally_improves_two_boxes():
    """The Trail improves 2 boxes for the same 2 Resources, or from 3 to 4; a single box is refused."""
    game = position(to_act="NVA", capabilities=SA_2S).play("NVA rally trail+2")
    assert (game.state.trail, game.resources("NVA")) == (3, 18)
    assert position(to_act="NVA", capabilities=SA_2S, trail=3).play("NVA rally trail+1").state.trail == 4
    with refuses("card 34", code="wrong-amount"):
        position(to_act="NVA", capabilities=SA_2S).play("NVA rally trail+1")
    with refuses("6.7", code="trail-end"):
        position(to_act="NVA", capabilities=SA_2S, trail=4).play("NVA rally trail+1")


def test_card_34_shaded_limited_and_free_rally():
    """Any NVA Rally may improve the Trail, for 2 Resources even if free; a Rally need not improve it."""
    game = position("QTr: nb", to_act="NVA", capabilities=SA_2S).play("NVA limop rally QTr+ng trail+2")
    assert (game.state.trail, game.resources("NVA")) == (3, 17)
    assert position("QTr: nb", to_act="NVA", capabilities=SA_2S).play("NVA rally QTr+ng").state.trail == 1


@pytest.mark.parametrize("capabilities", [(), ((34, "unshaded"),)])
def test_card_34_unshaded_leaves_the_rally_alone(capabilities):
    """Unshaded SA-2s leaves Rally at 1 box."""
    with refuses("3.3.1", code="wrong-amount"):
        position(to_act="NVA", capabilities=capabilities).play("NVA rally trail+2")


# -- 31 AAA in Rally -------------------------------------------------------------------------------


def test_card_31_unshaded_rally_in_one_space():
    """Several spaces, or the Trail with 1 space or none."""
    spaces, fields = "QTr: nb; QNa: nb", {"to_act": "NVA", "capabilities": ((31, "unshaded"),)}
    with refuses("card 31", code="too-many-spaces"):
        position(spaces, **fields).play("NVA rally QTr+ng, QNa+ng trail+1")
    assert position(spaces, **fields).play("NVA rally QTr+ng trail+1").state.trail == 2


def test_card_31_unshaded_rally_without_the_trail():
    """The limit does not apply to a Rally without the Trail, nor to the Trail without a space."""
    spaces, fields = "QTr: nb; QNa: nb", {"to_act": "NVA", "capabilities": ((31, "unshaded"),)}
    assert position(spaces, **fields).play("NVA rally trail+1").state.trail == 2
    assert position(spaces, **fields).play("NVA rally QTr+ng, QNa+ng")["QNa"] == "ng nb"
    fields["capabilities"] = ((31, "shaded"),)
    assert position(spaces, **fields).play("NVA rally QTr+ng, QNa+ng trail+1").state.trail == 2


# -- 38 McNamara Line ------------------------------------------------------------------------------

MCNAMARA = ((38, "unshaded"),)


def test_card_38_unshaded_rally_does_not_improve_the_trail():
    """The Rally itself is legal; Improving the Trail alone is no Rally then."""
    spaces = "Fis: ng nb"
    game = position(spaces, to_act="NVA", NVA=6, momentum=MCNAMARA)
    with refuses("card 38", because="no Rally Improves the Trail", code="momentum"):
        game.play("NVA rally Fis+2ng trail+1")
    with refuses("card 38", code="momentum"):
        game.play("NVA rally trail+1")
    assert game.play("NVA rally Fis+2ng")["Fis"] == "3ng nb"


def test_card_38_unshaded_no_infiltrate():
    """Infiltrate is refused as a Special Activity; without the card it is open."""
    move = "NVA rally Fis+2ng | infiltrate Fis+nt"
    with refuses("card 38", because="no Infiltrate", code="momentum"):
        position("Fis: ng nb", to_act="NVA", momentum=MCNAMARA).play(move)
    assert position("Fis: ng nb", to_act="NVA").play(move)["Fis"] == "nt 3ng nb"


def test_card_38_unshaded_reset_still_improves():
    """The Reset still improves the Trail from 0 to 1."""
    game = position(phase="commitment", card=125, momentum=MCNAMARA, trail=0).play("US commit")
    assert game.state.trail == 1


# -- 39 Oriskany -----------------------------------------------------------------------------------

ORISKANY = ((39, "shaded"),)


def test_card_39_shaded_air_strike():
    """An Air Strike may not Degrade the Trail."""
    with refuses("card 39", because="not Degraded", code="momentum"):
        position(to_act="US", momentum=ORISKANY, trail=3).play("US patrol | airstrike {6} trail-1")
    assert position(to_act="US", trail=3).play("US patrol | airstrike {6} trail-1").state.trail == 2


def test_card_39_shaded_coup_round():
    """Neither COIN Control of Laos (6.2.2) nor the Reset (6.6) Degrades the Trail; 0 still becomes 1."""
    fields = {"phase": "finished", "next": 125, "available": "0ut 0ub", "patronage": 0}
    cities = "; ".join(f"{city}: ap" for city in ("Sai", "Hue", "DaN", "Kon", "QNh", "CRa", "AnL", "CaT"))
    for momentum, trail in ((ORISKANY, 3), ((), 2)):
        game = position(f"CLa: 2ut; {cities}", trail=3, momentum=momentum, **fields).play("next #2")
        assert game.state.trail == trail
    fields = {"phase": "commitment", "card": 125, "momentum": ORISKANY}
    assert position(trail=4, **fields).play("US commit").state.trail == 4
    assert position(trail=0, **fields).play("US commit").state.trail == 1


def test_card_39_shaded_a_later_event_degrades():
    """A Degrade stated by a later Event goes ahead (5.1.2), unless the other reading is in force."""
    game = position(card=55, momentum=ORISKANY, trail=3, eligible="US").play("US event unshaded")
    assert game.state.trail == 1
    fields = {"momentum": ORISKANY, "trail": 3, "readings": ("5.1.2-02",), "eligible": "US"}
    assert position(card=55, **fields).play("US event unshaded").state.trail == 3


# -- 45 PT-76 --------------------------------------------------------------------------------------

EXPOSED, TANKS = (((45, side),) for side in BOTH)


def test_card_45_unshaded_troop_attack():
    """A Troop goes first, and the rest Attack."""
    game = position("Hue: 4nt 4at", to_act="NVA", capabilities=EXPOSED).play("NVA attack Hue troops Hue-at")
    assert (game["Hue"], game.resources("NVA")) == ("3at 3nt", 19)
    game = position("Hue: nt 4at", to_act="NVA", capabilities=EXPOSED).play("NVA attack Hue troops")
    assert game["Hue"] == "4at"


def test_card_45_unshaded_guerrillas_attack():
    """A Troop that stands by goes, too; without Troops nothing happens; VC lose none."""
    game = position("Hue: nt 2ng 4at", to_act="NVA", capabilities=EXPOSED).play("NVA attack Hue {6}")
    assert game["Hue"] == "4at 2ng*"
    game = position("Hue: 2ng 4at", to_act="NVA", capabilities=EXPOSED).play("NVA attack Hue {6}")
    assert game["Hue"] == "4at 2ng*"
    game = position("Hue: nt 2vg 4at", to_act="VC", capabilities=EXPOSED).play("VC attack Hue {6}")
    assert game["Hue"] == "4at nt 2vg*"


@pytest.mark.parametrize("move", ["attack Hue | ambush Hue-at", "march QTr>Hue:ng | ambush Hue-at"])
def test_card_45_unshaded_ambush(move):
    """Every NVA Ambush is an Attack in its space."""
    game = position("QTr: ng; Hue: nt ng at ap", to_act="NVA", capabilities=EXPOSED).play(f"NVA {move}")
    assert game.count("Hue", "nt") == 0
    assert position("Hue: ng").count("available", "nt") == game.count("available", "nt")


def test_card_45_shaded_one_space_of_several():
    """NVA choose it by the number they remove; elsewhere 1 for 2 Troops."""
    spaces = "Hue: 4nt 4at; QTr: 4nt 4at"
    fields = {"to_act": "NVA", "capabilities": TANKS}
    game = position(spaces, **fields).play("NVA attack Hue troops Hue-4at, QTr troops QTr-2at")
    assert (game["Hue"], game["QTr"]) == ("4nt", "2at 4nt")
    game = position(spaces, **fields).play("NVA attack Hue troops Hue-2at, QTr troops QTr-4at")
    assert (game["Hue"], game["QTr"]) == ("2at 4nt", "4nt")
    with refuses("3.3.3"):
        position(spaces, **fields).play("NVA attack Hue troops Hue-4at, QTr troops QTr-4at")


def test_card_45_shaded_is_no_option():
    """PT-76 must be used in one Troop Attack, and in the only one if there is one."""
    fields = {"to_act": "NVA", "capabilities": TANKS}
    with refuses("card 45", code="too-few"):
        position("Hue: 4nt 4at", **fields).play("NVA attack Hue troops Hue-2at")
    assert position("Hue: 4nt 4at", **fields).play("NVA attack Hue troops")["Hue"] == "4nt"
    with refuses("3.3.3", because="a space to Attack in"):
        position("Hue: 4nt 4at; QTr: 4nt 4at", **fields).play("NVA attack Hue troops Hue-2at")
    with refuses("card 45", code="too-few"):
        position("Hue: 4nt 4at; QTr: 4nt 4at", **fields).play("NVA limop attack Hue troops Hue-2at")


def test_card_45_shaded_a_space_where_it_makes_no_difference():
    """A space in which PT-76 makes no difference may be chosen for it."""
    fields = {"to_act": "NVA", "capabilities": TANKS}
    game = position("Hue: 4nt 2at; QTr: 4nt 4at", **fields)
    game.play("NVA attack Hue troops Hue-2at, QTr troops QTr-2at")
    assert game["QTr"] == "2at 4nt"


def test_card_45_shaded_the_last_chance_is_kept():
    """If PT-76 is left to a later space, that space must be Attacked by Troops and Resources kept for it."""
    fields = {"to_act": "NVA", "capabilities": TANKS}
    spaces = "Hue: 4nt 4at; QTr: 4nt 4ng 4at; QNa: ng at"
    begun = "NVA attack Hue troops Hue-2at"
    with refuses("card 45", code="capability"):
        position(spaces, **fields).play(f"{begun}, QTr guerrillas {{1}}")
    with refuses("card 45", code="capability"):
        position(spaces, NVA=2, **fields).play(f"{begun}, QNa {{1}} QNa-at")
    game = position(spaces, NVA=3, **fields).play(f"{begun}, QNa {{1}} QNa-at, QTr troops QTr-4at")
    assert (game["Hue"], game["QNa"], game["QTr"]) == ("2at 4nt", "ng*", "4nt 4ng")


def test_card_45_shaded_attrition_and_guerrillas():
    """Attrition stays 1 Troop for each US Troop; an Attack by Guerrillas is unchanged."""
    fields = {"to_act": "NVA", "capabilities": TANKS}
    assert position("Hue: 3nt 3ut", **fields).play("NVA attack Hue troops Hue-3ut")["Hue"] == ""
    game = position("Hue: 3nt 2ng 3at", **fields).play("NVA attack Hue guerrillas {2} Hue-2at")
    assert game["Hue"] == "at 3nt 2ng*"


# -- 46 559th Transport Grp ------------------------------------------------------------------------


def test_card_46_unshaded_infiltrate_in_one_space():
    """Infiltrate is limited to 1 space instead of 2."""
    spaces, move = "QTr: nb; QNa: nb", "NVA rally trail+1 | infiltrate QTr+nt"
    game = position(spaces, to_act="NVA", momentum=((46, "unshaded"),))
    with refuses("card 46", because="at most 1 space", code="too-many-spaces"):
        game.play(f"{move}, QNa+nt")
    assert game.play(move)["QTr"] == "nt nb"
    assert position(spaces, to_act="NVA").play(f"{move}, QNa+nt")["QNa"] == "nt nb"


# -- 101 Booby Traps -------------------------------------------------------------------------------


@pytest.mark.parametrize("faction", ["NVA", "VC"])
def test_card_101_unshaded_ambush_in_one_space(faction):
    """Ambush of either Insurgent is limited to 1 space; the shaded side does not limit it."""
    kind = "ng" if faction == "NVA" else "vg"
    spaces = f"Hue: {kind} at; QTr: {kind} at"
    move = f"{faction} attack Hue, QTr | ambush Hue-at, QTr-at"
    with refuses("card 101", because="at most 1 space", code="too-many-spaces"):
        position(spaces, to_act=faction, capabilities=((101, "unshaded"),)).play(move)
    game = position(spaces, to_act=faction, capabilities=((101, "shaded"),)).play(move)
    assert game["QTr"] == f"{kind}*"


def test_card_101_shaded_a_troop_that_the_die_spares():
    """A Troop named as lost on a die of 4 to 6 is refused by the card, in either order."""
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
    """A VC Ambush removes 2 pieces in 1 space, without attrition, and 1 piece in the other space."""
    spaces = "Hue: 2vg 3at; QTr: 2vg 2ut"
    game = position(spaces, to_act="VC", VC=2, capabilities=HEAVY)
    game.play("VC attack Hue, QTr | ambush Hue-2at, QTr-ut")
    assert (game["Hue"], game["QTr"]) == ("at vg vg*", "ut vg vg*")
    assert (game["casualties"], game.resources("VC")) == ("ut", 0)
    with refuses("4.4.3", code="too-many"):
        position(spaces, to_act="VC", capabilities=HEAVY).play("VC attack Hue, QTr | ambush Hue-2at, QTr-2ut")


def test_card_104_shaded_is_optional_and_of_the_vc():
    """VC may remove only 1 piece; NVA, and VC without the card, remove 1."""
    spaces = "Hue: 2vg 2ng 3at"
    game = position(spaces, to_act="VC", capabilities=HEAVY).play("VC attack Hue | ambush Hue-at")
    assert game.count("Hue", "at") == 2
    for faction, capabilities in (("NVA", HEAVY), ("VC", ()), ("VC", SPOTTED)):
        with refuses("4.4.3", code="too-many"):
            fields = {"to_act": faction, "capabilities": capabilities}
            position(spaces, **fields).play(f"{faction} attack Hue | ambush Hue-2at")


def test_card_104_shaded_bases_last_in_one_space():
    """A Base goes only after the last other piece; an Ambush from a LoC removes both in one space."""
    fields = {"to_act": "VC", "capabilities": HEAVY}
    game = position("QTr: vg at ab", **fields).play("VC attack QTr | ambush QTr-at-ab")
    assert game["QTr"] == "vg*"
    with refuses("4.4.3", code="bases-last"):
        position("QTr: vg 2at ab", **fields).play("VC attack QTr | ambush QTr-at-ab")
    game = position("Sai: vg at; SaCT: at", **fields)
    assert game.refused("VC march Sai>SaCT:vg | ambush SaCT-at, Sai-at").rule == "card 104"


def test_card_104_shaded_not_of_two_spaces():
    """Both pieces of one Ambush from a LoC must be in one space; the refusal names the card."""
    game = position("Hue: 2vg at; DaN: at; QTr: at", to_act="VC", capabilities=HEAVY, VC=9)
    with refuses("card 104", because="of one space"):
        game.play("VC march Hue>HuDN:vg | ambush HuDN QTr-at DaN-at")


def test_card_104_shaded_with_booby_traps():
    """With Booby Traps, the only Ambush space loses 2 pieces."""
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
    """Bombard, Air Lift and Transport are refused."""
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
    """Each other Special Activity is limited to 1 space."""
    faction = move.split()[0]
    with refuses("card 115", because="at most 1 space", code="too-many-spaces"):
        position(spaces, to_act=faction, momentum=KATE).play(f"{move}, {further}")


def test_card_115_unshaded_air_strike_degrades_besides():
    """Case 4.2.3-16: an Air Strike in 1 space may also Degrade the Trail, which is not a space."""
    game = position("QTr: ui 2nt; BDi: ut 2vg*", to_act="US", momentum=KATE, trail=3)
    game.play("US patrol | airstrike {4} QTr-2nt trail-1")
    assert (game["QTr"], game.level("QTr"), game.state.trail) == ("ui", "PO", 2)


def test_card_115_unshaded_support_phase():
    """Pacification and Agitation are not Special Activities, so Typhoon Kate does not limit them."""
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
    """Only VC Terror costs 2 Guerrillas."""
    game = position("Hue: ng 2vg PS", to_act="NVA", capabilities=COSTLY).play("NVA terror Hue")
    assert game["Hue"] == "ng* 2vg"


def test_card_116_unshaded_agitation():
    """Agitation costs 2 Guerrillas for each space, not for each level; a space with 1 is refused."""
    fields = {"phase": "support-vc", "card": 125, "capabilities": COSTLY}
    game = position("KGi: 3vg terror 1", **fields).play("VC agitate KGi:terror-1 KGi=AO")
    assert (game["KGi"], game.level("KGi"), game.resources("VC")) == ("vg", "AO", 17)
    with refuses("card 116", code="pieces-needed"):
        position("KGi: vg", **fields).play("VC agitate KGi=PO")
    game = position("KGi: vg", phase="support-vc", card=125).play("VC agitate KGi=PO")
    assert game["KGi"] == "vg"


def test_card_116_shaded_rally_agitates():
    """A Rally Agitates 1 space with an earlier VC Base, even under COIN Control, for 1 a marker and level."""
    spaces = "KGi: vb 3at terror 1; Tay: vb"
    game = position(spaces, to_act="VC", capabilities=TRAINED)
    game.play("VC rally KGi+vg, Tay+vg agitate KGi:terror-1 KGi=AO")
    assert (game["KGi"], game.level("KGi"), game.resources("VC")) == ("3at vg vb", "AO", 15)
    game = position(spaces, to_act="VC", capabilities=TRAINED).play("VC limop rally Tay+vg agitate Tay=PO")
    assert (game.level("Tay"), game.resources("VC")) == ("PO", 18)


def test_card_116_shaded_needs_an_earlier_base():
    """A Base placed in this Rally, a space without a Base and a second space are refused."""
    fields = {"to_act": "VC", "capabilities": TRAINED}
    with refuses("card 116", code="space-not-selected"):
        position("Tay: 2vg", **fields).play("VC rally Tay-2vg+vb agitate Tay=PO")
    with refuses("card 116", code="space-not-selected"):
        position("Tay: vb; KGi: vg", **fields).play("VC rally Tay+vg, KGi+vg agitate KGi=PO")
    spaces = "Tay: vb; KGi: vb"
    assert position(spaces, **fields).refused("VC rally Tay+vg, KGi+vg agitate Tay=PO, KGi=PO")


@pytest.mark.parametrize("capabilities", [(), COSTLY])
def test_card_116_shaded_only(capabilities):
    """Without the shaded side, a Rally does not Agitate."""
    assert position("Tay: vb", to_act="VC", capabilities=capabilities).refused(
        "VC rally Tay+vg agitate Tay=PO"
    )
