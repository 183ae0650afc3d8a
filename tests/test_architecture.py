"""Imports run downwards only, room by room, as `rooms.py` says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rooms import ROOMS, picture, room_of
from sources import tree_of

ROOT = Path(__file__).parents[1]
PACKAGES = ("fitl_core", "notation", "fitl_cli")


@cache
def modules() -> dict[str, Path]:
    """Every module of the packages by its dotted name."""
    found = {}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def imports_of(module: str) -> tuple[str, ...]:
    """Every module of the project that a module imports, wherever in the file."""
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


def test_imports_run_downwards_only() -> None:
    """A module imports from its own room and from lower ones; the package's front door may name any."""
    wrong = []
    for module in modules():
        if module == "fitl_core":
            continue
        for name in imports_of(module):
            if name != "fitl_core" and room_of(name) < room_of(module):
                wrong.append(f"{module} imports {name}")
    assert wrong == []


def test_no_circle_of_modules() -> None:
    """Nothing imports, by whatever way round, what imports it."""
    done: set[str] = set()

    def visit(module: str, way: tuple[str, ...]) -> None:
        assert module not in way, f"a circle: {' -> '.join([*way, module])}"
        if module not in done:
            for name in imports_of(module):
                if name != "fitl_core":
                    visit(name, (*way, module))
            done.add(module)

    for module in modules():
        visit(module, ())


def test_every_room_is_there() -> None:
    """Each room of the list is a folder or module with something in it."""
    lived_in = {room_of(module) for module in modules() if module != "fitl_core"}
    assert [room for i, (room, _) in enumerate(ROOMS) if i not in lived_in] == []


def test_the_picture_is_of_these_rooms() -> None:
    """docs/architecture.md shows the rooms as they are listed; `python tests/rooms.py` prints them."""
    assert picture() in (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_modules_are_small() -> None:
    """No module is too long to read in one sitting."""
    sizes = {name: path.read_text(encoding="utf-8").count("\n") for name, path in modules().items()}
    assert {name: size for name, size in sizes.items() if size > 400} == {}


def test_asking_knows_no_word_of_the_game() -> None:
    """Of the project, the room of questions imports nothing but the errors."""
    found = {name for module in modules() if ".asking" in module for name in imports_of(module)}
    own = {name for name in found if name.startswith("fitl_core.asking")}
    assert found - own == {"fitl_core.errors"}


def test_functions_are_small() -> None:
    """No function of more than fifty lines, its docstring among them."""
    sizes = {
        f"{name}.{node.name}": (node.end_lineno or 0) - node.lineno + 1
        for name, path in modules().items()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert {name: size for name, size in sizes.items() if size > 50} == {}
