"""`fitl play`: a game file played on, by one move or question by question."""

from __future__ import annotations

from typing import NoReturn

import click
import msgspec

import notation
from fitl_cli.adjudicate import ruling_lines
from fitl_cli.desk import Desk, put_lines
from fitl_cli.opening import open_game, tell_unsound
from fitl_cli.output import ILLEGAL, UNREADABLE, USAGE, Failure, leave, say, say_json
from fitl_core.errors import FitlError
from fitl_core.game.adjudications import adjudicated, adjudication_view
from fitl_core.game.disputes import FactionsMove
from fitl_core.game.files import Game
from fitl_core.mail.moves import entry_typed
from fitl_core.record.events import Play, Reveal
from fitl_core.tell.effects import Told, narrate
from fitl_core.tell.words import standing
from notation import Entry


class Played(msgspec.Struct, frozen=True):
    """What `fitl play --json` prints: the lines that were put behind the game, and what the last one did."""

    file: str
    event: int
    lines: tuple[str, ...]
    told: tuple[Told, ...]
    standing: str


@click.command("play")
@click.argument("file", metavar="FILE")
@click.argument("move", nargs=-1, metavar="[MOVE]")
@click.option("--secret", default=None, metavar="SECRET", help="The dealer's file of this game.")
@click.option("--dice", type=click.Choice(["rolled", "typed"]), default="rolled", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for a MOVE.")
def command(file: str, move: tuple[str, ...], secret: str | None, dice: str, as_json: bool) -> None:
    """Check a MOVE and put it at the end of FILE; without one, ask for moves until you stop.

    An illegal MOVE is ruled on, and nothing is written. Dice left out of it are rolled: by the dealer's
    SECRET, with proofs (unless said, FILE with the ending .secret where that is there), else by chance.
    Asked for moves, you answer by number or in the notation. Non-players act and the cards of a sealed deck
    come up by themselves; without one you say which card comes up. Each move is in FILE as soon as it is
    whole: stop whenever you like.
    """
    if file == "-":
        raise click.UsageError("moves are put into a file, not into standard input")
    text = " ".join(move).strip()
    if as_json and not text:
        raise click.UsageError("--json goes with a MOVE")
    game, _ = open_game(file)
    if game.log.faults or not _works_on_the_log(text):
        leave(tell_unsound(game))
    desk = Desk(file, game, secret)
    if text:
        if dice == "typed":
            raise click.UsageError("--dice typed asks for them: with a MOVE, say them in it, as {4}")
        _play_one(desk, text, as_json)
    else:
        from fitl_cli.sitting import Sitting

        Sitting(desk, typed_dice=dice == "typed").play()


def _play_one(desk: Desk, text: str, as_json: bool) -> None:
    """Put one move into the file, or rule on it and leave."""
    replay, before = desk.game.replay, len(desk.game.entries)
    assert replay is not None
    try:
        entry = entry_typed(text, replay.state)
    except (notation.NotationError, notation.UnreadableError) as fault:
        advice = f" ({fault.advice})" if isinstance(fault, notation.NotationError) and fault.advice else ""
        raise Failure(f"the move cannot be read: {fault.message}{advice}", UNREADABLE) from None
    except FitlError as error:
        raise Failure(error.message, USAGE) from None
    try:
        entries = desk.cast(replay.state, entry)
        entry = entries[-1]
        desk.put(entries)
    except FitlError as error:
        _refuse(desk.game, entry, error, as_json)
    _tell(desk, before, as_json)


def _works_on_the_log(text: str) -> bool:
    """Whether a line may put right what is illegal in a game."""
    return text.lower().startswith(("void", "amend"))


def _refuse(game: Game, entry: Entry, error: FitlError, as_json: bool) -> NoReturn:
    """Say why a line is not put into the game, and leave with 1."""
    event = entry.event
    if not isinstance(event, FactionsMove | Play | Reveal):
        raise Failure(str(error), ILLEGAL)
    assert game.replay is not None
    ruled = adjudicated(game.replay.state, event, claims=entry.claims)
    if as_json:
        say_json(adjudication_view(ruled))
    else:
        say("\n".join([*ruling_lines(ruled), f"nothing is put into {game.log.name}"]))
    raise click.exceptions.Exit(ILLEGAL)


def _tell(desk: Desk, before: int, as_json: bool) -> None:
    """Say what was put behind so many events, and what it did."""
    replay = desk.game.replay
    assert replay is not None
    if as_json:
        told = tuple([one for step in replay.steps[before + 1 :] for one in narrate(step.effects)])
        lines = tuple([notation.write_entry(entry)[0] for entry in desk.game.entries[before:]])
        say_json(Played(desk.game.log.name, replay.sound, lines, told, standing(replay.state)))
    else:
        say("\n".join([*put_lines(desk.game, before), standing(replay.state)]))
