"""NVA without a player (8.6)."""

from __future__ import annotations

from fitl_core.players.non_players.conduct import Conduct
from fitl_core.players.non_players.nva.flow import flow, which_activity, which_operation

CONDUCT = Conduct(
    flow=flow,
    phases={},
    carry_out={},
    which_operation=which_operation,
    which_activity=which_activity,
)

__all__ = ["CONDUCT"]
