"""Non-player ARVN Patrol (8.7.3)."""

from __future__ import annotations

import msgspec
from non_player_table import decision, table
from players.arvn_decides import MONSOON, arvn

from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.factions import ARVN
from fitl_core.facts.pieces import Kind
from fitl_core.players.non_players.decide import decide
from fitl_core.state.state import resources
from notation import write_event

NVA_HOLD = "Hue nt; DaN nt; QNh nt; CRa nt; Kon nt; AnL nt; CaT nt"
GARRISONS = "Hue at 2ap; DaN at 2ap; QNh at 2ap; CRa at 2ap; Kon at 2ap; AnL at 2ap; CaT at 2ap"
"""Nothing is lacking in these Cities, and nothing of theirs may leave but onto LoCs."""


def test_8_7_3_if_1_a_guerrilla_beside_saigon_calls_for_patrol() -> None:
    """First 3 Police go from Saigon to the LoC, and Assault it (NP-C68)."""
    found = arvn("Sai 28at 30ap 4ar; SaCT vg", None)
    assert found.node == "8.7.3/if-1"
    assert found.move.startswith("patrol Sai>SaCT:3ap, ")
    assert "SaCT*vg assault SaCT-vg*" in found.move


def test_8_7_3_if_2_a_unit_on_a_loc_that_bars_a_city() -> None:
    """Kontum is reached from Saigon over one LoC only, where a Guerrilla stands."""
    found = arvn(f"Sai 22at 12ap 4ar; {GARRISONS}; KoBM vg; DNDT ng; KoQN ng", None)
    assert found.node == "8.7.3/if-2"
    assert found.says("8.7.3/if-1") == ["no"]


def test_8_7_3_if_2_behind_a_barred_city_nothing_counts() -> None:
    """Enemies in Cities bar the way; a LoC behind them does not call for Patrol."""
    found = arvn(f"Sai 26at 30ap 4ar; {NVA_HOLD}; HuDN vg", None)
    assert found.says("8.7.3/if-2")[0] == "no"


def test_8_7_3_do_1_twice_the_enemies_or_none_at_all() -> None:
    """2 Guerrillas want 4 cubes; with 3 in reach nobody goes there."""
    enough = arvn(f"Sai 16at 8ap 3ar; {GARRISONS}; SaCT 2vg*; oop 7at 8ap 3ar", None)
    assert "Sai>SaCT:4ap" in enough.move
    few = arvn("Sai ap 2at; SaCT 2vg*; oop 28at 25ap 6ar 3ab", None)
    assert few.says("8.7.3/if-1") == ["yes"]
    assert (few.node, few.move) == ("8.7.2/none", "train | transport Sai>KHo:2at | train Hue")


def test_8_7_3_do_1_nearest_to_saigon_first_then_underground() -> None:
    """Of two LoCs beside Saigon that with an Underground Guerrilla comes first."""
    found = arvn(f"Sai 16at 8ap 3ar; {GARRISONS}; SaCT vg*; SaBM vg; KoQN vg; oop 7at 8ap 3ar", None)
    first, second = found.move.split(", ")[:2]
    assert (first, second) == ("patrol Sai>SaBM:3ap", "Sai>SaCT:3ap")


def test_8_7_3_do_1_cities_may_be_emptied_but_provinces_may_not() -> None:
    """Can Tho gives its last Police; Kien Phong, with fewer to spare, keeps its Control of 3 cubes."""
    rest = "Sai vb; oop 28at 25ap 6ar 3ab"
    assert arvn(f"CaT 3ap; KPh 2at 2ap; SaCT vg*; {rest}", None).move.startswith("patrol CaT>SaCT:3ap, ")
    assert "SaCT:" not in arvn(f"CaT 2ap; KPh 2at ap; SaCT vg*; {rest}", None).move


def test_8_7_3_do_2_control_of_cities_by_population_then_garrisons() -> None:
    """Hue (2) before An Loc (1); 3 COIN cubes with Troop and Police then."""
    found = arvn("Sai 27at 26ap 4ar; DaN at 2ap; QNh at 2ap; SaCT vg*; Kon ub; CRa ub; CaT ub", None)
    going = [part.split(":")[0].split(">")[-1] for part in found.move.split(" assault")[0].split(", ")]
    assert going[:5] == ["SaCT", "Hue", "AnL", "Hue", "Hue"]
    hue = found.after.spaces[spaces_by_id()["hue"].index].pieces
    assert (hue[Kind.AT.slot], hue[Kind.AP.slot]) == (1, 2)


def test_8_7_3_do_3_the_free_assault_is_where_most_pieces_go() -> None:
    """4 cubes remove 2 on one LoC, 3 remove 1 on the other."""
    found = arvn(f"Sai 12at 8ap 3ar; {GARRISONS}; SaCT 2vg*; SaBM vg*; oop 11at 8ap 3ar", None)
    assert "assault SaCT-2vg*" in found.move


def test_8_7_3_sa_govern_comes_behind_patrol() -> None:
    """Patronage from Kontum at Active Support."""
    garrisons = GARRISONS.replace("Kon at 2ap", "Kon at 2ap AS")
    found = arvn(f"Sai 22at 12ap 4ar; {garrisons}; SaCT vg; aid 10", None)
    assert "| govern Kon patronage" in found.move


def test_8_7_3_none_a_patrol_without_moves_behind_a_raid() -> None:
    """Raid removes the only enemy, nothing is left to Assault or to Patrol: it is paid for all the same."""
    found = arvn(f"Sai 9at 12ap 4ar; {GARRISONS}; KPh vg; oop 14at 4ap 2ar 3ab", None, card=MONSOON)
    assert found.node == "8.7.3/none"
    assert found.move == "raid Sai>KPh:ar KPh-vg | patrol"
    assert resources(found.after, ARVN) == 27
    line = decide(found.d.start, ARVN, lambda wanted: (1,) * wanted.dice).lines[-1]
    assert write_event(line) == f"ARVN {found.move}"


def test_8_9_easy_a_limited_patrol_has_one_destination() -> None:
    """do-1, do-2: the LoC beside Saigon takes 3 Police; Cities without COIN Control get none, nor are dice
    asked for them.
    """
    there = "Sai 28at 30ap 2ar; SaCT vg; CTCD vg; ARVN 30"
    state = table(f"{there}; played 68; next 70; eligible NVA ARVN; done NVA:operation", "NVA+VC")
    easy = decision(msgspec.structs.replace(state, options=("easy",)), "ARVN")
    assert [write_event(line) for line in easy.lines] == ["ARVN patrol Sai>SaCT:3ap SaCT*vg assault SaCT-vg*"]
