"""The facts of the game: map, cards, pieces, Factions, scenarios, readings, codes.

The names of `__all__` are public; each is imported when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fitl_core.lazy_names import lazy_names

# fmt: off
# isort: off
if TYPE_CHECKING:
    from fitl_core.facts.card_list import Card, cards
    from fitl_core.facts.code_lists import CodeLists, codes
    from fitl_core.facts.editions import Edition
    from fitl_core.facts.factions import COIN, FACTIONS, INSURGENT, ControlName, Faction
    from fitl_core.facts.game_map import BoardSpace, GameBoard, board, spaces_by_id
    from fitl_core.facts.levels import Level
    from fitl_core.facts.pieces import KINDS, Count, Kind
    from fitl_core.facts.players import FOUR_PLAYERS, Players, non_players
    from fitl_core.facts.rule_readings import Reading, readings
    from fitl_core.facts.scenario_list import Scenario, scenarios
# isort: on

__all__ = [
    "COIN", "FACTIONS", "FOUR_PLAYERS", "INSURGENT", "KINDS", "BoardSpace", "Card", "CodeLists",
    "ControlName", "Count", "Edition", "Faction", "GameBoard", "Kind", "Level", "Players", "Reading",
    "Scenario", "board", "cards", "codes", "non_players", "readings", "scenarios", "spaces_by_id",
]
# fmt: on

_HOMES = {
    "card_list": "Card cards",
    "code_lists": "CodeLists codes",
    "editions": "Edition",
    "factions": "COIN FACTIONS INSURGENT ControlName Faction",
    "game_map": "BoardSpace GameBoard board spaces_by_id",
    "levels": "Level",
    "pieces": "KINDS Count Kind",
    "players": "FOUR_PLAYERS Players non_players",
    "rule_readings": "Reading readings",
    "scenario_list": "Scenario scenarios",
}
"""The module of this package that defines each name: the same list as above, for the running program."""

lazy_names(__name__, _HOMES)
