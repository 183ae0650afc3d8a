"""The list of the cards: number, title, Period, Faction order and kind (2.3, 5.1-5.4)."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from fitl_core.facts.data import read
from fitl_core.facts.factions import Faction

Side = Literal["unshaded", "shaded"]


class Card(msgspec.Struct, frozen=True):
    """What is printed around a card's text. `sides` is "single" where there is no shaded text."""

    number: int
    title: str
    kind: Literal["event", "pivotal", "coup"]
    sides: Literal["dual", "single"]
    period: str | None = None
    order: tuple[Faction, ...] = ()
    lasting: dict[Side, str] = {}

    @property
    def is_coup(self) -> bool:
        """Whether it is a Coup card (2.4)."""
        return self.kind == "coup"

    @property
    def capability_of(self) -> Faction | None:
        """Whose Capability the Event is, None where it is none (5.3).

        >>> str(cards()[101].capability_of), cards()[17].capability_of
        ('VC', None)
        """
        for lasting in self.lasting.values():
            whose, _, what = lasting.partition("-")
            if what == "capability":
                return Faction(whose.upper())
        return None

    @property
    def id(self) -> str:
        """The title as an id, as used for RVN Leaders.

        >>> cards()[125].id
        'nguyen-khanh'
        """
        return "-".join(self.title.lower().split())


class _CardList(msgspec.Struct):
    provenance: tuple[str, ...]
    cards: tuple[Card, ...]


@cache
def cards() -> dict[int, Card]:
    """Every card by its number, 1 to 130; 0 is Duong Van Minh, printed on the board (2.4.1)."""
    return {card.number: card for card in read("cards.json", _CardList).cards}


@cache
def coup_cards() -> frozenset[int]:
    """The numbers of the Coup cards (2.4)."""
    return frozenset([card.number for card in cards().values() if card.is_coup])


@cache
def pivotal_cards() -> dict[Faction, int]:
    """Each Faction's Pivotal Event: the one on which it comes first (2.3.8)."""
    return {card.order[0]: card.number for card in cards().values() if card.kind == "pivotal"}
