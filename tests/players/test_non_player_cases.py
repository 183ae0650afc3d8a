"""Positions decided by section 8: the written line is dictated, or the flow ends at a node.

Some show a rule that the rulebook explains in words. Cases that no position here shows are tested beside the
other tests of their rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from arvn_decides import MONSOON, arvn, in_phase
from insurgents_decide import nva, vc
from non_player_table import Cup, decision, driven, event_of, table
from us_decides import phase, us

import notation
from fitl_core.engine import play
from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.pieces import Count, Kind
from fitl_core.game.non_player_verdicts import judge_non_players
from fitl_core.game.replays import replay
from fitl_core.players.non_players.decide import decide, next_non_player
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.flows import CONDUCT
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.random_spaces import space_reached
from fitl_core.players.non_players.trace import Decision
from fitl_core.record.events import Pivotal
from fitl_core.state.state import resources

SIDES = {"US": "NVA+VC", "ARVN": "NVA+VC", "NVA": "US+ARVN", "VC": "US+ARVN"}
"""Who plays against each Non-player."""


MOVES = [
    ("8.1",
     "Hue 2vg 3at ap PS; DaN vg at ap PS; VC 5; played 68; next 70; eligible ARVN VC; done ARVN:operation",
     "", "VC terror DaN, Hue | subvert Hue-2at"),
    ("8.1", "Sai ub 4ut 2at 2ap AS; ARVN 30; played 16; next 127; eligible ARVN; policy JFK", "",
     "ARVN event unshaded"),
    ("8.4.6", "Tay 11vg; KPh 10vg; leaders 126 127; played 68; next 70; eligible US ARVN NVA VC", "",
     "VC pivotal #124"),
    ("8.5.1", "Ple vg vb 2at ap PS; VC 1", "", "VC terror Ple"),
    ("8.5.1", "Sai 2vg 4at 2ap PS; QTr vg 2at ap PS; SaCT vg; VC 1; aid 40", "",
     "VC terror Sai | tax SaCT | terror QTr"),
    ("8.5.1", "Sai 2vg 2at PS; HuDN vg; SaCT vg; VC 20; aid 20", "",
     "VC terror Sai, HuDN, SaCT | subvert Sai-2at"),
    ("8.5.1", "Ple 2vg PS; SaCT vg; VC 11", "", "VC terror Ple"),
    ("8.5.2", "KPh 2vg; VC 5; leaders 126; played 68; next 101; eligible VC", "122", "VC pass"),
    ("8.5.3", "SaCT vg; BXu at ap; KGi at; VC 0", "", "VC tax SaCT | rally BXu+vg, KGi+vg"),
    ("8.5.4", "KPh 2vg* 3at; NVn 22vg; VC 0; played 41; next 127; eligible VC", "222", "VC pass"),
    ("8.5.4", "KPh 3vg; NVn 25vg; VC 0", "",
     "VC march KPh>SaCT:vg, KPh>CTCD:vg, NVn>HuKS:vg | tax SaCT, CTCD, HuKS"),
    ("8.5.4", "BXu 3vg; NVn 25vg; VC 1", "",
     "VC march BXu>CTLP:vg, NVn>HuKS:vg, NVn>QTr:24vg | tax CTLP, HuKS"),
    ("8.5.4", "KPh 3vg; NVn 25vg; Sai 2ut 2ap; VC 0", "",
     "VC march KPh>SaCT:vg, KPh>CTCD:vg, NVn>HuKS:vg | ambush Sai-ut"),
    ("8.5.5", "BDi 3vg* 2at ap; KPh vg 2vg* 2at; NVn 22vg; VC 3; played 41; next 127; eligible VC", "123",
     "VC attack BDi {3} BDi-2at, KPh | ambush KPh-at"),
    ("8.6.1", "QTr ab at 6nt; NVA 5", "", "NVA bombard QTr-at | attack QTr troops QTr-ab"),
    ("8.6.1", "HuDN ng; Hue ut 2ap; trail 3; NVA 3", "1", "NVA attack HuDN | ambush Hue-ut"),
    ("8.6.2", "QTr 3at ap 4nt; NVA 0; trail 3", "", "NVA pass"),
    ("8.6.2", "NVn nb 3nt; trail 3; NVA 5; leaders 126; played 68; next 31; eligible NVA", "2", "NVA pass"),
    ("8.6.3", "QTr 2nt PS; QTi ng PS; trail 3; NVA 5", "4", "NVA terror QTr, QTi"),
    ("8.6.3", "QTr 2nt PS; Ple ng PS; trail 3; NVA 1", "3", "NVA terror QTr"),
    ("8.6.4", "NVn nb 3nt; trail 1; NVA 5", "3125", "NVA rally NVn+2ng, CLa+ng, SLa+ng"),
    ("8.6.4", "KPh 3ng 2vg; NVn nb 2nt; trail 2; NVA 9", "31",
     "NVA rally KPh-2ng+nb, NVn+3ng, CLa+ng trail+1 | infiltrate NVn build NVn+4nt NVn-ng+nt, KPh build"
     " KPh+4nt"),
    ("8.6.5", "NVn 2nb 4nt; CLa 2nb 2nt; SLa 2nb 2nt; NEC 2nb 2nt; Fis nb 3ng 2nt; trail 3; NVA 5", "31",
     "NVA march Fis>SaBM:ng, Fis>Tay:2nt, NVn>QTr:2nt | infiltrate Fis build Fis+4nt, CLa build CLa+5nt"),
    ("8.7.2", "Hue nt; DaN nt; Kon nt; QNh nt; CRa nt; Sai 3at 3ap; ARVN 9", "64",
     "ARVN train AnL+3at+3ap, CaT+3at+3ap, Sai+3at+3ap | transport Sai>KPh:6at"),
    ("8.7.2",
     "Hue nt; DaN nt; QNh nt; CRa nt; CaT nt; Sai nt; Kon 2at ap AS; BDi 2at ap PS; aid 10; patronage 10;"
     " ARVN 3", "", "ARVN train AnL+3at+3ap | govern Kon patronage, BDi aid"),
    ("8.7.4", "Sai 26at 30ap 2ar; Tay 4at 2nt vg* vb; ARVN 30", "",
     "ARVN raid Sai>Tay:ar Tay-vg*-nt | assault Tay-nt-vb"),
    ("8.8.2", "Sai ub 4ut AS; ARVN 30; leaders 126; played 41; next 14; eligible US; policy LBJ",
     "4", "US pass"),
    ("8.8.3", "Ple ub 3ut 2vg* vb; ARVN 15; econ 15; trail 2; policy LBJ", "4",
     "US assault Ple-2vg*-vb | airstrike {4} trail-1"),
    ("8.8.4", "CLa 2ut ui; Hue 2ap PS; trail 1; ARVN 30; played 41; next 127; eligible US; policy LBJ", "334",
     "US patrol CLa>HuKS>Hue:2ut | airstrike {4} trail-1"),
    ("8.8.6", "Sai ub 4ut 2at 2ap AS; NVA 10; played 3; next 68; eligible US; policy JFK", "",
     "US event unshaded"),
    ("8.8.7", "Ple 3ut; Sai ub 4ut 2ap; ARVN 30; econ 15; trail 1; policy LBJ", "5",
     "US train Ple+ui, Sai+ui pacify Ple=AS | airstrike {5} trail-1"),
    ("8.8.7", "Sai ub 4ut 2ap AS; KPh 4at 4nt; aid 20; ARVN 15; econ 15; policy JFK", "",
     "US train Sai+2ui | advise KPh assault KPh-2nt aid+6"),
]  # fmt: skip
"""Rule, position (on Bombing Pause, which all decline, unless it names cards), dice, the line that is due."""


NODES = [
    ("8.1", "US",
     "Sai ub 4ut 2at 2ap AS; ARVN 30; econ 15; played 23; next 68; eligible US; policy JFK", "", "8.8.7"),
    ("8.4.1", "NVA", "trail 1; NVn nb 3nt; NVA 5", "", "8.6.4/if-1"),
    ("8.5.1", "VC", "KPh 2vg; BTu vg PO; KGi vg vb; NVn 22vg; VC 9", "12", "8.5.1/if-2"),
    ("8.5.1", "VC", "KPh 2vg; BTu vg PO; KGi vg vb; NVn 22vg; VC 9", "22", "8.5.3/if-2"),
    ("8.5.2", "VC", "KPh 2vg; VC 5; leaders 126; played 68; next 101; eligible VC", "121", "8.5.3/if-2"),
    ("8.5.2", "VC", "NVn 12vg; VC 6; leaders 126 127; played 61; next 68; eligible VC", "3", "8.5.2/if-2"),
    ("8.5.2", "VC", "Sai 5ut; NVn 12vg; VC 5; played 9; next 68; eligible VC", "", "8.5.2/if-3"),
    ("8.5.3", "VC", "Tay 4vg; KPh 4vg; NVn 20vg; VC 5", "34", "8.5.3/if-1"),
    ("8.5.3", "VC", "NVn 20vg; VC 5", "135", "8.5.3/if-2"),
    ("8.5.3", "VC", "NVn 20vg; VC 5", "235", "8.5.4"),
    ("8.6.1", "NVA", "QTr 3at ap 4nt; NVA 5; trail 3; NVn nb 3nt", "3", "8.6.5"),
    ("8.6.2", "NVA",
     "NVn nb 3nt; trail 3; NVA 5; leaders 126 127; played 61; next 68; eligible NVA", "3", "8.6.2/if-2"),
    ("8.6.4", "NVA", "CLa 3ng; SLa 3ng; NEC 3ng; Fis 3ng; Par 3ng; trail 3; NVA 5", "33", "8.6.4/if-3"),
    ("8.6.4", "NVA", "CLa 3ng; SLa 3ng; NEC 3ng; Fis 3ng; Par 3ng; trail 3; NVA 5", "23", "8.6.5"),
    ("8.7.2", "ARVN", "Sai 30at 25ap; ARVN 30", "", "8.7.2/if-1"),
    ("8.7.3", "ARVN", "Sai 28at 30ap 4ar; SaCT vg; ARVN 30", "", "8.7.3/if-1"),
    ("8.7.4", "ARVN", "Sai 27at 30ap; Tay 3at 2nt; ARVN 30", "", "8.7.4/if-2"),
    ("8.7.5", "ARVN", "Sai 27at 30ap; KPh 3at 2vg PS; ARVN 30", "", "8.7.5"),
    ("8.8.3", "US", "Ple 4ut vb 2vg*; ARVN 15; econ 15; policy LBJ", "", "8.8.7"),
    ("8.8.3", "US", "Ple 6ut vb 2vg*; ARVN 15; econ 15; policy LBJ", "", "8.8.3/if-1"),
    ("8.8.5", "US", "KPh vg 2ut PS; ARVN 30; policy LBJ", "", "8.8.5/if-1"),
]  # fmt: skip
"""Rule, Faction, position, the first dice (ones follow), and the deciding node, or its rule."""


def _on_a_card(position: str, faction: str) -> str:
    return position if "played" in position else f"{position}; played 41; next 68; eligible {faction}"


def _decided(position: str, faction: str, dice: str) -> Decision:
    """Return the Faction's decision with these dice, followed by ones."""
    return decision(table(position, SIDES[faction]), faction, [*map(int, dice), 0])


