"""Standing orders for Pivotal Events (2.3.8): sealed when they are given, opened when they act.

    VC: pivotal if playable, else waive
    VC: waive

An order acts when its Faction could place its Pivotal Event. The first form places the card as soon as it
can; the second form waives it on every card. An order stands until it has placed the card or is taken back.
Read `automatic_steps` next.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.facts.card_list import cards, pivotal_cards
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.table.refusals import TableError

PLACE = "pivotal if playable, else waive"
WAIVE = "waive"
IF_PLAYABLE = " if playable else waive"


class PivotalOrder(msgspec.Struct, frozen=True):
    """A standing order: its Faction, and its deed."""

    faction: Faction
    deed: Literal["pivotal", "waive"]

    @property
    def text(self) -> str:
        """The order in its one form."""
        return f"{self.faction}: {PLACE if self.deed == 'pivotal' else WAIVE}"


def read_order(text: str) -> PivotalOrder:
    """Return the order of a text. Case, commas and spaces do not matter.

    The card may be named by its number, its title, or the first word of its title. Raises `TableError` for
    any other text.

    >>> read_order("vc: Tet if playable else waive").text
    'VC: pivotal if playable, else waive'
    """
    _, _, what = text.partition(":")
    faction = faction_of_order(text)
    words = " ".join(what.replace(",", " ").lower().split())
    if faction is not None and words == WAIVE:
        return PivotalOrder(faction, "waive")
    named, condition, _ = words.partition(IF_PLAYABLE)
    if faction is not None and condition and words.endswith(IF_PLAYABLE) and named in _names(faction):
        return PivotalOrder(faction, "pivotal")
    own = faction or "VC"
    why = f'no standing order: "{text[:80]}"; write "{own}: {PLACE}" or "{own}: {WAIVE}"'
    raise TableError(why, "2.3.8")


def faction_of_order(text: str) -> Faction | None:
    """Return the Faction whose order a text is; None if it names none."""
    whose = text.partition(":")[0].strip().lower()
    return next((one for one in FACTIONS if one.lower() == whose), None)


def _names(faction: Faction) -> tuple[str, ...]:
    number = pivotal_cards()[faction]
    title = cards()[number].title.lower()
    numbers = (f"{number}", f"#{number}", f"card {number}")
    with_title = [f"{one} {title}" for one in numbers]
    return ("pivotal", "pivotal event", title, title.split()[0], *numbers, *with_title)
