"""docs/evidence/coverage.md, the tests of each rule: `python tests/pages.py coverage` writes it.

A test is named by its rule (`test_3_2_4_...` is of 3.2.4, the longest rule number that it begins with) or its
card (`test_card_68_...`). The file rules.json has the content of each rule, the reason why some need no test,
and the tests that are about neither rules nor cards.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sources import tree_of

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "evidence" / "coverage.md"
ROOMS = ("core", "cards", "players")
"""The folders in which each test is named by a rule or a card."""

SHOWN = 4
"""How many tests of a rule the page names. Others are not counted: each new test would change the page."""

HEAD = f"""# Which test pins which rule

The table has each rule of sections 1.3 to 8.9, its content in a few words, and its first {SHOWN} tests. A
rule without a test has a reason. Cards have their own tests, `test_card_68_...`. `python tests/pages.py
coverage` writes this page.

| rule | content | tests |
|---|---|---|
"""


@dataclass(frozen=True)
class Pin:
    """A test function, with the first line of its docstring."""

    file: str
    name: str
    shows: str


@cache
def data() -> Mapping[str, Any]:
    """The rules, and the tests that are about none."""
    loaded: dict[str, Any] = json.loads((TESTS / "rules.json").read_text(encoding="utf-8"))
    return loaded


def rules() -> Mapping[str, Mapping[str, str]]:
    """Return each rule number with its content (`lays`) and, if it needs no test, the reason (`none`)."""
    known: Mapping[str, Mapping[str, str]] = data()["rules"]
    return known


@cache
def all_tests() -> tuple[Pin, ...]:
    """Every test function of rules and cards, in the order of files and lines."""
    return tuple(_all_tests())


def _all_tests() -> Iterator[Pin]:
    for path in (path for room in ROOMS for path in sorted((TESTS / room).glob("test_*.py"))):
        for node in tree_of(path).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                shows = (ast.get_docstring(node) or "").partition("\n")[0]
                yield Pin(path.name, node.name, shows)


def rule_of(name: str) -> str | None:
    """The longest known rule number with which a test's name begins; a section is its "n.0"."""
    numbers = re.match(r"test((?:_\d+)+)_", name)
    parts = numbers[1].split("_")[1:] if numbers else []
    for length in range(len(parts), 0, -1):
        number = ".".join(parts[:length]) if length > 1 else f"{parts[0]}.0"
        if number in rules():
            return number
    return None


def card_of(name: str) -> int | None:
    """The (first) card with which a test's name begins."""
    number = re.match(r"test_cards?_(\d+)_", name)
    return int(number[1]) if number else None


def is_aside(test: Pin) -> bool:
    """Check whether a test is listed as being about something else, by its file or the start of its name."""
    return any(test.file == key or test.name.startswith(key) for key in data()["aside"])


def by_rule() -> dict[str, list[Pin]]:
    """The tests of each known rule."""
    found: dict[str, list[Pin]] = {rule: [] for rule in rules()}
    for test in all_tests():
        if (rule := rule_of(test.name)) is not None:
            found[rule].append(test)
    return found


def page() -> str:
    """Return the whole page."""
    rows = [f"| {rule} | {rules()[rule]['lays']} | {_cell(rule, found)} |" for rule, found in _in_order()]
    return HEAD + "\n".join(rows) + "\n"


def _in_order() -> list[tuple[str, list[Pin]]]:
    return sorted(by_rule().items(), key=lambda item: [int(part) for part in item[0].split(".")])


def _cell(rule: str, found: list[Pin]) -> str:
    if not found:
        return f"none: {rules()[rule].get('none', 'MISSING')}"
    lines = [f"`{test.file}::{test.name}` {_escaped(test.shows)}" for test in found[:SHOWN]]
    if len(found) > SHOWN:
        lines.append("and more")
    return "<br>".join(lines)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.write(page())
