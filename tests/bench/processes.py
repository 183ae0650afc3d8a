"""The engine at work in as many processes as there are processors, each on a game at a time."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import reduce
from time import perf_counter

from measure import best

import notation
from fitl_core import engine
from fitl_core.record.events import Event
from fitl_core.state.state import State

PROCESSES = os.cpu_count() or 1
_games: list[tuple[State, tuple[Event, ...]]] = []
"""The games of this process, as they begin."""


def _read(texts: Sequence[bytes]) -> None:
    for text in texts:
        log = notation.read(text).log
        _games.append((engine.start(notation.setup_of(log)).state, log.events))


def _fold(number: int) -> None:
    state, events = _games[number]
    reduce(engine.apply, events, state)


def side_by_side(texts: Sequence[bytes], rounds: int) -> float:
    """The seconds in which these games are folded so, reading them aside."""
    games = range(len(texts))
    with ProcessPoolExecutor(PROCESSES, initializer=_read, initargs=(texts,)) as pool:
        list(pool.map(_fold, games))  # so that all of them have begun
        return best(lambda: list(pool.map(_fold, games)), rounds, perf_counter)
