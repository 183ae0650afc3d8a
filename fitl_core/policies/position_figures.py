"""The figures of a position by which margins are foreseen: pieces, tracks, and Population of some sort.

    dict(zip(FIGURE_NAMES, figures_of(state), strict=True))["population with Support"]

Everybody can count them on the board. Read `foreseen_margins` next.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from fitl_core.facts.card_list import coup_cards
from fitl_core.facts.factions import ARVN, FACTIONS, NVA, US, VC
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.pieces import KINDS, SLOTS_OF, Kind, Pieces
from fitl_core.state.control import control
from fitl_core.state.state import Space, State
from fitl_core.state.victory import scores

FEW = 10
"""Resources up to this number are counted again: the first ones are worth more."""
THIN = 1
"""Control by so many pieces is thin."""
STRONG = 3
"""So many pieces of a Faction in a space are many."""


class _Populated:
    """A Province or City with Population, and the pieces of each Faction in it."""

    def __init__(self, where: BoardSpace, space: Space) -> None:
        pieces = space.pieces
        self.population = where.population
        self.level = space.support
        self.terror = space.terror
        self.pieces: Pieces = pieces
        self.us, self.arvn = sum(pieces[SLOTS_OF[US]]), sum(pieces[SLOTS_OF[ARVN]])
        self.nva, self.vc = sum(pieces[SLOTS_OF[NVA]]), sum(pieces[SLOTS_OF[VC]])
        self.coin = self.us + self.arvn
        self.control = control(where, pieces)

    def has(self, kind: Kind) -> bool:
        """Check whether a piece of a kind is here."""
        return self.pieces[kind.slot] > 0

    def bases(self, kind: Kind, tunneled: Kind) -> int:
        """Return the number of Bases, Tunneled or not."""
        return self.pieces[kind.slot] + self.pieces[tunneled.slot]


def _levels_to_pacify(at: _Populated) -> int:
    """Return what Pacification could shift here (6.3.1), in levels times Population."""
    if at.control != "coin" or not (at.has(Kind.AP) or at.has(Kind.UT)):
        return 0
    return at.population * (2 - at.level)


_OF_POPULATED: dict[str, Callable[[_Populated], int]] = {
    "population with Support": lambda at: at.population * (at.level > 0),
    "population with Passive Support": lambda at: at.population * (at.level == 1),
    "population with Opposition": lambda at: at.population * (at.level < 0),
    "population with Passive Opposition": lambda at: at.population * (at.level == -1),
    "levels to pacify": _levels_to_pacify,
    "levels to agitate": lambda at: at.population * (at.level + 2) * (at.vc > 0 and at.control != "coin"),
    "levels for VC Terror": lambda at: at.population * (at.level + 2) * at.has(Kind.VG),
    "support for NVA Terror": lambda at: at.population * max(at.level, 0) * at.has(Kind.NG),
    "population with VC": lambda at: at.population * (at.vc > 0),
    "population with many VC": lambda at: at.population * (at.vc >= STRONG),
    "population with NVA": lambda at: at.population * (at.nva > 0),
    "population with many NVA": lambda at: at.population * (at.nva >= STRONG),
    "population with US": lambda at: at.population * (at.us > 0),
    "population to govern": lambda at: at.population * (at.control == "coin" and at.level > 0),
    "population with thin COIN Control": lambda at: (
        at.population * (at.control == "coin" and at.coin - at.nva - at.vc <= THIN)
    ),
    "population with thin NVA Control": lambda at: (
        at.population * (at.control == "nva" and at.nva - at.coin - at.vc <= THIN)
    ),
    "population with no Control": lambda at: at.population * (at.control == "none"),
    "population with Terror": lambda at: at.population * (at.terror > 0),
    "VC Bases with Population": lambda at: at.bases(Kind.VB, Kind.VB_TUNNELED),
    "VC Bases without Guerrillas": lambda at: (
        at.bases(Kind.VB, Kind.VB_TUNNELED) if not (at.has(Kind.VG) or at.has(Kind.VG_ACTIVE)) else 0
    ),
    "VC Bases beside COIN": lambda at: at.bases(Kind.VB, Kind.VB_TUNNELED) if at.coin else 0,
    "NVA Bases beside COIN": lambda at: at.bases(Kind.NB, Kind.NB_TUNNELED) if at.coin else 0,
    "NVA Troops with Population": lambda at: at.pieces[Kind.NT.slot],
    "NVA Guerrillas with Population": lambda at: at.pieces[Kind.NG.slot] + at.pieces[Kind.NG_ACTIVE.slot],
    "VC Guerrillas with Population": lambda at: at.pieces[Kind.VG.slot] + at.pieces[Kind.VG_ACTIVE.slot],
    "ARVN Troops with Population": lambda at: at.pieces[Kind.AT.slot],
    "US Troops with Population": lambda at: at.pieces[Kind.UT.slot],
}
"""Figures of a Province or City with Population, which are summed up over the board."""
_OF_LOCS = ("Sabotage", "VC on LoCs", "NVA on LoCs", "COIN on LoCs")
FIGURE_NAMES: tuple[str, ...] = (
    "always 1",
    *[f"{kind.nouns} on the map" for kind in KINDS],
    *_OF_POPULATED,
    *_OF_LOCS,
    *[f"{kind.nouns} Available" for kind in KINDS],
    "US Troops in Casualties",
    "US Bases in Casualties",
    "US Troops Out of Play",
    "ARVN Troops Out of Play",
    *("Aid", "Patronage", "Econ", "Trail"),
    *[f"Resources {place}" for place in range(3)],
    *[f"few Resources {place}" for place in range(3)],
    *[f"score of {faction}" for faction in FACTIONS],
    *[f"{faction} is Eligible" for faction in FACTIONS],
    "cards since the last Coup Round",
)
"""The names of the figures in their order. Resources are in the order of `State.resources`."""


def figures_of(state: State) -> list[float]:
    """Return the figures of a position, in the order of `FIGURE_NAMES`."""
    rows = [_figures_in(where, state.spaces[where.index]) for where in board().spaces]
    acted = {done.faction for done in state.done if done.deed != "pass"}
    by_faction = scores(state)
    return [
        1,
        *map(sum, zip(*rows, strict=True)),
        *state.available,
        *[state.casualties[kind.slot] for kind in (Kind.UT, Kind.UB)],
        *[state.out_of_play[kind.slot] for kind in (Kind.UT, Kind.AT)],
        *(state.aid, state.patronage, state.econ, state.trail),
        *state.resources,
        *[min(number, FEW) for number in state.resources],
        *[by_faction[faction] for faction in FACTIONS],
        *[faction in state.eligible and faction not in acted for faction in FACTIONS],
        _cards_since_coup(state),
    ]


@lru_cache(maxsize=4096)  # positions of one search differ in few spaces
def _figures_in(where: BoardSpace, space: Space) -> tuple[int, ...]:
    pieces = space.pieces
    if where.is_loc:
        loc = (space.sabotage, *[sum(pieces[SLOTS_OF[one]]) > 0 for one in (VC, NVA)])
        coin = sum(pieces[SLOTS_OF[US]]) + sum(pieces[SLOTS_OF[ARVN]]) > 0
        return (*pieces, *[0] * len(_OF_POPULATED), *loc, coin)
    if not where.population:
        return (*pieces, *[0] * (len(_OF_POPULATED) + len(_OF_LOCS)))
    at = _Populated(where, space)
    return (*pieces, *[figure(at) for figure in _OF_POPULATED.values()], *[0] * len(_OF_LOCS))


def _cards_since_coup(state: State) -> int:
    number = 0
    for card in reversed(state.played):
        if card in coup_cards():
            break
        number += 1
    return number
