"""The US without a player: Train, Pacify, Commitment, Policy (8.8.1, 8.8.7-8.8.9)."""

import pytest
from us_decides import phase, us

POOR = "ARVN 15; econ 15; aid 31; trail 0"
RICH = "ARVN 30; econ 15; aid 31; trail 0"


def test_8_8_7_do_1_irregulars_then_pacify_where_no_police_is():
    """LBJ: 1 Irregular each; Pleiku without Police is Pacified before Saigon; then two hits on the Trail."""
    there = "Ple 3ut; Sai ub 4ut 2ap; ARVN 30; econ 15; trail 1"
    assert us(there, "train", [5]) == "train Ple+ui, Sai+ui pacify Ple=AS | airstrike {5} trail-1"


def test_8_8_7_do_1_two_irregulars_by_jfk():
    """JFK places 2, and Advises where ARVN bring COIN Control."""
    there = "Sai ub 4ut 2ap AS; KPh 4at 4nt; aid 20; ARVN 15; econ 15"
    found = us(there, "train", policy="JFK")
    assert found == "train Sai+2ui | advise KPh assault KPh-2nt aid+6"


def test_8_8_7_do_1_provinces_without_irregulars_first():
    """With 2 Available: the Province without a US Base and Irregulars, then that with; Saigon none."""
    there = f"Sai 2ut AS; KPh 2ut ui AS; KHo 2ut AS; BXu ub 2ut AS; oop 3ui; {POOR}"
    found = us(there, "train", [1, 1])
    assert found.startswith("train KHo+ui, KPh+ui | airlift ")


def test_8_8_7_do_2_cubes_at_a_us_base_in_turn():
    """No Irregulars: 6 ARVN cubes for 3, Troops and Police in turn; by Nixon 2 Rangers."""
    there = "Sai ub ap AS; ARVN 18; econ 15; aid 31; trail 1; oop 6ui"
    assert us(there, "train", [2]) == "train Sai+3at+3ap | airstrike {2} trail-1"
    assert (
        us("Sai ub AS; ARVN 18; econ 15; aid 31; trail 0; oop 6ui", "train", policy="Nixon")
        == "train Sai+2ar"
    )


def test_8_8_7_do_2_rangers_where_no_cube_is_available():
    """By LBJ Rangers only fill the gap."""
    there = "Sai ub AS; ARVN 18; econ 15; aid 31; trail 0; oop 6ui 30at 30ap"
    assert us(there, "train") == "train Sai+2ar"


def test_8_8_7_do_2_where_control_improves():
    """Kien Phong has COIN Control already, in Saigon 2 NVA Troops stand."""
    there = "Sai ub 2nt AS; KPh ub AS; ARVN 18; econ 15; aid 31; trail 1; oop 6ui"
    assert us(there, "train", [2]) == "train Sai+3at+3ap | airstrike {2} trail-1"


def test_8_8_7_do_2_a_base_is_kept_by_the_other_reading():
    """NP-Q38: as written Irregulars take every US Base; B keeps one for ARVN."""
    there = "Sai ub 2ut AS; Hue ub 2ut AS; ARVN 18; econ 15; aid 31; trail 1"
    assert us(there, "train", [2]) == "train Hue+ui, Sai+ui | airstrike {2} trail-1"
    kept = us(there, "train", [1, 1, 2], readings="NP-Q38")
    assert kept == "train Hue+ui, Sai+3at+3ap | airstrike {2} trail-1"


def test_8_8_7_do_3_patronage_of_an_arvn_player():
    """Above 22 Patronage 3 become Resources; at 22 not, nor where ARVN has no player."""
    there = "Sai ub AS; aid 31; trail 0; ARVN 15; econ 15; patronage "
    players = "ARVN NVA VC"
    assert us(there + "23", "train", players=players) == "train Sai+ui patronage patronage-3"
    assert us(there + "22", "train", players=players) == "train Sai+ui"
    assert us(there + "23", "train") == "train Sai+ui"


def test_8_8_7_do_3_saigon_is_trained_without_pieces():
    """No Irregular is left: Saigon is selected for the transfer alone, and nothing is Pacified."""
    there = "Sai ut; aid 31; trail 0; ARVN 30; econ 15; patronage 30; oop 6ui"
    assert us(there, "train", players="ARVN NVA VC") == "train Sai patronage patronage-3"


def test_8_8_7_do_4_police_where_fewest_are():
    """Combined Action Platoons, unshaded: 1 Police to US Troops with fewest Police."""
    there = f"Sai ub ut 3ap AS; Hue 2ut ap AS; {POOR}; capabilities 18:unshaded"
    found = us(there, "train", [1, 1])
    assert found.startswith("train Hue+ui, Sai+ui platoons, Hue+ap | airlift ")


def test_8_8_7_do_5_trains_where_it_helps_to_pacify():
    """Hue is selected for Pacification alone; Terror is paid for with a shift behind it."""
    there = "Hue 2ut terror 1; ARVN 21; econ 15; aid 31; trail 0; oop 6ui"
    assert us(there, "train") == "train Hue pacify Hue:terror-1 Hue=PS"


def test_8_8_7_do_5_cords():
    """Unshaded: a second space; shaded: no further than Passive Support."""
    there = f"Sai ut 3ap; Hue 2ut ap; oop 6ui; {RICH}; capabilities 19:"
    assert us(there + "unshaded", "train") == "train Sai, Hue pacify Sai=AS, Hue=AS"
    assert us(there + "shaded", "train") == "train Sai pacify Sai=PS"


def test_8_8_7_none_where_nothing_can_be_done():
    """No Irregulars, no Base, no Resources above Econ."""
    assert us(f"Sai 2ut; oop 6ui; {POOR}", "train") == ""


def test_8_8_8_greatest_shift_then_no_terror_then_by_chance():
    """9 to spend: Saigon by 2 levels, then 1 level in one of two equal spaces; Hue's Terror is not paid."""
    there = "Sai 2ut ap; Hue 2ut ap terror 1; KPh 2ut ap; QTr 2ut ap; ARVN 24; econ 15"
    in_phase = "; played 125; phase support-us"
    assert phase(there + in_phase, [1, 1]) == ["dice US space {1 1}", "US   pacify Sai=AS, QTr=PS"]


def test_8_8_8_terror_only_with_a_shift_behind_it():
    """6 pay for 1 Terror and 1 level, 5 for nothing."""
    there = "Hue 2ut ap terror 1; econ 15; played 125; phase support-us; ARVN "
    assert phase(there + "21") == ["US   pacify Hue:terror-1 Hue=PS"]
    assert phase(there + "20") == ["US   pass"]


@pytest.mark.parametrize(("die", "troops"), [(3, "+6"), (2, "+5"), (1, "-5")])
def test_8_8_9_casualties_then_policy_then_troops(die, troops):
    """20 Available, 4 Casualties: LBJ adds 6 toward 5 (10 less 4), JFK 5 toward 15, Nixon takes 5 to 25."""
    there = "Sai ub 4ut; casualties 4ut; oop 12ut; leaders 127 128; played 125; phase commitment"
    dice, line = phase(there, [die])
    assert dice == f"dice US 8.8.1 {{{die}}}"
    assert line == f"US   commit Sai+4ut<casualties Sai{troops}ut"
