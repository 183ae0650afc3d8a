"""Assault, Patrol and Sweep under Capabilities and Momentum (5.3, 5.4)."""

import pytest
from table import position, refuses


def us(spaces, *capabilities, **fields):
    """Return a position for the US with these Capabilities in effect."""
    return position(spaces, to_act="US", capabilities=capabilities, **fields)


def arvn(spaces, *capabilities, **fields):
    """Return a position for ARVN with these Capabilities in effect and a Leader without effect here."""
    return position(spaces, to_act="ARVN", capabilities=capabilities, leader=(128,), **fields)


# -- 11 Abrams ------------------------------------------------------------------------------------


def test_card_11_unshaded_a_base_first():
    """3.2.4-13: 1 Base goes before Guerrillas and NVA Troops, within the strength of the Assault."""
    abrams = (11, "unshaded")
    assert us("BTu: 2ut 2vg* vg vb", abrams).play("US assault BTu-vb-vg*")["BTu"] == "2ut vg vg*"
    assert us("BTu: 2ut 3nt nb", abrams).play("US assault BTu-nb-nt")["BTu"] == "2ut 2nt"
    assert us("BTu: 2ut 2vg* vg vb", abrams).play("US assault BTu-2vg*")["BTu"] == "2ut vg vb"
    with refuses("3.2.4", code="base-shielded"):
        us("BTu: 2ut 2vg* vg vb").play("US assault BTu-vb-vg*")


def test_card_11_unshaded_the_rest_in_order():
    """After that Base the usual order holds: NVA Troops first, no second Base, the full strength."""
    for line in ("US assault BTu-vb-vg*", "US assault BTu-vb-nb", "US assault BTu-vb"):
        with refuses("3.2.4"):
            us("BTu: 2ut nt vg* vb nb", (11, "unshaded")).play(line)
    game = us("BTu: 4ut nt vg* vb nb", (11, "unshaded")).play("US assault BTu-vb-nb-nt-vg*")
    assert game["BTu"] == "4ut"


def test_card_11_unshaded_limits():
    """No Base goes first at strength 0, if Tunneled, twice in an Operation, or for ARVN."""
    abrams = (11, "unshaded")
    with refuses("3.2.4"):
        us("BDi: ut vg vb", abrams).play("US assault BDi-vb")
    with refuses("3.2.4", code="tunnel"):
        us("BTu: ut vg vb^", abrams).play("US assault BTu-vb^")
    with refuses("3.2.4", code="base-shielded"):
        us("BTu: ut vg vb; KHo: ut vg vb", abrams).play("US assault BTu-vb, KHo-vb")
    with refuses("3.2.4", code="base-shielded"):
        arvn("BTu: 4at vg vb", abrams).play("ARVN assault BTu-vb")


def test_card_11_shaded_two_spaces():
    """3.2.4-14: a US Assault has at most 2 spaces; an ARVN Assault has no limit."""
    spaces = "QTi: {0} vg*; KHo: {0} vg*; Hue: {0} vg*"
    with refuses("card 11", code="too-many-spaces"):
        us(spaces.format("ut"), (11, "shaded")).play("US assault QTi, KHo, Hue")
    us(spaces.format("ut")).play("US assault QTi, KHo, Hue")
    arvn(spaces.format("2at"), (11, "shaded")).play("ARVN assault QTi, KHo, Hue")


# -- 13 Cobras --------------------------------------------------------------------------------------


def test_card_13_unshaded_behind_a_sweep():
    """3.2.3-10: 1 Active piece of either Insurgent goes; a Base goes only if no other piece is left."""
    cobras = (13, "unshaded")
    game = us("QTi: 2ut ng vg vb", cobras)
    assert game.play("US sweep QTi QTi*ng*vg QTi-ng*")["QTi"] == "2ut vg* vb"
    with refuses("card 13", code="order-of-removal"):
        us("QTi: 2ut ng vg vb", cobras).play("US sweep QTi QTi*ng*vg QTi-vb")
    assert us("QTi: ut vb", cobras).play("US sweep QTi")["QTi"] == "ut"
    assert us("QTi: ut 2vg vb", cobras).play("US sweep QTi")["QTi"] == "ut vg vb"
    assert us("QTi: ut nt vg* vb^", cobras).play("US sweep QTi")["QTi"] == "ut vg* vb^"
    assert us("QTi: ut vb^", cobras).play("US sweep QTi")["QTi"] == "ut vb^"
    assert us("QTi: 2ut ng vg vb").play("US sweep QTi QTi*ng*vg")["QTi"] == "2ut ng* vg* vb"


