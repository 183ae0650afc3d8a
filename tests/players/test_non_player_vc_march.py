"""8.5.4, 8.5.5: how Non-player VC March, Ambush and Attack."""

from __future__ import annotations

from types import SimpleNamespace

from insurgents_decide import MONSOON, vc

from fitl_core.players.non_players.vc.destinations import best_together


def test_8_5_4_onto_three_roads() -> None:
    """do-1: 1 Underground Guerrilla each onto three LoCs, free; then Tax, as nothing can be Ambushed."""
    found = vc("KPh 3vg; NVn 25vg; VC 0")
    assert found.node == "8.5.4/do-1"
    assert found.move == "march NVn>HuKS:vg, KPh>SaCT:vg, KPh>CTCD:vg | tax SaCT, HuKS, CTCD"
    assert found.says("8.5.4/sa-2")


def test_8_5_4_then_among_the_people() -> None:
    """do-2: with a Resource all that may leave go where most Underground Guerrillas can come."""
    found = vc("BXu 3vg; NVn 25vg; VC 1")
    assert found.move == "march NVn>HuKS:vg, BXu>CTLP:vg, NVn>QTr:24vg | tax HuKS, CTLP"


def test_8_5_4_who_stays() -> None:
    """2 Guerrillas stay with a Base, 1 in any other space of the South, none elsewhere."""
    found = vc("KPh 3vg vb; NVn 26vg; VC 0", card="played 41; next 68")
    assert found.move.count("KPh>") == 1


def test_8_5_4_no_coin_control_by_leaving() -> None:
    """No space of the South comes under COIN Control by what leaves it."""
    found = vc("KPh 3vg 2at; NVn 25vg; VC 0", None)
    assert found.move.count("KPh>") == 1


def test_8_5_4_against_nva_control() -> None:
    """do-3: only where the NVA have a player, into the South where the arrival ends their Control.

    Into each space with Population beside The Fishhook only 1 comes unseen; the others are left for
    Phuoc Long, the one space of the South without.
    """
    there = "Tay 2at PS; AnL 2at PS; Ple 2at PS; QDu 2at PS; VC 6; trail 3"
    for players, enemies, marched in (("NVA", 4, True), ("NVA", 8, False), ("US+ARVN", 4, False)):
        found = vc(f"Fis 12vg; PLo {enemies}nt; {there}", (6, 6, 6, 0), players=players)
        assert found.move.count("Fis>PLo:7vg") == found.says("8.5.4/do-3").count("Phuoc Long") == marched


def test_8_5_4_ambush_of_those_that_marched() -> None:
    """sa-1: from the LoC into a space beside it, the US first; then no Tax."""
    found = vc("KPh 3vg; NVn 25vg; Sai 2ut 2ap; VC 0")
    assert found.move.endswith("| ambush SaCT, Sai-ut")


def test_8_5_4_totals_by_the_other_reading() -> None:
    """NP-Q13: with two destinations to pay for, those by which most come in all; not one by one."""
    d = SimpleNamespace(means=2, note=lambda *_: None)
    coming = {"a": {"x": 5, "y": 4}, "b": {"x": 5, "z": 3}, "c": {"y": 4, "z": 3}, "e": {"z": 1}}
    assert best_together(d, coming) == ["a", "b", "c"]  # type: ignore[arg-type, comparison-overlap]
    d.means = 1
    assert best_together(d, coming) == ["a"]  # type: ignore[arg-type, comparison-overlap]
    far = "NVn 3vg; CLa 3vg; SLa 3vg; NEC 3vg; Fis 3vg; Par 3vg; Sih 3vg"
    found = vc(f"{far}; KPh 3vg AO; BXu 3vg AO; VC 2", None, readings=("NP-Q13",))
    assert found.node == "8.5.4/do-1"
    assert "NP-Q13" in found.decision.readings


def test_8_5_4_monsoon_bars_march() -> None:
    """none: in Monsoon no March; Attack, then Rally."""
    found = vc("Ple 3vg* ab; NVn 22vg; VC 1", (6, 6, 5, 1), card=MONSOON)
    assert found.node == "8.5.5/do-2"
    assert found.says("8.5.4/none")


