"""`fitl compare`: a list of pieces compared with a game."""

from __future__ import annotations

from collections.abc import Iterable

import click
import msgspec

from fitl_cli.opened_files import bytes_of, choose_position, name_of, open_game, tell_unsound
from fitl_cli.options import shared
from fitl_cli.output import ILLEGAL, UNREADABLE, Failure, UnreadableFile, leave, paint, say, say_json, warn
from fitl_core.imports.piece_checks import PieceDifference, check_pieces, place_words
from fitl_core.imports.piece_lists import PieceList, TableFault, UnreadableTable, read_pieces
from fitl_core.tell.wrapping import printable
from notation import UnreadableError


class Compared(msgspec.Struct, frozen=True):
    """The output of `fitl compare --json`: differences, unnamed spaces, and rows left out."""

    file: str
    after: int
    same: bool
    different: tuple[PieceDifference, ...]
    untold: tuple[str, ...]
    faults: tuple[TableFault, ...] = ()


@click.command("compare")
@click.argument("file", metavar="FILE")
@click.argument("table", metavar="TABLE")
@shared("--at")
@shared("--card")
@click.option(
    "--whole", is_flag=True, help="The table has the whole map: spaces that it does not name are empty."
)
@shared("--json")
def command(file: str, table: str, at: int | None, card: int | None, whole: bool, as_json: bool) -> None:
    """Compare a list of pieces by space with the board of a game.

    TABLE (- is standard input) has a row for each space, piece and count, or a column for each kind of
    piece, with commas, semicolons, tabs or bars; or lines such as `Tay Ninh: 2 VC guerrillas, 1 base`. Rows
    that cannot be read are reported, and the rest is compared. Exit code 1 if pieces differ or a row was left
    out; 3 if no row can be read.
    """
    if file == table == "-":
        raise click.UsageError("only one of FILE and TABLE can be standard input")
    piece_list = _read(table)
    game, replay = open_game(file)
    number = choose_position(game, replay, at, card)
    comparison = check_pieces(replay.steps[number].state, piece_list, whole)
    if as_json:
        same = not (comparison.different or piece_list.faults)
        say_json(
            Compared(game.log.name, number, same, comparison.different, comparison.untold, piece_list.faults)
        )
    else:
        color = paint()
        for line in fault_lines(name_of(table), piece_list.faults):
            warn(line)
        for one in comparison.different:
            say(color.red(str(one)))
        if not comparison.different:
            say(color.green(f"{comparison.spaces} spaces and boxes of the table are as in the log"))
        if comparison.untold:
            names = ", ".join(map(place_words, comparison.untold))
            say(f"not in the table, with pieces in the log: {names}")
    code = tell_unsound(game) if at is None and card is None else 0
    leave(max(code, ILLEGAL if comparison.different or piece_list.faults else 0))


def fault_lines(name: str, faults: Iterable[TableFault]) -> list[str]:
    """Return the rows of a table that cannot be read, each with its place and the reason."""
    return [f"{name}:{one.line}:{one.column}: {printable(one.message)}" for one in faults]


def _read(path: str) -> PieceList:
    raw, name = bytes_of(path), name_of(path)
    try:
        return read_pieces(raw, leave_out=True)
    except UnreadableTable as error:
        raise Failure("\n".join(fault_lines(name, error.faults)), UNREADABLE) from None
    except UnreadableError as error:
        raise UnreadableFile(f"{name}: {error.message}", error.code) from None
