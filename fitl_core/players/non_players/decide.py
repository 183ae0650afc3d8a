"""Drive the decision of a Non-player with any source of dice: one procedure plays, explains and checks (8.0).

    decision = decide(state, Faction.VC, cup.roll)

`decide` runs the flowchart of the Faction and supplies the dice and choices that it waits for. It returns
lines for the log with their trace. Read next `decider`, then the package of a Faction.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import msgspec

from fitl_core.asking.budgets import bounded
from fitl_core.errors import Portable
from fitl_core.facts.card_list import pivotal_cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import non_players
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.events.pivotal_events import execute_pivotal, place_pivotal, places_pivotal
from fitl_core.players.non_players.faction_conduct import Node
from fitl_core.players.non_players.flows import CONDUCT
from fitl_core.players.non_players.foresight import Foresight, Found
from fitl_core.players.non_players.in_players_moves import PlayersMove
from fitl_core.players.non_players.remembering import Beginnings
from fitl_core.players.non_players.trace import Decision, DecisionOutcome, Need
from fitl_core.players.non_players.unknown_symbols import SymbolNeeded
from fitl_core.players.non_players.wanted import Deciding, Wanted
from fitl_core.record.events import Action, Event, Pass, Pivotal
from fitl_core.rules.sequence import pivotal_is_due, to_act
from fitl_core.state.state import State
from fitl_core.strict_play import insist_on_turn

T = TypeVar("T")
MOST_PLAYED = 1_000_000
"""The most clauses that one decision may play in its searches. No command changes this limit."""
Chance = Callable[[Wanted], Any]
"""Supplies dice as a tuple, or the clause of a player's choice. None means that it has neither."""


def next_non_player(state: State) -> Faction | None:
    """Return the Non-player that decides next, if any: it places its Pivotal Event (8.4.6), or must act
    (8.1).
    """
    if (placing := places_pivotal(state)) is not None:
        return placing
    faction = to_act(state)
    return faction if faction is not None and faction in non_players(state.players) else None


@bounded(MOST_PLAYED, apart=True)
def decide(
    state: State,
    faction: Faction,
    chance: Chance,
    symbol_needed: SymbolNeeded | None = None,
    runs: Runs | None = None,
) -> Decision:
    """Return the decision of this Non-player in this state. If `chance` returns None, the decision lists its
    `needs`.

    `symbol_needed` is called with each unknown symbol of a card before its default is taken (8.4.1). Raises
    the `SymbolWanted` that it raises. `runs` remembers the walks of other runs of
    the same decision.
    """
    beginnings = runs.beginnings if runs is not None else Beginnings(state)

    def begin() -> tuple[Decider, Deciding[DecisionOutcome]]:
        decider = Decider(state, faction, CONDUCT, beginnings)
        decider.symbol_needed = symbol_needed
        return decider, _node(state, faction)(decider)

    decider, deciding = begin()
    foresight, heed = Foresight(begin), None
    if runs is not None:
        foresight, heed = Foresight(begin, runs.foreseen, runs.looks_ahead), partial(runs.heed, decider)
    decider.foresight = foresight
    try:
        outcome = run_decision(deciding, chance, foresight, heed)
    except Lacking as lacking:
        return _decision(
            decider, DecisionOutcome("undecided", _standing(decider, lacking.need)), (), (lacking.need,)
        )
    return _decision(decider, outcome, (*decider.lines, _move(decider, outcome)))


@bounded(MOST_PLAYED, apart=True)
def answer_move(
    state: State, move: Action, chance: Chance, symbol_needed: SymbolNeeded | None = None
) -> Decision | None:
    """Return what Non-players choose within a player's action (8.4.1, 8.4.4), whatever the written action
    says.

    Return None if the action asks no Non-player. The decision's `faction` is the first Non-player that is
    asked. Its last line is the action so far; the player may still owe an answer. `symbol_needed` is called
    as in `decide`. Raises `Violation` out of turn.
    """
    insist_on_turn(state, move.faction, move.limop)
    players = PlayersMove.of(state, move)
    decider = players.decider
    decider.symbol_needed = symbol_needed
    try:
        run_decision(players.answer_all(), chance)
    except Lacking as lacking:
        decider.faction = next(iter(players.asked))
        return _decision(
            decider, DecisionOutcome("undecided", _standing(decider, lacking.need)), (), (lacking.need,)
        )
    if not players.asked:
        return None
    decider.faction = next(iter(players.asked))
    return _decision(decider, DecisionOutcome("answer", players.node), (*decider.lines, players.action))


