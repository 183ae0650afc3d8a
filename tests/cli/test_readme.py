"""The README is true: its commands print what it shows, and take what its table says."""

from __future__ import annotations

import re
import shlex

import click
import pytest
from command_line import HEADER, ROOT, fitl

from fitl_cli.app import COMMANDS, app

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = [
    [line[4:] for line in block.strip("\n").splitlines()]
    for block in re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", README, re.MULTILINE)
]
ROWS = re.findall(r"^\| `fitl (.*?)` \|", README, re.MULTILINE)


def told(sign: str) -> list[list[str]]:
    """The indented blocks that begin so."""
    return [block for block in BLOCKS if block[0].startswith(sign)]


@pytest.mark.parametrize("block", told("$ fitl "), ids=lambda block: block[0])
def test_a_command_prints_what_is_shown(block, monkeypatch):
    """Word for word, run from the root of the project."""
    monkeypatch.chdir(ROOT)
    result = fitl(*shlex.split(block[0])[2:])
    assert result.output.splitlines() == block[1:]


def test_the_move_shown_is_legal(tmp_path):
    """The taste is a move of the tutorial, and its figures are right."""
    (move,) = told("ARVN ")
    log = tmp_path / "taste.fitl"
    log.write_text(f"{HEADER}#107\nVC event shaded\nNVA pass\n{move[0]}\n")
    assert fitl("validate", str(log)).exit_code == 0


@pytest.mark.parametrize("row", ROWS)
def test_a_row_names_options_that_there_are(row):
    """Each command of the table exists and takes every option that stands beside it."""
    name = row.split()[0]
    command = app.get_command(click.Context(app), name)
    assert command is not None
    commands = command.commands.values() if isinstance(command, click.Group) else (command,)
    taken = {option for one in commands for parameter in one.params for option in parameter.opts}
    assert set(re.findall(r"(?<![\w-])--?[a-z]+", row)) - taken == set()


def test_every_command_has_a_row():
    """No command is known to `fitl --help` alone."""
    assert {row.split()[0] for row in ROWS} == set(COMMANDS)


def test_the_tests_are_run_as_the_readme_says():
    """`.ci/run` takes the command from here, so there is just one."""
    assert [line for line in BLOCKS if line[0].startswith("python3 -m venv .venv")]
    runs = [line for block in BLOCKS for line in block if line.endswith(".venv/bin/pytest")]
    assert len(runs) == 1


def test_the_number_of_random_games_is_that_of_their_page():
    """What the README says of docs/trials.md is what the page says of itself."""
    told_here = re.search(r"([\d,]+)\s+random games have met", README)
    page = re.search(r"the reports of ([\d,]+) games", (ROOT / "docs/trials.md").read_text(encoding="utf-8"))
    assert told_here and page and told_here[1] == page[1]
