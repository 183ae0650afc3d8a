"""Non-player VC: Terror, Rally, March, and what goes with them (8.5.1 to 8.5.6)."""

from __future__ import annotations

from types import SimpleNamespace

from insurgents_decide import MONSOON, vc

from fitl_core.players.non_players.vc.march import best_together

SABOTEURS = "Sai vg PS; HuDN vg; aid 20; VC "


def test_8_5_1_support_calls_for_terror() -> None:
    """if-1: Support with an Underground Guerrilla and a Resource; no roll. Without Resources none."""
    found = vc("Ple vg vb 2at ap PS; VC 1")
    assert (found.node, found.move, found.dice) == ("8.5.1/if-1", "terror Ple", [])
    assert vc("Ple vg vb 2at ap PS; VC 0", None).says("8.5.1/if-1") == ["no"]
    assert vc("Ple vg* vb 2at ap PS; VC 1", None).says("8.5.1/if-1") == ["no"]


def test_8_5_1_population_against_two_dice() -> None:
    """if-2: Population that could shift, against two dice; equal is enough, and at 1 nothing is rolled."""
    people = "KPh 2vg; NVn 22vg; VC 9"
    found = vc(people, (1, 1))
    assert (found.node, found.move) == ("8.5.1/if-2", "terror KPh")
    assert vc(people, (1, 2, 6, 6, 6)).says("8.5.1/if-2")[-1] == "no"
    assert vc("BTu 2vg; NVn 22vg; VC 9", None).dice[0].startswith("dice VC 8.5.3/if-2")


def test_8_5_1_last_underground_guerrilla_at_base_is_spared() -> None:
    """do-2: not in a Neutral or Passive Opposition space with a VC Base; at Support it is used."""
    assert vc("Sai vg 3at PS; QTr vg vb; VC 5; aid 40").move == "terror Sai"
    assert vc("Sai vg 3at PS; QTr vg vb PO; VC 5; aid 40").move == "terror Sai"
    assert vc("Sai vg 3at PS; QTr 2vg vb; VC 5; aid 40").move == "terror Sai, QTr"
    assert vc("Sai vg 3at PS; QTr vg vb PS; VC 5; aid 40").move == "terror Sai, QTr"


def test_8_5_1_highest_population_first() -> None:
    """do-2: with Resources for one space the highest Population; not where nobody lives, nor at the end."""
    assert vc("Sai vg 3at PS; QTr vg 2at PS; VC 1; aid 40").move == "terror Sai | subvert QTr-2at"
    assert vc("Sai vg 3at PS; QTr vg AO; Kon vg; VC 2; aid 40").move == "terror Sai, Kon | tax QTr"


def test_8_5_1_tax_when_resources_are_gone() -> None:
    """do-1: at 0 Resources Tax, then on; that was the Special Activity."""
    found = vc("Sai 2vg 4at 2ap PS; QTr vg 2at ap PS; SaCT vg; VC 1; aid 40")
    assert found.move == "terror Sai | tax SaCT | terror QTr"
    assert found.says("8.5.1/do-1")


def test_8_5_1_tax_takes_what_terror_still_wants() -> None:
    """NP-Q09: Tax may expose a Guerrilla that Terror still wants; by the other reading it is spared."""
    position = "Sai vg PS; QTr vg PS; KPh vg AO; VC 1; aid 40"
    assert vc(position).move == "terror Sai | tax KPh, QTr"
    assert vc(position, readings=("NP-Q09",)).move == "terror Sai | tax KPh | terror QTr"


def test_8_5_1_sabotage_of_the_rich() -> None:
    """do-3: more than 12 Resources are left and Aid is below 30 (NP-Q08: or they were when it began)."""
    assert vc(f"{SABOTEURS}14").move == "terror Sai, HuDN"
    assert vc(f"{SABOTEURS}13").move == "terror Sai"
    assert vc(f"{SABOTEURS}13", readings=("NP-Q08",)).move == "terror Sai, HuDN"
    assert vc("Sai vg PS; HuDN vg; aid 30; VC 14").move == "terror Sai"
    assert vc("Sai vg PS; HuDN vg sabotage; aid 20; VC 14").move == "terror Sai"


