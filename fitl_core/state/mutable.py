"""A position that can be changed while an event is carried out or effects are folded."""

from __future__ import annotations

import msgspec

from fitl_core.facts.pieces import Pieces
from fitl_core.state.state import Space, State

_replace = msgspec.structs.replace


class MutableState:
    """A position while effects are applied (`fitl_core.state.applying`). No other code changes a position."""

    __slots__ = (
        "aid",
        "available",
        "casualties",
        "econ",
        "out_of_play",
        "patronage",
        "resources",
        "spaces",
        "state",
        "touched",
        "trail",
    )

    def __init__(self, state: State) -> None:
        self.load(state)

    def load(self, state: State) -> None:
        """Load a position."""
        self.state: State = state  # pieces and tracks below are newer than this until `freeze`
        self.spaces: list[Space] = list(state.spaces)
        self.available: Pieces = state.available
        self.casualties: Pieces = state.casualties
        self.out_of_play: Pieces = state.out_of_play
        self.aid: int = state.aid
        self.patronage: int = state.patronage
        self.econ: int = state.econ
        self.trail: int = state.trail
        self.resources: list[int] = list(state.resources)
        self.touched: set[int] = set()  # the indexes of spaces that pieces entered or left

    def freeze(self) -> State:
        """Return the position as an immutable State."""
        return _replace(
            self.state,
            spaces=tuple(self.spaces),
            available=self.available,
            casualties=self.casualties,
            out_of_play=self.out_of_play,
            aid=self.aid,
            patronage=self.patronage,
            econ=self.econ,
            trail=self.trail,
            resources=tuple(self.resources),
        )