def _ids(rows: Iterable[tuple[str, ...]]) -> list[str]:
    return [row[0] for row in rows]


@pytest.mark.parametrize(("rule", "position", "dice", "line"), MOVES, ids=_ids(MOVES))
def test_8_0_the_line_is_dictated(rule: str, position: str, dice: str, line: str) -> None:
    """Each case: with these dice section 8 gives this line, in whatever form it is written."""
    faction = line.split()[0]
    found = _decided(_on_a_card(position, faction), faction, dice)
    head = f'[FITL "2"]\n[Scenario "full"]\n[Players "{SIDES[faction]}"]\n'
    rolled = "\n".join([notation.write_event(event) for event in found.lines[:-1]])
    text = f'{head}[Position "{_on_a_card(position, faction)}"]\n\n{rolled}\n{line}\n'
    log = notation.read(text).log
    (one,) = judge_non_players(replay(notation.setup_of(log), log.events))
    assert (one.verdict.verdict, one.verdict.due) == ("dictated", ())
    assert any(step.node.startswith(rule) for step in one.verdict.trace) or rule in ("8.1", "8.4.6")


@pytest.mark.parametrize(("rule", "faction", "position", "dice", "node"), NODES, ids=_ids(NODES))
def test_8_0_the_flow_comes_to(rule: str, faction: str, position: str, dice: str, node: str) -> None:
    """Each case: the flow ends at this node."""
    found = _decided(_on_a_card(position, faction), faction, dice)
    assert found.node == node or found.node.startswith(f"{node}/")


