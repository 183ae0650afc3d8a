"""Put effects, refusals and positions into words, and adjudicate moves.

The names of `__all__` are public. Each is imported at its first use. Read `fitl_core.tell.effects_in_words`
next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fitl_core.lazy_names import lazy_names

# fmt: off
# isort: off
if TYPE_CHECKING:
    from fitl_core.tell.board_text import board_table
    from fitl_core.tell.card_previews import CardView, view_card
    from fitl_core.tell.effects_in_words import Consequence, effect_words, narrate
    from fitl_core.tell.suggested_moves import near_moves
    from fitl_core.tell.position_differences import Difference, differences
    from fitl_core.tell.state_view import StateView, view
    from fitl_core.tell.words import standing
# isort: on

__all__ = [
    "CardView", "Consequence", "Difference", "StateView", "board_table", "differences", "effect_words",
    "narrate", "near_moves", "standing", "view", "view_card",
]
# fmt: on

_HOMES = {
    "board_text": "board_table",
    "card_previews": "CardView view_card",
    "effects_in_words": "Consequence effect_words narrate",
    "suggested_moves": "near_moves",
    "position_differences": "Difference differences",
    "state_view": "StateView view",
    "words": "standing",
}
"""The names by the module of this package that defines them: the same list as above, for use at run time."""

lazy_names(__name__, _HOMES)
