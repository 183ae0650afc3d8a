"""The files of released versions, and how a test plays on from a game."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import notation
from fitl_core import State, play, replay
from fitl_core.players import Dice, redeal
from fitl_core.players.random_play import random_event
from notation import Document, Log

RELEASED = Path(__file__).parents[2] / "fixtures" / "released"
OLDEST, LAST = RELEASED / "0.1.0", RELEASED / "0.2.0"
REFUSED = OLDEST / "short-refused-today.fitl"


class Recorded(NamedTuple):
    """The record of a game by the release that wrote it: the number of its events, and its last digest."""

    path: Path
    events: int
    digest: str


def recorded(folder: Path) -> list[Recorded]:
    """Return the games of a release with their records."""
    lines = (folder / "digests.txt").read_text(encoding="utf-8").splitlines()
    found = [line.split(" ") for line in lines]
    return [Recorded(folder / name, int(events), digest) for name, events, digest in found]


def read(path: Path) -> Document:
    """Read a game, as text or as JSON Lines."""
    if path.suffix == ".jsonl":
        return notation.load(path.read_text(encoding="utf-8"))
    return notation.read(path.read_bytes())


def name_of(value: object) -> str:
    """Return the name of a test: version and file."""
    path = value.path if isinstance(value, Recorded) else value
    return f"{path.parent.name}/{path.name}" if isinstance(path, Path) else str(value)


def plays_on(log: Log, moves: int = 3) -> State | None:
    """Play further legal events after a game, write the longer game, and read it again.

    Return the last position; None if the game is over.
    """
    setup, events = notation.setup_of(log), list(log.events)
    state = replay(setup, events).state
    dice, deck = Dice(1), redeal(state, 1)
    for _ in range(moves):
        if state.phase == "over" or (state.phase == "finished" and state.next is None):
            return None
        event = random_event(state, deck, dice)
        state = play(state, event).state
        events.append(event)
    entries = (*log.entries, *[notation.Entry(event) for event in events[len(log.events) :]])
    longer = notation.read(notation.write(Log(log.tags, entries))).log
    again = replay(notation.setup_of(longer), longer.events)
    assert again.error is None and again.state == state
    return state
