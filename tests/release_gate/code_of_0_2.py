"""The public names of version 0.2.0 and later versions for `answers.py` and `corpus.py`.

`code_of_0_1.py` has the same functions for version 0.1.0.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

import notation
from fitl_core import (
    Action,
    Faction,
    FitlError,
    ReplayedGame,
    Setup,
    State,
    digest,
    judge_non_players,
    log_of,
    normal_action,
    position_of,
    replay,
)
from fitl_core.players.dice import Dice
from fitl_core.tell.effects_in_words import effect_words
from fitl_core.testing.random_tables import setup_of_table
from fitl_core.testing.table_games import TablePlayer, tables_of
from notation.position_reader import read_position, write_position

sys.path.append(str(Path(__file__).parents[1] / "corpus"))
from questions import drawn_game

try:
    from fitl_core.rules.release import RULES_RELEASE
except ImportError:
    RULES_RELEASE = 2  # version 0.2.0 had no number yet

RELEASE = RULES_RELEASE

MOST_COMMANDS = 60
"""The length of a table's game. Every fourth table is played to its end."""


def read(text: str) -> tuple[Setup, tuple[Any, ...]]:
    """Return the setup and the events before the first line that cannot be read."""
    document, _ = notation.scan(text)
    return notation.setup_of(document.log), document.sound_events


def play(setup: Setup, events: tuple[Any, ...]) -> ReplayedGame:
    """Play the events while they are legal."""
    return replay(setup, events)


def written_position(setup: Setup, state: State) -> str:
    """Return a position as text, with a second line for the players if they have changed."""
    text = write_position(position_of(state))
    return text if state.players == setup.players else f"{text}\n{_words(state.players)}"


def _words(players: Any) -> str:
    return " ".join(["+".join(player) for player in players])


def begun_from(setup: Setup, text: str) -> Setup:
    """Return the setup of a game that begins from a position in text, of this or an older release."""
    position, _, words = text.partition("\n")
    players = tuple([tuple(map(Faction, one.split("+"))) for one in words.split()]) or setup.players
    return msgspec.structs.replace(setup, cards=None, players=players, position=read_position(position))


def digest_of(state: State) -> str:
    """Return the digest of a position."""
    return digest(state)


def told(effects: Any) -> list[list[str]]:
    """Return rule, words and a short hash of the data of each effect."""
    return [[effect.rule, effect_words(effect), _short(msgspec.to_builtins(effect))] for effect in effects]


def _short(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:12]


def canonical(state: State, event: Any) -> str:
    """Return the event in normal form."""
    if not isinstance(event, Action):
        return notation.write_event(event)
    try:
        return notation.write_event(normal_action(state, event))
    except FitlError as error:
        return f"none: {error.code}"


def decisions(game: ReplayedGame) -> dict[int, list[str]]:
    """Return verdict and node of section 8 on the moves of Non-players, by the numbers of their events."""
    return {one.number: [one.verdict.verdict, one.verdict.node] for one in judge_non_players(game)}


def random_log(seed: int, cards: int | None) -> str:
    """Return the random game of a seed, whole or of a number of cards."""
    setup, played = drawn_game(seed, cards)
    return notation.write(log_of(setup, [(step.event, step.after) for step in played]))


def table_logs(number: int) -> Iterator[str]:
    """Yield the log that a random table exports."""
    tables = tables_of(number)
    player = TablePlayer(tables, tables.open(setup_of_table(number)).table, Dice(number))
    player.sit()
    player.choose_markers()
    player.play(None if number % 4 == 0 else MOST_COMMANDS)
    yield notation.write(tables.log(player.table))
