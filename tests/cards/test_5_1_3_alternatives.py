"""Alternatives of Events: an alternative with an effect comes before one without any effect (5.1.3)."""

import pytest
from table import position, refuses

READ_OTHERWISE = ("5.1.3-07",)

EMPTY = {
    "43 US Bases": ("", 43, {"oop": "2ab"}, "unshaded US aid", "unshaded ARVN aid"),
    "43 ARVN Bases": ("", 43, {"oop": "ub"}, "unshaded ARVN aid", "unshaded US aid"),
    "43 Resources": ("", 43, {"ARVN": 75}, "unshaded resources", "unshaded aid"),
    "43 Aid": ("", 43, {"aid": 75}, "unshaded aid", "unshaded resources"),
    "43 Trail": ("", 43, {"trail": 4}, "shaded trail", "shaded resources"),
    "43 NVA": ("", 43, {"trail": 1, "NVA": 75}, "shaded resources", "shaded trail"),
    "50 Troops": (
        "",
        50,
        {},
        "unshaded troops ARVN: patrol patrol",
        "unshaded resources ARVN: patrol patrol",
    ),
    "50 Resources": (
        "",
        50,
        {"oop": "ut", "ARVN": 75},
        "unshaded resources ARVN: patrol patrol",
        "unshaded troops Sai+ut<oop ARVN: patrol patrol",
    ),
    "63 pieces": ("", 63, {}, "unshaded pieces", "unshaded patronage {3}"),
    "63 Patronage": (
        "",
        63,
        {"oop": "ub", "patronage": 0},
        "unshaded patronage {3}",
        "unshaded pieces Sai+ub<oop",
    ),
    "63 full Patronage": ("", 63, {"patronage": 75}, "shaded patronage", "shaded resources"),
    "63 full Resources": ("", 63, {"VC": 75}, "shaded resources", "shaded patronage"),
    "64 Aid up": ("", 64, {"aid": 75}, "unshaded aid+10 patronage+3", "unshaded aid-10 patronage+3"),
    "64 Aid down": ("", 64, {"aid": 0}, "unshaded aid-10 patronage+3", "unshaded aid+10 patronage+3"),
    "64 Patronage": ("", 64, {"patronage": 0}, "unshaded aid+10 patronage-5", "unshaded aid+10 patronage+3"),
    "77 Resources": ("Par: 2ng nb", 77, {"NVA": 75}, "shaded resources", "shaded infiltrate Par+nt"),
    "77 Infiltrate": ("", 77, {}, "shaded infiltrate", "shaded resources"),
    "82 US": ("", 82, {"oop": "2at"}, "unshaded US", "unshaded ARVN oop>available:2at"),
    "82 ARVN": ("", 82, {"oop": "2ut"}, "unshaded ARVN", "unshaded resources"),
    "82 Resources": ("", 82, {"oop": "2ut", "ARVN": 75, "aid": 75}, "unshaded resources", "unshaded US"),
    "87 Patronage": ("", 87, {"patronage": 75}, "shaded patronage+4", "shaded patronage-4"),
    "92 who moves": ("Tay: vg; Sai: ng", 92, {}, "shaded NVA", "shaded VC Tay>BXu:vg"),
    "94 Tunnels": ("Tay: ut vb^; Sai: vb", 94, {}, "unshaded tunnels", "unshaded remove"),
    "94 removal": ("Tay: vb; Sai: ut", 94, {}, "unshaded remove", "unshaded tunnels"),
    "97 Aid": ("", 97, {"aid": 75}, "unshaded aid", "unshaded patronage"),
    "97 Patronage": ("", 97, {"patronage": 0}, "unshaded patronage", "unshaded aid"),
    "98 Troops": ("Tay: ut vg", 98, {}, "unshaded troops", "unshaded guerrillas"),
    "98 Guerrillas": ("Tay: vg", 98, {"oop": "ut"}, "unshaded guerrillas", "unshaded troops Tay+ut<oop"),
    "99 who Marches": ("Tay: vg; Sai: nt", 99, {}, "shaded NVA", "shaded VC march Tay>QDu:vg"),
    "100 NVA": ("KPh: ut vg", 100, {}, "unshaded KPh NVA", "unshaded KPh VC"),
    "100 Troops do not count": ("KPh: ut vg nt", 100, {}, "unshaded KPh NVA", "unshaded KPh VC"),
    "105 Patronage": ("", 105, {"patronage": 0}, "shaded patronage-6", "shaded patronage+6"),
}


def actor(card, line):
    """Return a Faction that can execute the Event; all others are Ineligible."""
    return {77: "NVA", 99: "VC", 92: "VC", 64: "VC"}.get(card, "US")


@pytest.mark.parametrize("name", EMPTY)
def test_5_1_3_an_empty_alternative_is_closed(name):
    """An alternative without effect is refused if the other has one; the other reading accepts it."""
    spaces, card, fields, empty, other = EMPTY[name]
    who = actor(card, empty)
    with refuses("5.1.3", because="nothing of this can be carried out", code="whole-effect"):
        position(spaces, card=card, eligible=who, **fields).play(f"{who} event {empty}")
    position(spaces, card=card, eligible=who, **fields).play(f"{who} event {other}")
    position(spaces, card=card, eligible=who, readings=READ_OTHERWISE, **fields).play(f"{who} event {empty}")


