"""The notation: reading logs as text or JSON Lines, and writing them. It knows no rules of the game."""

from __future__ import annotations

from notation.claim_writer import write_claim
from notation.errors import NotationError, UnreadableError, UnwritableError
from notation.header import setup_of, tags_of
from notation.json_writer import dump
from notation.jsonl import load
from notation.log import (
    FORMAT_VERSION,
    READ_VERSIONS,
    Document,
    Doubt,
    Entry,
    EntryPlace,
    Gap,
    Log,
    Span,
    Tag,
)
from notation.names import space_named
from notation.reader import read, read_line, scan
from notation.writer import write, write_clause, write_entry, write_event

__all__ = [
    "FORMAT_VERSION",
    "READ_VERSIONS",
    "Document",
    "Doubt",
    "Entry",
    "EntryPlace",
    "Gap",
    "Log",
    "NotationError",
    "Span",
    "Tag",
    "UnreadableError",
    "UnwritableError",
    "dump",
    "load",
    "read",
    "read_line",
    "scan",
    "setup_of",
    "space_named",
    "tags_of",
    "write",
    "write_claim",
    "write_clause",
    "write_entry",
    "write_event",
]
