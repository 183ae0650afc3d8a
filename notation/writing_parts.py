"""Helpers that write spaces, boxes and cards, and refuse values that cannot be written."""

from __future__ import annotations

from fitl_core.facts.game_map import spaces_by_id
from notation.errors import UnwritableError
from notation.parts import LAST_CARD

_BOXES = ("available", "casualties", "oop")


def code_of(space: str) -> str:
    """Return the code of the space with this id. Raises `UnwritableError` if no space has it."""
    where = spaces_by_id().get(space)
    if where is None:
        raise UnwritableError(f'no space has the id "{space}"')
    return where.code


def place_of(place: str) -> str:
    """Return the name of a box, or the code of the space with this id.

    Raises `UnwritableError` for neither.
    """
    return place if place in _BOXES else code_of(place)


def number_of_card(number: int) -> int:
    """Return the number of a card. Raises `UnwritableError` if no card has it."""
    demand(1 <= number <= LAST_CARD, "no card has the number", number)
    return number


def demand(sound: bool, message: str, what: object) -> None:
    """Raise `UnwritableError` with the message and the value `what`, unless the value is `sound`."""
    if not sound:
        raise UnwritableError(f"{message} {what!r}"[:300])
