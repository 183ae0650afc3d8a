"""The commands of docs/do/by-mail.md, run in order, print the output shown."""

from __future__ import annotations

import secrets
from itertools import count
from pathlib import Path

import pytest
from command_line import fitl
from page_steps import run, same, steps

import notation


def test_the_page_is_run_from_start_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step prints the output shown below it. Random bytes are the same in each run."""
    numbers = count(10)
    monkeypatch.setattr(secrets, "token_bytes", lambda size: bytes([next(numbers)] * size))
    monkeypatch.chdir(tmp_path)
    found = steps("do/by-mail.md")
    assert len(found) > 20
    for command, shown in found:
        assert same(printed := run(command, shown), shown), (command, printed)
        if command == "fitl verify mail.fitl":
            game = notation.dump(notation.read(Path("mail.fitl").read_bytes()).log)
            assert pytest.importorskip("second_checker").check(game.encode()) == ""
    assert fitl("validate", "mail.fitl").exit_code == fitl("verify", "mail.fitl").exit_code == 0
