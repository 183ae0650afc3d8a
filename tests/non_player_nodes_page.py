"""docs/evidence/non-players.md: `python tests/pages.py non-players` writes it.

The code of a node is the code that tests it, rolls for it, or narrows and picks by it. The tests of a
node name it, or are named by its rule.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

from fitl_core.facts.data import read

ROOT = Path(__file__).parent.parent
CODE = ROOT / "fitl_core" / "players" / "non_players"
TESTS = ROOT / "tests"
PAGE = ROOT / "docs" / "evidence" / "non-players.md"
SHOWN = 2
"""The most tests of a node that are named. Others are not counted: each new test would change the page."""

HEAD = """# Section 8: rule, code, test

The table has every node of section 8 (second edition) by our own name. `if` is a condition, `do` a step,
`sa` a Special Activity, and `none` the step after nothing was possible. Traces name these nodes. Each row
has the modules and the tests of a node. `python tests/pages.py non-players` writes this page.

| node | content | code | tests |
|---|---|---|---|
"""


class Node(msgspec.Struct, frozen=True):
    """A node of section 8: its name, its rule, and its text in short."""

    id: str
    rule: str
    faction: str
    kind: str
    says: str
    readings: tuple[str, ...] = ()


class _File(msgspec.Struct):
    nodes: tuple[Node, ...]


def nodes() -> tuple[Node, ...]:
    """All of them, in the order of the rules."""
    return read("non-player-nodes.json", _File).nodes


def in_code() -> Mapping[str, tuple[str, ...]]:
    """For each node the modules in which it stands."""
    texts = {
        path.relative_to(CODE).as_posix(): path.read_text("utf-8") for path in sorted(CODE.rglob("*.py"))
    }
    return {
        node.id: tuple([name for name, text in texts.items() if stands_in(node, text)]) for node in nodes()
    }


def stands_in(node: Node, text: str) -> bool:
    """Whether a text has the node as a literal, or as one of those that all Factions share."""
    if re.search(rf"[\"'`]{re.escape(node.id)}[\"'` ({{]", text):
        return True
    if node.kind == "fallback" and f'Box("{node.rule}"' in re.sub(r"\(\s+", "(", text):
        return True  # a box of a flowchart says what follows if it is impossible
    if node.kind == "rule":  # a rule stands where any of its nodes does
        return f'"{node.id}/' in text or f'"{node.id} ' in text
    return False


def in_tests() -> Mapping[str, tuple[str, ...]]:
    """For each node the tests that name it, or whose names begin with its rule."""
    found: dict[str, list[str]] = {node.id: [] for node in nodes()}
    for path in sorted([*TESTS.glob("players/test_*.py"), *TESTS.glob("core/test_8*.py")]):
        for name, body in _tests(path.read_text("utf-8")):
            rules = re.match(r"test((?:_\d+)+)_", name)
            rule = rules[1].strip("_").replace("_", ".") if rules else ""
            for node in nodes():
                if node.rule == rule or f'"{node.id}"' in body:
                    found[node.id].append(f"{path.name}::{name}")
    return {name: tuple(tests) for name, tests in found.items()}


def _tests(text: str) -> list[tuple[str, str]]:
    parts = re.split(r"^def (test_\w+)", text, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def page() -> str:
    """Return the whole page."""
    code, tests = in_code(), in_tests()
    rows = []
    for node in nodes():
        first = tests[node.id][:SHOWN]
        more = "<br>and more" if len(tests[node.id]) > SHOWN else ""
        cells = (
            "<br>".join([f"`{name}`" for name in code[node.id]]),
            "<br>".join([f"`{t}`" for t in first]) + more,
        )
        rows.append(f"| {node.id} | {node.says}. | {cells[0]} | {cells[1]} |")
    return HEAD + "\n".join(rows) + "\n"


if __name__ == "__main__":
    print(page(), end="")
