"""The canonical text of a log, for commands that write one."""

from __future__ import annotations

import notation
from fitl_cli.output import ILLEGAL, Failure


def log_text(name: str, log: notation.Log, jsonl: bool) -> str:
    """Return a log in canonical form. End the command if no text can express it."""
    try:
        return notation.dump(log) if jsonl else notation.write(log)
    except notation.UnwritableError as error:
        raise Failure(f"{name} cannot be written: {error.message}", ILLEGAL) from None
