"""The notation: read logs as text or JSON Lines, and write them.

The package knows no rules of the game. Read `notation.log` next for the types of a log, then
`notation.reader` and `notation.writer`.
"""

from __future__ import annotations

from types import FunctionType

from fitl_core.arguments import naming_arguments
from notation.claim_writer import write_claim
from notation.errors import NotationError, UnreadableError, UnwritableError
from notation.header import setup_of, tags_of
from notation.json_writer import dump
from notation.jsonl import load
from notation.log import (
    FORMAT_VERSION,
    NEWEST_VERSION,
    READ_VERSIONS,
    RULES_RELEASE_TAG,
    Document,
    Entry,
    EntryPlace,
    Gap,
    Log,
    LogWarning,
    Span,
    Tag,
)
from notation.position_reader import read_position, write_position
from notation.reader import read, read_line, scan
from notation.space_names import AmbiguousName, space_named
from notation.writer import write, write_clause, write_entry, write_event

__all__ = [
    "FORMAT_VERSION",
    "NEWEST_VERSION",
    "READ_VERSIONS",
    "RULES_RELEASE_TAG",
    "AmbiguousName",
    "Document",
    "Entry",
    "EntryPlace",
    "Gap",
    "Log",
    "LogWarning",
    "NotationError",
    "Span",
    "Tag",
    "UnreadableError",
    "UnwritableError",
    "dump",
    "load",
    "read",
    "read_line",
    "read_position",
    "scan",
    "setup_of",
    "space_named",
    "tags_of",
    "write",
    "write_claim",
    "write_clause",
    "write_entry",
    "write_event",
    "write_position",
]

for _name in __all__:
    if isinstance(_found := globals()[_name], FunctionType):
        globals()[_name] = naming_arguments(_found, __name__)
del _found, _name
