"""`fitl adjudicate`: the verdict on one move, to be pasted in a mail."""

from __future__ import annotations

import os
from typing import NamedTuple, NoReturn

import click
import msgspec

from fitl_cli.agreed import agreed, agreed_options
from fitl_cli.excerpts import notice_lines
from fitl_cli.opening import (
    begun,
    bytes_of,
    choose_position,
    log_of,
    name_of,
    sound_document,
    text_of,
)
from fitl_cli.output import ILLEGAL, UNREADABLE, USAGE, Failure, leave, paint, say, say_json
from fitl_core.errors import FitlError
from fitl_core.facts.editions import Edition
from fitl_core.facts.scenarios import scenarios
from fitl_core.game.adjudications import (
    Adjudicated,
    adjudicated,
    adjudication_lines,
    adjudication_view,
    heading_lines,
    mark_of,
)
from fitl_core.game.disputes import (
    Dispute,
    NothingToRule,
    is_log,
    last_move,
    move_at,
    move_in_dispute,
    position_in_dispute,
)
from fitl_core.game.files import Game
from fitl_core.game.replays import Replay
from fitl_core.record.claims import Claim
from fitl_core.record.events import Event
from fitl_core.record.setup import Setup


class Asked(NamedTuple):
    """What the command line says beside position and move."""

    rules: str | None
    scenario: str
    players: str | None
    options: str | None
    readings: str | None


@click.command("adjudicate")
@click.argument("where", metavar="FILE|POSITION")
@click.option("--move", default=None, help="The move in dispute, as a line of the notation, with its claims.")
@click.option("--at", type=int, default=None, help="With --move: behind this event of FILE; else this event.")
@click.option("--rules", type=click.Choice([e.value for e in Edition]), default=None, help="By this edition.")
@click.option(
    "--scenario",
    type=click.Choice(sorted(scenarios())),
    default="full",
    show_default=True,
    help="With a POSITION: of which scenario.",
)
@agreed_options("those of FILE, else as a header without them")
@click.option("--all", "everything", is_flag=True, help="Every legal move with the fewest changes to it.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    where: str, move: str | None, at: int | None, everything: bool, as_json: bool, **asked: str
) -> None:
    """Adjudicate a move in a game (in its last position, or --at) or in a POSITION.

    FILE is a game, or a text with nothing but a POSITION in it; - reads standard input. Without --move
    the last move of a game is ruled on, in the position before it. A POSITION is the value of a tag
    Position: "Hue 3ut 2vg; played 1; next 2". Exit code 0 if the move is legal and the figures claimed
    behind it are true, 1 if not, or if it is incomplete.
    """
    try:
        dispute = _dispute(where, move, at, Asked(**asked))
    except NothingToRule as nothing:
        _fail(nothing, as_json)
    except FitlError as error:
        raise Failure(error.message, USAGE) from None
    ruled = adjudicated(dispute.state, dispute.event, everything, dispute.claims)
    if as_json:
        say_json(adjudication_view(ruled))
    else:
        say("\n".join(ruling_lines(ruled)))
    leave(0 if ruled.found.legal and not ruled.false_claims else ILLEGAL)


def _dispute(where: str, move: str | None, at: int | None, asked: Asked) -> Dispute:
    """The move in dispute and its position."""
    said = move_in_dispute(move) if move is not None else None
    name, raw = "POSITION", None
    if where == "-" or (os.path.exists(where) and not os.path.isdir(where)):
        name, raw = name_of(where), bytes_of(where)
    text = where if raw is None else text_of(raw, name)
    if raw is not None and is_log(text):
        return _in_game(*begun(log_of(raw, name)), said, at, asked)
    if at is not None:
        raise click.UsageError("--at goes with a game")
    if said is None:
        raise click.UsageError("a position has no move of its own: say which with --move")
    setup = Setup(asked.scenario, Edition(asked.rules or Edition.SECOND))
    setup = agreed(setup, asked.players, asked.options, asked.readings)
    what = "no position" if raw is not None else "no file, and no position"
    return Dispute(position_in_dispute(text, setup, name, what), *said)


def _in_game(
    game: Game, replay: Replay, said: tuple[Event, tuple[Claim, ...]] | None, at: int | None, asked: Asked
) -> Dispute:
    """The move that was said, or the game's own, in its position; what was asked for overrules the header."""
    if said is not None:
        found = Dispute(replay.steps[choose_position(game, replay, at, None)].state, *said)
    else:
        sound_document(game.log)
        found = last_move(game) if at is None else move_at(game, at)
    state = found.state
    here = Setup(state.scenario, state.rules, None, state.players, state.options, state.readings)
    setup = agreed(here, asked.players, asked.options, asked.readings)
    played = msgspec.structs.replace(
        state,
        rules=Edition(asked.rules or state.rules),
        players=setup.players,
        options=setup.options,
        readings=setup.readings,
    )
    return found._replace(state=played)


def _fail(nothing: NothingToRule, as_json: bool) -> NoReturn:
    """End the command with all that is wrong in place of a verdict."""
    report = nothing.report
    if report is None:
        raise Failure(nothing.message, USAGE)
    code = ILLEGAL if report.verdict == "illegal" else UNREADABLE
    if any(problem.code == "line-single" for problem in report.errors):
        code = USAGE
    if as_json:
        say_json(report)
        raise click.exceptions.Exit(code)
    lines = [line for notice in nothing.notices for line in notice_lines(report.file, notice)]
    raise Failure("\n".join([nothing.message, *lines]), code)


def ruling_lines(ruled: Adjudicated) -> list[str]:
    """An adjudication as it is printed."""
    color = paint()
    move, where = heading_lines(ruled)
    verdict = (color.green if ruled.found.legal else color.red)(ruled.found.verdict)
    if ruled.false_claims:
        verdict += color.red(", but a claim is false")
    if ruled.found.rules:
        verdict += f" ({', '.join(ruled.found.rules)})"
    place = mark_of(ruled)
    marked = [color.bold(move)]
    if place is not None:
        marked.append(" " * (place.column - 1) + color.red("^" * (place.end - place.column)))
    return [*marked, where, f"  verdict: {verdict}", *adjudication_lines(ruled)]
