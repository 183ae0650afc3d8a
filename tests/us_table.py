"""The US without a player at a table: a position, dice, and the move that its procedures come to (8.8)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_core.engine import play, start
from fitl_core.facts.factions import US
from fitl_core.facts.vocabulary import ACTIVITIES
from fitl_core.players.non_players.attempts import attempt
from fitl_core.players.non_players.decide import decide
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.flows import CONDUCT
from fitl_core.players.non_players.trace import TraceStep
from fitl_core.players.non_players.wanted import Deciding, Wanted
from fitl_core.state.state import State
from notation import read, setup_of, write_event

TURN = "played 41; next 68; eligible US"
MONSOON = "played 41; next 127; eligible US"


def seat(position: str, policy: str = "LBJ", players: str = "NVA+VC", readings: str = "") -> State:
    """A position with a Non-player US of this Policy; it is its turn unless the position says otherwise."""
    turn = "" if "played" in position or "phase" in position else f"; {TURN}"
    head = f'[FITL "2"]\n[Scenario "full"]\n[Players "{players}"]\n'
    text = f'{head}[Position "{position}{turn}; policy {policy}"]\n'
    state = start(setup_of(read(text).log)).state
    return msgspec.structs.replace(state, readings=tuple(readings.split()))


class Seat:
    """What the US said, what it rolled, and its trace."""

    def __init__(self, state: State, dice: Sequence[int] = ()) -> None:
        self.state = state
        self.d = Decider(state, US, CONDUCT)
        self.dice = list(dice)
        self.lines: list[str] = []

    def chance(self, wanted: Wanted) -> tuple[int, ...]:
        """The next dice."""
        given = tuple(self.dice[: wanted.dice])
        assert len(given) == wanted.dice, f"{wanted.dice} dice are wanted: {wanted.kind} {wanted.what}"
        del self.dice[: wanted.dice]
        return given

    def drive(self, deciding: Deciding[object]) -> object:
        """Run a node to its end; every die must have been asked for."""
        given = None
        while True:
            try:
                wanted = deciding.send(given)
            except StopIteration as ended:
                assert not self.dice, f"dice that nobody asked for: {self.dice}"
                return ended.value
            given = self.chance(wanted)

    def act(self, verb: str) -> str:
        """The move that a verb comes to, which must be legal; "" where it is impossible.

        A Special Activity goes with a Patrol that moves nothing.
        """
        if verb in ACTIVITIES:
            self.d.begin("patrol")
        done = self.drive(attempt(self.d, verb, CONDUCT[US].carry_out[verb]))
        if not done:
            return ""
        assert self.d.walk is not None
        play(self.state, self.d.walk.action)
        return write_event(self.d.walk.action).removeprefix("US   ").removeprefix("patrol | ")

    @property
    def trace(self) -> list[TraceStep]:
        """What was looked at."""
        return self.d.trace


def us(
    position: str,
    verb: str,
    dice: Sequence[int] = (),
    policy: str = "LBJ",
    players: str = "NVA+VC",
    readings: str = "",
) -> str:
    """The move that a verb of the US comes to in a position."""
    return Seat(seat(position, policy, players, readings), dice).act(verb)


def phase(position: str, dice: Sequence[int] = (), policy: str = "LBJ") -> list[str]:
    """The lines of the US in a phase of a Coup Round, each of which must be legal."""
    seated = Seat(seat(position, policy), dice)
    decided = decide(seated.state, US, seated.chance)
    assert not seated.dice, f"dice that nobody asked for: {seated.dice}"
    state = seated.state
    for line in decided.lines:
        state = play(state, line).state
    return [write_event(line) for line in decided.lines]
