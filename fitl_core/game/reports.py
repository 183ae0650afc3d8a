"""The verdict on a file as data, as `fitl validate --json` prints it."""

from __future__ import annotations

import msgspec

import notation
from fitl_core.errors import FitlError, NotSupported, Refusal, Violation
from fitl_core.facts.factions import Faction
from fitl_core.game.doubts import doubts_of
from fitl_core.game.files import FalseClaim, Game, impossible_parts, setup_place
from fitl_core.game.non_players import Judged
from fitl_core.game.notices import (
    PASSED_OVER,
    actor_of,
    answers_of,
    assumption_words,
    faults_of,
    span_of,
)
from fitl_core.game.variations import Branch, VariationVerdict, branches
from fitl_core.game.verdicts import Verdict, verdict_of
from fitl_core.players.non_players.verdicts import VerdictName
from fitl_core.rules.sequence import to_act
from fitl_core.state.places import places
from notation import Doubt, NotationError, Span

MOST_CLAIMS = 100
MOST_REFUSED = 1000


class Problem(msgspec.Struct, frozen=True):
    """A fault of syntax, or why an event is refused.

    `event` is the number of the refused event, None for faults of syntax and of the header; `line`
    and `column` are 0 where the fault is the whole input. `assumed` is the line from which the check went on
    in its place, or that it is passed over, with `fitl validate --all`.
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
    assumed: str | None = None


class ClaimProblem(msgspec.Struct, frozen=True):
    """A false claim; `actual` is None where the thing claimed is not there at all."""

    line: int
    column: int
    end: int
    event: int
    claimed: str
    actual: str | None


class NonPlayerVerdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What section 8 says of a move, or of dice, in a `line` of the file.

    `due` are the moves that would have been right, in the notation.
    """

    event: int
    verdict: VerdictName
    node: str
    faction: Faction
    line: int = 0
    due: tuple[str, ...] = ()
    reading: str = ""
    readings: tuple[str, ...] = ()
    cards: tuple[int, ...] = ()
    needs: str = ""


class VariationReport(msgspec.Struct, frozen=True):
    """A variation of `events` events in the place of event `at`; `line` is where it is opened."""

    number: str
    name: str
    at: int
    line: int
    verdict: VariationVerdict
    events: int
    errors: tuple[Problem, ...] = ()
    claims: tuple[ClaimProblem, ...] = ()


class Report(msgspec.Struct, frozen=True):
    """A file's verdict. `sound` is how many events are legal, of `events` in the file.

    `let_stand` are the numbers of the moves in force that the table let stand against the rules, `put_right`
    those of refused events that later lines took back or amended, `corrected` those of its corrections,
    `unchecked_digests` those of the digests of version 1, which are not compared; `more_errors` is how many
    events are refused besides, `more_claims` how many claims are false besides, `warnings` what is odd and
    changes no verdict; `places` says who came in where, once the game is over (7.1).
    """

    file: str
    verdict: Verdict
    events: int = 0
    sound: int = 0
    to_act: str | None = None
    card: int | None = None
    phase: str | None = None
    errors: tuple[Problem, ...] = ()
    more_errors: int = 0
    claims: tuple[ClaimProblem, ...] = ()
    more_claims: int = 0
    let_stand: tuple[int, ...] = ()
    put_right: tuple[int, ...] = ()
    corrected: tuple[int, ...] = ()
    unchecked_digests: tuple[int, ...] = ()
    non_players: tuple[NonPlayerVerdict, ...] = ()
    warnings: tuple[Problem, ...] = ()
    places: tuple[tuple[Faction, ...], ...] = ()
    variations: tuple[VariationReport, ...] = ()


def unreadable(name: str, code: str, message: str, line: int = 0, column: int = 0) -> Report:
    """The report on a file that is no log; `line` and `column` are 0 where the fault is the whole of it."""
    return Report(name, "unreadable", errors=(Problem(line, column, column, code, message),))


