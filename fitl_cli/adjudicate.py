"""`fitl adjudicate`: the verdict on one move, ready for a mail."""

from __future__ import annotations

import os
from typing import NamedTuple, NoReturn

import click
import msgspec

from fitl_cli.excerpts import notice_lines
from fitl_cli.game_options import agreed, agreed_options
from fitl_cli.opened_files import (
    begun,
    bytes_of,
    choose_position,
    log_of,
    name_of,
    sound_document,
    text_of,
)
from fitl_cli.options import shared
from fitl_cli.output import ILLEGAL, UNREADABLE, USAGE, Failure, leave, paint, say, say_json, warn
from fitl_core.errors import FitlError
from fitl_core.facts.editions import Edition
from fitl_core.game.adjudications import (
    AdjudicatedMove,
    adjudicate_move,
    adjudication_lines,
    heading_lines,
    mark_of,
    view_adjudication,
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
from fitl_core.game.replays import ReplayedGame
from fitl_core.record.claims import Claim
from fitl_core.record.events import Event
from fitl_core.record.setup import Setup


class RulingOptions(NamedTuple):
    """The options of the command, besides position and move."""

    rules: str | None
    scenario: str
    players: str | None
    options: str | None
    readings: str | None


@click.command("adjudicate")
@click.argument("where", metavar="FILE|POSITION")
@shared("--move", "It is in dispute, with its claims.")
@shared("--at", "It goes with --move.")
@shared("--event", "It is in dispute, in place of the last one.")
@shared("--rules", "By default that of FILE.", default=None)
@shared("--scenario", "It goes with a POSITION.", default="full", show_default=True)
@agreed_options("By default those of FILE.", "By default those of FILE.")
@shared("--all", "They are the legal moves with the fewest changes.")
@shared("--json")
def command(
    where: str,
    move: str | None,
    at: int | None,
    event: int | None,
    everything: bool,
    as_json: bool,
    **asked: str,
) -> None:
    """Adjudicate a move in a game (in its last position, or --at) or in a POSITION.

    FILE is a game, or a text with nothing but a POSITION in it; - reads standard input. Without --move
    the command rules on the last move of a game, in the position before it. A POSITION is the value of a tag
    Position: "Hue 3ut 2vg; played 1; next 2". Exit code 0 if the move is legal and its claims
    are true; 1 if it is illegal or incomplete, or if a claim is false.
    """
    if move is None and at is not None:
        warn("fitl: --at without --move is now --event")
        at, event = None, at
    if move is not None and event is not None:
        raise click.UsageError("--event names a move of the game; it does not go with --move")
    try:
        dispute = _dispute(where, move, at if event is None else event, RulingOptions(**asked))
    except NothingToRule as nothing:
        _fail(nothing, as_json)
    except FitlError as error:
        raise Failure(error.message, USAGE) from None
    ruled = adjudicate_move(dispute.state, dispute.event, everything, dispute.claims)
    if as_json:
        say_json(view_adjudication(ruled))
    else:
        say("\n".join(ruling_lines(ruled)))
    leave(0 if ruled.found.legal and not ruled.false_claims else ILLEGAL)


def _dispute(where: str, move: str | None, at: int | None, asked: RulingOptions) -> Dispute:
    """Return the move in dispute and its position."""
    move_and_claims = move_in_dispute(move) if move is not None else None
    name, raw = "POSITION", None
    if where == "-" or (os.path.exists(where) and not os.path.isdir(where)):
        name, raw = name_of(where), bytes_of(where)
    text = where if raw is None else text_of(raw, name)
    if raw is not None and is_log(text):
        return _in_game(*begun(log_of(raw, name)), move_and_claims, at, asked)
    if at is not None:
        raise click.UsageError("--at and --event go with a game")
    if move_and_claims is None:
        raise click.UsageError("a position has no move of its own: say which with --move")
    setup = Setup(asked.scenario, Edition(asked.rules or Edition.SECOND))
    setup = agreed(setup, asked.players, asked.options, asked.readings)
    what = "no position" if raw is not None else "no file, and no position"
    return Dispute(position_in_dispute(text, setup, name, what), *move_and_claims)


def _in_game(
    game: Game,
    replay: ReplayedGame,
    move_and_claims: tuple[Event, tuple[Claim, ...]] | None,
    at: int | None,
    asked: RulingOptions,
) -> Dispute:
    """Return the given move, or the game's own, in its position. Options overrule the header."""
    if move_and_claims is not None:
        dispute = Dispute(replay.steps[choose_position(game, replay, at, None)].state, *move_and_claims)
    else:
        sound_document(game.log)
        dispute = last_move(game) if at is None else move_at(game, at)
    state = dispute.state
    here = Setup(state.scenario, state.rules, None, state.players, state.options, state.readings)
    setup = agreed(here, asked.players, asked.options, asked.readings)
    played = msgspec.structs.replace(
        state,
        rules=Edition(asked.rules or state.rules),
        players=setup.players,
        options=setup.options,
        readings=setup.readings,
    )
    return dispute._replace(state=played)


def _fail(nothing: NothingToRule, as_json: bool) -> NoReturn:
    """End the command with all faults in place of a verdict."""
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


def ruling_lines(ruled: AdjudicatedMove) -> list[str]:
    """Return the lines of an adjudication."""
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
