"""Events 11 to 20: every side, its clarifications and its refusals."""

import pytest
from table import position, refuses

# -- 11, 13, 14, 18, 19, 20 Capabilities -----------------------------------------------------------


@pytest.mark.parametrize("card", [11, 13, 14, 18, 19, 20])
@pytest.mark.parametrize("side", ["unshaded", "shaded"])
def test_cards_11_to_20_capabilities(card, side):
    """The marker lies on the executed side and replaces the other side; there is no other effect."""
    other = "shaded" if side == "unshaded" else "unshaded"
    game = position("Hue: 2ut vg", card=card, capabilities=((card, other),)).play(f"US event {side}")
    assert [(c.card, c.side) for c in game.state.capabilities] == [(card, side)]
    assert (game["Hue"], game.state.momentum) == ("2ut vg", ())


# -- 12 Capt Buck Adams ----------------------------------------------------------------------------


def test_card_12_unshaded_shows_guerrillas_and_takes_a_base():
    """All NVA and VC Guerrillas outside the South become Active, and 1 NVA Base there is removed."""
    game = position("NVn: 2ng nb; Fis: ng vg vb nb; Hue: vg ng", card=12)
    game.play("US event unshaded Fis-nb")
    assert (game["NVn"], game["Fis"], game["Hue"]) == ("2ng* nb", "ng* vg* vb", "ng vg")


def test_card_12_unshaded_bases_of_the_nva_outside_the_south():
    """A VC Base or a Base in the South is refused; a Tunneled Base goes only if NVA gives it up (5.1.1)."""
    spaces = "CLa: 2nb; Fis: vb nb^; Tay: nb"
    for line, rule, code in (
        ("Fis-vb", "card 12", "wrong-pieces"),
        ("Fis-nb^", "5.1.1", "tunnel"),
        ("Tay-nb", "card 12", "space-not-allowed"),
    ):
        with refuses(rule, code=code):
            position(spaces, card=12).play(f"US event unshaded {line}")
    game = position(spaces, card=12, eligible="NVA").play("NVA event unshaded Fis-nb^")
    assert (game["CLa"], game["Fis"]) == ("2nb", "vb")
    assert position("Fis: vg nb^", card=12).play("US event unshaded")["Fis"] == "nb^ vg*"


def test_card_12_shaded_places_a_base_and_hides():
    """A Base where NVA has Control outside the South; 3 Guerrillas anywhere go Underground."""
    game = position("CLa: 2nt; Fis: 2ng*; Hue: 2ng* vg*; Par: ng vg", card=12, eligible="NVA")
    game.play("NVA event shaded CLa+nb Fis~2ng, Hue~ng")
    assert (game["CLa"], game["Fis"], game["Hue"]) == ("2nt nb", "2ng", "ng ng* vg*")


def test_card_12_shaded_refusals():
    """The Base needs NVA Control, room and a space outside the South; all 3 Guerrillas are required."""
    game = position("CLa: 2nt; NVn: 4nt 2nb; Par: ng vg; Hue: 3ng*", card=12)
    for where in ("Par", "Hue"):
        with refuses("card 12", code="space-not-allowed"):
            game.play(f"US event shaded {where}+nb Hue~3ng")
    with refuses("1.4.2", code="stacking"):
        game.play("US event shaded NVn+nb Hue~3ng")
    with refuses("card 12", code="too-few"):
        position("CLa: 2nt; Hue: 4ng*", card=12).play("US event shaded CLa+nb Hue~2ng")


def test_card_12_shaded_a_space_named_alone():
    """A space named without a Base: the refusal says why no Base can come there, or that no Base is named."""
    for spaces in ("CLa: 3ng* 2nb; SLa: 4ng*", "CLa: 3ng* 2nb; SLa: 4ng*; Fis: 3ng"):
        game = position(spaces, card=12, eligible="NVA")
        with refuses("1.4.2", code="stacking"):
            game.play("NVA event shaded CLa")
        with refuses("card 12", because="Southern Laos alone names no pieces"):
            game.play("NVA event shaded SLa")


def test_card_12_shaded_each_half_by_itself():
    """With no Base Available, Guerrillas still hide; if NVA executes, it may take up a Base from the map."""
    fields = {"card": 12, "available": "0nb"}
    game = position("CLa: 2nt; Fis: nb; Hue: 2ng*", **fields).play("US event shaded")
    assert (game["CLa"], game["Hue"]) == ("2nt", "2ng")
    game = position("CLa: 2nt; Fis: nb^; Hue: 2ng*", eligible="NVA", **fields)
    game.play("NVA event shaded CLa+nb^<Fis")
    assert (game["CLa"], game["Fis"], game["Hue"]) == ("2nt nb", "", "2ng")


# -- 15 Medevac ------------------------------------------------------------------------------------


def test_card_15_unshaded_momentum():
    """The card lies out, and Casualties do not move yet."""
    game = position(card=15, eligible="US", casualties="4ut").play("US event unshaded")
    assert [(m.card, m.side) for m in game.state.momentum] == [(15, "unshaded")]
    assert (game["casualties"], "US" in game.state.eligible) == ("4ut", False)


def test_card_15_shaded_stays_eligible_and_momentum():
    """The executing Faction, whichever it is, stays Eligible."""
    game = position(card=15, eligible="NVA").play("NVA event shaded")
    assert "NVA" in game.state.eligible
    assert [(m.card, m.side) for m in game.state.momentum] == [(15, "shaded")]


# -- 16 Blowtorch Komer ----------------------------------------------------------------------------


