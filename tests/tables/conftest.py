"""Tables whose first die is known."""

from __future__ import annotations

import pytest
from seated import HIT, Seated

from fitl_core import Setup

MISS = 11
"""The seed of a short game in which VC acts first, and whose first die is a 5."""


@pytest.fixture
def hit() -> Seated:
    """VC acts first; the first die of the game lets an Attack of 2 Guerrillas hit."""
    return Seated(Setup("short"), HIT)


@pytest.fixture
def miss() -> Seated:
    """VC acts first; the first die of the game lets an Attack of 2 Guerrillas fail."""
    return Seated(Setup("short"), MISS)
