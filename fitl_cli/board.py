"""`fitl board`: the board as a picture."""

from __future__ import annotations

import click

from fitl_cli.opening import choose_position, open_game, tell_unsound
from fitl_cli.output import leave, say_json
from fitl_cli.pictures import picture_options, write_picture
from fitl_core.errors import FitlError
from fitl_core.facts.board import spaces_by_id
from fitl_core.pictures.board import board_picture
from fitl_core.pictures.changes import moves, spaces_between
from fitl_core.pictures.colours import Theme
from fitl_core.tell.words import standing
from notation import space_named


@click.command("board")
@click.argument("file", metavar="FILE")
@click.option("--at", type=int, default=None, help="Behind this event (0: the start).")
@click.option("--card", type=int, default=None, help="When this card is finished.")
@click.option("--changes", is_flag=True, help="Mark what the event changed, with arrows for what moved.")
@click.option("--highlight", multiple=True, metavar="SPACE", help="Mark this space; may be given again.")
@click.option("--crop", multiple=True, metavar="SPACE", help="Show these spaces, and what is around them.")
@click.option("--no-labels", is_flag=True, help="Without the names of spaces.")
@picture_options
def command(
    file: str,
    at: int | None,
    card: int | None,
    changes: bool,
    highlight: tuple[str, ...],
    crop: tuple[str, ...],
    no_labels: bool,
    theme: Theme,
    out: str | None,
    width: int,
    font: str | None,
    as_json: bool,
) -> None:
    """Draw the board: the map with all that lies on it, tracks, boxes, cards, margins, what lasts.

    Without --at or --card, the last position of the game; if the game is illegal, the last legal one (the
    reason goes to standard error and the exit code is 1).
    """
    game, replay = open_game(file)
    number = choose_position(game, replay, at, card)
    step = replay.steps[number]
    effects = step.effects if changes else ()
    before = replay.steps[number - 1].state if changes and number else step.state
    changed = spaces_between(before, step.state, effects)
    marked = tuple(dict.fromkeys((*changed, *_spaces(highlight, "--highlight"))))
    stops = ", behind which it is not legal" if game.error is not None and number == replay.sound else ""
    title = f"{game.log.short_name} after event {number}{stops}: {standing(step.state)}"
    svg = board_picture(
        step.state,
        theme=theme,
        labels=not no_labels,
        highlights=marked,
        arrows=moves(effects),
        crop=_spaces(crop, "--crop"),
        title=title,
    )
    if as_json:
        say_json({"event": number, "title": title, "svg": svg})
    if not as_json or out is not None:
        write_picture(svg, file, out, width, font)
    if at is None and card is None:
        leave(tell_unsound(game))


def _spaces(names: tuple[str, ...], option: str) -> list[str]:
    """The ids of spaces that were named by id, code or name."""
    found = []
    for name in names:
        try:
            found.append(name if name in spaces_by_id() else space_named(name))
        except FitlError as error:
            raise click.BadParameter(error.message, param_hint=option) from None
    return found