def test_8_1_2_what_a_troop_attack_removes() -> None:
    """4 Troops, 2 hits: Special Forces before cubes, the only Police last; Bases only once alone."""
    found = _decided("BDi ub 2ut ui 3at ap 4nt; NVA 5; played 41; next 68; eligible NVA", "NVA", "1")
    assert notation.write_event(found.lines[-1]) == "NVA  bombard BDi-ut | attack BDi troops BDi-ui-ut"
    there = table("BDi ub 2ut ui 3at ap 4nt").spaces[spaces_by_id()["binh-dinh"].index].pieces
    kinds = (Kind.UT, Kind.UI, Kind.AT, Kind.AP)
    assert enemy_pieces(there, kinds, 2) == (Count(1, Kind.UI), Count(1, Kind.UT))


def test_8_1_2_no_arvn_base_in_a_city_or_beside_another() -> None:
    """Train alone would place a Base: not in Saigon, nor beside the US Base in Tay Ninh, but in Binh Tuy."""
    there = _on_a_card("Sai 10ap; Tay ub 5ap; BTu 5ap{}; oop 30at 6ar 2ab; ARVN 30", "ARVN")
    line = notation.write_event(_decided(there.format(""), "ARVN", "").lines[-1])
    assert "BTu base BTu-3ap+ab" in line
    line = notation.write_event(_decided(there.format(" ub"), "ARVN", "").lines[-1])
    assert "+ab" not in line


