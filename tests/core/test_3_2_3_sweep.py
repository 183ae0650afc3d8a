"""Sweep (3.2.3), with Booby Traps (card 101)."""

import pytest
from table import position, refuses

# -- movement -------------------------------------------------------------------------------------


def test_3_2_3_example_over_a_loc():
    """3.2.3-01, the rulebook's example: 2 Troops over Route 11 and 1 neighbour find 1 in Jungle."""
    game = position("CRa: 3at ap PS; QDu: 3vg; BTu: at", to_act="ARVN", ARVN=6)
    game.play("ARVN sweep CRa>CRDL>QDu:2at, BTu>QDu:at, QDu*vg")
    assert (game["QDu"], game["CRa"], game["BTu"]) == ("3at 2vg vg*", "at ap", "")
    assert game.resources("ARVN") == 3


def test_3_2_3_loc_must_be_free():
    """Case 3.2.3-02: an Insurgent on the LoC keeps Troops from crossing it."""
    game = position("CRa: 3at; CRDL: vg; QDu: 3vg", to_act="ARVN", ARVN=6)
    with refuses("3.2.3", because="has 1 NVA or VC piece", code="path-blocked"):
        game.play("ARVN sweep CRa>CRDL>QDu:2at")


def test_3_2_3_one_loc_only():
    """Case 3.2.3-03: a second LoC is too far."""
    game = position("CRa: 3at; Ple: 2vg", to_act="ARVN", ARVN=6)
    with refuses("3.2.3", because="at most one LoC", code="path-too-long"):
        game.play("ARVN sweep CRa>CRDL>BMDL>Ple:2at")


def test_3_2_3_not_over_a_province():
    """Only a LoC is crossed."""
    with refuses("3.2.3", because="may cross only a LoC"):
        position("BTu: 2at; Tay: vg", to_act="ARVN").play("ARVN sweep BTu>Sai>Tay:2at")


def test_3_2_3_nobody_hides_there():
    """Without Underground Guerrillas none can be Activated, and the refusal counts the searching pieces."""
    with refuses("3.2.3", because="no VC Guerrilla can be chosen here"):
        position("Hue: 3at; QTr: 2vg", to_act="ARVN", ARVN=6).play("ARVN sweep Hue, QTr Hue*vg")


def test_3_2_3_police_stay():
    """Case 3.2.3-04: Police do not move in a Sweep."""
    with refuses("3.2.3", because="only ARVN Troops move", code="piece-not-allowed"):
        position("Hue: 2at 2ap; QTr: 2vg", to_act="ARVN", ARVN=6).play("ARVN sweep Hue>QTr:2ap")


def test_3_2_3_no_loc_is_swept():
    """Case 3.2.3-05: a LoC is no Sweep space, with or without movement."""
    game = position("Hue: 2ut PS; HuDN: ut 2vg", to_act="US")
    for line in ("US sweep HuDN", "US sweep Hue>HuDN:2ut"):
        with refuses("3.2.3", because="is a LoC"):
            game.play(line)


def test_3_2_3_each_troop_moves_once():
    """Troops of a Sweep move simultaneously: those that have arrived do not move on."""
    game = position("Hue: 2at; QTr: at 2vg; QNa: vg", to_act="ARVN")
    with refuses("3.2.3", because="1 ARVN Troop that has not moved"):
        game.play("ARVN sweep Hue>QTr:2at, QTr>QNa:2at")
    game.play("ARVN sweep Hue>QTr:2at, QTr>QNa:at, QTr*2vg, QNa*vg")
    assert (game["QTr"], game["QNa"]) == ("2at 2vg*", "at vg*")


def test_3_2_3_not_adjacent():
    """Troops come from adjacent spaces."""
    with refuses("1.3.6", because="not adjacent"):
        position("Sai: 2at; QTr: vg", to_act="ARVN").play("ARVN sweep Sai>QTr:2at")


