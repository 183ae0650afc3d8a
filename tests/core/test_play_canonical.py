"""Canonical play: each clause answers the pending question, and no other meaning is looked for."""

from __future__ import annotations

import pytest
from table import position

from fitl_core.engine import play, play_as_asked
from fitl_core.errors import Violation
from fitl_core.record.events import Action
from fitl_core.strict_play import play_canonical
from notation.reader import read_line


def read(text: str) -> Action:
    """Return the action of a line."""
    event = read_line(text).event
    assert isinstance(event, Action)
    return event


@pytest.mark.parametrize(
    "move",
    ["ARVN train Sai+2at", "ARVN patrol", "ARVN train Sai+2at | govern Hue aid", "ARVN limop train Sai+at"],
)
def test_spec_4_a_canonical_move_is_played_alike(move: str) -> None:
    """A move that the rules accept as written has the same outcome with and without the reader."""
    state = position("Sai: 3at 2ap; Hue: 2ap PS", to_act="ARVN", ARVN=20).state
    assert play_canonical(state, read(move)) == play(state, read(move))


@pytest.mark.parametrize(
    ("spaces", "available", "move", "canonical"),
    [
        ("Sai: ap; QTr: 6at", "0at", "ARVN train QTr-6at, Sai+6at", "ARVN train Sai+6at<QTr"),
        ("Sai: 3at 2ap", None, "ARVN train ARVN-3 Sai+2at", "ARVN train Sai+2at"),
    ],
)
def test_spec_4_another_wording_is_refused(
    spaces: str, available: str | None, move: str, canonical: str
) -> None:
    """Only the reader knows another wording; its canonical action is played alike by both."""
    state = position(spaces, to_act="ARVN", ARVN=20, available=available).state
    with pytest.raises(Violation):
        play_canonical(state, read(move))
    asked, step = play_as_asked(state, read(move))
    assert asked == read(canonical) and play_canonical(state, asked) == step


def test_spec_4_a_refusal_is_that_of_the_first_question() -> None:
    """The refusal has its rule, its place and the legal answers, and no search for a reason."""
    state = position("Sai: 3at 2ap", to_act="ARVN", ARVN=20).state
    with pytest.raises(Violation) as refused:
        play_canonical(state, read("ARVN train Sai+7at"))
    assert (refused.value.rule, refused.value.clause) == ("3.2.1", 1) and refused.value.legal
