"""Non-player ARVN Sweep (8.7.5)."""

from __future__ import annotations

from players.arvn_decides import arvn


def test_8_7_5_do_2_control_in_the_two_spaces_of_most_population() -> None:
    """Kien Phong has Troops enough; one each goes on to Tay Ninh and Kien Hoa (NP-C97)."""
    found = arvn("Sai 27at 30ap; KPh 3at 2vg PS")
    assert (found.node, found.move) == ("8.7.5", "sweep KPh, Sai>Tay:at, Sai>KHo:at, KPh*2vg")


def test_8_7_5_as_far_as_resources_go() -> None:
    """With 3 Resources 1 space."""
    assert arvn("Sai 27at 30ap; KPh 3at 2vg PS; ARVN 3").move == "sweep KPh KPh*2vg"


def test_8_7_5_do_1_support_then_vc_then_population() -> None:
    """Kien Phong at Support, then Tay Ninh (2) and Quang Duc (1) with VC; Binh Tuy with NVA is left out."""
    found = arvn("Sai 24at 28ap; Tay 2at 4vg; KPh ap 2ng PS; QDu at vg; BTu 3at ng", None)
    assert found.move.startswith("sweep KPh, Tay, QDu, ")


def test_8_7_5_do_2_most_guerrillas_first_then_control() -> None:
    """In Jungle 2 find 1: 6 Troops for 4 in Tay Ninh, 1 for Kien Phong, where 1 more brings Control."""
    found = arvn("Sai 24at 28ap; Tay 2at 4vg; KPh ap 2ng PS; QDu at vg; BTu 3at ng", None)
    assert "Sai>Tay:6at, Sai>KPh:at, Sai>KPh:at" in found.move
    assert found.move.endswith("KPh*2ng, Tay*4vg, QDu*vg")


def test_8_7_5_do_2_origins_keep_3_cubes_and_control() -> None:
    """Saigon with 4 cubes gives 1 to the Sweep, Binh Tuy with 3 none; Control alone binds a Transport."""
    found = arvn("Sai 3at ap; BTu 3at; KPh at 3vg PS; oop 22at 28ap 6ar 3ab", None)
    assert found.move == "sweep KPh, Sai>KPh:at moved | transport Sai>KPh:at | sweep KPh*3vg"


def test_8_7_5_do_3_transport_finds_more() -> None:
    """Troops in Binh Dinh cannot reach by Sweep what they reach by road."""
    found = arvn("BDi 10at 2ap; KPh at 4vg PS; oop 18at 28ap 6ar 3ab", None)
    assert "moved | transport BDi" in found.move
    assert "| sweep KPh*4vg" in found.move


def test_8_7_5_do_4_vc_before_nva() -> None:
    """3 of 4 are found: both VC first."""
    found = arvn("KPh 3at 2vg 2ng PS; oop 27at 30ap 6ar 3ab", None)
    assert found.move == "sweep KPh KPh*2vg*ng"


def test_8_7_5_none_in_monsoon() -> None:
    """Assault instead (2.3.9)."""
    found = arvn("KPh 3at 2vg PS; oop 27at 30ap 6ar 3ab", None, card="played 41; next 127; eligible ARVN")
    assert not found.move.startswith("sweep")
    assert found.says("8.7.4/if-4") == ["yes"]


def test_8_7_5_booby_traps_and_cobras() -> None:
    """Shaded Booby Traps: a die in each space that is searched; unshaded Cobras take a piece behind it."""
    found = arvn(
        "Sai 24at 28ap; Tay 2at 2vg 2ng; KPh 4at; capabilities 101:shaded 13:unshaded", [1, 1, 2, 6, 6]
    )
    assert found.move == "sweep Tay, Sai>Tay:6at, Sai>KHo:at, KPh>KGi:at, Tay*2vg*2ng {2} {6} {6} Tay-vg*"