NONE = {
    "43": ({"ARVN": 75, "aid": 75}, "unshaded"),
    "50": ({"ARVN": 75}, "unshaded ARVN: patrol patrol"),
    "63": ({"patronage": 0}, "unshaded"),
    "77": ({"NVA": 75}, "shaded"),
    "82": ({"ARVN": 75, "aid": 75}, "unshaded"),
    "94": ({}, "unshaded"),
    "97": ({"aid": 75, "patronage": 0}, "unshaded"),
    "98": ({}, "unshaded"),
    "99": ({}, "shaded"),
}


@pytest.mark.parametrize("card", NONE)
def test_5_1_3_where_none_can_be_carried_out_none_is_named(card):
    """If no alternative has an effect, none need be named, and the rest of the Event is carried out."""
    fields, line = NONE[card]
    who = actor(int(card), line)
    position(card=int(card), eligible=who, **fields).play(f"{who} event {line}")


def test_5_1_3_economic_aid_without_bases():
    """Card 43: with no Base Out of Play, no Faction need be named."""
    assert position(card=43, eligible="US", aid=10).play("US event unshaded aid").state.aid == 22


def test_5_1_3_the_only_alternative_need_not_be_said():
    """The only alternative with an effect is forced and may be left out."""
    game = position("Tay: ut vg", card=98, eligible="US").play("US event unshaded")
    assert game["Tay"] == "ut"


def test_5_1_3_part_of_an_alternative_will_do():
    """Cards 43, 97: an alternative is open if only 1 Base is Out of Play, or only 1 Resource can change."""
    game = position(card=43, oop="ub 2ab", eligible="US", ARVN=74).play("US event unshaded US resources")
    assert (game["oop"], game.resources("ARVN")) == ("2ab", 75)
    assert (
        position(card=97, patronage=1, eligible="US").play("US event unshaded patronage").state.patronage == 0
    )


def test_5_1_3_two_boxes_of_the_trail_are_one_improvement():
    """Card 43: at Trail 3 the alternative of two boxes is open and improves the Trail by 1 (6.7)."""
    assert position(card=43, trail=3, eligible="NVA").play("NVA event shaded trail").state.trail == 4


IRREGULARS_OUT = "Sai: 6ui"


def test_5_1_3_green_berets_take_what_is_left():
    """Card 68: with no Irregular Available, Rangers are placed."""
    with refuses("5.1.3", because="there are no Irregulars to place"):
        position(IRREGULARS_OUT, card=68, eligible="VC").play("VC event unshaded QNa irregulars")
    game = position(IRREGULARS_OUT, card=68, eligible="VC").play("VC event unshaded QNa rangers")
    assert (game["QNa"], game.level("QNa")) == ("3ar", "AS")


def test_5_1_3_green_berets_taken_up_from_the_map():
    """Card 68: the US may take up Irregulars from the map (1.4.1), but must then place at least 1."""
    game = position(IRREGULARS_OUT, card=68, eligible="US").play("US event unshaded QNa QNa+2ui<Sai")
    assert (game["QNa"], game["Sai"]) == ("2ui", "4ui")
    position(IRREGULARS_OUT, card=68, eligible="US").refused("US event unshaded QNa irregulars")


def test_5_1_3_only_part_of_a_pair_acts():
    """Card 69 (MACV): a pair is open if one of its Factions has a possible Activity."""
    game = position("Par: 2ng nb", card=69, eligible="US")
    game.play("US event unshaded NVA NVA: infiltrate Par build Par+nt")
    assert game["Par"] == "nt 2ng nb"


def test_5_1_3_own_tunneled_base_as_the_alternative():
    """Card 100: VC may name itself with only a Tunneled Base to give up, and must then give it up (5.1.1)."""
    spaces = "KPh: ut vb^ ng"
    game = position(spaces, card=100, eligible="VC").play("VC event unshaded KPh VC KPh-vb^")
    assert game["KPh"] == "ut ng"
    position(spaces, card=100, eligible="VC").refused("VC event unshaded KPh VC KPh-ng")
    with refuses("5.1.3"):
        position(spaces, card=100, eligible="US").play("US event unshaded KPh VC")


def test_5_1_3_neither_is_an_alternative_too():
    """Card 66: the text allows neither alternative, so an alternative without effect may be named."""
    game = position(card=66, eligible="US", aid=20, patronage=20).play("US event unshaded pieces")
    assert (game.state.aid, game.state.patronage) == (29, 20)


@pytest.mark.parametrize("who", ["US", "ARVN"])
def test_5_1_3_a_sweep_without_effect_is_carried_out(who):
    """Card 75: the named Faction Sweeps in a legal space, even without effect (2.3.4)."""
    game = position("Fis: 2at ng", card=75, eligible="US").play(f"US event unshaded {who} {who}: sweep Fis")
    assert game["Fis"] == ("2at" if who == "ARVN" else "2at ng")
