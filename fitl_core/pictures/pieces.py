"""Pieces as they lie in a room: by shape, colour, letter and number, as large as there is room for.

A cube is a square, Police one with a notch, what hides a hexagon (Active: with a star), a Base a disc
(Tunneled: in a ring). Terror and Sabotage are diamonds.
"""

from __future__ import annotations

from math import cos, pi, sin

import msgspec

from fitl_core.facts.layout import Box
from fitl_core.facts.pieces import BASE_KINDS, KINDS, TUNNELED, Kind, Pieces
from fitl_core.pictures.colours import FACTION
from fitl_core.pictures.svg import Element, Value, group, text
from fitl_core.state.state import Space

WIDE, HIGH = 31.0, 21.0
"""A piece with its number beside it, at full size."""
WIDER = 39.0
"""The same where a number has two digits."""
LEAST = 0.38
"""The smallest a piece is drawn; what does not fit then is told in a list."""
_LETTERS = {
    Kind.UT: "T",
    Kind.AT: "T",
    Kind.NT: "T",
    Kind.AP: "P",
    Kind.UI: "I",
    Kind.UI_ACTIVE: "I",
    Kind.AR: "R",
    Kind.AR_ACTIVE: "R",
    Kind.NG: "G",
    Kind.NG_ACTIVE: "G",
    Kind.VG: "G",
    Kind.VG_ACTIVE: "G",
}


class Token(msgspec.Struct, frozen=True):
    """Something that lies in a space: what (a kind's code, "terror", "sabotage"), how many, and in words."""

    what: str
    number: int
    words: str
    kind: Kind | None = None


def tokens_of(pieces: Pieces) -> list[Token]:
    """The pieces of a place, a token for each kind."""
    found = zip(KINDS, pieces, strict=True)
    return [Token(kind.code, number, kind.words(number), kind) for kind, number in found if number]


def tokens_in(space: Space) -> list[Token]:
    """What lies in a space: pieces, Terror and Sabotage."""
    found = tokens_of(space.pieces)
    if space.terror:
        found.append(Token("terror", space.terror, f"{space.terror} Terror"))
    if space.sabotage:
        found.append(Token("sabotage", 1, "Sabotage"))
    return found


def words_of(tokens: list[Token]) -> str:
    """All of it in words."""
    return ", ".join([token.words for token in tokens]) or "empty"


def laid_out(tokens: list[Token], room: Box, prefix: str) -> list[Element]:
    """The tokens in a room, in rows, as large as fits; ids begin with `prefix`."""
    x, y, width, height = room
    wide = WIDER if any(token.number > 9 for token in tokens) else WIDE
    scale = _scale(len(tokens), width / wide, height / HIGH)
    columns = max(1, int(width / (wide * scale)))
    rows = max(1, int(height / (HIGH * scale)))
    shown, left = tokens, []
    if len(tokens) > columns * rows:
        cut = columns * rows - 1
        shown, left = tokens[:cut], tokens[cut:]
    found = []
    for place, token in enumerate(shown):
        at = (x + place % columns * wide * scale, y + place // columns * HIGH * scale)
        found.append(_token(token, at, scale, f"{prefix}-{_plain(token.what)}"))
    if left:
        at = (x + (columns - 1) * wide * scale, y + (rows - 1) * HIGH * scale)
        more = text(f"+{len(left)}", at[0], at[1] + 15 * scale, 14 * scale, class_="more", font_weight="bold")
        found.append(group([more], title=words_of(left), id=f"{prefix}-more"))
    return found


def _scale(number: int, columns: float, rows: float) -> float:
    """The largest scale, at most 1, at which so many tokens fit; at least `LEAST`."""
    scale = 1.0
    while scale > LEAST and int(columns / scale) * int(rows / scale) < number:
        scale -= 0.01
    return max(scale, LEAST)


def _token(token: Token, at: tuple[float, float], scale: float, id_: str) -> Element:
    """A token: its shape with a letter, and its number beside it where there are several."""
    transform = f"translate({at[0]:g} {at[1]:g})" + (f" scale({scale:.2f})" if scale < 1 else "")
    inside = _shape(token)
    if token.number > 1:
        number = text(str(token.number), 20.5, 16, 12, font_weight="bold", class_="number")
        inside.append(number)
    return group(inside, title=token.words, id=id_, transform=transform, data_number=token.number)


def _shape(token: Token) -> list[Element]:
    """The shape of what is one of a kind, 20 by 20, with its letter."""
    if token.kind is None:
        return _marker(token.what)
    kind = token.kind
    fill, ink = FACTION[kind.faction]
    line: dict[str, Value] = {"fill": fill, "stroke": "#1d1d1b", "stroke_width": 1.2}
    if kind in BASE_KINDS:
        return _base(kind, kind in TUNNELED, line, ink)
    if kind.active is not kind.underground:
        return _hidden(kind, line, ink)
    square = Element("rect", x=1.5, y=1.5, width=17, height=17, rx=1.5, **line)
    if kind is Kind.AP:
        square = Element("path", d="M1.5 6.5 L6.5 1.5 H18.5 V18.5 H1.5 Z", **line)
    return [square, _letter(_LETTERS[kind], ink)]


def _base(kind: Kind, is_tunneled: bool, line: dict[str, Value], ink: str) -> list[Element]:
    """A Base: a disc; a Tunnel is a ring around it."""
    found = [Element("circle", cx=10, cy=10, r=6.8 if is_tunneled else 9, **line)]
    if is_tunneled:
        ring = Element("circle", cx=10, cy=10, r=9.2, fill="none", stroke="#1d1d1b", stroke_width=1.4)
        found.insert(0, ring)
    return [*found, _letter("B", ink, 10.5 if is_tunneled else 12)]


def _hidden(kind: Kind, line: dict[str, Value], ink: str) -> list[Element]:
    """What goes Underground: a hexagon; Active it has a star."""
    points = " ".join(
        [f"{10 + 9.3 * cos(pi / 3 * n):.1f},{10 + 9.3 * sin(pi / 3 * n):.1f}" for n in range(6)]
    )
    found = [Element("polygon", points=points, **line)]
    if kind.is_underground:
        return [*found, _letter(_LETTERS[kind], ink)]
    star = Element("path", d=_STAR, fill="#ffffff", stroke="#1d1d1b", stroke_width=0.7)
    return [*found, _letter(_LETTERS[kind], ink, 11, 9), star]


def _star(x: float, y: float, radius: float) -> str:
    """The path of a star with five points."""
    points = []
    for n in range(10):
        reach = radius if n % 2 == 0 else radius * 0.42
        points.append(f"{x + reach * sin(pi / 5 * n):.1f} {y - reach * cos(pi / 5 * n):.1f}")
    return "M" + " L".join(points) + " Z"


_STAR = _star(16.2, 4.2, 4.8)


def _marker(what: str) -> list[Element]:
    """Terror or Sabotage: a diamond with its letter."""
    diamond = Element(
        "path", d="M10 0.8 L19.2 10 L10 19.2 L0.8 10 Z", fill="#ffffff", stroke="#1d1d1b", stroke_width=1.6
    )
    return [diamond, _letter("T" if what == "terror" else "S", "#1d1d1b", 10)]


def _letter(letter: str, ink: str, size: float = 12, x: float = 10) -> Element:
    return text(letter, x, 10 + size * 0.36, size, text_anchor="middle", font_weight="bold", fill=ink)


def _plain(what: str) -> str:
    """A code as a part of an id: `vg*` is vg-active, `vb^` vb-tunneled."""
    return what.replace("*", "-active").replace("^", "-tunneled")
