"""Capabilities and Momentum of cards 7 to 46 where they bite the Insurgents: every side, with and without
(5.3, 5.4)."""

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
    """It loses none, unless the group plays the other reading."""
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
    """A Bombard in so many spaces with Long Range Guns on this side; one more is refused."""
    fields = {"to_act": "NVA", "capabilities": ((32, side),) if side else ()}
    spaces = [f"{where}-at" for where in ("QTr", "QNa", "BDi")]
    move = "NVA rally trail+1 | bombard "
    if most < len(spaces):
        with refuses("card 32" if side else "4.4.2", code="too-many-spaces"):
            position(GUNNERS, **fields).play(move + ", ".join(spaces[: most + 1]))
    return position(GUNNERS, **fields).play(move + ", ".join(spaces[:most]))


def test_card_32_unshaded_bombard_in_one_space():
    """1 instead of 2."""
    assert bombard("unshaded", 1).count("QTr", "at") == 2
    assert bombard(None, 2).count("QNa", "at") == 2


def test_card_32_shaded_bombard_in_three_spaces():
    """The same Troops may do for several of them."""
    assert [bombard("shaded", 3).count(where, "at") for where in ("QTr", "QNa", "BDi")] == [2, 2, 2]


def test_card_32_unshaded_one_troop_as_ever():
    """The space loses 1 Troop, no more."""
    with refuses("4.4.2", code="too-many"):
        game = position(GUNNERS, to_act="NVA", capabilities=((32, "unshaded"),))
        game.play("NVA rally trail+1 | bombard QTr-2at")


def test_card_32_shaded_spaces_qualify_as_ever():
    """3 NVA Troops in or beside each of them (4.4.2)."""
    game = position(f"{GUNNERS}; KGi: 3at", to_act="NVA", capabilities=((32, "shaded"),))
    with refuses("4.4.2", code="pieces-needed"):
        game.play("NVA rally trail+1 | bombard QTr-at, QNa-at, KGi-at")


# -- 34 SA-2s shaded -------------------------------------------------------------------------------

SA_2S = ((34, "shaded"),)


def test_card_34_shaded_rally_improves_two_boxes():
    """For the same 2 Resources; from 3 only to 4; a single box is not to be had."""
    game = position(to_act="NVA", capabilities=SA_2S).play("NVA rally trail+2")
    assert (game.state.trail, game.resources("NVA")) == (3, 18)
    assert position(to_act="NVA", capabilities=SA_2S, trail=3).play("NVA rally trail+1").state.trail == 4
    with refuses("card 34", code="wrong-amount"):
        position(to_act="NVA", capabilities=SA_2S).play("NVA rally trail+1")
    with refuses("6.7", code="trail-end"):
        position(to_act="NVA", capabilities=SA_2S, trail=4).play("NVA rally trail+1")


def test_card_34_shaded_limited_and_free_rally():
    """Any Rally of the NVA, for 2 Resources even if it is free; none where the Trail is not touched."""
    game = position("QTr: nb", to_act="NVA", capabilities=SA_2S).play("NVA limop rally QTr+ng trail+2")
    assert (game.state.trail, game.resources("NVA")) == (3, 17)
    assert position("QTr: nb", to_act="NVA", capabilities=SA_2S).play("NVA rally QTr+ng").state.trail == 1


@pytest.mark.parametrize("capabilities", [(), ((34, "unshaded"),)])
def test_card_34_unshaded_leaves_the_rally_alone(capabilities):
    """1 box, as without it."""
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
    """It leaves alone a Rally that does not Improve the Trail, and the Trail without a space."""
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
    """Not as a Special Activity; without the card it is open."""
    move = "NVA rally Fis+2ng | infiltrate Fis+nt"
    with refuses("card 38", because="no Infiltrate", code="momentum"):
        position("Fis: ng nb", to_act="NVA", momentum=MCNAMARA).play(move)
    assert position("Fis: ng nb", to_act="NVA").play(move)["Fis"] == "nt 3ng nb"


