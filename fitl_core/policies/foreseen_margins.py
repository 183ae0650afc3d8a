"""Foreseen margins: what a position is worth to a Faction, learned from games.

    foreseen_margin(state, Faction.VC)

The worth is the margin (7.2) that the Faction has at the end of the game, or three Coup Rounds later: a
weighted sum of the figures of the position (`position_figures`). Each Faction has weights for each stage of a
game. `tests/learn_margins.py` learns them from games, by linear regression.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from operator import mul

import msgspec

from fitl_core.facts.data import once
from fitl_core.facts.factions import Faction
from fitl_core.policies.position_figures import FIGURE_NAMES, figures_of
from fitl_core.rules.sequence import COUP_TURNS
from fitl_core.state.deck import coup_cards_left
from fitl_core.state.state import State
from fitl_core.state.victory import margins

MOST_ROUNDS = 3
"""Coup Rounds further ahead are not foreseen."""


class MarginWeights(msgspec.Struct, frozen=True):
    """The weights of the figures `names`, by Faction and stage."""

    names: tuple[str, ...]
    weights: dict[Faction, dict[str, tuple[float, ...]]]


@once
def margin_weights() -> MarginWeights:
    """Return the learned weights; read once."""
    raw = files("fitl_core.policies.data").joinpath("margin-weights.json").read_bytes()
    found = msgspec.json.decode(raw, type=MarginWeights)
    assert found.names == FIGURE_NAMES, "the weights are of other figures"
    return found


def stage_of(state: State) -> str:
    """Return the stage of a position: the Coup Rounds to come, `MOST_ROUNDS` at most, and whether one is
    under way.
    """
    left = min(coup_cards_left(state), MOST_ROUNDS)
    return f"{left} rounds to come, {'in a round' if state.phase in COUP_TURNS else 'between rounds'}"


def foreseen_margin(state: State, faction: Faction) -> float:
    """Return the margin of a Faction that is foreseen in a position, in points; at the end its margin."""
    return foreseen_margins(state, (faction,))[faction]


def foreseen_margins(state: State, factions: Iterable[Faction]) -> dict[Faction, float]:
    """Return the foreseen margins of some Factions. The position is counted once."""
    by_faction, stage = margins(state), stage_of(state)
    if state.phase == "over":
        return {one: by_faction[one] for one in factions}
    figures = figures_of(state)

    def foreseen(faction: Faction) -> float:
        weights = margin_weights().weights[faction].get(stage)
        return by_faction[faction] if weights is None else float(sum(map(mul, figures, weights)))

    return {one: foreseen(one) for one in factions}
