"""Non-player ARVN Assault and Raid (8.7.4)."""

from __future__ import annotations

import pytest
from players.arvn_decides import MONSOON, arvn


def test_8_7_4_if_2_an_nva_troop_calls_for_assault_behind_transport() -> None:
    """No Ranger can Raid; 6 Troops more remove both Troops (NP-C69)."""
    found = arvn("Sai 27at 30ap; Tay 3at 2nt")
    assert (found.node, found.move) == ("8.7.4/if-2", "transport Sai>Tay:6at | assault Tay-2nt")


def test_8_7_4_if_1_control_that_would_change_calls_for_assault() -> None:
    """4 Troops against 4 Active Guerrillas: 2 go, COIN Control comes."""
    found = arvn("Sai 20at 28ap 6ar; Tay 4at 4vg*")
    assert (found.node, found.move) == ("8.7.4/if-1", "raid Sai>Tay:ar Tay-2vg* | assault Tay-2vg*")


def test_8_7_4_if_3_pieces_beside_a_base_without_hidden_guerrillas() -> None:
    """With an Underground Guerrilla there it does not hold."""
    exposed = arvn("Sai 20at 28ap 6ar; Tay 4at vb 2vg*")
    assert (exposed.node, exposed.move) == ("8.7.4/if-3", "raid Sai>Tay:ar Tay-2vg* | assault Tay-vb")
    assert arvn("Sai 20at 28ap 6ar; Tay 4at vb vg vg*", None).says("8.7.4/if-3") == ["no"]


def test_8_7_4_sa_1_raid_with_one_ranger_then_assault() -> None:
    """The Base is out of reach of the Raid: a Guerrilla and a Troop go, then the rest (NP-C96)."""
    found = arvn("Sai 26at 30ap 2ar; Tay 4at 2nt vg* vb")
    assert found.move == "raid Sai>Tay:ar Tay-vg*-nt | assault Tay-nt-vb"


def test_8_7_4_sa_1_bases_first_then_as_many_rangers_as_control_takes() -> None:
    """A Base alone goes first; into Tay Ninh 2 Rangers move, as COIN Control then comes."""
    found = arvn("Sai 26at 28ap 3ar 2ab; Tay 3nt; KPh 2vg; BTu vb", None)
    assert found.move.startswith("raid Sai>BTu:ar BTu-vb, Sai>Tay:2ar Tay-2nt |")


def test_8_7_4_sa_1_an_active_ranger_cannot_strike() -> None:
    """No Raid, so Sweep goes without."""
    found = arvn("Sai 26at 28ap 3ar* 2ab; Tay 3nt; KPh 2vg", None)
    assert found.move.startswith("sweep ")


def test_8_7_4_sa_1_no_origin_loses_coin_control() -> None:
    """The only Ranger of An Loc holds it against a Guerrilla: it does not leave."""
    found = arvn("Sai 10at 4ap; AnL ar ap vg; KPh vg; Tay vg*; oop 20at 25ap 3ab", None, card=MONSOON)
    assert "AnL>" not in found.move.split("|")[0]


def test_8_7_4_sa_1_typhoon_kate_leaves_one_space() -> None:
    """Card 115."""
    found = arvn("Sai 26at 28ap 4ar ab; Tay nt vb^; KPh 2vg; momentum 115:unshaded", None)
    assert found.move.startswith("raid Sai>KPh:ar KPh-2vg |")


def test_8_7_4_if_4_in_monsoon_a_tunnel_is_rolled_for() -> None:
    """No condition holds, no Sweep in Monsoon: Assault where a Tunnel roll comes (do-1)."""
    found = arvn("Sai 24at 28ap 2ar; KPh 3at vg; AnL ap; Tay 2at vb^", [4], card=MONSOON)
    assert (found.node, found.move) == ("8.7.4/if-4", "raid Sai>KPh:ar KPh-vg | assault Tay {4}")


def test_8_7_4_do_1_to_do_4_in_this_order() -> None:
    """A Base, then Population that changes Control, then last enemies, then 2 or more; 3 spaces in all."""
    spaces = "DaN 4at vg*; Hue 4at 5vg*; KHo 4at vb; CaT 4at ap 4vg*"
    found = arvn(f"{spaces}; Sai 3ap; oop 14at 26ap 6ar 3ab", None)
    assert found.move.split("assault ")[1].startswith("KHo-vb, Hue-2vg*, DaN-vg*")


def test_8_7_4_do_4_most_pieces_first() -> None:
    """With Resources for 1 space: 3 pieces before 2."""
    found = arvn("Hue 6at 4vg*; DaN 4at 3vg*; oop 20at 28ap 6ar 3ab; ARVN 3", card=MONSOON)
    assert found.move == "assault Hue-3vg*"
    assert found.says("8.7.4/do-4")[0] == "Hue"


def test_8_7_4_none_is_patrol_and_a_transport_for_nothing_is_not_made() -> None:
    """1 of 2 Troops could go, which no step wants, and nothing can be Transported there: Patrol instead."""
    found = arvn("Fis 3at 2nt; Sai 6ap; oop 27at 24ap 6ar 3ab", None)
    assert found.says("8.7.4/if-2") == ["yes"]
    assert found.node == "8.7.3/if-3"
    assert found.move.startswith("patrol Sai>")


@pytest.mark.parametrize(("troops", "moves"), [("2nt", True), ("4ng", False)])
def test_8_7_4_transport_only_where_it_enables_an_assault(troops: str, moves: bool) -> None:
    """6 Troops more clear 2 enemies, which the 3 there cannot; against hidden ones they are of no use."""
    found = arvn(f"Sai 20at 28ap 6ar*; Tay 3at {troops}; AnL 2ab", None, card=MONSOON)
    assert ("transport Sai>Tay:6at | assault Tay-2nt" in found.move) == moves
