"""The conduct of each Faction without a player (8.5-8.8)."""

from __future__ import annotations

from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.players.non_players import arvn, nva, us, vc
from fitl_core.players.non_players.faction_conduct import Conducts

CONDUCT: Conducts = {VC: vc.CONDUCT, NVA: nva.CONDUCT, ARVN: arvn.CONDUCT, US: us.CONDUCT}
