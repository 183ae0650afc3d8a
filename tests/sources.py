"""The sources of the project as syntax trees, each read once in a process."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("fitl_core", "notation", "fitl_cli")


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def trees_in(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    """Every module below a folder, in the order of their names."""
    for path in sorted(folder.rglob("*.py")):
        yield path, tree_of(path)


@cache
def modules() -> dict[str, Path]:
    """Return every module of the packages by its dotted name, without those that only lead to new places."""
    found = {}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return {name: path for name, path in found.items() if not is_former(path)}


def is_former(path: Path) -> bool:
    """Return whether a module only leads to the new places of its names (`fitl_core.moved_names`)."""
    return any(
        isinstance(node, ast.FunctionDef)
        and ast.unparse(node.body[-1]) == "return former_name(__name__, name)"
        for node in tree_of(path).body
    )


@cache
def imports_of(module: str) -> tuple[str, ...]:
    """Return the modules of the project that a module imports, wherever in the file."""
    return tuple(_imports_of(module))


def _imports_of(module: str) -> Iterator[str]:
    for node in ast.walk(tree_of(modules()[module])):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            deeper = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if name in modules() else node.module for name in deeper]
        else:
            continue
        yield from (name for name in dict.fromkeys(names) if name in modules() and name != module)


@cache
def front_doors() -> tuple[str, ...]:
    """Return the public packages: `fitl_core`, and the packages below it that hand out names lazily."""
    doors = [path for package in PACKAGES for path in (ROOT / package).rglob("__init__.py") if _is_door(path)]
    names = [".".join(path.parent.relative_to(ROOT).parts) for path in doors if not is_former(path)]
    return tuple(names)


def _is_door(path: Path) -> bool:
    """Return whether a module has a list of the modules that define its public names."""
    return any(
        isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_HOMES"
        for node in tree_of(path).body
    )
