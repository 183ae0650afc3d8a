"""The order of NVA Ambushes, during Attack and after March (8.6.1, 8.6.5)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fitl_core.facts.factions import ARVN, US
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import COIN_BASES, CUBES, OF_FACTION, Count, Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.nva.attack_figures import has_tanks, hits_by_troops, strikes_from
from fitl_core.players.non_players.strikes import (
    COIN,
    COIN_UNITS,
    FORCES,
    AmbushStrike,
    Struck,
    ambush_all,
    most_ambushes,
    pick_strike_of,
    pieces_removed,
)
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.rules.operations.attack import COST

NODE = "8.6.1/sa-1"
AFTER_MARCH = "8.6.5/sa-1"
CUBE_KINDS = (*CUBES[US], *CUBES[ARVN])


def pick_strike(
    d: Decider, sites: list[BoardSpace], attackable: tuple[BoardSpace, ...], may_follow: bool
) -> Deciding[Struck | None]:
    """Pick the next Ambush of an Attack from one of these spaces; None if there is none.

    `attackable` are the spaces in which Troops may still Attack. `may_follow` says whether another Ambush may
    follow.
    """
    strikes = list(strikes_from(d, sites))
    if not strikes:
        return None
    follows = may_follow and not (d.granted or d.is_limited) and d.money >= 2 * COST
    for_base = [one for one in strikes if _serves_a_base(d, one, strikes, attackable, may_follow)]
    if for_base:
        best_strikes = d.narrow(f"{NODE} (1)", "a", for_base, lambda one: one.from_road)
        both = all(
            d.number(one.target, COIN_UNITS) == 1 and one.target not in attackable for one in best_strikes
        )
        each = follows and all(_serves_a_base(d, one, strikes, attackable, False) for one in best_strikes)
        return (yield from _one_of(d, f"{NODE} (1)", best_strikes, both, each))
    for letter, figure in SECOND:
        strikes = d.narrow(f"{NODE} (2)", letter, strikes, partial(figure, d))
    return (yield from _one_of(d, f"{NODE} (2)", strikes, each=follows))


SECOND: tuple[tuple[str, Callable[[Decider, AmbushStrike], int]], ...] = (
    ("", lambda _, one: one.target.in_laos_or_cambodia),
    ("a", lambda _, one: one.from_road),
    ("b", lambda d, one: d.number(one.target, COIN) == 1),
    ("c", lambda d, one: piece_removed(d, one).kind in FORCES),
    ("d", lambda d, one: piece_removed(d, one).kind in OF_FACTION[US]),
)
"""The priorities if no Ambush serves to remove a COIN Base."""


def piece_removed(d: Decider, strike: AmbushStrike) -> Count:
    """Return the piece that an Ambush removes (8.1.2)."""
    return pieces_removed(d, strike.target, 1)[0]


def _serves_a_base(
    d: Decider,
    strike: AmbushStrike,
    strikes: list[AmbushStrike],
    attackable: tuple[BoardSpace, ...],
    may_follow: bool,
) -> bool:
    """Check whether the Ambush removes a COIN Base, or enables a removal in this Operation.

    The removal can be by another Ambush or by an Attack by Troops.
    """
    target = strike.target
    if not d.number(target, COIN_BASES):
        return False
    units = d.number(target, COIN_UNITS)
    if units == 0:
        return True
    units_left = units - 1
    another = [one for one in strikes if one.target is target and one.site is not strike.site]
    ambushes = 1 if may_follow and another else 0
    by_troops = target in attackable and target is not strike.site
    hits = hits_by_troops(d, target, has_tanks(d)) if by_troops else 0
    if hits >= units + 1:
        return False  # Troops remove the Base without this Ambush
    return ambushes + hits >= units_left + 1


def _one_of(
    d: Decider, node: str, strikes: list[AmbushStrike], both: bool = False, each: bool = False
) -> Deciding[Struck]:
    """Pick one of several equal Ambushes and record it under its node."""
    strike = yield from pick_strike_of(d, node, strikes, both, each)
    d.note_pick(node.partition(" ")[0], str(strike), "the priorities")
    return Struck(strike.site, strike.target, (piece_removed(d, strike),))


def ambush(d: Decider) -> Deciding[bool]:
    """Ambush by an Event, with the priorities of an Attack (8.4.4, 8.6.1); return whether anything
    was done.
    """
    return (yield from ambush_all(d, lambda d, sites, _: pick_strike(d, sites, (), False)))


def ambush_behind_march(d: Decider) -> Deciding[bool]:
    """Ambush after March, only to remove a COIN Base (8.6.5); return whether anything was done.

    A remaining Ambush removes US Troops, or COIN cubes on a LoC.
    """
    return (yield from ambush_all(d, _next_behind_march))


def _next_behind_march(
    d: Decider, sites: list[BoardSpace], struck: tuple[Struck, ...]
) -> Deciding[Struck | None]:
    """Return the next Ambush after March. Two Ambushes of the same worth need no dice (NP-Q50)."""
    strikes = list(strikes_from(d, sites))
    if bases := [one for one in strikes if _takes_base(d, one, strikes, bool(struck))]:
        best = d.narrow(AFTER_MARCH, "from LoCs", bases, lambda one: one.from_road)
        units = {d.number(one.target, COIN_UNITS) for one in best}
        each = not struck and most_ambushes(d) > 1 and units == {0}
        return (yield from _one_of(d, AFTER_MARCH, best, both=units == {1}, each=each))
    if not struck or not (best := _spare(d, strikes)):
        return None
    strike = yield from _one_of(d, AFTER_MARCH, best)
    return Struck(strike.site, strike.target, (_spare_piece(d, strike),))


def _takes_base(d: Decider, strike: AmbushStrike, strikes: list[AmbushStrike], done: bool) -> bool:
    """Check whether the Ambush removes a COIN Base, alone or with the second Ambush."""
    if not d.number(strike.target, COIN_BASES):
        return False
    units = d.number(strike.target, COIN_UNITS)
    another = any(one.target is strike.target and one.site is not strike.site for one in strikes)
    return units == 0 or (units == 1 and not done and another)


def _spare(d: Decider, strikes: list[AmbushStrike]) -> list[AmbushStrike]:
    """Return the remaining Ambushes: on US Troops, else on COIN cubes on a LoC; from LoCs if possible."""
    troops = [one for one in strikes if d.number(one.target, (Kind.UT,))]
    cubes = [one for one in strikes if one.target.is_loc and d.number(one.target, CUBE_KINDS)]
    return d.narrow(AFTER_MARCH, "from LoCs", troops or cubes, lambda one: one.from_road)


def _spare_piece(d: Decider, strike: AmbushStrike) -> Count:
    """Return a US Troop, else the cube that 8.1.2 selects."""
    if d.number(strike.target, (Kind.UT,)):
        return Count(1, Kind.UT)
    cubes = [count for count in pieces_removed(d, strike.target, 99) if count.kind in CUBE_KINDS]
    return Count(1, cubes[0].kind)
