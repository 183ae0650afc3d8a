"""Positions of the game, and the draft that changes them.

The names of `__all__` are public; each is imported when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fitl_core.lazy_names import lazy_names

# fmt: off
# isort: off
if TYPE_CHECKING:
    from fitl_core.state.control import control_in
    from fitl_core.state.figures import holds
    from fitl_core.state.final_places import places
    from fitl_core.state.impossible import ImpossiblePosition
    from fitl_core.state.position_digest import digest
    from fitl_core.state.positions import position_of
    from fitl_core.state.state import Space, State, resources
    from fitl_core.state.victory import (
        controlled_population, margins, scores, total_econ, total_opposition, total_support,
    )
# isort: on

__all__ = [
    "ImpossiblePosition", "Space", "State", "control_in", "controlled_population", "digest", "holds",
    "margins", "places", "position_of", "resources", "scores", "total_econ", "total_opposition",
    "total_support",
]
# fmt: on

_HOMES = {
    "control": "control_in",
    "figures": "holds",
    "final_places": "places",
    "impossible": "ImpossiblePosition",
    "position_digest": "digest",
    "positions": "position_of",
    "state": "Space State resources",
    "victory": "controlled_population margins scores total_econ total_opposition total_support",
}
"""The module of this package that defines each name. It repeats the imports above for the running program."""

lazy_names(__name__, _HOMES)
