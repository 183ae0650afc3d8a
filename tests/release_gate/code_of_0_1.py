"""The public names of version 0.1.0 for `answers.py` and `corpus.py`.

`code_of_0_2.py` has the same functions for later versions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from fitl_core.dice import Dice
from fitl_core.position import Setup
from fitl_core.random_play import deal, random_game, random_options, random_players
from fitl_core.restoring import position_of
from fitl_core.words import clause_words

import notation
from fitl_core.events import Edition
from fitl_core.session import Replay, replay
from fitl_core.state import digest
from notation.position import read_position, write_position

RELEASE = 1
SCENARIOS = ("short", "medium", "full")


def read(text: str) -> tuple[Setup, tuple[Any, ...]]:
    """Return the setup and the events before the first line that cannot be read."""
    document, _ = notation.scan(text)
    return notation.setup_of(document.log), document.sound_events


def play(setup: Setup, events: tuple[Any, ...]) -> Replay:
    """Play the events while they are legal."""
    return replay(setup, events)


def written_position(setup: Setup, state: Any) -> str:
    """Return a position as text."""
    return write_position(position_of(state))


def begun_from(setup: Setup, text: str) -> Setup:
    """Return the setup of a game that begins from a position in text."""
    return msgspec.structs.replace(setup, cards=None, position=read_position(text))


def digest_of(state: Any) -> str:
    """Return the digest of a position."""
    return digest(state)


def told(effects: Any) -> list[list[str]]:
    """Return rule, words and data of each effect."""
    return [
        [effect.rule, clause_words(effect.clause) if effect.clause else effect.note, ""] for effect in effects
    ]


def canonical(state: Any, event: Any) -> str:
    """Return the event as the writer writes it."""
    return notation.write_event(event)


def decisions(game: Replay) -> dict[int, list[str]]:
    """Return nothing: version 0.1.0 has no Non-players."""
    return {}


def random_log(seed: int, cards: int | None) -> str:
    """Return the random game of a seed, whole or of a number of cards."""
    dice = Dice(seed)
    rules = Edition.ORIGINAL if seed // 3 % 2 else Edition.SECOND
    players = random_players((), dice)
    agreed = Setup(SCENARIOS[seed % 3], rules=rules, players=players, options=random_options(players, dice))
    setup, deck = deal(agreed, dice)
    entries = [notation.Entry(step.event) for step in random_game(setup, deck, dice, cards)]
    return notation.write(notation.Log(notation.tags_of(setup), tuple(entries)))


def table_logs(number: int) -> Iterator[str]:
    """Yield nothing: version 0.1.0 has no tables."""
    return iter(())
