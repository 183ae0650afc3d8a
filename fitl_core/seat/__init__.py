"""One decision of a seat: its sight (`SeatSight`), and the briefing about it for a program.

The names of `__all__` are public. Each is imported at its first use. Read `fitl_core.seat.sights` next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fitl_core.lazy_names import lazy_names

# fmt: off
# isort: off
if TYPE_CHECKING:
    from fitl_core.seat.briefings import (
        AnswerNames, BriefingLimits, CardText, SeatBriefing, briefing,
    )
    from fitl_core.seat.sights import SeatSight, sight_of_game
# isort: on

__all__ = [
    "AnswerNames", "BriefingLimits", "CardText", "SeatBriefing", "SeatSight", "briefing", "sight_of_game",
]
# fmt: on

_HOMES = {
    "briefings": "AnswerNames BriefingLimits CardText SeatBriefing briefing",
    "sights": "SeatSight sight_of_game",
}
"""The module of this package that defines each name: the same list as above, for the running program."""

lazy_names(__name__, _HOMES)
