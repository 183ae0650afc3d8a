"""`fitl card`: what a card does, in our own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fitl_cli.output import paint, say, say_json
from fitl_core.facts.cards import cards
from notation.titles import cards_called

if TYPE_CHECKING:
    from fitl_core.state.state import State

MOST_NAMED = 12
"""Of so many cards is asked which one is meant."""


@click.command("card")
@click.argument("name", metavar="NUMBER|TITLE", nargs=-1, required=True)
@click.option("--game", "file", metavar="FILE", default=None, help="A game: would its sides do anything now?")
@click.option("--at", type=int, default=None, help="With --game: behind this event.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(name: tuple[str, ...], file: str | None, at: int | None, as_json: bool) -> None:
    """Tell what a card does: its order, each side in words, and the clarifications that bear on it.

    The card is said by its number, by its title, or by words of it.

    With --game also whether each side would change anything in that position, executed by the
    Faction that comes first on the card.
    """
    from fitl_core.tell.cards import card_view

    number = _named(" ".join(name))
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
        which = f"{side}: " if len(told.sides) > 1 else ""
        say(f"  {which}{words.text}{paint().dim(now[words.would_act])}")
    for clarification in told.clarifications:
        say(f"  clarification: {clarification.question} {clarification.answer}")


def _named(name: str) -> int:
    """The one card of this name. Ends the command where there is none, or several."""
    found = cards_called(name.removeprefix("#"))
    if len(found) == 1:
        return found[0]
    likely = "; ".join([f"{number} {cards()[number].title}" for number in found[:MOST_NAMED]])
    wanted = f"which one: {likely}?" if likely else "it has a number from 1 to 130, or a title"
    raise click.BadParameter(f'no one card is called "{name}"; {wanted}', param_hint="NUMBER|TITLE")


def _position(file: str, at: int | None) -> State:
    """A position of a game."""
    from fitl_cli.opening import choose_position, open_game

    game, replay = open_game(file)
    return replay.steps[choose_position(game, replay, at, None)].state
