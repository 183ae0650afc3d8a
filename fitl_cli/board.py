"""`fitl board`: the board as a picture."""

from __future__ import annotations

import click

from fitl_cli.chart import command as chart_command
from fitl_cli.opened_files import choose_position, open_game, tell_unsound
from fitl_cli.options import shared
from fitl_cli.output import leave, say_json
from fitl_cli.pictures import picture_options, write_picture
from fitl_core.errors import FitlError
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.pictures.board_svg import board_picture
from fitl_core.pictures.change_marks import moves, spaces_between
from fitl_core.pictures.charts import CHARTS, ChartName
from fitl_core.pictures.colours import Theme
from fitl_core.tell.words import standing
from notation import space_named


@click.command("board")
@click.argument("file", metavar="FILE")
@shared("--at")
@shared("--card")
@click.option("--changes", is_flag=True, help="Mark the changes of the event, with arrows for moves.")
@click.option("--highlight", multiple=True, metavar="SPACE", help="Mark this space; may be given again.")
@click.option("--crop", multiple=True, metavar="SPACE", help="Show these spaces and their surroundings.")
@click.option("--no-labels", is_flag=True, help="Without the names of spaces.")
@click.option(
    "--chart",
    "curves",
    type=click.Choice(CHARTS),
    default=None,
    help="Draw curves over the game in place of the board.",
)
@picture_options
@click.pass_context
def command(
    ctx: click.Context,
    file: str,
    at: int | None,
    card: int | None,
    changes: bool,
    highlight: tuple[str, ...],
    crop: tuple[str, ...],
    no_labels: bool,
    curves: ChartName | None,
    theme: Theme,
    out: str | None,
    width: int,
    font: str | None,
    as_json: bool,
) -> None:
    """Draw the board: the map with its pieces and markers, tracks, boxes, cards, margins, lasting Events.

    Without --at or --card, the last position of the game; if the game is illegal, the last legal one (the
    reason goes to standard error and the exit code is 1).
    """
    if curves is not None:
        if at is not None or card is not None or changes or highlight or crop or no_labels:
            raise click.UsageError("--chart goes with the options of the picture alone")
        picture = {"theme": theme, "out": out, "width": width, "font": font, "as_json": as_json}
        ctx.invoke(chart_command, file=file, what=curves, **picture)
        return
    game, replay = open_game(file)
    number = choose_position(game, replay, at, card)
    before, step = replay.steps[max(number - 1, 0)].state, replay.steps[number]
    marked = _spaces(highlight, "--highlight")
    if changes:
        marked = [*spaces_between(before, step.state, step.effects), *marked]
    stops = ", after which it is not legal" if game.error is not None and number == replay.sound else ""
    title = f"{game.log.short_name} after event {number}{stops}: {standing(step.state)}"
    svg = board_picture(
        step.state,
        theme=theme,
        labels=not no_labels,
        highlights=tuple(dict.fromkeys(marked)),
        arrows=moves(step.effects if changes else ()),
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
    """Return the ids of spaces that are named by id, code or name."""
    space_ids = []
    for name in names:
        try:
            space_ids.append(name if name in spaces_by_id() else space_named(name))
        except FitlError as error:
            raise click.BadParameter(error.message, param_hint=option) from None
    return space_ids
