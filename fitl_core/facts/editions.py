"""The two editions of the rules."""

from __future__ import annotations

from enum import StrEnum


class Edition(StrEnum):
    """The governing rulebook: see `docs/look-up/editions.md`."""

    SECOND = "second"
    ORIGINAL = "original"
