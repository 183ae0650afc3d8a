"""The four Factions, with their friends and enemies (1.5)."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal


class Faction(StrEnum):
    """A Faction, by the tag in front of its moves."""

    US = "US"
    ARVN = "ARVN"
    NVA = "NVA"
    VC = "VC"

    __slots__ = ("is_coin",)

    is_coin: bool  # Counterinsurgent (1.5.1)

    # Enum hashes by name in Python code; the string's own hash is the same key, faster.
    __hash__ = str.__hash__

    def __init__(self, tag: str) -> None:
        self.is_coin = tag in ("US", "ARVN")

    @property
    def enemies(self) -> tuple[Faction, Faction]:
        """The two Factions it fights (1.5.1).

        >>> [str(f) for f in Faction.US.enemies]
        ['NVA', 'VC']
        """
        return INSURGENT if self.is_coin else COIN


US, ARVN, NVA, VC = Faction.US, Faction.ARVN, Faction.NVA, Faction.VC
FACTIONS = (US, NVA, ARVN, VC)
COIN = (US, ARVN)
INSURGENT = (NVA, VC)
GIVERS = {NVA: VC, VC: NVA}
"""The giver for each receiver of Resources, NVA or VC (1.5.2)."""

ControlName = Literal["coin", "nva", "none"]
"""The side that Controls a space (1.7)."""
CONTROL_WORDS: dict[ControlName, str] = {"coin": "COIN", "nva": "NVA", "none": "none"}
