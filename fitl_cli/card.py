"""`fitl card`: what a card does, in our own words."""

from __future__ import annotations

import click

from fitl_cli.output import paint, say, say_json


@click.command("card")
@click.argument("number", type=click.IntRange(1, 130))
@click.option("--game", "file", metavar="FILE", default=None, help="A game: would its sides do anything now?")
@click.option("--at", type=int, default=None, help="With --game: behind this event.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(number: int, file: str | None, at: int | None, as_json: bool) -> None:
    """Tell what card NUMBER does: its order, each side in words, and the readings that bear on it.

    With --game also whether each side would change anything in that position, executed by the
    Faction that comes first on the card.
    """
    from fitl_core.facts.card_words import card_words
    from fitl_core.facts.cards import cards
    from fitl_core.facts.clarifications import clarifications_on_card
    from fitl_core.tell.cards import precondition_of

    card = cards()[number]
    words = card_words()[number]
    acts = _outlook(number, file, at) if file is not None else {}
    if as_json:
        sides = {
            side: {"text": text, "lasting": card.lasting.get(side), "would_act": acts.get(side)}
            for side, text in words.items()
        }
        say_json(
            {
                "number": number,
                "title": card.title,
                "kind": card.kind,
                "period": card.period,
                "order": card.order,
                "precondition": precondition_of(number) or None,
                "sides": sides,
                "rulings": clarifications_on_card(number),
            }
        )
        return
    period = f", {card.period}" if card.period else ""
    order = f"; order {', '.join(card.order)}" if card.order else ""
    say(f"{paint().bold(f'{number} {card.title}')} ({card.kind}{period}{order})")
    if needed := precondition_of(number):
        say(f"  precondition: {needed}.")
    for side, text in words.items():
        name = f"{side}: " if len(words) > 1 else ""
        now = {True: " It would have an effect now.", False: " It would change nothing now.", None: ""}
        say(f"  {name}{text}{paint().dim(now[acts.get(side)])}")
    for ruling in clarifications_on_card(number):
        say(f"  ruling: {ruling.question} {ruling.answer}")


def _outlook(number: int, file: str, at: int | None) -> dict[str, bool]:
    """Whether each side would do anything in a position of a game."""
    from fitl_cli.positions import choose_position, open_game
    from fitl_core.facts.cards import cards
    from fitl_core.rules.events import sides
    from fitl_core.tell.cards import would_act

    game, replay = open_game(file)
    state = replay.steps[choose_position(game, replay, at, None)].state
    card = cards()[number]
    if card.is_coup:
        return {}
    return {side: would_act(state, number, side, card.order[0]) for side in sides(number)}