def _node(state: State, faction: Faction) -> Node[DecisionOutcome]:
    """Return the node that decides now: the Pivotal Event, the flowchart, or the Faction's part of this
    phase.
    """
    if places_pivotal(state) is faction:
        return place_pivotal
    if pivotal_is_due(state):
        return execute_pivotal
    conduct = CONDUCT[faction]
    return conduct.flow if state.phase == "card" else conduct.phases[state.phase]


def _standing(decider: Decider, need: Need) -> str:
    """Return the node at which a decision cannot go on: the node that wants dice, or the last one in the
    trace.
    """
    is_node = need.what.startswith("8.")
    return need.what if is_node or not decider.trace else decider.trace[-1].node


class Runs:
    """The memory of several runs of one decision with different dice: walks that were begun, and trials of
    the rest of the decision. `heed` is called before each want of a run and may raise to end the run.
    """

    def __init__(self, state: State) -> None:
        self.beginnings: Beginnings = Beginnings(state)
        self.foreseen: Found = {}

    def heed(self, decider: Decider, wanted: Wanted) -> None:
        """Look at a decision that waits for dice or a choice."""

    def looks_ahead(self, wanted: Wanted) -> bool:
        """Check whether to find out if a pick needs dice. If not, dice are asked for."""
        return True


class Lacking(Portable, Exception):
    """A die or a choice is missing; `need` says which."""

    def __init__(self, need: Need) -> None:
        super().__init__(need.what)
        self.need: Need = need


def run_decision(
    deciding: Deciding[T],
    chance: Chance,
    foresight: Foresight | None = None,
    heed: Callable[[Wanted], None] | None = None,
) -> T:
    """Run a decision to its end and return its result. Raises `Lacking` if `chance` returns None.

    With `foresight`, dice are skipped for picks that cannot change the result. `heed` is called first with
    each want; the run ends with what it raises.
    """
    given: Any = None
    while True:
        try:
            wanted = deciding.send(given)
        except StopIteration as ended:
            result: T = ended.value
            return result
        if heed is not None:
            heed(wanted)
        if wanted.kind == "alike":
            given = foresight(wanted) if foresight is not None else ()
        else:
            given = chance(wanted)
        if given is None:
            raise Lacking(Need(wanted.what, wanted.dice, wanted.words if wanted.dice else ""))
        if foresight is not None:
            foresight.given.append(given)


def _move(decider: Decider, outcome: DecisionOutcome) -> Event:
    """Return the move on which a decision settled, as an event of the log."""
    if outcome.kind == "pivotal":
        return Pivotal(decider.faction, pivotal_cards()[decider.faction])
    if outcome.kind == "pass" or decider.walk is None:
        return Pass(decider.faction)
    action = decider.walk.action
    segments = action.segments
    while not segments[-1].clauses and segments[-1].verb in [segment.verb for segment in segments[:-1]]:
        segments = segments[:-1]  # drop an Operation that was resumed without any clause
    return msgspec.structs.replace(action, segments=segments)


def _decision(
    decider: Decider, outcome: DecisionOutcome, lines: tuple[Event, ...], needs: tuple[Need, ...] = ()
) -> Decision:
    return Decision(
        decider.faction,
        outcome.kind,
        outcome.node,
        lines,
        tuple(decider.trace),
        needs,
        tuple(decider.readings),
        tuple(dict.fromkeys([one.card for one in decider.unknown])),
        tuple(decider.marks.items()),
        tuple(decider.unknown),
        decider.verb if outcome.kind == "undecided" else "",
    )
