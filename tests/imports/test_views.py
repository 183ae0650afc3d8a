"""Boards that `fitl show --json` printed, made positions to go on from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import notation
from fitl_core.engine import start
from fitl_core.game.replays import replay
from fitl_core.imports.faults import Unimportable
from fitl_core.imports.file_kinds import form_of, import_file
from fitl_core.imports.shown_boards import setup_of_view
from fitl_core.state.state import State
from fitl_core.tell.position_differences import differences
from fitl_core.tell.state_view import view

FIXTURES = Path(__file__).parents[2] / "fixtures"
OF_0_1_0 = (
    "rules scenario event card next phase to_act eligible tracks leader victory margins spaces available "
    "casualties out_of_play "
    "capabilities momentum pivotal players options readings revealed winner ended digest"
)
"""The keys that the first version printed."""


def states(name: str) -> tuple[State, ...]:
    """The positions of a game in the fixtures."""
    log = notation.read((FIXTURES / name).read_bytes()).log
    return tuple([step.state for step in replay(notation.setup_of(log), log.events).steps])


def printed(state: State) -> dict[str, Any]:
    """Return the output of `fitl show --json`."""
    return dict(json.loads(msgspec.json.encode(view(state, 7))))


@pytest.mark.parametrize("name", ["short-game.fitl", "medium-game.fitl"])
def test_the_board_of_a_view_is_the_board(name: str) -> None:
    """At each finished card and at the end, the fields of 0.1.0 alone give every piece, marker and track."""
    for state in states(name):
        if state.phase in ("finished", "over") and not state.options:
            seen = printed(state)
            setup = setup_of_view(json.dumps({key: seen[key] for key in OF_0_1_0.split()}).encode())
            found = start(setup).state
            others = {one.where for one in differences(state, found)}
            assert others <= {
                "Card",
                "Game",
            }  # the output leaves out earlier actions
            assert setup.options == ("any-deck",)


def test_forms_are_known_by_a_look() -> None:
    """A save, a view, or a log: in JSON Lines the first line has tags."""
    seen = json.dumps(printed(states("short-game.fitl")[20])).encode()
    assert form_of(seen) == "view" and form_of(b'{"file-version": 1}') == "save"
    assert form_of(b'{"tags": []}') == form_of(b'{"tags": []}\n{}') == form_of(b"[FITL") == "log"
    assert import_file(seen, "board.json").log.tag("Position") is not None


@pytest.mark.parametrize(
    ("key", "value", "field"),
    [
        ("scenario", "long", ""),
        ("spaces", {"hanoi": {}}, ""),
        ("casualties", {"vc-base": 1}, "casualties"),
        ("phase", "card-2", ""),
    ],
)
def test_what_cannot_be_is_named(key: str, value: object, field: str) -> None:
    """An impossible value is reported by its field where it is read, else in the reader's words."""
    seen = printed(states("short-game.fitl")[20]) | {key: value}
    with pytest.raises(Unimportable) as refused:
        setup_of_view(json.dumps(seen).encode())
    assert field in [fault.field for fault in refused.value.faults]
