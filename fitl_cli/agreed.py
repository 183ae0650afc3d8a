"""Which game it is (scenario, edition, players, options, readings), said in options as in a header."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click
import msgspec

import notation
from fitl_core.facts.editions import Edition
from fitl_core.facts.scenarios import scenarios
from fitl_core.record.setup import Setup
from notation.header import flaws_of
from notation.log import Log, Tag
from notation.tag_values import canonical_value


def agreed_options(otherwise: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`--players`, `--options` and `--readings`; `otherwise` says what is so without them."""
    what = {
        "readings": f"As in the header, ids of readings; {otherwise.replace('drawn', 'none')}.",
        "options": f"As in the header, '' for none; {otherwise}.",
        "players": f"As in the header, 'US+ARVN NVA VC'; {otherwise}.",
    }

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for name, told in what.items():
            command = click.option(f"--{name}", default=None, help=told)(command)
        return command

    return decorate


def game_options(otherwise: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`--scenario` and `--rules` of a game that begins, and what `agreed_options` has."""
    which = {"rules": ([e.value for e in Edition], "second"), "scenario": (sorted(scenarios()), "short")}

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        command = agreed_options(otherwise)(command)
        for name, (choices, usual) in which.items():
            kind = click.Choice(choices)
            command = click.option(f"--{name}", type=kind, default=usual, show_default=True)(command)
        return command

    return decorate


def game_asked(
    scenario: str, rules: str, players: str | None, options: str | None, readings: str | None
) -> Setup:
    """The game that `game_options` say, before a card is there."""
    return agreed(Setup(scenario, Edition(rules)), players, options, readings)


def agreed(setup: Setup, players: str | None, options: str | None, readings: str | None) -> Setup:
    """A setup with what was asked for, read as a header's tags would be; the rest stays as it is."""
    given = {"Players": players, "Options": options, "Readings": readings}
    asked = {name: value for name, value in given.items() if value is not None}
    bare = msgspec.structs.replace(setup, cards=None, position=None)
    kept = [tag for tag in notation.tags_of(bare) if tag.name not in asked]
    tags = [Tag(name, canonical_value(name, value)) for name, value in asked.items()]
    header = (*kept, *tags)
    for _, message, known, which in flaws_of(header):
        hint = f"; there are: {', '.join(known)}" if known else ""
        raise click.BadParameter(message + hint, param_hint=f"--{header[which].name.lower()}")
    read = notation.setup_of(Log(header, ()))
    return msgspec.structs.replace(setup, players=read.players, options=read.options, readings=read.readings)
