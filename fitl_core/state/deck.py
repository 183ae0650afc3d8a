"""The draw deck: piles of Events with one Coup card each, and the cards that can come up next (2.1)."""

from __future__ import annotations

from functools import cache

import msgspec

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.card_list import Card, Side, cards, coup_cards, pivotal_cards
from fitl_core.facts.options import ANY_DECK, BOTTOM_EVENTS, PERIOD_EVENTS, POLITICAL_RHYTHM
from fitl_core.facts.players import FOUR_PLAYERS, Players
from fitl_core.facts.scenario_list import Scenario, scenario, set_out
from fitl_core.state.state import FAILED_ATTEMPTS, State


class Pile(msgspec.Struct, frozen=True):
    """The pile of the deck from which the next card comes.

    `number` counts from 1 at the top; `place` is where in the pile that card lies, `size` how many
    cards the pile has. `above` are its cards that have come up.
    """

    number: int
    period: str
    place: int
    size: int
    above: tuple[int, ...]

    @property
    def has_had_coup(self) -> bool:
        """Whether the pile's Coup card has come up."""
        return not coup_cards().isdisjoint(self.above)

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the pile in words."""
        coups = [f"{number} {cards()[number].title}" for number in self.above if number in coup_cards()]
        seen = f"Coup cards among those above: {', '.join(coups) or 'none'}"
        return (f"pile {self.number}: card {self.place} of {self.size}", seen)


def size(start: Scenario) -> int:
    """Return the number of cards in the deck: the Events of each pile, and a Coup card each."""
    return sum([events + 1 for events, _ in start.piles])


def come_up(state: State) -> tuple[int, ...]:
    """Return the cards of the deck that have come up, in order: the played ones, then the one that shows.

    A played Pivotal Event came from a Faction's hand, so it is left out.
    """
    showing = (state.next,) if state.next is not None else ()
    held = _of_hands()
    if not held.isdisjoint(state.played):
        return (*[number for number in state.played if number not in held], *showing)
    return (*state.played, *showing)


@cache
def _of_hands() -> frozenset[int]:
    """Return the Pivotal Events: Factions hold them (2.3.8)."""
    return frozenset(pivotal_cards().values())


def coup_cards_left(state: State) -> int:
    """Return the number of Coup cards that have not come up yet, 0 or more (2.4.2)."""
    return max(scenario(state.scenario).coups - len(coup_cards().intersection(state.played)), 0)


def is_final(state: State) -> bool:
    """Whether the deck's last Coup card has been played (2.4.2)."""
    return coup_cards_left(state) == 0


def next_pile(start: Scenario, seen: tuple[int, ...]) -> Pile | None:
    """Return the pile of the card after those `seen`; None at the end of the deck."""
    begins = 0
    for i, (events, period) in enumerate(start.piles, 1):
        if len(seen) <= begins + events:
            return Pile(i, period, len(seen) - begins + 1, events + 1, seen[begins:])
        begins += events + 1
    return None


def check_card(
    number: int,
    start: Scenario,
    options: tuple[str, ...],
    seen: tuple[int, ...] = (),
    players: Players = FOUR_PLAYERS,
) -> None:
    """Raise unless this card can come up after those `seen` (2.1, 2.3.8)."""
    refusal = refuse_stranger(number, start) or _refuse_again(number, seen)
    if refusal is None and ANY_DECK not in options:
        refusal = _refuse_by_deck(number, start, options, seen, players)
    if refusal is not None:
        raise Violation(refusal)


def _refuse_by_deck(
    number: int, start: Scenario, options: tuple[str, ...], seen: tuple[int, ...], players: Players
) -> Refusal | None:
    """Refuse a card that cannot lie there in a deck prepared by 2.1."""
    refusal = _refuse_attempt(number, start, seen)
    if refusal is None and (laid_out := set_out(start, options, players)):
        refusal = _refuse_set_out(cards()[number], laid_out)
    if refusal is None:
        pile = next_pile(start, seen)
        if pile is None:
            why = f"the deck has {size(start)} cards, and all have come up: there is no card {number} in it"
            refusal = Refusal("deck-empty", "2.1", why)
        else:
            card = cards()[number]
            refusal = _refuse_period(card, start, options, pile) or _refuse_in_pile(card, options, pile)
    return refusal


