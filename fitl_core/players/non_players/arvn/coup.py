"""The decisions of ARVN in the Coup Round: desertion, Pacification, Redeployment (2.4, 6.3.1, 6.4.2)."""

from __future__ import annotations

from fitl_core.facts.factions import ARVN
from fitl_core.facts.game_map import board
from fitl_core.facts.pieces import CUBES
from fitl_core.players.non_players.arvn.measures import rules_now
from fitl_core.players.non_players.arvn.pacify import pacify_phase
from fitl_core.players.non_players.arvn.redeploy import redeploy
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.flowchart import coup_phase
from fitl_core.players.non_players.space_figures import pieces_in, pieces_leaving
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Remove
from fitl_core.rules.coup.desertion import due


def desert(d: Decider) -> Deciding[bool]:
    """Remove a third of the ARVN cubes in each space, own pieces by 8.1.2; return whether any left."""
    draft = rules_now(d, "2.4").draft
    wanted = {where: number for where in board().spaces if (number := due(draft, where))}
    d.note("8.1.2", "a third of the ARVN cubes leave each space")
    for where, number in wanted.items():
        yield from d.say(Remove(where.id, pieces_leaving(d, pieces_in(d, where), CUBES[ARVN], number)))
    return bool(wanted)


PHASES = {
    "desert": coup_phase("desert", "8.1.2", desert),
    "support-arvn": coup_phase("pacify", "8.7.6", pacify_phase),
    "redeploy-arvn": coup_phase("redeploy", "8.7.7", redeploy),
}
"""The node of each phase, by its name."""
