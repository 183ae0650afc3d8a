"""A reader that refuses everything: a move that the rules do not accept at the first attempt is refused."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence
from typing import Any

import pytest

import fitl_core
from fitl_core.rules.shared import statements
from fitl_core.rules.shared.statements import Rest


def _answers_only(begin: Any, written: Sequence[Any], *_: object) -> list[Any]:
    """Accept no other wording."""
    return list(written)


def _refused(begin: Any, written: Sequence[Any]) -> Rest:
    """Explain a refusal by the clauses as they are written."""
    return Rest(list(written), [*range(len(written))])


def read_nothing(monkeypatch: pytest.MonkeyPatch) -> int:
    """Replace the reader wherever a module uses it; return the number of these places."""
    placed = 0
    for found in pkgutil.walk_packages(fitl_core.__path__, "fitl_core."):
        if "__main__" in found.name or ".page" in found.name:
            continue
        module = importlib.import_module(found.name)
        for name, instead in (("answers_only", _answers_only), ("refused", _refused)):
            if module.__dict__.get(name) is getattr(statements, name) and module is not statements:
                monkeypatch.setattr(module, name, instead)
                placed += 1
    return placed
