"""US Pacify, in Training and in the Support Phase (8.8.8)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from fitl_core.facts.factions import US
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.levels import level
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.together import Together, both, one_by_one, while_enough
from fitl_core.players.non_players.us.board_figures import space_now
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Number, SetLevel
from fitl_core.rules.context import Context
from fitl_core.rules.coup.support import pacification_step_cost
from fitl_core.rules.progress import Progress
from fitl_core.rules.shared.pacification import MOST_LEVELS, ceiling, pacification_cost
from fitl_core.state.draft import Draft

NODE = "8.8.8"
TRAIN, SUPPORT_PHASE = "3.2.1", "6.3.1"


def cost_of_step(d: Decider, rule: str) -> int:
    """Return the cost of each Terror marker and each level."""
    ctx = Context(Draft(d.now), US, rule, Progress())
    return pacification_cost(ctx) if rule == TRAIN else pacification_step_cost(ctx)


def shift_in(d: Decider, where: BoardSpace, rule: str, spent: int = 0) -> int:
    """Return how many levels the US could shift a space with their Resources, after removing its Terror.

    `spent` is the amount that will be paid before.
    """
    ctx = Context(Draft(d.now), US, rule, Progress())
    space = space_now(d, where)
    paid = (d.money - spent) // cost_of_step(d, rule) - space.terror
    so_far = sum([one.levels for one in d.now.pacified if one.space == where.id])
    levels = min(MOST_LEVELS - so_far, ceiling(ctx) - space.support, paid)
    return max(0, levels) if where.population else 0


def first_to_pacify(
    d: Decider,
    spaces: Sequence[BoardSpace],
    rule: str,
    spent: int = 0,
    together: Together[BoardSpace] = one_by_one,
) -> Deciding[BoardSpace]:
    """Pick the space to Pacify first, among those in which a shift is possible."""
    return (
        yield from d.pick_space(
            NODE,
            spaces,
            *(("a",) if rule == TRAIN else ()),
            ("b", lambda at: at.population * shift_in(d, at, rule, spent)),
            "c",
            together=together,
        )
    )


def pacify_in(d: Decider, where: BoardSpace, rule: str) -> Deciding[None]:
    """Pacify a space fully: all Terror, then levels."""
    space, levels = space_now(d, where), shift_in(d, where, rule)
    if space.terror:
        yield from d.say(Number("terror", -space.terror, where.id))
    yield from d.say(SetLevel(where.id, level(space.support + levels)))


def pacify(d: Decider) -> Deciding[bool]:
    """Pacify as in a Support Phase while anything shifts; return whether anything did."""
    done = False
    while shiftable := d.open_spaces(fits=lambda where: shift_in(d, where, SUPPORT_PHASE)):
        together = both(while_enough(d.money, partial(_cost, d)), d.in_turn)
        where = yield from first_to_pacify(d, shiftable, SUPPORT_PHASE, together=together)
        yield from pacify_in(d, where, SUPPORT_PHASE)
        done = True
    return done


def _cost(d: Decider, where: BoardSpace) -> int:
    """Return the Resources that the Pacification of a space costs."""
    steps = shift_in(d, where, SUPPORT_PHASE) + space_now(d, where).terror
    return steps * cost_of_step(d, SUPPORT_PHASE)
