"""Which position of a game a command is about, and what is said when the game is not sound."""

from __future__ import annotations

import click

from fitl_cli.game import Game, play_log, read_log
from fitl_cli.output import ILLEGAL, UNREADABLE, Failure, say, warn
from fitl_cli.refusals import error_lines, error_of, fault_lines
from fitl_core.errors import Violation
from fitl_core.game.replays import Replay


def open_game(path: str) -> tuple[Game, Replay]:
    """A game that could at least begin; ends the command with the reason where none can."""
    game = play_log(read_log(path))
    if game.replay is None:
        lines = unsound_lines(game)
        refused = not game.log.faults and isinstance(game.setup_error, Violation)
        message = "\n".join([f"{game.log.name}: the game cannot begin", *lines])
        raise Failure(message, ILLEGAL if refused else UNREADABLE)
    return game, game.replay


def unsound_lines(game: Game) -> list[str]:
    """Every fault, and the ruling on the first illegal event."""
    lines = [line for fault in game.log.faults for line in fault_lines(game.log, fault)]
    return lines + error_lines(game)


def tell_unsound(game: Game, on_stdout: bool = False) -> int:
    """Say why a game is not sound to its end; the exit code for it (0: it is)."""
    lines = unsound_lines(game)
    if lines:
        (say if on_stdout else warn)("\n".join(lines))
    if game.log.faults:
        return UNREADABLE
    return ILLEGAL if error_of(game) is not None else 0


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
        if error_of(game) is not None and at is not None and 0 < at <= len(replay.events):
            lines = [f"event {at} is not sound: the game is illegal before it", *error_lines(game)]
            raise Failure("\n".join(lines), ILLEGAL) from None
        raise click.BadParameter(error.message, param_hint="--at" if card is None else "--card") from None
    return replay.sound
