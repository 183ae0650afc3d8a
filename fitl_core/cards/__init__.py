"""The Events: each card's number leads to one home, and each side to one procedure (5.0)."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from fitl_core.cardlist import Side, cards
from fitl_core.choices import Procedure
from fitl_core.errors import NotSupported
from fitl_core.turn import Turn

HOMES = {
    1: "c001_032",
    17: "c001_032",
    43: "c033_064",
    51: "c033_064",
    55: "c033_064",
    68: "c065_096",
    75: "c065_096",
    79: "c065_096",
    97: "c097_120",
    101: "c097_120",
    107: "c097_120",
    112: "c097_120",
}
"""The module of each card whose Event is built."""

EventSide = Callable[[Turn], Procedure | None]
"""One side of an Event: a procedure, or a plain function where nobody has to choose anything."""


def sides(number: int) -> dict[Side, EventSide]:
    """The procedures of a card's sides. Raises `NotSupported` for a card not built yet."""
    if number not in HOMES:
        raise NotSupported(f"the Event of card {number} ({cards()[number].title})", "5.1")
    module = import_module(f"fitl_core.cards.{HOMES[number]}")
    found: dict[Side, EventSide] = module.EVENTS[number]
    return found


def event_procedure(turn: Turn) -> Procedure:
    """Execute the card that is played, on the side that the Faction selects (5.1, 5.2)."""
    number = turn.draft.state.card
    assert number is not None
    procedures = sides(number)
    options: dict[str, None] = dict.fromkeys(procedures)
    side: Side = yield turn.option("the side of the Event", options)
    procedure = procedures[side](turn.under(f"card {number}"))
    if procedure is not None:
        yield from procedure
