"""VC without a player (8.5). Read next `flow`."""

from __future__ import annotations

from fitl_core.players.non_players.faction_conduct import Conduct
from fitl_core.players.non_players.vc.agitate import agitate_all
from fitl_core.players.non_players.vc.ambush import ambush
from fitl_core.players.non_players.vc.attack import attack
from fitl_core.players.non_players.vc.coup import PHASES, withdraw
from fitl_core.players.non_players.vc.flow import FLOW
from fitl_core.players.non_players.vc.march import march
from fitl_core.players.non_players.vc.rally import rally
from fitl_core.players.non_players.vc.subvert import subvert
from fitl_core.players.non_players.vc.tax import tax
from fitl_core.players.non_players.vc.terror import terror

CONDUCT = Conduct(
    flow=FLOW.follow,
    phases=PHASES,
    carry_out={
        "terror": terror,
        "rally": rally,
        "march": march,
        "attack": attack,
        "ambush": ambush,
        "tax": tax,
        "subvert": subvert,
        "agitate": agitate_all,
        "withdraw": withdraw,
    },
    which_operation=FLOW.which_operation,
    which_activity=FLOW.which_activity,
)

__all__ = ["CONDUCT"]
