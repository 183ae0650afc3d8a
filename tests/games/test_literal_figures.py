"""Clauses taken literally: the figures of what they say, whatever the rules think of it."""

from __future__ import annotations

import pytest

import notation
from fitl_core.engine import start
from fitl_core.game.literal_figures import literal_figures
from fitl_core.record.events import Action

HEAD = '[FITL "2"]\n[Scenario "full"]\n[Position "Hue 3at 2vg; Sai 3ut; casualties 2ut; aid 9; played 68"]\n'


@pytest.mark.parametrize(
    ("clauses", "figures"),
    [
        ("Hue+2at", "Hue 5at"),
        ("Hue+2at<Sai", "Sai 0at, Hue 5at"),
        ("Hue-2at", "Hue 1at"),
        ("Hue-9at", "Hue 0at"),
        ("Sai-ut>casualties", "Sai 2ut, casualties 3ut"),
        ("Sai>Hue:2ut", "Sai 1ut, Hue 2ut"),
        ("Sai>AnL>BTu:ut", "Sai 2ut, BTu 1ut"),
        ("casualties>available:2ut", "casualties 0ut"),
        ("Hue-2vg+vb", "Hue 0vg 1vb"),
        ("Hue*2vg", "Hue 0vg 2vg*"),
        ("Hue=PS", "Hue=PS"),
        ("aid+6 aid-1", "Aid 14"),
        ("aid-20", "Aid 0"),
        ("Hue+at Hue+at", "Hue 5at"),
        ("Hue {4}", ""),
    ],
)
def test_figures_of_clauses(clauses: str, figures: str) -> None:
    """Pieces come, go, move and turn; several clauses add up; a figure is never below 0."""
    log = notation.read(f"{HEAD}\nUS   event unshaded {clauses}\n").log
    (event,) = log.events
    assert isinstance(event, Action)
    found = literal_figures(start(notation.setup_of(log)).state, event.segments[0].clauses)
    line = f"US pass => {figures}" if figures else "US pass"
    assert set(found) == set(notation.read_line(line).claims)
