"""`fitl import`: games and positions of other programs, as logs."""

from __future__ import annotations

import os
from collections.abc import Iterator

import click
import msgspec

from fitl_cli.log_text import log_text
from fitl_cli.opened_files import bytes_of, log_of, name_of, sound_document
from fitl_cli.options import shared
from fitl_cli.output import ILLEGAL, UNREADABLE, Failure, UnreadableFile, leave, say_data, say_json, warn
from fitl_cli.writing import is_same_file, write_file
from fitl_core.game.canonical_lines import canonical_log
from fitl_core.imports.faults import ImportFault, ImportRemark, Unimportable
from fitl_core.imports.file_kinds import form_of, import_file
from fitl_core.imports.scala_games import ImportedGame, ImportedStep, import_game, is_of_game
from fitl_core.tell.wrapping import printable

MOST_FILES = 20_000
"""The most files of a folder that are read: a game has two for each step."""


class ImportOutput(msgspec.Struct, frozen=True, omit_defaults=True):
    """The output of `fitl import --json`: the result of each step, remarks, and the log or its file."""

    file: str
    saves: int
    moves: int
    positions: int
    steps: tuple[ImportedStep, ...]
    remarks: tuple[ImportRemark, ...]
    faults: tuple[ImportFault, ...]
    out: str = ""
    text: str = ""


@click.command("import")
@click.argument("path", metavar="SAVE|FOLDER")
@shared("--output", "It gets the log.")
@shared("--json", "It has the log and the report.")
def command(path: str, out: str | None, as_json: bool) -> None:
    """Make a log of a game or position of another program.

    A FOLDER holds the saves and logs of a game of the Scala program `fitl` (save-000, log-000, …). Its moves
    are found by search and checked. If no move is found for a step, a `correct` line sets the position. A
    SAVE is one of these files, or a board of `fitl show --json`: the log begins there. JSON Lines and logs of
    version 1 are written as logs of today, each move as the rules ask for it, with its old wording beside it
    ([%typed …]); lines with links or signatures stay. The report goes to stderr.

    Exit code 0: everything is in the log; 1: an impossible board, or a save that was left out; 3: nothing
    can be read.
    """
    raw = None if os.path.isdir(path) else bytes_of(path)
    game = _imported(path, raw)
    text = log_text(name_of(path), game.log, jsonl=False)
    out = None if out == "-" else out
    if out is not None:
        write_file(out, text, raw if is_same_file(path, out) else None)
    moves = sum([step.imported == "moves" for step in game.steps])
    if as_json:
        where = click.format_filename(out) if out is not None else ""
        told = ImportOutput(
            name_of(path), game.saves, moves, len(game.steps) - moves, game.steps, game.remarks, game.faults,
            where, text if out is None else "",
        )  # fmt: skip
        say_json(told)
    else:
        if out is None:
            say_data(text)
        warn("\n".join(_report(name_of(path), game, moves)))
    leave(ILLEGAL if game.faults else 0)


def _imported(path: str, raw: bytes | None) -> ImportedGame:
    """Return the game in the bytes of a file, or of the files of a folder."""
    name = name_of(path)
    try:
        if raw is None:
            return import_game(_files(path))
        if form_of(raw) == "log":
            return ImportedGame(canonical_log(sound_document(log_of(raw, name)).log), 0)
        return import_file(raw, os.path.basename(path))
    except Unimportable as error:
        lines = [f"{name} is not imported:", *[f"  {printable(str(fault))}" for fault in error.faults]]
        raise Failure("\n".join(lines), ILLEGAL if error.is_of_board else UNREADABLE) from None


def _files(folder: str) -> dict[str, bytes]:
    """Return the saves and logs in a folder by their names."""
    try:
        names = sorted([one.name for one in os.scandir(folder) if is_of_game(one.name) and one.is_file()])
    except OSError as error:
        raise UnreadableFile(f"{name_of(folder)}: {error.strerror or error}", "no-file") from None
    return {name: bytes_of(os.path.join(folder, name)) for name in names[:MOST_FILES]}


def _report(name: str, game: ImportedGame, moves: int) -> Iterator[str]:
    """Return the results of the steps, remarks, and files that were left out, a line each."""
    if game.steps:
        by_bots = sum([step.by == "bot" and step.imported == "moves" for step in game.steps])
        yield (
            f"{name}: {game.saves} saves; of {len(game.steps)} steps {moves} as moves "
            f"({by_bots} of bots), {len(game.steps) - moves} as positions only"
        )
    else:
        yield f"{name}: imported"
    for step in game.steps:
        if step.why:
            who = f"{step.faction} on card {step.card}" if step.faction else step.kind
            yield printable(f"  save {step.save} ({who}): a position only: {step.why}")
    for remark in game.remarks:
        where = f"save {remark.save}: " if remark.save is not None else ""
        yield printable(f"  {where}{remark.text}")
    for fault in game.faults:
        yield printable(f"  left out: {fault}")
