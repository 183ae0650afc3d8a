"""The sources of the project as syntax trees, each read once in a process."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def trees_in(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    """Every module below a folder, in the order of their names."""
    for path in sorted(folder.rglob("*.py")):
        yield path, tree_of(path)
