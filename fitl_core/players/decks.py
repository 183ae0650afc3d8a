"""Prepare decks (2.1) from any source of chance: dice with a seed, or a key that is opened later.

Read next `fitl_core.players.dice`.
"""

from __future__ import annotations

import msgspec

from fitl_core.facts.card_list import cards as card_list
from fitl_core.facts.options import BOTTOM_EVENTS, PERIOD_EVENTS, POLITICAL_RHYTHM
from fitl_core.facts.players import Players
from fitl_core.facts.scenario_list import Scenario, scenario, set_out
from fitl_core.players.dice import Dice, Draws
from fitl_core.record.position import Position
from fitl_core.record.setup import Setup
from fitl_core.state.deck import come_up
from fitl_core.state.state import FAILED_ATTEMPTS, State


def random_deck(setup: Setup, dice: Draws) -> list[int]:
    """Return a deck prepared by 2.1: piles of Events, with a Coup card shuffled into each.

    If the setup has a position, return the undrawn rest of a deck that fits the position's cards. Every order
    that fits is equally likely. Raises `UnknownName` for an unknown scenario.
    """
    position = setup.position
    box = (position.leaders or ()) if position is not None else ()
    start = scenario(setup.scenario)
    return _prepared(start, setup.options, setup.players, _come_up(position), box, dice)


def redeal(state: State, seed: int | str) -> list[int]:
    """Return a new order of the cards that have not come up, top card first (2.1).

    The deck fits everything that is known: the revealed cards, the piles, the Coup cards and the options.
    Each such deck has the same chance as it had during the setup. The same state and seed give the same deck
    on every machine.

    >>> from fitl_core import Setup, start
    >>> state = start(Setup("short", cards=(107, 55))).state
    >>> redeal(state, 7) == redeal(state, 7), 107 in redeal(state, 7), len(redeal(state, 7))
    (True, False, 25)
    """
    start, seen = scenario(state.scenario), come_up(state)
    return _prepared(start, state.options, state.players, seen, state.leader_box, Dice(seed))


def card_chances(state: State) -> dict[int, float]:
    """Return the cards that can come up next, each with its chance (2.1); empty at the end of the deck.

    The chances are those of `redeal`.

    >>> from fitl_core import Setup, start
    >>> chances = card_chances(start(Setup("short")).state)
    >>> round(sum(chances.values()), 9), round(chances[127], 4), chances[107] == chances[55]
    (1.0, 0.037, True)
    """
    start, seen = scenario(state.scenario), come_up(state)
    piles = _piles_left(start, seen)
    if not piles:
        return {}
    pile, options = piles[0], state.options
    out = {*[number for number, _ in set_out(start, options, state.players)], *seen}
    by_period = PERIOD_EVENTS in options
    events = [
        number
        for number, card in card_list().items()
        if card.kind == "event" and number not in out and (not by_period or card.period == pile.period)
    ]
    due = min(sum([one.coup for one in piles]), start.coups - sum([card_list()[n].is_coup for n in seen]))
    coups = _coups_left(start, state.leader_box, seen, due) if pile.coup else []
    first = pile.size - 1 - BOTTOM_EVENTS if POLITICAL_RHYTHM in options else 0
    left = pile.size - pile.gone
    of_coup = 0.0 if not coups or pile.gone < first else 1 / left if left > 1 and events else 1.0
    chances = dict.fromkeys(coups, of_coup / len(coups)) if of_coup else {}
    if of_coup < 1 and events:
        chances |= dict.fromkeys(events, (1 - of_coup) / len(events))
    return dict(sorted(chances.items()))


def _prepared(
    start: Scenario,
    options: tuple[str, ...],
    players: Players,
    seen: tuple[int, ...],
    box: tuple[int, ...],
    dice: Draws,
) -> list[int]:
    """Return the rest of a deck whose cards in `seen` have come up. `box` holds the Coup cards in the Leader
    box.
    """
    by_period = PERIOD_EVENTS in options
    laid_out = [number for number, _ in set_out(start, options, players)]
    out = (*laid_out, *seen)
    remaining_events = [n for n, card in card_list().items() if card.kind == "event" and n not in out]
    piles = _piles_left(start, seen)
    due = min(sum([pile.coup for pile in piles]), start.coups - sum([card_list()[n].is_coup for n in seen]))
    coups = dice.sample(possible := _coups_left(start, box, seen, due), min(due, len(possible)))
    deck: list[int] = []
    for pile in piles:
        fitting = [n for n in remaining_events if not by_period or card_list()[n].period == pile.period]
        has_coup = pile.coup and bool(coups)  # with `any-deck` the Coup cards can run short
        cards = dice.sample(fitting, min(pile.size - pile.gone - has_coup, len(fitting)))
        remaining_events = [n for n in remaining_events if n not in cards]
        if has_coup:
            first = pile.size - 1 - BOTTOM_EVENTS if POLITICAL_RHYTHM in options else 0
            cards.insert(dice.draw(range(max(first - pile.gone, 0), len(cards) + 1)), coups.pop(0))
        deck += cards
    return deck


class _PileLeft(msgspec.Struct, frozen=True):
    """The rest of a pile of `size` cards. `gone` of its cards have come up; `coup` says whether its Coup card
    is left.
    """

    period: str
    size: int
    gone: int
    coup: bool


def _come_up(position: Position | None) -> tuple[int, ...]:
    """Return the deck's cards that have come up in a position. Pivotal Events are not counted: Factions hold
    those.
    """
    if position is None:
        return ()
    coming = () if position.next is None else (position.next,)
    return tuple([n for n in (*position.played, *coming) if card_list()[n].kind != "pivotal"])


def _piles_left(start: Scenario, seen: tuple[int, ...]) -> list[_PileLeft]:
    """Return the piles that still have cards, from the top of the deck."""
    piles, begins = [], 0
    for events, period in start.piles:
        size, above = events + 1, seen[begins : begins + events + 1]
        if len(above) < size:
            coup = not any(card_list()[n].is_coup for n in above)
            piles.append(_PileLeft(period, size, len(above), coup))
        begins += size
    return piles


def _coups_left(start: Scenario, box: tuple[int, ...], seen: tuple[int, ...], due: int) -> list[int]:
    """Return the Coup cards that can still come up. Cards in the Leader box count only if the others are too
    few.
    """
    coups = [n for n, card in card_list().items() if n and card.is_coup and n not in start.leader_box]
    if start.id == "short":
        coups.remove(FAILED_ATTEMPTS[0] if FAILED_ATTEMPTS[1] in seen else FAILED_ATTEMPTS[1])
    unseen_coups = [n for n in coups if n not in seen]
    outside = [n for n in unseen_coups if n not in box]
    return outside if len(outside) >= due else unseen_coups
