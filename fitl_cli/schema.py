"""`fitl schema`: the JSON Schema of a position."""

from __future__ import annotations

import click

from fitl_cli.output import say_data


@click.command("schema")
@click.option("--json", "as_json", is_flag=True, help="It is JSON anyway.")
def command(as_json: bool) -> None:
    """Print the JSON Schema of `fitl show --json`."""
    from fitl_core.tell.view import schema_text

    say_data(schema_text())
