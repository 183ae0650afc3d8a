"""Pieces that an Event places: whose, from which box, where and how many (8.1.2, 8.4.3, 8.4.4)."""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import BoardSpace, spaces_by_id
from fitl_core.facts.pieces import BASE_KINDS, COIN_BASES, CUBES, Count, Kind
from fitl_core.players.non_players.events.conditions import is_exposed_base
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.naming import (
    BOX_ORDER,
    FROM_BOXES,
    PLACED_FIRST,
    Most,
    budget_of,
    first_open,
    most_of,
    only,
    pick_where,
    random_enemy,
    tiers,
)
from fitl_core.players.non_players.events.shifting_pieces import first_wish
from fitl_core.players.non_players.piece_order import in_turn
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Clause, Place
from fitl_core.walks import OpenedQuestion


def place(run: Execution, asked: OpenedQuestion, clauses: Sequence[Place]) -> Deciding[Clause | None]:
    """Place pieces: own before others', from Out of Play first, Bases first (8.1.2, 8.4.4)."""
    most, source = _open_to_place(run, clauses)
    if not most:
        return (yield from _taken_up(run, clauses))
    kinds = {kind for here in most.values() for kind in here}
    owners = tiers(run, kinds, enemies_first=False)
    enemies = len(owners) > 1 and owners[0].is_coin is not run.d.faction.is_coin
    owner = (yield from random_enemy(run, owners)) if enemies else owners[0]
    most = only(most, lambda _, kind: kind.faction is owner)
    budget = budget_of(asked, most)
    if "at-such-a-base" in run.instruction.prefer:
        most = only(most, lambda where, _: is_exposed_base(run.d, where)) or most

    def enough(equal: Sequence[BoardSpace]) -> bool:
        return len(equal) <= budget and _suffices(run, [most[at] for at in equal])

    wish = yield from first_wish(run, asked, most, budget, True, enough)
    if isinstance(wish, tuple):
        where, numbers = wish
        coming = [_coming(run, where, most[where], number, source) for number in numbers]
        return first_open(asked, [Place(where.id, pieces, source) for pieces in coming])
    bases = only(wish, lambda _, kind: kind in BASE_KINDS)
    others = only(wish, lambda _, kind: kind not in BASE_KINDS)
    if bases and not (others and "guerrillas-before-bases" in run.instruction.prefer):
        where = yield from pick_where(run, asked, bases, lambda w: sum(bases[w].values()), "8.4.4 Bases", 1)
        kind, number = next(iter(bases[where].items()))
        return Place(where.id, (Count(min(number, budget), kind),), source)
    if not others:
        return None
    share = max(sum(here.values()) for here in others.values())
    each = budget // share if share and budget % share == 0 else 1
    where = yield from pick_where(
        run, asked, others, lambda w: min(budget, sum(others[w].values())), "8.4.4 other pieces", each
    )
    return Place(where.id, _coming(run, where, others[where], budget, source), source)


def _suffices(run: Execution, wanted: Sequence[dict[Kind, int]]) -> bool:
    """Check whether each of these spaces gets the same piece in any order (NP-Q50)."""
    first = [next(kind for kind in (*PLACED_FIRST, *CUBES[Faction.ARVN]) if kind in here) for here in wanted]
    return all(run.d.now.available[kind.off_map.slot] >= first.count(kind) for kind in first)


def _taken_up(run: Execution, clauses: Sequence[Place]) -> Deciding[Clause | None]:
    """Take one piece from a random space of the map, only if the Event requires it (1.4.1, 8.1.2)."""
    spaces = dict.fromkeys([clause.source for clause in clauses if clause.source not in FROM_BOXES])
    if not spaces or not run.must_answer:
        return None
    origin = yield from run.d.called(
        "from", run.d.pick_space(run.node, [spaces_by_id()[name] for name in spaces])
    )
    return next(clause for clause in clauses if clause.source == origin.id)


def _open_to_place(run: Execution, clauses: Sequence[Place]) -> tuple[Most, str]:
    """Return the pieces that can be placed from the first box that has any. A space never gets 2 COIN Bases
    (8.1.2).
    """
    for source in FROM_BOXES:
        most = most_of([clause for clause in clauses if clause.source == source])
        most = only(most, lambda where, kind: not _is_barred(run, where, kind))
        if most:
            return {where: _one_base(here) for where, here in most.items()}, source
    return {}, ""


def _one_base(here: dict[Kind, int]) -> dict[Kind, int]:
    """Limit the COIN Bases of a space to 1."""
    base = next((kind for kind in COIN_BASES if kind in here), None)
    return {
        kind: 1 if kind is base else n for kind, n in here.items() if kind is base or kind not in COIN_BASES
    }


def _is_barred(run: Execution, where: BoardSpace, kind: Kind) -> bool:
    if kind not in COIN_BASES:
        return False
    return run.d.number(where, COIN_BASES) > 0 or (kind is Kind.AB and where.is_city)


def _coming(
    run: Execution, where: BoardSpace, here: dict[Kind, int], budget: int, source: str
) -> tuple[Count, ...]:
    """Return the pieces that come into a space, up to `budget`: Special Forces or Guerrillas, then cubes in
    turn.
    """
    order = PLACED_FIRST if source == "available" else BOX_ORDER
    coming: list[Count] = []
    pieces_left = budget
    for kind in order:
        if kind in here and pieces_left:
            number = min(here[kind], pieces_left)
            coming.append(Count(number, kind))
            pieces_left -= number
    cubes = {kind: here.get(kind, 0) for kind in CUBES[Faction.ARVN]}
    if pieces_left and source == "available" and any(cubes.values()):
        there = [run.d.number(where, (kind,)) for kind in cubes]
        troops, police = in_turn(cubes[Kind.AT], cubes[Kind.AP], pieces_left, *there)
        coming += [Count(number, kind) for number, kind in ((troops, Kind.AT), (police, Kind.AP)) if number]
        pieces_left -= troops + police
    for kind in (Kind.UT, Kind.NT):
        if pieces_left and here.get(kind) and source == "available":
            coming.append(Count(min(pieces_left, here[kind]), kind))
            pieces_left -= coming[-1].number
    return tuple(coming)
