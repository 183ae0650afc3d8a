"""Whole pictures that somebody has looked at, kept as they were.

`python tests/pictures/looked_at.py` draws them again; look at them after each run. `crowded.svg` has the most
that can lie in a City, a Province and on a LoC, `margins.svg` the curves of a whole game.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from fitl_core import Setup, play_log, read_log, start
from fitl_core.facts.game_map import board
from fitl_core.facts.pieces import KINDS, from_counts
from fitl_core.pictures.board_svg import board_picture
from fitl_core.pictures.charts import chart
from fitl_core.state.state import Space

HERE = Path(__file__).parent
GAME = HERE.parents[1] / "fixtures" / "medium-game.fitl"
CROWDS = {"hue": 14, "quang-nam": 14, "loc-hue-da-nang": 12}
"""How many kinds lie in a space."""


def crowded() -> str:
    """A dark board on which three spaces are as full of different things as can be."""
    spaces = []
    for where in board().spaces:
        kinds = KINDS[: CROWDS.get(where.id, 0)]
        pieces = from_counts({kind: 1 + place % 4 * 4 for place, kind in enumerate(kinds)})
        is_full = where.id in CROWDS
        spaces.append(Space(pieces, -2 if where.population and is_full else 0, 3 * is_full, is_full))
    state = msgspec.structs.replace(start(Setup("full")).state, spaces=tuple(spaces))
    return board_picture(state, theme="dark", highlights=["quang-nam"])


def margins() -> str:
    """The margins of a whole game."""
    replay = play_log(read_log(GAME.read_bytes(), GAME.name)).replay
    assert replay is not None
    return chart(replay, "margins")


PICTURES = {"crowded.svg": crowded, "margins.svg": margins}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (HERE / name).write_text(draw(), encoding="utf-8")
