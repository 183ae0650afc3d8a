"""The verdict on a file as data, as `fitl validate --json` prints it."""

from __future__ import annotations

import msgspec

import notation
from fitl_core.errors import FitlError, NotSupported, Violation
from fitl_core.game.files import FalseClaim, Game, impossible_parts
from fitl_core.game.notices import actor_of, answers_of, span_of_error
from fitl_core.game.verdicts import Verdict, verdict_of
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
    """A file's verdict. `sound` is how many events are legal, of `events` in the file.

    `let_stand` are the numbers of the moves in force that the table let stand against the rules, `corrected`
    those of its corrections, `unchecked_digests` those of the digests of version 1, which are not compared.
    """

    file: str
    verdict: Verdict
    events: int = 0
    sound: int = 0
    to_act: str | None = None
    card: int | None = None
    phase: str | None = None
    errors: tuple[Problem, ...] = ()
    claims: tuple[ClaimProblem, ...] = ()
    let_stand: tuple[int, ...] = ()
    corrected: tuple[int, ...] = ()
    unchecked_digests: tuple[int, ...] = ()


def unreadable(name: str, code: str, message: str, line: int = 0, column: int = 0) -> Report:
    """The report on a file that is no log; `line` and `column` are 0 where the fault is the whole of it."""
    return Report(name, "unreadable", errors=(Problem(line, column, column, code, message),))


def report(game: Game, claims: tuple[FalseClaim, ...]) -> Report:
    """The report on a file that was read, with its false claims; lines and columns from 1. Raises nothing."""
    log = game.log
    replay = game.replay
    errors = [_fault(fault) for fault in log.faults]
    errors += _refusals(game)
    state = replay.state if replay is not None else None
    return Report(
        log.name,
        verdict_of(game, claims),
        events=len(game.entries),
        sound=replay.sound if replay is not None else 0,
        to_act=to_act(state) if state is not None else None,
        card=state.card if state is not None else None,
        phase=state.phase if state is not None else None,
        errors=tuple(sorted(errors, key=lambda problem: (problem.line, problem.column))),
        claims=tuple([_claim(claim) for claim in claims]),
        let_stand=replay.stands if replay is not None else (),
        corrected=replay.corrections if replay is not None else (),
        unchecked_digests=replay.unchecked_digests if replay is not None else (),
    )


def _fault(fault: NotationError) -> Problem:
    return Problem(fault.line, fault.column, fault.end, fault.code, fault.message, hint=fault.advice)


def _refusals(game: Game) -> list[Problem]:
    """Why the sound part ends where it does, or all that is impossible in a Position."""
    if parts := impossible_parts(game):
        return [
            Problem(span.line, span.column, span.end, refusal.code, refusal.message, rule=refusal.rule)
            for refusal, span in parts
        ]
    return [_refusal(game, game.error)] if game.error is not None else []


def _refusal(game: Game, error: FitlError) -> Problem:
    span = span_of_error(game)
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
