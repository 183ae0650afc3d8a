"""The number of Guerrillas that an ARVN Sweep finds in a space (8.7.5)."""

from __future__ import annotations

from fitl_core.facts.factions import ARVN
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import CUBES, SPECIAL_FORCES
from fitl_core.players.non_players.arvn.measures import hidden
from fitl_core.players.non_players.decider import Decider
from fitl_core.rules.operations.sweep import finds


def seekers(d: Decider, where: BoardSpace) -> int:
    """Return the number of ARVN cubes and Rangers in a space."""
    return d.number(where, (*CUBES[ARVN], *SPECIAL_FORCES[ARVN]))


def guerrillas_found(d: Decider, where: BoardSpace, more: int = 0) -> int:
    """Return how many Underground Guerrillas are Activated in a space, with `more` further pieces."""
    return min(hidden(d.now.spaces[where.index].pieces), finds(where, seekers(d, where) + more))


def searchers_needed(d: Decider, where: BoardSpace) -> int:
    """Return how many of the pieces in a space are needed to find the Guerrillas found now."""
    guerrillas = guerrillas_found(d, where)
    return next(number for number in range(seekers(d, where) + 1) if finds(where, number) >= guerrillas)


def numbers_that_matter(d: Decider, where: BoardSpace, most: int) -> list[int]:
    """Return 0, and each number of further pieces up to `most` that finds more Guerrillas than one fewer."""
    return [
        more
        for more in range(most + 1)
        if not more or guerrillas_found(d, where, more) > guerrillas_found(d, where, more - 1)
    ]
