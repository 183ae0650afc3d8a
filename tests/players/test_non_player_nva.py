"""Non-player NVA: Attack, Terror, Rally, March and Redeploy, with Special Activities (8.6.1 to 8.6.6)."""

from __future__ import annotations

from typing import Any

from insurgents_decide import MONSOON, nva


def test_8_6_1_a_base_in_reach() -> None:
    """if-1: Ambushes and Troops together can take a COIN Base: no roll; Bombard comes first."""
    found = nva("QTr ab at 6nt; NVA 5")
    assert (found.node, found.move) == ("8.6.1/if-1", "bombard QTr-at | attack QTr troops QTr-ab")


def test_8_6_1_two_ambushes_take_a_base() -> None:
    """if-1, sa-1 step 1: the first from a LoC clears the way, the second takes the Base; no dice."""
    found = nva("HuDN ng; HuKS ng; Hue ub ap; trail 3; NVA 5")
    assert (found.node, found.move) == ("8.6.1/if-1", "attack HuKS, HuDN | ambush HuKS, Hue-ap, HuDN, Hue-ub")
    assert found.says("8.6.1/sa-1")


def test_8_6_1_pieces_against_a_die() -> None:
    """if-2: as many pieces as the die shows; above it no Attack; without Resources no roll."""
    position = "QTr 3at ap 4nt; trail 3; NVn nb 3nt; NVA "
    assert nva(f"{position}5", (2,)).node == "8.6.1/if-2"
    assert nva(f"{position}5", (3, 0)).node != "8.6.1/if-2"
    poor = nva(f"{position}0")
    assert (poor.node, poor.move, poor.dice) == ("8.6.2/if-4", "pass", [])


def test_8_6_1_each_space_by_itself() -> None:
    """NP-Q16: over all spaces 2 pieces could go; by the other reading 1, in any one of them."""
    position = "QTr 2at 2nt; Tay 2at 2nt; trail 3; NVA 3"
    assert nva(position, (2, 0)).node == "8.6.1/if-2"
    assert nva(position, (2, 0), readings=("NP-Q16",)).node != "8.6.1/if-2"


def test_8_6_1_no_ambush_beside_four_troops() -> None:
    """sa-1: not from a space with 4 NVA Troops; those of the space struck do not count."""
    assert nva("QTr at 4nt ng; trail 3; NVA 3", (1,)).move == "attack QTr troops QTr-at"
    found = nva("HuDN ng; Hue ut 2ap; QTr 4nt; trail 3; NVA 3", (1,))
    assert found.move == "attack HuDN | ambush HuDN, Hue-ut"


def test_8_6_1_rather_bombard_than_a_single_piece() -> None:
    """sa-1: with 4 Resources a single piece is not worth an Ambush (NP-Q17); with 3 it is."""
    position = "HuDN ng; Hue ut 2ap; trail 3; NVA "
    assert nva(f"{position}3", (1,)).move == "attack HuDN | ambush HuDN, Hue-ut"
    assert "ambush" not in nva(f"{position}4", (1, 0)).move
    assert nva(f"{position}4", (1,), readings=("NP-Q17",)).move == "attack HuDN | ambush HuDN, Hue-ut"


def test_8_6_1_bombard() -> None:
    """sa-2: spaces with NVA pieces, then those beside Troops; a Base, then US Troops. Card 32: 3 or 1."""
    position = "QTr 3at 3nt; QNa 3ut; Hue ab 3at; trail 3; NVA 5"
    attack = " | attack QTr troops QTr-at"
    assert nva(position, (1,)).move == f"bombard QTr-at, Hue-at{attack}"
    guns = f"{position}; capabilities 32:"
    assert nva(f"{guns}shaded", (1,)).move == f"bombard QTr-at, Hue-at, QNa-ut{attack}"
    assert nva(f"{guns}unshaded", (1,)).move == f"bombard QTr-at{attack}"


