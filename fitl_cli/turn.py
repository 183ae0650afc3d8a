"""`fitl turn`: the block for a mail, that tells a reader what has happened and what is open to him."""

from __future__ import annotations

import click

from fitl_cli.opening import open_game, tell_unsound
from fitl_cli.output import leave, say, say_data, say_json
from fitl_cli.writing import insist_on_another, write_file
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.mail.turn_words import turn_lines
from fitl_core.mail.turns import turn


@click.command("turn")
@click.argument("file", metavar="FILE")
@click.option("--since", type=int, default=None, metavar="N", help="What has happened behind event N.")
@click.option(
    "--for",
    "reader",
    type=click.Choice(FACTIONS, case_sensitive=False),
    default=None,
    help="Since this Faction's last move.",
)
@click.option("--html", is_flag=True, help="A page with the board as a picture.")
@click.option("-o", "--output", "out", metavar="OUT", default=None, help="Write to this file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    file: str, since: int | None, reader: str | None, html: bool, out: str | None, as_json: bool
) -> None:
    """Tell the turn for a mail: what has happened, the cards, who is asked and what he can do, the board.

    Without --since or --for what has happened since the last move of who is to act. The lines are short and
    the notation stands in fences, so that mail programs do it no harm; `fitl reply` knows by the digest in it
    for which position an answer was written.
    """
    if since is not None and reader is not None:
        raise click.UsageError("--since and --for exclude each other")
    game, replay = open_game(file)
    if since is not None and not 0 <= since <= replay.sound:
        raise click.BadParameter(f"the events count from 1 to {replay.sound}", param_hint="--since")
    told = turn(game.log.name, replay, since, Faction(reader) if reader is not None else None)
    if html:
        from fitl_core.mail.turn_page import turn_page

        text = turn_page(told, replay.state)
    else:
        text = "\n".join([*turn_lines(told, replay.state), ""])
    out = None if out == "-" else out
    if out is not None:
        insist_on_another(out, file, "--output")
        write_file(out, text)
    if as_json:
        say_json(told)
    elif out is None:
        say_data(text) if html else say(text, newline=False)
    leave(tell_unsound(game))
