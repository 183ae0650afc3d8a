"""Levels of Support and Opposition (1.6.1)."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """A level of Support or Opposition (1.6.1), as the notation writes it.

    `value_` is its number, from 2 (Active Support) down to -2 (Active Opposition).
    """

    __slots__ = ("value_",)

    value_: int

    __hash__ = str.__hash__

    def __init__(self, code: str) -> None:
        self.value_ = 2 - len(type(self).__members__)

    ACTIVE_SUPPORT = "AS"
    PASSIVE_SUPPORT = "PS"
    NEUTRAL = "N"
    PASSIVE_OPPOSITION = "PO"
    ACTIVE_OPPOSITION = "AO"

    @property
    def words(self) -> str:
        """The level in words: "Passive Support"."""
        return self.name.replace("_", " ").title()


_LEVELS = tuple(Level)


def level(value: int) -> Level:
    """The level from 2 (Active Support) down to -2 (Active Opposition).

    >>> level(1).words
    'Passive Support'
    """
    return _LEVELS[2 - value]
