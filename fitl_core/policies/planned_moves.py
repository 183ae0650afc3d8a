"""Planned moves: the clauses that a Faction decides, carried out in a position with dice of their own.

Clauses that do not fit are left out, and random answers complete the move. A variation of a plan is another
move with most of its clauses. Read `search_policy` next.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from fitl_core.facts.factions import Faction
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import DeadEnd
from fitl_core.record.clauses import Clause, Roll
from fitl_core.record.events import Action, Pass
from fitl_core.record.spoken import spoken
from fitl_core.rules.sequence import open_deeds
from fitl_core.state.state import State
from fitl_core.strict_play import play_canonical
from fitl_core.walks import Walk, ask

ENDING = 0.4
"""The chance that a random move ends where it may."""
LONG = 20
"""A random move with more clauses ends as soon as it may."""
MOST_CLAUSES = 60
"""The most clauses of a move in a play."""
LONGER = 0.4
"""The chance that a variation has one more clause at its end."""
_CHANGES = ("end", "leave out", "put in", "replace")


class Plan(NamedTuple):
    """The clauses of a move, without dice and without the answers of others. No clause is a Pass."""

    clauses: tuple[Clause, ...]
    limop: bool


PASSING = Plan((), False)
"""The plan to Pass."""


def planned(action: Action, factions: Collection[Faction]) -> Plan:
    """Return the clauses of an action that the player of some Factions decides."""
    said = spoken(action.segments, action.faction)
    own = [clause for who, clause in said if who in factions and not isinstance(clause, Roll)]
    return Plan(tuple(own), action.limop)


def random_plan(state: State, faction: Faction, dice: Dice, begun: Action | None = None) -> Walk:
    """Return a whole random move of a Faction, that goes on with the move that has `begun`.

    Raises `Violation` if it is not the Faction's turn, and `DeadEnd` if no end is found.
    """
    if begun is not None:
        return _completed(ask(state, faction, begun.segments, begun.limop), dice)
    limop = state.phase == "card" and "limop" in open_deeds(state) and dice.chance(0.15)
    return _completed(ask(state, faction, limop=limop), dice)


def carried_out(state: State, faction: Faction, plan: Plan, dice: Dice, begun: Action | None = None) -> State:
    """Return the position after a planned move, with new dice after those of the move that has `begun`.

    Raises `Violation` if it is not the Faction's turn, and `DeadEnd` if no end is found.
    """
    if not plan.clauses:
        return play_canonical(state, Pass(faction)).state
    walk, due = _beginning(state, faction, plan, begun)
    return play_canonical(state, _completed(_followed(walk, due, dice), dice, ends=True).action).state


def varied(state: State, faction: Faction, plan: Plan, dice: Dice, begun: Action | None = None) -> Walk:
    """Return a variation of a planned move: without its end, or with one clause left out, put in or replaced.

    Raises `Violation` if it is not the Faction's turn, and `DeadEnd` if no end is found.
    """
    walk, due = _beginning(state, faction, plan, begun)
    if not due:
        return _completed(walk, dice)
    at = dice.draw(range(len(due)))
    change = dice.draw(_CHANGES)
    if change == "end":
        return _completed(_followed(walk, due[:at], dice), dice)
    walk = _followed(walk, due[:at], dice)
    if change != "leave out":
        walk = _sampled(walk, dice)
    walk = _followed(walk, due[at if change == "put in" else at + 1 :], dice)
    if dice.chance(LONGER):
        walk = _sampled(walk, dice)
    return _completed(walk, dice, ends=True)


def _beginning(state: State, faction: Faction, plan: Plan, begun: Action | None) -> tuple[Walk, list[Clause]]:
    """Return the walk of a plan up to where it has begun, and the clauses that are still due."""
    limop = begun.limop if begun is not None and begun.segments else plan.limop
    walk = ask(state, faction, begun.segments if begun is not None else (), limop)
    due = list(plan.clauses)
    for _, clause in walk.said:
        if due and due[0] == clause:
            due.pop(0)
    return walk, due


def _followed(walk: Walk, clauses: Iterable[Clause], dice: Dice) -> Walk:
    """Return the walk after those clauses that fit one after the other."""
    for clause in clauses:
        further = walk.behind(clause, unproven=True)
        while further is None and (rolled := _rolled(walk, dice)) is not None:
            walk = rolled
            further = walk.behind(clause, unproven=True)
        walk = further or walk
    return walk


def _sampled(walk: Walk, dice: Dice) -> Walk:
    """Return the walk after a random answer, or as it is if there is none."""
    found = walk.sample(dice)
    return walk if found is None else found.walk


def _rolled(walk: Walk, dice: Dice) -> Walk | None:
    """Return the walk after the die that is due; None if none is."""
    asked = walk.first_for("roll")
    return walk.behind(Roll(dice.draw(range(1, 7))), unproven=True) if asked is not None else None


def _completed(walk: Walk, dice: Dice, ends: bool = False) -> Walk:
    """Return the walk with random answers to a legal end: the first one, if it `ends`."""
    while len(walk.said) < MOST_CLAUSES:
        if walk.said and walk.may_end and (ends or len(walk.said) > LONG or dice.chance(ENDING)):
            return walk
        found = walk.sample(dice)
        if found is None:
            break
        walk = found.walk
    if walk.said and walk.may_end:
        return walk
    raise DeadEnd(f"{walk.faction}: no end of the move is found")