def test_card_38_unshaded_reset_still_improves():
    """From 0 to 1 in the Reset."""
    game = position(phase="commitment", card=125, momentum=MCNAMARA, trail=0).play("US commit")
    assert game.state.trail == 1


# -- 39 Oriskany -----------------------------------------------------------------------------------

ORISKANY = ((39, "shaded"),)


def test_card_39_shaded_air_strike():
    """It may not Degrade the Trail."""
    with refuses("card 39", because="not Degraded", code="momentum"):
        position(to_act="US", momentum=ORISKANY, trail=3).play("US patrol | airstrike {6} trail-1")
    assert position(to_act="US", trail=3).play("US patrol | airstrike {6} trail-1").state.trail == 2


def test_card_39_shaded_coup_round():
    """Neither COIN Control of Laos Degrades it (6.2.2), nor the Reset (6.6); 0 still becomes 1."""
    fields = {"phase": "finished", "next": 125, "available": "0ut 0ub", "patronage": 0}
    cities = "; ".join(f"{city}: ap" for city in ("Sai", "Hue", "DaN", "Kon", "QNh", "CRa", "AnL", "CaT"))
    for momentum, trail in ((ORISKANY, 3), ((), 2)):
        game = position(f"CLa: 2ut; {cities}", trail=3, momentum=momentum, **fields).play("next #2")
        assert game.state.trail == trail
    fields = {"phase": "commitment", "card": 125, "momentum": ORISKANY}
    assert position(trail=4, **fields).play("US commit").state.trail == 4
    assert position(trail=0, **fields).play("US commit").state.trail == 1


def test_card_39_shaded_a_later_event_degrades():
    """What it says itself goes ahead (5.1.2), unless the players read Oriskany otherwise."""
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
    """In one Troop Attack it is used; where there is but one, in that."""
    fields = {"to_act": "NVA", "capabilities": TANKS}
    with refuses("card 45", code="too-few"):
        position("Hue: 4nt 4at", **fields).play("NVA attack Hue troops Hue-2at")
    assert position("Hue: 4nt 4at", **fields).play("NVA attack Hue troops")["Hue"] == "4nt"
    with refuses("3.3.3", because="a space to Attack in"):
        position("Hue: 4nt 4at; QTr: 4nt 4at", **fields).play("NVA attack Hue troops Hue-2at")
    with refuses("card 45", code="too-few"):
        position("Hue: 4nt 4at; QTr: 4nt 4at", **fields).play("NVA limop attack Hue troops Hue-2at")


def test_card_45_shaded_a_space_where_it_makes_no_difference():
    """It may be the one."""
    fields = {"to_act": "NVA", "capabilities": TANKS}
    game = position("Hue: 4nt 2at; QTr: 4nt 4at", **fields)
    game.play("NVA attack Hue troops Hue-2at, QTr troops QTr-2at")
    assert game["QTr"] == "2at 4nt"


def test_card_45_shaded_the_last_chance_is_kept():
    """Once it is left to another space, the last one for it is Attacked by Troops, and can be paid for."""
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
    """1 Troop for each US Troop as ever; an Attack by Guerrillas is not touched."""
    fields = {"to_act": "NVA", "capabilities": TANKS}
    assert position("Hue: 3nt 3ut", **fields).play("NVA attack Hue troops Hue-3ut")["Hue"] == ""
    game = position("Hue: 3nt 2ng 3at", **fields).play("NVA attack Hue guerrillas {2} Hue-2at")
    assert game["Hue"] == "at 3nt 2ng*"


# -- 46 559th Transport Grp ------------------------------------------------------------------------


def test_card_46_unshaded_infiltrate_in_one_space():
    """Instead of 2."""
    spaces, move = "QTr: nb; QNa: nb", "NVA rally trail+1 | infiltrate QTr+nt"
    game = position(spaces, to_act="NVA", momentum=((46, "unshaded"),))
    with refuses("card 46", because="at most 1 space", code="too-many-spaces"):
        game.play(f"{move}, QNa+nt")
    assert game.play(move)["QTr"] == "nt nb"
    assert position(spaces, to_act="NVA").play(f"{move}, QNa+nt")["QNa"] == "nt nb"
