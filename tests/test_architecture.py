"""Imports run downwards only: fitl_cli, then notation, then fitl_core, and in order inside it."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]

ROOMS = ("fitl_core", "notation", "fitl_cli")
"""From the bottom up; a room may import from itself and from those before it."""

FLOORS = (
    ("data", "dice", "factions", "vocabulary", "lasting", "phases"),
    (
        "pieces",
        "errors",
        "events",
        "board",
        "cardlist",
        "figures",
        "players",
        "options",
        "readings",
        "rulings",
    ),
    ("position",),
    ("act", "effects", "state"),
    ("victory", "scenarios", "choices", "routes", "trail"),
    ("deck",),
    ("restoring",),
    ("setup",),
    ("draft", "script", "piece_choices"),
    ("laws",),
    ("turn", "sequence", "pivotal", "transfers", "deception", "claims", "view", "words", "compare"),
    ("placing", "cadres"),
    ("support", "targets"),
    ("searching",),
    ("operations", "activities"),
    ("repertoire",),
    ("cards", "coup"),
    ("action",),
    ("engine",),
    ("outlook", "adjudication"),
    ("session", "random_play", "altering"),
    ("trials",),
)
"""fitl_core from the bottom up; a module may import from its own floor and those below."""


def _imports(path: Path) -> set[str]:
    """Every module that a file imports, wherever in the file."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_rooms_import_downwards_only() -> None:
    """fitl_core knows no notation, notation no rules beyond its data, nobody the command line."""
    wrong = []
    for i, room in enumerate(ROOMS):
        for path in (ROOT / room).rglob("*.py"):
            above = {name for name in _imports(path) if name.split(".")[0] in ROOMS[i + 1 :]}
            wrong += [f"{path.relative_to(ROOT)} imports {name}" for name in sorted(above)]
    assert wrong == []


def test_notation_imports_no_rules() -> None:
    """The notation needs pieces, spaces and events, never a rule or a state."""
    rules = {name for floor in FLOORS[FLOORS.index(("position",)) + 1 :] for name in floor}
    wrong = []
    for path in (ROOT / "notation").rglob("*.py"):
        for name in _imports(path):
            parts = name.split(".")
            if parts[0] == "fitl_core" and len(parts) > 1 and parts[1] in rules:
                wrong.append(f"{path.name} imports {name}")
    assert wrong == []


def test_core_floors() -> None:
    """Inside fitl_core a module imports from its own floor or a lower one."""
    floor_of = {name: i for i, names in enumerate(FLOORS) for name in names}
    wrong = []
    for path in (ROOT / "fitl_core").rglob("*.py"):
        here = path.relative_to(ROOT / "fitl_core").parts[0].removesuffix(".py")
        if here == "__init__":
            continue
        for name in _imports(path):
            parts = name.split(".")
            if parts[0] == "fitl_core" and len(parts) > 1 and floor_of[parts[1]] > floor_of[here]:
                wrong.append(f"{path.name} imports {name}")
    assert wrong == []


def test_modules_are_small() -> None:
    """No module is too long to read in one sitting."""
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    assert {path.name: n for path in files if (n := path.read_text().count("\n")) > 400} == {}
