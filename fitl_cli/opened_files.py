"""The file of a command: opened, read and played, with messages for unsound files."""

from __future__ import annotations

import sys

import click

from fitl_cli.output import ILLEGAL, UNREADABLE, Failure, UnreadableFile, say, warn
from fitl_core.errors import Violation
from fitl_core.game.files import Game, LogFile, play_log, read_log
from fitl_core.game.replays import ReplayedGame
from notation import Document, UnreadableError
from notation.decode import MAX_SIZE, decode


def open_log(path: str) -> LogFile:
    """Read a file (`-`: stdin), text or JSON Lines. End the command if it is no log at all."""
    return log_of(bytes_of(path), name_of(path))


def log_of(raw: bytes, name: str) -> LogFile:
    """Return the log in the bytes of a file. End the command if they are no log at all."""
    try:
        return read_log(raw, name)
    except UnreadableError as error:
        raise _unreadable(error, name) from None


def text_of(raw: bytes, name: str) -> str:
    """Return the text in the bytes of a file. End the command if they are no text."""
    try:
        return decode(raw)
    except UnreadableError as error:
        raise _unreadable(error, name) from None


def _unreadable(error: UnreadableError, name: str) -> UnreadableFile:
    place = f":{error.line}:{error.column}" if error.line else ""
    return UnreadableFile(f"{name}{place}: {error.message}", error.code, error.line, error.column)


def name_of(path: str) -> str:
    """Return the name of a file for messages."""
    return "<stdin>" if path == "-" else click.format_filename(path)


def bytes_of(path: str) -> bytes:
    """Return the content of a file (`-`: stdin). End the command if it cannot be read."""
    try:
        if path != "-":
            with open(path, "rb") as file:
                return file.read(MAX_SIZE + 1)
        if sys.stdin is None:
            raise OSError("there is no standard input")
        return sys.stdin.buffer.read(MAX_SIZE + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise UnreadableFile(f"{name_of(path)}: {why}", "no-file") from None


def open_game(path: str) -> tuple[Game, ReplayedGame]:
    """Open a game that can at least begin; else end the command with the reason."""
    return begun(open_log(path))


def begun(log: LogFile) -> tuple[Game, ReplayedGame]:
    """Return the game of a log that can at least begin; else end the command with the reason."""
    game = play_log(log)
    if game.replay is None:
        refused = not game.log.faults and isinstance(game.setup_error, Violation)
        message = "\n".join([f"{game.log.name}: the game cannot begin", *unsound_lines(game)])
        raise Failure(message, ILLEGAL if refused else UNREADABLE)
    return game, game.replay


def sound_document(log: LogFile) -> Document:
    """Return the document of a log without faults; else end the command with all faults."""
    if log.document is None or log.faults:
        lines = [f"{log.name} cannot be read", *unsound_lines(Game(log, None))]
        raise Failure("\n".join(lines), UNREADABLE)
    return log.document


def unsound_lines(game: Game) -> list[str]:
    """Return every fault, and the reason against the first illegal event."""
    if not game.log.faults:
        return error_lines(game)
    from fitl_cli.excerpts import notice_lines
    from fitl_core.game.fault_notices import fault_notice

    notices = [fault_notice(game.log, fault) for fault in game.log.faults]
    return [line for notice in notices for line in notice_lines(game.log.name, notice)] + error_lines(game)


def error_lines(game: Game) -> list[str]:
    """Return why the sound part ends; nothing if the whole game is sound."""
    if game.error is None:
        return []
    from fitl_cli.excerpts import notice_lines
    from fitl_core.game.fault_notices import error_notices

    return [line for notice in error_notices(game) for line in notice_lines(game.log.name, notice)]


def tell_unsound(game: Game, on_stdout: bool = False) -> int:
    """Print why a game is not sound to its end. Return the exit code (0: it is sound)."""
    lines = unsound_lines(game)
    if lines:
        (say if on_stdout else warn)("\n".join(lines))
    if game.log.faults:
        return UNREADABLE
    return ILLEGAL if game.error is not None else 0


def choose_position(game: Game, replay: ReplayedGame, at: int | None, card: int | None) -> int:
    """Return the number of the chosen event; the last sound one by default."""
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
