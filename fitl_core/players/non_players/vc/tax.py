"""VC Tax (8.5.1)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from fitl_core.facts.game_map import BoardSpace
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.together import up_to
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At
from fitl_core.rules.activities.tax import MOST_SPACES

NODE = "8.5.1/sa-1"
MOST_RESOURCES = 9
"""With more Resources than this VC do not Tax after an Operation."""


def tax(d: Decider, spared: Collection[BoardSpace] = ()) -> Deciding[bool]:
    """Tax by the three priorities, up to the limit of the Activity; return whether any space was Taxed.

    The `spared` spaces are left to the Operation (NP-Q09).
    """
    taxed = 0
    for step, fits in _STEPS:
        taxed = yield from _where(d, taxed, spared, step, partial(fits, d))
    if d.money == 0:
        for step, fits in _STEPS_WITHOUT_RESOURCES:
            taxed = yield from _where(d, taxed, spared, step, partial(fits, d))
    return taxed > 0


_Steps = tuple[tuple[str, Callable[[Decider, BoardSpace], bool]], ...]
_STEPS: _Steps = (
    ("Tax LoCs of 2 Econ", lambda d, at: at.econ == 2),
    ("Tax LoCs of 1 Econ", lambda d, at: at.econ == 1),
    ("Tax at Active Support", lambda d, at: d.support(at) == 2),
)
_STEPS_WITHOUT_RESOURCES: _Steps = (
    ("Tax at Active Opposition", lambda d, at: at.population > 0 and d.support(at) == -2),
    ("Tax other spaces with Population", lambda d, at: at.population > 0),
)


def _where(
    d: Decider, taxed: int, spared: Collection[BoardSpace], step: str, fits: Callable[[BoardSpace], bool]
) -> Deciding[int]:
    """Tax every fitting space, highest Population first; return how many spaces are Taxed in all."""
    before = taxed
    while fitting_spaces := d.open_spaces(fits=lambda where: fits(where) and where not in spared):
        if taxed == before:
            d.aim(NODE, step)
        yield from _tax_one(d, fitting_spaces, MOST_SPACES - taxed)
        taxed += 1
    return taxed


def _tax_one(d: Decider, left: list[BoardSpace], most: int) -> Deciding[None]:
    where = yield from d.pick_space(NODE, left, ("", lambda at: at.population), together=up_to(most))
    yield from d.say(At(where.id))


def could_bring(d: Decider) -> int:
    """Return the Resources that a Tax would bring now, by the same priorities in at most 4 spaces."""
    open_spaces = d.open_spaces("tax")
    income = _from_roads_and_support(d, open_spaces)
    if income or d.money:
        return income
    return sum(sorted([2 * where.population for where in open_spaces], reverse=True)[:MOST_SPACES])


def brings_apart_from(d: Decider, spaces: Collection[BoardSpace]) -> int:
    """Return the Resources that a later Tax will bring, whichever of these spaces come first.

    Return 0 if the amount may depend on that: if Tax could take one of them, or would need its last priority.
    """
    open_spaces = d.open_spaces("tax")
    return 0 if any(d.support(at) == 2 for at in spaces) else _from_roads_and_support(d, open_spaces)


def _from_roads_and_support(d: Decider, left: list[BoardSpace]) -> int:
    roads = sorted([where.econ for where in left if where.econ], reverse=True)
    loyal = sorted([2 * where.population for where in left if d.support(where) == 2], reverse=True)
    return sum([*roads, *loyal][:MOST_SPACES])
