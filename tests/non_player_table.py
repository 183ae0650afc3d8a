"""Non-players at a table: a position in words, dice, and the move of a Faction without a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fitl_core.engine import play, start
from fitl_core.facts.factions import Faction
from fitl_core.players.non_players.decide import Chance, decide
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.events.playing import is_worth_it, play_event, refuse_event
from fitl_core.players.non_players.flows import CONDUCT
from fitl_core.players.non_players.trace import Decision
from fitl_core.players.non_players.wanted import Deciding, Wanted
from fitl_core.state.state import State
from notation import read, setup_of, write_clause, write_event
from notation.reader import read_line


def table(
    position: str, players: str = "US+ARVN", readings: tuple[str, ...] = (), scenario: str = "full"
) -> State:
    """The position, with players for these Factions only ("none": nobody), and questions read as B."""
    head = f'[FITL "2"]\n[Scenario "{scenario}"]\n[Players "{players}"]\n'
    state = start(setup_of(read(f'{head}[Position "{position}"]\n').log)).state
    return msgspec.structs.replace(state, readings=readings)


class Cup:
    """Dice in the order in which they fall; players' choices are clauses, each after its own `>`.

    After a last 0, and with None, every die shows 1. All dice that are given must be asked for.
    """

    def __init__(self, dice: Sequence[int] | None = (), choices: Sequence[Any] = ()) -> None:
        given = (0,) if dice is None else tuple(dice)
        self.dice = [die for die in given if die]
        self.then_ones = given[-1:] == (0,)
        self.choices = list(choices)

    def __call__(self, wanted: Wanted) -> Any:
        if wanted.kind == "choice":
            return self.choices.pop(0) if self.choices else ()
        if self.then_ones and not self.dice:
            return (1,) * wanted.dice
        given, self.dice = tuple(self.dice[: wanted.dice]), self.dice[wanted.dice :]
        assert len(given) == wanted.dice, f"{wanted.dice} dice are wanted: {wanted.kind} {wanted.what}"
        return given


def driven(deciding: Deciding[Any], cup: Cup) -> Any:
    """Run a node to its end; every die of the cup is used."""
    found = rolled_out(deciding, cup)
    assert not cup.dice, f"dice that nobody asked for: {cup.dice}"
    return found


def rolled_out(deciding: Deciding[Any], chance: Chance) -> Any:
    """Run a node to its end, whatever dice and choices it is given."""
    given = None
    while True:
        try:
            wanted = deciding.send(given)
        except StopIteration as ended:
            return ended.value
        given = chance(wanted)


def decision(state: State, faction: str, dice: Sequence[int] | None = ()) -> Decision:
    """Return the Faction's decision."""
    cup = Cup(dice)
    found = decide(state, Faction[faction], cup)
    assert not cup.dice, f"dice that nobody asked for: {cup.dice}"
    return found


def event_of(state: State, faction: str, dice: Sequence[int] = (), choices: Sequence[Any] = ()) -> str:
    """Return the Event as the Faction carries it out, without the verb; "declined" or "ineffective".

    Check that it is legal.
    """
    d = Decider(state, Faction[faction], CONDUCT)
    if refuse_event(d, "8.4") is not None:
        return "declined"
    if not driven(is_worth_it(d), Cup()):
        return "ineffective"
    assert driven(play_event(d, "8.4"), Cup(dice, choices))
    assert d.walk is not None
    play(state, d.walk.action)
    return write_event(d.walk.action).partition("event ")[2]


def clause_of(text: str) -> Any:
    """The first clause of a move."""
    event = read_line(text).event
    assert event is not None
    return event.segments[0].clauses[0]  # type: ignore[union-attr]


__all__ = ["clause_of", "decision", "event_of", "table", "write_clause"]
