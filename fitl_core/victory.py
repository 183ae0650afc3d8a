"""Victory markers, margins and conditions (1.6.2, 1.9, 7.0)."""

from __future__ import annotations

from fitl_core.board import populated
from fitl_core.factions import ARVN, NVA, US, VC, Faction
from fitl_core.pieces import BASES, Kind, count_of
from fitl_core.state import State, control

CONDITION = {US: 50, NVA: 18, ARVN: 50, VC: 35}
"""The score that a Faction must exceed (7.2)."""

TIES = (VC, ARVN, NVA, US)
"""Who ranks first among equal margins (7.1)."""


def scores(state: State) -> dict[Faction, int]:
    """The four victory markers (1.9)."""
    on_map = tuple(map(sum, zip(*[space.pieces for space in state.spaces], strict=True)))
    us = count_of(state.available, (Kind.UT, Kind.UB))
    nva, vc = count_of(on_map, BASES[NVA]), count_of(on_map, BASES[VC])
    arvn = state.patronage
    for where in populated():
        space = state.spaces[where.index]
        if space.support > 0:
            us += space.support * where.population
        else:
            vc -= space.support * where.population
        match control(where, space.pieces):
            case "coin":
                arvn += where.population
            case "nva":
                nva += where.population
            case "none":
                pass
    return {US: us, NVA: nva, ARVN: arvn, VC: vc}


def margins(state: State) -> dict[Faction, int]:
    """How far each Faction is beyond (positive) or short of its condition (7.3)."""
    return {faction: score - CONDITION[faction] for faction, score in scores(state).items()}


def ranking(state: State) -> tuple[Faction, ...]:
    """All Factions from first to last place by margin, ties by 7.1."""
    return _ranked(margins(state))


def winner_of_check(state: State) -> Faction | None:
    """The winner of a Victory Phase, if any Faction meets its condition (6.1, 7.2)."""
    by_margin = margins(state)
    first = _ranked(by_margin)[0]
    return first if by_margin[first] > 0 else None


def _ranked(by_margin: dict[Faction, int]) -> tuple[Faction, ...]:
    return tuple(sorted(TIES, key=lambda faction: -by_margin[faction]))
