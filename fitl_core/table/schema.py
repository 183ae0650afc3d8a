"""The JSON Schema of what a client of a table sends and gets."""

from __future__ import annotations

import msgspec

from fitl_core.table.commands import Command
from fitl_core.table.refusals import Refused
from fitl_core.table.tables import Answer, OpenedTable
from fitl_core.table.views import TableView


def schema_text() -> str:
    """The JSON Schema of commands, answers with their facts, views and refusals: `docs/table.schema.json`."""
    parts = (OpenedTable, Command, Answer, TableView, Refused)
    shapes, components = msgspec.json.schema_components(parts, ref_template="#/$defs/{name}")
    names = ("opened", "command", "answer", "view", "refused")
    whole = {"properties": dict(zip(names, shapes, strict=True)), "type": "object", "$defs": components}
    encoded = msgspec.json.encode(whole, order="deterministic")
    return msgspec.json.format(encoded, indent=2).decode() + "\n"
