"""Train, Govern, Transport and the Coup Round under Capabilities and Momentum (5.3, 5.4)."""

import pytest
from table import position, refuses


def us(spaces, *capabilities, **fields):
    """Return a position for the US with these Capabilities in effect."""
    return position(spaces, to_act="US", capabilities=capabilities, **fields)


def arvn(spaces, *capabilities, **fields):
    """Return a position for ARVN with these Capabilities in effect and a Leader without effect here."""
    return position(spaces, to_act="ARVN", capabilities=capabilities, leader=(128,), **fields)


# -- 15 Medevac, 16 Blowtorch Komer -------------------------------------------------------------------


def coup(phase, spaces="", **fields):
    """Return a Coup Round in a phase; by default the Leader is the successor of Nguyen Cao Ky."""
    return position(spaces, **{"card": 126, "phase": phase, "played": (17, 126), "leader": (126,), **fields})


@pytest.mark.parametrize("rules", ["second", "original"])
def test_card_15_unshaded_casualties(rules):
    """6.5-09: all Troop Casualties become Available; a Base goes Out of Play, Irregulars are Available."""
    fields = {"casualties": "7ut ub ui", "available": "0ut 0ub 0ui", "rules": rules}
    game = coup("redeploy-nva", "Sai: 2ut", momentum=((15, "unshaded"),), **fields).play("NVA pass")
    assert (game["casualties"], game["oop"], game.count("available", "ut")) == ("", "ub", 7)
    game = coup("redeploy-nva", "Sai: 2ut", **fields).play("NVA pass")
    assert game["oop"] == "2ut ub"


def test_card_15_unshaded_ten_troops_move():
    """No Casualties are placed, so 10 Troops may move; Casualties made Available are not Withdrawn."""
    game = coup("redeploy-nva", "Sai: 12ut", casualties="6ut", momentum=((15, "unshaded"),), next=3)
    game.play("NVA pass").play("US commit Sai-10ut>available")
    assert (game["Sai"], game.state.withdrawn) == ("2ut", 10)


KOMER = ((16, "unshaded"),)


def test_card_16_unshaded_one_resource_a_step():
    """In the Support Phase each marker and level costs 1, for the US and ARVN."""
    for phase, spaces, faction in (
        ("support-us", "Hue: ut ap", "US"),
        ("support-arvn", "Hue: at ap", "ARVN"),
    ):
        fields = {"ARVN": 20, "econ": 15}
        line = f"{faction} pacify Hue:terror-1 Hue=AS"
        assert coup(phase, f"{spaces} terror 1", momentum=KOMER, **fields).play(line).resources("ARVN") == 17
        if faction == "ARVN":
            assert coup(phase, f"{spaces} terror 1", **fields).play(line).resources("ARVN") == 11
        else:
            with refuses("1.8.1"):
                coup(phase, f"{spaces} terror 1", **fields).play(line)


def test_card_16_unshaded_not_in_train():
    """A Train still pays 3, as does a Pacification without the card."""
    game = position("Hue: at ap", to_act="ARVN", leader=(126,), momentum=KOMER).play(
        "ARVN train Hue pacify Hue=PS"
    )
    assert game.resources("ARVN") == 17


@pytest.mark.parametrize(
    ("card", "others", "price"), [(126, (), 1), (127, (), 4), (126, ("6.3.1-05",), 4), (129, (), 1)]
)
def test_card_16_unshaded_and_ky(card, others, price):
    """6.3.1-05: the price of the later text holds; by the other reading Nguyen Cao Ky's 4 while he leads."""
    fields = {"card": card, "played": (17, card), "leader": (127,), "readings": others}
    game = coup("support-arvn", "Hue: at ap", momentum=KOMER, **fields).play("ARVN pacify Hue=PS")
    assert game.resources("ARVN") == 20 - price


# -- 18 Combined Action Platoons, 19 CORDS --------------------------------------------------------------


def test_card_18_unshaded_police_beside_the_train():
    """3.2.1-23: 1 Police comes free to a space with US Troops, from Available or from the map."""
    platoons = (18, "unshaded")
    game = us("Ple: ut; QTi: 2ut", platoons, ARVN=5).play("US train Ple+ui platoons QTi+ap")
    assert (game["Ple"], game["QTi"], game.resources("ARVN")) == ("ut ui", "2ut ap", 5)
    game = us("Ple: ut; SaCT: ut; Sai: 2ap", platoons).play("US train Ple platoons SaCT+ap<Sai")
    assert (game["SaCT"], game["Sai"]) == ("ut ap", "ap")


def test_card_18_unshaded_limits():
    """1 Police comes only in a US Train, to a space with US Troops, and may be left out."""
    platoons = (18, "unshaded")
    for line in ("QTi+2ap", "QTi+at", "Hue+ap", "QTi+ap<oop", "QTi+ap<Sai"):
        with refuses("1.4.1" if "Sai" in line else "card 18"):
            us("Ple: ut; QTi: ut; Hue: ui", platoons).play(f"US train Ple+ui platoons {line}")
    assert us("Ple: ut", platoons).play("US train Ple+ui")["Ple"] == "ut ui"
    with refuses("3.2.1"):
        us("Ple: ut").play("US train Ple+ui platoons Ple+ap")
    with refuses("3.2.1"):
        arvn("Hue: ut ap", platoons).play("ARVN train Hue platoons Hue+ap")


