"""A trial of a move as it is written: it is whole, a die is due in it, or another seat is asked.

`carrying_on` acts on the outcome. Read it next.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

import msgspec

from fitl_core.engine import insist_on_turn, play
from fitl_core.errors import Refusal, Violation
from fitl_core.facts.factions import Faction
from fitl_core.players.move_prefixes import DieDue, OtherAsked, Outcome, playable_prefix
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Action
from fitl_core.record.spoken import Said, written
from fitl_core.rules.shared.statements import answers_only
from fitl_core.state.state import State
from fitl_core.underway import Step, Underway

FACES = (1, 2, 3, 4, 5, 6)


def attempt(
    state: State,
    faction: Faction,
    said: Sequence[Said],
    limop: bool,
    own: Collection[Faction],
    left_out: Collection[str] = (),
) -> Outcome:
    """Try the clauses of a move in a position. `own` holds the Factions of its seat.

    Raises `Violation` if the move is refused, or if its own seat still owes an answer.
    """
    action = Action(faction, written(said, faction), limop)
    insist_on_turn(state, faction, limop)
    if (outcome_so_far := playable_prefix(state, action, said, own, left_out)) is not None:
        return outcome_so_far
    if (outcome := _with_statements(state, action, said, own, left_out)) is not None:
        return outcome
    try:
        return play(state, action)  # raises the reason of the refusal
    except Violation as violation:
        if (due := _due(violation, said)) is not None:
            return due
        raise


def skipped_question(
    state: State,
    faction: Faction,
    said: Sequence[Said],
    limop: bool,
    own: Collection[Faction],
    left_out: Collection[str] = (),
) -> OtherAsked | None:
    """Return the unanswered question of another seat that stands before a written clause, or None."""
    action = Action(faction, written(said, faction), limop)
    outcome = playable_prefix(state, action, said, own, left_out)
    return outcome if isinstance(outcome, OtherAsked) and outcome.at < len(said) else None


def _with_statements(
    state: State,
    action: Action,
    said: Sequence[Said],
    own: Collection[Faction],
    left_out: Collection[str],
) -> Outcome | None:
    """Return the outcome of a move that also states automatic effects; None if it states none."""
    answers = answers_only(partial(Underway, state, action.faction, action.limop), list(said))
    if answers == list(said):
        return None
    match playable_prefix(state, action, answers, own, left_out):
        case None:
            return None
        case Step():
            return play(state, action)
        case waits:
            return msgspec.structs.replace(waits, at=_place_of(answers, waits.at, said))


def _place_of(answers: Sequence[Said], at: int, said: Sequence[Said]) -> int:
    """Return the index in `said` of answer number `at`; the length of `said` after the last answer."""
    if at >= len(answers):
        return len(said)
    index = 0
    for answer in answers[:at]:
        while index < len(said) and said[index] != answer:
            index += 1
        index += 1
    while index < len(said) and said[index] != answers[at]:
        index += 1
    return index


def _due(violation: Violation, said: Sequence[Said]) -> DieDue | None:
    """Return the die that is due at the end of a move with statements, if nothing else is owed."""
    dice = violation.legal and all(isinstance(answer, Roll) for answer in violation.legal)
    if violation.incomplete and dice:
        return DieDue(len(said), violation.asked)
    return None


def other_decides_first(asked: OtherAsked) -> Violation:
    """Return the error for a seat that cannot go on because another Faction decides first."""
    why = f"{asked.who} decides first: {asked.prompt}"
    way_out = ("say the move up to there; say the rest after the answer",)
    refusal = Refusal("missing-choice", asked.rule, why, way_out)
    return Violation(refusal, faction=asked.who, asked=asked.prompt, clause=asked.at)


def insist_on_some_face(
    attempted: Callable[[Sequence[Said]], Outcome], faction: Faction, before: list[Said], later: list[Said]
) -> None:
    """Raise `Violation` if the clauses after a die are refused for every face. No die is then rolled."""
    refused: Violation | None = None
    for face in FACES:
        try:
            attempted([*before, (faction, Roll(face)), *later])
            return
        except Violation as violation:
            if is_playable(violation):
                return
            refused = refused or violation
    assert refused is not None
    raise refused


def is_playable(outcome: Outcome | Violation) -> bool:
    """Check whether a move can go on after this outcome."""
    return not isinstance(outcome, Violation) or outcome.incomplete
