"""NVA Terror (8.6.3)."""

from __future__ import annotations

from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.pieces import Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.flowchart import FlowCondition
from fitl_core.players.non_players.together import up_to
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At


def _in_reach(d: Decider) -> tuple[int, str]:
    people = sorted([where.population for where in _targets(d)], reverse=True)
    counted = sum(people[: d.spendable] if d.other_reading("NP-Q19") else people)
    return counted, f"Population at Support in reach: {counted}"


CONDITIONS = (FlowCondition("8.6.3/if-1", _in_reach, dice=1),)


def _targets(d: Decider) -> list[BoardSpace]:
    """Return the spaces at Support with NVA Troops or Underground NVA Guerrillas."""
    return [at for at in board().spaces if d.support(at) > 0 and d.number(at, (Kind.NT, Kind.NG))]


def terror(d: Decider) -> Deciding[bool]:
    """Terrorize each such space, with too few Resources the highest Population first (do-1).

    Return whether anything was done.
    """
    done = False
    while supported := d.open_spaces(fits=lambda at: d.support(at) > 0):
        letters = (("", lambda at: at.population),) if d.spendable < len(supported) else ()
        where = yield from d.pick_space("8.6.3/do-1", supported, *letters, together=up_to(d.spendable))
        yield from d.say(At(where.id))
        done = True
    return done
