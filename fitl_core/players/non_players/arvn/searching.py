"""How many Guerrillas ARVN would find in a space, by its Sweep (8.7.5)."""

from __future__ import annotations

from fitl_core.facts.board import BoardSpace
from fitl_core.facts.factions import ARVN
from fitl_core.facts.pieces import CUBES, SPECIAL_FORCES
from fitl_core.players.non_players.arvn.measures import hidden
from fitl_core.players.non_players.decider import Decider
from fitl_core.rules.operations.sweep import finds


def seekers(d: Decider, where: BoardSpace) -> int:
    """How many ARVN cubes and Rangers are in a space."""
    return d.number(where, (*CUBES[ARVN], *SPECIAL_FORCES[ARVN]))


def found_with(d: Decider, where: BoardSpace, more: int = 0) -> int:
    """How many Underground Guerrillas are Activated there, with so many more pieces."""
    return min(hidden(d.now.spaces[where.index].pieces), finds(where, seekers(d, where) + more))


def engaged(d: Decider, where: BoardSpace) -> int:
    """How many of the pieces there it takes to find as many as are found now."""
    found = found_with(d, where)
    return next(number for number in range(seekers(d, where) + 1) if finds(where, number) >= found)


def numbers_that_matter(d: Decider, where: BoardSpace, most: int) -> list[int]:
    """0, and each number of further pieces, up to `most`, that finds more Guerrillas than one fewer."""
    return [
        more
        for more in range(most + 1)
        if not more or found_with(d, where, more) > found_with(d, where, more - 1)
    ]
