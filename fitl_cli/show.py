"""`fitl show`: the board after an event or a card."""

from __future__ import annotations

import click

from fitl_cli.opening import choose_position, open_game, tell_unsound
from fitl_cli.output import leave, paint, say, say_json
from fitl_core.game.verdicts import agreements, set_by_table
from fitl_core.tell.words import standing


@click.command("show")
@click.argument("file", metavar="FILE")
@click.option("--at", type=int, default=None, help="Behind this event (0: the start).")
@click.option("--card", type=int, default=None, help="When this card is finished.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object; `fitl schema` describes it.")
def command(file: str, at: int | None, card: int | None, as_json: bool) -> None:
    """Show the board: spaces, boxes, tracks, what lasts, who is Eligible, who is ahead.

    Without --at or --card, the last position of the game; if the game is illegal, the last legal one
    (the reason goes to standard error and the exit code is 1).
    """
    game, replay = open_game(file)
    number = choose_position(game, replay, at, card)
    state = replay.steps[number].state
    then = replay.until(number)
    if as_json:
        from fitl_core.tell.view import view

        say_json(view(state, number, then.stands, then.corrections))
    else:
        from fitl_core.tell.board import board_table

        say(paint().bold(f"{game.log.name} after event {number}: {standing(state)}") + "\n")
        if told := agreements(then.stands, then.corrections):
            say("\n".join([f"so far: {'; '.join(told)}", *set_by_table(then), ""]))
        head, *lines = board_table(state)
        say("\n".join([paint().bold(head), *lines]))
    if at is None and card is None:
        leave(tell_unsound(game))
