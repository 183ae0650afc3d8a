"""The possible removals by NVA Ambushes and Attacks by Troops (8.6.1), computed without the walk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

import msgspec

from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.lasting import PT_76
from fitl_core.facts.pieces import COIN_BASES, Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.strikes import COIN, COIN_UNITS, AmbushStrike
from fitl_core.rules.operations.attack import TROOPS_FOR_A_PIECE
from fitl_core.rules.shared.ambushes import reach

MANY_TROOPS = 4
"""NVA do not Ambush from a space with this many of their Troops."""
MOST_TRIED = 4000
"""The most combinations of Ambushes that are tried."""


def strikes_from(d: Decider, sites: Iterable[BoardSpace]) -> Iterator[AmbushStrike]:
    """Yield every Ambush with a target from these spaces. Spaces with 4 or more NVA Troops have none."""
    for site in sites:
        if d.number(site, (Kind.NT,)) < MANY_TROOPS:
            for target in reach(site):
                if d.number(target, COIN):
                    yield AmbushStrike(site, target)


def hits_by_troops(d: Decider, where: BoardSpace, tanks: bool = False) -> int:
    """Return how many pieces an Attack by Troops could remove: 1 for 2 Troops, or 1 for each with PT-76."""
    troops = d.number(where, (Kind.NT,))
    if troops and d.capability(PT_76) == "unshaded":
        troops -= 1
    return troops if tanks else troops // TROOPS_FOR_A_PIECE


def has_tanks(d: Decider) -> bool:
    """Check whether shaded PT-76 is in effect (card 45)."""
    return d.capability(PT_76) == "shaded"


class Means(msgspec.Struct, frozen=True):
    """The spaces of an NVA Attack for Ambush and for Troops, and the most of each."""

    sites: tuple[BoardSpace, ...]
    troops: tuple[BoardSpace, ...]
    most_ambushes: int
    most_spaces: int


def base_in_reach(d: Decider, means: Means) -> BoardSpace | None:
    """Return a space in which Ambushes and an Attack by Troops could together remove a COIN Base, if any
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
    """Return the most enemy pieces that Ambushes and Attacks by Troops could remove (if-2, NP-Q16).

    All combinations of up to 2 Ambushes are tried, each with the best Attacks. Attrition does not count.
    After `MOST_TRIED` combinations the search ends, with a note in the trace.
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
                d.note("8.6.1/if-2", f"the search ended after {MOST_TRIED} combinations of Ambushes")
                return best
            best = max(best, number + _by_troops(d, means, mix))
    return best


def _removed_in(d: Decider, means: Means, target: BoardSpace, strikes: list[AmbushStrike]) -> int:
    """Return the most pieces that Ambushes and an Attack by Troops could remove from one space."""
    sites = [strike.site for strike in strikes if strike.target is target]
    best = min(len(sites), means.most_ambushes, means.most_spaces)
    if target in means.troops:
        others = min(len([site for site in sites if site is not target]), means.most_ambushes)
        others = min(others, means.most_spaces - 1)
        best = max(best, others + hits_by_troops(d, target, has_tanks(d)))
    return min(best, d.number(target, COIN))


def _enough(d: Decider, mix: tuple[AmbushStrike, ...]) -> bool:
    """Check whether each target has a piece for each of its Ambushes."""
    targets = [strike.target for strike in mix]
    return all(d.number(target, COIN) >= targets.count(target) for target in targets)


def _by_troops(d: Decider, means: Means, ambushes: tuple[AmbushStrike, ...]) -> int:
    """Return the most pieces that Attacks by Troops could remove in addition to these Ambushes.

    The number of spaces is limited by Resources.
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
    for i, more in enumerate(extra):  # try each space for the tanks
        rest = sorted(plain[:i] + plain[i + 1 :], reverse=True)[: max(0, room - 1)]
        best = max(best, plain[i] + more + sum(rest) if room else 0)
    return best
