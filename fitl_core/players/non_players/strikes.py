"""Removals by Attacks and Ambushes of both Insurgents: the pieces, the choice among equals, the clauses.

Pieces go in the order of 8.1.2, Bases after all others (3.3.3). An Ambush on a LoC can strike any adjacent
space (4.4.3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import msgspec

from fitl_core.errors import Violation
from fitl_core.facts.factions import ARVN, US
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.lasting import BOOBY_TRAPS
from fitl_core.facts.pieces import COIN_BASES, OF_FACTION, SPECIAL_FORCES, Count, Kind, number_named
from fitl_core.players.non_players.decider import Decider, Letters
from fitl_core.players.non_players.fighting import group_by_group
from fitl_core.players.non_players.space_figures import pieces_in
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Clause, Option, Remove, Verb
from fitl_core.rules.shared.ambushes import MOST_SPACES

COIN = (*OF_FACTION[US], *OF_FACTION[ARVN])
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


PickNext = Callable[[Decider, list[BoardSpace], tuple[Struck, ...]], Deciding[Struck | None]]
"""Returns the next Ambush from these spaces after others, or None."""
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
    last = not d.other_reading("NP-Q06")
    return group_by_group(pieces_in(d, where), hits, COIN_UNITS, COIN_BASES, last_police_last=last)


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


def ambushes_of_attack(d: Decider, pick: PickNext, *begun: Clause) -> Deciding[tuple[Struck, ...]]:
    """Return the Ambushes of an Attack, one after another, each as the rules allow it after those before.

    `pick` returns the next one in the spaces that can still be selected, if any. `begun` are the clauses that
    begin the Attack if it has not begun.
    """
    struck: tuple[Struck, ...] = ()
    stand = d.walk
    while len(struck) < most_ambushes(d):
        selected = d.try_clauses(*begun, *[At(one.site.id) for one in struck])
        if selected is None:
            return struck
        after = d.try_clauses(*begun, *ambush_clauses(struck)) if struck else stand
        d.walk = selected
        sites = [one.site for one in struck]
        spaces = [at for at in d.open_spaces() if at not in sites]
        d.walk = after
        following = yield from pick(d, spaces, struck)
        d.walk = stand
        if following is None or d.try_clauses(*begun, *ambush_clauses((*struck, following))) is None:
            return struck
        struck = (*struck, following)
    return struck


def ambush_all(d: Decider, pick: PickNext) -> Deciding[bool]:
    """Ambush in as many spaces as possible after the verb; return whether anything was done."""
    struck: tuple[Struck, ...] = ()
    while sites := d.open_spaces():
        following = yield from pick(d, sites, struck)
        if following is None:
            break
        yield from d.say(At(following.site.id))
        yield from d.say(Remove(following.target.id, following.pieces))
        struck = (*struck, following)
    return bool(struck)


def measures_of(hits: Mapping[BoardSpace, tuple[Count, ...]], rank: str, us: str) -> Letters[BoardSpace]:
    """Return the measures of spaces to Attack, with their letters. `hits` are the pieces that are removed.

    The first is a Base, then Special Forces, then Troops and Police. The second is US pieces.
    """
    return ((rank, lambda at: rank_of(hits[at])), (us, lambda at: has_us_piece(hits[at])))


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
