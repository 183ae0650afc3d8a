"""`fitl turn`: the block for a mail, with the news for a reader and his open choices."""

from __future__ import annotations

import click

from fitl_cli.opened_files import open_game, tell_unsound
from fitl_cli.options import formerly, shared
from fitl_cli.output import leave, say, say_data, say_json
from fitl_cli.writing import insist_on_another, write_file
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.mail.deadlines import deadline_words
from fitl_core.mail.turn_words import turn_lines
from fitl_core.mail.turns import summarize_turn


@click.command("turn")
@click.argument("file", metavar="FILE")
@click.option("--since", type=int, default=None, metavar="N", help="The news after event N.")
@click.option(
    "--for",
    "reader",
    type=click.Choice(FACTIONS, case_sensitive=False),
    default=None,
    help="Since this Faction's last move.",
)
@click.option(
    "--deadline", default="", metavar="WHEN", help="A deadline in place of the header's: 3 days, or a date."
)
@click.option("--page", is_flag=True, help="A page of HTML, with the board as a picture.")
@formerly("--html", "--page", "page", is_flag=True)
@shared("--output")
@shared("--json")
def command(
    file: str,
    since: int | None,
    reader: str | None,
    deadline: str,
    page: bool,
    out: str | None,
    as_json: bool,
) -> None:
    """Write the turn for a mail: the news, the cards, who is asked, his open choices, the board.

    Without --since or --for the news begins after the last move of the Faction to act. Lines are short and
    the notation stands in fences, so that mail programs do not break it. The digest in the mail tells `fitl
    reply` for which position an answer was written.
    """
    if since is not None and reader is not None:
        raise click.UsageError("--since and --for exclude each other")
    game, replay = open_game(file)
    if since is not None and not 0 <= since <= replay.sound:
        raise click.BadParameter(f"the events count from 1 to {replay.sound}", param_hint="--since")
    document = game.log.document
    until = deadline if document is None else deadline_words(document.log, deadline)
    turn = summarize_turn(
        game.log.name, replay, since, Faction(reader) if reader is not None else None, until
    )
    if page:
        from fitl_core.mail.turn_html import turn_page

        text = turn_page(turn, replay.state)
    else:
        text = "\n".join([*turn_lines(turn, replay.state), ""])
    out = None if out == "-" else out
    if out is not None:
        insist_on_another(out, file, "--output")
        write_file(out, text)
    if as_json:
        say_json(turn)
    elif out is None:
        say_data(text) if page else say(text, newline=False)
    leave(tell_unsound(game))
