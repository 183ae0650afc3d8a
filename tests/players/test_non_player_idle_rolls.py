"""8.2, 8.3: no dice are rolled for spaces that will all be selected, whatever their order (NP-Q50)."""

from __future__ import annotations

from typing import Any

from players.arvn_decides import arvn, in_phase
from players.insurgents_decide import nva, vc
from us_decides import us


def spaces_rolled_for(lines: list[str]) -> list[str]:
    """Return the dice lines by which spaces were drawn."""
    return [line for line in lines if " space " in line or " even " in line]


def test_8_5_1_both_spaces_to_subvert() -> None:
    """sa-2: if only two equal spaces can be Subverted, no dice are rolled; of three 2 are drawn."""
    both = vc("Ple vg PS; Hue 2vg at ap PO; DaN 2vg 2at PO; VC 12")
    assert both.move == "terror Hue, DaN, Ple | subvert Hue-at-ap, DaN-2at" and not both.dice
    three = vc("Ple vg PS; Hue 2vg 2at AO; DaN 2vg 2at AO; CaT 2vg 2at AO; VC 12", (3, 3, 1, 5))
    assert three.move == "terror Ple | subvert Hue-2at, CaT-2at"


def test_8_6_1_both_spaces_to_bombard() -> None:
    """sa-2: if only two Provinces can be Bombarded, no dice are rolled; of three 2 are drawn."""
    there = "QTr 6nt 6at; BDi 6nt 6at; trail 2; NVA 9"
    assert nva(there).move.startswith("bombard QTr-at, BDi-at")
    assert nva(f"{there}; KPh 6nt 6at", None).dice[0] == "dice NVA 8.6.1/sa-2 space {1 1}"


def test_8_6_1_two_ambushes_apart() -> None:
    """sa-1: two Ambushes of one ARVN cube each, in two spaces, need no dice."""
    found = nva("QTi ng 2at; BDi ng 2at; trail 3; NVA 3", (1,))
    assert found.move == "attack QTi, BDi | ambush QTi QTi-at, BDi BDi-at"


def test_8_6_1_an_ambush_that_gives_way_to_bombard() -> None:
    """sa-1: rich NVA do not Ambush a single piece, so no dice are rolled; with 3 Resources they draw it."""
    there = "HuDN ng; Hue ap; DaN ap; QTr 6nt 6at; trail 3"
    found = nva(f"{there}; NVA 4", (1,))
    assert found.move.startswith("bombard QTr-at") and found.dice == ["dice NVA 8.6.1/if-2 {1}"]
    assert spaces_rolled_for(nva(f"{there}; NVA 3", None).dice)


def test_8_7_2_both_spaces_to_govern() -> None:
    """sa-2, sa-3: Patronage from two equal Cities needs no dice; if Aid is short, the first City is drawn."""
    there = "Kon 2at ap AS; QNh 2at ap AS; patronage 10; ARVN 3; capabilities 61:shaded"
    spaces = "Hue nt; DaN nt; CRa nt; CaT nt; Sai nt"
    assert not spaces_rolled_for(arvn(f"{there}; {spaces}; aid 10").dice)
    assert spaces_rolled_for(arvn(f"{there}; {spaces}; aid 1", None).dice)


def test_8_5_6_all_spaces_to_agitate() -> None:
    """Equal spaces need no dice if Resources pay for all; with fewer Resources one is drawn."""
    there = "KPh vg; Tay vg; leaders 127"
    coup: dict[str, Any] = {"phase": "support-vc", "card": "played 127"}
    assert not vc(f"{there}; VC 9", (), **coup).dice
    assert vc(f"{there}; VC 3", (5, 5), **coup).move.startswith("agitate Tay Tay=AO")


def test_8_8_8_and_8_7_6_all_spaces_to_pacify() -> None:
    """Equal spaces need no dice if the limit of 4, the money and the score allow all of them."""
    there = "Kon at ap PO; QNh at ap PO; oop 20ut"
    assert in_phase("support-arvn", f"{there}; ARVN 30").move == "pacify Kon=PS, QNh=PS"
    assert in_phase("support-arvn", f"{there}; ARVN 7", (4, 6)).move == "pacify Kon=PS"


