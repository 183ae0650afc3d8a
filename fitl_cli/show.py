"""`fitl show`: the board after an event or a card."""

from __future__ import annotations

import click

from fitl_cli.opened_files import choose_position, open_game, tell_unsound
from fitl_cli.options import formerly, shared
from fitl_cli.output import leave, paint, say, say_json
from fitl_cli.position import command as position_command
from fitl_cli.schema import WHAT, print_schema
from fitl_core.game.game_verdicts import agreements, set_by_table
from fitl_core.tell.words import standing


@click.command("show")
@click.argument("file", metavar="FILE")
@shared("--at")
@shared("--card")
@click.option("--one-line", is_flag=True, help="The position as one line, the value of a tag `Position`.")
@formerly("--line", "--one-line", "one_line", is_flag=True)
@shared("--header", "It goes with --one-line.")
@click.option(
    "--schema",
    is_eager=True,
    expose_value=False,
    default=None,
    type=click.Choice(WHAT),
    callback=print_schema,
    help="Only print the JSON Schema of a position, of effects, of a walk through questions, or of a table.",
)
@shared("--json", "--schema state describes it.")
@click.pass_context
def command(
    ctx: click.Context,
    file: str,
    at: int | None,
    card: int | None,
    one_line: bool,
    header: bool,
    as_json: bool,
) -> None:
    """Show the board: spaces, boxes, tracks, lasting Events, Eligibility, victory margins.

    Without --at or --card, the last position of the game; if the game is illegal, the last legal one
    (the reason goes to standard error and the exit code is 1).
    """
    if header and not one_line:
        raise click.UsageError("--header goes with --one-line")
    if one_line:
        ctx.invoke(position_command, file=file, at=at, card=card, header=header, as_json=as_json)
        return
    game, replay = open_game(file)
    number = choose_position(game, replay, at, card)
    state = replay.steps[number].state
    then = replay.until(number)
    if as_json:
        from fitl_core.tell.state_view import view

        say_json(view(state, number, then.stands, then.corrections))
    else:
        from fitl_core.tell.board_text import board_table

        say(paint().bold(f"{game.log.name} after event {number}: {standing(state)}") + "\n")
        if agreement_words := agreements(then.stands, then.corrections):
            say("\n".join([f"so far: {'; '.join(agreement_words)}", *set_by_table(then), ""]))
        head, *lines = board_table(state)
        say("\n".join([paint().bold(head), *lines]))
    if at is None and card is None:
        leave(tell_unsound(game))
