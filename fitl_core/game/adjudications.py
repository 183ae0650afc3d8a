"""An adjudication of a move as it is handed out: the verdict with its reason, and dispute cases like it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

import notation
from fitl_core.errors import Violation
from fitl_core.facts.counting import some_of
from fitl_core.facts.editions import Edition
from fitl_core.facts.vocabulary import VERBS
from fitl_core.game.notices import answers_of, refusal_lines
from fitl_core.record.claims import Claim
from fitl_core.record.events import Action, Event
from fitl_core.state.figures import actual, holds
from fitl_core.state.state import State
from fitl_core.tell.adjudication import (
    Adjudication,
    OtherReading,
    Owed,
    Verdict,
    adjudicate,
)
from fitl_core.tell.cases import DisputeCase, cases_like
from fitl_core.tell.effects import narrate
from fitl_core.tell.elsewhere import OtherEdition
from fitl_core.tell.grounds import Bearing
from fitl_core.tell.lines import paragraph
from fitl_core.tell.words import standing
from notation import Span
from notation.errors import MOST_OF_KIND
from notation.reader import placed_line

MOST_CASES = 6
MOST_REASONS = 2
"""So many cases are told with their reason."""
MOST_ANSWERS = 12


class RefusalView(msgspec.Struct, frozen=True):
    """Why a move is illegal; `of` is the Faction that was asked, `legal` what it could have answered."""

    code: str
    rule: str
    message: str
    facts: tuple[str, ...]
    asked: str
    of: str | None
    legal: tuple[str, ...]


class FalseFigure(msgspec.Struct, frozen=True):
    """A figure claimed behind a legal move that is not so; `actual` is None where there is no such thing."""

    claimed: str
    actual: str | None


class AdjudicationView(msgspec.Struct, frozen=True):
    """An adjudication for programs, with moves and answers in the notation, and the ids of like cases."""

    move: str
    edition: Edition
    verdict: Verdict
    legal: bool
    rules: tuple[str, ...]
    facts: tuple[str, ...]
    effects: tuple[str, ...]
    refusal: RefusalView | None
    nearest: tuple[str, ...]
    otherwise: tuple[OtherReading, ...]
    elsewhere: OtherEdition | None
    cases: tuple[str, ...]
    owed: Owed | None = None
    false_claims: tuple[FalseFigure, ...] = ()
    bearing: tuple[Bearing, ...] = ()


class Adjudicated(msgspec.Struct, frozen=True):
    """A move in a position with what was found on it, and the dispute cases like it, the likest first.

    `false_claims` are the figures claimed behind a legal move that do not result.
    """

    state: State
    event: Event
    found: Adjudication
    cases: tuple[DisputeCase, ...]
    false_claims: tuple[FalseFigure, ...] = ()


def adjudicated(
    state: State, event: Event, everything: bool = False, claims: tuple[Claim, ...] = ()
) -> Adjudicated:
    """Adjudicate an event in a position, with the figures claimed behind it.

    Raises nothing: an illegal event is adjudicated, too. Of the legal moves near it three are named, with
    `everything` all with the fewest changes.
    """
    found = adjudicate(state, event, everything)
    return Adjudicated(
        state, event, found, tuple(_alike(event, found)), tuple(_false_figures(state, found, claims))
    )


def _false_figures(before: State, found: Adjudication, claims: tuple[Claim, ...]) -> Iterator[FalseFigure]:
    for claim in claims:
        if found.after is not None and not holds(found.after, claim, before):
            truth = actual(found.after, claim, before)
            yield FalseFigure(
                notation.write_claim(claim), notation.write_claim(truth) if truth is not None else None
            )


def adjudication_lines(ruled: Adjudicated) -> list[str]:
    """All behind the verdict, for people: because of what, on which facts, what else would be legal."""
    found = ruled.found
    if isinstance(found.error, Violation):
        lines = paragraph(f"because {found.error.rule}: {found.error.message}")
        if found.owed is not None:
            lines[:0] = paragraph(
                f"all that is written is accepted; {found.owed.who} still owes {found.owed.what}"
            )
        lines += refusal_lines(found.error, "there", MOST_ANSWERS)
    else:
        lines = some_of([f"  false claim: {_told(false)}" for false in ruled.false_claims], MOST_OF_KIND)
        lines += ["  what it does:", *[f"    {told}" for told in _consequences(found)]]
    for bearing in found.bearing:
        lines += paragraph(f"{bearing.rule} bears on it: {bearing.says}")
    lines += ["  on these facts:", *[f"    {fact}" for fact in found.facts]]
    if found.nearest:
        lines += ["  legal moves near it:", *[f"    {notation.write_event(move)}" for move in found.nearest]]
    for other in found.otherwise:
        word = "legal" if other.legal else "illegal"
        lines += paragraph(f"open question {other.id}: {other.question} If {other.plays}: {word}")
    if found.elsewhere is not None:
        lines += _by_other_edition(found.elsewhere, found.legal)
    if ruled.cases:
        lines.append("  cases like it:")
    for i, case in enumerate(ruled.cases[:MOST_CASES]):
        lines.append(f"    {case.id} {case.question} {case.verdict.split()[0].title()}.")
        lines += paragraph(case.reason, "      ") if i < MOST_REASONS else []
    return lines


def heading_lines(ruled: Adjudicated) -> tuple[str, str]:
    """The move in canonical form, and in which position it is, by which edition."""
    state = ruled.state
    return notation.write_event(ruled.event), f"  in: {standing(state)}, by the {state.rules} edition"


def mark_of(ruled: Adjudicated) -> Span | None:
    """Where the clause at fault stands in the move as the heading has it; None where it is the whole."""
    error = ruled.found.error
    clause = error.clause if isinstance(error, Violation) else None
    places = placed_line(notation.write_event(ruled.event))[1].clauses
    return places[clause] if clause is not None and clause < len(places) else None


def adjudication_view(ruled: Adjudicated) -> AdjudicationView:
    """An adjudication for programs, as `fitl adjudicate --json` prints it. Raises nothing."""
    state, event, found = ruled.state, ruled.event, ruled.found
    return AdjudicationView(
        move=notation.write_event(event),
        edition=state.rules,
        verdict=found.verdict,
        legal=found.legal,
        rules=found.rules,
        facts=found.facts,
        effects=tuple(_consequences(found)) if found.legal else (),
        refusal=refusal_view(found.error) if isinstance(found.error, Violation) else None,
        nearest=tuple([notation.write_event(move) for move in found.nearest]),
        otherwise=found.otherwise,
        elsewhere=found.elsewhere,
        cases=tuple([case.id for case in ruled.cases]),
        owed=found.owed,
        false_claims=ruled.false_claims,
        bearing=found.bearing,
    )


def _told(false: FalseFigure) -> str:
    """A false claim in words, as `fitl validate` has it."""
    return f"claimed {false.claimed}, it is {false.actual or 'not in effect'}"


def refusal_view(error: Violation) -> RefusalView:
    """Why a move is illegal, for a program; the answers that were open are a few, in the notation."""
    return RefusalView(
        error.code,
        error.rule,
        error.message,
        error.facts,
        error.asked,
        error.faction,
        tuple(answers_of(error)),
    )


def _by_other_edition(other: OtherEdition, legal_here: bool) -> list[str]:
    if not other.legal:
        verdict = f"illegal ({other.rule}): {other.reason}"
    else:
        adapted = [words for words in (other.dice, other.order) if words]
        verdict = ", ".join(["legal", *adapted])
        if legal_here and not adapted:
            verdict = "legal, but it leads to another position"
    return paragraph(f"by the {other.edition} edition: {verdict}")


def _alike(event: Event, found: Adjudication) -> list[DisputeCase]:
    """The cases on the point in dispute: the code, and the rules and cards that decided.

    Of a legal move those that bore on it; else what its clauses were asked under besides its verbs' rules.
    Who is Eligible next (2.3.6) is told of every action, and so comes last.
    """
    verbs = [part.verb for part in event.segments] if isinstance(event, Action) else []
    bearing = [each.rule for each in found.bearing]
    move = notation.write_event(event)
    if isinstance(found.error, Violation):
        verdict, decided = f"{found.verdict} {found.error.code}", [found.error.rule, *bearing]
    else:
        of_verbs = [VERBS[verb] for verb in reversed(verbs)]
        particular = [rule for rule in found.rules if rule not in {*of_verbs, "2.3.4", "2.3.6", "3.1"}]
        verdict, decided = "legal", [*bearing, *particular, *of_verbs, "2.3.6"]
    return cases_like(move, set(verbs), verdict, tuple(dict.fromkeys(decided)), found.rules)


def _consequences(found: Adjudication) -> list[str]:
    return [str(told) for told in narrate(found.effects)] or ["nothing changes"]
