"""What `fitl board` and `fitl chart` share: a picture is written as SVG, or as PNG by the extra `png`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from fitl_cli.output import CANNOT_WRITE, INTERNAL, Failure, say_data
from fitl_cli.writing import insist_on_another, write_file
from fitl_core.pictures.board import FONT

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
"""Where free fonts lie on the systems that there are."""
FONT_FILES = (
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    ("Verdana.ttf", "Verdana Bold.ttf"),
    ("arial.ttf", "arialbd.ttf"),
)

_SAMPLE = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" font-family="{FONT}">'
    '<text y="15">{word}</text></svg>'
)
"""A word: what no font has letters for is left out in silence."""


def picture_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a command that draws."""
    options = [
        click.option("--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True),
        click.option(
            "-o", "--output", "out", metavar="OUT", default=None, help="Write to this file, SVG or PNG."
        ),
        click.option(
            "--width",
            type=click.IntRange(50, 8000),
            default=1200,
            show_default=True,
            help="Of a PNG, in dots.",
        ),
        click.option("--font", metavar="FILE", default=None, help="The TrueType file for a PNG's text."),
        click.option("--json", "as_json", is_flag=True, help="One JSON object with the SVG."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def write_picture(svg: str, game: str, out: str | None, width: int, font: str | None) -> None:
    """Write the picture of a game to a file, by its ending SVG or PNG; on stdout as SVG."""
    if out is None or out == "-":
        say_data(svg)
        return
    insist_on_another(out, game, "--output")
    ending = Path(out).suffix.lower()
    if ending not in ("", ".svg", ".png"):
        raise click.BadParameter(f"pictures are .svg or .png, not {ending}", param_hint="--output")
    if ending == ".png":
        write_file(out, _png(svg, width, font))
    else:
        write_file(out, svg)


def _png(svg: str, width: int, font: str | None) -> bytes:
    """The picture as PNG. Ends the command where the extra is missing, or there is no font for its text."""
    try:
        import resvg_py
    except ImportError:
        raise Failure(
            "PNG needs the extra png: pip install 'fitl[png]'; SVG needs nothing", INTERNAL
        ) from None
    files = _fonts(font)
    if not files:
        why = "there is no font for the text of the picture: name a TrueType file with --font, or write SVG"
        raise Failure(why, CANNOT_WRITE)

    def drawn(source: str, wide: int) -> bytes:
        return bytes(
            resvg_py.svg_to_bytes(svg_string=source, width=wide, skip_system_fonts=True, font_files=files)
        )

    if drawn(_SAMPLE.format(word="Hue"), 40) == drawn(_SAMPLE.format(word=""), 40):
        raise Failure(f"{files[0]} has no letters: name a TrueType file with --font", CANNOT_WRITE)
    return drawn(svg, width)


def _fonts(font: str | None) -> list[str]:
    """The font files to draw text with: the one that was named, or the first free ones that are there."""
    if font is not None:
        if not os.path.isfile(font):
            raise Failure(f"there is no font file {font}", CANNOT_WRITE)
        return [font]
    folders = [Path(folder) for folder in FONT_FOLDERS]
    if sys.platform != "win32":
        folders.append(Path("~/.local/share/fonts").expanduser())
    for names in FONT_FILES:
        found = [str(folder / name) for folder in folders for name in names if (folder / name).is_file()]
        if found:
            return found
    return []
