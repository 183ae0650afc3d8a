"""What every part of a line is written with: spaces, boxes, cards, and the refusal of the rest."""

from __future__ import annotations

from fitl_core.facts.board import spaces_by_id
from notation.errors import UnwritableError
from notation.parts import LAST_CARD

_BOXES = ("available", "casualties", "oop")


def code_of(space: str) -> str:
    """The code of a space by its id. Raises `UnwritableError` for none."""
    there = spaces_by_id().get(space)
    if there is None:
        raise UnwritableError(f'no space has the id "{space}"')
    return there.code


def place_of(place: str) -> str:
    """A box, or the code of a space. Raises `UnwritableError` for neither."""
    return place if place in _BOXES else code_of(place)


def number_of_card(number: int) -> int:
    """The number of a card. Raises `UnwritableError` for that of none."""
    demand(1 <= number <= LAST_CARD, "no card has the number", number)
    return number


def demand(sound: bool, message: str, what: object) -> None:
    """Raise `UnwritableError` with the message, unless it is `sound`."""
    if not sound:
        raise UnwritableError(f"{message} {what!r}"[:300])
