"""docs/by-mail.md is true: its commands, run one after the other, print what it shows."""

from __future__ import annotations

import re
import secrets
import shlex
from itertools import count
from pathlib import Path

import pytest
from command_line import ROOT, fitl

PAGE = (ROOT / "docs/by-mail.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", PAGE, re.MULTILINE)
STEPS = [
    (command, shown.splitlines())
    for block in BLOCKS
    for command, _, shown in [
        step.partition("\n") for step in re.sub(r"^ {4}", "", block, flags=re.M).strip("\n").split("$ ")[1:]
    ]
]


def run(command: str) -> list[str]:
    """Run a line of the page; what it prints."""
    words = shlex.split(command)
    words, out = (words[:-2], words[-1]) if words[-2:-1] == [">>"] else (words, "")
    match words:
        case ["fitl", *arguments]:
            result = fitl(*arguments)
            text = result.output
            assert result.exception is None or isinstance(result.exception, SystemExit)
        case ["echo", text]:
            text += "\n"
        case ["cat", name]:
            text = Path(name).read_text(encoding="utf-8")
        case _:
            raise AssertionError(command)
    if out:
        with Path(out).open("a", encoding="utf-8") as file:
            file.write(text)
        return []
    return text.splitlines()


def same(printed: list[str], shown: list[str]) -> bool:
    """Whether lines are those that are shown; `…` stands for anything."""
    whole = "\n".join(shown)
    pattern = ".*".join([re.escape(part) for part in whole.split("…")])
    return re.fullmatch(pattern, "\n".join(printed), re.DOTALL) is not None


def test_the_page_is_run_from_start_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step prints what stands under it; what is drawn at random is the same each time."""
    numbers = count(10)
    monkeypatch.setattr(secrets, "token_bytes", lambda size: bytes([next(numbers)] * size))
    monkeypatch.chdir(tmp_path)
    assert len(STEPS) > 20
    for command, shown in STEPS:
        assert same(printed := run(command), shown), (command, printed)
    assert fitl("validate", "game.fitl").exit_code == fitl("verify", "game.fitl").exit_code == 0