def test_8_5_1_tax_behind_terror() -> None:
    """sa-1: with 9 Resources or fewer the LoCs by their Econ; with 10 none."""
    road = "Ple 2vg PS; SaCT vg; HuKS vg; aid 40; VC "
    assert vc(f"{road}10").move == "terror Ple | tax SaCT, HuKS"
    assert vc(f"{road}11").move == "terror Ple"


def test_8_5_1_tax_of_active_support_not_of_others() -> None:
    """sa-1: Active Support may be Taxed; with Resources no other Population is."""
    position = "Sai vg PS; KPh 2vg AS; BTu vg AO; VC 9; aid 40"
    assert vc(position).move == "terror Sai, KPh"
    assert vc("Sai vg PS; BTu vg AO; VC 2; aid 40").move == "terror Sai"


def test_8_5_1_subvert_frees_most_population() -> None:
    """sa-2: (a) where COIN Control goes, from most Population; a single cube becomes a Guerrilla."""
    assert vc("Sai vg PS; KPh 2vg 2at AO; BXu vg 2at AO; QNa vg at AO; VC 14; aid 40").move == (
        "terror Sai | subvert BXu-2at, KPh-2at"
    )
    assert vc("Sai vg PS; BXu vg at AO; VC 14; aid 40").move == "terror Sai | subvert BXu-at+vg"


def test_8_5_1_subvert_takes_cubes_in_turn() -> None:
    """sa-2: Troops and Police in turn, the fewer first; the last Police last of all (NP-Q06)."""
    assert vc("Sai vg PS; BXu vg 3at ap AO; VC 14; aid 40").move == "terror Sai | subvert BXu-2at"
    other = vc("Sai vg PS; BXu vg 3at ap AO; VC 14; aid 40", readings=("NP-Q06",))
    assert other.move == "terror Sai | subvert BXu-ap-at"


def test_8_5_1_unshaded_cadres_cost_two_guerrillas() -> None:
    """Card 116, unshaded: each Terror costs 2 Guerrillas, Active ones first; with fewer there is none."""
    found = vc("Sai vg 2vg* 3at PS; QTr vg PS; VC 14; aid 40; capabilities 116:unshaded")
    assert found.move == "terror Sai Sai-2vg*"


def test_8_1_a_full_operation_in_place_of_a_limited_one() -> None:
    """8.1: after an Operation alone VC have a full one with a Special Activity; not under `easy`."""
    position = "Hue 2vg 3at ap PS; DaN vg at ap PS; VC 5"
    second = "played 68; next 70; done ARVN:operation"
    assert vc(position, card=second).move == "terror Hue, DaN | subvert Hue-2at"


def test_8_5_3_two_bases_call_for_rally() -> None:
    """if-1: 2 Bases could be placed: no roll of three dice. With 1 there is one."""
    few = "CLa 3vg*; SLa 3vg*; NEC 3vg*; Fis 3vg*; VC 5"
    found = vc(f"Tay 4vg*; KPh 4vg*; {few}", None)
    assert found.node == "8.5.3/if-1"
    assert found.move.startswith("rally Tay-2vg*+vb, KPh-2vg*+vb")
    assert not [line for line in found.dice if "8.5.3/if-2" in line]
    assert "dice VC 8.5.3/if-2 {1 1 1}" in vc(f"Tay 4vg*; Par 3vg*; {few}", None).dice


def test_8_5_3_two_bases_within_resources() -> None:
    """if-1: the Bases are those that this Rally would place: with 1 Resource and nothing to Tax only 1."""
    four = "Tay 4vg*; KPh 4vg*; NVn 19vg; VC "
    assert vc(f"{four}1", None).says("8.5.3/if-1") == ["no"]
    assert vc(f"{four}2", None).says("8.5.3/if-1") == ["yes"]


