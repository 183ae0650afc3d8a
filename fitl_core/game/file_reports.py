"""The verdict on a file for programs, the output of `fitl validate --json`.

`fitl_core.game.fault_notices` presents it to people.
"""

from __future__ import annotations

import msgspec

import notation
from fitl_core.errors import FitlError, NotSupported, Refusal, Violation
from fitl_core.facts.factions import Faction
from fitl_core.game.fault_notices import (
    PASSED_OVER,
    actor_of,
    answers_of,
    assumption_words,
    faults_of,
    span_of,
)
from fitl_core.game.files import FalseClaim, Game, impossible_parts, release_of, setup_place
from fitl_core.game.game_verdicts import Verdict, verdict_of
from fitl_core.game.log_warnings import warnings_of
from fitl_core.game.non_player_verdicts import JudgedMove, symbol_lines
from fitl_core.game.release_reports import ReleaseDifference, release_differences
from fitl_core.game.settling import judged_by_older_rules
from fitl_core.game.variations import Branch, VariationVerdict, branches
from fitl_core.players.non_players.move_verdicts import VerdictName
from fitl_core.players.non_players.unknown_symbols import UnknownSymbol
from fitl_core.rules.sequence import to_act
from fitl_core.state.final_places import places
from notation import LogWarning, NotationError, Span

MOST_CLAIMS = 100
MOST_REFUSED = 1000


class FileProblem(msgspec.Struct, frozen=True):
    """A fault of syntax, or the reason why an event is refused.

    `event` is the number of the refused event, None for faults of syntax and of the header. `line`
    and `column` are 0 if the fault is the whole input. With `fitl validate --continue`, `assumed` is the line
    assumed in its place, or says that the line is passed over.
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
    """A false claim. `actual` is None if the claimed thing does not exist."""

    line: int
    column: int
    end: int
    event: int
    claimed: str
    actual: str | None


class NonPlayerVerdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """The verdict by section 8 on a move, or on dice, in a `line` of the file.

    `due` are the moves that section 8 allows, in the notation. `symbols` are the unknown symbols of cards on
    which the verdict relies, and `alternatives` says in words what each possible symbol would lead to.
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
    symbols: tuple[UnknownSymbol, ...] = ()
    alternatives: tuple[str, ...] = ()


class VariationReport(msgspec.Struct, frozen=True):
    """A variation of `events` events in place of event `at`. `line` is the line that opens it."""

    number: str
    name: str
    at: int
    line: int
    verdict: VariationVerdict
    events: int
    errors: tuple[FileProblem, ...] = ()
    claims: tuple[ClaimProblem, ...] = ()


class FileReport(msgspec.Struct, frozen=True):
    """The verdict on a file. `sound` is the number of legal events, of `events` in the file.

    Four fields have numbers of events. `let_stand` are moves in force that the table let stand against the
    rules. `put_right` are refused events that later lines took back or amended. `corrected` are the table's
    corrections. `unchecked_digests` are digests of version 1, which are not compared. `more_errors` and
    `more_claims` count the refused events and false claims that are not listed. `warnings` do not change
    the verdict. `places` has the final places of a finished game (7.1). `unexamined` names the parts that
    were not examined because the work has a limit. `rules_release` is the release that wrote the file, None
    if it is not known. `judged_otherwise` are the events that today's rules judge otherwise.
    """

    file: str
    verdict: Verdict
    events: int = 0
    sound: int = 0
    to_act: str | None = None
    card: int | None = None
    phase: str | None = None
    errors: tuple[FileProblem, ...] = ()
    more_errors: int = 0
    claims: tuple[ClaimProblem, ...] = ()
    more_claims: int = 0
    let_stand: tuple[int, ...] = ()
    put_right: tuple[int, ...] = ()
    corrected: tuple[int, ...] = ()
    unchecked_digests: tuple[int, ...] = ()
    non_players: tuple[NonPlayerVerdict, ...] = ()
    warnings: tuple[FileProblem, ...] = ()
    places: tuple[tuple[Faction, ...], ...] = ()
    variations: tuple[VariationReport, ...] = ()
    unexamined: tuple[str, ...] = ()
    rules_release: int | None = None
    judged_otherwise: tuple[ReleaseDifference, ...] = ()


def unreadable(name: str, code: str, message: str, line: int = 0, column: int = 0) -> FileReport:
    """Return the report on a file that is not a log.

    `line` and `column` are 0 if the fault is the whole file.
    """
    return FileReport(name, "unreadable", errors=(FileProblem(line, column, column, code, message),))


def report(
    game: Game,
    claims: tuple[FalseClaim, ...],
    without_players: tuple[JudgedMove, ...] = (),
    found: tuple[Branch, ...] | None = None,
) -> FileReport:
    """Return the report on a file that was read, with its false claims. Raises nothing.

    Lines and columns count from 1. `without_players` are the verdicts on the moves of Non-players (section
    8). `found` are the variations of the game, if the caller has them already.
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
    return FileReport(
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
        put_right=tuple([mended.number for mended in replay.mended]) if replay is not None else (),
        corrected=replay.corrections if replay is not None else (),
        unchecked_digests=replay.unchecked_digests if replay is not None else (),
        non_players=tuple([_non_player(game, judged) for judged in without_players]),
        warnings=tuple(map(_warning_problem, warnings_of(game))),
        places=places(state) if state is not None else (),
        variations=tuple([variation_report(branch) for branch in found]),
        rules_release=release_of(log),
        judged_otherwise=release_differences(log, judged_by_older_rules(game)),
    )


def variation_report(branch: Branch) -> VariationReport:
    """Return the report on a variation. Raises nothing."""
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


def _non_player(game: Game, judged: JudgedMove) -> NonPlayerVerdict:
    verdict = judged.verdict
    due = tuple([notation.write_event(event) for event in verdict.due])
    return NonPlayerVerdict(
        judged.number,
        verdict.verdict,
        verdict.node,
        verdict.faction,
        game.places[judged.number - 1].whole.line,
        due,
        verdict.reading,
        verdict.readings,
        verdict.cards,
        verdict.needs,
        verdict.symbols,
        tuple(symbol_lines(judged, has_ways=game.replay is not None)),
    )


def fault_problem(fault: NotationError) -> FileProblem:
    """Return the problem of a fault of syntax."""
    return FileProblem(fault.line, fault.column, fault.end, fault.code, fault.message, hint=fault.advice)


def _warning_problem(warning: LogWarning) -> FileProblem:
    """Return the problem of a warning."""
    span = warning.span
    return FileProblem(span.line, span.column, span.end, warning.code, warning.message, hint=warning.hint)


def impossible_problem(refusal: Refusal, span: Span) -> FileProblem:
    """Return the problem of an impossible part of a position."""
    return FileProblem(span.line, span.column, span.end, refusal.code, refusal.message, rule=refusal.rule)


def _refusals(game: Game) -> list[FileProblem]:
    """Return the problems of refused events, or the reasons why the game cannot begin."""
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


def _problem(error: FitlError, span: Span) -> FileProblem:
    violation = error if isinstance(error, Violation) else None
    return FileProblem(
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