def test_8_2_a_roll_leads_to_a_candidate() -> None:
    """2 then 6 is Quang Tri; where only Kontum and An Loc will do, the arrows lead on to Kontum."""
    spaces = spaces_by_id()
    assert (
        space_reached(2, 6, [where for where in spaces.values() if not where.is_loc])[0].id
        == "quang-tri-thua-thien"
    )
    assert space_reached(2, 6, [spaces["kontum"], spaces["an-loc"]])[0].id == "kontum"


def test_8_3_the_loc_beside_a_random_city() -> None:
    """3 then 3 is Hue, which Hue/Da Nang touches and Kontum/Qui Nhon does not; a City goes before a LoC."""
    spaces = spaces_by_id()
    d = Decider(table("played 68; next 70; eligible VC"), Faction.VC, CONDUCT)
    roads = [spaces["loc-hue-da-nang"], spaces["loc-kontum-qui-nhon"]]
    assert driven(d.random_space("8.3", roads), Cup((3, 3))) is roads[0]
    assert driven(d.random_space("8.3", [roads[1], spaces["qui-nhon"]]), Cup()) is spaces["qui-nhon"]


def test_8_4_1_kissinger_and_detente() -> None:
    """The US decline 2 but under Nixon; the NVA take Resources of 77 below 20, and Infiltrate with 20."""
    for policy, found in (("LBJ", "declined"), ("Nixon", "unshaded {1} CLa-nt")):
        state = table(f"CLa nt; policy {policy}; played 2; next 68; eligible US", "NVA+VC")
        assert event_of(state, "US", [1] * (policy == "Nixon")) == found
    there = "NVn nb 3nt; QTr nb; trail 3; played 77; next 68; eligible NVA; NVA "
    assert event_of(table(there + "19", "VC"), "NVA").startswith("shaded resources")
    assert event_of(table(there + "20", "VC"), "NVA").startswith("shaded infiltrate infiltrate")


def test_8_4_4_tunnels_and_8_4_5_shifts() -> None:
    """102: 2 VC Tunnels in Tay Ninh before one of each; 105: most loss of Support, then least Opposition."""
    state = table("Tay 2vb; KPh vb nb; VC 5; played 102; next 68; eligible VC")
    assert decision(state, "VC").lines
    assert event_of(state, "VC") == "shaded Tay Tay+vg Tay+ng"
    state = table("QTr 2ap PS; QNa 2ap AS; Ple 2ap; BDi 2ap; NVA 5; played 105; next 68; eligible NVA")
    assert event_of(state, "NVA") == "shaded QTr, QNa, Ple patronage-6"


def test_8_4_7_one_of_two_capabilities() -> None:
    """52: no priority names the Capability to flip, so a die decides."""
    state = table("trail 3; capabilities 14:unshaded 18:unshaded; NVA 5; played 52; next 68; eligible NVA")
    for die, card in ((2, 14), (5, 18)):
        assert event_of(state, "NVA", [die]) == f"shaded #{card}"


def test_8_6_4_infiltrate_wants_a_base_or_four_troops() -> None:
    """Trail 1 and 1 Base: 1 Troop more than the Trail's is too few, so Bombard."""
    found = _decided(
        "CLa nb nt; NVn 3nt; QTr 3at; trail 1; NVA 1; played 41; next 68; eligible NVA", "NVA", ""
    )
    assert notation.write_event(found.lines[-1]).endswith("| bombard QTr-at")


@pytest.mark.parametrize(
    ("trail", "money", "improves"), [(2, 3, True), (2, 2, False), (3, 8, False), (3, 9, True), (4, 20, False)]
)
def test_8_6_4_when_the_trail_is_improved(trail: int, money: int, improves: bool) -> None:
    """The Trail improves with 3 Resources left after Rally, from Trail 3 with 9, and never beyond 4."""
    found = _decided(
        f"NVn nb nt; trail {trail}; NVA {money + 3}; played 41; next 68; eligible NVA", "NVA", ""
    )
    line = notation.write_event(found.lines[-1])
    assert line.startswith("NVA  rally") and ("trail+" in line) is improves


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
    """4 Population at Support in reach: a die of 4 calls for Terror, a 5 does not."""
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
    """6 cubes beside 1 Troop and 4 Police come in turn: 3 Troops and 3 Police."""
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
    """Under LBJ with 20 Available Troops, 10 come, or 6 after 4 Casualties."""
    out = 16 if casualties else 20
    lines = phase(f"Sai ub; oop {out}ut{casualties}; leaders 126 127; played 125; phase commitment", [3])
    assert lines[-1].endswith(f"Sai+{number}ut")


def test_8_9_easy_a_limited_operation_in_one_space() -> None:
    """`easy`: after an Operation alone VC Terrorize only their first space, with no Special Activity."""
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
