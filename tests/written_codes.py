"""The codes that the sources write, found in their syntax."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from sources import ROOT, trees_in

REFUSERS = ("Refusal", "no")
"""The callables that make a refusal: the class, and the method of a Context (`ctx.no`)."""
FAULTERS = ("NotationError", "UnreadableError", "fault", "error")
"""The callables that make a fault of a text: the classes, and the methods of a cursor and of a line."""
HANDED_ON = {"code", "refusal.code"}
"""Codes that stand somewhere else already: an argument handed on, and another refusal's."""


def refused_with() -> dict[str, list[str]]:
    """The code of each refusal in the core, with the places; an expression where it is no plain string."""
    return _first_arguments(ROOT / "fitl_core", REFUSERS)


def faulted_with() -> dict[str, list[str]]:
    """The same of the faults that the notation finds."""
    return _first_arguments(ROOT / "notation", FAULTERS)


def strings_in(folder: Path) -> set[str]:
    """Every string that stands in the sources of a folder."""
    trees = [tree for _, tree in trees_in(folder)]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def error_codes() -> set[str]:
    """The codes that classes of errors have: `code = "..."` in their bodies; "" is a field without a code."""
    return {
        line.value.value
        for package in ("fitl_core", "notation", "fitl_cli")
        for _, tree in trees_in(ROOT / package)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for line in node.body
        if (isinstance(line, ast.Assign) and [ast.unparse(target) for target in line.targets] == ["code"])
        or (isinstance(line, ast.AnnAssign) and ast.unparse(line.target) == "code")
        if isinstance(line.value, ast.Constant) and isinstance(line.value.value, str) and line.value.value
    }


def _first_arguments(folder: Path, names: tuple[str, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path, tree in trees_in(folder):
        for call in _calls(tree, names):
            first = call.args[0]
            for part in (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,):
                plain = isinstance(part, ast.Constant)
                code = str(part.value) if isinstance(part, ast.Constant) else ast.unparse(part)
                if plain or code not in HANDED_ON:
                    found.setdefault(code, []).append(f"{path.relative_to(ROOT)}:{call.lineno}")
    return found


def _calls(tree: ast.AST, names: tuple[str, ...]) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
            if name in names:
                yield node