def test_8_9_easy_a_limited_rally_places_no_two_bases() -> None:
    """if-1: in an easy game a Limited Rally is in 1 space, so that it places 1 Base at most."""
    there, card = "Tay 4vg*; KPh 4vg*; NVn 19vg; VC 9", "played 68; next 70; done US:operation"
    assert vc(there, None, card=card).says("8.5.3/if-1") == ["yes"]
    assert vc(there, None, card=card, options=("easy",)).says("8.5.3/if-1") == ["no"]


def test_8_5_3_three_dice_below_what_is_available() -> None:
    """if-2: fewer than the Guerrillas Available; as many are not enough."""
    ten = "NVn 20vg; VC 1"
    assert vc(ten, (1, 3, 5, 0)).node == "8.5.3/if-2"
    assert vc(ten, (2, 3, 5, 0)).node.startswith("8.5.4")


def test_8_5_3_tax_before_the_rally() -> None:
    """do-0: with 0 Resources Tax first, then Rally; the Special Activity is done."""
    found = vc("SaCT vg; BXu at ap; KGi at; VC 0")
    assert found.move == "tax SaCT | rally KGi+vg, BXu+vg"
    assert found.says("8.5.3/do-0")


def test_8_5_3_bases_give_up_active_guerrillas_first() -> None:
    """do-1: 4 Guerrillas and room for a Base; Active ones go first."""
    found = vc("Tay 2vg 3vg*; KPh vb nb 4vg*; NVn 4vg; VC 2", (6, 6, 0))
    assert found.move.startswith("rally NVn-2vg+vb, Tay-2vg*+vb | ")


def test_8_5_3_new_spaces() -> None:
    """do-2: 2 spaces without VC Guerrillas: where ARVN cubes are, within that where people live."""
    assert vc("QTr at; CLa at; Sai ui; VC 1", None).move.startswith("rally QTr+vg")
    assert vc("CLa at; Sai ui; VC 1", None).move.startswith("rally CLa+vg")


def test_8_5_3_removal_of_coin_control_breaks_ties() -> None:
    """NP-Q52: the step's own letters first, then the removal of Control; by the other reading before them."""
    position = "QTr 3at; KPh ut; VC 1"
    assert vc(position, None).move.startswith("rally QTr+vg")
    assert vc(position, None, readings=("NP-Q52",)).move.startswith("rally KPh+vg")


def test_8_5_3_guerrillas_at_bases() -> None:
    """do-3: as many as Bases and Population give, where fewer than 4 Underground ones are."""
    found = vc("KPh vb 3vg; BXu vb nb 4vg; VC 3", (6, 6, 0))
    assert "KPh+3vg" in found.move
    assert "BXu+" not in found.move


def test_8_5_3_all_hidden_by_the_other_reading() -> None:
    """NP-Q10: by the other reading all at a Base go Underground where that hides more."""
    position = "KPh vb nb 4vg*; DaN at; QNa at; VC 3"
    assert "KPh+3vg" in vc(position, None).move
    assert "KPh+" not in vc(position, None, readings=("NP-Q10",)).move


def test_8_5_3_shaded_cadres_agitate() -> None:
    """Card 116, shaded: Agitate in a space of the Rally with a Base, by 8.5.6."""
    found = vc("KPh vb vg; VC 9; capabilities 116:shaded", None)
    assert "agitate KPh KPh=AO" in found.move


def test_8_5_3_subvert_behind_rally() -> None:
    """sa-1: with more than 9 Resources left they Subvert; where nothing can be, no Special Activity."""
    assert vc("SaCT vg; BXu at ap; KGi at; VC 0").says("8.5.3/sa-1") == ["no"]
    found = vc("KPh vg 2at; NVn 3vg; VC 20", (6, 6, 0))
    assert found.says("8.5.3/sa-1") == ["yes"]
    assert found.move.endswith("subvert KPh-2at")


def test_8_5_3_no_rally_is_possible() -> None:
    """none: 0 Resources and nothing to Tax: March, then Attack, then Pass."""
    found = vc("KPh 2vg* 3at; NVn 22vg; VC 0", (6, 5, 4), card=MONSOON)
    assert (found.node, found.move) == ("8.5.3/none", "pass")


