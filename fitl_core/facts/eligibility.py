"""The Events that change Eligibility for the next card, by card and side (2.3.6)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fitl_core.facts.card_list import SIDES, Side, cards
from fitl_core.facts.factions import ARVN, FACTIONS, INSURGENT, NVA, US, Faction


class Eligibility(msgspec.Struct, frozen=True):
    """The change by a side of an Event. A Faction in `stays` that executes it stays Eligible.

    Whichever Faction executes it, those in `made` become Eligible and those in `barred` Ineligible.
    """

    stays: tuple[Faction, ...] = ()
    made: tuple[Faction, ...] = ()
    barred: tuple[Faction, ...] = ()

    def left_eligible(self, executing: Faction) -> tuple[Faction, ...]:
        """The Factions that it makes or keeps Eligible, whichever Faction executed it."""
        return (*self.made, *[faction for faction in self.stays if faction is executing])


NOTHING = Eligibility()
WHOEVER = Eligibility(stays=FACTIONS)
_NO_NVA, _NO_US, _NO_ARVN = Eligibility(barred=(NVA,)), Eligibility(barred=(US,)), Eligibility(barred=(ARVN,))

BY_CARD: Mapping[tuple[int, Side], Eligibility] = {
    (10, "unshaded"): _NO_NVA,
    (15, "shaded"): WHOEVER,
    (17, "unshaded"): WHOEVER,
    (24, "shaded"): WHOEVER,
    (37, "shaded"): _NO_US,
    (53, "unshaded"): WHOEVER,
    (54, "unshaded"): Eligibility(made=(US,), barred=(NVA,)),
    (54, "shaded"): _NO_US,
    (60, "shaded"): Eligibility(stays=(NVA,)),
    (64, "unshaded"): Eligibility(stays=INSURGENT),
    (67, "shaded"): Eligibility(barred=(US, ARVN)),
    (69, "unshaded"): WHOEVER,
    (79, "shaded"): _NO_ARVN,
    (80, "unshaded"): WHOEVER,
    (88, "shaded"): _NO_ARVN,
    (103, "unshaded"): Eligibility(made=(US,)),
    (103, "shaded"): _NO_US,
    (109, "shaded"): WHOEVER,
    (115, "unshaded"): WHOEVER,
    (117, "shaded"): _NO_ARVN,
    (121, "unshaded"): _NO_NVA,
}
"""The sides that change Eligibility. The text of an Event with one side counts as unshaded."""


def sides_of(card: int, executed: Side | None = None) -> tuple[Eligibility, ...]:
    """Return the changes by each side of an Event, or by the `executed` side if that is known."""
    both: tuple[Side, ...] = SIDES if cards()[card].sides == "dual" else ("unshaded",)
    return tuple([BY_CARD.get((card, side), NOTHING) for side in both if executed in (None, side)])
