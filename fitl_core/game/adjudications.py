"""Adjudicate a move, and present the verdict with its reason and similar dispute cases.

`fitl_core.tell.adjudication` finds the verdict.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

import notation
from fitl_core.errors import Violation
from fitl_core.facts.counting import some_of
from fitl_core.facts.editions import Edition
from fitl_core.facts.move_words import VERBS
from fitl_core.game.fault_notices import answers_of, refusal_lines
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
from fitl_core.tell.effects_in_words import narrate
from fitl_core.tell.grounds import Bearing
from fitl_core.tell.other_edition import OtherEdition
from fitl_core.tell.words import standing
from fitl_core.tell.wrapping import paragraph, unexamined_words
from notation import Span
from notation.errors import MOST_OF_KIND
from notation.reader import placed_line

MOST_CASES = 6
MOST_REASONS = 2
"""The number of similar cases that are reported with their reason."""
MOST_ANSWERS = 12


class RefusalView(msgspec.Struct, frozen=True):
    """The reason why a move is illegal. `of` is the Faction that was asked, `legal` its legal answers."""

    code: str
    rule: str
    message: str
    facts: tuple[str, ...]
    asked: str
    of: str | None
    legal: tuple[str, ...]


class FalseFigure(msgspec.Struct, frozen=True):
    """A false figure claimed after a legal move. `actual` is None if the claimed thing does not exist."""

    claimed: str
    actual: str | None


class DieToRoll(msgspec.Struct, frozen=True):
    """A near move that lacks a die, with the purpose and rule of the die, and the command that rolls it."""

    move: str
    purpose: str
    rule: str
    command: str


class AdjudicationView(msgspec.Struct, frozen=True):
    """An adjudication for programs, with moves and answers in the notation, and the ids of similar cases.

    `read_as` is the canonical form of a legal move that the rules do not accept as it is written, else "".
    """

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
    to_roll: tuple[DieToRoll, ...] = ()
    unexamined: tuple[str, ...] = ()
    read_as: str = ""


class AdjudicatedMove(msgspec.Struct, frozen=True):
    """A move in a position with its adjudication, and similar dispute cases, the most similar first.

    `false_claims` are the false figures claimed after a legal move.
    """

    state: State
    event: Event
    found: Adjudication
    cases: tuple[DisputeCase, ...]
    false_claims: tuple[FalseFigure, ...] = ()


def adjudicate_move(
    state: State, event: Event, everything: bool = False, claims: tuple[Claim, ...] = ()
) -> AdjudicatedMove:
    """Adjudicate an event in a position, with the figures claimed after it.

    Raises nothing, not even for an illegal event. The result names at most three legal moves near it. With
    `everything` it names all with the fewest changes.
    """
    adjudication = adjudicate(state, event, everything)
    return AdjudicatedMove(
        state,
        event,
        adjudication,
        tuple(_similar_cases(event, adjudication)),
        tuple(_false_figures(state, adjudication, claims)),
    )


def _false_figures(before: State, found: Adjudication, claims: tuple[Claim, ...]) -> Iterator[FalseFigure]:
    for claim in claims:
        if found.after is not None and not holds(found.after, claim, before):
            truth = actual(found.after, claim, before)
            yield FalseFigure(
                notation.write_claim(claim), notation.write_claim(truth) if truth is not None else None
            )


def adjudication_lines(ruled: AdjudicatedMove) -> list[str]:
    """Return the lines that explain the verdict to people: reason, facts, and legal alternatives."""
    adjudication = ruled.found
    if isinstance(adjudication.error, Violation):
        lines = paragraph(f"because {adjudication.error.rule}: {adjudication.error.message}")
        if adjudication.owed is not None:
            lines[:0] = paragraph(
                f"every written clause is accepted; {adjudication.owed.who} still owes "
                f"{adjudication.owed.what}"
            )
        lines += refusal_lines(adjudication.error, "there", MOST_ANSWERS)
    else:
        lines = some_of(
            [f"  false claim: {_claim_words(false)}" for false in ruled.false_claims], MOST_OF_KIND
        )
        if adjudication.read_as is not None:
            lines.append(f"  read as: {notation.write_event(adjudication.read_as)}")
        lines += ["  effects:", *[f"    {line}" for line in _consequences(adjudication)]]
    for bearing in adjudication.bearing:
        lines += paragraph(f"{bearing.rule} bears on it: {bearing.says}")
    lines += ["  on these facts:", *[f"    {fact}" for fact in adjudication.facts]]
    if adjudication.nearest:
        lines += [
            "  legal moves near it:",
            *[f"    {notation.write_event(move)}" for move in adjudication.nearest],
        ]
    for die in dice_to_roll(adjudication):
        lines += paragraph(f"roll a die ({die.rule}) for: {die.move}")
        lines.append(f"    {die.command}")
    for other in adjudication.otherwise:
        word = "legal" if other.legal else "illegal"
        lines += paragraph(f"open question {other.id}: {other.question} If {other.plays}: {word}")
    if adjudication.elsewhere is not None:
        lines += _by_other_edition(adjudication.elsewhere, adjudication.legal)
    if adjudication.unexamined:
        lines += paragraph(unexamined_words(adjudication.unexamined))
    if ruled.cases:
        lines.append("  similar cases:")
    for i, case in enumerate(ruled.cases[:MOST_CASES]):
        lines.append(f"    {case.id} {case.question} {case.verdict.split()[0].title()}.")
        lines += paragraph(case.reason, "      ") if i < MOST_REASONS else []
    return lines


def dice_to_roll(found: Adjudication) -> tuple[DieToRoll, ...]:
    """Return the near moves in which a die is missing, with the command that rolls it."""
    return tuple(
        [
            DieToRoll(
                notation.write_event(one.action), one.purpose, one.rule, f'fitl roll SECRET "{one.purpose}"'
            )
            for one in found.to_roll
        ]
    )


def heading_lines(ruled: AdjudicatedMove) -> tuple[str, str]:
    """Return the move in canonical form, and a line with its position and edition."""
    state = ruled.state
    return notation.write_event(ruled.event), f"  in: {standing(state)}, by the {state.rules} edition"


def mark_of(ruled: AdjudicatedMove) -> Span | None:
    """Return the place of the refused clause in the canonical move, or None if the whole move is refused."""
    error = ruled.found.error
    clause = error.clause if isinstance(error, Violation) else None
    places = placed_line(notation.write_event(ruled.event))[1].clauses
    return places[clause] if clause is not None and clause < len(places) else None


def view_adjudication(ruled: AdjudicatedMove) -> AdjudicationView:
    """Return an adjudication for programs, the output of `fitl adjudicate --json`. Raises nothing."""
    state, event, adjudication = ruled.state, ruled.event, ruled.found
    return AdjudicationView(
        move=notation.write_event(event),
        edition=state.rules,
        verdict=adjudication.verdict,
        legal=adjudication.legal,
        rules=adjudication.rules,
        facts=adjudication.facts,
        effects=tuple(_consequences(adjudication)) if adjudication.legal else (),
        refusal=refusal_view(adjudication.error) if isinstance(adjudication.error, Violation) else None,
        nearest=tuple([notation.write_event(move) for move in adjudication.nearest]),
        otherwise=adjudication.otherwise,
        elsewhere=adjudication.elsewhere,
        cases=tuple([case.id for case in ruled.cases]),
        owed=adjudication.owed,
        false_claims=ruled.false_claims,
        bearing=adjudication.bearing,
        to_roll=dice_to_roll(adjudication),
        unexamined=adjudication.unexamined,
        read_as="" if adjudication.read_as is None else notation.write_event(adjudication.read_as),
    )


def _claim_words(false: FalseFigure) -> str:
    """Return a false claim in the words of `fitl validate`."""
    return f"claimed {false.claimed}, it is {false.actual or 'not in effect'}"


def refusal_view(error: Violation) -> RefusalView:
    """Return the reason why a move is illegal, for programs, with legal answers in the notation."""
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


def _similar_cases(event: Event, found: Adjudication) -> list[DisputeCase]:
    """Return the cases on the point in dispute: its code, and the rules and cards that decided it.

    For a legal move these are the rules that bear on it, then the other rules of its questions, then those
    of its verbs. Eligibility (2.3.6) concerns every action, so it comes last.
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
    return [str(line) for line in narrate(found.effects)] or ["nothing changes"]
