"""Standing orders for Pivotal Events (2.3.8): sealed when they are given, opened when they bite.

    VC: pivotal if playable, else waive
    VC: waive

An order bites where its Faction could place its Pivotal Event. The first one does so as soon as it can, the
second one waives it on every card. It stands until it has placed the card or is taken back.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.table.refusals import TableError

PLACE = "pivotal if playable, else waive"
WAIVE = "waive"


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

    >>> read_order("vc: Pivotal if playable else waive").text
    'VC: pivotal if playable, else waive'
    """
    whose, _, what = text.partition(":")
    faction = next((one for one in FACTIONS if one.lower() == whose.strip().lower()), None)
    words = " ".join(what.replace(",", " ").lower().split())
    if faction is not None and words == PLACE.replace(",", ""):
        return Order(faction, "pivotal")
    if faction is not None and words == WAIVE:
        return Order(faction, "waive")
    why = f'no standing order: "{text[:80]}"; say "VC: {PLACE}" or "VC: {WAIVE}"'
    raise TableError(why, "2.3.8")
