"""The decisions of ARVN in the Coup Round: desertion, Pacification, Redeployment (2.4, 6.3.1, 6.4.2)."""

from __future__ import annotations

from fitl_core.facts.factions import ARVN
from fitl_core.facts.game_map import board
from fitl_core.facts.pieces import CUBES
from fitl_core.players.non_players.arvn.measures import rules_now
from fitl_core.players.non_players.arvn.pacify import pacify_phase
from fitl_core.players.non_players.arvn.redeploy import redeploy
from fitl_core.players.non_players.decider import CarryOut, Decider
from fitl_core.players.non_players.faction_conduct import Node
from fitl_core.players.non_players.space_figures import pieces_in, pieces_leaving
from fitl_core.players.non_players.trace import DecisionOutcome
from fitl_core.players.non_players.verb_attempts import attempt
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Remove
from fitl_core.rules.coup.desertion import due


def desert(d: Decider) -> Deciding[bool]:
    """Remove a third of the ARVN cubes in each space, own pieces by 8.1.2; return whether any left."""
    draft = rules_now(d, "2.4").draft
    wanted = {where: number for where in board().spaces if (number := due(draft, where))}
    for where, number in wanted.items():
        yield from d.say(Remove(where.id, pieces_leaving(d, pieces_in(d, where), CUBES[ARVN], number)))
    return bool(wanted)


def _phase(verb: str, node: str, carry_out: CarryOut) -> Node[DecisionOutcome]:
    """Return the node of a phase in which ARVN act, or Pass if nothing is possible."""

    def phase(d: Decider) -> Deciding[DecisionOutcome]:
        done = yield from attempt(d, verb, carry_out)
        return DecisionOutcome("coup" if done else "pass", node)

    return phase


PHASES = {
    "desert": _phase("desert", "8.1.2", desert),
    "support-arvn": _phase("pacify", "8.7.6", pacify_phase),
    "redeploy-arvn": _phase("redeploy", "8.7.7", redeploy),
}
"""The node of each phase, by its name."""
