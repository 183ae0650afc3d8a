"""A Non-player's decision, driven by whatever gives dice: one procedure plays, explains and checks (8.0).

    decision = decide(state, Faction.VC, cup.roll)

`decide` runs the flow of the Faction, gets what it waits for, and returns lines of the log with their trace.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from fitl_core.facts.cards import pivotal_cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import non_players
from fitl_core.players.non_players.conduct import Node
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.events.pivotal import execute_pivotal, place_pivotal, places_pivotal
from fitl_core.players.non_players.flows import CONDUCT
from fitl_core.players.non_players.foresight import Foresight
from fitl_core.players.non_players.in_players_moves import PlayersMove
from fitl_core.players.non_players.remembering import Beginnings
from fitl_core.players.non_players.trace import Decision, Need, Outcome
from fitl_core.players.non_players.wanted import Deciding, Wanted
from fitl_core.record.events import Action, Event, Pass, Pivotal
from fitl_core.rules.sequence import pivotal_is_due, to_act
from fitl_core.state.state import State

T = TypeVar("T")
Chance = Callable[[Wanted], Any]
"""Gives what is wanted: a tuple of dice, the clause of a choice, or None where it has none."""


def next_non_player(state: State) -> Faction | None:
    """The Non-player that decides next, if any: it places its Pivotal Event (8.4.6), or is to act (8.1)."""
    if (placing := places_pivotal(state)) is not None:
        return placing
    faction = to_act(state)
    return faction if faction is not None and faction in non_players(state.players) else None


def decide(state: State, faction: Faction, chance: Chance, declines: bool = False) -> Decision:
    """What this Non-player does now. Where `chance` gives None, the decision says what it needs instead.

    With `declines` the card is taken to have a rifle for it (8.4.1).
    """

    beginnings = Beginnings(state)

    def begin() -> tuple[Decider, Deciding[Outcome]]:
        decider = Decider(state, faction, CONDUCT, beginnings)
        decider.declines = declines
        return decider, _node(state, faction)(decider)

    decider, deciding = begin()
    try:
        outcome = driven(deciding, chance, Foresight(begin))
    except Lacking as lacking:
        return _told(decider, Outcome("undecided", _standing(decider, lacking.need)), (), (lacking.need,))
    return _told(decider, outcome, (*decider.lines, _move(decider, outcome)))


def answer_move(state: State, move: Action, chance: Chance) -> Decision | None:
    """A player's action with what Non-players answer in it (8.4.1, 8.4.4), whatever it says of that.

    None where none is asked anything. `faction` of the decision is the first that is; its last line is the
    action, as far as it comes: its player may still owe something.
    """
    players = PlayersMove.of(state, move)
    decider = players.decider
    try:
        driven(players.answered(), chance)
    except Lacking as lacking:
        decider.faction = next(iter(players.asked))
        return _told(decider, Outcome("undecided", _standing(decider, lacking.need)), (), (lacking.need,))
    if not players.asked:
        return None
    decider.faction = next(iter(players.asked))
    return _told(decider, Outcome("answer", players.node), (*decider.lines, players.action))


def _node(state: State, faction: Faction) -> Node[Outcome]:
    """What decides now: the Pivotal Event, the flowchart, or what the Faction does in this phase."""
    if places_pivotal(state) is faction:
        return place_pivotal
    if pivotal_is_due(state):
        return execute_pivotal
    conduct = CONDUCT[faction]
    return conduct.flow if state.phase == "card" else conduct.phases[state.phase]


def _standing(decider: Decider, need: Need) -> str:
    """The node at which a decision stands that cannot go on: that which wants dice, or the last one."""
    is_node = need.what.startswith("8.")
    return need.what if is_node or not decider.trace else decider.trace[-1].node


class Lacking(Exception):
    """What is wanted is not there: `need` says what."""

    def __init__(self, need: Need) -> None:
        super().__init__(need.what)
        self.need: Need = need


def driven(deciding: Deciding[T], chance: Chance, foresight: Foresight | None = None) -> T:
    """Run a decision to its end. Raises `Lacking` where `chance` gives None.

    Without `foresight` dice are asked for wherever a step does not know that they decide nothing.
    """
    given: Any = None
    while True:
        try:
            wanted = deciding.send(given)
        except StopIteration as ended:
            found: T = ended.value
            return found
        if wanted.kind == "alike":
            given = foresight(wanted) if foresight is not None else ()
        else:
            given = chance(wanted)
        if given is None:
            raise Lacking(Need(wanted.what, wanted.dice))
        if foresight is not None:
            foresight.given.append(given)


def _move(decider: Decider, outcome: Outcome) -> Event:
    """The move that a decision has come to, as an event of the log."""
    if outcome.kind == "pivotal":
        return Pivotal(decider.faction, pivotal_cards()[decider.faction])
    if outcome.kind == "pass" or decider.walk is None:
        return Pass(decider.faction)
    action = decider.walk.action
    segments = action.segments
    while not segments[-1].clauses and segments[-1].verb in [said.verb for said in segments[:-1]]:
        segments = segments[:-1]  # an Operation taken up again that came to nothing
    return msgspec.structs.replace(action, segments=segments)


def _told(
    decider: Decider, outcome: Outcome, lines: tuple[Event, ...], needs: tuple[Need, ...] = ()
) -> Decision:
    return Decision(
        decider.faction,
        outcome.kind,
        outcome.node,
        lines,
        tuple(decider.trace),
        needs,
        tuple(decider.readings),
        tuple(decider.unknown),
        tuple(decider.marks.items()),
    )
