"""Victory markers, margins and conditions (1.6.2, 1.9, 7.0)."""

from __future__ import annotations

from fitl_core.facts.board import populated
from fitl_core.facts.factions import ARVN, INSURGENT, NVA, US, VC, Faction
from fitl_core.facts.pieces import BASES, Kind, count_of
from fitl_core.facts.players import player_of, player_words
from fitl_core.state.control import control_in
from fitl_core.state.state import State

CONDITION = {US: 50, NVA: 18, ARVN: 50, VC: 35}
"""The score that a Faction must exceed (7.2)."""

TIES = (VC, ARVN, NVA, US)
"""Who ranks first among equal margins (7.1)."""

AGENDA_COUNTS = "7.3-02"
"""The reading by which a Hidden Agenda counts in a Victory Phase."""


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
        match control_in(state, where):
            case "coin":
                arvn += where.population
            case "nva":
                nva += where.population
            case "none":
                pass
    return {US: us, NVA: nva, ARVN: arvn, VC: vc}


def margins(state: State) -> dict[Faction, int]:
    """How far each Faction is beyond (positive) or short of its condition (7.3).

    A Hidden Agenda adds 1 to the margins of its player's Factions.
    """
    found = {faction: score - CONDITION[faction] for faction, score in scores(state).items()}
    for revealed in state.revealed:
        if revealed.marker == "agenda":
            for faction in player_of(state.players, revealed.faction):
                found[faction] += 1
    return found


def ranking(state: State, final: bool) -> tuple[Faction, ...]:
    """The players from first to last place (7.1), each by the Faction whose margin he uses (1.5).

    Of NVA and VC in one hand the higher margin counts, but the lower one once the `final` Coup Round
    is done; of US and ARVN always the lower one. Equal margins rank by those Factions' order in ties.
    """
    by_margin = margins(state)
    ranked = sorted(TIES, key=lambda faction: -by_margin[faction])
    counting = []
    for group in state.players:
        own = [faction for faction in ranked if faction in group]
        lowest = by_margin[own[-1]]
        higher_counts = own[0] in INSURGENT and not final
        counts = own[0] if higher_counts else next(f for f in own if by_margin[f] == lowest)
        counting.append(counts)
    return tuple([faction for faction in ranked if faction in counting])


def winner_of_check(state: State) -> Faction | None:
    """The winner of a Victory Phase, if any player meets his condition (6.1, 7.2)."""
    meeting = _meeting(state)
    if any(_passes(meeting, group) for group in state.players):
        return ranking(state, final=False)[0]
    return None


def _meeting(state: State) -> set[Faction]:
    """The Factions that meet their condition (7.2).

    A Hidden Agenda belongs to the margin of 7.3 and lifts no score, unless reading 7.3-02 is chosen.
    """
    if AGENDA_COUNTS in state.readings:
        return {faction for faction, margin in margins(state).items() if margin > 0}
    return {faction for faction, score in scores(state).items() if score > CONDITION[faction]}


def _passes(meeting: set[Faction], group: tuple[Faction, ...]) -> bool:
    """Whether a player passes the check: NVA/VC with either Faction, US/ARVN only with both (1.5)."""
    return bool(meeting & set(group)) if group[0] in INSURGENT else meeting >= set(group)


def winner_words(state: State) -> str:
    """The player who has won, by his Factions: "VC", "NVA+VC"."""
    return player_words(player_of(state.players, state.winner)) if state.winner else "nobody"
