"""ARVN Raid, before an Assault or a Sweep (8.7.4)."""

from __future__ import annotations

from functools import partial

from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.pieces import BASE_KINDS, Count, Kind, Pieces, number_named
from fitl_core.players.non_players.arvn.measures import (
    HIDDEN,
    RANGERS,
    lacks_for_control,
    may_leave,
    rules_now,
)
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.fighting import Blow, group_by_group, strike_in_order, without
from fitl_core.players.non_players.piece_order import kind_by_kind
from fitl_core.players.non_players.together import while_enough
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Move, Remove
from fitl_core.rules.activities.raid import MOST_SPACES, REMOVED, RULE, refuse_space
from fitl_core.rules.context import Context
from fitl_core.rules.shared.enemy_pieces import enemy_limits
from fitl_core.state.control import control

NODE = "8.7.4/sa-1"


def raid(d: Decider) -> Deciding[bool]:
    """Raid in up to 2 spaces where at least 1 enemy piece is removed (8.7.4); return whether any
    was Raided.
    """

    def targets() -> list[Blow]:
        fitting = {target.where: target for target in targets_now(d)}
        return [fitting[where] for where in d.open_spaces(among=fitting)]

    struck = yield from strike_in_order(
        d,
        NODE,
        targets,
        partial(_strike, d),
        ("a", lambda target: target.bases),
        ("b", lambda target: target.control_gained),
        ("c", lambda target: target.of(HIDDEN)),
        most=MOST_SPACES,
    )
    return struck > 0


def targets_now(d: Decider) -> list[Blow]:
    """Return the spaces in which a Raid would remove something, in board order."""
    ctx = rules_now(d, RULE)
    sources = _sources(d)
    near = {name for origin in sources for name in (origin.id, *origin.adjacent)}
    resident = {w.id for w in board().spaces if d.number(w, (Kind.AR,))}
    targets = []
    for where in board().spaces:
        if where.id in near or where.id in resident:
            target = _target(ctx, where, sources)
            if target is not None:
                targets.append(target)
    return targets


def _sources(d: Decider) -> dict[BoardSpace, Pieces]:
    """Return the spaces that Rangers may leave without ending COIN Control there, with their pieces."""
    there = {where: d.now.spaces[where.index].pieces for where in board().spaces}
    return {
        where: pieces
        for where, pieces in there.items()
        if (pieces[Kind.AR.slot] or pieces[Kind.AR_ACTIVE.slot]) and may_leave(where, pieces) > 0
    }


def _movable(origin: BoardSpace, pieces: Pieces) -> tuple[int, int]:
    """Return how many Underground and Active Rangers may leave a space. Underground ones leave first."""
    most = may_leave(origin, pieces)
    underground = min(most, pieces[Kind.AR.slot])
    return underground, min(most - underground, pieces[Kind.AR_ACTIVE.slot])


def _target(ctx: Context, where: BoardSpace, sources: dict[BoardSpace, Pieces]) -> Blow | None:
    """Return the result of a Raid in a space, or None if it cannot strike there or has nothing to remove."""
    limits = enemy_limits(ctx, where)
    if not limits or refuse_space(ctx, where) is not None:
        return None
    can_come = [
        _movable(at, have) for at, have in sources.items() if at is not where and _is_beside(at, where)
    ]
    before = ctx.draft[where].pieces
    stands_ready = before[Kind.AR.slot] > 0
    if not stands_ready and not any(underground for underground, _ in can_come):
        return None
    soldiers = [kind for kind in limits if kind not in BASE_KINDS]
    bases = [kind for kind in limits if kind in BASE_KINDS]
    pieces = group_by_group(before, REMOVED, soldiers, bases)
    movers = 0 if stands_ready else 1
    needed = lacks_for_control(without(before, pieces))
    everybody = sum([sum(pieces) for pieces in can_come])
    if not where.is_loc and control(where, before) != "coin" and movers < needed <= everybody:
        movers = needed
    return Blow(where, before, pieces, come=(Count(movers, Kind.AR),))


def _is_beside(origin: BoardSpace, where: BoardSpace) -> bool:
    return where.id in origin.adjacent


def _strike(d: Decider, target: Blow) -> Deciding[None]:
    """Move the Rangers in, from a random space each time, then remove the pieces."""
    where, rangers_left = target.where, number_named(target.come)
    while rangers_left:
        sources = {at: have for at, have in _sources(d).items() if at is not where and _is_beside(at, where)}
        ready = d.number(where, (Kind.AR,)) > 0
        candidates = [at for at, have in sources.items() if ready or _movable(at, have)[0]]
        if not candidates:
            break
        numbers = {at: sum(_movable(at, sources[at])) for at in candidates}
        together = while_enough(rangers_left, numbers.__getitem__)
        origin = yield from d.called("from", d.pick_space(NODE, candidates, together=together))
        most = min(rangers_left, numbers[origin])
        counts = kind_by_kind(sources[origin], RANGERS, most)
        yield from d.say(Move((origin.id, where.id), counts))
        rangers_left -= number_named(counts)
    yield from d.say(Remove(where.id, target.pieces))


def raid_is_possible(d: Decider) -> bool:
    """Check whether a Raid would remove anything now."""
    return bool(targets_now(d))