def test_3_2_3_us_is_free():
    """US Sweep costs nothing, ARVN Sweep 3 each."""
    where = "QTi: 2ut 2at 2vg; Hue: ut at vg"
    game = position(where, to_act="US", ARVN=0).play("US sweep QTi, Hue, QTi*2vg, Hue*vg")
    assert game.resources("ARVN") == 0
    game = position(where, to_act="ARVN", ARVN=6).play("ARVN sweep QTi, Hue, QTi*2vg, Hue*vg")
    assert game.resources("ARVN") == 0


def test_3_2_3_not_in_monsoon():
    """No Sweep while a Coup card shows (2.3.9)."""
    game = position("QTi: 2ut 2vg", to_act="US", next=125)
    with refuses("2.3.9", because="no Sweep in Monsoon"):
        game.play("US sweep QTi QTi*2vg")


# -- Activation -----------------------------------------------------------------------------------


def test_3_2_3_cubes_and_special_forces_search():
    """ARVN Troops, Police and Rangers find 1 Guerrilla each; US pieces do not help them."""
    game = position("QTi: at ap ar 3ut 5vg", to_act="ARVN").play("ARVN sweep QTi")
    assert game["QTi"] == "3ut at ap ar 2vg 3vg*"


def test_3_2_3_jungle_halves():
    """Case 3.2.3-06: 5 US pieces find 2 in Jungle; Rangers are not theirs."""
    game = position("Tay: 3ut 2ui 2ar 4vg AO", to_act="US").play("US sweep Tay")
    assert game["Tay"] == "3ut 2ui 2ar 2vg 2vg*"


def test_3_2_3_one_cube_finds_nothing_in_jungle():
    """A lone cube in Jungle Activates nothing, and the refusal says why."""
    game = position("Tay: ut 2vg", to_act="US")
    violation = game.refused("US sweep Tay Tay*vg")
    assert violation.rule == "3.2.3"
    assert violation.facts == ("US cubes and Special Forces there: 1, Jungle",)
    assert game.play("US sweep Tay")["Tay"] == "ut 2vg"


def test_3_2_3_as_many_as_are_found():
    """A Sweep Activates as many Guerrillas as it finds: fewer are refused, and more as well."""
    game = position("QTi: 2ut 3vg", to_act="US")
    with refuses("3.1", code="too-few"):
        game.play("US sweep QTi QTi*vg")
    with refuses("3.2.3", code="too-many"):
        game.play("US sweep QTi QTi*3vg")


def test_3_2_3_order_of_spaces_is_free():
    """Activation may be written in another order than selection, and left out if it is forced."""
    game = position("QTi: 2ut 2vg; Hue: ut vg ng; DaN: ut 2ng", to_act="US")
    game.play("US sweep QTi, Hue, DaN, Hue*ng, QTi*2vg")
    assert (game["QTi"], game["Hue"], game["DaN"]) == ("2ut 2vg*", "ut ng* vg", "ut ng ng*")


def test_3_2_3_two_segments_of_special_activity():
    """A Raid between movement and Activation brings Rangers who search as well."""
    game = position("Hue: at; QTr: 2vg; QNa: ar", to_act="ARVN")
    game.play("ARVN sweep Hue>QTr:at moved | raid QNa>QTr:ar | sweep QTr*2vg")
    assert game["QTr"] == "at ar 2vg*"


def test_3_2_3_raid_between_two_spaces():
    """A Raid between two Activations changes the Guerrillas left to Activate."""
    game = position("QTi: 2at 2vg; QNa: 2at ar 3vg", to_act="ARVN")
    game.play("ARVN sweep QTi, QNa moved QTi*2vg | raid QNa-2vg | sweep QNa*vg")
    assert game["QNa"] == "2at ar* vg*"