def test_card_18_unshaded_police_come_from_elsewhere():
    """Police already in the space are neither accepted nor listed."""
    game = us("Ple: ut 2ap; SaCT: ut; Hue: ut", (18, "unshaded"), available="0ap")
    with refuses("card 18", because="elsewhere on the map", code="wrong-box"):
        game.play("US train Ple+ui platoons Ple+ap<Ple")
    assert game.answers("US train Ple+ui platoons") == ["Hue+ap<Ple", "SaCT+ap<Ple"]


def test_card_18_unshaded_before_pacifying():
    """The Police comes before the last step, which may need its Control."""
    game = us("Ple: ut vg", (18, "unshaded")).play("US train Ple platoons Ple+ap pacify Ple=PS")
    assert (game["Ple"], game.level("Ple")) == ("ut ap vg", "PS")


def test_card_18_shaded_two_sweep_spaces():
    """3.2.3-08: a US Sweep has at most 2 spaces, entered or not; an ARVN Sweep has no limit."""
    spaces = "QTi: 2{0} vg; QNa: {0} vg; BDi: {0} vg"
    for line in ("US sweep QTi, QNa, BDi", "US sweep QNa, BDi QTi>Ple:ut"):
        with refuses("card 18", code="too-many-spaces"):
            us(spaces.format("ut"), (18, "shaded")).play(line)
    us(spaces.format("ut"), (18, "shaded")).play("US sweep QNa QTi>BDi:ut")
    us(spaces.format("ut")).play("US sweep QTi, QNa, BDi")
    arvn(spaces.format("at"), (18, "shaded")).play("ARVN sweep QTi, QNa, BDi")


def test_card_19_unshaded_two_spaces():
    """A US Train may Pacify 2 of its spaces, and then has no other last step; ARVN 1."""
    cords, spaces = (19, "unshaded"), "Hue: ut; KhH: ut; Sai: ut; Ple: ut"
    game = us(spaces, cords, ARVN=40).play("US train Hue, KhH pacify Hue=PS, KhH=AS")
    assert (game.level("Hue"), game.level("KhH"), game.resources("ARVN")) == ("PS", "AS", 31)
    with refuses("3.2.1", because="one of these"):
        us(spaces, cords, ARVN=40).play("US train Sai, Hue pacify Hue=PS patronage patronage-1")
    with refuses("card 19", because="in 2 spaces"):
        us(spaces, cords, ARVN=40).play("US train Hue, KhH, Ple pacify Hue=PS, KhH=PS, Ple=PS")
    with refuses("3.2.1", because="was not selected"):
        us(spaces, cords, ARVN=40).play("US train Hue, KhH pacify Hue=PS, Ple=PS")
    with refuses("3.2.1"):
        us(spaces, ARVN=40).play("US train Hue, KhH pacify Hue=PS, KhH=PS")
    with refuses("3.2.1"):
        arvn("Hue: at ap; DaN: at ap", cords).play("ARVN train Hue, DaN pacify Hue=PS, DaN=PS")


def test_card_19_shaded_passive_support():
    """3.2.1-21: US Train Pacifies at most to Passive Support, and may remove Terror at any level."""
    cords = (19, "shaded")
    with refuses("card 19"):
        us("KhH: ut", cords, ARVN=30).play("US train KhH pacify KhH=AS")
    with refuses("card 19"):
        us("KhH: ut PS", cords, ARVN=30).play("US train KhH pacify KhH=AS")
    assert us("KhH: ut", cords, ARVN=30).play("US train KhH pacify KhH=PS").level("KhH") == "PS"
    for level in ("PS", "AS"):
        game = us(f"KhH: ut {level} terror 1", cords, ARVN=30).play("US train KhH pacify KhH:terror-1")
        assert (game.space("KhH").terror, game.level("KhH")) == (0, level)


def test_card_19_shaded_a_space_at_passive_support_is_not_listed():
    """A space at Passive Support is not offered to the US for Pacification, but is offered to ARVN."""
    spaces, line = "KhH: ut at ap PS; Sai: ut at ap; Hue: ut at ap", "train KhH, Sai, Hue pacify"
    assert us(spaces, (19, "shaded"), ARVN=30).answers(f"US {line}") == ["Hue", "Sai"]
    assert arvn(spaces, (19, "shaded")).answers(f"ARVN {line}") == ["Hue", "Sai", "KhH"]


def test_card_19_shaded_others_are_free():
    """ARVN Train and the Support Phase are not limited."""
    assert arvn("Hue: at ap", (19, "shaded")).play("ARVN train Hue pacify Hue=AS").level("Hue") == "AS"
    game = coup("support-us", "Hue: ut ap", capabilities=((19, "shaded"),), ARVN=40).play("US pacify Hue=AS")
    assert game.level("Hue") == "AS"


