"""ARVN without a player (8.7). Read next `flow`."""

from __future__ import annotations

from fitl_core.players.non_players.arvn.assault import assault
from fitl_core.players.non_players.arvn.coup import PHASES, desert
from fitl_core.players.non_players.arvn.flow import FLOW, transport_by_flow
from fitl_core.players.non_players.arvn.govern import govern
from fitl_core.players.non_players.arvn.pacify import pacify_phase
from fitl_core.players.non_players.arvn.patrol import patrol
from fitl_core.players.non_players.arvn.raid import raid
from fitl_core.players.non_players.arvn.redeploy import redeploy
from fitl_core.players.non_players.arvn.sweep import sweep
from fitl_core.players.non_players.arvn.train import train
from fitl_core.players.non_players.faction_conduct import Conduct

CONDUCT = Conduct(
    flow=FLOW.follow,
    phases=PHASES,
    carry_out={
        "train": train,
        "patrol": patrol,
        "sweep": sweep,
        "assault": assault,
        "govern": govern,
        "transport": transport_by_flow,
        "raid": raid,
        "pacify": pacify_phase,
        "redeploy": redeploy,
        "desert": desert,
    },
    which_operation=FLOW.which_operation,
    which_activity=FLOW.which_activity,
)

__all__ = ["CONDUCT"]
