"""`fitl rulings --show-card`: one card in our own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fitl_cli.options import shared
from fitl_cli.output import paint, say, say_json
from fitl_core.facts.card_list import cards
from notation.titles import cards_called

if TYPE_CHECKING:
    from fitl_core.state.state import State

MOST_NAMED = 12
"""The most cards that a question for the right one lists."""


@click.command("card")
@click.argument("name", metavar="NUMBER|TITLE", nargs=-1, required=True)
@shared("--game")
@shared("--at", "It goes with --game.")
@shared("--json")
def command(name: tuple[str, ...], file: str | None, at: int | None, as_json: bool) -> None:
    """Show a card: its order, each side in words, and its clarifications.

    Name it by its number, its title, or words of the title. With --game the command also says whether each
    side would change anything in that position, executed by the first Faction on the card.
    """
    from fitl_core.tell.card_previews import card_lines, view_card

    number = _named(" ".join(name))
    card_view = view_card(number, _position(file, at) if file is not None else None)
    if as_json:
        say_json(card_view)
        return
    say("\n".join(card_lines(card_view, paint().bold, paint().dim)))


def _named(name: str) -> int:
    """Return the one card of this name. End the command if there is none, or several."""
    numbers = cards_called(name.removeprefix("#"))
    if len(numbers) == 1:
        return numbers[0]
    likely = "; ".join([f"{number} {cards()[number].title}" for number in numbers[:MOST_NAMED]])
    wanted = f"which one: {likely}?" if likely else "it has a number from 1 to 130, or a title"
    raise click.BadParameter(f'no one card is called "{name}"; {wanted}', param_hint="NUMBER|TITLE")


def _position(file: str, at: int | None) -> State:
    """Return a position of a game."""
    from fitl_cli.opened_files import choose_position, open_game

    game, replay = open_game(file)
    return replay.steps[choose_position(game, replay, at, None)].state