# -- 61 Armored Cavalry -----------------------------------------------------------------------------------


def test_card_61_unshaded_a_free_assault():
    """4.3.2-07: a free Assault in 1 destination follows Transport and Operation, in either order."""
    spaces = "Sai: 6at; SaCT: 2vg*; Hue: 2at 2ap 2vg*"
    for line in (
        "ARVN transport Sai>SaCT:4at | assault Hue cavalry SaCT",
        "ARVN assault Hue | transport Sai>SaCT:4at cavalry SaCT",
    ):
        game = arvn(spaces, (61, "unshaded"), ARVN=3).play(line)
        assert (game["SaCT"], game["Hue"], game.resources("ARVN")) == ("4at", "2at 2ap", 0)
    game = arvn(spaces, (61, "unshaded"), ARVN=3).play("ARVN transport Sai>SaCT:4at | assault Hue")
    assert game["SaCT"] == "4at 2vg*"


def test_card_61_unshaded_where():
    """The Assault needs a destination of the Transport with targets; a Base still earns 6 Aid."""
    cavalry, move = (61, "unshaded"), "ARVN patrol | transport Sai>SaCT:2at"
    for line in (f"{move} cavalry Hue", f"{move}, Sai>SaCR:at cavalry Hue"):
        with refuses("card 61", because="nothing was Transported"):
            arvn("Sai: 6at; SaCT: vg; SaCR: vg; Hue: 2at vg*", cavalry).play(line)
    with refuses("card 61", code="pieces-needed"):
        arvn("Sai: 6at", cavalry).play(f"{move} cavalry SaCT")
    with refuses("4.3.2"):
        arvn("Sai: 6at; SaCT: vg*").play(f"{move} cavalry SaCT")
    game = arvn("Sai: 6at; BTu: vb", cavalry, aid=0).play("ARVN patrol | transport Sai>BTu:2at cavalry BTu")
    assert (game["BTu"], game.state.aid) == ("2at", 6)


def test_card_61_unshaded_an_events_transport():
    """A free Assault follows a Transport by an Event at once; General Lansdale does not stop it."""
    fields = {"capabilities": ((61, "unshaded"),), "momentum": ((78, "shaded"),), "leader": (128,)}
    game = position("Sai: 2at; SaCT: vg*; Hue: ui", card=69, eligible="NVA", **fields)
    game.play("NVA event unshaded US US: airlift Hue>DaN:ui ARVN: transport Sai>SaCT:2at cavalry SaCT")
    assert game["SaCT"] == "2at"


def test_card_61_shaded_only_rangers():
    """4.3.2-06: Rangers may be Transported, Troops may not."""
    with refuses("card 61", code="capability"):
        arvn("Sai: 4at ar", (61, "shaded")).play("ARVN patrol | transport Sai>SaCT:2at")
    game = arvn("Sai: 4at 2ar*", (61, "shaded")).play("ARVN patrol | transport Sai>SaCT:2ar*")
    assert game["SaCT"] == "2ar"


# -- 86 Mandate of Heaven -----------------------------------------------------------------------------------


def test_card_86_unshaded_one_space_keeps_its_level():
    """4.3.1-07: ARVN may leave out the shift in 1 space that adds to Patronage, named after `mandate`."""
    spaces, mandate = "Hue: 3at 2ap AS; Kon: 2at ap PS; Sai: 2at 3ap PS", (86, "unshaded")
    fields = {"aid": 10, "patronage": 15}
    game = arvn(spaces, mandate, **fields).play(
        "ARVN train Sai | govern Hue patronage mandate, Kon patronage"
    )
    assert (game.level("Hue"), game.level("Kon")) == ("AS", "N")
    assert (game.state.aid, game.state.patronage) == (7, 18)
    line = "ARVN train Sai | govern Hue patronage mandate, Kon patronage mandate"
    with refuses("card 86"):
        arvn(spaces, mandate, **fields).play(line)
    assert arvn(spaces, mandate, **fields, readings=("card-86",)).play(line).level("Kon") == "PS"
    with refuses("4.3.1"):
        arvn(spaces, **fields).play("ARVN train Sai | govern Hue patronage mandate")


def test_card_86_shaded_one_space():
    """Govern in 1 space; ARVN Pacify in 1 space of a Support Phase, the US in up to 4."""
    mandate = (86, "shaded")
    with refuses("card 86", code="too-many-spaces"):
        arvn("Hue: 3at PS; Kon: 3at PS; Sai: at", mandate).play("ARVN train Sai | govern Hue aid, Kon aid")
    fields = {"capabilities": (mandate,), "ARVN": 60}
    with refuses("card 86", code="too-many-spaces"):
        coup("support-arvn", "Hue: at ap; DaN: at ap", **fields).play("ARVN pacify Hue=PS, DaN=PS")
    game = coup("support-us", "Hue: ut ap; DaN: ut ap", **fields).play("US pacify Hue=PS, DaN=PS")
    assert (game.level("Hue"), game.level("DaN")) == ("PS", "PS")
