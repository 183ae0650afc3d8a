"""The US without a player: the flow of an Event card, Train, Coup Rounds, Policy (8.8.1-2, 8.8.6-9)."""

from __future__ import annotations

import msgspec
import pytest
from non_player_table import decision
from us_decides import Seat, phase, seat, us

from fitl_core.engine import play
from fitl_core.facts.factions import US
from fitl_core.players.non_players.decide import decide
from fitl_core.players.non_players.us.flow import FLOW
from notation import write_event

POOR = "ARVN 15; econ 15; trail 0; aid 31"
DRY = "played 41; next 68; eligible US"
WET = "played 41; next 127; eligible US"
TALKS = "NVA 10; played 3; next 68; eligible US"
"""Peace Talks, which the US play where they change something."""


BAN = "momentum 78:shaded"
"""General Lansdale: no US Assault."""


def decided(position: str, *dice: int, policy: str = "LBJ", readings: str = "") -> tuple[str, str]:
    """Return the US move on an Event card or in a phase, which must be legal, and its deciding node."""
    state = seat(position, policy, readings=readings)
    found = decision(state, "US", dice)
    for line in found.lines:
        state = play(state, line).state
    assert all(step.node != "8.8.2/if-3" for step in found.trace)
    return write_event(found.lines[-1]).removeprefix("US   "), found.node


def test_8_8_2_pass_for_its_own_capability_before_an_assault():
    """Its Capability is next: it Passes by the die, although NVA Troops call for an Assault."""
    there = f"KPh ut ub 2nt; leaders 126; {POOR}; played 41; next 14; eligible US"
    assert decided(there, 2) == ("pass", "8.8.2/if-1")
    assert decided(there, 1) == ("assault KPh-2nt", "8.8.3/if-2")


def test_8_8_3_assault_goes_before_sweep_and_event():
    """Assault of NVA Troops goes before a Sweep of a Guerrilla at Support and before the Event."""
    assert decided(f"KPh ut ub 2nt; QTr vg ut PS; {POOR}; {TALKS}", policy="JFK")[1] == "8.8.3/if-2"


def test_8_8_5_sweep_goes_before_the_event():
    """A Guerrilla hides at Support: Sweep; where there is no Support the Event is played."""
    there = f"QTr vg ut {{}}; ARVN 15; econ 15; trail 1; {TALKS}"
    assert decided(there.format("PS"), 3) == (
        "sweep QTr QTr*vg | airstrike {3} trail-1 QTr-vg*",
        "8.8.5/if-1",
    )
    assert decided(there.format("")) == ("event unshaded", "8.8.6")


def test_8_8_6_event_goes_before_train():
    """Nothing to Assault or Sweep: the Event; where it is declined, Train."""
    there = f"Sai ub 2ut 2ap AS; {POOR}"
    assert decided(f"{there}; {TALKS}") == ("event unshaded", "8.8.6")
    move, node = decided(f"Sai ub AS; {POOR}; {DRY}")
    assert (move, node) == ("train Sai+ui", "8.8.7")


def test_8_8_4_patrol_only_in_monsoon():
    """Troops in Laos leave it by Patrol where a Coup card is next, else nothing calls for that."""
    there = f"CLa 2ut; Hue 2ap PS; {POOR}"
    assert decided(f"{there}; {WET}", 3, 3) == ("patrol CLa>HuKS>Hue:2ut", "8.8.4/if-1")
    seated = Seat(seat(f"{there}; oop 6ui; {DRY}"))
    assert seated.drive(FLOW.which_operation(seated.d, ("patrol", "train"))) == "train"


def test_8_8_4_none_train_at_once_or_the_event_first():
    """NP-Q33: Monsoon, and no Troops in Laos: Train, here impossible; by B the Event."""
    there = f"Sai ub 4ut 2at 2ap AS; oop 6ui; {POOR}; NVA 10; played 3; next 127; eligible US"
    assert decided(there) == ("pass", "8.8.7/none")
    assert decided(there, readings="NP-Q33") == ("event unshaded", "8.8.6")


