"""`fitl show --schema`: the JSON Schemas of a position, of effects, of a walk and of a table."""

from __future__ import annotations

import click

from fitl_cli.options import shared
from fitl_cli.output import say_data

WHAT = ("state", "effects", "walk", "table")


@click.command("schema")
@click.argument("what", type=click.Choice(WHAT), default="state", metavar="[state|effects|walk|table]")
@shared("--json", "The output is JSON in any case.")
def command(what: str, as_json: bool) -> None:
    """Print the JSON Schema of `fitl show --json`, of effects, of a walk through questions, or of a table."""
    _print(what)


def print_schema(context: click.Context, option: click.Parameter, what: str | None) -> None:
    """Print a schema and end the command, if its name is given."""
    if what is not None and not context.resilient_parsing:
        _print(what)
        context.exit()


def _print(what: str) -> None:
    """Print the schema of this name."""
    if what == "effects":
        from fitl_core.record.effects import effects_schema_text

        say_data(effects_schema_text())
    elif what == "walk":
        from fitl_core.walks import schema_text as walk_schema_text

        say_data(walk_schema_text())
    elif what == "table":
        from fitl_core.table.schema import schema_text as table_schema_text

        say_data(table_schema_text())
    else:
        from fitl_core.tell.state_view import schema_text

        say_data(schema_text())
