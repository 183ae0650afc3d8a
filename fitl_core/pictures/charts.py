"""Curves over a game: the margins, the tracks, Total Support and Opposition, Control by Population.

Read `svg` for the elements.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal

import msgspec

from fitl_core.facts.card_list import coup_cards
from fitl_core.facts.factions import ARVN, FACTIONS, NVA, VC, Faction
from fitl_core.game.replays import ReplayedGame
from fitl_core.pictures.board_svg import FONT
from fitl_core.pictures.colours import COLOURS, Colours, Theme
from fitl_core.pictures.svg import Element, Value, group, text
from fitl_core.record.events import PlayCard
from fitl_core.state.state import State, resources
from fitl_core.state.victory import controlled_population, margins, total_opposition, total_support
from fitl_core.tell.words import card_words

ChartName = Literal["margins", "tracks", "support", "control"]
CHARTS: tuple[ChartName, ...] = ("margins", "tracks", "support", "control")
TITLES = {
    "margins": "Victory margins (7.2)",
    "tracks": "Resources, Aid, Patronage, Trail (1.8)",
    "support": "Total Support and Total Opposition (1.9)",
    "control": "Population Controlled (1.7)",
}
CHANCES = "chances"
"""The name of the chart that needs the chances beside the moves."""
SIZE = (960, 400)
_LEFT, _TOP, _RIGHT, _BOTTOM = 44, 34, 132, 42
"""The margins around the lines. The names are in the right one."""
_DASHES = ("", "7 3", "2 3", "9 3 2 3")
"""The dashes of the lines, which distinguish them without colours."""


class Curve(msgspec.Struct, frozen=True):
    """A line of a chart: its name, colour and dashes, and its values at the start and after each event."""

    name: str
    colour: str
    dashes: str
    values: tuple[int, ...]


def chart(
    replay: ReplayedGame,
    what: ChartName = "margins",
    *,
    theme: Theme = "light",
    title: str = "",
    size: tuple[int, int] = SIZE,
) -> str:
    """Return a chart of a game as SVG text. Its axis has the cards, and Coup Rounds as bands.

    `data-from` and `data-to` are the places of the start and of the last event, as parts of the width.
    """
    colours = COLOURS[theme]
    return _drawn(replay, what, title or TITLES[what], curves_of(replay, what, colours), colours, size)


def chances_chart(
    replay: ReplayedGame,
    chances: Mapping[int, Mapping[Faction, int]],
    title: str,
    *,
    theme: Theme = "light",
    size: tuple[int, int] = SIZE,
) -> str:
    """Return the chances to win as SVG text. `chances` has those after some events, in percent.

    A chance holds until the next one. Before the first one it is drawn as that one.
    """
    colours = COLOURS[theme]
    first = chances[min(chances)]
    curves = []
    for place, faction in enumerate(FACTIONS):
        values = [first[faction]]
        for number in range(1, len(replay.steps)):
            values.append(chances[number][faction] if number in chances else values[-1])
        curves.append(Curve(str(faction), colours.line(faction), _DASHES[place], tuple(values)))
    return _drawn(replay, CHANCES, title, curves, colours, size)


def _drawn(
    replay: ReplayedGame,
    what: str,
    title: str,
    curves: Sequence[Curve],
    colours: Colours,
    size: tuple[int, int],
) -> str:
    """Return curves over a game as SVG text."""
    scale = _Scale(len(replay.steps) - 1, _reach(curves), size)
    wide, high = size
    root = Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide} {high}",
        font_family=FONT,
        font_size=11,
        fill=colours.ink,
        role="img",
        aria_labelledby=f"{what}-title",
        aria_describedby=f"{what}-description",
        data_from=f"{_LEFT / wide:.4f}",
        data_to=f"{1 - _RIGHT / wide:.4f}",
    )
    root.add(Element("title", [title], id=f"{what}-title"))
    ends = [
        f"{curve.name}: {curve.values[0]} at the start, {curve.values[-1]} at the end" for curve in curves
    ]
    root.add(Element("desc", ["; ".join(ends)], id=f"{what}-description"))
    root.add(Element("rect", width=wide, height=high, fill=colours.panel))
    root.add(text(title, _LEFT, 20, 14, font_weight="bold"))
    for part, inside in (
        ("cards", _cards(replay, scale, what, colours)),
        ("grid", _grid(scale, colours)),
        ("curves", [_line(curve, scale, what) for curve in curves]),
        ("names", _names(curves, scale)),
    ):
        root.add(group(inside, id=f"{what}-{part}"))
    return str(root) + "\n"


def curves_of(replay: ReplayedGame, what: ChartName, colours: Colours) -> list[Curve]:
    """Return the lines of a chart, with a value after each event."""
    states = [step.state for step in replay.steps]
    parts: list[tuple[str, str, Callable[[State], int]]]
    match what:
        case "margins":
            parts = [(str(one), colours.line(one), partial(_margin, faction=one)) for one in FACTIONS]
        case "tracks":
            parts = [
                (f"{one} Resources", colours.line(one), partial(resources, faction=one))
                for one in (ARVN, NVA, VC)
            ]
            parts += [
                ("Aid", colours.support, lambda state: state.aid),
                ("Patronage", colours.faint, lambda state: state.patronage),
                ("Trail", colours.opposition, lambda state: state.trail),
            ]
        case "support":
            parts = [
                ("Support", colours.support, total_support),
                ("Opposition", colours.opposition, total_opposition),
            ]
        case "control":
            parts = [
                ("COIN", colours.line(ARVN), lambda state: controlled_population(state, "coin")),
                ("NVA", colours.line(NVA), lambda state: controlled_population(state, "nva")),
            ]
    return [
        Curve(name, colour, _DASHES[place % len(_DASHES)], tuple([value(state) for state in states]))
        for place, (name, colour, value) in enumerate(parts)
    ]


def _margin(state: State, faction: Faction) -> int:
    return margins(state)[faction]


def _reach(curves: Sequence[Curve]) -> tuple[int, int]:
    """Return the lowest and highest value of the axis, in steps of 10."""
    every = [value for curve in curves for value in curve.values]
    return min(0, min(every)) // 10 * 10, -(-max(10, *every) // 10) * 10


class _Scale:
    """The places of events and values in the picture."""

    def __init__(self, events: int, reach: tuple[int, int], size: tuple[int, int]) -> None:
        self.events = max(events, 1)
        self.low, self.high = reach
        self.right, self.bottom = size[0] - _RIGHT, size[1] - _BOTTOM

    def x(self, event: int) -> float:
        return _LEFT + (self.right - _LEFT) * event / self.events

    def y(self, value: int) -> float:
        return _TOP + (self.bottom - _TOP) * (self.high - value) / (self.high - self.low)


def _cards(replay: ReplayedGame, scale: _Scale, what: str, colours: Colours) -> list[Element]:
    """Return the cards along the axis, each at its first event, and a band for each Coup Round."""
    elements: list[Element] = []
    begins: list[tuple[int, int]] = []
    for number, event in enumerate(replay.events[: replay.sound], 1):
        if isinstance(event, PlayCard) and (not begins or begins[-1][1] != event.card):
            begins.append((number, event.card))
    ends = [*[n for n, _ in begins[1:]], scale.events]
    last = -100.0
    for (number, card), end in zip(begins, ends, strict=False):
        x = scale.x(number)
        inside: list[Element | str] = []
        if card in coup_cards():
            band: dict[str, Value] = {"x": x, "y": _TOP, "height": scale.bottom - _TOP}
            width = max(scale.x(end) - x, 2)
            inside.append(Element("rect", fill=colours.neutral, opacity=0.25, width=width, **band))
        if x - last >= 22:
            inside.append(text(str(card), x, scale.bottom + 14, 9, text_anchor="middle", fill=colours.faint))
            last = x
        elements.append(
            group(inside, title=f"event {number}: {card_words(card)}", id=f"{what}-event-{number}")
        )
    words = text("cards; Coup Rounds in grey", _LEFT, scale.bottom + 32, 10, fill=colours.faint)
    return [*elements, words]


def _grid(scale: _Scale, colours: Colours) -> list[Element]:
    lines: list[Element] = []
    step = 10 if scale.high - scale.low <= 80 else 20
    for value in range(scale.low, scale.high + 1, step):
        y = scale.y(value)
        wide = 1.2 if value == 0 else 0.4
        lines.append(
            Element("line", x1=_LEFT, x2=scale.right, y1=y, y2=y, stroke=colours.border, stroke_width=wide)
        )
        lines.append(text(str(value), _LEFT - 6, y + 4, 10, text_anchor="end", fill=colours.faint))
    return lines


def _line(curve: Curve, scale: _Scale, what: str) -> Element:
    """Return a line in steps: a value holds until the event that changes it."""
    path = [f"M{scale.x(0):.1f} {scale.y(curve.values[0]):.1f}"]
    for event, (before, value) in enumerate(zip(curve.values, curve.values[1:], strict=False), 1):
        if value != before:
            path.append(f"H{scale.x(event):.1f} V{scale.y(value):.1f}")
    path.append(f"H{scale.x(scale.events):.1f}")
    line = Element(
        "path",
        d=" ".join(path),
        fill="none",
        stroke=curve.colour,
        stroke_width=2.4,
        stroke_dasharray=curve.dashes or None,
    )
    name = curve.name.replace(" ", "-")
    return group([line], title=f"{curve.name}: {curve.values[-1]}", id=f"{what}-curve-{name}")


def _names(curves: Sequence[Curve], scale: _Scale) -> list[Element]:
    """Return the name and last value of each line, next to its end and apart from one another."""
    labels = []
    last = -100.0
    for curve in sorted(curves, key=lambda curve: scale.y(curve.values[-1])):
        y = max(scale.y(curve.values[-1]) + 4, last + 14)
        last = y
        label = f"{curve.name} {curve.values[-1]}"
        labels.append(text(label, scale.right + 24, round(y, 1), 11, font_weight="bold"))
        line: dict[str, Value] = {"x1": scale.right + 4, "x2": scale.right + 20, "y1": y - 4, "y2": y - 4}
        dashes = curve.dashes or None
        labels.append(Element("line", stroke=curve.colour, stroke_width=2.4, stroke_dasharray=dashes, **line))
    return labels
