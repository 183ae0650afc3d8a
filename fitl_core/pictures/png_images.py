"""Pictures as PNG, drawn from their SVG by the extra `png`.

Read `board_svg` for the SVG.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from fitl_core.errors import FitlError
from fitl_core.pictures.board_svg import FONT

FONT_FOLDERS = (
    "/usr/share/fonts/truetype/dejavu",
    "/usr/share/fonts/dejavu",
    "/usr/share/fonts/TTF",
    "/usr/local/share/fonts",
    "/opt/homebrew/share/fonts",
    "/Library/Fonts",
    "/System/Library/Fonts/Supplemental",
    "C:/Windows/Fonts",
)
"""Folders of free fonts on the usual systems."""
FONT_FILES = (
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    ("Verdana.ttf", "Verdana Bold.ttf"),
    ("arial.ttf", "arialbd.ttf"),
)
NARROWEST, WIDEST = 50, 8000
"""The bounds of a PNG's width, in dots."""

_SAMPLE = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" font-family="{FONT}">'
    '<text y="15">{word}</text></svg>'
)
"""A picture of one word: a font without letters draws nothing."""


class NoPng(FitlError):
    """A picture that cannot be drawn as PNG here: the extra `png` is not installed."""

    code = "no-png"


class NoFont(NoPng):
    """A picture that cannot be drawn as PNG: there is no font for its text."""

    code = "no-font"


def png(svg: str, width: int = 1200, font: str | None = None) -> bytes:
    """Return a picture of `board_picture` or `chart` as PNG, `width` dots wide.

    `font` is a TrueType file for the text; without one, a free font of the system is used. Raises `NoPng` if
    the extra `png` is not installed, `NoFont` if no font has letters, and `ValueError` if the width is not
    from 50 to 8000 or the text is no SVG.
    """
    if not NARROWEST <= width <= WIDEST:
        raise ValueError(f"width is from {NARROWEST} to {WIDEST} dots, not {width}")
    try:
        import resvg_py
    except ImportError:
        why = 'PNG needs the extra png: pip install "fitl[png]"; SVG needs nothing'
        raise NoPng(why) from None
    files = _fonts(font)

    def drawn(source: str, wide: int) -> bytes:
        return bytes(
            resvg_py.svg_to_bytes(svg_string=source, width=wide, skip_system_fonts=True, font_files=files)
        )

    if drawn(_SAMPLE.format(word="Hue"), 40) == drawn(_SAMPLE.format(word=""), 40):
        raise NoFont(f"{files[0]} has no letters: name a TrueType file as `font`")
    try:
        return drawn(svg, width)
    except ValueError as error:
        raise ValueError(f"svg is no picture: {error}") from None


def _fonts(font: str | None) -> list[str]:
    """Return the font files for the text: the named one, or the first free ones of the system."""
    if font is not None:
        if not os.path.isfile(font):
            raise NoFont(f"there is no font file {font}")
        return [font]
    folders = [Path(folder) for folder in FONT_FOLDERS]
    if sys.platform != "win32":
        folders.append(Path("~/.local/share/fonts").expanduser())
    for names in FONT_FILES:
        existing = [str(folder / name) for folder in folders for name in names if (folder / name).is_file()]
        if existing:
            return existing
    why = "there is no font for the text of the picture"
    raise NoFont(f"{why}: name a TrueType file as `font`, or write SVG")
