"""ARVN Pacify (8.7.6), at the end of Train and in the Support Phase."""

from __future__ import annotations

import msgspec

from fitl_core.facts.factions import US
from fitl_core.facts.game_map import BoardSpace, populated
from fitl_core.facts.levels import level
from fitl_core.players.non_players.arvn.measures import rules_now
from fitl_core.players.non_players.decider import Decider, SpaceLetter
from fitl_core.players.non_players.together import Together, both, one_by_one, while_enough
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Number, SetLevel
from fitl_core.rules.coup.support import levels_so_far, pacification_step_cost
from fitl_core.rules.shared.pacification import MOST_LEVELS
from fitl_core.state.victory import scores

RULE = "8.7.6"
MOST_SCORE = 45
"""The US score up to which ARVN shift spaces to Active Support."""


class PacifyEffort(msgspec.Struct, frozen=True):
    """The Pacification of a space: the Terror removed, the final level, and the Population times the levels
    shifted.
    """

    terror: int
    support: int
    shift: int


def effort_in(d: Decider, where: BoardSpace, price: int, levels: int = MOST_LEVELS) -> PacifyEffort | None:
    """Return how far ARVN would Pacify a space at `price` a step (1 or more), by up to `levels` levels.

    Return None if no level would shift. Then no Terror is removed either.
    """
    space = d.now.spaces[where.index]
    support, score = space.support, scores(d.now)[US]
    for _ in range(min(levels, d.money // price - space.terror)):
        gain = where.population if support >= 0 else 0
        first_after_terror = space.terror > 0 and support == space.support
        if support == 2 or (gain and score + gain > MOST_SCORE and _is_bound(d, support, first_after_terror)):
            break
        support, score = support + 1, score + gain
    if support == space.support or not where.population:
        return None
    return PacifyEffort(space.terror, support, where.population * (support - space.support))


def _is_bound(d: Decider, support: int, first_after_terror: bool) -> bool:
    """Check whether the limit applies to a shift: one to Active Support, or the first after Terror
    (NP-Q32).
    """
    return support == 1 or (first_after_terror and not d.other_reading("NP-Q32"))


def pick_pacify(
    d: Decider,
    efforts: dict[BoardSpace, PacifyEffort],
    node: str,
    *first: SpaceLetter,
    together: Together[BoardSpace] = one_by_one,
) -> Deciding[BoardSpace]:
    """Return the space that ARVN Pacify next: no Terror, then Opposition, then the greatest shift."""
    return (
        yield from d.pick_space(
            node,
            list(efforts),
            *first,
            "no Terror",
            "Opposition",
            ("most shift", lambda at: efforts[at].shift),
            together=together,
        )
    )


def say_effort(d: Decider, where: BoardSpace, effort: PacifyEffort) -> Deciding[None]:
    """Pacify a space by this effort."""
    if effort.terror:
        yield from d.say(Number("terror", -effort.terror, where.id))
    yield from d.say(SetLevel(where.id, level(effort.support)))


def pacify_phase(d: Decider) -> Deciding[bool]:
    """Pacify one space after another while any can shift (6.3.1, 8.7.6); return whether any did."""
    done, score = False, scores(d.now)[US]
    if score > MOST_SCORE:
        d.note(RULE, f"the US score is {score}, above {MOST_SCORE}: no shift to Active Support")
    while True:
        ctx = rules_now(d, RULE)
        price = pacification_step_cost(ctx)
        efforts = {
            where: effort
            for where in d.open_spaces(among=populated())
            if (effort := effort_in(d, where, price, MOST_LEVELS - levels_so_far(ctx, where)))
        }
        if not efforts:
            return done
        together = both(_enough_for(d, efforts, price), d.in_turn)
        where = yield from pick_pacify(d, efforts, RULE, together=together)
        yield from say_effort(d, where, efforts[where])
        done = True


def _enough_for(d: Decider, efforts: dict[BoardSpace, PacifyEffort], price: int) -> Together[BoardSpace]:
    """Return the condition that spaces are fully Pacified in any order: Resources and the score allow it."""

    def costs(where: BoardSpace) -> int:
        return (efforts[where].terror + efforts[where].support - d.support(where)) * price

    def gains(where: BoardSpace) -> int:
        return where.population * (max(0, efforts[where].support) - max(0, d.support(where)))

    points = max(0, MOST_SCORE - scores(d.now)[US])
    return both(while_enough(d.money, costs), while_enough(points, gains))
