"""The glossary names types that exist, and lists the renamed things."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fitl_core.moved_names import FORMER_MODULES, MOVED

ROOT = Path(__file__).parent.parent
GLOSSARY = (ROOT / "docs" / "look-up" / "glossary.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([a-z ]+) \| .* \| (.+?) \|$", GLOSSARY, re.M)
CODE = "\n".join(
    path.read_text(encoding="utf-8")
    for package in ("fitl_core", "notation")
    for path in (ROOT / package).rglob("*.py")
)


@pytest.mark.parametrize(("term", "types"), ROWS)
def test_the_type_of_a_term_is_in_the_code(term: str, types: str) -> None:
    """Each type in the last column is a class, a function or an alias of the product."""
    for name in re.findall(r"`(?:\w+\.)*(\w+)`", types):
        found = re.search(rf"^(class|def) {name}\b|^ *{name}\b ?[:=]| def {name}\b", CODE, re.M)
        assert found or (ROOT / "fitl_core" / name).is_dir() or name == "int", f"{term}: there is no {name}"


def test_every_term_stands_once() -> None:
    """Every term stands once in the glossary, with one meaning."""
    terms = [term for term, _ in ROWS if term != "term"]
    assert len(terms) >= 40
    assert len(terms) == len(set(terms))


def _rows(heading: str) -> list[tuple[str, list[tuple[str, str]]]]:
    part = GLOSSARY.partition(f"### {heading}\n")[2].partition("\n### ")[0]
    rows = re.findall(r"^\| `([\w.]+)` \| (`.*→.*) \|$", part, re.M)
    return [(package, re.findall(r"`(\w+)` → `([\w.]+)`", names)) for package, names in rows]


def test_renamed_modules_and_names_exist() -> None:
    """Each new name of the tables of renamed things is in the code."""
    for package, names in _rows("Modules"):
        for _, new in names:
            path = (new if "." in new else f"{package}.{new}").replace(".", "/")
            assert (ROOT / f"{path}.py").is_file(), path
    for _, names in _rows("Classes and functions"):
        for _, new in names:
            assert re.search(rf"^(class|def) {new}\b|^{new}\b", CODE, re.M), new


def test_every_moved_name_is_listed() -> None:
    """The glossary lists each name that `fitl_core` no longer lists, and each that left its module."""
    part = GLOSSARY.partition("### Names that `fitl_core` no longer lists")[2].partition("\n### ")[0]
    assert {name for name in MOVED if f"`{name}`" not in part} == set()
    table = GLOSSARY.partition("### Names in modules of version 0.1.0")[2].partition("\n### ")[0]
    for module, names in FORMER_MODULES.items():
        rows = [row for row in table.splitlines() if row.startswith(f"| `{module}` |")]
        assert {name for name in names if not any(f"`{name}`" in row for row in rows)} == set()