def test_8_5_5_ambush_then_large_groups() -> None:
    """do-1, do-2: Ambush first; then 3 Active and no Underground Guerrillas Attack."""
    found = vc("BDi 3vg* 2at ap; KPh vg 2vg* 2at; NVn 22vg; VC 3", (1, 2, 3), card=MONSOON)
    assert found.node == "8.5.5/do-1"
    assert found.move == "attack KPh | ambush KPh KPh-at | attack BDi guerrillas {3} BDi-2at"


def test_8_5_5_a_base_before_special_forces_before_troops() -> None:
    """do-2: with Resources for one, where a Base can be removed; then Special Forces, then Troops."""
    groups = "Ple 3vg* ab; BDi 3vg* 2ut; Tay 3vg* ui; NVn 18vg; VC "
    assert vc(f"{groups}1", (6,), card=MONSOON).move == "attack Ple guerrillas {6}"
    assert vc(f"{groups}2", (6, 6), card=MONSOON).move == ("attack Ple guerrillas {6}, Tay guerrillas {6}")


def test_8_5_5_tax_behind_an_attack_without_ambush() -> None:
    """sa-1: no Ambush: Tax; no Subvert."""
    found = vc("Ple 3vg* ab; NVn 22vg; SaCT vg; VC 1", (6, 6, 5, 1), card=MONSOON)
    assert found.move == "attack Ple guerrillas {1} Ple-ab | tax SaCT"
    assert found.says("8.5.5/sa-1")


def test_8_5_5_no_attack_without_resources() -> None:
    """At 0 Resources Rally instead, by way of its Tax."""
    found = vc("Ple 3vg* ab; NVn 24vg; SaCT vg; VC 0", (6, 6), card=MONSOON)
    assert "attack" not in found.move


def test_8_5_4_an_ambush_clears_the_way_to_a_base() -> None:
    """sa-1 step 1: it removes the last unit beside a COIN Base, and the other Ambush takes the Base."""
    found = vc("HuDN vg; HuKS vg; Hue ub ap; NVn 26vg; VC 3", card=MONSOON)
    assert found.move == "attack HuKS, HuDN | ambush HuKS, Hue-ap, HuDN, Hue-ub"


def test_8_5_4_special_forces_before_troops() -> None:
    """sa-1 step 3: Special Forces, then Troops and Police."""
    assert vc("SaCT vg; Sai 2ut ui; NVn 28vg; VC 1", card=MONSOON).move == "attack SaCT | ambush SaCT, Sai-ui"


def test_8_5_4_booby_traps() -> None:
    """Card 101, unshaded: 1 Ambush space; else 2."""
    position = "SaCT vg; CTLP vg; Sai 2ut ui; BXu at; NVn 26vg; VC 3"
    one = vc(f"{position}; capabilities 101:unshaded", card=MONSOON)
    assert one.move == "attack SaCT | ambush SaCT, Sai-ui"
    assert vc(position, card=MONSOON).move == "attack SaCT, CTLP | ambush SaCT, Sai-ui, CTLP, BXu-at"


def test_8_5_4_main_force_battalions() -> None:
    """Card 104, shaded: one Ambush of the Operation removes 2 pieces, Troops and Police in turn."""
    found = vc("HuKS vg; QTr 2at 2ap; NVn 26vg; VC 3; capabilities 104:shaded", card=MONSOON)
    assert found.move == "attack HuKS | ambush HuKS, QTr-at-ap"


def test_8_5_4_claymores() -> None:
    """Card 17, unshaded: no Ambush from a LoC."""
    found = vc("SaCT vg; Sai 2ut ui; NVn 28vg; VC 1; momentum 17:unshaded", None, card=MONSOON)
    assert "ambush" not in found.move


def test_8_5_4_underground_guerrillas_stay_where_no_step_wants_them() -> None:
    """Into Active Opposition Active ones go; into a Neutral Kien Hoa an Underground one goes too."""
    roads = "CTLP vg; CTBL vg; NVn 23vg; VC 5; CaT AO; KGi AO"
    there = f"BXu vg 2vg* AO; {roads}"
    assert "BXu>KHo:2vg*, " in vc(f"{there}; KHo AO", None).move
    assert "BXu>KHo:vg+vg*, " in vc(f"{there}; KHo PO", None).move
