"""NVA Attack (8.6.1): its conditions, its Ambushes and its removals.

Read next `attack_figures` and `ambush`.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations

from fitl_core.facts.counting import counted
from fitl_core.facts.factions import NVA
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.lasting import PT_76
from fitl_core.facts.pieces import GUERRILLAS, Count, Kind
from fitl_core.players.non_players.decider import Decider, SpaceLetter
from fitl_core.players.non_players.flowchart import FlowCondition
from fitl_core.players.non_players.nva.ambush import pick_strike
from fitl_core.players.non_players.nva.attack_figures import (
    Means,
    base_in_reach,
    has_tanks,
    hits_by_troops,
    most_removed,
    strikes_from,
)
from fitl_core.players.non_players.nva.bombard import bombard
from fitl_core.players.non_players.strikes import (
    COIN,
    Struck,
    ambush_clauses,
    ambushes_of_attack,
    attack_in,
    measures_of,
    most_ambushes,
    pieces_removed,
)
from fitl_core.players.non_players.together import up_to
from fitl_core.players.non_players.verb_attempts import attempt
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Verb
from fitl_core.rules.operations.attack import COST, MOST_BY_GUERRILLAS

RICH = 4
"""With this many Resources NVA Bombard rather than Ambush a single piece."""
LARGE = 4
"""The size of the groups of Guerrillas that Attack."""


def _base_in_reach(d: Decider) -> tuple[int | None, str]:
    if d.spendable < COST:
        return None, "there are Resources to Attack with"
    target = base_in_reach(d, _means(d))
    return target is not None, f"a COIN Base could be removed: {target.name if target else 'nowhere'}"


def _removable(d: Decider) -> tuple[int, str]:
    pieces = most_removed(d, _means(d))
    return pieces, f"{counted(pieces, 'piece')} could be removed"


CONDITIONS = (
    FlowCondition("8.6.1/if-1", _base_in_reach),
    FlowCondition("8.6.1/if-2", _removable, dice=1),
)


def _means(d: Decider) -> Means:
    """Return the spaces in which NVA could Ambush, and Attack by Troops."""
    open_ones = d.open_spaces("attack", fits=lambda at: d.number(at, (Kind.NG, Kind.NT)))
    hidden = [at for at in open_ones if d.number(at, (Kind.NG,))]
    sites = tuple(hidden) if _may_ambush(d, hidden) else ()
    troops = tuple([at for at in open_ones if d.number(at, (Kind.NT,)) and d.number(at, COIN)])
    most = min(d.spendable // COST, d.most_spaces("attack", list(dict.fromkeys((*troops, *sites)))))
    return Means(sites, troops, most_ambushes(d), most)


def _may_ambush(d: Decider, hidden: list[BoardSpace]) -> bool:
    """Check whether an Ambush may accompany the Attack. A Limited Attack, also by an Event, has
    none (2.3.5).
    """
    if not d.granted:
        return not d.is_limited
    return any(d.try_clauses(Verb("attack"), At(at.id), Verb("ambush")) for at in hidden[:1])


def attack_whole(d: Decider) -> Deciding[bool]:
    """Carry out the Special Activity, then the Attacks; return whether the Operation was executed
    (NP-Q17).
    """
    if "attack" in d.failed:
        return False
    before, begun = d.walk, len(d.trace)
    strikes = yield from _ambushes(d)
    if strikes:
        d.walk = d.try_clauses(Verb("attack"), *ambush_clauses(strikes), Verb("attack"))
        assert d.walk is not None
        yield from attack(d)
        return True
    bombarded = yield from attempt(d, "bombard", bombard)
    if not bombarded:
        d.note("8.6.1/sa-2", "nothing can be Bombarded: no Special Activity")
    if _has_targets(d) and (yield from attempt(d, "attack", attack)):
        return True
    d.take_back(before, begun)
    d.failed["attack"] = None
    return False


def _has_targets(d: Decider) -> bool:
    """Check whether NVA units share any space with COIN pieces. Otherwise no Attack after Bombard
    is tried.
    """
    units = (Kind.NT, *GUERRILLAS[NVA])
    return any(d.number(at, units) and d.number(at, COIN) for at in board().spaces)


def _ambushes(d: Decider) -> Deciding[tuple[Struck, ...]]:
    """Return the Ambushes of this Attack, up to 2; none if NVA prefer to Bombard (sa-1)."""
    if not d.try_clauses(Verb("attack")):
        return ()
    if d.money >= RICH and _only_one_could_go(d) and _rather_bombards(d):
        return ()  # the choice does not matter: no dice (NP-Q50)
    struck = yield from ambushes_of_attack(d, _next_ambush, Verb("attack"))
    if len(struck) == 1 and d.money >= RICH and _rather_bombards(d):
        return ()
    return struck


def _only_one_could_go(d: Decider) -> bool:
    """Check whether Ambushes could remove exactly one piece, but never two."""
    sites = d.open_spaces("attack", fits=lambda at: d.number(at, (Kind.NG,)))
    strikes = list(strikes_from(d, sites))
    pairs = combinations(strikes, 2) if most_ambushes(d) > 1 else ()
    apart = [pair for pair in pairs if pair[0].site is not pair[1].site]
    return bool(strikes) and not any(
        one.target is not other.target or d.number(one.target, COIN) > 1 for one, other in apart
    )


def _rather_bombards(d: Decider) -> bool:
    """Check whether rich NVA Bombard because their Ambushes would remove only 1 piece (sa-1, NP-Q17)."""
    if d.other_reading("NP-Q17"):
        return d.try_clauses(Verb("bombard")) is not None
    text = "an Ambush would remove 1 piece only: Bombard instead"
    d.note("8.6.1/sa-1", text, counted(d.money, "Resource"))
    return True


def _next_ambush(d: Decider, spaces: list[BoardSpace], struck: tuple[Struck, ...]) -> Deciding[Struck | None]:
    """Return the next Ambush of an Attack."""
    sites = [at for at in spaces if d.number(at, (Kind.NG,))]
    attackable = tuple([at for at in spaces if d.number(at, (Kind.NT,))])
    may_follow = not struck and most_ambushes(d) > 1
    return (yield from pick_strike(d, sites, attackable, may_follow))


def attack(d: Decider) -> Deciding[bool]:
    """Attack by Troops and by large groups of Guerrillas (do-1 to do-3); return whether any Attack
    was made.
    """
    tanks: list[BoardSpace] = []
    done = yield from _by_troops(d, "8.6.1/do-1", 2, tanks)
    done |= yield from _by_guerrillas(d)
    done |= yield from _by_troops(d, "8.6.1/do-3", 1, tanks)
    return done


def _by_troops(d: Decider, node: str, least: int, tanks: list[BoardSpace]) -> Deciding[bool]:
    """Attack with Troops wherever they remove at least `least` pieces; return whether any was made.

    `tanks` has the space in which the tanks of PT-76 will be used, after it has been picked.
    """
    done = False
    while True:
        attackable = d.open_spaces(fits=lambda at: d.number(at, (Kind.NT,)) and d.number(at, COIN))
        with_tanks = yield from _tank_spaces(d, attackable, tanks)
        hits = {at: _pieces_taken(d, at, at in with_tanks) for at in attackable}
        attackable = [at for at in attackable if hits[at] >= least]
        if not attackable:
            return done
        where = yield from _pick(
            d, node, {at: pieces_removed(d, at, hits[at]) for at in attackable}, d.spendable // COST
        )
        plain = _pieces_taken(d, where)
        if (yield from attack_in(d, where, "troops", hits[where])) > plain:
            d.used.add(PT_76)
        done = True


def _by_guerrillas(d: Decider) -> Deciding[bool]:
    """Attack with groups of 4 or more Guerrillas (do-2); return whether any Attack was made."""
    done = False
    while large_groups := d.open_spaces(fits=partial(_is_large_group, d)):
        where = yield from _pick(
            d,
            "8.6.1/do-2",
            {at: pieces_removed(d, at, MOST_BY_GUERRILLAS) for at in large_groups},
            d.spendable // COST,
        )
        yield from attack_in(d, where, "guerrillas", MOST_BY_GUERRILLAS)
        done = True
    return done


def _is_large_group(d: Decider, where: BoardSpace) -> bool:
    return d.number(where, GUERRILLAS[NVA]) >= LARGE and d.number(where, COIN) > 0


def _tank_spaces(d: Decider, left: list[BoardSpace], tanks: list[BoardSpace]) -> Deciding[list[BoardSpace]]:
    """Return where shaded PT-76 would remove the most extra pieces (card 45), if it has not been used.

    Equal spaces are decided as those of an Attack. If only 1 more space can be paid, PT-76 is used there.
    """
    if not has_tanks(d) or PT_76 in d.used:
        return []
    if kept := [at for at in tanks if at in left]:
        return kept
    extra = {at: _pieces_taken(d, at, tanks=True) - _pieces_taken(d, at) for at in left}
    best = max(extra.values(), default=0)
    if best <= 0:
        return []
    if d.spendable // COST <= 1:
        return [at for at in left if extra[at]]
    where = yield from _pick(
        d,
        "8.6.1/do-1",
        {at: pieces_removed(d, at, _pieces_taken(d, at, tanks=True)) for at in left if extra[at] == best},
        most=1,
    )
    tanks[:] = [where]
    return tanks


def _pieces_taken(d: Decider, where: BoardSpace, tanks: bool = False) -> int:
    return min(hits_by_troops(d, where, tanks), d.number(where, COIN))


def _pick(
    d: Decider, node: str, hits: dict[BoardSpace, tuple[Count, ...]], most: int
) -> Deciding[BoardSpace]:
    """Pick a space: Laos and Cambodia, then by the pieces that are removed."""
    letters: tuple[SpaceLetter, ...] = ("a", *measures_of(hits, "b", "c"))
    return (yield from d.pick_space(node, list(hits), *letters, together=up_to(most)))
