"""A turn as a page of HTML: the board as a picture, then the text of the mail."""

from __future__ import annotations

from html import escape

from fitl_core.mail.turn_words import turn_lines
from fitl_core.mail.turns import TurnSummary
from fitl_core.pictures.board_svg import board_picture
from fitl_core.state.state import State
from notation.quoting import visible

_STYLE = "body{font-family:sans-serif;margin:1em auto;max-width:60em}svg{max-width:100%;height:auto}"


def turn_page(turn: TurnSummary, state: State) -> str:
    """Return the whole page, without scripts and without anything to fetch."""
    title = escape(visible(f"{turn.file}, event {turn.event}"))
    text = escape(visible("\n".join(turn_lines(turn, state)), "\n"))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body><h1>{title}</h1>\n"
        f"{board_picture(state, title=turn.standing)}\n<pre>{text}\n</pre></body></html>\n"
    )
