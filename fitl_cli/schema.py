"""`fitl schema`: the JSON Schema of a position."""

from __future__ import annotations

import click

from fitl_cli.output import say_data


@click.command("schema")
@click.option("--json", "as_json", is_flag=True, help="It is JSON anyway.")
def command(as_json: bool) -> None:
    """Print the JSON Schema of `fitl show --json`."""
    say_data(schema_text())


def schema_text() -> str:
    """The schema as it is shipped in `docs/state.schema.json`."""
    import msgspec

    from fitl_core.tell.view import schema

    encoded = msgspec.json.encode(schema(), order="deterministic")
    return msgspec.json.format(encoded, indent=2).decode() + "\n"
