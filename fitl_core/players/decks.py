"""How a deck is prepared (2.1), by whatever draws: dice from a seed, or a key that is opened later."""

from __future__ import annotations

from fitl_core.facts.cards import cards as card_list
from fitl_core.facts.options import BOTTOM_EVENTS, PERIOD_EVENTS, POLITICAL_RHYTHM
from fitl_core.facts.scenarios import scenario, set_out
from fitl_core.players.dice import Draws
from fitl_core.record.setup import Setup
from fitl_core.state.state import FAILED_ATTEMPTS


def random_deck(setup: Setup, dice: Draws) -> list[int]:
    """A deck as it is prepared (2.1): piles of Events, a Coup card shuffled into each.

    Raises `UnknownName` for a scenario that there is not.
    """
    start = scenario(setup.scenario)
    by_period = PERIOD_EVENTS in setup.options
    laid_out = [number for number, _ in set_out(start, setup.options, setup.players)]
    left = [n for n, card in card_list().items() if card.kind == "event" and n not in laid_out]
    coups = [n for n, card in card_list().items() if n and card.is_coup and n not in start.leader_box]
    if start.id == "short":
        coups.remove(FAILED_ATTEMPTS[1])
    deck: list[int] = []
    for (number, period), coup in zip(start.piles, dice.sample(coups, start.coups), strict=True):
        pile = dice.sample([n for n in left if not by_period or card_list()[n].period == period], number)
        left = [n for n in left if n not in pile]
        places = range(number - BOTTOM_EVENTS if POLITICAL_RHYTHM in setup.options else 0, number + 1)
        pile.insert(dice.draw(places), coup)
        deck += pile
    return deck
