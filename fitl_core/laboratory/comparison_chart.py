"""A comparison as a picture: for each seat the difference in points, with two standard errors each way."""

from __future__ import annotations

from math import ceil

from fitl_core.laboratory.comparing import PolicyComparison, SeatDifference
from fitl_core.laboratory.estimates import CLEAR
from fitl_core.pictures.board_svg import FONT
from fitl_core.pictures.colours import COLOURS, Theme
from fitl_core.pictures.svg import Element, text

WIDE, ROW, TOP, LEFT, RIGHT = 720, 44, 64, 70, 110


def comparison_chart(found: PolicyComparison, theme: Theme = "light") -> str:
    """Return the chart of a comparison as SVG text. A bar of the line that does not reach 0 is clear."""
    colours = COLOURS[theme]
    high = TOP + ROW * len(found.seats) + 30
    ends = "; ".join([f"{one.seat or 'all'} {one.margin.words}" for one in found.seats])
    title = f"{found.first} against {found.second}, {found.scenario} scenario"
    root = Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDE} {high}",
        font_family=FONT,
        font_size=13,
        fill=colours.ink,
        role="img",
        aria_label=f"{title}: {ends}",
    )
    root.add(Element("rect", width=WIDE, height=high, fill=colours.panel))
    root.add(text(title, LEFT, 24, 15, font_weight="bold"))
    root.add(text("difference in points, with two standard errors each way", LEFT, 44, 12))
    reach = max(1, ceil(max([_reach(one) for one in found.seats])))
    middle = LEFT + (WIDE - LEFT - RIGHT) / 2
    scale = (WIDE - LEFT - RIGHT) / 2 / reach
    root.add(Element("line", x1=middle, x2=middle, y1=TOP - 8, y2=high - 24, stroke=colours.faint))
    for number in (-reach, 0, reach):
        words = f"{number:+d}" if number else "0"
        root.add(text(words, middle + number * scale, high - 8, 12, text_anchor="middle"))
    for row, one in enumerate(found.seats):
        y = TOP + ROW * row + ROW / 2
        colour = colours.line(one.seat) if one.seat is not None else colours.ink
        x, error = middle + one.margin.mean * scale, CLEAR * (one.margin.error or 0) * scale
        root.add(text(str(one.seat or "all"), LEFT - 12, y + 4, 14, text_anchor="end", font_weight="bold"))
        root.add(Element("line", x1=x - error, x2=x + error, y1=y, y2=y, stroke=colour, stroke_width=2))
        for end in (x - error, x + error):
            root.add(Element("line", x1=end, x2=end, y1=y - 6, y2=y + 6, stroke=colour, stroke_width=2))
        root.add(Element("circle", cx=x, cy=y, r=6, fill=colour))
        root.add(text(one.margin.words, WIDE - RIGHT + 8, y + 4, 13))
    return str(root) + "\n"


def _reach(one: SeatDifference) -> float:
    return abs(one.margin.mean) + CLEAR * (one.margin.error or 0)
