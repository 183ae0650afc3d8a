"""The page docs/look-up/cli.md has every command as the program has it."""

from __future__ import annotations

import re

from cli_page import PAGE, groups, page

from fitl_cli.app import app


def test_the_page_is_generated() -> None:
    """The page is up to date with the command `python tests/cli_page.py`."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_the_page_has_every_command() -> None:
    """Each command is in one group of `fitl --help` and has its heading on the page."""
    listed = [name for names in groups().values() for name in names]
    assert sorted(listed) == sorted(set(app.list_commands(None)))  # type: ignore[arg-type]
    assert set(listed) <= set(re.findall(r"^### fitl ([a-z]+)$", page(), re.MULTILINE))
