"""Pieces in a room of the map: by shape, colour, letter and number, as large as the room allows.

Read `shapes` for the shapes.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_core.facts.layout import Box
from fitl_core.facts.pieces import KINDS, Pieces
from fitl_core.pictures.shapes import plain, shape_id
from fitl_core.pictures.svg import Element, group, text
from fitl_core.state.state import Space

SIZE = 29.4
"""The size of a piece, in units of the drawing."""
HIGH = 30.9
APART = 5.0
"""The distance between pieces of different Factions."""
LEAST = 0.66
"""The smallest scale of a piece: its letter can still be read. Pieces that do not fit are listed in words."""


class PictureToken(msgspec.Struct, frozen=True):
    """A kind of piece or marker in a space: its code (or "terror", "sabotage"), its number, and its words."""

    what: str
    number: int
    words: str

    @property
    def wide(self) -> float:
        """The width at full size: the shape, and its number next to it if there are several."""
        return SIZE + 1.5 + (0 if self.number == 1 else 2 + 14 * len(str(self.number)))


def tokens_of(pieces: Pieces) -> list[PictureToken]:
    """Return the pieces of a place, a token for each kind."""
    numbers = zip(KINDS, pieces, strict=True)
    return [PictureToken(kind.code, number, kind.words(number)) for kind, number in numbers if number]


def tokens_in(space: Space) -> list[PictureToken]:
    """Return the contents of a space: pieces, Terror and Sabotage."""
    tokens = tokens_of(space.pieces)
    if space.terror:
        tokens.append(PictureToken("terror", space.terror, f"{space.terror} Terror"))
    if space.sabotage:
        tokens.append(PictureToken("sabotage", 1, "Sabotage"))
    return tokens


def words_of(tokens: Sequence[PictureToken]) -> str:
    """Return all tokens in words."""
    return ", ".join([token.words for token in tokens]) or "empty"


def laid_out(tokens: Sequence[PictureToken], room: Box, prefix: str) -> list[Element]:
    """Return the tokens in a room, in rows, as large as possible. Ids begin with `prefix`."""
    x, y, width, height = room
    scale, places = _placed(tokens, width, height)
    elements = []
    for token, (left, top) in zip(tokens, places, strict=False):
        elements.append(_token(token, (x + left, y + top), scale, f"{prefix}-{plain(token.what)}"))
    if more := tokens[len(places) :]:
        row = int(height / (HIGH * scale)) - 1
        number = text(
            f"+{len(more)}",
            x + width,
            y + (row * HIGH + 22) * scale,
            22 * scale,
            font_weight="bold",
            text_anchor="end",
        )
        elements.append(group([number], title=words_of(more), id=f"{prefix}-more"))
    return elements


def _placed(
    tokens: Sequence[PictureToken], width: float, height: float
) -> tuple[float, list[tuple[float, float]]]:
    """Return the largest scale, at most 1, at which all tokens fit, and the place of each.

    At the smallest scale, some room is kept for the number of tokens that do not fit.
    """
    scale = 1.0
    while scale > LEAST:
        if len(places := _rows(tokens, width, height, scale)) == len(tokens):
            return scale, places
        scale -= 0.02
    places = _rows(tokens, width, height, LEAST)
    last = max([top for _, top in places], default=0.0)
    while len(places) < len(tokens) and places:
        left, top = places[-1]
        if top < last or left + tokens[len(places) - 1].wide * LEAST <= width - 46 * LEAST:
            break
        places.pop()
    return LEAST, places


def _rows(
    tokens: Sequence[PictureToken], width: float, height: float, scale: float
) -> list[tuple[float, float]]:
    """Return the places of the tokens, row by row, as far as there is room."""
    places: list[tuple[float, float]] = []
    left = top = 0.0
    whose = ""
    for token in tokens:
        wide = token.wide * scale
        left += APART * scale if left and token.what[0] != whose else 0
        whose = token.what[0]
        if left and left + wide > width:
            left, top = 0.0, top + HIGH * scale
        if top + HIGH * scale > height:
            break
        places.append((left, top))
        left += wide
    return places


def _token(token: PictureToken, at: tuple[float, float], scale: float, id_: str) -> Element:
    """Return a token: its shape, and its number next to it if there are several."""
    transform = f"translate({at[0]:g} {at[1]:g}) scale({scale * SIZE / 20:.2f})"
    inside: list[Element | str] = [Element("use", href=f"#{shape_id(token.what)}")]
    if token.number > 1:
        inside.append(text(str(token.number), 20.8, 15.6, 15, font_weight="bold"))
    return group(inside, title=token.words, id=id_, transform=transform, data_number=token.number)