def test_card_13_unshaded_in_two_spaces():
    """The Sweeping Faction picks 2 of its spaces, and must while there are any."""
    spaces, line = "QTi: ut vg; KHo: ut vg; Hue: ut vg", "US sweep QTi, KHo, Hue"
    game = us(spaces, (13, "unshaded")).play(f"{line} Hue-vg*, QTi-vg*")
    assert (game["QTi"], game["KHo"], game["Hue"]) == ("ut", "ut vg*", "ut")
    with refuses("card 13", because="still to be said"):
        us(spaces, (13, "unshaded")).play(f"{line} Hue-vg*")
    assert (
        us(spaces.replace("Hue: ut vg", "Hue: ut"), (13, "unshaded")).play(line + " QTi-vg*")["KHo"] == "ut"
    )


def test_card_13_unshaded_arvn_and_advise():
    """Cobras also applies to an ARVN Sweep, even one by Advise."""
    assert arvn("QTi: at vg", (13, "unshaded")).play("ARVN sweep QTi")["QTi"] == "at"
    game = us("Sai: ut; QTi: at vg; KHo: at vg", (13, "unshaded"))
    game.play("US train Sai | advise QTi sweep, KHo sweep")
    assert (game["QTi"], game["KHo"]) == ("at", "at")


def test_card_13_unshaded_and_booby_traps():
    """Cobras and Booby Traps both apply, and the die comes before the last removal."""
    game = us("QTi: 2ut 2vg", (101, "shaded"), (13, "unshaded")).play("US sweep QTi {1} QTi-vg*")
    assert (game["QTi"], game["casualties"]) == ("ut vg*", "ut")


@pytest.mark.parametrize(("die", "left"), [(3, "2ut"), (4, "3ut")])
def test_card_13_shaded_a_troop_is_lost(die, left):
    """Each space of a US Assault rolls a die after its removals; on 1-3 a Troop becomes a Casualty."""
    game = us("QTi: 3ut 3vg*", (13, "shaded")).play(f"US assault QTi-3vg* {{{die}}}")
    assert (game["QTi"], game["casualties"]) == (left, "ut" if die < 4 else "")
    with refuses("card 13", because="still to be said"):
        us("QTi: 3ut 3vg*", (13, "shaded")).play("US assault QTi-3vg*")
    assert us("QTi: 3ut 3vg*").play("US assault QTi")["QTi"] == "3ut"


def test_card_13_shaded_who_is_hit():
    """A space rolls once, also on a LoC; ARVN Assaults do not roll, even after a US one."""
    game = us("QTi: ut 2at 2vg*", (13, "shaded")).play("US assault QTi-vg* {1} arvn QTi-vg*")
    assert (game["QTi"], game["casualties"]) == ("2at", "ut")
    assert arvn("QTi: ut 4at 2vg*", (13, "shaded")).play("ARVN assault QTi")["QTi"] == "ut 4at"
    assert us("SaCT: ut vg", (13, "shaded")).play("US patrol assault SaCT {2}")["casualties"] == "ut"


def test_card_13_shaded_reading():
    """By the reading card-13 the die comes first and weakens the Assault."""
    game = us("QTi: 2ut 2vg*", (13, "shaded"), readings=("card-13",)).play("US assault QTi {1} QTi-vg*")
    assert game["QTi"] == "ut vg*"


# -- 14 M-48 Patton -----------------------------------------------------------------------------------


@pytest.mark.parametrize("space", ["BDi", "Tay", "Hue"])
def test_card_14_unshaded_two_more(space):
    """3.2.4-17: outside Lowland 2 more pieces may go, even at strength 0."""
    plain = 0 if space == "BDi" else 1
    game = us(f"{space}: ut 5vg*", (14, "unshaded")).play(f"US assault {space}-{plain + 2}vg*")
    assert game.count(space, "vg*") == 3 - plain
    with refuses("3.2.4", code="too-many"):
        us(f"{space}: ut 5vg*").play(f"US assault {space}-{plain + 2}vg*")


