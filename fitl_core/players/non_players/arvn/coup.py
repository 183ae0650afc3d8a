"""What ARVN do in the phases of a Coup Round: desert, Pacify, Redeploy (2.4, 6.3.1, 6.4.2)."""

from __future__ import annotations

from fitl_core.facts.board import board
from fitl_core.facts.factions import ARVN
from fitl_core.facts.pieces import CUBES
from fitl_core.players.non_players.arvn.measures import rules_now
from fitl_core.players.non_players.arvn.pacify import pacify_phase
from fitl_core.players.non_players.arvn.redeploy import redeploy
from fitl_core.players.non_players.attempts import CarryOut, attempt
from fitl_core.players.non_players.conduct import Node
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.figures import leaving, pieces_in
from fitl_core.players.non_players.trace import Outcome
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Remove
from fitl_core.rules.coup.desertion import due


def desert(d: Decider) -> Deciding[bool]:
    """In each space a third of the ARVN cubes leave, own pieces by 8.1.2; whether any did."""
    draft = rules_now(d, "2.4").draft
    wanted = {where: number for where in board().spaces if (number := due(draft, where))}
    for where, number in wanted.items():
        yield from d.say(Remove(where.id, leaving(d, pieces_in(d, where), CUBES[ARVN], number)))
    return bool(wanted)


def _phase(verb: str, node: str, carry_out: CarryOut) -> Node[Outcome]:
    """A phase in which ARVN do something, or nothing."""

    def phase(d: Decider) -> Deciding[Outcome]:
        done = yield from attempt(d, verb, carry_out)
        return Outcome("coup" if done else "pass", node)

    return phase


PHASES = {
    "desert": _phase("desert", "8.1.2", desert),
    "support-arvn": _phase("pacify", "8.7.6", pacify_phase),
    "redeploy-arvn": _phase("redeploy", "8.7.7", redeploy),
}
"""By the names of the phases."""