def check_end(start: Scenario, seen: tuple[int, ...], options: tuple[str, ...] = ()) -> None:
    """Raise unless the deck ends after the cards `seen`."""
    if len(seen) < size(start) and ANY_DECK not in options:
        why = "cards are left in the deck; a log may stop here, but there is a next card"
        facts = (f"{len(seen)} of {size(start)} cards have come up",)
        raise Violation(Refusal("deck-not-empty", "2.1", why, facts))


def refuse_stranger(number: int, start: Scenario) -> Refusal | None:
    """Refuse a card that is never in this scenario's deck."""
    card = cards().get(number)
    if card is None or number == 0:
        return Refusal("no-such-card", "2.1", f"there is no card {number}; cards run from 1 to 130")
    if card.kind == "pivotal":
        why = f"card {number} ({card.title}) is a Pivotal Event: its Faction holds it, the deck has none"
        return Refusal("pivotal-in-deck", "2.3.8", why)
    if number in start.leader_box:
        why = f"card {number} ({card.title}) lies in the RVN Leader box from the start"
        return Refusal("card-twice", "2.1", why)
    return None


def _refuse_again(number: int, seen: tuple[int, ...]) -> Refusal | None:
    """Refuse a card that has come up before: each is in the deck once."""
    if number in seen:
        why = f"card {number} has come up already: each is in the deck once"
        return Refusal("card-twice", "2.1", why)
    return None


def _refuse_attempt(number: int, start: Scenario, seen: tuple[int, ...]) -> Refusal | None:
    """Refuse a second Failed Attempt in the Short scenario: its deck has only one."""
    if number in FAILED_ATTEMPTS and start.id == "short" and any(n in seen for n in FAILED_ATTEMPTS):
        return Refusal("card-twice", "2.1", "the Short scenario has only one Failed Attempt")
    return None


def _refuse_set_out(card: Card, capabilities: tuple[tuple[int, Side], ...]) -> Refusal | None:
    """Refuse a Capability that is in effect from the start (2.1, 8.9)."""
    if all(number != card.number for number, _ in capabilities):
        return None
    why = f"card {card.number} ({card.title}) is a Period Capability, in effect from the start"
    return Refusal("period-capability", "2.1", why)


def _refuse_period(card: Card, start: Scenario, options: tuple[str, ...], pile: Pile) -> Refusal | None:
    """Refuse an Event of another Period, if the game has Period Events."""
    if PERIOD_EVENTS not in options or card.is_coup:
        return None
    if card.period != pile.period:
        why = f"card {card.number} ({card.title}) is of {card.period}; this pile has Events of {pile.period}"
        return Refusal("wrong-period", "2.1", why, pile.facts[:1])
    return None


def _refuse_in_pile(card: Card, options: tuple[str, ...], pile: Pile) -> Refusal | None:
    """Refuse a card by the pile: it has exactly one Coup card, near the bottom with Political Rhythm."""
    if not card.is_coup:
        if pile.place == pile.size and not pile.has_had_coup:
            why = f"card {card.number} ({card.title}) is an Event, but this pile's Coup card is still due"
            return Refusal("coup-due", "2.1", why, pile.facts)
        return None
    if pile.has_had_coup:
        why = f"card {card.number} ({card.title}) is a second Coup card in one pile"
        return Refusal("second-coup", "2.1", why, pile.facts)
    first = pile.size - BOTTOM_EVENTS
    if POLITICAL_RHYTHM in options and pile.place < first:
        why = f"by Political Rhythm this pile's Coup card is its card {first} or a later one"
        return Refusal("coup-too-early", "2.1", why, pile.facts[:1])
    return None
