"""Common parts of the choice of pieces in an Event: which may be named, whose come first, and where.

The rules are 8.1.2 and 8.4.4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import Count, Kind
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.together import up_to
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Activate, Hide, Place, Remove
from fitl_core.walks import OpenedQuestion

FROM_BOXES = ("oop", "casualties", "available")
"""The boxes from which US and ARVN bring pieces, in this order (8.1.2, 8.4.3)."""
BOX_ORDER = (Kind.UB, Kind.AB, Kind.AR, Kind.UT, Kind.AT, Kind.AP, Kind.UI)
"""The order of pieces that come from Out of Play and Casualties (8.1.2). The reverse holds for pieces that go
there.
"""
PLACED_FIRST = (Kind.UB, Kind.AB, Kind.NB, Kind.VB, Kind.UI, Kind.AR, Kind.NG, Kind.VG)
"""Bases, then Special Forces and Guerrillas (8.1.2). Cubes come after them, in turn."""

Answer = TypeVar("Answer", Place, Remove)

Most = dict[BoardSpace, dict[Kind, int]]
"""The number of pieces of each kind that can be named in each space."""


def most_of(clauses: Iterable[Place | Remove | Hide | Activate]) -> Most:
    most: Most = {}
    for clause in clauses:
        count = clause.pieces[0]
        here = most.setdefault(spaces_by_id()[clause.space], {})
        here[count.kind] = max(here.get(count.kind, 0), count.number)
    return most


def budget_of(asked: OpenedQuestion, most: Most) -> int:
    """Return how many pieces may be named in all."""
    if asked.most is not None:
        return asked.most
    return max(number for here in most.values() for number in here.values())


def tiers(run: Execution, kinds: Iterable[Kind], enemies_first: bool) -> list[Faction]:
    """Return the Factions of these kinds in the order in which they gain or lose (8.4.4)."""
    faction = run.d.faction
    factions = [f for f in FACTIONS if any(kind.faction is f for kind in kinds)]

    def rank(other: Faction) -> int:
        return 0 if other is faction else 1 if other.is_coin is faction.is_coin else 2

    return sorted(factions, key=rank, reverse=enemies_first)


def only(most: Most, kinds: Callable[[BoardSpace, Kind], bool]) -> Most:
    allowed = {where: {k: n for k, n in here.items() if kinds(where, k)} for where, here in most.items()}
    return {where: here for where, here in allowed.items() if here}


def pick_where(
    run: Execution,
    asked: OpenedQuestion,
    most: Most,
    figure: Callable[[BoardSpace], int],
    name: str,
    each: int,
) -> Deciding[BoardSpace]:
    """Pick a space by a figure. Among equal ones, the space picked last comes first; `each` can have a full
    share.

    If the pieces are enough for all tied spaces, these come in board order without dice (NP-Q50).
    """
    spaces = [where for where in board().spaces if where in most]
    best_spaces = run.d.narrow(run.node, name, spaces, figure)
    lately = run.last_space.get(asked.prompt)
    picked = next((where for where in best_spaces if where.id == lately), None)
    if picked is None:
        picked = yield from run.d.pick_space(run.node, best_spaces, together=up_to(each))
    run.last_space[asked.prompt] = picked.id
    return picked


def random_enemy(run: Execution, enemies: Sequence[Faction]) -> Deciding[Faction]:
    """Pick the enemy that gains, a Non-player before a player (8.4.4, NP-Q44)."""
    run.d.relies_on("NP-Q44")
    among = [faction for faction in enemies if not run.is_player(faction)] or list(enemies)
    return (yield from run.d.pick_evenly(run.node, among))


def first_open(asked: OpenedQuestion, clauses: Sequence[Answer]) -> Answer:
    """Return the first of these answers that leads to a legal end, else the last one."""
    return next((one for one in clauses if asked.accepts(one) and asked.leads_on(one)), clauses[-1])


def count_of_kind(pieces: Iterable[Count], kind: Kind) -> int:
    """Return how many pieces of a kind are named."""
    return sum([count.number for count in pieces if count.kind is kind])
