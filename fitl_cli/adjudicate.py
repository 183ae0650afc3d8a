"""`fitl adjudicate`: a ruling on one move, to be pasted in a mail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

import notation
from fitl_cli.cases import Case, cases_like
from fitl_cli.game import read_line
from fitl_cli.output import ILLEGAL, UNREADABLE, USAGE, Failure, leave, paint, say, say_json
from fitl_cli.refusals import answers_of, clean, ruling_lines
from fitl_cli.rulings import paragraph
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.editions import Edition
from fitl_core.facts.vocabulary import VERBS
from fitl_core.record.events import Action, Event
from fitl_core.record.setup import Setup
from fitl_core.state.start import set_up
from fitl_core.state.state import State
from fitl_core.tell.adjudication import Adjudication, OtherEdition, adjudicate
from fitl_core.tell.words import control_changes, narrate, standing
from notation import NotationError
from notation.position import read_position

MOST_CASES = 6
MOST_REASONS = 2
"""So many cases are told with their reason."""
MOST_ANSWERS = 12


@click.command("adjudicate")
@click.argument("where", metavar="FILE|POSITION")
@click.option("--move", required=True, help="The move in dispute, as a line of the notation.")
@click.option("--at", type=int, default=None, help="In the position behind this event of FILE.")
@click.option("--rules", type=click.Choice([e.value for e in Edition]), default=None, help="By this edition.")
@click.option("--scenario", default="full", show_default=True, help="With a POSITION: of which scenario.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(where: str, move: str, at: int | None, rules: str | None, scenario: str, as_json: bool) -> None:
    """Rule on a move in a game (its last position, or --at) or in a POSITION.

    A POSITION is the value of a tag Position: "Hue 3ut 2vg; played 1; next 2". Exit code 0 if the move
    is legal, 1 if not.
    """
    state = _state(where, at, rules, scenario)
    event = _event(move)
    ruling = adjudicate(state, event)
    if as_json:
        say_json(_as_json(state, event, ruling))
    else:
        say("\n".join(_told(state, event, ruling)))
    leave(0 if ruling.legal else ILLEGAL)


def _state(where: str, at: int | None, rules: str | None, scenario: str) -> State:
    """The position in dispute."""
    if Path(where).is_file() or where == "-":
        from fitl_cli.positions import choose_position, open_game

        game, replay = open_game(where)
        state = replay.steps[choose_position(game, replay, at, None)].state
        return msgspec.structs.replace(state, rules=Edition(rules)) if rules else state
    if at is not None:
        raise click.UsageError("--at goes with a file")
    try:
        position = read_position(where)
        return set_up(Setup(scenario, Edition(rules or Edition.SECOND), position=position))
    except NotationError as fault:
        raise Failure(clean(f"{where!r} is no file, and no position: {fault.message}"), UNREADABLE) from None
    except Violation as error:
        raise Failure(
            "\n".join([error.message, *[f"    - {fact}" for fact in error.facts]]), ILLEGAL
        ) from None
    except FitlError as error:
        raise Failure(error.message, USAGE) from None


def _event(move: str) -> Event:
    """The move, read as a line of a log."""
    try:
        events = read_line(move).log.events
    except FitlError as error:
        raise Failure(f"--move cannot be read: {clean(error.message)}", UNREADABLE) from None
    if len(events) != 1:
        raise Failure(f"--move is one line of a log, not {len(events)}", USAGE)
    return events[0]


def _told(state: State, event: Event, ruling: Adjudication) -> list[str]:
    color = paint()
    verdict = color.green("legal") if ruling.legal else color.red("illegal")
    lines = [
        color.bold(notation.write_event(event)),
        f"  in: {standing(state)}, by the {state.rules} edition",
        f"  verdict: {verdict} ({', '.join(ruling.rules)})",
    ]
    if isinstance(ruling.error, Violation):
        lines += paragraph(f"because {ruling.error.rule}: {ruling.error.message}")
        lines += ruling_lines(ruling.error, "there", MOST_ANSWERS)
    else:
        lines += ["  what it does:", *[f"    {told}" for told in _consequences(state, event, ruling)]]
    lines += ["  on these facts:", *[f"    {fact}" for fact in ruling.facts]]
    if ruling.nearest:
        lines += ["  legal moves near it:", *[f"    {notation.write_event(move)}" for move in ruling.nearest]]
    for other in ruling.otherwise:
        word = "legal" if other.legal else "illegal"
        lines += paragraph(f"open question {other.id}: {other.question} If {other.plays}: {word}")
    if ruling.elsewhere is not None:
        lines += _by_other_edition(ruling.elsewhere, ruling.legal)
    alike = _alike(event, ruling)
    if alike:
        lines.append("  cases like it:")
    for i, case in enumerate(alike[:MOST_CASES]):
        lines.append(f"    {case.id} {case.question} {case.verdict.split()[0].title()}.")
        lines += paragraph(case.reason, "      ") if i < MOST_REASONS else []
    return lines


def _by_other_edition(other: OtherEdition, legal_here: bool) -> list[str]:
    if not other.legal:
        verdict = f"illegal ({other.rule}): {other.reason}"
    else:
        verdict = "legal, but it leads to another position" if legal_here else "legal"
    return paragraph(f"by the {other.edition} edition: {verdict}")


def _alike(event: Event, ruling: Adjudication) -> list[Case]:
    """The cases on the deciding rules; for a legal move the rule of its last verb is the particular one."""
    verbs = [part.verb for part in event.segments] if isinstance(event, Action) else []
    particular = [] if _code(ruling) else [VERBS[verb] for verb in reversed(verbs)]
    rules = tuple(dict.fromkeys([*particular, *ruling.rules]))
    return cases_like(notation.write_event(event), set(verbs), rules, _code(ruling))


def _code(ruling: Adjudication) -> str:
    return ruling.error.code if ruling.error is not None else ""


def _consequences(state: State, event: Event, ruling: Adjudication) -> list[str]:
    assert ruling.after is not None
    told = [*narrate(state, ruling.effects), *control_changes(state, ruling.after)]
    return [str(line) for line in told] or ["nothing changes"]


def _as_json(state: State, event: Event, ruling: Adjudication) -> dict[str, Any]:
    error = ruling.error
    refusal = None
    if isinstance(error, Violation):
        refusal = {
            "code": error.code,
            "rule": error.rule,
            "message": error.message,
            "facts": error.facts,
            "asked": error.asked,
            "of": error.faction,
            "legal": answers_of(error),
        }
    return {
        "move": notation.write_event(event),
        "edition": state.rules,
        "legal": ruling.legal,
        "rules": ruling.rules,
        "facts": ruling.facts,
        "effects": _consequences(state, event, ruling) if ruling.legal else [],
        "refusal": refusal,
        "nearest": [notation.write_event(move) for move in ruling.nearest],
        "otherwise": ruling.otherwise,
        "elsewhere": ruling.elsewhere,
        "cases": [case.id for case in _alike(event, ruling)],
    }
