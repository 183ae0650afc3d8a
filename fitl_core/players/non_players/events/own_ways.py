"""Free Operations and Activities that the instruction of a card carries out instead of the
flowchart (8.4.1).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fitl_core.facts.factions import ARVN, NVA, US, Faction
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.joint_sweep import join_and_sweep, joint_assault
from fitl_core.players.non_players.events.marches import (
    all_troops,
    to_a_us_base,
    to_us_bases_then_for_control,
)
from fitl_core.players.non_players.events.searches import lift, sweep_ashore
from fitl_core.players.non_players.wanted import Deciding

OwnWay = Callable[[Execution], Deciding[bool]]

OWN_WAYS: Mapping[tuple[int, str, Faction], OwnWay] = {
    (56, "march", NVA): to_us_bases_then_for_control,
    (59, "march", NVA): to_a_us_base,
    (62, "airlift", US): lift,
    (67, "sweep", US): sweep_ashore,
    (70, "sweep", US): join_and_sweep,
    (70, "sweep", ARVN): join_and_sweep,
    (70, "assault", US): joint_assault,
    (70, "assault", ARVN): joint_assault,
    (71, "march", NVA): all_troops,
}
"""The functions by card, verb and acting Faction. Each runs after its verb and returns whether anything was
done.
"""
