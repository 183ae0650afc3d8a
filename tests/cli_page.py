"""docs/look-up/cli.md: every command with its arguments and options.

`PYTHONPATH=tests python tests/cli_page.py` writes the page from the commands themselves;
`tests/cli/test_cli_page.py` compares.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

import click

from fitl_cli.app import COMMANDS, RENAMED, app
from fitl_cli.options import FormerOption

PAGE = Path(__file__).parents[1] / "docs" / "look-up" / "cli.md"
WIDTH = 100
HEAD = """# Commands

This page is generated from the program by `tests/cli_page.py`. `fitl COMMAND --help` prints the same.

## For all commands

- `-` in place of FILE reads standard input. `--json` prints data in place of text.
- `-o OUT` writes a file as a whole or not at all. It refuses to write over a file that is read-only, has
  other names (hard links), or has changed since the command read it.
- A move is *incomplete* if everything written is accepted and something is still owed.
- Long work (`validate` of several files, `random --check`, `tables check`) shows its progress on a terminal.

| exit code | meaning |
|---|---|
| 0 | fine |
| 1 | illegal, incomplete or different |
| 2 | the command was called in a wrong way |
| 3 | a file cannot be read |
| 70 | an internal error, or out of memory |
| 74 | the output cannot be written |
| 130, 143 | interrupted |

A shell completes commands, options and files if its startup file has one of these lines:

    eval "$(_FITL_COMPLETE=bash_source fitl)"            # ~/.bashrc
    eval "$(_FITL_COMPLETE=zsh_source fitl)"             # ~/.zshrc
    _FITL_COMPLETE=fish_source fitl | source             # ~/.config/fish/config.fish
"""

RENAMED_HEAD = """## Renamed commands and options

The old names still work, and print the new name.

| before | now |
|---|---|"""


def page() -> str:
    """Return the text of the page: each group of `fitl --help`, with the help of each of its commands."""
    parts = [HEAD]
    for title, names in groups().items():
        parts.append(f"## {title}\n")
        for name in names:
            parts += [f"### fitl {words}\n\n{indent(text, '    ')}\n" for words, text in helps(name)]
    parts.append(RENAMED_HEAD)
    parts += [f"| `fitl {old}` | `fitl {new}` |" for old, new in (*RENAMED.items(), *renamed_options())]
    return "\n".join(parts) + "\n"


def groups() -> dict[str, list[str]]:
    """Return the headings of `fitl --help`, each with the commands listed under it."""
    found: dict[str, list[str]] = {}
    names: list[str] = []
    for line in app.get_help(click.Context(app, info_name="fitl", terminal_width=WIDTH)).splitlines():
        if heading := re.fullmatch(r"(\S.*):", line):
            names = found.setdefault(heading[1], [])
        elif command := re.match(r"  ([a-z]+)\s", line):
            names.append(command[1])
    return {title: names for title, names in found.items() if names}


def every_command() -> Iterator[tuple[str, click.Command]]:
    """Yield each command with its words: subcommands and renamed commands too."""
    here = click.Context(app, info_name="fitl", resilient_parsing=True)  # a renamed command prints nothing

    def below(command: click.Command, words: str) -> Iterator[tuple[str, click.Command]]:
        yield words, command
        if isinstance(command, click.Group):
            for name, child in command.commands.items():
                yield from below(child, f"{words} {name}")

    for name in (*COMMANDS, *RENAMED):
        command = app.get_command(here, name)
        assert command is not None, name
        yield from below(command, name)


def renamed_options() -> Iterator[tuple[str, str]]:
    """Yield each former name of an option after its command, and the new name."""
    for words, command in every_command():
        for option in command.params:
            if isinstance(option, FormerOption):
                yield f"{words} {option.opts[0]}", f"{words} {option.now}"


def helps(name: str) -> Iterator[tuple[str, str]]:
    """Yield the words of a command and its help, then those of its subcommands."""
    parent = click.Context(app, info_name="fitl", terminal_width=WIDTH)
    command = app.get_command(parent, name)
    assert command is not None, name
    yield from _helps(command, parent, name, name)


def _helps(command: click.Command, parent: click.Context, name: str, words: str) -> Iterator[tuple[str, str]]:
    here = click.Context(command, info_name=name, parent=parent, terminal_width=WIDTH)
    yield words, command.get_help(here)
    if isinstance(command, click.Group):
        for child in command.list_commands(here):
            found = command.get_command(here, child)
            assert found is not None, child
            if not found.hidden:
                yield from _helps(found, here, child, f"{words} {child}")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE}: {len(page().splitlines())} lines")
