"""How VC Tax (8.5.1)."""

from __future__ import annotations

from collections.abc import Callable

from fitl_core.facts.board import BoardSpace
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At
from fitl_core.rules.activities.tax import MOST_SPACES

NODE = "8.5.1/sa-1"
MOST_RESOURCES = 9
"""With more Resources VC do not Tax behind an Operation."""


def tax(d: Decider) -> Deciding[bool]:
    """Tax by its three priorities, up to the limit of the Activity; whether any space was Taxed."""
    was_at_none = d.money == 0
    taxed = yield from _where(d, lambda where: where.econ == 2)
    taxed |= yield from _where(d, lambda where: where.econ == 1)
    taxed |= yield from _where(d, lambda where: d.support(where) == 2)
    if was_at_none:
        taxed |= yield from _while_at_none(d, lambda where: d.support(where) == -2)
        taxed |= yield from _while_at_none(d, lambda where: True)
    return taxed


def _where(d: Decider, fits: Callable[[BoardSpace], bool]) -> Deciding[bool]:
    """Tax every space that fits, highest Population first."""
    taxed = False
    while left := [where for where in d.open_spaces() if fits(where)]:
        yield from _tax_one(d, left)
        taxed = True
    return taxed


def _while_at_none(d: Decider, fits: Callable[[BoardSpace], bool]) -> Deciding[bool]:
    """Tax spaces with Population that fit, one at a time, for as long as VC have no Resources."""
    taxed = False
    while d.money == 0 and (left := [at for at in d.open_spaces() if at.population and fits(at)]):
        yield from _tax_one(d, left)
        taxed = True
    return taxed


def _tax_one(d: Decider, left: list[BoardSpace]) -> Deciding[None]:
    where = yield from d.pick_space(NODE, left, ("", lambda at: at.population))
    yield from d.say(At(where.id))


def could_bring(d: Decider) -> int:
    """The Resources that Tax would bring now, if it is possible: by the same priorities, 4 spaces at most."""
    left = d.open_spaces("tax")
    roads = sorted([where.econ for where in left if where.econ], reverse=True)
    loyal = sorted([2 * where.population for where in left if d.support(where) == 2], reverse=True)
    found = [*roads, *loyal][:MOST_SPACES]
    if sum(found) or d.money:
        return sum(found)
    return 2 * max([where.population for where in left], default=0)
