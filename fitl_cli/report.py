"""What `fitl validate --json` prints for a file."""

from __future__ import annotations

from typing import Literal

import click
import msgspec

import notation
from fitl_cli.game import FalseClaim, Game
from fitl_cli.output import UNREADABLE, Unreadable
from fitl_cli.refusals import actor_of, answers_of, error_of, place_of_error
from fitl_core.errors import FitlError, NotSupported, Violation
from fitl_core.rules.sequence import to_act
from notation import NotationError


class Problem(msgspec.Struct, frozen=True):
    """A fault of syntax, or why an event is refused.

    `event` is the number of the refused event, None for faults of syntax and of the header; `line`
    and `column` are 0 where the fault is the whole input.
    """

    line: int
    column: int
    end: int
    code: str
    message: str
    rule: str | None = None
    faction: str | None = None
    facts: tuple[str, ...] = ()
    asked: str = ""
    legal: tuple[str, ...] = ()
    event: int | None = None
    hint: str = ""


class ClaimProblem(msgspec.Struct, frozen=True):
    """A false claim; `actual` is None where the thing claimed is not there at all."""

    line: int
    column: int
    end: int
    event: int
    claimed: str
    actual: str | None


class Report(msgspec.Struct, frozen=True):
    """A file's verdict. `sound` is how many events are legal, of `events` in the file."""

    file: str
    verdict: Literal["legal", "illegal", "claims", "unreadable"]
    events: int = 0
    sound: int = 0
    to_act: str | None = None
    card: int | None = None
    phase: str | None = None
    errors: tuple[Problem, ...] = ()
    claims: tuple[ClaimProblem, ...] = ()


def unreadable(path: str, failure: Unreadable) -> Report:
    """The report on a file that is no log."""
    name = "<stdin>" if path == "-" else click.format_filename(path)
    fault = Problem(failure.line, failure.column, failure.column, failure.fault, failure.message)
    return Report(name, "unreadable", errors=(fault,))


def report(game: Game, claims: tuple[FalseClaim, ...], code: int) -> Report:
    """The report on a file that was read, `code` being its exit code."""
    log = game.log
    replay = game.replay
    errors = [_fault(fault) for fault in log.faults]
    if (error := error_of(game)) is not None:
        errors.append(_refusal(game, error))
    verdict: Literal["legal", "illegal", "claims", "unreadable"] = "legal"
    if code == UNREADABLE:
        verdict = "unreadable"
    elif error is not None:
        verdict = "illegal"
    elif claims:
        verdict = "claims"
    state = replay.state if replay is not None else None
    return Report(
        log.name,
        verdict,
        events=len(game.entries) if log.document is not None else 0,
        sound=replay.sound if replay is not None else 0,
        to_act=to_act(state) if state is not None else None,
        card=state.card if state is not None else None,
        phase=state.phase if state is not None else None,
        errors=tuple(sorted(errors, key=lambda problem: (problem.line, problem.column))),
        claims=tuple([_claim(claim) for claim in claims]),
    )


def _fault(fault: NotationError) -> Problem:
    return Problem(fault.line, fault.column, fault.end, fault.code, fault.message, hint=fault.advice)


def _refusal(game: Game, error: FitlError) -> Problem:
    span = place_of_error(game).span
    number = game.replay.sound + 1 if game.replay is not None else None
    rule = error.rule if isinstance(error, Violation | NotSupported) else None
    violation = error if isinstance(error, Violation) else None
    return Problem(
        span.line,
        span.column,
        span.end,
        error.code,
        error.message,
        rule=rule,
        faction=actor_of(game),
        facts=violation.facts if violation else (),
        asked=violation.asked if violation else "",
        legal=tuple(answers_of(error)),
        event=number,
    )


def _claim(claim: FalseClaim) -> ClaimProblem:
    truth = notation.write_claim(claim.actual) if claim.actual is not None else None
    place = claim.place
    return ClaimProblem(
        place.line, place.column, place.end, claim.event, notation.write_claim(claim.claimed), truth
    )
