"""`fitl position`: a position as one line."""

from __future__ import annotations

import click

from fitl_cli.output import leave, say_data, say_json
from fitl_cli.positions import choose_position, open_game, tell_unsound


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
    from notation import setup_of, tags_of
    from notation.position import write_position
    from notation.writer import write_tag

    game, replay = open_game(file)
    number = choose_position(game, replay, at, card)
    state = replay.steps[number].state
    written = position_of(state)
    text = write_position(written)
    if as_json:
        say_json({"after": number, "position": text, "digest": digest(state)})
    elif header:
        import msgspec

        setup = msgspec.structs.replace(setup_of(game.log.sound.log), cards=None, position=written)
        say_data("\n".join([write_tag(tag) for tag in tags_of(setup)]) + "\n")
    else:
        say_data(text + "\n")
    if at is None and card is None:
        leave(tell_unsound(game))
