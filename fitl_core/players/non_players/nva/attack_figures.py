"""What NVA Ambushes and Attacks by Troops could remove (8.6.1): figures only, nothing is asked of the
walk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

import msgspec

from fitl_core.facts.board import BoardSpace, board
from fitl_core.facts.lasting import PT_76
from fitl_core.facts.pieces import Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.strikes import COIN, COIN_BASES, COIN_UNITS, Strike
from fitl_core.rules.operations.attack import TROOPS_FOR_A_PIECE
from fitl_core.rules.shared.ambushes import reach

MANY_TROOPS = 4
"""NVA do not Ambush from a space with so many of their Troops."""
MOST_TRIED = 4000
"""So many mixes of Ambushes are looked at."""


def strikes_from(d: Decider, sites: Iterable[BoardSpace]) -> Iterator[Strike]:
    """Every Ambush from these spaces with a target; not from where 4 or more NVA Troops are."""
    for site in sites:
        if d.number(site, (Kind.NT,)) < MANY_TROOPS:
            for target in reach(site):
                if d.number(target, COIN):
                    yield Strike(site, target)


def hits_by_troops(d: Decider, where: BoardSpace, tanks: bool = False) -> int:
    """How many pieces an Attack by Troops could remove: 1 for 2 Troops; with the tanks of PT-76 1 for
    each.
    """
    troops = d.number(where, (Kind.NT,))
    if troops and d.capability(PT_76) == "unshaded":
        troops -= 1
    return troops if tanks else troops // TROOPS_FOR_A_PIECE


def has_tanks(d: Decider) -> bool:
    """Whether shaded PT-76 is in effect (card 45)."""
    return d.capability(PT_76) == "shaded"


class Means(msgspec.Struct, frozen=True):
    """What an Attack by NVA has: spaces for Ambush and for Troops, and how many of each may be."""

    sites: tuple[BoardSpace, ...]
    troops: tuple[BoardSpace, ...]
    most_ambushes: int
    most_spaces: int


def base_in_reach(d: Decider, means: Means) -> BoardSpace | None:
    """A space in which Ambushes and an Attack by Troops together could remove a COIN Base, if any is
    (if-1).
    """
    for target in board().spaces:
        if d.number(target, COIN_BASES) and _takes_base(d, means, target):
            return target
    return None


def _takes_base(d: Decider, means: Means, target: BoardSpace) -> bool:
    needed = d.number(target, COIN_UNITS) + 1
    sites = [strike.site for strike in strikes_from(d, means.sites) if strike.target is target]
    for attacked in (False, True):
        if attacked and target not in means.troops:
            continue
        others = [site for site in sites if not (attacked and site is target)]
        ambushes = min(len(others), means.most_ambushes, means.most_spaces - attacked)
        hits = hits_by_troops(d, target, has_tanks(d)) if attacked else 0
        if ambushes >= 0 and ambushes + hits >= needed:
            return True
    return False


def most_removed(d: Decider, means: Means) -> int:
    """The most enemy pieces that any mix of Ambushes and Attacks by Troops could remove (if-2, NP-Q16).

    All mixes of up to 2 Ambushes are looked at, each with the Attacks that then remove most; attrition
    is left aside. Beyond `MOST_TRIED` mixes the search is cut, and says so.
    """
    strikes = list(strikes_from(d, means.sites))
    if d.other_reading("NP-Q16"):
        return max([_removed_in(d, means, target, strikes) for target in board().spaces])
    best = _by_troops(d, means, ())
    tried = 0
    for number in range(1, min(means.most_ambushes, means.most_spaces) + 1):
        for mix in combinations(strikes, number):
            if len({strike.site for strike in mix}) < number or not _enough(d, mix):
                continue
            tried += 1
            if tried > MOST_TRIED:
                d.note("8.6.1/if-2", f"the search was cut after {MOST_TRIED} mixes of Ambushes")
                return best
            best = max(best, number + _by_troops(d, means, mix))
    return best


def _removed_in(d: Decider, means: Means, target: BoardSpace, strikes: list[Strike]) -> int:
    """The most pieces that Ambushes and an Attack by Troops could remove from one space."""
    sites = [strike.site for strike in strikes if strike.target is target]
    best = min(len(sites), means.most_ambushes, means.most_spaces)
    if target in means.troops:
        others = min(len([site for site in sites if site is not target]), means.most_ambushes)
        others = min(others, means.most_spaces - 1)
        best = max(best, others + hits_by_troops(d, target, has_tanks(d)))
    return min(best, d.number(target, COIN))


def _enough(d: Decider, mix: tuple[Strike, ...]) -> bool:
    """Whether each target has a piece for each Ambush on it."""
    targets = [strike.target for strike in mix]
    return all(d.number(target, COIN) >= targets.count(target) for target in targets)


def _by_troops(d: Decider, means: Means, ambushes: tuple[Strike, ...]) -> int:
    """The most that Attacks by Troops could remove beside these Ambushes, within the spaces that can be
    paid.
    """
    sites = [strike.site for strike in ambushes]
    targets = [strike.target for strike in ambushes]
    plain, extra = [], []
    for where in means.troops:
        if where in sites:
            continue
        enemies = d.number(where, COIN) - targets.count(where)
        hits = min(hits_by_troops(d, where), enemies)
        plain.append(hits)
        extra.append(min(hits_by_troops(d, where, tanks=True), enemies) - hits)
    room = max(0, means.most_spaces - len(ambushes))
    if not has_tanks(d):
        return sum(sorted(plain, reverse=True)[:room])
    best = 0
    for i, more in enumerate(extra):  # the one space that the tanks are in
        rest = sorted(plain[:i] + plain[i + 1 :], reverse=True)[: max(0, room - 1)]
        best = max(best, plain[i] + more + sum(rest) if room else 0)
    return best
