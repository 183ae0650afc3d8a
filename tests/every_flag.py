"""Every command that only reads, with its flags, over files of every kind, in this process.

Commands and flags come from click, so a new one is covered without a change here. A run fails if it ends with
exit code 70, or takes more than `MOST_SECONDS` of processor time. `tests/cli/test_cli_every_flag.py` runs a
sample.

    PYTHONPATH=tests:. python tests/every_flag.py

This part of `.ci/long` runs each pair of flags over a file of every kind, and each flag over all fixtures.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import partial
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import click
from measured import within

from fitl_cli.app import COMMANDS, app
from fitl_cli.run import run
from fitl_core.proofs.dealer import kept, new_dealer

ROOT = Path(__file__).parents[1]
FIXTURES = ROOT / "fixtures"
MOST_SECONDS = 2.0
INTERNAL = 70
NOT_READING = {
    "new": "writes a game",
    "play": "writes into a game",
    "seat": "writes into a game",
    "reply": "writes into a game",
    "settle": "writes into a game",
    "deal": "writes a secret",
    "roll": "writes a secret",
    "order": "writes a secret",
    "sign": "writes a key",
    "random": "plays a game, which takes longer",
    "lab": "plays many games",
    "table": "writes into a store",
    "tables": "reads a store",
    "serve": "serves until it is stopped",
    "mcp": "serves until it is stopped",
}
"""The commands that are left out, and why."""
TEXTS = {
    "TABLE": str(FIXTURES / "pieces/tay-ninh.txt"),
    "[TEXT]": "VC rally in Tay Ninh",
    "[ID|RULE]": "3.2.4",
    "RULE|CARD|ID|WORDS": "monsoon",
    "NUMBER|TITLE": "68",
    "[state|effects|walk|table]": "state",
}
"""The arguments that are no files, by their names in help. Other optional arguments are left out."""
OPTION_TEXTS = {
    "--move": "VC event shaded",
    "--players": "US+ARVN",
    "--jobs": "1",
    "--dice": "1234",
    "--choose": "-",
    "--highlight": "Sai",
    "--crop": "Sai",
    "--comment": "well",
    "-o": "out.svg",
    "--html": "out.html",
}
"""The argument for an option that takes a text or has its own type; others get the first that fits."""


class Ended(NamedTuple):
    """A run that has ended: its arguments, its exit code, its processor time, its stderr."""

    arguments: tuple[str, ...]
    code: int
    seconds: float
    wrote: str

    @property
    def is_sound(self) -> bool:
        """Whether the run has neither failed in itself nor taken too long."""
        return self.code != INTERNAL and self.seconds <= MOST_SECONDS


def reading() -> dict[str, click.Command]:
    """The commands that only read, by name."""
    context = click.Context(app)
    found = {name: app.get_command(context, name) for name in COMMANDS if name not in NOT_READING}
    return {name: command for name, command in found.items() if command is not None}


def flags_of(command: click.Command, path: str) -> list[tuple[str, ...]]:
    """Each flag of a command, with a value where it takes one."""
    found: list[tuple[str, ...]] = []
    for option in command.params:
        if isinstance(option, click.Option):
            name = option.opts[-1] if option.opts[-1].startswith("-") else option.opts[0]
            found.append((name,) if option.is_flag else (name, _value(name, option, path)))
    return found


def _value(name: str, option: click.Option, path: str) -> str:
    if name in OPTION_TEXTS:
        return OPTION_TEXTS[name]
    if isinstance(option.type, click.Choice):
        choice = option.type.choices[0]
        return str(getattr(choice, "value", choice))
    if option.type.name.startswith(("integer", "float")):
        return "1"
    return path if option.metavar in ("FILE", "[FILE]") else "x"


def arguments_of(command: click.Command, path: str) -> tuple[str, ...]:
    """The arguments of a command that looks at a file."""
    found: list[str] = []
    for argument in command.params:
        if isinstance(argument, click.Argument):
            metavar = argument.metavar or ""
            if metavar in TEXTS:
                found.append(TEXTS[metavar])
            elif argument.required:
                found.append(path)
    return tuple(found)


def ended(arguments: Sequence[str]) -> Ended:
    """Run a command with nothing on stdin."""
    (code, wrote), seconds = within(MOST_SECONDS, partial(_run, arguments))
    return Ended(tuple(arguments), code, seconds, wrote)


def _run(arguments: Sequence[str]) -> tuple[int, str]:
    """Run a command with nothing on stdin, and return its exit code and its stderr."""
    out, err, nothing = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(3))
    with mock.patch.object(sys, "stdin", nothing), redirect_stdout(out), redirect_stderr(err):
        code = run(arguments)
    err.seek(0)
    return code, err.read()[:500]


def files_of_every_kind(folder: Path) -> dict[str, str]:
    """A file of every kind that people have, some of them made in a folder."""
    short = FIXTURES / "short-game.fitl"
    made_by = {"log.jsonl": ("fmt", str(short), "--jsonl"), "chain.fitl": ("chain", str(short))}
    for file, command in made_by.items():
        done = ended((*command, "-o", str(folder / file)))
        assert done.code == 0, done.wrote
    solo = (FIXTURES / "solo-game.fitl").read_bytes().splitlines(keepends=True)
    made = {
        "solo.fitl": b"".join(solo[:170]),
        "position": b"Hue 3ut 2vg; Tay 2vg; played 1; next 2\n",
        "secret": kept(new_dealer(bytes(32))),
        "nothing": b"",
        "bytes": bytes(range(256)) * 8,
    }
    for name, content in made.items():
        (folder / name).write_bytes(content)
    return kinds_of_files(folder)


def kinds_of_files(folder: Path) -> dict[str, str]:
    """The path of each file of `files_of_every_kind`, where they are made in this folder."""
    fixtures = {
        "log": FIXTURES / "short-game.fitl",
        "refusal": FIXTURES / "refusals/accompanying-space-2.fitl",
        "case": FIXTURES / "cases/3.2.2-08.fitl",
        "broken": FIXTURES / "broken/wrong-resources.fitl",
        "corrected": FIXTURES / "corrected-game.fitl",
        "variations": FIXTURES / "what-if.fitl",
        "save": FIXTURES / "scala/save-001",
        "mail": FIXTURES / "fuzz/mail/plain",
        "pieces": FIXTURES / "pieces/tay-ninh.txt",
        "table": FIXTURES / "tables/form-2.jsonl",
    }
    made = ("log.jsonl", "chain.fitl", "solo.fitl", "position", "secret", "nothing", "bytes")
    return {
        **{name: str(path) for name, path in fixtures.items()},
        **{name: str(folder / name) for name in made},
    }


def each_alone(name: str, paths: Sequence[str], one_of: int = 1) -> Iterator[tuple[str, ...]]:
    """A command without a flag and with each of its flags, over each file, or over one of so many in turn."""
    command = reading()[name]
    for place, path in enumerate(paths):
        for turn, flag in enumerate(((), *flags_of(command, path))):
            if (place + turn) % one_of == 0:
                yield (name, *arguments_of(command, path), *flag)


def each_pair(name: str, paths: Sequence[str], every: bool) -> Iterator[tuple[str, ...]]:
    """A command with each pair of its flags: over `every` file, or over one each in turn."""
    command = reading()[name]
    pairs = list(combinations(range(len(flags_of(command, ""))), 2))
    turns = product(range(len(pairs)), range(len(paths)))
    for at, place in turns if every else [(at, at % len(paths)) for at in range(len(pairs))]:
        flags = flags_of(command, paths[place])
        one, other = pairs[at]
        yield (name, *arguments_of(command, paths[place]), *flags[one], *flags[other])


def _over_all(name: str) -> list[Ended]:
    """Everything that `.ci/long` runs of one command."""
    everything = sorted(str(path) for path in FIXTURES.rglob("*") if path.is_file())
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        paths = list(files_of_every_kind(Path(folder)).values())
        wanted = [*each_alone(name, everything), *each_pair(name, paths, every=True)]
        return [ended(arguments) for arguments in wanted]


def main() -> int:
    """Run everything, print how many runs there were, the longest, and those that fail."""
    failed = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for name, runs in zip(reading(), pool.map(_over_all, reading()), strict=True):
            longest = max(runs, key=lambda one: one.seconds)
            print(f"{name:11} {len(runs):6,} runs, the longest {longest.seconds:.2f} s")
            for one in runs:
                if not one.is_sound:
                    failed += 1
                    line = " ".join(one.arguments)
                    print(f"  exit code {one.code}, {one.seconds:.2f} s: fitl {line}: {one.wrote}")
    print(f"{failed} runs failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
