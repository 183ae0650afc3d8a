"""`fitl show --one-line`: a position as one line."""

from __future__ import annotations

import click

from fitl_cli.opened_files import choose_position, open_game, tell_unsound
from fitl_cli.options import shared
from fitl_cli.output import leave, say_data, say_json


@click.command("position")
@click.argument("file", metavar="FILE")
@shared("--at")
@shared("--card")
@shared("--header")
@shared("--json")
def command(file: str, at: int | None, card: int | None, header: bool, as_json: bool) -> None:
    """Print a position as the value of a tag `Position`: a game can go on from it.

    Without --at or --card it is the last position of the game.
    """
    from fitl_core.state.position_digest import digest
    from fitl_core.state.positions import position_of
    from notation.position_reader import write_position

    game, replay = open_game(file)
    number = choose_position(game, replay, at, card)
    state = replay.steps[number].state
    text = write_position(position_of(state))
    if as_json:
        say_json({"after": number, "position": text, "digest": digest(state)})
    elif header:
        from fitl_cli.opened_files import sound_document
        from fitl_core.game.written_logs import going_on_from, with_rules_release
        from notation import Log, setup_of, tags_of
        from notation.writer import write_tag

        setup = going_on_from(setup_of(sound_document(game.log).log), state)
        begun = with_rules_release(Log(tags_of(setup), ()))
        say_data("\n".join([write_tag(tag) for tag in begun.tags]) + "\n")
    else:
        say_data(text + "\n")
    if at is None and card is None:
        leave(tell_unsound(game))
