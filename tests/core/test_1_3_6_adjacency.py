"""Adjacency (1.3.6): borders, Provinces across a LoC, and everything that meets at a Town."""

import pytest
from table import position, refuses

from fitl_core.facts.game_map import adjacent, board, spaces_by_id

BY_CODE = {space.code: space for space in spaces_by_id().values()}


@pytest.mark.parametrize(
    "pair",
    [
        ("QDu", "CRDL"),  # Quang Duc and Route 11 meet at Da Lat
        ("QDu", "KhH"),  # across Route 21
        ("Sai", "QDu"),  # plain neighbours
        ("CRDL", "SaDL"),  # two LoCs that end in one Town
        ("SaCT", "KPh"),  # a LoC and an adjacent Province
    ],
)
def test_1_3_6_examples_are_adjacent(pair):
    """The pairs in the rulebook's examples are adjacent, both ways."""
    a, b = (BY_CODE[code] for code in pair)
    assert adjacent(a, b) and adjacent(b, a)


@pytest.mark.parametrize("pair", [("CRa", "QDu"), ("Hue", "DaN"), ("Sai", "CaT"), ("NVn", "SLa")])
def test_1_3_6_not_adjacent(pair):
    """A LoC lies between Cities; that does not make them adjacent."""
    a, b = (BY_CODE[code] for code in pair)
    assert not adjacent(a, b)


def test_1_3_6_adjacency_goes_both_ways():
    """No space is its own neighbour, and adjacency is mutual."""
    for space in board().spaces:
        assert space.id not in space.adjacent
        assert all(space.id in spaces_by_id()[name].adjacent for name in space.adjacent)


def test_1_3_6_march_across_a_loc():
    """Case 1.3.6-01: a March from Quang Duc to Khanh Hoa crosses Route 21 in one step."""
    game = position("QDu: vg", to_act="VC", VC=4).play("VC march QDu>KhH:vg")
    assert game["KhH"] == "vg"
    assert game.resources("VC") == 3


def test_1_3_6_no_march_beyond():
    """A space two steps away is refused with both names."""
    with refuses("1.3.6", because="Quang Nam and Hue are not adjacent", code="not-adjacent"):
        position("QNa: vg", to_act="VC").play("VC march QNa>Hue:vg")
