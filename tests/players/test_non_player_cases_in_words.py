"""Cases decided by the rules of section 8 that are told in words: each in a position built for it."""

from __future__ import annotations

from typing import Any

import pytest
from arvn_decides import MONSOON, arvn, in_phase
from insurgents_decide import nva, vc
from non_player_table import decision, event_of, table
from us_decides import phase, us

from fitl_core.engine import play
from fitl_core.facts.factions import Faction
from fitl_core.players.non_players.decide import decide, next_non_player
from fitl_core.record.events import Pivotal
from fitl_core.state.state import resources

COUP: dict[str, Any] = {"card": "played 126; next 68", "phase": "support-vc"}


def test_8_4_6_of_two_pivotal_events_the_vc_stands() -> None:
    """The US, a player's, are 1st Eligible: NVA and VC place theirs, that of the NVA returns to them."""
    words = "Tay 11vg; KPh 10vg; NVn 2nb 9nt; QTr 12nt; CLa 20ng; trail 4; leaders 126 127; played 1; next 70"
    state = table(f"{words}; eligible US ARVN NVA VC")
    placed = []
    while (faction := next_non_player(state)) is not None and len(placed) < 2:
        found = decide(state, faction, lambda wanted: (1,) * wanted.dice)
        assert isinstance(found.lines[-1], Pivotal)
        placed.append(faction)
        state = play(state, found.lines[-1]).state
    assert placed == [Faction.NVA, Faction.VC]
    done = decide(state, Faction.VC, lambda wanted: (1,) * wanted.dice)
    for line in done.lines:
        state = play(state, line).state
    assert done.kind == "event" and 124 in state.played and 122 not in state.played


def test_8_5_2_a_capability_by_3_but_not_by_2() -> None:
    """2 leaders in the box: a 3 plays another Faction's Capability, a 2 does not."""
    words = "NVn 12vg; VC 6; leaders 126 127; played 61; next 68; eligible VC"
    assert decision(table(words), "VC", [3, 0]).kind == "event"
    assert decision(table(words), "VC", [2, 0]).kind == "operation"


def test_8_5_6_the_greatest_shift_of_two_resources() -> None:
    """2 Resources: Tay Ninh at Passive Support by 2 levels, before a Neutral space or one with Terror."""
    there = "Tay vg PS; KPh vg; BDi vg PO terror 1; VC 2"
    assert vc(there, **COUP).move == "agitate Tay Tay=PO"


def test_8_6_3_terror_by_4_but_not_by_5() -> None:
    """4 Population at Support in reach: a 4 is met, a 5 is not."""
    there = "QTr 2nt PS; QTi ng PS; trail 3; NVA 5; NVn nb 3nt"
    assert nva(there, [4]).move.startswith("terror QTr, QTi")
    assert nva(there, [5, 0]).move.startswith("march")


def test_8_6_5_do_2_the_highway_from_hue_to_da_nang_comes_first() -> None:
    """From Quang Tri both roads can be reached, and neither holds anybody Underground."""
    found = nva(
        "QTr 3ng; NVn 2nb 2nt; CLa 2nb 2nt; SLa 2nb 2nt; NEC 2nb 2nt; Fis nb 2nt; trail 3; NVA 3", None
    )
    assert found.move.startswith("march QTr>HuDN:ng") and "HuKS" not in found.move


@pytest.mark.parametrize(("trail", "goes_far"), [(3, False), (4, True)])
def test_8_6_5_more_than_one_step_only_at_trail_4(trail: int, goes_far: bool) -> None:
    """Troops come from Central Laos through Southern Laos to Pleiku, or they do not."""
    there = "NVn 2nb 2nt; CLa 2nb 9nt; SLa 2nb 2nt; Fis 2nb 2nt; Par nb 2nt; QTr 5vg; QNa 9vg; QTi 9vg"
    found = nva(f"{there}; trail {trail}; NVA 3", None)
    assert (">SLa>" in found.move) is goes_far


def test_8_7_2_do_1_six_cubes_beside_1_troop_and_4_police() -> None:
    """In turn: 3 Troops and 3 Police."""
    nva_cities = "Hue nt; DaN nt; Kon nt; QNh nt; CRa nt; CaT nt; AnL nt"
    assert arvn(f"Sai at 4ap; {nva_cities}; ARVN 3", None).move.startswith("train Sai+3at+3ap")


def test_8_7_3_do_1_police_from_saigon_come_first() -> None:
    """A Guerrilla beside Saigon: 3 Police go there before anything else moves."""
    assert arvn("Sai 28at 30ap 4ar; SaCT vg", None).move.startswith("patrol Sai>SaCT:3ap")


def test_8_7_3_none_behind_a_raid_patrol_is_paid_for() -> None:
    """The Raid takes the only target; nothing is left for Assault or Patrol: 3 Resources for nothing."""
    cities = "Hue 2at 2ap; DaN 2at 2ap; Kon 2at 2ap; QNh 2at 2ap; CRa 2at 2ap; CaT 2at 2ap; AnL 2at 2ap"
    there = f"Sai 2at 2ap ar; {cities}; Tay 2nt; oop 14at 14ap 5ar 3ab; ARVN 9"
    found = arvn(there, None, card=MONSOON)
    assert (found.node, found.move) == ("8.7.3/none", "raid Sai>Tay:ar Tay-2nt | patrol")
    assert resources(found.after, Faction.ARVN) == 6


