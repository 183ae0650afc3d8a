"""The pages of docs/ are true: their commands, run one after the other, print what they show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import ROOT
from page_steps import run, same, steps

import notation

PAGES = ("start-here.md", "moderator.md", "settle-a-dispute.md", "solo.md", "prose.md")
OTHERS = {"by-mail.md": "test_by_mail.py"}
"""Pages with commands that a test of their own runs."""
EXAMPLES = (ROOT / "docs/notation-by-example.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```", EXAMPLES, re.MULTILINE | re.DOTALL)
LINES = [line for block in BLOCKS for line in block.splitlines()]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_run_from_start_to_end(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a directory of its own, which has the fixtures."""
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    monkeypatch.chdir(tmp_path)
    found = steps(page)
    assert found
    for command, shown in found:
        assert same(printed := run(command, shown), shown), (command, printed)


@pytest.mark.parametrize("line", LINES)
def test_an_example_is_canonical(line: str) -> None:
    """Each line of the notation by example is read, and written as it stands."""
    assert notation.write_entry(notation.read_line(line)) == [line]


def test_every_page_is_found_from_the_first() -> None:
    """No page of docs/ is left out of the index."""
    index = (ROOT / "docs/index.md").read_text(encoding="utf-8").splitlines()
    assert {page.stem for page in (ROOT / "docs").glob("*.md")} - {"index"} <= set(index)


def test_every_page_with_commands_is_run() -> None:
    """No page shows a command that no test runs."""
    pages = {page.name for page in (ROOT / "docs").glob("*.md") if steps(page.name)}
    assert pages == {*PAGES, *OTHERS}
    for page, test in OTHERS.items():
        assert page in (ROOT / "tests/cli" / test).read_text(encoding="utf-8")
