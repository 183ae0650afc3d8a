"""VC Agitate: in the Support Phase, and by shaded Cadres (8.5.6)."""

from __future__ import annotations

from functools import partial

from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.levels import level
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.together import Together, both, one_by_one, while_enough
from fitl_core.players.non_players.vc.cadres import pay_cadres
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Number, SetLevel
from fitl_core.rules.shared.pacification import AGITATION_COST, MOST_LEVELS

NODE = "8.5.6"


def agitate_all(d: Decider) -> Deciding[bool]:
    """Agitate in one space after another while any can shift; return whether any did."""
    done = False
    while shiftable := d.open_spaces(fits=partial(_levels, d)):
        yield from agitate_one(d, shiftable, both(while_enough(d.money, partial(_cost, d)), d.in_turn))
        done = True
    return done


def agitate_one(
    d: Decider, candidates: list[BoardSpace], together: Together[BoardSpace] = one_by_one
) -> Deciding[None]:
    """Agitate in the best of these spaces: greatest shift, then Support, then no Terror."""
    where = yield from d.pick_space(
        NODE,
        candidates,
        ("a", lambda at: _levels(d, at) * at.population),
        "b",
        "c",
        together=together,
    )
    levels, terror = _levels(d, where), d.now.spaces[where.index].terror
    goal = level(d.support(where) - levels)
    yield from d.say(At(where.id))
    if terror:
        yield from d.say(Number("terror", -terror, where.id))
    yield from d.say(SetLevel(where.id, goal))
    yield from pay_cadres(d, where)


def _cost(d: Decider, where: BoardSpace) -> int:
    """Return the Resources that the Agitation of a space costs."""
    return (_levels(d, where) + d.now.spaces[where.index].terror) * AGITATION_COST


def can_shift(d: Decider, where: BoardSpace) -> bool:
    """Check whether Agitation could shift a space with the current Resources, after removing its Terror."""
    return _levels(d, where) > 0


def _levels(d: Decider, where: BoardSpace) -> int:
    """Return how many levels a space would shift (6.3.2): 2 at most, as Resources allow after its Terror."""
    here = d.now.spaces[where.index]
    if not where.population:
        return 0
    return max(0, min(MOST_LEVELS, here.support + 2, d.money // AGITATION_COST - here.terror))
