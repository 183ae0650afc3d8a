"""The cost of each verb of a Faction in a position, as its procedure will charge it (3.0, 6.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from fitl_core.facts.factions import ARVN, US, VC, Faction
from fitl_core.facts.move_words import VERBS
from fitl_core.rules.context import Context
from fitl_core.rules.coup.support import pacification_step_cost
from fitl_core.rules.operations import assault, attack, march, rally, sweep, terror, train
from fitl_core.rules.progress import Progress
from fitl_core.rules.repertoire import ACTIVITIES_OF, COIN_OPERATIONS, INSURGENT_OPERATIONS
from fitl_core.rules.shared.pacification import AGITATION_COST, pacification_cost
from fitl_core.state.draft import PURSES, Draft
from fitl_core.state.state import State

EACH_SPACE = "each space"


class Cost(msgspec.Struct, frozen=True):
    """The cost of a verb for one thing: `resources` (0 or more), paid by `purse` for `what`.

    The US has no Resources of its own: it spends ARVN's, those above Econ (1.8.1). The figures include
    lasting effects and the position, but not a free Operation granted by an Event (5.5).
    """

    verb: str
    what: str
    resources: int
    purse: Faction
    rule: str


class _Price(NamedTuple):
    resources: int
    what: str


def costs(state: State, faction: Faction) -> tuple[Cost, ...]:
    """Return the costs of each Operation, Special Activity and Coup verb of a Faction now, in that order.

    A verb has a line for each thing that it may pay for, in order; a verb without cost has a line of 0
    Resources. `ask` says whether the verb is open.
    """
    ctx = Context(Draft(state), faction, "3.0", Progress())
    operations = COIN_OPERATIONS if faction.is_coin else INSURGENT_OPERATIONS
    coup = ("pacify",) if faction.is_coin else ("agitate",) if faction is VC else ()
    purse = Faction(PURSES[faction])
    return tuple(
        [
            Cost(verb, price.what, price.resources, purse, VERBS[verb])
            for verb in (*operations, *ACTIVITIES_OF[faction], *coup)
            for price in _prices(ctx, verb)
        ]
    )


def _prices(ctx: Context, verb: str) -> Iterator[_Price]:
    """Yield the things that a verb may pay for, by the procedures' own figures."""
    arvn = ctx.faction is ARVN
    match verb:
        case "train":
            yield _Price(train.COST, "each space that receives ARVN pieces")
            if arvn:
                yield _Price(train.COST, "the Base that replaces 3 ARVN cubes")
            yield _Price(pacification_cost(ctx), "each Terror marker and level of Pacification")
        case "patrol":
            yield _Price(assault.cost(ctx) if arvn else 0, "the whole Operation")
        case "sweep":
            yield _Price(sweep.COST if arvn else 0, EACH_SPACE)
        case "assault":
            yield _Price(assault.cost(ctx) if arvn else 0, EACH_SPACE)
            if ctx.faction is US:
                yield _Price(assault.cost(ctx), "the ARVN Assault that follows")
        case "rally":
            yield _Price(rally.COST, EACH_SPACE)
            if ctx.faction is not VC:
                yield _Price(rally.TRAIL_COST, "Improving the Trail")
        case "march":
            yield _Price(march.COST, "each Province or City that a group enters")
            yield _Price(0, "each LoC that a group enters")
            if march.trail_is_free(ctx):
                yield _Price(0, "each step into or out of Laos or Cambodia")
        case "attack":
            yield _Price(attack.COST, EACH_SPACE)
        case "terror":
            yield _Price(terror.COST, "each Province or City")
            yield _Price(0, "each LoC")
        case "pacify":
            yield _Price(pacification_step_cost(ctx), "each Terror marker and level")
        case "agitate":
            yield _Price(AGITATION_COST, "each Terror marker and level")
        case _:
            yield _Price(0, "the whole Special Activity")
