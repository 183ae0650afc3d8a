"""The files for operators: each command in them has options that exist."""

from __future__ import annotations

import re
import shlex

import click
import pytest
from serving import ROOT

from fitl_cli.app import app

FOLDER = ROOT / "docs" / "do" / "run-a-server"
PAGE = ROOT / "docs" / "do" / "run-a-server.md"


def commands() -> list[list[str]]:
    """Return the arguments of every command of the page, the unit and the image."""
    unit = (FOLDER / "fitl.service").read_text(encoding="utf-8")
    image = (FOLDER / "Containerfile").read_text(encoding="utf-8")
    found = re.findall(r"^ExecStart=\S+/fitl (.*)$", unit, re.MULTILINE)
    found += [
        " ".join(re.findall(r'"([^"]+)"', line)) for line in re.findall(r"^CMD .*", image, re.MULTILINE)
    ]
    page = PAGE.read_text(encoding="utf-8").replace("\\\n", "")
    found += re.findall(r"^ {4,8}(?:fitl|podman run .* fitl) +(.*)$", page, re.MULTILINE)
    return [shlex.split(command, comments=True) for command in found]


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_is_one(words: list[str]) -> None:
    """Its name, its options and their values are those of today's program."""
    command: click.Command | None = app
    context = click.Context(app)
    while isinstance(command, click.Group):
        command = command.get_command(context, words.pop(0))
    assert command is not None
    command.make_context("fitl", words)


def test_all_files_are_on_the_page() -> None:
    """The page links each file, and each command of it was found."""
    page = PAGE.read_text(encoding="utf-8")
    for file in FOLDER.iterdir():
        assert f"](run-a-server/{file.name})" in page
    assert len(commands()) == 9
