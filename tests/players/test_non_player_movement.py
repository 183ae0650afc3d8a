"""The solver of movements: when the order of equal destinations does not matter (NP-Q50), and best sets."""

from __future__ import annotations

import pytest
from non_player_table import Cup, driven, table

from fitl_core.facts.factions import ARVN
from fitl_core.facts.game_map import along
from fitl_core.facts.pieces import Count, Kind
from fitl_core.players.non_players.arvn.patrol import Patrol
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.events.supplies import Supplies
from fitl_core.players.non_players.flows import CONDUCT
from fitl_core.players.non_players.movement import (
    Share,
    best_sets,
    met_together,
    order_is_idle,
    pick_share,
    shares_of,
)
from fitl_core.players.non_players.together import up_to

Stock = dict[str, tuple[int, str]]
"""Pieces of each origin, and the destinations that they reach."""


@pytest.mark.parametrize(
    ("why", "needs", "stock", "idle"),
    [
        ("own origins", {"a": 1, "b": 2}, {"x": (2, "a"), "y": (2, "b")}, True),
        ("a single origin", {"a": 1, "b": 2}, {"x": (4, "ab")}, True),
        ("too few for all", {"a": 1, "b": 2}, {"x": (2, "ab")}, False),
        ("everything is wanted", {"a": 1, "b": 2}, {"x": (2, "ab"), "y": (1, "ab")}, True),
        ("the same from the same", {"a": 1, "b": 1}, {"x": (2, "ab"), "y": (1, "ab")}, True),
        ("different needs from the same", {"a": 1, "b": 2}, {"x": (2, "ab"), "y": (2, "ab")}, False),
        ("one gives to the other", {"a": 1, "b": 1}, {"x": (2, "a"), "a": (1, "b")}, False),
    ],
)
def test_8_2_the_order_of_equal_destinations(
    why: str, needs: dict[str, int], stock: Stock, idle: bool
) -> None:
    """All can be served together, and no order changes what comes from where."""
    supplies = Supplies(
        {at: {Kind.NT: number} for at, (number, _) in stock.items()},
        {at: number for at, (number, _) in stock.items()},
        {at: ends for at, (_, ends) in stock.items()},
        (Kind.NT,),
    )
    assert order_is_idle(needs, supplies) is idle, why
    by_lot = idle or why.startswith("different")
    assert order_is_idle(needs, supplies, by_lot=True) is by_lot, why


def test_8_2_a_scarce_kind_makes_the_order_matter() -> None:
    """Only 1 Policeman: whoever is served first gets it. Enough of each kind: no order matters."""
    for police, idle in ((1, False), (3, True), (0, True)):
        stock = {"x": {Kind.AP: police, Kind.AT: 4}}
        supplies = Supplies(stock, {"x": police + 4}, {"x": "ab"}, (Kind.AP, Kind.AT))
        assert order_is_idle({"a": 1, "b": 2}, supplies) is idle


def test_8_8_5_do_2_needs_that_are_met_together() -> None:
    """x or y can give 2 here; only x reaches the other space, so only from y both get theirs."""
    stock = {at: {Kind.UT: 2} for at in "xy"}
    supplies = Supplies(stock, {"x": 2, "y": 2}, {"x": ["here", "other"], "y": ["here"]}, (Kind.UT,))
    met = [
        met_together(supplies.without(at, Kind.UT, gone), {"other": 2}, 1, {"here": 2 - gone})
        for at, gone in (("x", 2), ("y", 2), ("x", 1), ("y", 1))
    ]
    assert met == [0, 1, 0, 1]
    assert met_together(supplies, {"here": 2, "other": 2}, 1) == 1


def test_8_2_needs_for_several_purposes_are_alike_only_in_all_of_them() -> None:
    """One City lacks a Policeman, another a Troop: the order may decide which space has given both."""
    stock = {at: {Kind.AP: 4, Kind.AT: 4} for at in "xy"}
    supplies = Supplies(stock, {"x": 8, "y": 8}, {"x": "ab", "y": "ab"}, (Kind.AP, Kind.AT))
    assert order_is_idle({"a": (1, 0), "b": (1, 0)}, supplies)
    assert not order_is_idle({"a": (1, 0), "b": (0, 1)}, supplies)


def test_8_1_3_best_sets_have_the_highest_figures() -> None:
    """Sets that are impossible have no figures."""
    people = {"a": 2, "b": 1, "c": 1}

    def figures(chosen: tuple[str, ...]) -> tuple[int, ...] | None:
        return None if {"b", "c"} <= set(chosen) else (sum([people[one] for one in chosen]), -len(chosen))

    assert best_sets("abc", range(1, 4), figures) == [("a", "b"), ("a", "c")]
    assert best_sets("abc", (), figures) == []
    assert best_sets("abc", range(1, 4), figures, lambda chosen: "b" not in chosen) == [("a", "c")]


def test_8_1_3_shares_give_each_space_one_of_its_numbers() -> None:
    """Up to 2 spaces: each alone, then both together."""
    hue, saigon = along(("hue", "saigon"))
    shares = list(shares_of({hue: (1, 3), saigon: (2,)}, 2))
    assert shares[:3] == [{hue: 1}, {hue: 3}, {saigon: 2}]
    assert shares[3:] == [{hue: 1, saigon: 2}, {hue: 3, saigon: 2}]
    assert list(shares_of({hue: (1, 3), saigon: (2,)}, 1)) == shares[:3]


def test_8_2_spaces_of_equal_shares_are_drawn_one_after_another() -> None:
    """Each gets the fewest pieces of all shares; if one share has just these, no dice are needed."""
    hue, saigon, kontum = along(("hue", "saigon", "kontum"))
    d = Decider(table(""), ARVN, CONDUCT)

    def picked(*shares: Share) -> Share:
        found: Share = driven(pick_share(d, "8.7.7", shares), Cup(dice))
        return found

    dice: tuple[int, ...] = ()
    assert picked({hue: 3}, {hue: 1, saigon: 2}) == {hue: 1, saigon: 2}
    dice = (3, 3)  # Hue
    assert picked({hue: 1, saigon: 2}, {kontum: 1}) == {hue: 1, saigon: 2}


def test_8_7_3_cubes_that_may_leave_are_counted_again_when_cities_must_be_held() -> None:
    """do-2: Cities keep 3 cubes and their last Police; for do-1 they might have been emptied."""
    (hue,) = along(("hue",))
    moving = Patrol(Decider(table("Hue 4at ap"), ARVN, CONDUCT))
    assert moving.number(hue) == 5
    assert moving.leaving(hue, (Kind.AP,)) == (Count(1, Kind.AP),)
    moving.empties_cities = False
    assert moving.number(hue) == 2
    assert moving.leaving(hue, (Kind.AP,)) == ()


def test_8_3_a_loc_does_not_count_while_pieces_are_enough_for_the_other_spaces() -> None:
    """2 pieces for 2 equal Cities and a LoC need no dice; 1 piece for them does."""
    d, spaces = Decider(table(""), ARVN, CONDUCT), along(("hue", "saigon", "loc-hue-da-nang"))
    assert driven(d.pick_space("8.4.1", spaces, together=up_to(2)), Cup(())) is spaces[0]
    assert driven(d.pick_space("8.4.1", spaces, together=up_to(1)), Cup((3, 3))) is spaces[0]
