"""docs/by-mail.md is true: its commands, run one after the other, print what it shows."""

from __future__ import annotations

import secrets
from itertools import count
from pathlib import Path

import pytest
from command_line import fitl
from page_steps import run, same, steps


def test_the_page_is_run_from_start_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step prints what stands under it; what is drawn at random is the same each time."""
    numbers = count(10)
    monkeypatch.setattr(secrets, "token_bytes", lambda size: bytes([next(numbers)] * size))
    monkeypatch.chdir(tmp_path)
    found = steps("by-mail.md")
    assert len(found) > 20
    for command, shown in found:
        assert same(printed := run(command, shown), shown), (command, printed)
    assert fitl("validate", "game.fitl").exit_code == fitl("verify", "game.fitl").exit_code == 0
