"""Curves of a game: a value after each event, and the cards below them."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from fitl_core import Faction, margins, play_log, read_log
from fitl_core.pictures.charts import CHARTS, ChartName, chart, curves_of
from fitl_core.pictures.colours import COLOURS

GAME = Path(__file__).parents[2] / "fixtures" / "medium-game.fitl"
REPLAY = play_log(read_log(GAME.read_bytes(), "game")).replay
assert REPLAY is not None


@pytest.mark.parametrize("what", CHARTS)
def test_a_chart_has_its_curves(what: ChartName) -> None:
    """Each curve has a name, its last value, and a different kind of line."""
    picture = ElementTree.fromstring(chart(REPLAY, what))
    curves = curves_of(REPLAY, what, COLOURS["light"])
    ids = {element.get("id") for element in picture.iter()}
    assert {f"{what}-curve-{curve.name.replace(' ', '-')}" for curve in curves} <= ids
    assert len({(curve.colour, curve.dashes) for curve in curves}) == len(curves)
    texts = [element.text for element in picture.iter() if element.tag.endswith("text")]
    assert {f"{curve.name} {curve.values[-1]}" for curve in curves} <= set(texts)


def test_the_margins_are_those_of_the_positions() -> None:
    """The margins in a chart are those of the position after every event."""
    found = {curve.name: curve.values for curve in curves_of(REPLAY, "margins", COLOURS["light"])}
    for number, step in enumerate(REPLAY.steps):
        assert {name: values[number] for name, values in found.items()} == margins(step.state)
    assert set(found) == set(Faction)


def test_a_card_stands_once_on_the_axis() -> None:
    """A card stands where it comes into play: a line that names it again, as at a table, begins nothing."""
    log = read_log(b'[FITL "2"]\n[Scenario "short"]\n\n#107\nnext #55\n#107\nVC pass\n', "game")
    replay = play_log(log).replay
    assert replay is not None and replay.sound == 4
    assert chart(replay).count('id="margins-event-') == 1
