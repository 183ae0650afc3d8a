"""From where Troops of a Sweep come, so that most of the other spaces can still have theirs (8.8.5/do-2)."""

from __future__ import annotations

from collections.abc import Mapping

from fitl_core.facts.pieces import Kind
from fitl_core.players.non_players.events.supplies import Supplies, sets_of

Sources = Mapping[str, int]
"""How many Troops may come from each space, by its id."""


def spaces_left(origin: str, wanted: int, here: Sources, others: Mapping[str, tuple[int, Sources]]) -> int:
    """How many `others` can have all that they want once an origin has given here what it can.

    Each of the others wants so many Troops and has its sources; every set of them is looked at.
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
    best = 0
    for found in sets_of(list(others), len(others)):
        needs = {name: others[name][0] for name in found} | {"here": wanted - given}
        if len(found) > best and supplies.used({name: n for name, n in needs.items() if n}) is not None:
            best = len(found)
    return best