def test_8_7_5_do_2_which_spaces_are_swept() -> None:
    """Kien Phong, then Kien Hoa and Tay Ninh, into which Troops bring COIN Control of 2 Population each."""
    move = arvn("Sai 27at 30ap; KPh 3at 2vg PS", None).move
    assert move.startswith("sweep KPh, Sai>Tay:at, Sai>KHo:at")


def test_8_7_7_exactly_three_police_go_to_route_13() -> None:
    """6 could go; the LoC has none, and no Insurgents: 3 go."""
    cities = "Hue 3ap; DaN 3ap; Kon 3ap; QNh 3ap; CRa 3ap; CaT 3ap; AnL 3ap"
    assert in_phase("redeploy-arvn", f"{cities}; Sai 3at 9ap").move == "redeploy Sai>SaBM:3ap"


@pytest.mark.parametrize(("die", "policy"), [(2, "JFK"), (3, "LBJ"), (1, "Nixon")])
def test_8_8_1_the_policy_by_a_die_against_2_leaders(die: int, policy: str) -> None:
    """A US score of 45: equal, above, below the number of leaders; with 46 nothing is rolled."""
    words = "Sai ub; leaders 126 127; played 125; phase commitment; policy LBJ"
    state = table(words, "NVA+VC")
    found = decision(state, "US", [die, 0])
    for line in found.lines:
        state = play(state, line).state
    assert state.policy == policy and any("8.8.1" in str(line) for line in found.lines)
    richer = decision(table(f"{words}; CaT PS", "NVA+VC"), "US", None)
    assert not any(step.node == "8.8.1" and step.step == "roll" for step in richer.trace)


def test_8_8_7_do_1_irregulars_by_jfk() -> None:
    """2 in each space: the one without a US Base, Provinces before Cities, then the others."""
    there = "Sai ub 2ut AS; Hue 2ut AS; Ple 2ut AS; ARVN 15; econ 15; trail 0"
    assert us(there, "train", [0], policy="JFK").startswith("train Ple+2ui, Hue+2ui, Sai+2ui")


@pytest.mark.parametrize(("casualties", "number"), [("", 10), ("; casualties 4ut", 6)])
def test_8_8_9_ten_troops_less_the_casualties(casualties: str, number: int) -> None:
    """By LBJ with 20 Available: 10 come, or 6 behind 4 Casualties."""
    out = 16 if casualties else 20
    lines = phase(f"Sai ub; oop {out}ut{casualties}; leaders 126 127; played 125; phase commitment", [3])
    assert lines[-1].endswith(f"Sai+{number}ut")


def test_8_9_easy_a_limited_operation_in_one_space() -> None:
    """Behind an Operation alone: Terror in the one space that comes first, and no Special Activity."""
    words = "Hue 2vg 3at ap PS; DaN vg at ap PS; VC 5"
    card = "played 68; next 70; done ARVN:operation"
    full = vc(words, None, card=card)
    easy = vc(words, None, card=card, options=("easy",))
    assert (full.move, easy.move) == ("terror Hue, DaN | subvert Hue-2at", "terror Hue")


# -- the rulebook's own examples that no other test has ---------------------------------------------


def test_8_5_4_none_the_example_of_march_attack_rally() -> None:
    """No Resources, nobody Underground but on a LoC: no March, no Attack, so Rally, which Taxes first."""
    found = vc("SaCT vg; NVn 27vg*; VC 0", None)
    assert (found.node, found.move) == ("8.5.3/if-3", "tax SaCT | rally NVn-2vg*+vb, Sai+vg")


def test_8_7_4_do_2_the_example_of_both_changes_of_control() -> None:
    """3 Resources: the City that NVA lose and COIN win, before one of as many people that COIN only win."""
    there = "Sai 18at 28ap; AnL 4at 5nt; DaN 4at 4nt; ARVN 3; oop 3ab 6ar"
    assert arvn(there, None).move.endswith("assault AnL-2nt")


def test_8_8_3_sa_1_the_example_of_two_lifts_for_bases() -> None:
    """By JFK: Troops by air to two VC Bases that 2 Active Guerrillas protect each, just enough for them."""
    there = "Sai ub 14ut; Tay vb 2vg*; KPh vb 2vg*; ARVN 15; econ 15; trail 0"
    move = us(there, "assault", policy="JFK")
    assert move == "assault | airlift Sai>Tay:3ut, Sai>KPh:3ut | assault Tay-2vg*-vb, KPh-2vg*-vb"


def test_8_4_4_the_example_of_sealords() -> None:
    """92: the US Assault where a Base goes, ARVN Sweep beside hidden Guerrillas; or the other way round."""
    card = "ARVN 30; played 92; next 68; eligible US"
    state = table(f"CaT 2at; BXu 3ut ub vb 2vg*; KGi 2at 2vg; {card}", "NVA+VC")
    assert event_of(state, "US") == "unshaded ARVN: KGi sweep KGi KGi*2vg US: assault BXu-2vg*-vb"
    state = table(f"CaT 2at; BXu 3ut 2vg; KGi 2at 2vg*; {card}", "NVA+VC")
    assert event_of(state, "US") == "unshaded ARVN: KGi assault KGi-vg* US: sweep BXu BXu*2vg"
