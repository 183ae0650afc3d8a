"""Victory markers, margins and conditions (1.6.2, 1.9, 7.0)."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Literal, NamedTuple

from fitl_core.facts.card_list import coup_cards
from fitl_core.facts.factions import ARVN, INSURGENT, NVA, US, VC, ControlName, Faction
from fitl_core.facts.game_map import BoardSpace, locs, populated
from fitl_core.facts.options import DIFFICULTY_B
from fitl_core.facts.pieces import BASES, Kind, count_of, total_of
from fitl_core.facts.players import non_players, player_of
from fitl_core.state.control import control
from fitl_core.state.state import Space, State

CONDITION = {US: 50, NVA: 18, ARVN: 50, VC: 35}
"""The score that a Faction must exceed (7.2)."""

TIES = (VC, ARVN, NVA, US)
"""The ranking among equal margins (7.1)."""

FIRST_ROUND_BY_MARGIN = 2
"""The Coup Round with which difficulty-b begins (8.9)."""

AGENDA_COUNTS = "7.3-02"
"""The reading by which a Hidden Agenda counts in a Victory Phase."""


class PopulationTotals(NamedTuple):
    """Sums of Population on the map: Support, Opposition, and the Control of each side."""

    support: int
    opposition: int
    coin: int
    nva: int


def totals(state: State) -> PopulationTotals:
    """Return Total Support and Opposition (1.6.2), and COIN and NVA Controlled Population (1.7, 1.9).

    All are Population points, 0 or more; Active levels count twice.
    """
    return _on_map(state.spaces, state.held_control)[0]


@lru_cache(maxsize=64)  # scores, margins and ranks of one position are asked for in a row
def _on_map(spaces: tuple[Space, ...], held: tuple[ControlName, ...]) -> tuple[PopulationTotals, int, int]:
    """Return the totals, and the numbers of NVA and VC Bases."""
    support = opposition = coin = nva = 0
    for where in populated():
        space = spaces[where.index]
        if space.support > 0:
            support += space.support * where.population
        else:
            opposition -= space.support * where.population
        match held[where.index] if held else control(where, space.pieces):
            case "coin":
                coin += where.population
            case "nva":
                nva += where.population
            case "none":
                pass
    there = [space.pieces for space in spaces]
    population_totals = PopulationTotals(support, opposition, coin, nva)
    return population_totals, total_of(there, BASES[NVA]), total_of(there, BASES[VC])


def total_support(state: State) -> int:
    """Return Total Support in Population points, 0 or more: Passive counts once, Active twice (1.6.2)."""
    return totals(state).support


def total_opposition(state: State) -> int:
    """Return Total Opposition in Population points, 0 or more: Passive counts once, Active twice (1.6.2)."""
    return totals(state).opposition


def controlled_population(state: State, side: Literal["coin", "nva"]) -> int:
    """Return the Population of the spaces under COIN or NVA Control, 0 or more (1.7, 1.9).

    While Redeploy lasts, the Control before it counts (6.4).
    """
    population_totals = totals(state)
    return population_totals.coin if side == "coin" else population_totals.nva


def total_econ(state: State) -> int:
    """Return the Econ of all LoCs without Sabotage, 0 or more: the amount that ARVN would earn now (6.2.3).

    The marker of the track is `state.econ`; it is set to this in each Resources Phase (1.8).
    """
    return econ_without([where for where in locs() if state.spaces[where.index].sabotage])


def econ_without(sabotaged: Collection[BoardSpace]) -> int:
    """Return the Econ of all LoCs without these Sabotaged ones (6.2.3)."""
    return sum([where.econ for where in locs() if where not in sabotaged])


def scores(state: State) -> dict[Faction, int]:
    """Return the four victory markers, 0 or more (1.9).

    US: Total Support, US Troops and Bases Available. NVA: NVA Controlled Population, NVA Bases on the
    map. ARVN: COIN Controlled Population, Patronage. VC: Total Opposition, VC Bases on the map.
    """
    population_totals, of_nva, of_vc = _on_map(state.spaces, state.held_control)
    return {
        US: population_totals.support + count_of(state.available, (Kind.UT, Kind.UB)),
        NVA: population_totals.nva + of_nva,
        ARVN: population_totals.coin + state.patronage,
        VC: population_totals.opposition + of_vc,
    }


def margins(state: State) -> dict[Faction, int]:
    """Return the points of each Faction beyond its condition, negative if it falls short (7.2, 7.3).

    A Hidden Agenda adds 1 to the margins of its player's Factions.
    """
    points = {faction: score - CONDITION[faction] for faction, score in scores(state).items()}
    for revealed in state.revealed:
        if revealed.marker == "agenda":
            for faction in player_of(state.players, revealed.faction):
                points[faction] += 1
    return points


def ranking(state: State, final: bool) -> tuple[Faction, ...]:
    """Return players and Non-players from first to last (7.1), a player by the Faction whose margin counts.

    For NVA and VC in one hand the higher margin counts. After the `final` Coup Round (1.5) and for a lone
    player (8.9) the lower one counts. For US and ARVN the lower one always counts. Among equal margins
    Non-players come first, then the order of ties decides.
    """
    by_margin, without = margins(state), non_players(state.players)
    ranked = sorted(TIES, key=lambda faction: (-by_margin[faction], faction not in without))
    counting = [*without]
    for group in state.players:
        own = [faction for faction in ranked if faction in group]
        lowest = by_margin[own[-1]]
        higher_counts = set(group) <= set(INSURGENT) and not final and len(state.players) > 1
        counts = own[0] if higher_counts else next(f for f in own if by_margin[f] == lowest)
        counting.append(counts)
    return tuple([faction for faction in ranked if faction in counting])


def winner_of_check(state: State) -> Faction | None:
    """Return the winner of a Victory Phase, if any player meets his condition (6.1, 7.2).

    If a Non-player meets its condition, all players have lost (7.1). A lone player never wins there (8.9).
    """
    meeting, without = _meeting(state), non_players(state.players)
    if meeting.intersection(without):
        return next(faction for faction in ranking(state, final=False) if faction in without)
    if without and len(state.players) == 1:
        return _winner_by_margin(state) if DIFFICULTY_B in state.options else None
    if any(_passes(meeting, group) for group in state.players):
        return ranking(state, final=False)[0]
    return None


def _winner_by_margin(state: State) -> Faction | None:
    """Return the best Non-player from the 2nd Coup Round on, if a lone player has less than it (8.9)."""
    if coup_rounds(state) < FIRST_ROUND_BY_MARGIN:
        return None
    without, by_margin = non_players(state.players), margins(state)
    best = next(faction for faction in ranking(state, final=False) if faction in without)
    behind = any(by_margin[faction] < by_margin[best] for faction in state.players[0])
    return best if behind else None


def coup_rounds(state: State) -> int:
    """Return the number of Coup Rounds begun. A second Coup card in a row has none (6.0)."""
    coups = [card in coup_cards() for card in state.played]
    return sum([coup and not before for coup, before in zip(coups, (False, *coups), strict=False)])


def _meeting(state: State) -> set[Faction]:
    """Return the Factions that meet their condition (7.2).

    A Hidden Agenda adds to the margin of 7.3 and to no score, unless the group chose reading 7.3-02.
    """
    if AGENDA_COUNTS in state.readings:
        return {faction for faction, margin in margins(state).items() if margin > 0}
    return {faction for faction, score in scores(state).items() if score > CONDITION[faction]}


def _passes(meeting: set[Faction], group: tuple[Faction, ...]) -> bool:
    """Check whether a player passes: NVA/VC with either Faction, US/ARVN only with both (1.5)."""
    return bool(meeting & set(group)) if set(group) <= set(INSURGENT) else meeting >= set(group)
