"""The commands on the pages of docs/, run in order, print the output shown."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from command_line import ROOT
from page_steps import pages_of_docs, run, same, steps

import notation

PAGES = (
    "learn/start-here.md",
    "do/moderator.md",
    "do/settle-a-dispute.md",
    "learn/solo.md",
    "do/prose.md",
    "do/cookbook.md",
    "do/upgrade.md",
)
OTHERS = {"do/by-mail.md": "test_by_mail.py"}
"""Pages with commands that a test of their own runs."""
EXAMPLES = (ROOT / "docs/learn/notation-by-example.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```", EXAMPLES, re.MULTILINE | re.DOTALL)
LINES = [line for block in BLOCKS for line in block.splitlines()]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_run_from_start_to_end(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page runs in a new directory that has the fixtures."""
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    monkeypatch.chdir(tmp_path)
    found = steps(page)
    assert found
    for command, shown in found:
        assert same(printed := run(command, shown), shown), (command, printed)


def made_by(commands: Iterable[str]) -> set[str]:
    """Return the games and secrets that commands begin: a second one of the name is refused."""
    begun = [command.split() for command in commands if re.match(r"fitl (new|deal|order) ", command)]
    files = [words[words.index("-o") + 1] for words in begun if "-o" in words and "--open-seed" not in words]
    return {*files, *[words[2] for words in begun if words[1] != "new"]}


def test_all_pages_can_be_followed_in_one_folder() -> None:
    """No page begins a game or a secret that another page, or the README, has begun."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    pages = [made_by(command for command, _ in steps(page)) for page in pages_of_docs()]
    made = [name for found in (*pages, made_by(re.findall(r"`(fitl [^`]*)`", readme))) for name in found]
    assert len(made) > 5
    assert sorted(set(made)) == sorted(made)


def test_the_first_tutorial_works_in_every_shell() -> None:
    """Its commands are `fitl` alone, with no redirection, pipe or single quote."""
    for command, _ in steps("learn/start-here.md"):
        assert command.startswith("fitl ") and not set("<>|'$`") & set(command), command


@pytest.mark.parametrize("line", LINES)
def test_an_example_is_canonical(line: str) -> None:
    """Each line of the notation by example is read, and written in the same form."""
    assert notation.write_entry(notation.read_line(line)) == [line]


def test_every_page_is_found_from_the_first() -> None:
    """The index lists every page of docs/."""
    index = (ROOT / "docs/index.md").read_text(encoding="utf-8").splitlines()
    assert set(pages_of_docs()) - {"index.md"} <= {f"{line}.md" for line in index}


def test_every_page_with_commands_is_run() -> None:
    """Each page with commands is run by a test."""
    pages = {page for page in pages_of_docs() if steps(page)}
    assert pages == {*PAGES, *OTHERS}
    for page, test in OTHERS.items():
        assert page in (ROOT / "tests/cli" / test).read_text(encoding="utf-8")