def test_card_14_unshaded_limits():
    """The bonus applies in 2 spaces, not in Lowland and not for ARVN, and removes all that it can."""
    patton = (14, "unshaded")
    with refuses("3.2.4", because="not Lowland"):
        us("KPh: ut 3vg*", patton).play("US assault KPh-3vg*")
    spaces = "BDi: 2ut 3vg*; Tay: ut 3vg*; Hue: ut 3vg*"
    us(spaces, patton).play("US assault BDi-3vg*, Tay-3vg*, Hue-vg*")
    us(spaces, patton).play("US assault BDi-vg*, Tay-3vg*, Hue-3vg*")
    with refuses("3.2.4", because="up to 2 spaces"):
        us(spaces, patton).play("US assault BDi-3vg*, Tay-3vg*, Hue-3vg*")
    with refuses("3.2.4"):
        us("Tay: ut 3vg*", patton).play("US assault Tay-2vg*")
    with refuses("3.2.4", code="too-many"):
        arvn("Hue: 2at 3vg*", patton).play("ARVN assault Hue-3vg*")


def test_card_14_unshaded_on_a_loc():
    """Patton also applies to the Assault of a US Patrol."""
    game = us("SaCT: ut 3vg", (14, "unshaded")).play("US patrol SaCT*vg assault SaCT-vg*")
    assert game["SaCT"] == "ut 2vg"
    game = us("SaCT: ut 4vg*", (14, "unshaded")).play("US patrol assault SaCT-3vg*")
    assert game["SaCT"] == "ut vg*"


def test_card_14_unshaded_meets_a_tunnel():
    """The pieces added by Patton may include a Tunneled Base: `patton`, then one die in all."""
    for line in ("US assault Tay-vg* patton {5}", "US assault Tay-2vg* {5}"):
        guerrillas = "2vg*" if "2vg" in line else "vg*"
        game = us(f"Tay: ut {guerrillas} vb^", (14, "unshaded")).play(line)
        assert game["Tay"] == "ut vb"
    assert us("BDi: ut nb^", (14, "unshaded")).play("US assault BDi patton {3}")["BDi"] == "ut nb^"
    assert us("Tay: ut vg* vb^", (14, "unshaded")).play("US assault Tay")["Tay"] == "ut vb^"


def test_card_14_unshaded_with_abrams():
    """Abrams and Patton apply together: a Base goes first, and 2 more pieces go."""
    game = us("Tay: ut 2vg* vg vb", (14, "unshaded"), (11, "unshaded")).play("US assault Tay-vb-2vg*")
    assert game["Tay"] == "ut vg"


def test_card_14_shaded_cubes_that_moved():
    """3.2.2-10, 3.2.2-12: NVA remove up to 2 cubes that moved, US Troops to Casualties."""
    patton = (14, "shaded")
    line = "US patrol Sai>SaCT:2ut, Sai>SaCR:ut"
    assert us("Sai: 4ut", patton).play(f"{line} NVA: SaCT-2ut")["SaCT"] == ""
    game = us("Sai: 4ut", patton).play(f"{line} NVA: SaCT-ut, SaCR-ut")
    assert (game["SaCT"], game["SaCR"], game["casualties"]) == ("ut", "", "2ut")
    assert us("Sai: 4ut", patton).play(line)["casualties"] == ""
    with refuses("card 14", code="too-many"):
        us("Sai: 5ut", patton).play("US patrol Sai>SaCT:3ut NVA: SaCT-3ut")
    with refuses("card 14", because="only cubes that moved"):
        us("Sai: 4ut; DaN: ut", patton).play(f"{line} NVA: DaN-ut")
    with refuses("3.2.2"):
        us("Sai: 4ut").play(f"{line} NVA: SaCT-ut")


def test_card_14_shaded_police_and_cities():
    """Police that Patrolled may go, also in Cities, after the Assault; ARVN pieces become Available."""
    game = arvn("Sai: 3ap; CaT: at; SaCT: 2vg", (14, "shaded"))
    game.play("ARVN patrol Sai>SaCT:2ap assault SaCT-vg* NVA: SaCT-2ap")
    assert (game["SaCT"], game["casualties"]) == ("vg*", "")
    game = arvn("Sai: 3ap", (14, "shaded")).play("ARVN patrol Sai>SaCT>CaT:ap NVA: CaT-ap")
    assert game["CaT"] == ""