def test_8_6_1_order_of_attacks() -> None:
    """do-1 2 pieces by Troops, do-2 4 Guerrillas, do-3 1 piece by Troops; Laos and Cambodia first."""
    found = nva("CLa ui 2nt; QTr 3at 4nt; Tay 4ng at; BDi at 2nt; trail 3; NVA 9", None)
    assert found.move == (
        "bombard QTr-at | attack QTr troops QTr-2at, Tay guerrillas {1} Tay-at, CLa troops CLa-ui, "
        "BDi troops BDi-at"
    )


def test_8_6_1_pt_76() -> None:
    """Card 45: shaded a piece for each Troop where most extra go; unshaded 1 Troop is lost before."""
    position = "QTr 3at 3nt; QNa 5ut 4nt; trail 3; NVA 5; capabilities 45:"
    assert nva(f"{position}shaded", (1,)).move.endswith("attack QNa troops QNa-4ut, QTr troops QTr-at")
    assert nva(f"{position}unshaded", (1,)).move.endswith("attack QNa troops QNa-ut, QTr troops QTr-at")


def test_8_6_1_booby_traps() -> None:
    """Card 101, unshaded: 1 Ambush alone does not take the Base."""
    found = nva("HuDN ng; HuKS ng; Hue ub ap; trail 3; NVA 5; capabilities 101:unshaded", None)
    assert found.node != "8.6.1/if-1"


def test_8_6_1_claymores() -> None:
    """Card 17, unshaded: no Ambush from a LoC, so nothing is in reach and no die is rolled."""
    found = nva("HuDN ng; Hue ut 2ap; trail 3; NVA 3; momentum 17:unshaded", None)
    assert not [line for line in found.dice if "8.6.1" in line]


def test_8_6_2_terror_before_the_event_by_the_other_reading() -> None:
    """NP-Q18: by the other reading Terror is tested before the Event."""
    position = "QTr 2nt PS; QTi ng PS; trail 3; NVA 5"
    card = "played 52; next 68; capabilities 18:unshaded 61:shaded"
    assert nva(position, None, card=card).node == "8.6.2/if-3"
    assert nva(position, None, card=card, readings=("NP-Q18",)).node == "8.6.3/if-1"


def test_8_6_3_population_at_support() -> None:
    """if-1: Population at Support in reach against a die; do-1 in each such space."""
    position = "QTr 2nt PS; QTi ng PS; trail 3; NVA 5"
    found = nva(position, (4,))
    assert (found.node, found.move) == ("8.6.3/if-1", "terror QTr, QTi")
    assert nva(position, (5, 0)).node != "8.6.3/if-1"
    assert nva("QTr 2nt; QTi ng* PS; trail 3; NVA 5", None).says("8.6.3/if-1") == ["no"]


def test_8_6_3_too_few_resources() -> None:
    """do-1: highest Population first; NP-Q19: all of it counts, or what Resources pay."""
    position = "QTr 2nt PS; Ple ng PS; trail 3; NVA 1"
    assert nva(position, (3,)).move == "terror QTr"
    assert nva(position, (3, 0), readings=("NP-Q19",)).says("8.6.3/if-1")[-1] == "no"


def test_8_6_3_bombard_behind_terror() -> None:
    """sa-1: Bombard behind Terror."""
    found = nva("QTr 2nt 3at PS; Hue 3nt 3ut ub PS; trail 3; NVA 5", (6, 2))
    assert found.move == "terror Hue, QTr | bombard Hue-ut, QTr-at"


def test_8_6_4_low_trail() -> None:
    """if-1: Trail 0 or 1; the Trail is Improved with 3 Resources left, not with fewer (do-5)."""
    found = nva("NVn nb 3nt; trail 1; NVA 5", (3, 1, 2, 5))
    assert (found.node, found.move) == ("8.6.4/if-1", "rally NVn+2ng, CLa+ng, SLa+ng")
    assert nva("NVn nb 3nt; trail 1; NVA 6", (3, 1, 2, 5)).move.startswith(
        "rally NVn+2ng, CLa+ng, SLa+ng trail+1"
    )


