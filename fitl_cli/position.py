"""`fitl position`: a position as one line."""

from __future__ import annotations

import click

from fitl_cli.opening import choose_position, open_game, tell_unsound
from fitl_cli.output import leave, say_data, say_json


@click.command("position")
@click.argument("file", metavar="FILE")
@click.option("--at", type=int, default=None, help="Behind this event (0: the start).")
@click.option("--card", type=int, default=None, help="When this card is finished.")
@click.option("--header", is_flag=True, help="The whole header of a log that goes on from there.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(file: str, at: int | None, card: int | None, header: bool, as_json: bool) -> None:
    """Print a position as the value of a tag `Position`: a game can go on from it.

    Without --at or --card, the last position of the game.
    """
    from fitl_core.state.digest import digest
    from fitl_core.state.positions import position_of
    from notation.position import write_position

    game, replay = open_game(file)
    number = choose_position(game, replay, at, card)
    state = replay.steps[number].state
    text = write_position(position_of(state))
    if as_json:
        say_json({"after": number, "position": text, "digest": digest(state)})
    elif header:
        from fitl_cli.opening import sound_document
        from fitl_core.game.logs import going_on_from
        from notation import setup_of, tags_of
        from notation.writer import write_tag

        setup = going_on_from(setup_of(sound_document(game.log).log), state)
        say_data("\n".join([write_tag(tag) for tag in tags_of(setup)]) + "\n")
    else:
        say_data(text + "\n")
    if at is None and card is None:
        leave(tell_unsound(game))
