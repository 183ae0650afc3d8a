"""How NVA choose and carry out Attack (8.6.1)."""

from __future__ import annotations

from itertools import combinations

from fitl_core.facts.board import BoardSpace, board
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import NVA
from fitl_core.facts.lasting import PT_76
from fitl_core.facts.pieces import GUERRILLAS, Count, Kind
from fitl_core.players.non_players.attempts import attempt
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.nva.ambush import pick_strike, taken
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
    attack_in,
    has_us,
    most_ambushes,
    rank_of,
    removed,
)
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Verb
from fitl_core.rules.operations.attack import COST, MOST_BY_GUERRILLAS

RICH = 4
"""With so many Resources NVA Bombard rather than Ambush a single piece."""
LARGE = 4
"""Guerrillas Attack in groups of so many."""


def calls_for_attack(d: Decider) -> Deciding[str | None]:
    """The node by which NVA Attack, if any does: a COIN Base in reach, or as many pieces as a die shows."""
    if d.means < COST:
        d.test("8.6.1/if-1", False, "there are Resources to Attack with")
        return None
    means = _means(d)
    target = base_in_reach(d, means)
    told = f"a COIN Base could be removed: {target.name if target else 'nowhere'}"
    if d.test("8.6.1/if-1", target is not None, told):
        d.leans_on("NP-Q50")  # the dice of a later condition
        return "8.6.1/if-1"
    pieces = most_removed(d, means)
    told = f"{counted(pieces, 'piece')} could be removed"
    if d.is_settled(pieces == 0 or pieces >= 6):
        holds = d.test("8.6.1/if-2", pieces > 0, f"{told}: no roll")
    else:
        (die,) = yield from d.roll("8.6.1/if-2", 1, told)
        holds = d.test("8.6.1/if-2", pieces >= die, f"{pieces} at least {die}")
    return "8.6.1/if-2" if holds else None


