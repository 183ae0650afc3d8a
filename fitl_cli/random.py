"""`fitl random`: a random legal game as a normal log, the same for a seed anywhere."""

from __future__ import annotations

from collections.abc import Iterable

import click
import msgspec

import notation
from fitl_cli.output import leave, say, say_json, write_file
from fitl_core.events import Edition, Event, Play, Reveal, Setup
from fitl_core.random_play import Dice, Played, deal, random_game
from fitl_core.scenarios import scenarios
from notation.log import FORMAT_VERSION, Entry, Log, Tag


class RandomGame(msgspec.Struct, frozen=True):
    """What `fitl random --json` prints."""

    seed: int
    scenario: str
    rules: Edition
    events: int
    text: str


@click.command("random")
@click.option("--scenario", type=click.Choice(sorted(scenarios())), default="short", show_default=True)
@click.option("--rules", type=click.Choice([e.value for e in Edition]), default="second", show_default=True)
@click.option("--seed", type=int, required=True, help="The same seed gives the same game.")
@click.option("--cards", type=click.IntRange(min=1), default=None, help="Stop when so many cards are done.")
@click.option("-o", "--output", "out", metavar="OUT", default=None, help="Write to this file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(scenario: str, rules: str, seed: int, cards: int | None, out: str | None, as_json: bool) -> None:
    """Play by drawing among the open answers, with dice, and write the log.

    Only Events that are built are dealt, so that a game may run out of cards before its last Coup.
    """
    dice = Dice(seed)
    setup, deck = deal(Setup(scenario, Edition(rules)), dice)
    log = written(setup, random_game(setup, deck, dice, cards), seed)
    text = notation.write(log)
    if as_json:
        say_json(RandomGame(seed, scenario, setup.rules, len(log.events), text))
    elif out is None or out == "-":
        say(text.rstrip("\n"))
    if out is not None and out != "-":
        write_file(out, text)
    leave(0)


def written(setup: Setup, game: Iterable[Played], seed: int) -> Log:
    """The log of a random game, each card with its heading."""
    assert setup.cards is not None
    first, second = setup.cards
    tags = (
        Tag("FITL", FORMAT_VERSION),
        Tag("Rules", setup.rules.value),
        Tag("Scenario", setup.scenario),
        Tag("Cards", f"{first} {second}"),
        Tag("Event", f"random game, seed {seed}"),
    )
    events: list[Event] = [Play(first)]
    for played in game:
        events.append(played.event)
        if isinstance(played.event, Reveal) and played.after.card is not None:
            events.append(Play(played.after.card))
    return Log(tags, tuple([Entry(event) for event in events]))
