"""Foreseen margins: what a position is worth to a Faction, learned from games.

    foreseen_margin(state, Faction.VC)

The worth is the margin (7.2) that the Faction has at the end of the game, or three Coup Rounds later: a
weighted sum of the figures of the position (`position_figures`). Each Faction has weights for each stage of a
game. `tests/learn_margins.py` learns them from games, by linear regression.
"""

from __future__ import annotations

from importlib.resources import files
from operator import mul

import msgspec

from fitl_core.facts.card_list import coup_cards
from fitl_core.facts.data import once
from fitl_core.facts.factions import Faction
from fitl_core.facts.scenario_list import scenarios
from fitl_core.policies.position_figures import FIGURE_NAMES, figures_of
from fitl_core.rules.sequence import COUP_TURNS
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
    """Return the stage of a position: the Coup Rounds that are still to begin, and whether one is under way.

    There are at most `MOST_ROUNDS` to begin.
    """
    begun = sum([number in coup_cards() for number in state.played])
    left = max(min(scenarios()[state.scenario].coups - begun, MOST_ROUNDS), 0)
    return f"{left} rounds to come, {'in a round' if state.phase in COUP_TURNS else 'between rounds'}"


def foreseen_margin(state: State, faction: Faction) -> float:
    """Return the margin of a Faction that is foreseen in a position, in points; at the end its margin."""
    weights = margin_weights().weights[faction].get(stage_of(state))
    if weights is None or state.phase == "over":
        return margins(state)[faction]
    return float(sum(map(mul, figures_of(state), weights)))