def test_8_8_5_none_train_at_once_or_the_event_first():
    """NP-Q33: a Sweep that nobody can carry out: Train, or by B the Event."""
    there = f"KPh vg PS; Sai ub AS; {POOR}; {TALKS}"
    assert decided(there) == ("train Sai+ui", "8.8.5/none")
    assert decided(there, readings="NP-Q33") == ("event unshaded", "8.8.6")


def test_8_8_3_none_in_monsoon_train_or_patrol():
    """NP-Q54: the Assault is impossible and Sweep is barred: Train, or by B Patrol."""
    there = f"KPh 3ut nt; CLa 2ut; Hue 2ap PS; {POOR}; {BAN}; {WET}"
    assert decided(there, 3) == ("train CLa+ui, KPh+ui | airstrike {3} KPh-nt", "8.8.5/none")
    by_b = decided(there, 3, 3, 3, readings="NP-Q54")
    assert by_b == ("patrol CLa>HuKS>Hue:2ut | airstrike {3} KPh-nt", "8.8.4/if-1")


def test_8_8_7_none_passes_at_last():
    """No Irregulars, nothing to pay with, nobody to find: Pass, in Monsoon without a Sweep."""
    there = f"KPh 3ut; oop 6ui; {POOR}"
    assert decided(f"{there}; {WET}") == ("pass", "8.8.7/none")
    assert decided(f"{there}; {DRY}") == ("pass", "8.8.5/none")


def test_8_8_3_do_2_air_strike_after_the_assault_or_amid_it():
    """NP-Q36: one Guerrilla in Laos falls to the Assault first; by B the strike takes all four before."""
    there = f"Ple ub 3ut 2vg* vb; CLa ut 4vg*; {POOR}; {DRY}"
    assert decided(there, 4)[0] == "assault Ple-2vg*-vb, CLa-vg* | airstrike {4} CLa-3vg*"
    assert decided(there, 4, readings="NP-Q36")[0] == "assault Ple-2vg*-vb | airstrike {4} CLa-4vg*"


def test_8_8_4_sa_1_no_advise_for_aid_alone():
    """NP-Q56: nobody to remove or to find: no Advise; by B one for 6 Aid."""
    there = f"KPh 3at; aid 3; ARVN 15; econ 15; trail 0; Sai ub AS; {DRY}"
    assert decided(there, policy="JFK")[0] == "train Sai+2ui"
    assert decided(there, policy="JFK", readings="NP-Q56")[0] == "train Sai+2ui | advise KPh sweep aid+6"


def test_8_8_9_commitment_moves_ten_at_most():
    """NP-Q40: 20 Available and 5 wanted by LBJ: 10 come, less Casualties; or by the Policy alone all 15."""
    there = "Sai ub; oop 20ut; leaders 126 127; played 125; phase commitment"
    assert decided(there, 3) == ("commit Sai+10ut", "8.8.9")
    assert decided(there, 3, readings="NP-Q40")[0] == "commit Sai+15ut"
    there = "Sai ub; oop 16ut; casualties 4ut; leaders 126 127; played 125; phase commitment"
    assert decided(there, 3)[0] == "commit Sai+4ut<casualties Sai+6ut"
    assert decided(there, 3, readings="NP-Q40")[0] == "commit Sai+4ut<casualties Sai+15ut"


def test_8_8_9_nixon_withdraws_bases_but_not_saigons():
    """2 Bases go, never that in Saigon."""
    there = "Sai ub; Hue ub 2at; DaN ub 2at; oop 15ut; leaders 126 127; played 125; phase commitment"
    assert decided(there, 1)[0] == "commit Hue-ub, DaN-ub"