@pytest.mark.parametrize(("die", "lost"), [(3, "ut"), (4, "")])
def test_card_14_shaded_original(die, lost):
    """3.2.2-11: in the original edition a roll of 1-3 removes 1 cube; without a move there is no die."""
    game = us("Sai: 4ut", (14, "shaded"), rules="original")
    by_nva = " NVA: SaCT-ut" if lost else ""
    assert game.play(f"US patrol Sai>SaCT:2ut, Sai>SaCR:ut {{{die}}}{by_nva}")["casualties"] == lost
    assert us("Sai: 4ut", (14, "shaded"), rules="original").play("US patrol")["Sai"] == "4ut"


# -- 28 Search and Destroy -------------------------------------------------------------------------------


def test_card_28_unshaded_an_underground_guerrilla():
    """1 Underground Guerrilla may be removed, and a Base after it."""
    search = (28, "unshaded")
    assert us("QTi: 2ut 2vg", search).play("US assault QTi-vg")["QTi"] == "2ut vg"
    assert us("QTi: 2ut vg vb", search).play("US assault QTi-vg-vb")["QTi"] == "2ut"
    assert us("QTi: 2ut vg vb^", search).play("US assault QTi-vg {4}")["QTi"] == "2ut vb"
    assert us("QTi: 2ut 2vg* vg", search).play("US assault QTi-vg*-vg")["QTi"] == "2ut vg*"
    assert us("QTi: 2ut 2vg", search).play("US assault QTi")["QTi"] == "2ut 2vg"
    with refuses("card 28", because="at most 1 Underground Guerrilla", code="underground"):
        us("QTi: 2ut 2vg", search).play("US assault QTi-2vg")
    with refuses("3.2.4", code="underground"):
        us("QTi: 2ut 2vg").play("US assault QTi-vg")
    with refuses("3.2.4", code="underground"):
        arvn("QTi: 4at 2vg", search).play("ARVN assault QTi-vg")


@pytest.mark.parametrize("spaces", ["QTi: ut 2vg", "BDi: 4ut 2ng", "Hue: 3ut 3vg ng"])
def test_card_28_unshaded_names_its_own_rule(spaces):
    """A second Underground Guerrilla is refused by card 28, not by the rule of Assault."""
    space, kind = spaces[:3], "ng" if "2ng" in spaces else "vg"
    with refuses("card 28", code="underground"):
        us(spaces, (28, "unshaded")).play(f"US assault {space}-2{kind}")


def test_card_28_unshaded_at_strength_0():
    """3.2.4-15: at strength 0 the Assault still removes 1 Underground Guerrilla, even beside NVA Troops."""
    assert us("BDi: ut vg", (28, "unshaded")).play("US assault BDi-vg")["BDi"] == "ut"
    assert us("BDi: ut nt ng", (28, "unshaded")).play("US assault BDi-ng")["BDi"] == "ut nt"


def test_card_28_unshaded_order():
    """NVA Troops go before the Guerrilla, unless a reading differs; it counts within the strength."""
    spaces, line = "QTi: 2ut 2nt ng", "US assault QTi-nt-ng"
    with refuses("3.2.4", because="NVA Troops go first"):
        us(spaces, (28, "unshaded")).play(line)
    assert us(spaces, (28, "unshaded"), readings=("card-28",)).play(line)["QTi"] == "2ut nt"
    with refuses("3.2.4", code="too-many"):
        us("QTi: 2ut 2vg* vg", (28, "unshaded")).play("US assault QTi-2vg*-vg")


def test_card_28_shaded_provinces_shift():
    """3.2.4-16: each Province of an Assault shifts 1 level, even without a removal; Cities and LoCs stay."""
    search = (28, "shaded")
    assert us("QTi: 2ut 2vg PS", search).play("US assault QTi").level("QTi") == "N"
    assert arvn("QTi: 2at vg* PS", search).play("ARVN assault QTi").level("QTi") == "N"
    assert us("Hue: 2ut 2vg* PS", search).play("US assault Hue").level("Hue") == "PS"
    assert us("QTi: 2ut 2vg AO", search).play("US assault QTi").level("QTi") == "AO"
    assert us("QTi: 2ut 2vg PS").play("US assault QTi").level("QTi") == "PS"
    us("SaCT: ut vg", search).play("US patrol assault SaCT")


def test_card_28_shaded_by_advise():
    """An ARVN Assault by Advise angers its Province, too."""
    game = us("Sai: ut; QTi: 2at vg* AS", (28, "shaded")).play("US train Sai | advise QTi assault")
    assert game.level("QTi") == "PS"


