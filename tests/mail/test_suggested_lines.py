"""The line that a reply sends back for a refused move."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import notation
from fitl_core.mail.replies import _suggested

WRITTEN, NEAREST, LACKING = "VC   attack BTu", "VC   terror BTu", "VC   attack Ple"


def ruled(nearest: list[str], lacking: list[str]) -> Any:
    """A ruling on `WRITTEN` with these nearest moves, and these moves that lack only a die."""
    events = {line: notation.read_line(line).event for line in (WRITTEN, NEAREST, LACKING)}
    to_roll = [SimpleNamespace(action=events[line]) for line in lacking]
    return SimpleNamespace(
        event=events[WRITTEN],
        found=SimpleNamespace(nearest=[events[line] for line in nearest], to_roll=to_roll),
    )


@pytest.mark.parametrize(
    ("nearest", "lacking", "expected"),
    [
        ([NEAREST], [], (NEAREST,)),
        ([], [LACKING], (LACKING,)),
        ([NEAREST], [LACKING], (NEAREST,)),
        ([NEAREST, LACKING], [], (NEAREST,)),
        ([NEAREST], [WRITTEN], ()),
        ([], [], ()),
    ],
)
def test_one_line_is_sent_back(nearest: list[str], lacking: list[str], expected: tuple[str, ...]) -> None:
    """The nearest move comes first. Nothing is sent back if the written move lacks only its die."""
    assert _suggested(ruled(nearest, lacking)) == expected