def test_8_5_3_attack_was_impossible() -> None:
    """if-3: March and Attack are impossible: Rally, which begins with Tax."""
    found = vc("Ple 3vg* ab; NVn 24vg; SaCT vg; VC 0", (6, 6), card=MONSOON)
    assert found.node == "8.5.3/if-3"
    assert found.move.startswith("tax SaCT | rally NVn-2vg+vb")
    assert found.says("8.5.4/none")
    assert found.says("8.5.5/none")


def test_8_5_6_greatest_shift() -> None:
    """(a) Population times levels: Tay Ninh by two levels goes before Kien Phong; Terror counts its cost."""
    found = vc(
        "Tay vg 2vb PS; KPh vg 2vb; BDi vg 2vb PO terror 1; VC 2",
        phase="support-vc",
        card="played 125; next 68",
    )
    assert found.move == "agitate Tay Tay=PO"


def test_8_5_6_terror_is_removed_only_for_a_shift() -> None:
    """With 1 Resource a space with Terror is left alone; with 2 it shifts."""
    coup = {"phase": "support-vc", "card": "played 125; next 68"}
    assert vc("Tay vg 2vb PS terror 1; VC 1", **coup).move == "pass"
    assert vc("Tay vg 2vb PS terror 1; VC 2", **coup).move == "agitate Tay Tay:terror-1 Tay=N"


def test_8_5_6_support_then_no_terror() -> None:
    """(b) Support, (c) no Terror break ties of the shift."""
    coup = {"phase": "support-vc", "card": "played 125; next 68"}
    assert vc("Tay vg 2vb; KPh vg 2vb PS; VC 1", **coup).move == "agitate KPh KPh=N"


def test_8_5_4_onto_three_roads() -> None:
    """do-1: 1 Underground Guerrilla each onto three LoCs, free; then Tax, as nothing can be Ambushed."""
    found = vc("KPh 3vg; NVn 25vg; VC 0")
    assert found.node == "8.5.4"
    assert found.move == "march NVn>HuKS:vg, KPh>SaCT:vg, KPh>CTCD:vg | tax SaCT, HuKS, CTCD"
    assert found.says("8.5.4/sa-2")


def test_8_5_4_then_among_the_people() -> None:
    """do-2: with a Resource all that may leave go where most Underground Guerrillas can come."""
    found = vc("BXu 3vg; NVn 25vg; VC 1")
    assert found.move == "march NVn>HuKS:vg, BXu>CTLP:vg, NVn>QTr:24vg | tax HuKS, CTLP"


def test_8_5_4_who_stays() -> None:
    """2 Guerrillas stay with a Base, 1 in any other space of the South, and none elsewhere."""
    found = vc("KPh 3vg vb; NVn 26vg; VC 0", card="played 41; next 68")
    assert found.move.count("KPh>") == 1


def test_8_5_4_no_coin_control_by_leaving() -> None:
    """A March never leaves a space of the South under COIN Control."""
    found = vc("KPh 3vg 2at; NVn 25vg; VC 0", None)
    assert found.move.count("KPh>") == 1


def test_8_5_4_at_support_no_more_march_than_may_leave() -> None:
    """1 of 3 may leave the Base in Tay Ninh: an Underground Guerrilla goes, and no Active one with it."""
    found = vc("Tay vg 2vg* vb; Sai PS; SaBM vg; NVn 23vg; VC 2", None)
    assert "Tay>Sai:vg" in found.move.split(" | ")[0].split(", ")


def test_8_5_4_against_nva_control() -> None:
    """do-3: if the NVA have a player, VC go to the South where their arrival ends NVA Control."""
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
    d = SimpleNamespace(spendable=2, note=lambda *_: None)
    coming = {"a": {"x": 5, "y": 4}, "b": {"x": 5, "z": 3}, "c": {"y": 4, "z": 3}, "e": {"z": 1}}
    assert best_together(d, coming) == ["a", "b", "c"]  # type: ignore[arg-type, comparison-overlap]
    d.spendable = 1
    assert best_together(d, coming) == ["a"]  # type: ignore[arg-type, comparison-overlap]
    far = "NVn 3vg; CLa 3vg; SLa 3vg; NEC 3vg; Fis 3vg; Par 3vg; Sih 3vg"
    found = vc(f"{far}; KPh 3vg AO; BXu 3vg AO; VC 2", None, readings=("NP-Q13",))
    assert found.node == "8.5.4"
    assert "NP-Q13" in found.decision.readings