def _means(d: Decider) -> Means:
    """Where NVA could Ambush in an Attack, and Attack by Troops."""
    open_ones = d.open_spaces("attack")
    hidden = [at for at in open_ones if d.number(at, (Kind.NG,))]
    sites = tuple(hidden) if _may_ambush(d, hidden) else ()
    troops = tuple([at for at in open_ones if d.number(at, (Kind.NT,)) and d.number(at, COIN)])
    most = min(d.means // COST, d.room_of("attack", list(dict.fromkeys((*troops, *sites)))))
    return Means(sites, troops, most_ambushes(d), most)


def _may_ambush(d: Decider, hidden: list[BoardSpace]) -> bool:
    """Whether an Ambush may go with the Attack: a Limited one has no Special Activity (2.3.5), nor one by
    an Event.
    """
    if not d.granted:
        return not d.is_limited
    return any(d.may_say(Verb("attack"), At(at.id), Verb("ambush")) for at in hidden[:1])


def attack_whole(d: Decider) -> Deciding[bool]:
    """The Activity first, then the Attacks; whether the Operation was executed (NP-Q17)."""
    if "attack" in d.failed:
        return False
    before = d.walk
    strikes = yield from _ambushes(d)
    if strikes:
        d.walk = d.may_say(Verb("attack"), *ambush_clauses(strikes), Verb("attack"))
        assert d.walk is not None
        yield from attack(d)
        return True
    bombarded = yield from attempt(d, "bombard", bombard)
    if not bombarded:
        d.note("8.6.1/sa-2", "nothing can be Bombarded: no Special Activity")
    if _has_targets(d) and (yield from attempt(d, "attack", attack)):
        return True
    d.walk = before
    d.failed["attack"] = None
    return False


def _has_targets(d: Decider) -> bool:
    """Whether NVA units stand beside COIN pieces anywhere: else none looks for an Attack behind Bombard."""
    units = (Kind.NT, *GUERRILLAS[NVA])
    return any(d.number(at, units) and d.number(at, COIN) for at in board().spaces)


def _ambushes(d: Decider) -> Deciding[tuple[Struck, ...]]:
    """The Ambushes of this Attack, up to 2; none where NVA rather Bombard (sa-1)."""
    if not d.may_say(Verb("attack")):
        return ()
    if d.money >= RICH and _only_one_could_go(d) and _rather_bombards(d):
        return ()  # whichever it is: no dice (NP-Q50)
    first = yield from _strike(d, ())
    if first is None:
        return ()
    second = yield from _strike(d, (first,)) if most_ambushes(d) > 1 else _none()
    if second is not None:
        return (first, second)
    if d.money >= RICH and _rather_bombards(d):
        return ()
    return (first,)


def _only_one_could_go(d: Decider) -> bool:
    """Whether Ambushes could remove a piece somewhere, but in no way two."""
    sites = [at for at in d.open_spaces("attack") if d.number(at, (Kind.NG,))]
    strikes = list(strikes_from(d, sites))
    pairs = combinations(strikes, 2) if most_ambushes(d) > 1 else ()
    apart = [pair for pair in pairs if pair[0].site is not pair[1].site]
    return bool(strikes) and not any(
        one.target is not other.target or d.number(one.target, COIN) > 1 for one, other in apart
    )


def _rather_bombards(d: Decider) -> bool:
    """Whether rich NVA whose Ambushes would remove 1 piece Bombard instead (sa-1, NP-Q17)."""
    if d.other_reading("NP-Q17"):
        return d.may_say(Verb("bombard")) is not None
    told = "an Ambush would remove 1 piece only: Bombard instead"
    d.note("8.6.1/sa-1", told, counted(d.money, "Resource"))
    return True


def _none() -> Deciding[Struck | None]:
    yield from ()
    return None


def _strike(d: Decider, before: tuple[Struck, ...]) -> Deciding[Struck | None]:
    """The next Ambush behind others, if the rules let it be; the pieces are those that the others leave."""
    stand = d.walk
    selected = d.may_say(Verb("attack"), *[At(strike.site.id) for strike in before])
    if selected is None:
        return None
    d.walk = selected
    open_ones = d.open_spaces()
    d.walk = stand
    taken_sites = [strike.site for strike in before]
    sites = [at for at in open_ones if at not in taken_sites and d.number(at, (Kind.NG,))]
    attackable = tuple([at for at in open_ones if at not in taken_sites and d.number(at, (Kind.NT,))])
    if before:
        d.walk = d.may_say(Verb("attack"), *ambush_clauses(before))
    may_follow = not before and most_ambushes(d) > 1
    strike = yield from pick_strike(d, sites, attackable, may_follow)
    piece = taken(d, strike) if strike is not None else None
    d.walk = stand
    if strike is None or piece is None:
        return None
    whole = Struck(strike.site, strike.target, (piece,))
    return whole if d.may_say(Verb("attack"), *ambush_clauses((*before, whole))) is not None else None


def attack(d: Decider) -> Deciding[bool]:
    """Attacks by Troops and by large groups of Guerrillas (do-1 to do-3); whether there was any."""
    tanks: list[BoardSpace] = []
    done = yield from _by_troops(d, "8.6.1/do-1", 2, tanks)
    done |= yield from _by_guerrillas(d)
    done |= yield from _by_troops(d, "8.6.1/do-3", 1, tanks)
    return done


def _by_troops(d: Decider, node: str, least: int, tanks: list[BoardSpace]) -> Deciding[bool]:
    """Attack with Troops wherever they remove at least so many pieces.

    `tanks` is where those of PT-76 are to be used, once that has been found.
    """
    done = False
    while True:
        left = [at for at in d.open_spaces() if d.number(at, (Kind.NT,)) and d.number(at, COIN)]
        with_tanks = yield from _tank_spaces(d, left, tanks)
        hits = {at: _pieces_taken(d, at, at in with_tanks) for at in left}
        left = [at for at in left if hits[at] >= least]
        if not left:
            return done
        where = yield from _pick(d, node, {at: removed(d, at, hits[at]) for at in left})
        plain = _pieces_taken(d, where)
        if (yield from attack_in(d, where, "troops", hits[where])) > plain:
            d.used.add(PT_76)
        done = True


def _by_guerrillas(d: Decider) -> Deciding[bool]:
    """Attack with groups of 4 or more Guerrillas (do-2)."""
    done = False
    while left := [at for at in d.open_spaces() if _is_large_group(d, at)]:
        where = yield from _pick(d, "8.6.1/do-2", {at: removed(d, at, MOST_BY_GUERRILLAS) for at in left})
        yield from attack_in(d, where, "guerrillas", MOST_BY_GUERRILLAS)
        done = True
    return done


def _is_large_group(d: Decider, where: BoardSpace) -> bool:
    return d.number(where, GUERRILLAS[NVA]) >= LARGE and d.number(where, COIN) > 0


def _tank_spaces(d: Decider, left: list[BoardSpace], tanks: list[BoardSpace]) -> Deciding[list[BoardSpace]]:
    """Where shaded PT-76 would be used, if it has not been: where it removes most extra pieces (card 45).

    Of equal spaces one is taken as an Attack takes it; where only 1 more can be paid, it is used in that.
    """
    if not has_tanks(d) or PT_76 in d.used:
        return []
    if kept := [at for at in tanks if at in left]:
        return kept
    extra = {at: _pieces_taken(d, at, tanks=True) - _pieces_taken(d, at) for at in left}
    best = max(extra.values(), default=0)
    if best <= 0:
        return []
    if d.means // COST <= 1:
        return [at for at in left if extra[at]]
    where = yield from _pick(
        d,
        "8.6.1/do-1",
        {at: removed(d, at, _pieces_taken(d, at, tanks=True)) for at in left if extra[at] == best},
        room=1,
    )
    tanks[:] = [where]
    return tanks


def _pieces_taken(d: Decider, where: BoardSpace, tanks: bool = False) -> int:
    return min(hits_by_troops(d, where, tanks), d.number(where, COIN))


def _pick(
    d: Decider, node: str, hits: dict[BoardSpace, tuple[Count, ...]], room: int | None = None
) -> Deciding[BoardSpace]:
    """Laos and Cambodia first; a Base, Special Forces, Troops and Police; the US before ARVN."""
    return (
        yield from d.pick_space(
            node,
            list(hits),
            ("a", lambda at: at.in_laos_or_cambodia),
            ("b", lambda at: rank_of(hits[at])),
            ("c", lambda at: has_us(hits[at])),
            room=room or max(1, d.means // COST),
        )
    )