def test_3_2_3_a_space_is_searched_before_the_activity():
    """Without `moved` the search comes first. Forced Activations are implicit, others precede the bar."""
    game = position("Hue: 2at; QTr: 2vg; QNa: ar", to_act="ARVN")
    assert game.play("ARVN sweep Hue>QTr:2at | raid QNa>QTr:ar")["QTr"] == "2at ar 2vg*"
    game = position("Hue: at; QTr: vg ng; QNa: ar", to_act="ARVN")
    with refuses("3.2.3", because="first Guerrillas to Activate in Quang Tri", code="too-early"):
        game.play("ARVN sweep Hue>QTr:at | raid QNa>QTr:ar | sweep QTr*vg")


@pytest.mark.parametrize("more", ["QNa", "QNh>BDi:at", "QTi"])
def test_3_2_3_troops_move_together(more):
    """Sweeping Troops move together: after the search, or `moved`, no space or Troops can be added."""
    where = "QTi: 2at 2vg; QNa: 2at ar 3vg; QNh: at"
    for before in ("QTi", "QTi moved"):
        game = position(where, to_act="ARVN")
        why = "all Troops of a Sweep move together" if ">" in more else "selects its spaces before"
        with refuses("3.2.3", because=why, code="one-operation"):
            game.play(f"ARVN sweep {before} | raid QNa-2vg | sweep {more}")


def test_3_2_3_in_the_original_edition_a_sweep_goes_on():
    """In the original edition a Sweep may continue in further spaces after a Raid."""
    where = "QTi: 2at 2vg; QNa: 2at ar 3vg; QNh: at; BDi: vg"
    game = position(where, to_act="ARVN", rules="original")
    game.play("ARVN sweep QTi | raid QNa>QTi:ar QTi-2vg* | sweep QNh>BDi:at")
    assert (game["QTi"], game["BDi"]) == ("2at ar*", "at vg*")
    with refuses("3.2.3", because="selects its spaces before its Troops move"):
        game = position(where, to_act="ARVN", rules="original")
        game.play("ARVN sweep QTi moved | raid QNa-2vg | sweep QNa")
    with refuses("3.1", code="space-twice"):
        game = position(where, to_act="ARVN", rules="original")
        game.play("ARVN sweep QTi | raid QNa-2vg | sweep QTi")


def test_3_2_3_moved_is_said_only_while_an_activity_may_come():
    """`moved` is refused before any space, in a Limited Operation and after the Activity."""
    where = "Hue: 2at; QTr: 2vg; QNa: ar"
    for line in (
        "sweep moved Hue>QTr:at",
        "limop sweep Hue>QTr:at moved",
        "raid QNa>QTr:ar | sweep QTr moved",
    ):
        position(where, to_act="ARVN").refused(f"ARVN {line}")


@pytest.mark.parametrize(
    "line, left",
    [
        ("US sweep BDi BDi*2vg | airstrike {2} QTr-2nt | sweep BDi-vg*", "2ut vg*"),
        ("US sweep BDi | airstrike {2} BDi-2vg*", "2ut"),
        ("US sweep BDi BDi-vg* | airstrike {2} BDi-vg*", "2ut"),
    ],
)
def test_card_13_cobras_come_behind_all_spaces(line, left):
    """Unshaded Cobras strike once after the search: after the Activity, unless written before it."""
    game = position("BDi: 2ut 2vg; QTr: ut 2nt", to_act="US", capabilities=((13, "unshaded"),))
    assert game.play(line)["BDi"] == left


# -- Booby Traps ----------------------------------------------------------------------------------


@pytest.mark.parametrize("die, left, lost", [(2, "ut 2vg*", "ut"), (3, "ut 2vg*", "ut"), (4, "2ut 2vg*", "")])
def test_card_101_shaded_booby_traps_in_a_sweep(die, left, lost):
    """Case 3.2.3-09: after Activation a Troop is lost on 1-3."""
    game = position("QTi: 2ut 2vg", to_act="US", capabilities=((101, "shaded"),))
    game.play(f"US sweep QTi QTi*2vg {{{die}}}")
    assert (game["QTi"], game["casualties"]) == (left, lost)


