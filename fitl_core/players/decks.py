"""How a deck is prepared (2.1), by whatever draws: dice from a seed, or a key that is opened later."""

from __future__ import annotations

import msgspec

from fitl_core.facts.cards import cards as card_list
from fitl_core.facts.options import BOTTOM_EVENTS, PERIOD_EVENTS, POLITICAL_RHYTHM
from fitl_core.facts.scenarios import Scenario, scenario, set_out
from fitl_core.players.dice import Draws
from fitl_core.record.position import Position
from fitl_core.record.setup import Setup
from fitl_core.state.state import FAILED_ATTEMPTS


def random_deck(setup: Setup, dice: Draws) -> list[int]:
    """A deck as it is prepared (2.1): piles of Events, a Coup card shuffled into each.

    From a position it is what can lie behind the cards that have come up in it, every order of them as likely
    as if the deck had been looked at down to there. Raises `UnknownName` for a scenario that there is not.
    """
    start = scenario(setup.scenario)
    by_period = PERIOD_EVENTS in setup.options
    seen = _come_up(setup.position)
    laid_out = [number for number, _ in set_out(start, setup.options, setup.players)]
    out = (*laid_out, *seen)
    left = [n for n, card in card_list().items() if card.kind == "event" and n not in out]
    piles = _piles_left(start, seen)
    due = sum([pile.coup for pile in piles])
    coups = iter(dice.sample(_coups_left(start, setup.position, seen, due), due))
    deck: list[int] = []
    for pile in piles:
        fitting = [n for n in left if not by_period or card_list()[n].period == pile.period]
        cards = dice.sample(fitting, pile.events)
        left = [n for n in left if n not in cards]
        if pile.coup:
            first = pile.size - 1 - BOTTOM_EVENTS if POLITICAL_RHYTHM in setup.options else 0
            cards.insert(dice.draw(range(max(first - pile.gone, 0), pile.events + 1)), next(coups))
        deck += cards
    return deck


class _PileLeft(msgspec.Struct, frozen=True):
    """What is left of a pile of `size` cards, of which `gone` have come up: with its Coup card, or not."""

    period: str
    size: int
    gone: int
    coup: bool

    @property
    def events(self) -> int:
        return self.size - self.gone - self.coup


def _come_up(position: Position | None) -> tuple[int, ...]:
    """The deck's cards that have come up in a position; a Pivotal Event came from a Faction's hand."""
    if position is None:
        return ()
    coming = () if position.next is None else (position.next,)
    return tuple([n for n in (*position.played, *coming) if card_list()[n].kind != "pivotal"])


def _piles_left(start: Scenario, seen: tuple[int, ...]) -> list[_PileLeft]:
    """The piles, from the top, in which cards are left."""
    found, begins = [], 0
    for events, period in start.piles:
        size, above = events + 1, seen[begins : begins + events + 1]
        if len(above) < size:
            coup = not any(card_list()[n].is_coup for n in above)
            found.append(_PileLeft(period, size, len(above), coup))
        begins += size
    return found


def _coups_left(start: Scenario, position: Position | None, seen: tuple[int, ...], due: int) -> list[int]:
    """The Coup cards that can still come up; one in the Leader box only where else too few could."""
    coups = [n for n, card in card_list().items() if n and card.is_coup and n not in start.leader_box]
    if start.id == "short":
        coups.remove(FAILED_ATTEMPTS[0] if FAILED_ATTEMPTS[1] in seen else FAILED_ATTEMPTS[1])
    box = position.leaders or () if position is not None else ()
    left = [n for n in coups if n not in seen]
    outside = [n for n in left if n not in box]
    return outside if len(outside) >= due else left