def test_8_8_1_pass_in_commitment_sets_the_policy_too():
    """Nothing to move with an empty Leader box: a Pass, and the Policy becomes LBJ without a die."""
    there = "Sai 10ut ub; oop 25ut 5ub; leaders none; played 125; phase commitment"
    assert decided(there, policy="JFK") == ("pass", "8.8.9")
    state = seat(there, "JFK")
    after = play(state, decide(state, US, _ones).lines[-1]).state
    assert (state.policy, after.policy) == ("JFK", "LBJ")


def _ones(wanted):
    return (1,) * wanted.dice


@pytest.mark.parametrize(
    ("there", "among", "found"),
    [
        (f"KPh ut nt; {DRY}", ("assault", "sweep"), "assault"),
        (f"KPh ut nt; {DRY}", ("sweep", "train"), "train"),
        (f"KPh vg PS; {DRY}", ("train", "sweep"), "sweep"),
        (f"CLa ut; {WET}", ("patrol", "train"), "patrol"),
        (f"CLa ut; {DRY}", ("patrol", "assault"), "patrol"),
    ],
)
def test_8_4_4_which_operation_the_flow_calls_for(there, among, found):
    """A free Operation is chosen by the flowchart, without its Event and Pass nodes."""
    seated = Seat(seat(f"{there}; {POOR}"))
    assert seated.drive(FLOW.which_operation(seated.d, among)) == found


@pytest.mark.parametrize(("policy", "found"), [("LBJ", "airstrike"), ("JFK", "advise"), ("Nixon", "advise")])
def test_8_4_4_which_activity_goes_with_the_operation(policy, found):
    """The flow would Train: by LBJ an Air Strike comes first, by others Advise."""
    seated = Seat(seat(f"KPh 4at 4nt; ARVN 15; econ 15; trail 2; {DRY}", policy))
    assert seated.drive(FLOW.which_activity(seated.d, ("advise", "airlift", "airstrike"))) == found


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
    """By LBJ Rangers are placed only if no cube is Available."""
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
    """Hue is selected for Pacification alone; Terror is paid for only with a shift after it."""
    there = "Hue 2ut terror 1; ARVN 21; econ 15; aid 31; trail 0; oop 6ui"
    assert us(there, "train") == "train Hue pacify Hue:terror-1 Hue=PS"


def test_8_8_7_do_5_cords():
    """Unshaded CORDS allows a second Pacify space; shaded CORDS stops at Passive Support."""
    there = f"Sai ut 3ap; Hue 2ut ap; oop 6ui; {RICH}; capabilities 19:"
    assert us(there + "unshaded", "train") == "train Sai, Hue pacify Sai=AS, Hue=AS"
    assert us(there + "shaded", "train") == "train Sai pacify Sai=PS"


def test_8_8_7_do_5_cords_in_a_limited_operation():
    """In an easy game (8.9) the US train in one space, so CORDS allows no second one (2.3.5)."""
    there = f"Sai ut 3ap; Hue 2ut ap; oop 6ui; {RICH}; capabilities 19:unshaded"
    second = seat(f"{there}; done NVA:operation; eligible NVA US; played 41; next 68")
    easy = msgspec.structs.replace(second, options=("easy",))
    assert Seat(easy).act("train") == "train Sai pacify Sai=AS"


def test_8_8_7_none_where_nothing_can_be_done():
    """US do not Train without Irregulars, a Base, or Resources above Econ."""
    assert us(f"Sai 2ut; oop 6ui; {POOR}", "train") == ""


def test_8_8_8_greatest_shift_then_no_terror_then_by_chance():
    """9 to spend: Saigon by 2 levels, then 1 level in one of two equal spaces; Hue's Terror is not paid."""
    there = "Sai 2ut ap; Hue 2ut ap terror 1; KPh 2ut ap; QTr 2ut ap; ARVN 24; econ 15"
    in_phase = "; played 125; phase support-us"
    assert phase(there + in_phase, [1, 1]) == ["dice US 8.8.8 space {1 1}", "US   pacify Sai=AS, QTr=PS"]


def test_8_8_8_terror_only_with_a_shift_behind_it():
    """6 Resources pay for 1 Terror marker and 1 level; with 5 neither is bought."""
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
