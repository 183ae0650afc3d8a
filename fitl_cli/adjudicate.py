"""`fitl adjudicate`: the verdict on one move, to be pasted in a mail."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

import notation
from fitl_cli.output import ILLEGAL, UNREADABLE, USAGE, Failure, leave, paint, say, say_json
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.editions import Edition
from fitl_core.game.adjudications import (
    Adjudicated,
    adjudicated,
    adjudication_lines,
    adjudication_view,
    heading_lines,
    position_in_dispute,
)
from fitl_core.record.events import Event
from fitl_core.state.state import State
from fitl_core.tell.lines import printable
from notation import NotationError


@click.command("adjudicate")
@click.argument("where", metavar="FILE|POSITION")
@click.option("--move", required=True, help="The move in dispute, as a line of the notation.")
@click.option("--at", type=int, default=None, help="In the position behind this event of FILE.")
@click.option("--rules", type=click.Choice([e.value for e in Edition]), default=None, help="By this edition.")
@click.option("--scenario", default="full", show_default=True, help="With a POSITION: of which scenario.")
@click.option("--all", "everything", is_flag=True, help="Every legal move at the least distance from it.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    where: str,
    move: str,
    at: int | None,
    rules: str | None,
    scenario: str,
    everything: bool,
    as_json: bool,
) -> None:
    """Adjudicate a move in a game (its last position, or --at) or in a POSITION.

    A POSITION is the value of a tag Position: "Hue 3ut 2vg; played 1; next 2". Exit code 0 if the move
    is legal, 1 if it is illegal or incomplete.
    """
    ruled = adjudicated(_state(where, at, rules, scenario), _event(move), everything)
    if as_json:
        say_json(adjudication_view(ruled))
    else:
        say("\n".join(_lines(ruled)))
    leave(0 if ruled.found.legal else ILLEGAL)


def _state(where: str, at: int | None, rules: str | None, scenario: str) -> State:
    """The position in dispute."""
    if Path(where).is_file() or where == "-":
        from fitl_cli.opening import choose_position, open_game

        game, replay = open_game(where)
        state = replay.steps[choose_position(game, replay, at, None)].state
        return msgspec.structs.replace(state, rules=Edition(rules)) if rules else state
    if at is not None:
        raise click.UsageError("--at goes with a file")
    try:
        return position_in_dispute(where, scenario, Edition(rules or Edition.SECOND))
    except NotationError as fault:
        raise Failure(
            printable(f"{where!r} is no file, and no position: {fault.message}"), UNREADABLE
        ) from None
    except Violation as error:
        raise Failure(
            "\n".join([error.message, *[f"    - {fact}" for fact in error.facts]]), ILLEGAL
        ) from None
    except FitlError as error:
        raise Failure(error.message, USAGE) from None


def _event(move: str) -> Event:
    """The move, read as a line of a log."""
    try:
        event = notation.read_line(move).event
    except FitlError as error:
        code = USAGE if error.code == "line-single" else UNREADABLE
        raise Failure(f"--move cannot be read: {printable(error.message)}", code) from None
    if event is None:
        raise Failure("--move is a line of a log with a move in it", USAGE)
    return event


def _lines(ruled: Adjudicated) -> list[str]:
    color = paint()
    move, where = heading_lines(ruled)
    verdict = (color.green if ruled.found.legal else color.red)(ruled.found.verdict)
    rules = ", ".join(ruled.found.rules)
    return [color.bold(move), where, f"  verdict: {verdict} ({rules})", *adjudication_lines(ruled)]
