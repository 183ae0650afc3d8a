"""How ARVN Transport amid a Sweep (8.7.2, 8.7.5): to where more Guerrillas can then be found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fitl_core.facts.board import BoardSpace, spaces_by_id
from fitl_core.facts.pieces import Count, number_named
from fitl_core.players.non_players.arvn.measures import has_said, is_granted, rules_now
from fitl_core.players.non_players.arvn.searching import found_with, numbers_that_matter
from fitl_core.players.non_players.arvn.shares import Share, best_shares, pick_share
from fitl_core.players.non_players.arvn.transport import Load, groups, loads
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Clause, Move, Option, Verb
from fitl_core.rules.activities.transport import RULE, Convoy, refuse_move, ways_from
from fitl_core.rules.context import Context

NODE = "8.7.5/do-3"


def reinforce(d: Decider, selected: Sequence[BoardSpace]) -> Deciding[None]:
    """Without a Raid: Transport to the Sweep spaces so that most further Guerrillas are found (do-3)."""
    if has_said(d, "raid") or is_granted(d) or d.is_limited:
        return
    wanting = [where for where in selected if numbers_that_matter(d, where, 6)[1:]]
    ctx = rules_now(d, RULE)
    names = {where.id for where in selected}
    for group in groups([load for load in loads(ctx) if load.origin.id not in names]) if wanting else ():
        plans = {load.origin: (load, plan) for load in group if (plan := _plans(d, ctx, load, wanting))}
        if not plans:
            continue
        origin = yield from d.pick_space(NODE, list(plans))
        load, (ways, shares) = plans[origin]
        share = yield from pick_share(d, NODE, shares)
        clauses: list[Clause] = [
            Option("moved"),
            Verb("transport"),
            *_moves(load, share, ways),
            Verb("sweep"),
        ]
        if d.may_say(*clauses) is not None:
            for clause in clauses:
                yield from d.say(clause)
            return
        d.note(NODE, f"no such Transport goes out of {origin.name}")
    d.note(NODE, "no Transport would Activate further Guerrillas")


def _plans(
    d: Decider, ctx: Context, load: Load, wanting: Sequence[BoardSpace]
) -> tuple[dict[str, tuple[str, ...]], list[Share]] | None:
    """The ways of a load, and how it is best shared out among the spaces in reach; None if it helps none."""
    convoy = Convoy()
    names = {where.id for where in wanting}
    ways = {
        way[-1]: way
        for way in ways_from(ctx, convoy, load.origin)
        if way[-1] in names and refuse_move(ctx, convoy, Move(way, load.pieces)) is None
    }
    most = number_named(load.pieces)
    options = {name: numbers_that_matter(d, spaces_by_id()[name], most) for name in ways}

    def gain(name: str, more: int) -> int:
        where = spaces_by_id()[name]
        return found_with(d, where, more) - found_with(d, where)

    shares = best_shares(d, NODE, options, gain, lambda share: sum(share.values()) <= most)
    return (ways, shares) if shares else None


def _moves(load: Load, share: Share, ways: dict[str, tuple[str, ...]]) -> Iterator[Move]:
    """The moves of a share: Troops first, then Rangers."""
    left = {count.kind: count.number for count in load.pieces}
    for name, number in share.items():
        counts = []
        for kind in list(left):
            going = min(left[kind], number)
            if going:
                counts.append(Count(going, kind))
                left[kind] -= going
                number -= going
        yield Move(ways[name], tuple(counts))
