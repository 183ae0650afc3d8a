"""From where Troops of a Sweep come, so that most of the other spaces can still have theirs (8.8.5/do-2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations

from fitl_core.facts.pieces import Kind
from fitl_core.players.non_players.events.supplies import Supplies

Sources = Mapping[str, int]
"""How many Troops may come from each space, by its id."""
MOST_SETS = 200
"""So many sets of other spaces are looked at."""


def spaces_left(
    origin: str,
    wanted: int,
    here: Sources,
    others: Mapping[str, tuple[int, Sources]],
    cut: Callable[[], None] = lambda: None,
) -> int:
    """How many `others` can have all that they want once an origin has given here what it can.

    Each of the others wants so many Troops and has its sources. Sets of them are looked at, the largest
    first, up to `MOST_SETS`; `cut` is called where there are more.
    """
    given = min(wanted, here[origin])
    stock = dict(here)
    for _, sources in others.values():
        stock |= sources
    stock[origin] -= given
    reach = {at: [name for name, (_, sources) in others.items() if at in sources] for at in stock}
    for at in here:
        reach[at].append("here")
    supplies = Supplies({at: {Kind.UT: n} for at, n in stock.items()}, stock, reach, (Kind.UT,))
    sets = (found for size in range(len(others), 0, -1) for found in combinations(others, size))
    for looked_at, found in enumerate(sets):
        if looked_at == MOST_SETS:
            cut()
            break
        needs = {name: others[name][0] for name in found} | {"here": wanted - given}
        if supplies.used({name: number for name, number in needs.items() if number}) is not None:
            return len(found)
    return 0
