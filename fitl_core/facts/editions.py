"""The two editions of the rules."""

from __future__ import annotations

from enum import StrEnum


class Edition(StrEnum):
    """Which rulebook governs: see `docs/editions.md`."""

    SECOND = "second"
    ORIGINAL = "original"
