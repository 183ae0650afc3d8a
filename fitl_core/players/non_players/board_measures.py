"""The measures of section 8 that need only the board, by their names in `non-player-measures.json`.

That file gives each measure its words, and the nodes and letters that use it. At node 8.5.6, for example, the
letter "b" stands for "Support". A measure that needs more, such as the pieces that would come, stands in the
module of its node.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.non_player_measures import measure_at
from fitl_core.facts.pieces import (
    BASE_KINDS,
    BASES,
    COIN_BASES,
    CUBES,
    INSURGENT_BASES,
    OF_FACTION,
    SPECIAL_FORCES,
    Kind,
    count_of,
)
from fitl_core.state.state import State

BoardMeasure = Callable[[State, BoardSpace], int]
"""The figure of a space in a position. The highest is the best. True counts 1."""


def _number(kinds: tuple[Kind, ...]) -> BoardMeasure:
    return lambda now, at: count_of(now.spaces[at.index].pieces, kinds)


def _has(kinds: tuple[Kind, ...]) -> BoardMeasure:
    return lambda now, at: count_of(now.spaces[at.index].pieces, kinds) > 0


def _lacks(kinds: tuple[Kind, ...]) -> BoardMeasure:
    return lambda now, at: not count_of(now.spaces[at.index].pieces, kinds)


def _vc_base_alone(now: State, at: BoardSpace) -> bool:
    pieces = now.spaces[at.index].pieces
    return count_of(pieces, BASES[VC]) > 0 and not count_of(pieces, BASES[NVA])


BOARD_MEASURES: Mapping[str, BoardMeasure] = {
    "Population": lambda now, at: at.population,
    "inhabited": lambda now, at: at.population > 0,
    "Econ": lambda now, at: at.econ,
    "Support": lambda now, at: now.spaces[at.index].support > 0,
    "Opposition": lambda now, at: now.spaces[at.index].support < 0,
    "no Terror": lambda now, at: not now.spaces[at.index].terror,
    "from LoCs": lambda now, at: at.is_loc,
    "Province": lambda now, at: not at.is_city,
    "Laos and Cambodia": lambda now, at: at.in_laos_or_cambodia,
    "US Troops": _has((Kind.UT,)),
    "US Troops there": _number((Kind.UT,)),
    "no US Base": _lacks(BASES[US]),
    "no US Special Forces": _lacks(SPECIAL_FORCES[US]),
    "ARVN cubes": _has(CUBES[ARVN]),
    "Police": _number((Kind.AP,)),
    "no Police": _lacks((Kind.AP,)),
    "fewest Police": lambda now, at: -now.spaces[at.index].pieces[Kind.AP.slot],
    "COIN Base": _has(COIN_BASES),
    "Opposition gained by withdrawal": lambda now, at: at.population * (now.spaces[at.index].support <= 0),
    "Support lost by withdrawal": lambda now, at: at.population * (now.spaces[at.index].support > 0),
    "own pieces there": _has(OF_FACTION[NVA]),
    "VC Base": _has(BASES[VC]),
    "VC Base alone": _vc_base_alone,
    "Insurgent Base": _has(INSURGENT_BASES),
    "Base of any Faction": _has(BASE_KINDS),
    "Underground VC": _has((Kind.VG,)),
    "Underground Guerrillas": _has((Kind.VG, Kind.NG)),
}
"""The figure of each measure by its name."""


def board_measure(node: str, letter: str) -> BoardMeasure:
    """Return the measure that a letter of a node stands for. Raise `KeyError` if it is none of the board's.

    >>> board_measure("8.5.6", "b") is BOARD_MEASURES["Support"]
    True
    """
    measure = measure_at(f"{node} {letter}".rstrip())
    if measure is None:
        raise KeyError(f"{node} {letter}")
    return BOARD_MEASURES[measure.name]
