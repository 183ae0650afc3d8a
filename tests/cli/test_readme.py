"""The README is short and true: its commands exist with the options named, and print the output shown."""

from __future__ import annotations

import re
import shlex

import click
import pytest
from command_line import HEADER, ROOT, fitl

from fitl_cli.app import app

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = [
    [line[4:] for line in block.strip("\n").splitlines()]
    for block in re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", README, re.MULTILINE)
]
COMMANDS = sorted(set(re.findall(r"`(fitl [a-z].*?)`", README)))


def blocks_starting(sign: str) -> list[list[str]]:
    """Return the indented blocks whose first line starts with these characters."""
    return [block for block in BLOCKS if block[0].startswith(sign)]


@pytest.mark.parametrize("block", blocks_starting("$ fitl "), ids=lambda block: block[0])
def test_a_command_prints_what_is_shown(block, monkeypatch):
    """Each command prints the shown output word for word, run from the root of the project."""
    monkeypatch.chdir(ROOT)
    result = fitl(*shlex.split(block[0])[2:])
    assert result.output.splitlines() == block[1:]


def test_the_move_shown_is_legal(tmp_path):
    """The README's move belongs to the tutorial, and its figures are right."""
    (move,) = blocks_starting("ARVN ")
    log = tmp_path / "taste.fitl"
    log.write_text(f"{HEADER}#107\nVC event shaded\nNVA pass\n{move[0]}\n")
    assert fitl("validate", str(log)).exit_code == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_named_exists_and_takes_its_options(command: str) -> None:
    """Each command in backticks is one of the program, with every option written after it."""
    name = command.split()[1]
    found = app.get_command(click.Context(app), name)
    assert found is not None
    taken = {option for parameter in found.params for option in parameter.opts}
    assert set(re.findall(r"(?<![\w-])--?[a-z]+", command)) <= taken


@pytest.mark.parametrize(
    "command", [command for command in COMMANDS if "fixtures/" in command or "new" in command]
)
def test_a_command_that_needs_nothing_else_runs(command, tmp_path, monkeypatch):
    """A command that needs no other file runs as copied; exit code 1 is an illegal move."""
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    monkeypatch.chdir(tmp_path)
    result = fitl(*shlex.split(command)[1:])
    assert result.exit_code == ("adjudicate" in command), result.output


def test_the_readme_is_short() -> None:
    """The README stays under its limit of words, commands and links included."""
    assert len(README.split()) <= 700


def test_the_readme_names_what_is_missing(tmp_path) -> None:
    """The only thing that is not supported is refused as the README says."""
    _, _, missing = README.partition("## Not supported yet\n")
    assert missing.split()[:5] == ["Section", "8", "by", "the", "original"]
    log = tmp_path / "solo.fitl"
    log.write_text('[FITL "2"]\n[Rules "original"]\n[Scenario "full"]\n[Players "US"]\n', encoding="utf-8")
    result = fitl("validate", str(log))
    assert result.exit_code and "not supported yet" in result.output and "8.0" in result.output


def test_the_tests_are_run_as_the_readme_says():
    """`.ci/run` takes the test command from the README, so there is only one."""
    assert [line for line in BLOCKS if line[0].startswith("python3 -m venv .venv")]
    runs = [line for block in BLOCKS for line in block if line.endswith(".venv/bin/pytest")]
    assert len(runs) == 1
