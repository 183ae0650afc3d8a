"""Decisions of Non-player ARVN in a position, after Event and Pass, or in a phase of a Coup Round.

    arvn("Sai 27at 30ap; Tay 3at 2nt").move == "transport Sai>Tay:6at | assault Tay-2nt"

Every returned line has been played: it is legal. Dice as in `non_player_table.Cup`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from non_player_table import Cup, driven, table

from fitl_core.engine import play
from fitl_core.facts.factions import ARVN
from fitl_core.players.non_players.arvn.coup import PHASES
from fitl_core.players.non_players.arvn.flow import FLOW
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.flows import CONDUCT
from fitl_core.players.non_players.trace import DecisionOutcome
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.events import Pass
from fitl_core.state.state import State
from notation import write_event

CARD = "played 41; next 68; eligible ARVN"
MONSOON = "played 41; next 127; eligible ARVN"


class Decided(NamedTuple):
    """A decision: the node, the move without its Faction ("pass"), the dice lines, the position after it."""

    node: str
    move: str
    dice: list[str]
    after: State
    d: Decider

    def says(self, node: str) -> list[str]:
        """Return the results of a node's steps in the trace."""
        return [step.result for step in self.d.trace if step.node.split(" ")[0] == node]


def arvn(
    position: str,
    dice: Sequence[int] | None = (),
    *,
    players: str = "NVA VC",
    readings: tuple[str, ...] = (),
    card: str = CARD,
) -> Decided:
    """Return the decision of ARVN on an Event card, with 30 Resources unless the position states others."""
    money = "" if "ARVN " in position else "ARVN 30; "
    return _decided(f"{position}; {money}{card}", FLOW.operate, dice, players, readings)


def in_phase(
    phase: str,
    position: str,
    dice: Sequence[int] | None = (),
    *,
    players: str = "NVA VC",
    readings: tuple[str, ...] = (),
    card: str = "played 126; next 68",
) -> Decided:
    """Return the decision of ARVN in a phase of a Coup Round."""
    name = "redeploy" if phase == "redeploy-arvn" else phase
    return _decided(f"{position}; {card}; phase {name}", PHASES[phase], dice, players, readings)


def _decided(
    position: str,
    flow: Callable[[Any], Deciding[DecisionOutcome]],
    dice: Sequence[int] | None,
    players: str,
    readings: tuple[str, ...],
) -> Decided:
    state = table(position, players, readings)
    d = Decider(state, ARVN, CONDUCT)
    outcome: DecisionOutcome = driven(flow(d), Cup(dice))
    passes = outcome.kind == "pass" or d.walk is None
    event = Pass(ARVN) if passes or d.walk is None else d.walk.action
    for line in (*d.lines, event):
        state = play(state, line).state
    lines = [write_event(line) for line in d.lines]
    return Decided(outcome.node, write_event(event).removeprefix("ARVN "), lines, state, d)
