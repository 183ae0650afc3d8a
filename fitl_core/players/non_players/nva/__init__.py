"""NVA without a player (8.6). Read next `flow`."""

from __future__ import annotations

from fitl_core.players.non_players.faction_conduct import Conduct
from fitl_core.players.non_players.flowchart import coup_phase
from fitl_core.players.non_players.nva.ambush import ambush
from fitl_core.players.non_players.nva.attack import attack
from fitl_core.players.non_players.nva.bombard import bombard
from fitl_core.players.non_players.nva.flow import FLOW
from fitl_core.players.non_players.nva.infiltrate import infiltrate
from fitl_core.players.non_players.nva.leaving import may_march
from fitl_core.players.non_players.nva.march import march
from fitl_core.players.non_players.nva.rally import rally
from fitl_core.players.non_players.nva.redeploy import redeploy
from fitl_core.players.non_players.nva.terror import terror

CONDUCT = Conduct(
    flow=FLOW.follow,
    phases={"redeploy-nva": coup_phase("redeploy", "8.6.6", redeploy)},
    carry_out={
        "attack": attack,
        "terror": terror,
        "rally": rally,
        "march": march,
        "ambush": ambush,
        "infiltrate": infiltrate,
        "bombard": bombard,
        "redeploy": redeploy,
    },
    which_operation=FLOW.which_operation,
    which_activity=FLOW.which_activity,
    may_march=may_march,
)

__all__ = ["CONDUCT"]
