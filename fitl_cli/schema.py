"""`fitl schema`: the JSON Schemas of a position, of effects, of a walk and of a table."""

from __future__ import annotations

import click

from fitl_cli.output import say_data

WHAT = ("state", "effects", "walk", "table")


@click.command("schema")
@click.argument("what", type=click.Choice(WHAT), default="state", metavar="[state|effects|walk|table]")
@click.option("--json", "as_json", is_flag=True, help="It is JSON anyway.")
def command(what: str, as_json: bool) -> None:
    """Print the JSON Schema of `fitl show --json`, of effects, of a walk through questions, or of a table."""
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
        from fitl_core.tell.view import schema_text

        say_data(schema_text())
