"""`fitl table`: a table in a store, for scripts and moderators."""

from __future__ import annotations

import click

from fitl_cli import table_changes as changes
from fitl_cli import table_views as looks
from fitl_cli.app import Commands


@click.group("table", cls=Commands)
def command() -> None:
    """A table in a store: a game of several people, with deck and dice from the table.

    Anybody with access to the store can act for every seat. SEAT is a player's Factions: US, NVA+VC.
    """


for one in (
    changes.new,
    changes.seat,
    changes.ready,
    changes.say_line,
    changes.go_on,
    changes.undo,
    changes.branch,
    changes.close,
):
    command.add_command(one)
for one in (looks.show, looks.why, looks.list_tables, looks.export, looks.import_table):
    command.add_command(one)
