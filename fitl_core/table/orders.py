"""Standing orders for Pivotal Events (2.3.8): sealed when they are given, opened when they bite.

    VC: pivotal if playable, else waive
    VC: waive

An order bites where its Faction could place its Pivotal Event. The first one does so as soon as it can, the
second one waives it on every card. It stands until it has placed the card or is taken back.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.facts.cards import cards, pivotal_cards
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.table.refusals import TableError

PLACE = "pivotal if playable, else waive"
WAIVE = "waive"
IF_PLAYABLE = " if playable else waive"


class Order(msgspec.Struct, frozen=True):
    """What a standing order says: of which Faction, and what is to be done."""

    faction: Faction
    deed: Literal["pivotal", "waive"]

    @property
    def text(self) -> str:
        """The order in its one form."""
        return f"{self.faction}: {PLACE if self.deed == 'pivotal' else WAIVE}"


def read_order(text: str) -> Order:
    """The order that a text says; letters large or small, commas and spaces do not matter.

    The card may be called by its number, its title, or the first word of it.

    >>> read_order("vc: Tet if playable else waive").text
    'VC: pivotal if playable, else waive'
    """
    whose, _, what = text.partition(":")
    faction = next((one for one in FACTIONS if one.lower() == whose.strip().lower()), None)
    words = " ".join(what.replace(",", " ").lower().split())
    if faction is not None and words == WAIVE:
        return Order(faction, "waive")
    called, found, _ = words.partition(IF_PLAYABLE)
    if faction is not None and found and words.endswith(IF_PLAYABLE) and called in _names(faction):
        return Order(faction, "pivotal")
    own = faction or "VC"
    why = f'no standing order: "{text[:80]}"; say "{own}: {PLACE}" or "{own}: {WAIVE}"'
    raise TableError(why, "2.3.8")


def _names(faction: Faction) -> tuple[str, ...]:
    number = pivotal_cards()[faction]
    title = cards()[number].title.lower()
    numbers = (f"{number}", f"#{number}", f"card {number}")
    with_title = [f"{one} {title}" for one in numbers]
    return ("pivotal", "pivotal event", title, title.split()[0], *numbers, *with_title)
