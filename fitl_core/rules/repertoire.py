"""The Operations and Special Activities, their Factions, and which go together (3.0, 4.1.1)."""

from __future__ import annotations

from collections.abc import Callable

from fitl_core.asking.questions import Procedure
from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction
from fitl_core.rules.activities.advise import advise
from fitl_core.rules.activities.airlift import airlift
from fitl_core.rules.activities.airstrike import airstrike
from fitl_core.rules.activities.ambush import ambush
from fitl_core.rules.activities.bombard import bombard
from fitl_core.rules.activities.govern import govern
from fitl_core.rules.activities.infiltrate import infiltrate
from fitl_core.rules.activities.raid import raid
from fitl_core.rules.activities.subvert import subvert
from fitl_core.rules.activities.tax import tax
from fitl_core.rules.activities.transport import transport
from fitl_core.rules.operations.assault import assault
from fitl_core.rules.operations.attack import attack
from fitl_core.rules.operations.march import march
from fitl_core.rules.operations.patrol import patrol
from fitl_core.rules.operations.rally import rally
from fitl_core.rules.operations.sweep import sweep
from fitl_core.rules.operations.terror import terror
from fitl_core.rules.operations.train import train

OPERATION_PROCEDURES: dict[str, Callable[..., Procedure]] = {
    "train": train,
    "patrol": patrol,
    "sweep": sweep,
    "assault": assault,
    "rally": rally,
    "march": march,
    "attack": attack,
    "terror": terror,
}
"""The procedures of Operations, by verb. Each takes a `Context` and, for some Events, a `Granted`."""
ACTIVITY_PROCEDURES: dict[str, Callable[..., Procedure]] = {
    "advise": advise,
    "airlift": airlift,
    "airstrike": airstrike,
    "govern": govern,
    "transport": transport,
    "raid": raid,
    "infiltrate": infiltrate,
    "bombard": bombard,
    "ambush": ambush,
    "tax": tax,
    "subvert": subvert,
}
"""The procedures of Special Activities, in the same form."""
COIN_OPERATIONS = ("train", "patrol", "sweep", "assault")
INSURGENT_OPERATIONS = ("rally", "march", "attack", "terror")
ACTIVITIES_OF: dict[Faction, tuple[str, ...]] = {
    US: ("advise", "airlift", "airstrike"),
    ARVN: ("govern", "transport", "raid"),
    NVA: ("infiltrate", "bombard", "ambush"),
    VC: ("tax", "subvert", "ambush"),
}
ACCOMPANIES: dict[str, tuple[str, ...]] = {
    "advise": ("train", "patrol"),
    "govern": ("train", "patrol"),
    "raid": ("patrol", "sweep", "assault"),
    "infiltrate": ("rally", "march"),
    "ambush": ("march", "attack"),
    "subvert": ("rally", "march", "terror"),
}
"""The Special Activities that go only with some Operations (4.1.1); the others go with any."""

NOT_IN_MONSOON = ("sweep", "march")
"""The Operations that 2.3.9 forbids in Monsoon."""
