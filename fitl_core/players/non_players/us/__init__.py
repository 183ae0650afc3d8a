"""US without a player (8.8). Read next `flow`."""

from __future__ import annotations

from fitl_core.players.non_players.faction_conduct import Conduct
from fitl_core.players.non_players.flowchart import coup_phase
from fitl_core.players.non_players.us.activities import ACTIVITIES
from fitl_core.players.non_players.us.assault import assault
from fitl_core.players.non_players.us.commitment import commit, commitment_phase
from fitl_core.players.non_players.us.flow import FLOW
from fitl_core.players.non_players.us.pacify import pacify
from fitl_core.players.non_players.us.patrol import patrol
from fitl_core.players.non_players.us.sweep import sweep
from fitl_core.players.non_players.us.train import train

CONDUCT = Conduct(
    flow=FLOW.follow,
    phases={"support-us": coup_phase("pacify", "8.8.8", pacify), "commitment": commitment_phase},
    carry_out={
        "assault": assault,
        "patrol": patrol,
        "sweep": sweep,
        "train": train,
        "pacify": pacify,
        "commit": commit,
        **ACTIVITIES,
    },
    which_operation=FLOW.which_operation,
    which_activity=FLOW.which_activity,
)

__all__ = ["CONDUCT"]
