"""VC Ambush, after March and during Attack (8.5.4)."""

from __future__ import annotations

from collections.abc import Iterator

from fitl_core.facts.factions import US
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.lasting import MAIN_FORCE_BATTALIONS
from fitl_core.facts.pieces import COIN_BASES, OF_FACTION, number_named
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.strikes import (
    COIN_UNITS,
    FORCES,
    Struck,
    ambush_all,
    most_ambushes,
    pick_strike_of,
    pieces_removed,
)
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Clause, Remove, Verb
from fitl_core.rules.shared.ambushes import reach

NODE = "8.5.4/sa-1"
_GOES = {
    f"{NODE} (1)": "it clears the way to a COIN Base",
    f"{NODE} (2)": "a COIN Base goes",
    f"{NODE} (3)": "Special Forces go",
    f"{NODE} (4)": "Troops or Police go",
}
"""What an Ambush of each step does."""


def ambush(d: Decider) -> Deciding[bool]:
    """Ambush in as many spaces as possible after a verb that has begun; return whether any was Ambushed."""

    def following(d: Decider, sites: list[BoardSpace], struck: tuple[Struck, ...]) -> Deciding[Struck | None]:
        return pick_strike(d, sites, may_follow=not struck and most_ambushes(d) > 1)

    return (yield from ambush_all(d, following))


def pick_strike(
    d: Decider, sites: list[BoardSpace], attacked: tuple[BoardSpace, ...] = (), may_follow: bool = True
) -> Deciding[Struck | None]:
    """Pick the next Ambush by the steps of the rule from one of these spaces; None if there is none.

    `attacked` are spaces in which an Attack may follow. `may_follow` says whether another Ambush may follow.
    """
    strikes = [strike for site in sites for strike in _strikes(d, site)]
    if not strikes:
        return None
    clearing = [one for one in strikes if _clears(d, one, strikes if may_follow else [], attacked)]
    for step, fits in enumerate((COIN_BASES, FORCES, COIN_UNITS), start=2):
        of_step = [one for one in strikes if one.takes(fits)]
        if clearing and step == 2:
            return (yield from _best(d, f"{NODE} (1)", clearing, both=not attacked))
        if of_step:
            each = may_follow and not _takes_two(d) and most_ambushes(d) > 1
            return (yield from _best(d, f"{NODE} ({step})", of_step, each=each))
    return None


def _best(
    d: Decider, node: str, strikes: list[Struck], both: bool = False, each: bool = False
) -> Deciding[Struck]:
    """Pick from LoCs first, then with US pieces, then one of the equal Ambushes."""
    best_strikes = d.narrow(node, "from LoCs", strikes, lambda one: one.from_road)
    best_strikes = d.narrow(node, "US first", best_strikes, lambda one: one.takes(OF_FACTION[US]))
    strike = yield from pick_strike_of(d, node, best_strikes, both, each)
    d.note_pick(NODE, str(strike), _GOES[node])
    return strike


def _strikes(d: Decider, site: BoardSpace) -> Iterator[Struck]:
    """Yield every Ambush from a space: each target, with the pieces that are removed there."""
    most = 2 if _takes_two(d) else 1
    for target in reach(site):
        pieces = pieces_removed(d, target, most)
        if pieces:
            yield Struck(site, target, pieces)


def _clears(d: Decider, strike: Struck, strikes: list[Struck], attacked: tuple[BoardSpace, ...]) -> bool:
    """Check whether the Ambush clears the way to a COIN Base for another Ambush or Attack of this
    Operation.
    """
    target = strike.target
    units = d.number(target, COIN_UNITS) - number_named(strike.pieces)
    if not d.number(target, COIN_BASES) or strike.takes(COIN_BASES) or units < 0:
        return False
    by_ambush = units == 0 and any(o.site is not strike.site and target in reach(o.site) for o in strikes)
    by_attack = units <= 1 and target in attacked and target is not strike.site
    return by_ambush or by_attack


def _takes_two(d: Decider) -> bool:
    """Check whether shaded Main Force Battalions give an Ambush a second piece, once in an Operation (card
    104).
    """
    if d.capability(MAIN_FORCE_BATTALIONS) != "shaded" or d.walk is None:
        return False
    return not any(isinstance(clause, Remove) and number_named(clause.pieces) > 1 for clause in _ambushed(d))


def _ambushed(d: Decider) -> list[Clause]:
    """Return the clauses of the Ambush."""
    assert d.walk is not None
    clauses: list[Clause] = [clause for _, clause in d.walk.said]
    last = max([i for i, clause in enumerate(clauses) if clause == Verb("ambush")], default=len(clauses))
    return clauses[last:]
