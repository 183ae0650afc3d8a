"""The shapes of pieces and markers, 20 by 20 units, drawn once and used for every piece.

A cube is a square, a Police cube has a notch. Pieces that can hide are hexagons, with a star while Active. A
Base is a disc, in a ring if Tunneled. Terror and Sabotage are diamonds. Each has a letter: dark on the light
ground of ARVN, underlined for NVA, with a line above for VC. So nobody has to distinguish colours.

`piece_tokens` places them.
"""

from __future__ import annotations

from math import cos, pi, sin

from fitl_core.facts.factions import NVA, VC
from fitl_core.facts.pieces import BASE_KINDS, KINDS, TUNNELED, Kind
from fitl_core.pictures.colours import FACTION, Colours
from fitl_core.pictures.svg import Element, Value, group, text

MARKERS = {"terror": "T", "sabotage": "S"}
_LINES = {NVA: 16.2, VC: 2.4}
"""The height of the line that marks a Faction's letters."""
_LETTERS = {"t": "T", "p": "P", "i": "I", "r": "R", "g": "G", "b": "B"}
"""The letter of a shape, by the second letter of a kind's code."""


def shape_id(what: str) -> str:
    """Return the id of the shape of a kind, by its code, or of a marker: `vg*` is `piece-vg-active`."""
    return f"piece-{plain(what)}"


def plain(what: str) -> str:
    """Return a code as a part of an id: `vg*` is vg-active, `vb^` vb-tunneled."""
    return what.replace("*", "-active").replace("^", "-tunneled")


def shapes(colours: Colours) -> Element:
    """Return every shape, to be used by its id."""
    every = [group(_piece(kind, colours), id=shape_id(kind.code), data_kind=kind) for kind in KINDS]
    every += [group(_marker(letter), id=shape_id(what)) for what, letter in MARKERS.items()]
    return Element("defs", every, id="shapes")


def _piece(kind: Kind, colours: Colours) -> list[Element]:
    """Return the shape of a kind with its letter."""
    fill, ink = FACTION[kind.faction]
    line: dict[str, Value] = {"fill": fill, "stroke": colours.edge, "stroke_width": 1.2}
    is_active = kind is kind.active is not kind.underground
    size = 12.5 if kind in TUNNELED else 14.3
    elements = [*_outline(kind, line), _letter(_LETTERS[kind.code[1]], ink, size, 9.4 if is_active else 10)]
    if kind.faction in _LINES:
        elements.append(Element("rect", x=6.2, y=_LINES[kind.faction], width=7.6, height=1.5, fill=ink))
    if is_active:
        elements.append(
            Element("path", d=_star(15.6, 4.6, 5.2), fill="#ffffff", stroke="#1d1d1b", stroke_width=0.8)
        )
    return elements


def _outline(kind: Kind, line: dict[str, Value]) -> list[Element]:
    if kind in TUNNELED:
        ring = Element("circle", cx=10, cy=10, r=9.2, fill="#ffffff", stroke="#1d1d1b", stroke_width=1.4)
        return [ring, Element("circle", cx=10, cy=10, r=7.6, **line)]
    if kind in BASE_KINDS:
        return [Element("circle", cx=10, cy=10, r=9, **line)]
    if kind.active is not kind.underground:
        corners = [f"{10 + 9.3 * cos(pi / 3 * n):.1f},{10 + 9.3 * sin(pi / 3 * n):.1f}" for n in range(6)]
        return [Element("polygon", points=" ".join(corners), **line)]
    if kind is Kind.AP:
        return [Element("path", d="M1.5 6.5 L6.5 1.5 H18.5 V18.5 H1.5 Z", **line)]
    return [Element("rect", x=1.5, y=1.5, width=17, height=17, rx=1.5, **line)]


def _star(x: float, y: float, radius: float) -> str:
    """Return the path of a star with five points."""
    points = []
    for n in range(10):
        reach = radius if n % 2 == 0 else radius * 0.42
        points.append(f"{x + reach * sin(pi / 5 * n):.1f} {y - reach * cos(pi / 5 * n):.1f}")
    return "M" + " L".join(points) + " Z"


def _marker(letter: str) -> list[Element]:
    """Return the diamond of Terror or Sabotage with its letter."""
    line: dict[str, Value] = {"fill": "#ffffff", "stroke": "#1d1d1b", "stroke_width": 1.6}
    diamond = Element("path", d="M10 0.8 L19.2 10 L10 19.2 L0.8 10 Z", **line)
    return [diamond, _letter(letter, "#1d1d1b", 12.5)]


def _letter(letter: str, ink: str, size: float = 13, x: float = 10) -> Element:
    return text(letter, x, 10 + size * 0.35, size, text_anchor="middle", font_weight="bold", fill=ink)
