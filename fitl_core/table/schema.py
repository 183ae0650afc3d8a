"""The JSON Schema of everything that a client of a table sends and receives.

`fitl_core.server` serves tables to clients. Read it next.
"""

from __future__ import annotations

import msgspec

from fitl_core.table.checking import LineOtherwise
from fitl_core.table.commands import Command
from fitl_core.table.refusals import RefusalData
from fitl_core.table.tables import Answer, OpenedTable
from fitl_core.table.views import TableView


def schema_text() -> str:
    """Return the JSON Schema of commands, answers, views, refusals and lines that are judged otherwise:
    `docs/look-up/table.schema.json`.
    """
    parts = (OpenedTable, Command, Answer, TableView, RefusalData, LineOtherwise)
    shapes, components = msgspec.json.schema_components(parts, ref_template="#/$defs/{name}")
    names = ("opened", "command", "answer", "view", "refused", "otherwise")
    whole = {"properties": dict(zip(names, shapes, strict=True)), "type": "object", "$defs": components}
    encoded = msgspec.json.encode(whole, order="deterministic")
    return msgspec.json.format(encoded, indent=2).decode() + "\n"
