"""Positions decided by the rules of section 8, one after another: the line as somebody else would write it is
dictated, or the flow comes to a node. Cases without a position of their own have tests with their rules.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from non_player_table import Cup, decision, driven, event_of, table

import notation
from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.factions import Faction
from fitl_core.facts.pieces import Count, Kind
from fitl_core.game.non_players import judged
from fitl_core.game.replays import replay
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.flows import CONDUCT
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.random_spaces import reached
from fitl_core.players.non_players.trace import Decision

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
"""Rule, Faction, position, the first dice (behind them ones), and the node that decides, or its rule."""


def _on_a_card(position: str, faction: str) -> str:
    return position if "played" in position else f"{position}; played 41; next 68; eligible {faction}"


def _decided(position: str, faction: str, dice: str) -> Decision:
    """What the Faction decides with these dice, and ones behind them."""
    return decision(table(position, SIDES[faction]), faction, [*map(int, dice), 0])


def _ids(rows: Iterable[tuple[str, ...]]) -> list[str]:
    return [row[0] for row in rows]


@pytest.mark.parametrize(("rule", "position", "dice", "line"), MOVES, ids=_ids(MOVES))
def test_8_0_the_line_is_dictated(rule: str, position: str, dice: str, line: str) -> None:
    """By the rule of each case: with these dice the line is what section 8 gives, however it is written."""
    faction = line.split()[0]
    found = _decided(_on_a_card(position, faction), faction, dice)
    head = f'[FITL "2"]\n[Scenario "full"]\n[Players "{SIDES[faction]}"]\n'
    rolled = "\n".join([notation.write_event(event) for event in found.lines[:-1]])
    text = f'{head}[Position "{_on_a_card(position, faction)}"]\n\n{rolled}\n{line}\n'
    log = notation.read(text).log
    (one,) = judged(replay(notation.setup_of(log), log.events))
    assert (one.verdict.verdict, one.verdict.due) == ("dictated", ())
    assert any(step.node.startswith(rule) for step in one.verdict.trace) or rule in ("8.1", "8.4.6")


@pytest.mark.parametrize(("rule", "faction", "position", "dice", "node"), NODES, ids=_ids(NODES))
def test_8_0_the_flow_comes_to(rule: str, faction: str, position: str, dice: str, node: str) -> None:
    """By the rule of each case: the node that decides."""
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
        reached(2, 6, [where for where in spaces.values() if not where.is_loc])[0].id
        == "quang-tri-thua-thien"
    )
    assert reached(2, 6, [spaces["kontum"], spaces["an-loc"]])[0].id == "kontum"


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
    """52: which Capability is flipped no priority says: a die."""
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
    """So many Resources behind its Rally spaces: not below 3, from 3 only with 9, 4 is the end."""
    found = _decided(
        f"NVn nb nt; trail {trail}; NVA {money + 3}; played 41; next 68; eligible NVA", "NVA", ""
    )
    line = notation.write_event(found.lines[-1])
    assert line.startswith("NVA  rally") and ("trail+" in line) is improves