def test_card_101_shaded_in_each_space():
    """Each Swept space has its own die after Activation, unless the Sweeper has no Troops there."""
    game = position("QTi: 2at 2vg; Hue: at vg; QNa: 2ap vg", to_act="ARVN", capabilities=((101, "shaded"),))
    game.play("ARVN sweep QTi, Hue, QNa, QTi*2vg {5}, Hue*vg {1}, QNa*vg")
    assert (game["QTi"], game["Hue"], game["QNa"]) == ("2at 2vg*", "vg*", "2ap vg*")
    assert game.count("available", "at") == 28


def test_card_101_shaded_die_is_owed():
    """Without the die the Sweep is incomplete."""
    game = position("QTi: 2ut 2vg", to_act="US", capabilities=((101, "shaded"),))
    with refuses("card 101", because="Booby Traps in Quang Tin-Quang Ngai", code="missing-choice"):
        game.play("US sweep QTi QTi*2vg")


@pytest.mark.parametrize(
    "search",
    [
        "QDu*2vg QDu-vg* {5}, Tay-nt {4}",
        "Tay-nt {4} QDu*2vg {5} QDu-vg*",
        "Tay {4}, QDu*2vg {5}, QDu-vg* Tay-nt",
        "{4} QDu {5}, Tay-nt QDu-vg*",
    ],
)
def test_3_2_3_cobras_and_booby_traps_in_any_order(search):
    """The piece of Cobras and the die of Booby Traps come with their space, in any order (13, 101)."""
    game = position("Sai: 4ut; QDu: 4ut 2vg; Tay: 2nt", to_act="US", capabilities=TRAPS_AND_COBRAS)
    game.play(f"US sweep Sai>Tay:2ut, QDu {search}")
    assert (game["Tay"], game["QDu"]) == ("2ut nt", "4ut vg*")


def test_3_2_3_a_space_may_be_named_behind_the_troops_that_enter_it():
    """A Sweep space may be written once more after the Troops that enter it, without effect."""
    game = position("Sai: 4ut; Tay: vg", to_act="US")
    assert game.play("US sweep Sai>Tay:2ut, Tay")["Tay"] == "2ut vg*"
    with refuses("3.1", code="space-twice"):
        position("Sai: 4ut; Tay: vg", to_act="US").play("US sweep Sai>Tay:2ut, Tay, Tay")


TRAPS_AND_COBRAS = ((13, "unshaded"), (101, "shaded"))


@pytest.mark.parametrize(
    ("legs", "path"),
    [
        ("Sai>SaCT:2at, SaCT>KHo:2at", "Sai>SaCT>KHo:2at"),
        ("Hue>HuDN:2at, HuDN>QNa:at, HuDN>DaN:at", "Hue>HuDN>QNa:at, Hue>HuDN>DaN:at"),
    ],
)
def test_3_2_3_legs_of_one_path(legs, path):
    """A path over a LoC may be written leg by leg, with the outcome of one path."""
    where = "Sai: 3at; Hue: 2at; KHo: vg; QNa: vg"
    ends = [position(where, to_act="ARVN", ARVN=30).play(f"ARVN sweep {line}").state for line in (legs, path)]
    assert ends[0] == ends[1]


@pytest.mark.parametrize("line", ["Sai>SaCT:2at", "Sai>SaCT:2at, SaCT>KHo:at", "Sai>SaCT:at, SaCT>KHo:2at"])
def test_3_2_3_no_troops_stay_on_a_loc(line):
    """All Troops that enter a LoC in a Sweep go on to a Province or City."""
    with refuses("3.2.3", because="Provinces or Cities"):
        position("Sai: 3at; KHo: vg", to_act="ARVN", ARVN=30).play(f"ARVN sweep {line}")