def test_8_3_locs_come_behind_other_spaces() -> None:
    """Provinces go before an equal LoC: two Provinces are Bombarded without dice."""
    found = nva("QTr 6nt 6at; BDi 6nt 6at; HuDN nt 3at; trail 2; NVA 9")
    assert found.move.startswith("bombard QTr-at, BDi-at") and not found.dice


def test_8_7_2_aid_is_the_same_from_equal_spaces() -> None:
    """sa-3: two Cities that bring the same Aid and do not change themselves need no dice."""
    there = "Kon 2at ap AS; QNh at ap PS; CRa at ap PS; patronage 10; ARVN 3; aid 10; capabilities 61:shaded"
    found = arvn(f"{there}; Hue nt; DaN nt; CaT nt; Sai nt")
    assert found.move == "train AnL+3at+3ap | govern Kon patronage, QNh aid" and not found.dice


def test_8_7_3_cubes_that_are_all_needed() -> None:
    """do-1: no dice for the origins of 4 Police if all 4 are needed; a City with 3 comes first."""
    rest = "SaCT 2vg*; Hue nt; DaN nt; CRa nt; Kon nt; QNh nt; AnL nt; oop 28at 25ap 6ar 3ab"
    found = arvn(f"Sai 2ap; CaT 2ap; {rest}")
    assert found.move == "patrol Sai>SaCT:2ap, CaT>SaCT:2ap assault SaCT-2vg*" and not found.dice
    assert arvn(f"Sai 2ap; CaT 3ap; {rest}").move.startswith("patrol CaT>SaCT:3ap, Sai>SaCT:ap ")


def test_8_5_1_terror_in_both_with_the_tax_of_a_loc_between() -> None:
    """do-1, do-2: two equal Terror spaces need no dice if Tax pays for the second; else one is drawn."""
    there = "KPh 2vg PS; BDi 2vg PS; VC 1"
    found = vc(f"{there}; HuDN vg")
    assert found.move == "terror BDi | tax HuDN | terror KPh" and not found.dice
    assert vc(there).move == "terror BDi | tax BDi, KPh | terror KPh" and not vc(there).dice
    assert vc("KPh vg PS; BDi vg PS; VC 1", None).dice == ["dice VC 8.5.1/do-2 space {1 1}"]


def test_8_5_3_rally_in_both_with_the_tax_of_a_loc_between() -> None:
    """do-0, do-1: two equal Bases need no dice if Tax pays for the second Rally."""
    found = vc("KPh 4vg*; BDi 4vg*; HuDN vg; VC 1")
    assert found.move == "rally BDi-2vg*+vb | tax HuDN | rally KPh-2vg*+vb" and not found.dice


def test_8_7_4_each_assault_that_cannot_be_paid_with_the_others_is_drawn() -> None:
    """do-3: three equal spaces need no dice with 9 Resources; with 6, dice also choose the second of two."""
    there = "Tay 6at 2nt; BDi 6at 2nt; QTi 6at 2nt; oop 12at 30ap 6ar 3ab"
    found = arvn(f"{there}; ARVN 9")
    assert found.move == "assault QTi-2nt, BDi-2nt, Tay-2nt" and not found.dice
    assert arvn(f"{there}; ARVN 6", None).dice == ["dice ARVN 8.7.4/do-3 space {1 1}"] * 2


def test_8_7_7_troops_that_do_not_suffice_are_drawn_for() -> None:
    """2 Troops for 2 Cities that want 2 cubes each: the City is drawn; 4 Troops need no dice."""
    cities = "; ".join([f"{name} 2at ap" for name in ("Hue", "DaN", "Kon", "QNh", "CRa")])
    there = f"{cities}; AnL ap; CaT ap; Sai 9ap; SaBM vg"
    found = in_phase("redeploy-arvn", f"{there}; KPh 2at", (6, 6))
    assert found.dice == ["dice ARVN 8.7.7 space {6 6}"]
    assert not in_phase("redeploy-arvn", f"{there}; KPh 4at").dice


def test_8_8_3_sa_1_troops_for_both_destinations() -> None:
    """Two Air Lift destinations that both get their Troops need no dice, from one origin or two."""
    there = "KGi vg*; KHo vg*; trail 0"
    moved = "assault | airlift KPh>KHo:ut, KPh>KGi:ut | assault KHo-vg*, KGi-vg*"
    assert us(f"KPh ub 5ut; {there}", "assault") == moved
    assert us(f"KPh 2ut 3ng; {there}", "assault") == moved


