"""8.5.3: how Non-player VC Rally; 8.5.6: how they Agitate."""

from __future__ import annotations

from insurgents_decide import MONSOON, vc


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
    """(a) Population times levels: Tay Ninh by two levels before Kien Phong; Terror costs what it costs."""
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
