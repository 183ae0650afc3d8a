"""`fitl schema`: the JSON Schemas of a position and of effects."""

from __future__ import annotations

import click

from fitl_cli.output import say_data


@click.command("schema")
@click.argument("what", type=click.Choice(["state", "effects"]), default="state", metavar="[state|effects]")
@click.option("--json", "as_json", is_flag=True, help="It is JSON anyway.")
def command(what: str, as_json: bool) -> None:
    """Print the JSON Schema of `fitl show --json`, or of the effects in `fitl replay --json`."""
    if what == "effects":
        from fitl_core.record.effects import effects_schema_text

        say_data(effects_schema_text())
    else:
        from fitl_core.tell.view import schema_text

        say_data(schema_text())
