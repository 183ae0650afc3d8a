"""Figures of a US Sweep: who hides, how many Troops it takes, which of them may come (8.8.5)."""

from __future__ import annotations

from fitl_core.facts.board import BoardSpace, neighbours, spaces_by_id
from fitl_core.facts.factions import US
from fitl_core.facts.pieces import BASE_KINDS, Kind, count_of
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.leaving import may_leave
from fitl_core.players.non_players.us.board_figures import (
    UNDERGROUND,
    US_UNITS,
    adds_nva_control,
    short_of_control,
    there,
)
from fitl_core.players.non_players.us.policy import lets_into_laos
from fitl_core.rules.context import Context
from fitl_core.rules.operations.sweep import RULE, refuse_crossing
from fitl_core.rules.operations.sweep import finds as found_by
from fitl_core.rules.progress import Progress
from fitl_core.state.draft import Draft

MOST_NVA_TROOPS = 2
"""Into a space with more NVA Troops nothing is moved."""
STEPS = ("all Guerrillas", "more than half of them", "COIN Control")


def hiding(d: Decider, where: BoardSpace) -> int:
    """How many Underground Guerrillas are in a space."""
    return d.number(where, UNDERGROUND)


def finds(d: Decider, where: BoardSpace) -> int:
    """How many of them US forces there would Activate."""
    return min(hiding(d, where), found_by(where, d.number(where, US_UNITS)))


def forces_for(d: Decider, where: BoardSpace, guerrillas: int) -> int:
    """How many US forces it takes to Activate so many."""
    forces = guerrillas
    while found_by(where, forces) < guerrillas:
        forces += 1
    return forces


def kept_for_search(d: Decider, where: BoardSpace) -> int:
    """How many US Troops a Sweep space needs for what its forces can Activate now."""
    others = d.number(where, US_UNITS[1:])
    return max(0, min(d.number(where, (Kind.UT,)), forces_for(d, where, finds(d, where)) - others))


def needs(d: Decider, where: BoardSpace, step: int) -> int:
    """How many Troops more a step of the movement wants in a space; 0 where it is done."""
    hidden, found = hiding(d, where), finds(d, where)
    if step == 2:
        return short_of_control(there(d, where).pieces)
    wanted = hidden if step == 0 else hidden // 2 + 1
    if found >= wanted or not hidden:
        return 0
    return forces_for(d, where, wanted) - d.number(where, US_UNITS)


def may_be_entered(d: Decider, where: BoardSpace) -> bool:
    """Whether Troops are moved into a Sweep space: 2 NVA Troops at most; Laos and Cambodia by Nixon."""
    if where.in_laos_or_cambodia and not lets_into_laos(d):
        return False
    return d.number(where, (Kind.NT,)) <= MOST_NVA_TROOPS


def priorities(d: Decider, where: BoardSpace) -> tuple[int, int, int]:
    """Support, a Base of any Faction, Population."""
    bases = count_of(there(d, where).pieces, BASE_KINDS)
    return int(d.support(where) > 0), int(bases > 0), where.population


def spare(d: Decider, where: BoardSpace, arrived: int, is_swept: bool) -> int:
    """How many US Troops may march off: no Control changes, 3 COIN units stay at Support.

    Those that have `arrived` stay, and in a space that is swept those that find Guerrillas.
    """
    space = there(d, where)
    troops = space.pieces[Kind.UT.slot] - max(arrived, kept_for_search(d, where) if is_swept else 0)
    most = max(0, min(troops, may_leave(where, space)))
    while most and adds_nva_control(where, space.pieces, Kind.UT, most):
        most -= 1
    return most


def ways_into(d: Decider, where: BoardSpace) -> dict[str, tuple[str, ...]]:
    """By origin, the path of Troops into a space: straight, or over a LoC that lets them pass (3.2.3)."""
    ctx = Context(Draft(d.now), US, RULE, Progress())
    ways: dict[str, tuple[str, ...]] = {}
    for near in where.adjacent:
        ways[near] = (near, where.id)
    for near in where.adjacent:
        loc = spaces_by_id()[near]
        if loc.is_loc and refuse_crossing(ctx, loc) is None:
            for far in sorted(neighbours()[loc.index]):
                if far != where.id:
                    ways.setdefault(far, (far, near, where.id))
    return ways
