"""`fitl compare`: pieces as somebody counted them, held against a game."""

from __future__ import annotations

import click
import msgspec

from fitl_cli.opening import bytes_of, choose_position, name_of, open_game, tell_unsound
from fitl_cli.output import ILLEGAL, UNREADABLE, Failure, Unreadable, leave, paint, say, say_json
from fitl_core.imports.piece_checks import PieceDifference, check_pieces, place_words
from fitl_core.imports.piece_lists import PieceList, UnreadableTable, read_pieces
from fitl_core.tell.lines import printable
from notation import UnreadableError


class Compared(msgspec.Struct, frozen=True):
    """What `fitl compare --json` prints: what differs, and the spaces of which the table says nothing."""

    file: str
    after: int
    same: bool
    different: tuple[PieceDifference, ...]
    untold: tuple[str, ...]


@click.command("compare")
@click.argument("file", metavar="FILE")
@click.argument("table", metavar="TABLE")
@click.option("--at", type=int, default=None, help="The board behind this event (0: the start).")
@click.option("--card", type=int, default=None, help="The board when this card is finished.")
@click.option("--whole", is_flag=True, help="The table has the whole map: what it does not name is empty.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(file: str, table: str, at: int | None, card: int | None, whole: bool, as_json: bool) -> None:
    """Hold a list of pieces by space against the board of a game.

    TABLE (- is standard input) has a row for each space, piece and count, or a column for each kind of
    piece, with commas, semicolons, tabs or bars; or lines such as `Tay Ninh: 2 VC guerrillas, 1 base`. Exit
    code 1 where the log has others than the table; 3 where a name is not known.
    """
    if file == table == "-":
        raise click.UsageError("only one of FILE and TABLE can be standard input")
    told = _read(table)
    game, replay = open_game(file)
    number = choose_position(game, replay, at, card)
    found = check_pieces(replay.steps[number].state, told, whole)
    if as_json:
        same = not found.different
        say_json(Compared(game.log.name, number, same, found.different, found.untold))
    else:
        color = paint()
        for one in found.different:
            say(color.red(str(one)))
        if not found.different:
            say(color.green(f"{found.spaces} spaces and boxes of the table are as in the log"))
        if found.untold:
            names = ", ".join(map(place_words, found.untold))
            say(f"not in the table, with pieces in the log: {names}")
    code = tell_unsound(game) if at is None and card is None else 0
    leave(max(code, ILLEGAL if found.different else 0))


def _read(path: str) -> PieceList:
    raw, name = bytes_of(path), name_of(path)
    try:
        return read_pieces(raw)
    except UnreadableTable as error:
        lines = [f"{name}:{one.line}:{one.column}: {printable(one.message)}" for one in error.faults]
        raise Failure("\n".join(lines), UNREADABLE) from None
    except UnreadableError as error:
        raise Unreadable(f"{name}: {error.message}", error.code) from None
