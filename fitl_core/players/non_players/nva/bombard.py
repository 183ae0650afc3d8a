"""NVA Bombard (8.6.1)."""

from __future__ import annotations

from fitl_core.facts.pieces import Count, Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Remove

NODE = "8.6.1/sa-2"


def bombard(d: Decider) -> Deciding[bool]:
    """Bombard as many spaces as possible, those with NVA pieces first; return whether any was Bombarded."""
    done = False
    while open_spaces := d.open_spaces():
        where = yield from d.pick_space(
            NODE,
            open_spaces,
            "(1)",
            "a",
            "b",
            together=d.in_turn,
        )
        kind = Kind.UT if d.number(where, (Kind.UT,)) else Kind.AT
        yield from d.say(Remove(where.id, (Count(1, kind),)))
        done = True
    return done
