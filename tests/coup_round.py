"""Positions in a Coup Round (6.0): in a phase, or as the round begins."""

from __future__ import annotations

from typing import Any

from table import Game, position

CITIES = {
    "Hue": "2ap",
    "DaN": "ap",
    "Kon": "ap",
    "QNh": "ap",
    "CRa": "ap",
    "AnL": "ap",
    "Sai": "3ap",
    "CaT": "ap",
}
"""COIN Control of every City: nothing is Sabotaged for want of it."""

EDITIONS = ("original", "second")


def governed(spaces: str = "", **fields: Any) -> Game:
    """A position with COIN Control of every City that is not named."""
    named = {part.split(":")[0].strip() for part in spaces.split(";")}
    rest = "; ".join(f"{city}: {pieces}" for city, pieces in CITIES.items() if city not in named)
    return position(f"{spaces}; {rest}", **{"available": "0ut 0ub", "leader": (128,), **fields})


def in_phase(phase: str, spaces: str = "", **fields: Any) -> Game:
    """A position in this phase of a Coup Round."""
    return governed(spaces, **{"card": 126, "phase": phase, "played": (17, 126), **fields})


def a_round_begins(spaces: str = "", next: int = 126, **fields: Any) -> Game:
    """Begin a Coup Round: a Coup card has just been turned up after card 17."""
    return governed(spaces, **{"card": 17, "next": next, "phase": "finished", **fields}).play("next #43")


def pass_through(game: Game) -> list[str]:
    """Everybody Passes to the end of the card; the phases that waited for somebody."""
    phases = []
    while game.to_act is not None:
        phases.append(game.state.phase)
        game.play(f"{game.to_act} pass")
    return phases
