"""Options that several commands have: one meaning each, in one sentence; and the former names of options.

A command may add a sentence of its own to the meaning. `tests/cli/test_cli_options.py` walks all commands.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from fitl_core.facts.editions import Edition
from fitl_core.facts.scenario_list import scenarios

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class SharedOption(NamedTuple):
    """An option of several commands: its meaning, and its settings for click."""

    meaning: str
    settings: dict[str, Any]
    declared: tuple[str, ...] = ()
    """The short name, and the name of the parameter in the code, if they differ from the option's."""


FLAG: dict[str, Any] = {"is_flag": True}
NUMBER: dict[str, Any] = {"type": int, "default": None, "metavar": "N"}
TEXT: dict[str, Any] = {"default": None}
SHARED = {
    "--after": SharedOption(
        "Only what stands after this line.", {"type": click.IntRange(min=0), "default": 0, "metavar": "N"}
    ),
    "--all": SharedOption("List all, not only the first ones.", FLAG, ("everything",)),
    "--at": SharedOption("After this event (0: the start).", NUMBER),
    "--by": SharedOption(
        "The writer of the lines: a seat (VC), or a name.", {"default": "", "metavar": "WHO"}
    ),
    "--cards": SharedOption(
        "Stop after this number of cards.", {"type": click.IntRange(min=1), "default": None, "metavar": "N"}
    ),
    "--card": SharedOption("When this card is finished.", NUMBER),
    "--check": SharedOption("Check, and write nothing.", FLAG),
    "--digests": SharedOption("Record the digest of the position after each Coup Round.", FLAG),
    "--event": SharedOption("The event itself (they count from 1).", NUMBER),
    "--explain": SharedOption("Give the reasons of Non-players, step by step (section 8).", FLAG),
    "--font": SharedOption("The TrueType file for a PNG's text.", {"default": None, "metavar": "FILE"}),
    "--game": SharedOption(
        "Would the sides of the card do anything in this game?",
        {"default": None, "metavar": "FILE"},
        ("file",),
    ),
    "--games": SharedOption("The number of seeds.", {"type": click.IntRange(min=1), "metavar": "N"}),
    "--header": SharedOption("The whole header of a log that goes on from there.", FLAG),
    "--if-it-fails": SharedOption(
        "Wait for the seat of a policy that fails, let section 8 play it, or hand it to Non-players.",
        {
            "type": click.Choice(("wait", "section-8", "hand-over")),
            "default": "wait",
            "show_default": True,
        },
        ("after_failure",),
    ),
    "--json": SharedOption("Print JSON.", FLAG, ("as_json",)),
    "--jsonl": SharedOption("Write JSON Lines in place of the notation.", FLAG),
    "--lines": SharedOption(
        "Stop after this many lines.",
        {"type": click.IntRange(min=1), "default": None, "metavar": "N"},
        ("most",),
    ),
    "--move": SharedOption("A move, as a line of the notation.", {"default": None, "metavar": "MOVE"}),
    "--name": SharedOption("The name of the table.", {"default": "", "metavar": "TABLE"}),
    "--next": SharedOption("Turn up the next card of FILE.", FLAG, ("next_",)),
    "--options": SharedOption("As in the header, '' for none.", TEXT),
    "--output": SharedOption("Write to this file.", {"default": None, "metavar": "OUT"}, ("-o", "out")),
    "--players": SharedOption("As in the header, 'US+ARVN NVA VC'.", TEXT),
    "--readings": SharedOption("As in the header, ids of readings.", TEXT),
    "--rules": SharedOption("The edition of the rules.", {"type": click.Choice([e.value for e in Edition])}),
    "--scenario": SharedOption("The scenario.", {"type": click.Choice(sorted(scenarios()))}),
    "--seat": SharedOption("The seat, by its Factions.", {"metavar": "SEAT"}),
    "--secret": SharedOption(
        "The dealer's file of the game, for deck and dice.", {"default": None, "metavar": "SECRET"}
    ),
    "--seed": SharedOption("The number that chance is made from: the same number, the same chance.", NUMBER),
    "--symbols": SharedOption("As in the header, the symbols of cards for Non-players (8.4.1).", TEXT),
    "--store": SharedOption(
        "The store of the tables: a SQLite file (PATH, sqlite:PATH), or postgresql://…",
        {"metavar": "URL"},
        ("address",),
    ),
    "--strict": SharedOption("Exit code 1 for doubtful points, too.", FLAG),
    "--theme": SharedOption(
        "The colours.", {"type": click.Choice(["light", "dark"]), "default": "light", "show_default": True}
    ),
}
"""The options that several commands add one by one. `--jobs`, `--on` and `--store` have a decorator each."""


def shared(name: str, more: str = "", **settings: Any) -> Decorator:
    """Add an option of `SHARED` to a command. `more` follows its meaning in the help."""
    meaning, usual, declared = SHARED[name]
    return click.option(name, *declared, help=f"{meaning} {more}".rstrip(), **{**usual, **settings})


class FormerOption(click.Option):
    """A former name of an option, hidden from the help. `now` is its new name."""

    now = ""


def formerly(
    old: str, now: str, into: str, convert: Callable[[Any], Any] = lambda value: value, **settings: Any
) -> Decorator:
    """Keep the former name of an option. It prints the new name, and gives its value to parameter `into`."""
    name = "former_" + old.strip("-").replace("-", "_")

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def call(*arguments: Any, **given: Any) -> Any:
            value = given.pop(name, None)
            here = click.get_current_context()
            if here.get_parameter_source(name) is ParameterSource.COMMANDLINE:
                from fitl_cli.output import warn

                warn(f"fitl: {old} is now {now}")
                given[into] = convert(value)
            return command(*arguments, **given)

        kind = type("Former", (FormerOption,), {"now": now})
        return click.option(old, name, cls=kind, hidden=True, **settings)(call)

    return decorate
