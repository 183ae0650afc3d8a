"""Pieces that an Event removes: those of an enemy, or friendly ones that must go (8.1.2, 8.4.4)."""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.facts.game_map import BoardSpace, spaces_by_id
from fitl_core.facts.pieces import BASE_KINDS, TUNNELED, Count
from fitl_core.players.non_players.decider import PLENTY
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.naming import (
    Most,
    budget_of,
    count_of_kind,
    first_open,
    most_of,
    only,
    pick_where,
)
from fitl_core.players.non_players.events.shifting_pieces import first_wish
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.space_figures import pieces_leaving
from fitl_core.players.non_players.together import up_to
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Clause, Remove
from fitl_core.walks import OpenedQuestion


def remove(run: Execution, asked: OpenedQuestion, clauses: Sequence[Remove]) -> Deciding[Clause | None]:
    """Remove pieces: an enemy's first, then the friend's, own ones last (8.1.2, 8.4.4)."""
    if any(len(clause.pieces) > 1 for clause in clauses):
        return most_of_space(run, clauses)
    most = most_of(clauses)
    faction = run.d.faction
    if asked.optional:  # no Faction gives up its own Tunneled Bases unless it must
        most = only(most, lambda _, kind: not (kind in TUNNELED and kind.faction is faction))
    if not most:
        return None
    budget = budget_of(asked, most)
    enemies = only(most, lambda _, kind: kind.faction.is_coin is not faction.is_coin)
    if not enemies:
        friends = only(most, lambda _, kind: kind.faction is not faction)
        return (yield from _give_up(run, asked, friends or most, budget))
    wish = yield from first_wish(run, asked, enemies, budget, False, up_to(budget))
    if isinstance(wish, tuple):
        where, numbers = wish
        pieces = run.d.now.spaces[where.index].pieces
        return first_open(
            asked, [Remove(where.id, enemy_pieces(pieces, enemies[where], number)) for number in numbers]
        )
    bases = only(wish, lambda _, kind: kind in BASE_KINDS)
    going, name, limit = (bases, "8.4.4 Bases", PLENTY) if bases else (wish, "8.4.4 other pieces", budget)
    all_go = len(going) if sum([n for here in going.values() for n in here.values()]) <= budget else 1
    where = yield from pick_where(
        run, asked, going, lambda w: min(limit, sum(going[w].values())), name, all_go
    )
    return Remove(where.id, enemy_pieces(run.d.now.spaces[where.index].pieces, going[where], budget))


def most_of_space(run: Execution, clauses: Sequence[Remove]) -> Remove:
    """Return the removal in one space with the most Bases, then the most pieces (8.1.2)."""
    where = spaces_by_id()[clauses[0].space]
    kinds = {count.kind for clause in clauses for count in clause.pieces}
    order = enemy_pieces(run.d.now.spaces[where.index].pieces, kinds, 99)

    def rank(clause: Remove) -> tuple[int, int, list[int]]:
        numbers = [count_of_kind(clause.pieces, count.kind) for count in order]
        return sum([c.number for c in clause.pieces if c.kind in BASE_KINDS]), sum(numbers), numbers

    return max(clauses, key=rank)


def _give_up(run: Execution, asked: OpenedQuestion, most: Most, budget: int) -> Deciding[Clause]:
    """Remove friendly pieces from random spaces: Troops and Police first, Bases last (8.1.2).

    Pieces without which the Event cannot end are spared (5.1.3).
    """
    most = only(most, lambda w, kind: asked.leads_on(Remove(w.id, (Count(1, kind),)))) or most
    here = [run.d.now.spaces[where.index].pieces for where in most]
    everywhere = tuple(map(sum, zip(*here, strict=True)))
    kinds = {kind for here in most.values() for kind in here}
    first = pieces_leaving(run.d, everywhere, kinds, 1)[0].kind
    there = only(most, lambda _, kind: kind is first)
    where = yield from pick_where(
        run, asked, there, lambda w: min(budget, there[w][first]), "8.4.4 pieces", 1
    )
    going = pieces_leaving(run.d, run.d.now.spaces[where.index].pieces, most[where], budget)
    more = [count for count in going if count.kind not in BASE_KINDS] or list(going[:1])
    gone = tuple(more if _exhausts(most, where, more) else [going[0]])
    return first_open(asked, (Remove(where.id, gone), Remove(where.id, (Count(1, gone[0].kind),))))


def _exhausts(most: Most, where: BoardSpace, going: Sequence[Count]) -> bool:
    """Check whether further kinds may go: only if the first kind is not found elsewhere."""
    first = going[0].kind
    return len(going) == 1 or not any(first in here for other, here in most.items() if other is not where)
