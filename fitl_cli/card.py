"""`fitl card`: what a card does, in our own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fitl_cli.output import paint, say, say_json

if TYPE_CHECKING:
    from fitl_core.state.state import State


@click.command("card")
@click.argument("number", type=click.IntRange(1, 130))
@click.option("--game", "file", metavar="FILE", default=None, help="A game: would its sides do anything now?")
@click.option("--at", type=int, default=None, help="With --game: behind this event.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(number: int, file: str | None, at: int | None, as_json: bool) -> None:
    """Tell what card NUMBER does: its order, each side in words, and the clarifications that bear on it.

    With --game also whether each side would change anything in that position, executed by the
    Faction that comes first on the card.
    """
    from fitl_core.tell.cards import card_view

    told = card_view(number, _position(file, at) if file is not None else None)
    if as_json:
        say_json(told)
        return
    period = f", {told.period}" if told.period else ""
    order = f"; order {', '.join(told.order)}" if told.order else ""
    say(f"{paint().bold(f'{number} {told.title}')} ({told.kind}{period}{order})")
    if told.precondition:
        say(f"  precondition: {told.precondition}.")
    now = {True: " It would have an effect now.", False: " It would change nothing now.", None: ""}
    for side, words in told.sides.items():
        name = f"{side}: " if len(told.sides) > 1 else ""
        say(f"  {name}{words.text}{paint().dim(now[words.would_act])}")
    for clarification in told.clarifications:
        say(f"  clarification: {clarification.question} {clarification.answer}")


def _position(file: str, at: int | None) -> State:
    """A position of a game."""
    from fitl_cli.opening import choose_position, open_game

    game, replay = open_game(file)
    return replay.steps[choose_position(game, replay, at, None)].state
