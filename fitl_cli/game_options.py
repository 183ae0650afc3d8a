"""Options that describe a game as a header does: scenario, edition, players, options, readings, symbols."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click
import msgspec

import notation
from fitl_cli.options import Decorator, shared
from fitl_core.facts.editions import Edition
from fitl_core.record.setup import Setup
from notation.header import flaws_of, tags_with
from notation.log import Log


def agreed_options(otherwise: str = "", of_readings: str = "") -> Decorator:
    """Add `--players`, `--options` and `--readings`, with sentences about their defaults."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        command = shared("--readings", of_readings)(command)
        command = shared("--options", otherwise)(command)
        return shared("--players", otherwise)(command)

    return decorate


def game_options(otherwise: str = "", symbols: bool = True) -> Decorator:
    """Add `--scenario` and `--rules` for a new game, the options of `agreed_options`, and `--symbols`."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        command = shared("--symbols")(command) if symbols else command
        command = agreed_options(otherwise)(command)
        command = shared("--rules", default="second", show_default=True)(command)
        return shared("--scenario", default="short", show_default=True)(command)

    return decorate


def game_asked(
    scenario: str,
    rules: str,
    players: str | None,
    options: str | None,
    readings: str | None,
    symbols: str | None,
) -> Setup:
    """Return the setup that `game_options` describe, before any card."""
    return agreed(Setup(scenario, Edition(rules)), players, options, readings, symbols)


def agreed(
    setup: Setup,
    players: str | None,
    options: str | None,
    readings: str | None,
    symbols: str | None = None,
) -> Setup:
    """Return a setup with the given options, read as the tags of a header. Other parts stay."""
    given = {"Players": players, "Options": options, "Readings": readings, "Symbols": symbols}
    asked = {name: value for name, value in given.items() if value is not None}
    bare = msgspec.structs.replace(setup, cards=None, position=None)
    header = tags_with(bare, asked)
    for _, message, known, which in flaws_of(header):
        hint = f"; there are: {', '.join(known)}" if known else ""
        raise click.BadParameter(message + hint, param_hint=f"--{header[which].name.lower()}")
    read = notation.setup_of(Log(header, ()))
    return msgspec.structs.replace(
        setup,
        players=read.players,
        options=read.options,
        readings=read.readings,
        symbols=read.symbols,
    )