def test_8_6_4_weak_bases_first() -> None:
    """if-2, do-3: Bases with 0 or 1 unit, then other Bases."""
    found = nva("CLa nb nt; NVn nb 3nt; SLa nb 3ng; trail 2; NVA 2", None)
    assert found.node == "8.6.4/if-2"
    assert found.move.startswith("rally CLa+3ng, ")


def test_8_6_4_two_dice() -> None:
    """if-3: the dice exceed the Guerrillas Available; NP-Q20: they are below."""
    position = "CLa 3ng; SLa 3ng; NEC 3ng; Fis 3ng; Par 3ng; trail 3; NVA 5"
    assert nva(position, (3, 3, 0)).node == "8.6.4/if-3"
    assert nva(position, (2, 3, 0)).node.startswith("8.6.5")
    assert nva(position, (2, 2, 0), readings=("NP-Q20",)).node == "8.6.4/if-3"


def test_8_6_4_a_base_could_be_placed() -> None:
    """if-4, do-1: 4 Insurgents, 2 of them NVA Guerrillas, and room; then Infiltrate."""
    found = nva("KPh 3ng 2vg; NVn nb 2nt; trail 2; NVA 9", (3, 1))
    assert found.node == "8.6.4/if-4"
    assert found.move == (
        "rally KPh-2ng+nb, NVn+3ng, CLa+ng trail+1 | "
        "infiltrate NVn build NVn+4nt NVn-ng+nt, KPh build KPh+4nt"
    )


def test_8_6_4_coin_control_beyond_the_border() -> None:
    """do-2: at COIN Control in Laos or Cambodia before the Bases."""
    assert nva("CLa 2at; NVn nb 3nt; trail 1; NVA 2", None).move == "rally CLa+ng, NVn+2ng"


def test_8_6_4_aaa() -> None:
    """Card 31, unshaded: 1 space where the Trail will be Improved, else 3."""
    bases = "CLa nb nt; NVn nb 3nt; capabilities 31:unshaded; trail "
    assert nva(f"{bases}2; NVA 9", None).move.startswith("rally CLa+3ng trail+1")
    assert nva(f"{bases}3; NVA 5", None).move.startswith("rally CLa+4ng, NVn+4ng, Sai+ng")


def test_8_6_4_sa_2s() -> None:
    """Card 34, shaded: the Trail is Improved by 2 boxes."""
    assert "trail+2" in nva("CLa nb nt; NVn nb 3nt; trail 2; NVA 9; capabilities 34:shaded", None).move


def test_8_6_4_trail_at_3() -> None:
    """do-5: from 3 only with 9 Resources left."""
    assert "trail+1" in nva("CLa nb nt; NVn nb 3nt; trail 3; NVA 12", None).move
    assert "trail+" not in nva("CLa nb nt; NVn nb 3nt; trail 3; NVA 11", None).move


def test_8_6_4_559th_transport_group() -> None:
    """Card 46, unshaded: Infiltrate 1 space."""
    found = nva("CLa nb nt; NVn nb 3nt; trail 2; NVA 9; momentum 46:unshaded", None)
    assert found.move.count("build") == 1


def test_8_6_4_mcnamara_line() -> None:
    """sa-2: with card 38 no Infiltrate and no Trail: Bombard."""
    found = nva("CLa nb nt; NVn nb 3nt; QTr 3at; trail 2; NVA 9; momentum 38:unshaded", None)
    assert found.move == "rally CLa+3ng, NVn+3ng, Sai+ng | bombard QTr-at"


def test_8_6_4_infiltrate_takes_a_vc_base() -> None:
    """sa-1 step 1: where NVA pieces outnumber VC and no NVA Base is; Opposition shifts; then Troops."""
    found = nva("KPh vb 2ng AO; CLa nb nt; trail 2; NVA 9", None)
    assert "infiltrate KPh take KPh=PO KPh-vb+nb, CLa build" in found.move
    assert "take" not in nva("KPh vb vg 2ng AO; CLa nb nt; trail 2; NVA 9", None).move


