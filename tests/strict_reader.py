"""A reader that refuses everything: a move that the rules do not accept at the first attempt is refused."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence
from typing import Any

import pytest

import fitl_core
from fitl_core.reading import move_reader
from fitl_core.reading.move_reader import UnreadMove
from fitl_core.reading.move_tokens import tokens_of


def _read(begin: Any, written: Sequence[Any], *_: object, **__: object) -> UnreadMove:
    """Read no move; a refusal is explained by the clauses as they are written."""
    return UnreadMove(list(tokens_of(written)), None)


def read_nothing(monkeypatch: pytest.MonkeyPatch) -> int:
    """Replace the reader wherever a module uses it; return the number of these places."""
    placed = 0
    for found in pkgutil.walk_packages(fitl_core.__path__, "fitl_core."):
        if "__main__" in found.name or ".page" in found.name:
            continue
        module = importlib.import_module(found.name)
        if module.__dict__.get("read") is move_reader.read and module is not move_reader:
            monkeypatch.setattr(module, "read", _read)
            placed += 1
    return placed