def report(
    game: Game,
    claims: tuple[FalseClaim, ...],
    without_players: tuple[Judged, ...] = (),
    found: tuple[Branch, ...] | None = None,
) -> Report:
    """The report on a file that was read, with its false claims; lines and columns from 1. Raises nothing.

    `without_players` are the verdicts on the moves of Factions without a player (section 8), `found` the
    game's variations, where they have been looked for.
    """
    log = game.log
    replay = game.replay
    found = branches(game) if found is None else found
    errors = [
        msgspec.structs.replace(fault_problem(fault), assumed=PASSED_OVER if passed_over else None)
        for fault, passed_over in faults_of(game)
    ]
    errors += _refusals(game)
    state = replay.state if replay is not None else None
    return Report(
        log.name,
        verdict_of(game, claims),
        events=len(game.entries),
        sound=game.sound,
        to_act=to_act(state) if state is not None else None,
        card=state.card if state is not None else None,
        phase=state.phase if state is not None else None,
        errors=tuple(sorted(errors, key=lambda problem: (problem.line, problem.column))),
        more_errors=max(0, len(game.refused) - MOST_REFUSED),
        claims=tuple([_claim(claim) for claim in claims[:MOST_CLAIMS]]),
        more_claims=max(0, len(claims) - MOST_CLAIMS),
        let_stand=game.stands,
        put_right=tuple([one.number for one in replay.mended]) if replay is not None else (),
        corrected=replay.corrections if replay is not None else (),
        unchecked_digests=replay.unchecked_digests if replay is not None else (),
        non_players=tuple([_non_player(game, one) for one in without_players]),
        warnings=tuple(map(_doubt_problem, doubts_of(game))),
        places=places(state) if state is not None else (),
        variations=tuple([variation_report(branch) for branch in found]),
    )


def variation_report(branch: Branch) -> VariationReport:
    """The report on a variation. Raises nothing."""
    return VariationReport(
        branch.number,
        branch.name,
        branch.at,
        branch.opening.line,
        branch.verdict,
        len(branch.log.events) - branch.at + 1,
        tuple(_refusals(branch.game)) if branch.game is not None else (),
        tuple([_claim(claim) for claim in branch.claims[:MOST_CLAIMS]]),
    )


def _non_player(game: Game, one: Judged) -> NonPlayerVerdict:
    it = one.verdict
    due = tuple([notation.write_event(event) for event in it.due])
    return NonPlayerVerdict(
        one.number,
        it.verdict,
        it.node,
        it.faction,
        game.places[one.number - 1].whole.line,
        due,
        it.reading,
        it.readings,
        it.cards,
        it.needs,
    )


def fault_problem(fault: NotationError) -> Problem:
    """A fault of syntax."""
    return Problem(fault.line, fault.column, fault.end, fault.code, fault.message, hint=fault.advice)


def _doubt_problem(doubt: Doubt) -> Problem:
    """What is odd and no fault."""
    span = doubt.span
    return Problem(span.line, span.column, span.end, doubt.code, doubt.message, hint=doubt.hint)


def impossible_problem(refusal: Refusal, span: Span) -> Problem:
    """One thing that is impossible in a position."""
    return Problem(span.line, span.column, span.end, refusal.code, refusal.message, rule=refusal.rule)


def _refusals(game: Game) -> list[Problem]:
    """Why events are refused, or the game cannot begin; each thing that is impossible in a Position."""
    if parts := impossible_parts(game):
        return [impossible_problem(refusal, span) for refusal, span in parts]
    if game.setup_error is not None:
        return [_problem(game.setup_error, setup_place(game))]
    return [
        msgspec.structs.replace(
            _problem(refused.error, span_of(game, refused)),
            faction=actor_of(game, refused),
            event=refused.number,
            assumed=assumption_words(refused) if refused.went_on else None,
        )
        for refused in game.refused[:MOST_REFUSED]
    ]


def _problem(error: FitlError, span: Span) -> Problem:
    violation = error if isinstance(error, Violation) else None
    return Problem(
        span.line,
        span.column,
        span.end,
        error.code,
        error.message,
        rule=error.rule if isinstance(error, Violation | NotSupported) else None,
        faction=violation.faction if violation else None,
        facts=violation.facts if violation else (),
        asked=violation.asked if violation else "",
        legal=tuple(answers_of(error)),
    )


def _claim(claim: FalseClaim) -> ClaimProblem:
    truth = notation.write_claim(claim.actual) if claim.actual is not None else None
    place = claim.place
    return ClaimProblem(
        place.line, place.column, place.end, claim.event, notation.write_claim(claim.claimed), truth
    )