def test_8_8_3_sa_1_troops_of_both_origins() -> None:
    """Two origins that give all spare Troops need no dice; if one Troop can stay, its origin is drawn."""
    there = "KGi 3ut ub; KHo 3ut ub; trail 0"
    both = us(f"{there}; BXu 6vg*", "assault")
    assert both == "assault | airlift KHo>BXu:3ut, KGi>BXu:3ut | assault BXu-6vg*"
    assert us(f"{there}; BXu 5vg*", "assault", [1, 1]).count(">BXu:") == 2


def test_8_8_3_added_arvn_assaults_elsewhere_do_not_call_for_dice() -> None:
    """do-1: no dice for equal spaces that come first, though ARVN may help in one of two later ones."""
    there = "Hue ut 3at 3vg*; DaN ut 2at 2vg*; KGi 2ut vg*; KHo 2ut vg*; trail 0; ARVN 30"
    found = us(there, "assault", [1, 1])  # the origin of the Troops lifted to Hue
    assert found.startswith("assault KHo-vg*, KGi-vg*, DaN-vg* arvn DaN-vg* | airlift ")


def test_8_8_3_sa_2_hits_enough_for_all_need_no_dice() -> None:
    """Two equal spaces or LoCs are both struck without dice; of three with 2 hits 2 are drawn."""
    two = "KHo at vg*; KGi at vg*; trail 0"
    assert us(two, "airstrike", [2]) == "airstrike {2} KHo-vg*, KGi-vg*"
    assert us("SaCT at vg*; SaDL at vg*; trail 0", "airstrike", [2]) == "airstrike {2} SaDL-vg*, SaCT-vg*"
    assert us(f"{two}; QTi at vg*", "airstrike", [2, 2, 6, 2, 6]).count("-vg*") == 2


def test_8_8_3_sa_2_one_more_space_only() -> None:
    """With 2 spaces in Monsoon the second one is drawn from equals, even if the hits reach both."""
    there = "BDi at 3vg* PO; KHo at vg* AO; KGi at vg* AO; trail 0; played 41; next 127; eligible US"
    found = us(there, "airstrike", [4, 2, 6])
    assert "BDi-3vg*" in found and found.count("-vg*") == 1


def test_8_8_7_do_4_no_platoons_where_nobody_trains() -> None:
    """No Training and no dice for a Police's space, if nothing can be placed or Pacified."""
    there = "Hue 4ut AS; oop 6ui; capabilities 18:unshaded; trail 0; econ 15"
    assert us(f"{there}; Sai 4ut AS; ARVN 15", "train") == ""
    assert us(f"{there}; Sai 4ut PS ap; ARVN 18", "train") == "train Sai platoons, Hue+ap pacify Sai=AS"


def test_8_6_6_whose_troops_come_first() -> None:
    """do-1: no die for Troops from two spaces that all go on; without COIN Control nearby, dice decide."""
    there = "NVn nb 3nt; CLa nb; Par 2nb 6nt 2ng; QTr nb 2ng 3at; trail 2"
    coup: dict[str, Any] = {"phase": "redeploy-nva", "card": "played 125; next 68; leaders 126 125"}
    found = nva(f"{there}; Hue 3at ap", **coup)
    assert found.move == "redeploy NVn>CLa:nt, Par>CLa:nt, Par>QTr:nt, Par>QTr:4nt" and not found.dice
    assert "NP-Q50" in found.decision.readings
    assert found.decision.trace[1].facts == ("every choice leads to the same position",)
    assert nva(there, None, **coup).dice


def test_8_7_7_cities_that_no_police_may_enter_are_not_drawn() -> None:
    """Police may enter no City without COIN Control (6.4.2), so none is drawn: 1 goes to Route 13."""
    found = in_phase("redeploy-arvn", "CRa 3vg*; Tay ap 3ng*; BXu 4ap vg PS; PhB 2ng* 2nt 3vg* AS; SaBM ap")
    assert found.move == "redeploy BXu>SaBM:ap" and not found.dice
