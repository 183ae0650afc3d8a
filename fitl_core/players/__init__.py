"""Decide moves: random play and its dice, and the Non-players of section 8 (`non_players`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fitl_core.lazy_names import lazy_names

# fmt: off
# isort: off
if TYPE_CHECKING:
    from fitl_core.players.decks import redeal
    from fitl_core.players.dice import Dice
    from fitl_core.players.non_players.decide import answer_move, decide, next_non_player
    from fitl_core.players.non_players.move_verdicts import MoveVerdict
    from fitl_core.players.non_players.random_games import mixed_game
    from fitl_core.players.non_players.trace import Decision, Need, TraceStep
    from fitl_core.players.non_players.wanted import Wanted
    from fitl_core.players.random_play import (
        DeadEnd, PlayedEvent, deal, random_game, random_options, random_players,
    )
# isort: on

__all__ = [
    "DeadEnd", "Decision", "Dice", "MoveVerdict", "Need", "PlayedEvent", "TraceStep", "Wanted",
    "answer_move", "deal", "decide", "mixed_game", "next_non_player", "random_game", "random_options",
    "random_players", "redeal",
]
# fmt: on

_HOMES = {
    "decks": "redeal",
    "dice": "Dice",
    "non_players.decide": "answer_move decide next_non_player",
    "non_players.move_verdicts": "MoveVerdict",
    "non_players.random_games": "mixed_game",
    "non_players.trace": "Decision Need TraceStep",
    "non_players.wanted": "Wanted",
    "random_play": "DeadEnd PlayedEvent deal random_game random_options random_players",
}
"""The module of this package that defines each name: the same list as above, for the running program."""

lazy_names(__name__, _HOMES)