@pytest.mark.parametrize(("others", "level"), [((), "N"), (("card-28-2",), "PO")])
def test_card_28_shaded_both_assaults(others, level):
    """US and ARVN in one Province: 1 level in all, or by the other reading 1 for each."""
    game = us("QTi: ut 2at 2vg* PS", (28, "shaded"), readings=others).play("US assault QTi-vg* arvn QTi-vg*")
    assert game.level("QTi") == level


# -- 72 Body Count, 78 General Lansdale ---------------------------------------------------------------------

BODY_COUNT = ((72, "unshaded"),)


def test_card_72_unshaded_free_assault_and_patrol():
    """3.2.2-09: ARVN Assault and Patrol cost nothing; +3 Aid for each Guerrilla."""
    game = position("SaCT: 4ap 2vg*", to_act="ARVN", ARVN=1, aid=10, momentum=BODY_COUNT)
    assert game.play("ARVN patrol assault SaCT-2vg*").state.aid == 16
    assert game.resources("ARVN") == 1
    game = position("Hue: 4at nt vg*; DaN: 2at vb", to_act="ARVN", ARVN=0, aid=0, momentum=BODY_COUNT)
    game.play("ARVN assault Hue-nt-vg*, DaN-vb")
    assert (game.resources("ARVN"), game.state.aid) == (0, 9)
    with refuses("3.1"):
        position("SaCT: 4ap 2vg*", to_act="ARVN", ARVN=1).play("ARVN patrol")


def test_card_72_unshaded_us_assault():
    """A US Assault earns Aid for each Guerrilla, also Underground, and the added ARVN Assault is free."""
    game = us("QTi: ut 2at vg*; Hue: ut ng", (28, "unshaded"), ARVN=10, aid=0, momentum=BODY_COUNT)
    assert game.play("US assault QTi-vg*, Hue-ng").state.aid == 6
    game = us("QTi: ut 2at 2vg*", ARVN=10, aid=0, momentum=BODY_COUNT)
    game.play("US assault QTi-vg* arvn QTi-vg*")
    assert (game.state.aid, game.resources("ARVN")) == (6, 10)
    assert us("QTi: ut vg*", aid=0).play("US assault QTi").state.aid == 0


@pytest.mark.parametrize(("others", "aid"), [((), 3), (("card-72",), 0)])
def test_card_72_unshaded_by_advise(others, aid):
    """An Assault by Advise earns it, unless it is read the other way; other removals do not."""
    fields = {"aid": 0, "momentum": BODY_COUNT, "readings": others}
    game = us("Sai: ut; QTi: 2at vg*; Hue: ui 2vg", **fields)
    assert game.play("US train Sai | advise QTi assault, Hue irregulars").state.aid == aid


LANSDALE = ((78, "shaded"),)


def test_card_78_shaded_no_us_assault():
    """A US Assault is refused, even after a Patrol; ARVN Assault and Advise are legal."""
    for line in ("US assault SaCT", "US patrol assault SaCT", "US limop assault SaCT"):
        with refuses("card 78", code="momentum"):
            us("SaCT: ut 2ap 2vg*", momentum=LANSDALE).play(line)
    position("SaCT: ut 2ap 2vg*", to_act="ARVN", momentum=LANSDALE).play("ARVN assault SaCT")
    spaces, line = "Sai: ut; KHo: 4at 2vg*", "US train Sai | advise KHo assault"
    assert us(spaces, momentum=LANSDALE).play(line)["KHo"] == "4at"
    with refuses("card 78"):
        us(spaces, momentum=LANSDALE, readings=("4.2.1-06",)).play(line)


def test_card_78_shaded_an_event_by_name():
    """A later Event that orders a US Assault prevails."""
    game = position("BXu: ng*; Sai: 2ut", card=44, eligible="US", momentum=LANSDALE)
    assert game.play("US event unshaded BXu Sai>BXu:2ut assault BXu-ng*")["BXu"] == "2ut"


def test_card_78_shaded_a_free_limited_operation():
    """A free Limited Operation of the US's choice does not name Assault: the ban holds."""
    line = "ARVN event unshaded US: assault Hue-2vg*"
    assert position("Hue: 2ut 2vg*", card=103, eligible="ARVN").play(line)["Hue"] == "2ut"
    with refuses("card 78", code="momentum"):
        position("Hue: 2ut 2vg*", card=103, eligible="ARVN", momentum=LANSDALE).play(line)
