"""What Attacks and Ambushes of either Insurgent remove, which of equal ones is taken, and how they are said.

The order of pieces is that of 8.1.2, Bases behind all others (3.3.3); an Ambush strikes from a LoC into any
adjacent space (4.4.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from fitl_core.errors import Violation
from fitl_core.facts.board import BoardSpace
from fitl_core.facts.factions import ARVN, US
from fitl_core.facts.lasting import BOOBY_TRAPS
from fitl_core.facts.pieces import BASES, OF_FACTION, SPECIAL_FORCES, Count, Kind, number_named
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.figures import pieces_in
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Clause, Option, Remove, Verb
from fitl_core.rules.shared.ambushes import MOST_SPACES

COIN = (*OF_FACTION[US], *OF_FACTION[ARVN])
COIN_BASES = (*BASES[US], *BASES[ARVN])
COIN_UNITS = tuple([kind for kind in COIN if kind not in COIN_BASES])
FORCES = (*SPECIAL_FORCES[US], *SPECIAL_FORCES[ARVN])


class Strike(msgspec.Struct, frozen=True):
    """An Ambush that could be: from a space, on pieces of that or, from a LoC, of an adjacent space."""

    site: BoardSpace
    target: BoardSpace

    def __str__(self) -> str:
        return f"{self.site.name} strikes {self.target.name}"

    @property
    def from_road(self) -> bool:
        """Whether it goes from a LoC into a space beside it."""
        return self.site is not self.target


class Struck(Strike, frozen=True):
    """An Ambush with the pieces that it removes."""

    pieces: tuple[Count, ...]

    def __str__(self) -> str:
        return Strike.__str__(self)

    def takes(self, kinds: tuple[Kind, ...]) -> bool:
        """Whether it removes a piece of these kinds."""
        return any(count.kind in kinds for count in self.pieces)


AnyStrike = TypeVar("AnyStrike", bound=Strike)


def most_ambushes(d: Decider) -> int:
    """In how many spaces an Insurgent may Ambush: 2, by unshaded Booby Traps 1 (4.4.3, card 101)."""
    return 1 if d.capability(BOOBY_TRAPS) == "unshaded" else MOST_SPACES


def removed(d: Decider, where: BoardSpace, hits: int) -> tuple[Count, ...]:
    """What so many hits in a space remove: Special Forces, Troops and Police in turn, Bases last."""
    there = pieces_in(d, where)
    units = enemy_pieces(there, COIN_UNITS, hits, not d.other_reading("NP-Q06"))
    rest = hits - number_named(units)
    return (*units, *enemy_pieces(there, COIN_BASES, rest)) if rest > 0 else units


def rank_of(pieces: tuple[Count, ...]) -> int:
    """3 where a Base is among the pieces, 2 where Special Forces are, 1 for Troops and Police, 0 for none."""
    kinds = [count.kind for count in pieces]
    for rank, wanted in ((3, COIN_BASES), (2, FORCES), (1, COIN_UNITS)):
        if any(kind in wanted for kind in kinds):
            return rank
    return 0


def has_us(pieces: tuple[Count, ...]) -> bool:
    """Whether US pieces are among them."""
    return any(count.kind in OF_FACTION[US] for count in pieces)


def are_apart(strikes: Sequence[Strike]) -> bool:
    """Whether these are two Ambushes that have nothing to do with each other."""
    sites, targets = {one.site for one in strikes}, {one.target for one in strikes}
    return len(strikes) == len(sites) == len(targets) == 2


def one_of(
    d: Decider, node: str, strikes: Sequence[AnyStrike], both: bool = False, each: bool = False
) -> Deciding[AnyStrike]:
    """One of several equal Ambushes: a random space to be struck, and one to strike from (8.2, 8.3).

    With `both` the second Ambush strikes the same space: of two from which it can be struck each has its
    turn; with `each` the second is what is left of two. Neither rolls dice (NP-Q50).
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
    """Ambushes in an Attack: its spaces, then what goes in each (4.4.3)."""
    sites: list[Clause] = [At(strike.site.id) for strike in strikes]
    pieces: list[Clause] = []
    for strike in strikes:
        pieces += [At(strike.site.id), Remove(strike.target.id, strike.pieces)]
    return (*sites, Verb("ambush"), *pieces)


def attack_in(d: Decider, where: BoardSpace, method: str, hits: int) -> Deciding[int]:
    """Attack in a space by this method ("guerrillas", "troops"); how many pieces it removes (3.3.3)."""
    yield from d.say(At(where.id))
    try:
        yield from d.say(Option(method))
    except Violation:
        yield from d.settle()
    question = d.walk.pending if d.walk is not None else None
    removal = Remove(where.id, removed(d, where, hits))
    if question is None or "remove" not in question.forms or d.may_say(removal) is None:
        return 0
    yield from d.say(removal)
    return number_named(removal.pieces)
