"""The list of the cards: number, title, Period, Faction order and kind (2.3, 5.1-5.4)."""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.facts.data import once, read
from fitl_core.facts.factions import Faction

Side = Literal["unshaded", "shaded"]
SIDES: tuple[Side, ...] = ("unshaded", "shaded")


class Card(msgspec.Struct, frozen=True):
    """The printed data of a card without its text. `sides` is "single" if there is no shaded text."""

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
        """The Faction of the Capability; None if the Event is no Capability (5.3).

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


@once
def cards() -> dict[int, Card]:
    """Every card by its number, 1 to 130; 0 is Duong Van Minh, printed on the board (2.4.1)."""
    return {card.number: card for card in read("cards.json", _CardList).cards}


@once
def coup_cards() -> frozenset[int]:
    """The numbers of the Coup cards (2.4)."""
    return frozenset([card.number for card in cards().values() if card.is_coup])


@once
def pivotal_cards() -> dict[Faction, int]:
    """Return each Faction's Pivotal Event: the one on which it comes first (2.3.8)."""
    return {card.order[0]: card.number for card in cards().values() if card.kind == "pivotal"}