def test_8_6_4_infiltrate_gives_up_a_base() -> None:
    """sa-1 step 1: with no Base Available one beyond the border goes for it."""
    held = "NVn 2nb 6nt; CLa 2nb 2nt; SLa 2nb 2nt; NEC 2nb 2nt; Fis nb 2nt; trail 1; NVA 3"
    found = nva(f"KPh vb 3ng AO; {held}", None)
    assert "NVn-nb" in found.move


def test_8_6_4_infiltrate_gives_up_one_base_only() -> None:
    """sa-1 step 1: one Base goes for one VC Base; the other VC Base stays, and Troops come in its place."""
    held = "NVn 2nb 6nt; CLa 2nb 2nt; SLa 2nb 2nt; NEC 2nb 2nt; Fis nb 2nt; trail 1; NVA 3"
    move = nva(f"KPh vb 3ng AO; Tay vb 3ng AO; {held}", None).move
    assert move.count(" take ") == move.count("-nb") == 1 and "infiltrate" in move


def test_8_6_4_four_troops_in_the_spaces_that_come_first() -> None:
    """sa-1: Guerrillas come before 2 Bases; with Trail 0 that makes 3 Troops, too few, where 4 could be."""
    there = "NVn 2nb 4nt; CLa 2nb 4nt; SLa nb 4nt; trail 0; NVA 1"
    assert nva(there, (2, 5)).move == "rally SLa+ng"
    assert "infiltrate NVn build NVn+2nt, CLa build CLa+2nt" in nva(there, (3, 2)).move


def test_8_6_4_guerrillas_do_not_count_for_four_troops() -> None:
    """NP-Q23: 3 Troops are too few, Guerrillas that turn left aside; by the other reading they count."""
    position = "NVn nb 2ng; trail 1; NVA 1"
    assert "infiltrate" not in nva(position, None).move
    assert "infiltrate" in nva(position, None, readings=("NP-Q23",)).move


def test_8_9_easy_terror_in_one_random_space() -> None:
    """In an easy game only 1 of two equal spaces can be taken, so that it is drawn; else both have Terror."""
    there = "QTr 2nt PS; QTi 2nt PS; trail 3; NVA 9"
    card = "played 68; next 70; done US:operation"
    assert nva(there, (1,), card=card).move.startswith("terror QTr, QTi")
    easy = nva(there, (1, 4, 1), card=card, options=("easy",))
    assert (easy.move, easy.dice[1]) == ("terror QTi", "dice NVA 8.6.3/do-1 space {4 1}")


HELD = "NVn 2nb 4nt; CLa 2nb 2nt; SLa 2nb 2nt; NEC 2nb 2nt"
"""8 Bases, each space with the 2 units that stay, and 2 Troops more in North Vietnam."""


COUP: dict[str, Any] = {"phase": "redeploy-nva", "card": "played 125; next 68"}


def test_8_6_5_whole_march() -> None:
    """do-2 a Guerrilla onto a LoC, do-3 Control of the highest Population; then Infiltrate."""
    found = nva(f"{HELD}; Fis nb 3ng 2nt; trail 3; NVA 5", (3, 1))
    assert found.node == "8.6.5"
    assert found.move == (
        "march Fis>SaBM:ng, NVn>QTr:2nt, Fis>Tay:2nt | infiltrate Fis build Fis+4nt, CLa build CLa+5nt"
    )


def test_8_6_5_the_highway_from_hue_to_da_nang() -> None:
    """do-2: that LoC if it can be reached, whatever else can."""
    found = nva(f"{HELD}; Fis nb 2nt; QTr 3ng; trail 3; NVA 5", None)
    assert "QTr>HuDN:ng" in found.move


