"""VC Attack (8.5.5)."""

from __future__ import annotations

from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.strikes import (
    COIN,
    Struck,
    ambush_clauses,
    attack_in,
    has_us_piece,
    pieces_removed,
    rank_of,
)
from fitl_core.players.non_players.vc.ambush import pick_strike
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Clause
from fitl_core.rules.operations.attack import COST, MOST_BY_GUERRILLAS

LARGE = 3
"""VC Attack with this many Active Guerrillas if none is Underground."""


def attack(d: Decider) -> Deciding[bool]:
    """Ambush in up to 2 spaces, then Attack with large groups (do-1, do-2); return whether
    anything was done.
    """
    done = yield from _ambushes(d)
    if done and not d.begin("attack"):
        return True
    while large_groups := _large_groups(d):
        where = yield from _next(d, large_groups)
        yield from attack_in(d, where, "guerrillas", MOST_BY_GUERRILLAS)
        done = True
    return done


def _ambushes(d: Decider) -> Deciding[bool]:
    """Select up to 2 spaces for Attack and Ambush in them (do-1); return whether any was Ambushed."""
    first = yield from _strike(d, (), ())
    if first is None:
        return False
    clauses = ambush_clauses((first,))
    second = yield from _strike(d, (first,), clauses)
    if second is not None:
        clauses = ambush_clauses((first, second))
    struck = [strike.site.name for strike in (first, second) if strike is not None]
    d.note_pick("8.5.5/do-1", f"Ambush in {', '.join(struck)}", "8.5.4/sa-1")
    for clause in clauses:
        yield from d.say(clause)
    return True


def _strike(d: Decider, before: tuple[Struck, ...], clauses: tuple[Clause, ...]) -> Deciding[Struck | None]:
    """Return the next Ambush after others, if the rules allow it. Its pieces are those that the
    others leave.
    """
    stand = d.walk
    selected = d.try_clauses(*[At(strike.site.id) for strike in before])
    if selected is None:
        return None
    d.walk = selected
    sites = [at for at in d.open_spaces() if d.number(at, (Kind.VG,))]
    attacked = tuple(_large_groups(d))
    if before and attacked and not d.other_reading("NP-Q11"):
        attacked = ()  # the way to a Base is cleared in 1 space
    d.walk = stand
    if before:
        d.walk = d.try_clauses(*clauses)
    taken = [strike.site for strike in before]
    strike = yield from pick_strike(
        d, [at for at in sites if at not in taken], attacked, may_follow=not before
    )
    d.walk = stand
    if strike is not None and d.try_clauses(*ambush_clauses((*before, strike))) is None:
        return None
    return strike


def _large_groups(d: Decider) -> list[BoardSpace]:
    """Return where VC may Attack with 3 or more Active Guerrillas, none Underground, and enemies."""
    return [
        at
        for at in d.open_spaces()
        if d.number(at, COIN) and d.number(at, (Kind.VG_ACTIVE,)) >= LARGE and not d.number(at, (Kind.VG,))
    ]


def _next(d: Decider, left: list[BoardSpace]) -> Deciding[BoardSpace]:
    """Pick a COIN Base that could be removed, then Special Forces, then Troops and Police; US before ARVN."""
    hits = {at: pieces_removed(d, at, MOST_BY_GUERRILLAS) for at in left}
    return (
        yield from d.pick_space(
            "8.5.5/do-2",
            left,
            ("a", lambda at: rank_of(hits[at])),
            ("b", lambda at: has_us_piece(hits[at])),
            room=d.spendable // COST,
        )
    )
