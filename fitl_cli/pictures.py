"""Shared by pictures of boards and charts: write SVG, or PNG with the extra `png`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from fitl_cli.options import Decorator, shared
from fitl_cli.output import CANNOT_WRITE, INTERNAL, Failure, say_data
from fitl_cli.writing import insist_on_another, write_file
from fitl_core.pictures.png_images import NARROWEST, WIDEST, NoFont, NoPng, png


def picture_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command that draws."""
    options: list[Decorator] = [
        shared("--theme"),
        shared("--output", "SVG or PNG, by its ending."),
        click.option(
            "--width",
            type=click.IntRange(NARROWEST, WIDEST),
            default=1200,
            show_default=True,
            help="The width of a PNG, in pixels.",
        ),
        shared("--font"),
        shared("--json", "It has the SVG."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def write_picture(svg: str, game: str, out: str | None, width: int, font: str | None) -> None:
    """Write the picture of a game: SVG or PNG by the ending of the file, SVG on stdout."""
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
    """Return the picture as PNG. End the command if the extra is missing, or a font for the text."""
    try:
        return png(svg, width, font)
    except NoFont as error:
        raise Failure(error.message.replace("as `font`", "with --font"), CANNOT_WRITE) from None
    except NoPng as error:
        raise Failure(error.message, INTERNAL) from None
