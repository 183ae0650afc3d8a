"""Refusals common to all Operations and Special Activities: a space twice, a missing or a surplus choice."""

import pytest
from table import position, refuses

MIXED = (
    "Sai: 3ut ub 6at 3ap PS; Hue: 2ut 4at 2ap ar PS; CaT: 4at ap PS; QTr: 3ut 2ui 6nt 2ng* ng vg;"
    "QTi: 3at ut ui 2ar 2vg* 2ng*; KGi: 4vg vb; KPh: 3ng nb; Par: 3vg; SLa: 4ng nb 3nt;"
    "SaCT: vg at; DaN: ut ap"
)
"""A position with something to do for each Faction."""


def mixed(line):
    """Return the position with the Faction of this line to act."""
    return position(MIXED, to_act=line.split()[0])


# -- the same space twice ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "US train Hue, Sai, Hue",
        "ARVN sweep Hue Hue",
        "ARVN assault QTi-vg* QTi-ng*",
        "NVA rally KPh+ng, SLa+ng, KPh+ng",
        "NVA attack QTr troops QTr-3ut QTr",
        "VC terror KGi KGi",
    ],
)
def test_3_1_every_operation_takes_a_space_once(line):
    """A space written again, after or between others, is refused, and nothing is carried out."""
    game = mixed(line)
    with refuses("3.1", because="selected already", code="space-twice"):
        game.play(line)


def test_3_1_a_follow_up_is_not_a_second_selection():
    """The ARVN Assault is no second selection of its space, and the US cannot Assault there again."""
    game = mixed("US")
    with refuses("3.1", code="space-twice"):
        game.play("US assault QTi-vg* QTr-nt QTi-ng*")


@pytest.mark.parametrize(
    "line",
    [
        "US train Hue | advise QTi irregulars QTi-2vg* QTi rangers",
        "US train Hue | airstrike {6} QTr-2nt trail-1 QTr-nt",
        "ARVN train Hue | govern CaT aid CaT patronage",
        "ARVN patrol | raid QTi-2vg* QTi-2ng*",
        "NVA rally KPh+ng | infiltrate KPh build KPh+nt KPh build",
        "NVA rally KPh+ng | bombard QTr-ut QTr-ut",
        "NVA attack QTr | ambush QTr-ut QTr-ut",
        "VC rally KGi+vg | tax KGi KGi",
        "VC rally KGi+vg | subvert SaCT-at SaCT-at",
    ],
)
def test_4_1_every_activity_takes_a_space_once(line):
    """A location of a Special Activity is not selected again for it."""
    game = mixed(line)
    with refuses("4.1", because="selected already", code="space-twice"):
        game.play(line)


# -- missing choices, and the Faction that owes them ------------------------------------------


@pytest.mark.parametrize(
    ("rule", "line", "what"),
    [
        ("3.2.1", "US train", "a space to Train in"),
        ("3.2.1", "ARVN train Hue base", "3 cubes"),
        ("3.2.3", "ARVN sweep", "a space to Sweep"),
        ("3.2.4", "US assault", "a space to Assault"),
        ("3.3.2", "VC march", "pieces to March"),
        ("3.3.3", "NVA attack QTr", "how the Attack"),
        ("3.3.4", "VC terror", "a space for Terror"),
        ("4.2.1", "US train Hue | advise", "a space to Advise"),
        ("4.2.2", "US train Hue | airlift", "pieces to lift"),
        ("4.2.3", "US train Hue | airstrike", "the hits of the Air Strike"),
        ("4.3.1", "ARVN train Sai | govern CaT", "how to Govern"),
        ("4.3.3", "ARVN patrol | raid", "a space to Raid"),
        ("4.4.1", "NVA rally KPh+ng | infiltrate KPh", "how to Infiltrate"),
        ("4.4.2", "NVA rally KPh+ng | bombard", "a space to Bombard"),
        ("4.4.3", "NVA attack QTr | ambush", "enemy pieces to remove"),
        ("4.5.1", "VC rally KGi+vg | tax", "a space to Tax"),
        ("4.5.2", "VC rally KGi+vg | subvert", "ARVN cubes to Subvert"),
    ],
)
def test_3_1_what_is_owed_and_by_whom(rule, line, what):
    """A missing choice is refused under its own rule, with the Faction that owes it and the open answers."""
    faction = line.split()[0]
    violation = mixed(line).refused(line)
    assert (violation.code, violation.rule, violation.faction) == ("missing-choice", rule, faction)
    assert what in violation.message
    assert f"still to be said, by {faction}" in violation.message
    assert violation.legal or "airstrike" in line


