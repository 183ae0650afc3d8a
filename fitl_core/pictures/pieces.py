"""Pieces as they lie in a room: by shape, colour, letter and number, as large as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_core.facts.layout import Box
from fitl_core.facts.pieces import KINDS, Pieces
from fitl_core.pictures.shapes import plain, shape_id
from fitl_core.pictures.svg import Element, group, text
from fitl_core.state.state import Space

HIGH = 21.0
APART = 4.0
"""Between what belongs to different Factions."""
LEAST = 0.38
"""The smallest a piece is drawn; what does not fit then is told in a list."""


class Token(msgspec.Struct, frozen=True):
    """Something that lies in a space: what (a kind's code, "terror", "sabotage"), how many, and in words."""

    what: str
    number: int
    words: str

    @property
    def wide(self) -> float:
        """How wide it is at full size: the shape, and its number beside it where there are several."""
        return 22.0 if self.number == 1 else 23.0 + 8 * len(str(self.number))


def tokens_of(pieces: Pieces) -> list[Token]:
    """The pieces of a place, a token for each kind."""
    found = zip(KINDS, pieces, strict=True)
    return [Token(kind.code, number, kind.words(number)) for kind, number in found if number]


def tokens_in(space: Space) -> list[Token]:
    """What lies in a space: pieces, Terror and Sabotage."""
    found = tokens_of(space.pieces)
    if space.terror:
        found.append(Token("terror", space.terror, f"{space.terror} Terror"))
    if space.sabotage:
        found.append(Token("sabotage", 1, "Sabotage"))
    return found


def words_of(tokens: Sequence[Token]) -> str:
    """All of it in words."""
    return ", ".join([token.words for token in tokens]) or "empty"


def laid_out(tokens: Sequence[Token], room: Box, prefix: str) -> list[Element]:
    """The tokens in a room, in rows, as large as fits; ids begin with `prefix`."""
    x, y, width, height = room
    scale, places = _placed(tokens, width, height)
    found = []
    for token, (left, top) in zip(tokens, places, strict=False):
        found.append(_token(token, (x + left, y + top), scale, f"{prefix}-{plain(token.what)}"))
    if more := tokens[len(places) :]:
        row = int(height / (HIGH * scale)) - 1
        told = text(
            f"+{len(more)}",
            x + width - 21 * scale,
            y + (row * HIGH + 15) * scale,
            14 * scale,
            font_weight="bold",
        )
        found.append(group([told], title=words_of(more), id=f"{prefix}-more"))
    return found


def _placed(tokens: Sequence[Token], width: float, height: float) -> tuple[float, list[tuple[float, float]]]:
    """The largest scale, at most 1, at which all tokens fit, and where each goes.

    At the least scale only those have a place that leave room for the number of the others.
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
        if top < last or left + tokens[len(places) - 1].wide * LEAST <= width - 22 * LEAST:
            break
        places.pop()
    return LEAST, places


def _rows(tokens: Sequence[Token], width: float, height: float, scale: float) -> list[tuple[float, float]]:
    """Where the tokens go, row by row, as far as there is room."""
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


def _token(token: Token, at: tuple[float, float], scale: float, id_: str) -> Element:
    """A token: its shape, and its number beside it where there are several."""
    transform = f"translate({at[0]:g} {at[1]:g})" + (f" scale({scale:.2f})" if scale < 1 else "")
    inside: list[Element | str] = [Element("use", href=f"#{shape_id(token.what)}")]
    if token.number > 1:
        inside.append(text(str(token.number), 20.5, 15, 13, font_weight="bold"))
    return group(inside, title=token.words, id=id_, transform=transform, data_number=token.number)
