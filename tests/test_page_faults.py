"""The page of evidence names a test for each fault of the page of a table, and each of them exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "evidence" / "trials-page.md"
ROW = re.compile(r"^\| (\d+)\. .* \| (.*) \|$", re.MULTILINE)
FAULTS = 16


def test_each_fault_of_the_page_has_tests() -> None:
    """Every row of the table names tests; every name is that of a test in its file."""
    rows = dict(ROW.findall(PAGE.read_text(encoding="utf-8")))
    assert [int(number) for number in rows] == list(range(1, FAULTS + 1))
    for number, tests in rows.items():
        names = re.findall(r"`([^`]+)`", tests)
        assert names, number
        for name in names:
            file, _, test = name.partition("::")
            path = TESTS.parent / file if file.startswith("tests/") else TESTS / "browser" / file
            functions = {
                one.name
                for one in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                if isinstance(one, ast.FunctionDef)
            }
            assert test in functions or (not test and any(one.startswith("test_") for one in functions)), name
