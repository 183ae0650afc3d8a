"""A file that a command was given: opened, read and played; what is said when it is not sound."""

from __future__ import annotations

import sys

import click

from fitl_cli.output import ILLEGAL, UNREADABLE, Failure, Unreadable, say, warn
from fitl_core.errors import Violation
from fitl_core.game.files import Game, LogFile, play_log, read_log
from fitl_core.game.replays import Replay
from notation import Document, UnreadableError
from notation.decode import MAX_SIZE, decode


def open_log(path: str) -> LogFile:
    """Read a file (`-`: stdin), text or JSON Lines. Ends the command where it is no log at all."""
    return log_of(bytes_of(path), name_of(path))


def log_of(raw: bytes, name: str) -> LogFile:
    """The log in the bytes of a file. Ends the command where they are no log at all."""
    try:
        return read_log(raw, name)
    except UnreadableError as error:
        raise _unreadable(error, name) from None


def text_of(raw: bytes, name: str) -> str:
    """The text in the bytes of a file. Ends the command where they are no text at all."""
    try:
        return decode(raw)
    except UnreadableError as error:
        raise _unreadable(error, name) from None


def _unreadable(error: UnreadableError, name: str) -> Unreadable:
    place = f":{error.line}:{error.column}" if error.line else ""
    return Unreadable(f"{name}{place}: {error.message}", error.code, error.line, error.column)


def name_of(path: str) -> str:
    """What messages call a file."""
    return "<stdin>" if path == "-" else click.format_filename(path)


def bytes_of(path: str) -> bytes:
    """What is in a file (`-`: stdin). Ends the command where it cannot be read."""
    try:
        if path != "-":
            with open(path, "rb") as file:
                return file.read(MAX_SIZE + 1)
        if sys.stdin is None:
            raise OSError("there is no standard input")
        return sys.stdin.buffer.read(MAX_SIZE + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise Unreadable(f"{name_of(path)}: {why}", "no-file") from None


def open_game(path: str) -> tuple[Game, Replay]:
    """A game that could at least begin; ends the command with the reason where none can."""
    return begun(open_log(path))


def begun(log: LogFile) -> tuple[Game, Replay]:
    """The game of a log that could at least begin; ends the command with the reason where none can."""
    game = play_log(log)
    if game.replay is None:
        refused = not game.log.faults and isinstance(game.setup_error, Violation)
        message = "\n".join([f"{game.log.name}: the game cannot begin", *unsound_lines(game)])
        raise Failure(message, ILLEGAL if refused else UNREADABLE)
    return game, game.replay


def sound_document(log: LogFile) -> Document:
    """The document of a log without faults; else ends the command with all of them."""
    if log.document is None or log.faults:
        lines = [f"{log.name} cannot be read", *unsound_lines(Game(log, None))]
        raise Failure("\n".join(lines), UNREADABLE)
    return log.document


def unsound_lines(game: Game) -> list[str]:
    """Every fault, and why the first illegal event is refused."""
    if not game.log.faults:
        return error_lines(game)
    from fitl_cli.excerpts import notice_lines
    from fitl_core.game.notices import fault_notice

    found = [fault_notice(game.log, fault) for fault in game.log.faults]
    return [line for notice in found for line in notice_lines(game.log.name, notice)] + error_lines(game)


def error_lines(game: Game) -> list[str]:
    """Why the sound part ends where it does; nothing if all of it is sound."""
    if game.error is None:
        return []
    from fitl_cli.excerpts import notice_lines
    from fitl_core.game.notices import error_notices

    return [line for notice in error_notices(game) for line in notice_lines(game.log.name, notice)]


def tell_unsound(game: Game, on_stdout: bool = False) -> int:
    """Say why a game is not sound to its end; the exit code for it (0: it is)."""
    lines = unsound_lines(game)
    if lines:
        (say if on_stdout else warn)("\n".join(lines))
    if game.log.faults:
        return UNREADABLE
    return ILLEGAL if game.error is not None else 0


def choose_position(game: Game, replay: Replay, at: int | None, card: int | None) -> int:
    """The number of the event behind which a command looks; the last sound one if nothing is said."""
    if at is not None and card is not None:
        raise click.UsageError("--at and --card exclude each other")
    try:
        if card is not None:
            return replay.number_after_card(card)
        if at is not None:
            replay.state_at(at)
            return at
    except Violation as error:
        if game.error is not None and at is not None and 0 < at <= len(replay.events):
            lines = [f"event {at} is not sound: the game is illegal before it", *error_lines(game)]
            raise Failure("\n".join(lines), ILLEGAL) from None
        raise click.BadParameter(error.message, param_hint="--at" if card is None else "--card") from None
    return replay.sound
