"""`fitl board --chart`: a game as curves."""

from __future__ import annotations

import click

from fitl_cli.opened_files import open_game, tell_unsound
from fitl_cli.output import leave, say_json
from fitl_cli.pictures import picture_options, write_picture
from fitl_core.pictures.charts import CHARTS, TITLES, ChartName, chart
from fitl_core.pictures.colours import Theme


@click.command("chart")
@click.argument("file", metavar="FILE")
@click.option(
    "--of", "what", type=click.Choice(CHARTS), default="margins", show_default=True, help="The curves."
)
@picture_options
def command(
    file: str, what: ChartName, theme: Theme, out: str | None, width: int, font: str | None, as_json: bool
) -> None:
    """Draw curves over a game: margins, tracks, Support and Opposition, or Control.

    Cards and Coup Rounds stand on the axis. For an illegal game the sound part is drawn. The reason then goes
    to standard error, and the exit code is 1.
    """
    game, replay = open_game(file)
    title = f"{game.log.short_name}: {TITLES[what]}"
    svg = chart(replay, what, theme=theme, title=title)
    if as_json:
        say_json({"of": what, "title": title, "svg": svg})
    if not as_json or out is not None:
        write_picture(svg, file, out, width, font)
    leave(tell_unsound(game))
