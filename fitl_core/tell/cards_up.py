"""The cards that are face up, with the words of their sides."""

from __future__ import annotations

import msgspec

from fitl_core.facts.card_list import Side, cards
from fitl_core.facts.card_words import card_words
from fitl_core.facts.factions import Faction


class CardUp(msgspec.Struct, frozen=True):
    """A card that is face up, with the effects of its sides in our own words, empty for a Coup card."""

    number: int
    title: str
    order: tuple[Faction, ...]
    is_coup: bool
    sides: dict[Side, str]


def card_up(number: int | None) -> CardUp | None:
    """Return a card that is face up, or None for no card."""
    if number is None:
        return None
    card = cards()[number]
    sides = {} if card.is_coup else dict(card_words()[number])
    return CardUp(number, card.title, card.order, card.is_coup, sides)


def card_up_words(card: CardUp) -> str:
    """Return a card with the order of its Factions: "card 55 Trucks (NVA VC US ARVN)"."""
    about = "a Coup card" if card.is_coup else " ".join(card.order)
    return f"card {card.number} {card.title} ({about})"
