"""Unseen cards dealt again: each deck is possible by 2.1, and all are equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import msgspec
import pytest

from fitl_core import Setup, State, cards, going_on_from, start
from fitl_core.facts.scenario_list import scenario
from fitl_core.players import Dice, deal, random_game, redeal
from fitl_core.state.deck import check_card, check_end, come_up, size

SETUPS = [
    Setup("short"),
    Setup("medium"),
    Setup("full"),
    Setup("short", options=("period-events",)),
    Setup("full", options=("period-events", "political-rhythm")),
    Setup("medium", options=("political-rhythm",)),
]


def opening(*faces: int, **fields: Any) -> State:
    """Return a position in which these cards have come up."""
    state = start(Setup(**{"scenario": "short", **fields}, cards=faces[:2])).state
    return msgspec.structs.replace(state, played=faces[:-1], card=faces[-2], next=faces[-1])


def positions(setup: Setup, seed: int, most: int = 260) -> list[State]:
    """Return positions of a random game, one for each card."""
    dealt, deck = deal(setup, dice := Dice(seed))
    first = start(dealt).state
    found = {first.card: first}
    for played in islice(random_game(dealt, deck, dice), most):
        found.setdefault(played.after.card, played.after)
    return list(found.values())


def insist_on_legal(state: State, deck: list[int]) -> None:
    """Raise an error unless the deck may come up, card by card, after the seen cards."""
    begun, seen = scenario(state.scenario), come_up(state)
    for number in deck:
        check_card(number, begun, state.options, seen, state.players)
        seen = (*seen, number)
    check_end(begun, seen, state.options)


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.scenario} {' '.join(setup.options)}")
def test_a_deck_dealt_anew_is_one_of_2_1(setup: Setup) -> None:
    """A redealt deck is possible by 2.1 at each card of a game, without the seen cards."""
    for state in positions(setup, 5):
        for seed in range(4):
            deck = redeal(state, seed)
            insist_on_legal(state, deck)
            assert len(deck) == size(scenario(setup.scenario)) - len(come_up(state))


def test_after_the_last_card_nothing_is_left() -> None:
    """The deck shrinks with each card, to none."""
    setup, deck = deal(Setup("short"), Dice(3))
    assert setup.cards is not None
    seen = (*setup.cards, *deck)
    assert [len(redeal(opening(*seen[:n]), 1)) for n in range(2, 28)] == list(range(25, -1, -1))


@pytest.mark.parametrize(
    "seen", [(107, 125), (125, 126), (126, 125, 127), (1, 2), (125, 126, 127, 128, 129, 130)]
)
@pytest.mark.parametrize("options", [("any-deck",), ("any-deck", "period-events")])
def test_a_deck_of_another_kind_is_dealt_anew(options: tuple[str, ...], seen: tuple[int, ...]) -> None:
    """A deck not prepared by 2.1 has each unseen card once, in any order."""
    state = opening(*seen, scenario="full", options=options)
    deck = redeal(state, 3)
    assert deck
    for i, number in enumerate(deck):
        check_card(number, scenario("full"), options, (*seen, *deck[:i]))


def test_the_seed_is_all_that_matters() -> None:
    """The same state and seed give this deck on every platform."""
    state = opening(107, 55)
    deck = [
        9,
        65,
        44,
        127,
        7,
        62,
        5,
        11,
        15,
        53,
        101,
        19,
        128,
        30,
        79,
        115,
        50,
        118,
        6,
        103,
        37,
        22,
        18,
        129,
        41,
    ]
    assert redeal(state, 7) == redeal(state, 7) == redeal(opening(55, 107), 7) == deck
    assert redeal(state, "seven")[:5] == redeal(state, "seven")[:5] != deck[:5]
    assert len({tuple(redeal(state, seed)) for seed in range(50)}) == 50


@pytest.mark.parametrize("seed", [None, 1.5, b"x", (1,)])
def test_a_seed_is_a_number_or_text(seed: Any) -> None:
    """A seed is a number or text; None is refused, because it would give another deck each time."""
    with pytest.raises(TypeError, match="seed takes an int or a str"):
        redeal(opening(107, 55), seed)


def test_a_game_goes_on_with_a_deck_dealt_anew() -> None:
    """A search plays on from any position, with as many decks as it likes."""
    state = positions(Setup("short"), 9)[9]
    setup = going_on_from(Setup("short"), state)
    ends = [list(random_game(setup, redeal(state, seed), Dice(1)))[-1].after for seed in range(3)]
    assert {end.phase for end in ends} <= {"over", "finished"}
    assert len({end.played for end in ends}) == 3


def test_each_place_of_the_coup_card_is_as_likely() -> None:
    """The Coup card is equally likely to be each of the pile's 6 unseen cards."""
    state = opening(107, 55, 10)
    decks = [redeal(state, seed) for seed in range(1800)]
    places = Counter([next(i for i, number in enumerate(deck) if cards()[number].is_coup) for deck in decks])
    assert set(places) == set(range(6))
    assert all(220 < times < 380 for times in places.values()), places


def test_each_event_is_as_likely() -> None:
    """Each unseen Event of the pile's period is equally likely, also one that the deck left out."""
    of_1964 = [number for number, card in cards().items() if card.period == "1964" and card.kind == "event"]
    state = opening(*of_1964[:2], scenario="full", options=("period-events",))
    drawn = Counter([number for seed in range(400) for number in redeal(state, seed)[:5]])
    events = {number: times for number, times in drawn.items() if not cards()[number].is_coup}
    assert set(events) == set(of_1964[2:])
    assert max(events.values()) < 2 * min(events.values())
