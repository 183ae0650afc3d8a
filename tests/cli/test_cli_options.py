"""One option has one meaning everywhere, and each former name of an option still works."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import click
import pytest
from cli_page import every_command
from click.shell_completion import ShellComplete
from command_line import TUTORIAL, fitl

from fitl_cli.app import app
from fitl_cli.options import SHARED, FormerOption


class Offered(NamedTuple):
    """An option as one command offers it."""

    command: str
    option: click.Option


def offered() -> Iterator[Offered]:
    """Yield every option of every command, subcommands and renamed commands too, but `--help`."""
    for words, command in every_command():
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                yield Offered(words, parameter)


def by_name() -> dict[str, list[Offered]]:
    """Return the options that the help shows, by each of their spellings."""
    found: dict[str, list[Offered]] = defaultdict(list)
    for one in offered():
        if not one.option.hidden:
            for name in (*one.option.opts, *one.option.secondary_opts):
                found[name].append(one)
    return found


NAMES = by_name()


@pytest.mark.parametrize("name", NAMES)
def test_an_option_has_one_meaning(name: str) -> None:
    """The help of an option is the same in each command, or begins with the same sentence of `SHARED`."""
    texts = {one.option.help for one in NAMES[name]}
    assert None not in texts
    if len(texts) > 1:
        long = max(NAMES[name][0].option.opts, key=len)
        meaning = SHARED[long].meaning
        assert {text for text in texts if text and not text.startswith(meaning)} == set()


@pytest.mark.parametrize("name", NAMES)
def test_an_option_takes_the_same_kind_of_value(name: str) -> None:
    """An option is a flag everywhere, or takes a value of the same kind everywhere."""
    kinds = {
        (one.option.is_flag, one.option.metavar, one.option.multiple, one.option.type.name)
        for one in NAMES[name]
        if not isinstance(one.option.type, click.Choice)
    }
    assert len({kind[:3] for kind in kinds}) <= 1, kinds


@pytest.mark.parametrize("name", SHARED)
def test_a_shared_option_is_shared(name: str) -> None:
    """Each option of the table belongs to several commands."""
    assert len(NAMES[name]) > 1


def test_only_former_names_are_hidden() -> None:
    """A hidden option is a former name, and its command has the new one."""
    new = {(one.command, name) for name, found in NAMES.items() for one in found}
    for command, option in offered():
        if option.hidden:
            assert isinstance(option, FormerOption)
            assert (command, option.now) in new


@pytest.mark.parametrize(
    ("former", "now"),
    [
        (("validate", TUTORIAL, "--all"), ("validate", TUTORIAL, "--continue")),
        (("show", TUTORIAL, "--line"), ("show", TUTORIAL, "--one-line")),
        (("fmt", TUTORIAL, "--rules"), ("fmt", TUTORIAL, "--normal")),
        (("turn", TUTORIAL, "--html"), ("turn", TUTORIAL, "--page")),
        (("replay", TUTORIAL, "--trace"), ("replay", TUTORIAL, "--explain")),
        (("rulings", "--card", "68"), ("rulings", "--show-card", "68")),
        (("adjudicate", TUTORIAL, "--at", "3"), ("adjudicate", TUTORIAL, "--event", "3")),
        (
            ("annotate", TUTORIAL, "--at", "1", "--glyph", "!"),
            ("annotate", TUTORIAL, "--event", "1", "--glyph", "!"),
        ),
    ],
)
def test_a_former_name_works_and_prints_the_new_one(former: tuple[str, ...], now: tuple[str, ...]) -> None:
    """The output is the same, and one line on stderr gives the new name."""
    old, new = fitl(*former), fitl(*now)
    assert (old.stdout, old.exit_code) == (new.stdout, new.exit_code)
    (option,) = set(now) - set(former)
    assert f"is now {option}\n" in old.stderr
    assert new.stderr == ""


def test_former_values_are_read() -> None:
    """A former value that is now a flag has the same effect."""
    old = fitl("play", TUTORIAL, "VC pass", "--dice", "typed")
    assert old.exit_code == 2
    assert "fitl: --dice is now --type-dice" in old.stderr
    assert "--type-dice asks for dice" in old.stderr


@pytest.mark.parametrize(
    ("command", "former", "now"), [("validate", "--al", "--cont"), ("show", "--lin", "--one")]
)
def test_a_shell_completes_new_names_alone(command: str, former: str, now: str) -> None:
    """A former name is not offered for completion; the new one is."""
    shell = ShellComplete(app, {}, "fitl", "_FITL_COMPLETE")
    assert shell.get_completions([command], former) == []
    assert len(shell.get_completions([command], now)) == 1
