"""8.2, 8.3: no dice are rolled for spaces that will all be selected, whatever their order (NP-Q50)."""

from __future__ import annotations

from typing import Any

from players.arvn_decides import arvn, in_phase
from players.insurgents_decide import nva, vc


def spaces_rolled_for(lines: list[str]) -> list[str]:
    """The dice lines by which spaces were drawn."""
    return [line for line in lines if " space " in line or " even " in line]


def test_8_5_1_both_spaces_to_subvert() -> None:
    """sa-2: two equal spaces are both Subverted; of three 2 are drawn."""
    both = vc("Ple vg PS; Hue 2vg at ap PO; DaN 2vg 2at PO; VC 12")
    assert both.move == "terror Hue, DaN, Ple | subvert Hue-at-ap, DaN-2at" and not both.dice
    three = vc("Ple vg PS; Hue 2vg 2at AO; DaN 2vg 2at AO; CaT 2vg 2at AO; VC 12", (3, 3, 1, 5))
    assert three.move == "terror Ple | subvert Hue-2at, CaT-2at"


def test_8_6_1_both_spaces_to_bombard() -> None:
    """sa-2: a Base in each of two Provinces with NVA Troops: both are Bombarded; of three 2 are drawn."""
    there = "QTr 6nt 6at; BDi 6nt 6at; trail 2; NVA 9"
    assert nva(there).move.startswith("bombard QTr-at, BDi-at")
    assert nva(f"{there}; KPh 6nt 6at", None).dice[0] == "dice NVA space {1 1}"


def test_8_6_1_two_ambushes_apart() -> None:
    """sa-1: two Guerrillas that Ambush one ARVN cube each, in two spaces, do so without a roll."""
    found = nva("QTi ng 2at; BDi ng 2at; trail 3; NVA 3", (1,))
    assert found.move == "attack QTi, BDi | ambush QTi QTi-at, BDi BDi-at"


def test_8_7_2_both_spaces_to_govern() -> None:
    """sa-2, sa-3: Patronage from two Cities at Active Support; where Aid runs short, the first is drawn."""
    there = "Kon 2at ap AS; QNh 2at ap AS; patronage 10; ARVN 3; capabilities 61:shaded"
    spaces = "Hue nt; DaN nt; CRa nt; CaT nt; Sai nt"
    assert not spaces_rolled_for(arvn(f"{there}; {spaces}; aid 10").dice)
    assert spaces_rolled_for(arvn(f"{there}; {spaces}; aid 1", None).dice)


def test_8_5_6_all_spaces_to_agitate() -> None:
    """With Resources for all, equal spaces come without a roll; with fewer one is drawn."""
    there = "KPh vg; Tay vg; leaders 127"
    coup: dict[str, Any] = {"phase": "support-vc", "card": "played 127"}
    assert not vc(f"{there}; VC 9", (), **coup).dice
    assert vc(f"{there}; VC 3", (5, 5), **coup).move.startswith("agitate Tay Tay=AO")


def test_8_8_8_and_8_7_6_all_spaces_to_pacify() -> None:
    """Within 4 spaces, money and the score equal spaces come without a roll."""
    there = "Kon at ap PO; QNh at ap PO; oop 20ut"
    assert in_phase("support-arvn", f"{there}; ARVN 30").move == "pacify Kon=PS, QNh=PS"
    assert in_phase("support-arvn", f"{there}; ARVN 7", (4, 6)).move == "pacify Kon=PS"


def test_8_3_locs_come_behind_other_spaces() -> None:
    """Two Provinces and a LoC are equal: the Provinces are Bombarded, and no dice tell them apart."""
    found = nva("QTr 6nt 6at; BDi 6nt 6at; HuDN nt 3at; trail 2; NVA 9")
    assert found.move.startswith("bombard QTr-at, BDi-at") and not found.dice