def test_card_16_unshaded_aid_and_momentum():
    """Aid +10, at most 75; the card lies out."""
    game = position(card=16, aid=70).play("US event unshaded")
    assert game.state.aid == 75
    assert [(m.card, m.side) for m in game.state.momentum] == [(16, "unshaded")]


def test_card_16_shaded_aid_and_a_shift():
    """Aid -10, at least 0; a space with Troops and Police loses a level."""
    game = position("Hue: ut ap PS; Sai: at ap AS", card=16, aid=6).play("US event shaded Hue=N")
    assert (game.level("Hue"), game.level("Sai"), game.state.aid, game.state.momentum) == ("N", "AS", 0, ())


def test_card_16_shaded_a_space_that_can_shift_comes_first():
    """A Province that can shift comes before others; if none can shift, only Aid changes."""
    game = position("Hue: ut ap AO; SaBM: at ap; Sai: at ap; CaT: ap; AnL: at", card=16)
    for where in ("Hue", "SaBM"):
        with refuses("5.1.3", code="whole-effect"):
            game.play(f"US event shaded {where}")
    for where in ("CaT", "AnL"):
        with refuses("card 16", code="space-not-allowed"):
            game.play(f"US event shaded {where}")
    assert position("Hue: ap vg", card=16).play("US event shaded").state.aid == 10


def test_card_16_shaded_any_troops():
    """NVA Troops count as Troops, unless the other reading is in force."""
    spaces = "Hue: nt ap; Sai: at ap"
    assert position(spaces, card=16).play("US event shaded Hue").level("Hue") == "PO"
    with refuses("card 16", code="space-not-allowed"):
        position(spaces, card=16, readings=("card-16-2",)).play("US event shaded Hue")


# -- 17 Claymores ----------------------------------------------------------------------------------


def test_card_17_unshaded_stays_eligible_and_momentum():
    """The executing Faction stays Eligible; the card lies out until Reset."""
    game = position(card=17, eligible="US").play("US event unshaded")
    assert "US" in game.state.eligible
    assert [(m.card, m.side) for m in game.state.momentum] == [(17, "unshaded")]


def test_card_17_unshaded_for_whoever_executes():
    """VC may execute this side, too."""
    assert "VC" in position(card=17, eligible="VC").play("VC event unshaded").state.eligible


def test_card_17_unshaded_bans_ambush():
    """Neither NVA nor VC may Ambush."""
    game = position("Sai: 2vg ut", to_act="VC", momentum=((17, "unshaded"),))
    with refuses("card 17", code="momentum"):
        game.play("VC attack Sai | ambush Sai-ut")


@pytest.mark.parametrize(
    ("group", "left"),
    [("4vg", "3vg*"), ("2vg+2vg*", "3vg*"), ("4vg*", "4vg*"), ("3vg", "3vg")],
)
def test_card_17_unshaded_marching_group_loses_one(group, left):
    """A group that Activates on a LoC loses 1; a group Active before, or still Underground, loses none."""
    game = position("Tay: 4vg 4vg*", to_act="VC", momentum=((17, "unshaded"),))
    assert game.play(f"VC march Tay>SaBM:{group}")["SaBM"] == left


def test_card_17_unshaded_each_group_by_itself():
    """Two groups that March into one space and are both Activated lose one Guerrilla each."""
    game = position("Tay: 4vg; QDu: 4vg", to_act="VC", momentum=((17, "unshaded"),))
    assert game.play("VC march Tay>SaBM:4vg, QDu>SaBM:4vg")["SaBM"] == "6vg*"


def test_card_17_unshaded_nva_troops_are_safe():
    """Only Guerrillas are lost; a group of Troops loses none."""
    game = position("Fis: 4nt", to_act="NVA", momentum=((17, "unshaded"),))
    assert game.play("NVA march Fis>SaBM:4nt")["SaBM"] == "4nt"


def test_card_17_shaded_us_base_becomes_a_casualty():
    """The US Base becomes a Casualty, and the Guerrilla leaves as well."""
    game = position("Ple: 2ut ub 2vg", card=17).play("US event shaded Ple")
    assert (game["Ple"], game["casualties"]) == ("2ut vg", "ub")
    assert game.count("available", "vg") == 29


def test_card_17_shaded_arvn_base_is_available():
    """An ARVN Base goes to Available."""
    game = position("Ple: ab ng", card=17).play("US event shaded")
    assert (game["Ple"], game["casualties"], game.count("available", "ab")) == ("", "", 3)


def test_card_17_shaded_the_executing_faction_chooses():
    """The executing Faction chooses the Base, and whose Guerrilla goes."""
    game = position("Ple: ub ab ng vg", card=17)
    assert game.refused("US event shaded Ple").code == "missing-choice"
    assert game.play("US event shaded Ple Ple-ab Ple-ng")["Ple"] == "ub vg"


def test_card_17_shaded_both_must_be_there():
    """A Base with Active Guerrillas only does not qualify; if no space qualifies, nothing happens."""
    with refuses("card 17", code="space-not-allowed"):
        position("Ple: ub vg*; Hue: ub ng", card=17).play("US event shaded Ple")
    assert position("Ple: ub vg*", card=17).play("US event shaded")["Ple"] == "ub vg*"


def test_card_17_shaded_both_from_one_space():
    """The Guerrilla leaves the same space as the Base."""
    with refuses("card 17", because="the space of both"):
        position("Ple: ub 2vg; Hue: ub ng", card=17).play("US event shaded Ple-ub Hue-ng")
