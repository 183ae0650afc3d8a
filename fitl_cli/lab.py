"""`fitl lab`: policies, readings, moves and Factions compared over many games."""

from __future__ import annotations

import click

from fitl_cli import laboratory
from fitl_cli.app import Commands


@click.group("lab", cls=Commands)
def command() -> None:
    """Compare policies, moves and Factions over many games, with standard errors.

    A difference counts if it is more than two standard errors away from 0.
    """


for one in (laboratory.compare, laboratory.branch, laboratory.balance, laboratory.game):
    command.add_command(one)
