"""The digest depends on the meaning of a position (SPEC 9), not on its layout or history."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from table import position

import notation
from fitl_core.game.replays import replay
from fitl_core.state.position_digest import digest, digested
from fitl_core.state.state import State

FIXTURES = Path(__file__).parents[2] / "fixtures"

Longer = msgspec.defstruct(
    "Longer",
    [("weather", str, "dry"), ("rumours", tuple[str, ...], ())],
    bases=(State,),
    frozen=True,
    kw_only=True,
)
"""A State of a later version: two fields more, each with its default."""


def with_more_fields(state: State, **more: Any) -> State:
    """Return the same position in a State with two more fields."""
    fields = {name: getattr(state, name) for name in State.__struct_fields__}
    return cast(State, Longer(**fields, **more))


@pytest.mark.parametrize("name", ["tutorial", "short-game", "medium-game", "full-opening"])
def test_a_new_field_changes_no_digest(name):
    """A new field of the state changes no digest of the saved positions, so old files stay valid."""
    log = notation.read((FIXTURES / f"{name}.fitl").read_bytes()).log
    for step in replay(notation.setup_of(log), log.events).steps:
        longer = with_more_fields(step.state)
        assert len(longer.__struct_fields__) == len(State.__struct_fields__) + 2
        assert digest(longer) == digest(step.state)


def test_a_digest_has_its_version_in_front():
    """Version 2, and 16 digits of a hash over the canonical text."""
    version, _, digits = digest(position().state).partition(":")
    assert version == "2"
    assert len(digits) == 16 and int(digits, 16) >= 0


def test_what_a_digest_is_taken_over_is_text():
    """Edition, scenario, players, options, readings, and the position as one line."""
    text = digested(position("Hue: 2at").state)
    assert text.splitlines()[:2] == ["second", "full"]
    assert text.splitlines()[-1].startswith("Hue 2at")


@pytest.mark.parametrize(
    "change",
    [
        {"aid": 21},
        {"econ": 14},
        {"trail": 2},
        {"resources": (21, 20, 20)},
        {"eligible": ()},
        {"leader_box": (126,)},
        {"options": ("high-winds",)},
        {"readings": ("2.3.8-05",)},
        {"scenario": "short"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_what_differs_in_meaning_differs_in_its_digest(change):
    """Positions that differ in meaning have different digests."""
    state = position("Hue: 2at").state
    assert digest(msgspec.structs.replace(state, **change)) != digest(state)
