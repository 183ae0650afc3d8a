"""VC without a player (8.5)."""

from __future__ import annotations

from fitl_core.players.non_players.conduct import Conduct
from fitl_core.players.non_players.vc.flow import flow, which_activity, which_operation
from fitl_core.players.non_players.vc.tax import tax
from fitl_core.players.non_players.vc.terror import terror

CONDUCT = Conduct(
    flow=flow,
    phases={},
    carry_out={"terror": terror, "tax": tax},
    which_operation=which_operation,
    which_activity=which_activity,
)

__all__ = ["CONDUCT"]
