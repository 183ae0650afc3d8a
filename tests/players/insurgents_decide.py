"""Decisions of Non-player VC and NVA in a position, on a card that they decline, or in a phase.

    vc("Ple vg vb 2at ap PS; VC 1").move == "terror Ple"

Every returned line has been played: it is legal. Dice as in `non_player_table.Cup`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from non_player_table import decision, table

from fitl_core.engine import play
from fitl_core.facts.factions import NVA, VC, Faction
from fitl_core.players.non_players.trace import Decision
from fitl_core.state.state import State
from notation import write_event

CARD = "played 41; next 68"
MONSOON = "played 41; next 127"
"""Bombing Pause, which both decline; a Coup next makes it Monsoon."""


class Decided(NamedTuple):
    """A decision: its node, the move without its Faction ("pass"), the dice lines, the position after it."""

    node: str
    move: str
    dice: list[str]
    after: State
    decision: Decision

    def says(self, node: str) -> list[str]:
        """Return the results of a node's steps in the trace."""
        return [step.result for step in self.decision.trace if step.node.split(" ")[0] == node]


def vc(position: str, dice: Sequence[int] | None = (), **more: Any) -> Decided:
    """Return the decision of VC in a position."""
    return _decided(VC, position, dice, **more)


def nva(position: str, dice: Sequence[int] | None = (), **more: Any) -> Decided:
    """Return the decision of NVA in a position."""
    return _decided(NVA, position, dice, **more)


def _decided(
    faction: Faction,
    position: str,
    dice: Sequence[int] | None,
    *,
    card: str = CARD,
    players: str = "US+ARVN",
    readings: tuple[str, ...] = (),
    phase: str = "",
    options: tuple[str, ...] = (),
) -> Decided:
    words = f"{position}; {card}; phase {phase}" if phase else f"{position}; {card}; eligible {faction}"
    state = msgspec.structs.replace(table(words, players, readings), options=options)
    found = decision(state, str(faction), dice)
    for line in found.lines:
        state = play(state, line).state
    *rolls, move = [write_event(line) for line in found.lines]
    return Decided(found.node, move.removeprefix(str(faction)).strip(), rolls, state, found)