# -- surplus choices --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("3.2.1", "US train Hue+ui"),
        ("3.2.2", "US patrol Sai>SaCT:ut"),
        ("3.2.3", "US sweep Hue"),
        ("3.3.1", "NVA rally KPh+ng"),
        ("3.3.2", "VC march Par>Tay:vg"),
        ("3.3.3", "NVA attack QTr troops QTr-3ut"),
        ("3.3.4", "VC terror KGi"),
        ("4.2.2", "US train Hue | airlift Sai>DaN:ut"),
        ("4.3.1", "ARVN patrol | govern CaT aid"),
        ("4.3.2", "ARVN patrol | transport Sai>SaCT:at"),
        ("4.3.3", "ARVN patrol | raid QTi"),
        ("4.4.1", "NVA rally KPh+ng | infiltrate KPh build KPh+nt"),
        ("4.4.2", "NVA rally KPh+ng | bombard QTr-ut"),
        ("4.4.3", "NVA attack QTr | ambush QTr-ut"),
        ("4.5.1", "VC rally KGi+vg | tax Par"),
        ("4.5.2", "VC rally KGi+vg | subvert SaCT-at"),
    ],
)
def test_3_1_surplus_behind_every_verb(rule, line):
    """A clause that a verb does not ask for is refused, even if the move without it is legal."""
    mixed(line).play(line)
    with refuses(rule, because="asks for no change of econ", code="not-a-step"):
        mixed(line).play(f"{line} econ+3")


# -- more pieces than present -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("3.2.2", "US patrol Sai>SaCT:4ut"),
        ("3.2.3", "US sweep Sai>BXu:4ut"),
        ("3.3.2", "VC march Par>Tay:2vg+2vg"),
        ("3.3.3", "NVA attack QTr troops QTr-4ut"),
        ("4.2.2", "US train Hue | airlift Sai>DaN:4ut"),
        ("4.3.2", "ARVN patrol | transport Hue>DaN:5at"),
        ("4.3.3", "ARVN sweep Hue | raid Hue>QTr:2ar"),
    ],
)
def test_3_1_more_pieces_than_there_are(rule, line):
    """Absent pieces can neither move nor be removed. The refusal counts the pieces in the space."""
    game = mixed(line)
    with refuses(rule, code="no-such-pieces"):
        game.play(line)


# -- more that single Operations and Activities refuse ----------------------------------------


@pytest.mark.parametrize(
    ("rule", "line"),
    [("3.2.1", "ARVN train SaCT base SaCT-3at+ab"), ("3.3.1", "VC rally SaCT-2vg+vb")],
)
def test_1_4_2_no_base_on_a_loc(rule, line):
    """Neither Train nor Rally reaches a LoC, where no Base may be."""
    with refuses(rule, because="is a LoC", code="space-not-allowed"):
        position("SaCT: 3at 2vg", to_act=line.split()[0]).play(line)


def test_4_5_1_not_with_nva_guerrillas():
    """VC Tax needs VC Guerrillas."""
    with refuses("4.5.1", because="Underground VC Guerrilla"):
        mixed("VC").play("VC rally KGi+vg | tax SLa")
