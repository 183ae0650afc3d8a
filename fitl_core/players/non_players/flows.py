"""How each Faction goes about its actions without a player (8.5-8.8)."""

from __future__ import annotations

from collections.abc import Mapping

from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction
from fitl_core.players.non_players import arvn, nva, us, vc
from fitl_core.players.non_players.conduct import Conduct

CONDUCT: Mapping[Faction, Conduct] = {VC: vc.CONDUCT, NVA: nva.CONDUCT, ARVN: arvn.CONDUCT, US: us.CONDUCT}