def test_8_5_4_monsoon_bars_march() -> None:
    """none: in Monsoon VC do not March; they Attack, else Rally."""
    found = vc("Ple 3vg* ab; NVn 22vg; VC 1", (6, 6, 5, 1), card=MONSOON)
    assert found.node == "8.5.4/none"
    assert found.says("8.5.4/none")


def test_8_5_5_ambush_then_large_groups() -> None:
    """do-1, do-2: Ambush first; then 3 Active and no Underground Guerrillas Attack."""
    found = vc("BDi 3vg* 2at ap; KPh vg 2vg* 2at; NVn 22vg; VC 3", (1, 2, 3), card=MONSOON)
    assert found.node == "8.5.4/none"
    assert found.move == "attack KPh | ambush KPh KPh-at | attack BDi guerrillas {3} BDi-2at"


def test_8_5_5_a_base_before_special_forces_before_troops() -> None:
    """do-2: with Resources for one, where a Base can be removed; then Special Forces, then Troops."""
    groups = "Ple 3vg* ab; BDi 3vg* 2ut; Tay 3vg* ui; NVn 18vg; VC "
    assert vc(f"{groups}1", (6,), card=MONSOON).move == "attack Ple guerrillas {6}"
    assert vc(f"{groups}2", (6, 6), card=MONSOON).move == ("attack Ple guerrillas {6}, Tay guerrillas {6}")


def test_8_5_5_tax_behind_an_attack_without_ambush() -> None:
    """sa-1: after an Attack without Ambush VC Tax, and do not Subvert."""
    found = vc("Ple 3vg* ab; NVn 22vg; SaCT vg; VC 1", (6, 6, 5, 1), card=MONSOON)
    assert found.move == "attack Ple guerrillas {1} Ple-ab | tax SaCT"
    assert found.says("8.5.5/sa-1")


def test_8_5_5_no_attack_without_resources() -> None:
    """At 0 Resources VC do not Attack."""
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
    """Unshaded Booby Traps (card 101) limit the Ambush to 1 space instead of 2."""
    position = "SaCT vg; CTLP vg; Sai 2ut ui; BXu at; NVn 26vg; VC 3"
    one = vc(f"{position}; capabilities 101:unshaded", card=MONSOON)
    assert one.move == "attack SaCT | ambush SaCT, Sai-ui"
    assert vc(position, card=MONSOON).move == "attack SaCT, CTLP | ambush SaCT, Sai-ui, CTLP, BXu-at"


def test_8_5_4_main_force_battalions() -> None:
    """Card 104, shaded: one Ambush of the Operation removes 2 pieces, Troops and Police in turn."""
    found = vc("HuKS vg; QTr 2at 2ap; NVn 26vg; VC 3; capabilities 104:shaded", card=MONSOON)
    assert found.move == "attack HuKS | ambush HuKS, QTr-at-ap"


def test_8_5_4_claymores() -> None:
    """Unshaded Claymores (card 17) bar an Ambush from a LoC."""
    found = vc("SaCT vg; Sai 2ut ui; NVn 28vg; VC 1; momentum 17:unshaded", None, card=MONSOON)
    assert "ambush" not in found.move


def test_8_5_4_underground_guerrillas_stay_where_no_step_wants_them() -> None:
    """Underground Guerrillas stay if Kien Hoa is at Active Opposition, where only Active ones go."""
    roads = "CTLP vg; CTBL vg; NVn 23vg; VC 5; CaT AO; KGi AO"
    there = f"BXu vg 2vg* AO; {roads}"
    assert "BXu>KHo:2vg*, " in vc(f"{there}; KHo AO", None).move
    assert "BXu>KHo:vg+vg*, " in vc(f"{there}; KHo PO", None).move
