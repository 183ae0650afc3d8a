"""VC Attack (8.5.5)."""

from __future__ import annotations

from functools import partial

from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.strikes import (
    COIN,
    Struck,
    ambush_clauses,
    ambushes_of_attack,
    attack_in,
    measures_of,
    pieces_removed,
)
from fitl_core.players.non_players.together import up_to
from fitl_core.players.non_players.vc.ambush import pick_strike
from fitl_core.players.non_players.wanted import Deciding
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
    while large_groups := d.open_spaces(fits=partial(_is_large_group, d)):
        hits = {at: pieces_removed(d, at, MOST_BY_GUERRILLAS) for at in large_groups}
        letters = measures_of(hits, "a", "b")
        where = yield from d.pick_space(
            "8.5.5/do-2", large_groups, *letters, together=up_to(d.spendable // COST)
        )
        yield from attack_in(d, where, "guerrillas", MOST_BY_GUERRILLAS)
        done = True
    return done


def _ambushes(d: Decider) -> Deciding[bool]:
    """Select up to 2 spaces for Attack and Ambush in them (do-1); return whether any was Ambushed."""
    struck = yield from ambushes_of_attack(d, _next_ambush)
    if not struck:
        return False
    d.note_pick("8.5.5/do-1", ", ".join([one.site.name for one in struck]), "the priorities")
    for clause in ambush_clauses(struck):
        yield from d.say(clause)
    return True


def _next_ambush(d: Decider, spaces: list[BoardSpace], struck: tuple[Struck, ...]) -> Deciding[Struck | None]:
    """Return the next Ambush of an Attack."""
    sites = [at for at in spaces if d.number(at, (Kind.VG,))]
    attacked = tuple([at for at in spaces if _is_large_group(d, at)])
    if struck and attacked and not d.other_reading("NP-Q11"):
        attacked = ()  # the way to a Base is cleared in 1 space
    return (yield from pick_strike(d, sites, attacked, may_follow=not struck))


def _is_large_group(d: Decider, where: BoardSpace) -> bool:
    """Check whether VC may Attack: 3 or more Active Guerrillas, none Underground, and enemies."""
    large = d.number(where, (Kind.VG_ACTIVE,)) >= LARGE and not d.number(where, (Kind.VG,))
    return large and d.number(where, COIN) > 0
