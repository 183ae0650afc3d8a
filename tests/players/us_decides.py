"""Decisions of a Non-player US in a position: with a verb of theirs, or in a phase of a Coup Round (8.8).

    us("KPh ub 8ut; QNa 1ut 3nt; trail 0", "assault") == "assault | airlift KPh>QNa:5ut | assault QNa-3nt"

Every returned line has been played: it is legal. Dice as in `non_player_table.Cup`.
"""

from __future__ import annotations

from collections.abc import Sequence

from non_player_table import Cup, decision, driven, table

from fitl_core.engine import play
from fitl_core.facts.factions import US
from fitl_core.facts.move_words import ACTIVITIES
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.flows import CONDUCT
from fitl_core.players.non_players.verb_attempts import attempt
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.state.state import State
from notation import write_event

TURN = "played 41; next 68; eligible US"
MONSOON = "played 41; next 127; eligible US"


def seat(position: str, policy: str = "LBJ", players: str = "NVA+VC", readings: str = "") -> State:
    """Return a position with a Non-player US of this Policy, to act unless the position states otherwise."""
    turn = "" if "played" in position or "phase" in position else f"; {TURN}"
    return table(f"{position}{turn}; policy {policy}", players, tuple(readings.split()))


class Seat:
    """The US as a Non-player in a position, with dice."""

    def __init__(self, state: State, dice: Sequence[int] = ()) -> None:
        self.state = state
        self.d = Decider(state, US, CONDUCT)
        self.cup = Cup(dice)

    def drive(self, deciding: Deciding[object]) -> object:
        """Run a node to its end."""
        return driven(deciding, self.cup)

    def act(self, verb: str) -> str:
        """The move that a verb comes to, which must be legal; "" where it is impossible.

        A Special Activity goes with a Patrol that moves nothing.
        """
        if verb in ACTIVITIES:
            self.d.begin("patrol")
        if not self.drive(attempt(self.d, verb, CONDUCT[US].carry_out[verb])):
            return ""
        assert self.d.walk is not None
        play(self.state, self.d.walk.action)
        return write_event(self.d.walk.action).removeprefix("US   ").removeprefix("patrol | ")


def us(
    position: str,
    verb: str,
    dice: Sequence[int] = (),
    policy: str = "LBJ",
    players: str = "NVA+VC",
    readings: str = "",
) -> str:
    """Return the move that a verb of the US leads to in a position."""
    return Seat(seat(position, policy, players, readings), dice).act(verb)


def phase(position: str, dice: Sequence[int] = (), policy: str = "LBJ", readings: str = "") -> list[str]:
    """Return the legal lines of the US in a phase of a Coup Round."""
    state = seat(position, policy, readings=readings)
    lines = decision(state, "US", dice).lines
    for line in lines:
        state = play(state, line).state
    return [write_event(line) for line in lines]