def test_8_6_5_a_guerrilla_goes_onto_a_loc_along_the_trail() -> None:
    """do-2: at Trail 4 the LoC may be more than one space away, as in the other steps."""
    there = f"{HELD}; Fis nb 2nt; Par 3ng; NVA 5"
    assert "CTCD:ng" in nva(f"{there}; trail 3", None).move
    found = nva(f"{there}; trail 4", None)
    assert found.dice[0] == "dice NVA 8.6.5/do-2 space {1 1}", "which of several LoCs"
    assert "march Par>" in found.move and "CTCD:ng" not in found.move


def test_8_6_5_units_for_a_base() -> None:
    """do-1: with a Base Available 4 units, 2 of them Guerrillas, meet beyond the border, and stay."""
    found = nva("NVn 2nb 4nt; CLa 2ng nt; SLa 2nb 2nt; NEC nb 2ng; Fis 2nb 2nt; trail 3; NVA 1", None)
    assert found.node == "8.6.5"
    assert found.move.startswith("march NVn>CLa:nt")
    assert "CLa>" not in found.move


def test_8_6_5_not_along_the_trail() -> None:
    """One step only, unless the Trail is at 4."""
    march = f"{HELD}; Fis nb 2nt; KPh 2at; trail 3; NVA 5"
    assert all(path.count(">") < 2 for path in nva(march, None).move.split(","))
    assert "CLa>" in nva(march.replace("trail 3", "trail 4"), None).move


def test_8_6_5_nobody_leaves_by_the_other_reading() -> None:
    """NP-Q25: 2 units stay at the Bases, the others go; by the other reading nobody does."""
    position = f"{HELD}; Fis nb 2nt; trail 3; NVA 5"
    assert "NVn>" in nva(position, None).move
    assert "march" not in nva(position, None, readings=("NP-Q25",)).move


def test_8_6_5_ambush_for_a_base_only() -> None:
    """sa-1: with a Guerrilla that Marched, if a COIN Base goes; else Infiltrate or Bombard."""
    taken = nva(
        "NVn 2nb 2nt; CLa 2nb 2nt; SLa 2nb 2nt; NEC 2nb 2nt; Fis nb 2nt; QTr 3ng; Hue ab; QNa 2ut; "
        "trail 3; NVA 5",
        None,
    )
    assert taken.move.endswith("ambush HuDN, Hue-ab")
    other = nva(f"{HELD}; Fis nb 2nt; QTr 3ng; Hue at; trail 3; NVA 5", None)
    assert "ambush" not in other.move


def test_8_6_5_monsoon() -> None:
    """none: no March in Monsoon: Rally (8.6.4/if-5)."""
    found = nva(f"{HELD}; Fis nb 2nt; trail 3; NVA 5", None, card=MONSOON)
    assert found.node == "8.6.4/if-5"
    assert found.says("8.6.5/none")


def test_8_6_6_two_units_at_each_base() -> None:
    """do-1: spaces with NVA Bases come to 2 units; NVA Control stays where it was."""
    found = nva("NVn nb 6nt; CLa nb; QTr nb 2at; SLa 3nt; trail 3; NVA 5", None, **COUP)
    assert found.move == "redeploy SLa>CLa:2nt, NVn>QTr:2nt"


def test_8_6_6_control_with_no_more_than_needed() -> None:
    """do-2: Troops to a Base of the South add NVA Control, no more than it takes."""
    found = nva("NVn nb 6nt; QTr nb 2nt 4at; trail 3; NVA 5", None, **COUP)
    assert found.move == "redeploy NVn>QTr:2nt"


def test_8_6_6_no_coin_control_where_nva_control_is_out_of_reach() -> None:
    """do-3: too few Troops for NVA Control end COIN Control at least."""
    found = nva("NVn nb 3nt; QTr nb 2nt 4at; trail 3; NVA 5", None, **COUP)
    assert found.move == "redeploy NVn>QTr:nt"


def test_8_6_6_nothing_to_do() -> None:
    """NVA Pass the Redeploy phase if no step moves a piece."""
    assert nva("NVn nb 2nt; trail 3; NVA 5", None, **COUP).move == "pass"
