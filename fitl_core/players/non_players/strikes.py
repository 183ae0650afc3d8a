"""Removals by Attacks and Ambushes of both Insurgents: the pieces, the choice among equals, the clauses.

Pieces go in the order of 8.1.2, Bases after all others (3.3.3). An Ambush on a LoC can strike any adjacent
space (4.4.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from fitl_core.errors import Violation
from fitl_core.facts.factions import ARVN, US
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.lasting import BOOBY_TRAPS
from fitl_core.facts.pieces import BASES, OF_FACTION, SPECIAL_FORCES, Count, Kind, number_named
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.space_figures import pieces_in
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Clause, Option, Remove, Verb
from fitl_core.rules.shared.ambushes import MOST_SPACES

COIN = (*OF_FACTION[US], *OF_FACTION[ARVN])
COIN_BASES = (*BASES[US], *BASES[ARVN])
COIN_UNITS = tuple([kind for kind in COIN if kind not in COIN_BASES])
FORCES = (*SPECIAL_FORCES[US], *SPECIAL_FORCES[ARVN])


class AmbushStrike(msgspec.Struct, frozen=True):
    """A possible Ambush from a space on pieces of that space or, from a LoC, of an adjacent space."""

    site: BoardSpace
    target: BoardSpace

    def __str__(self) -> str:
        return f"{self.site.name} strikes {self.target.name}"

    @property
    def from_road(self) -> bool:
        """Whether the Ambush goes from a LoC into an adjacent space."""
        return self.site is not self.target


class Struck(AmbushStrike, frozen=True):
    """An Ambush with the pieces that it removes."""

    pieces: tuple[Count, ...]

    def __str__(self) -> str:
        return AmbushStrike.__str__(self)

    def takes(self, kinds: tuple[Kind, ...]) -> bool:
        """Check whether the Ambush removes a piece of these kinds."""
        return any(count.kind in kinds for count in self.pieces)


AnyStrike = TypeVar("AnyStrike", bound=AmbushStrike)


def most_ambushes(d: Decider) -> int:
    """Return in how many spaces an Insurgent may Ambush: 2, or 1 with unshaded Booby Traps (4.4.3, card
    101).
    """
    return 1 if d.capability(BOOBY_TRAPS) == "unshaded" else MOST_SPACES


def pieces_removed(d: Decider, where: BoardSpace, hits: int) -> tuple[Count, ...]:
    """Return the pieces that `hits` hits remove in a space: Special Forces, Troops and Police in turn, Bases
    last.
    """
    there = pieces_in(d, where)
    units = enemy_pieces(there, COIN_UNITS, hits, not d.other_reading("NP-Q06"))
    rest = hits - number_named(units)
    return (*units, *enemy_pieces(there, COIN_BASES, rest)) if rest > 0 else units


def rank_of(pieces: tuple[Count, ...]) -> int:
    """Return 3 if a Base is among the pieces, 2 for Special Forces, 1 for Troops or Police, 0 for none."""
    kinds = [count.kind for count in pieces]
    for rank, wanted in ((3, COIN_BASES), (2, FORCES), (1, COIN_UNITS)):
        if any(kind in wanted for kind in kinds):
            return rank
    return 0


def has_us_piece(pieces: tuple[Count, ...]) -> bool:
    """Check whether US pieces are among the pieces."""
    return any(count.kind in OF_FACTION[US] for count in pieces)


def are_apart(strikes: Sequence[AmbushStrike]) -> bool:
    """Check whether these are exactly two Ambushes with different sites and different targets."""
    sites, targets = {one.site for one in strikes}, {one.target for one in strikes}
    return len(strikes) == len(sites) == len(targets) == 2


def pick_strike_of(
    d: Decider, node: str, strikes: Sequence[AnyStrike], both: bool = False, each: bool = False
) -> Deciding[AnyStrike]:
    """Return one of several equal Ambushes: a random target space, then a random site (8.2, 8.3).

    With `both`, the second Ambush strikes the same space, so that each of two sites gets its turn. With
    `each`, the second Ambush is the other one of two. Neither case rolls dice (NP-Q50).
    """
    if each and are_apart(strikes):
        return strikes[0]
    targets = list(dict.fromkeys([one.target for one in strikes]))
    target = targets[0] if len(targets) == 1 else (yield from d.random_space(node, targets))
    of_target = {one.site: one for one in strikes if one.target is target}
    sites = list(of_target)
    one_way = len(sites) == 1 or (both and len(sites) == 2)
    return of_target[sites[0] if one_way else (yield from d.random_space(node, sites))]


def ambush_clauses(strikes: Sequence[Struck]) -> tuple[Clause, ...]:
    """Return the clauses of Ambushes within an Attack: the spaces, then the removals in each (4.4.3)."""
    sites: list[Clause] = [At(strike.site.id) for strike in strikes]
    pieces: list[Clause] = []
    for strike in strikes:
        pieces += [At(strike.site.id), Remove(strike.target.id, strike.pieces)]
    return (*sites, Verb("ambush"), *pieces)


def attack_in(d: Decider, where: BoardSpace, method: str, hits: int) -> Deciding[int]:
    """Attack in a space by "guerrillas" or "troops"; return how many pieces were removed (3.3.3)."""
    yield from d.say(At(where.id))
    try:
        yield from d.say(Option(method))
    except Violation:
        yield from d.settle()
    question = d.walk.pending if d.walk is not None else None
    removal = Remove(where.id, pieces_removed(d, where, hits))
    if question is None or "remove" not in question.forms or d.try_clauses(removal) is None:
        return 0
    yield from d.say(removal)
    return number_named(removal.pieces)
