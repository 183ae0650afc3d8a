"""A move tried as it stands: it is whole, or a die is due in it, or another seat is asked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

import msgspec

from fitl_core.engine import insist_on_turn, play
from fitl_core.errors import Refusal, Violation
from fitl_core.facts.factions import Faction
from fitl_core.players.heeding import DieDue, OtherAsked, Outcome, heeding
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
    """A move as far as it has been said, tried in a position; `own` are the Factions of its seat.

    Raises `Violation` where it is refused, or where its own seat still owes something.
    """
    action = Action(faction, written(said, faction), limop)
    insist_on_turn(state, faction, limop)
    if (heeded := heeding(state, action, said, own, left_out)) is not None:
        return heeded
    if (outcome := _with_statements(state, action, said, own, left_out)) is not None:
        return outcome
    try:
        return play(state, action)  # it tells why it is refused
    except Violation as violation:
        if (due := _due(violation, said)) is not None:
            return due
        raise


def passed_over(
    state: State,
    faction: Faction,
    said: Sequence[Said],
    limop: bool,
    own: Collection[Faction],
    left_out: Collection[str] = (),
) -> OtherAsked | None:
    """The question of another seat behind which something has been said already, unheard, if there is one."""
    action = Action(faction, written(said, faction), limop)
    found = heeding(state, action, said, own, left_out)
    return found if isinstance(found, OtherAsked) and found.at < len(said) else None


def _with_statements(
    state: State,
    action: Action,
    said: Sequence[Said],
    own: Collection[Faction],
    left_out: Collection[str],
) -> Outcome | None:
    """What a move comes to that also states what follows by itself; None where it states nothing."""
    answers = answers_only(partial(Underway, state, action.faction, action.limop), list(said))
    if answers == list(said):
        return None
    match heeding(state, action, answers, own, left_out):
        case None:
            return None
        case Step():
            return play(state, action)
        case waits:
            return msgspec.structs.replace(waits, at=_place_of(answers, waits.at, said))


def _place_of(answers: Sequence[Said], at: int, said: Sequence[Said]) -> int:
    """Where among the things said the answer number `at` stands; behind the last one, their end."""
    if at >= len(answers):
        return len(said)
    found = 0
    for answer in answers[:at]:
        while found < len(said) and said[found] != answer:
            found += 1
        found += 1
    while found < len(said) and said[found] != answers[at]:
        found += 1
    return found


def _due(violation: Violation, said: Sequence[Said]) -> DieDue | None:
    """The die that is owed at the end of a move that states things, if that is all that is."""
    dice = violation.legal and all(isinstance(answer, Roll) for answer in violation.legal)
    if violation.incomplete and dice:
        return DieDue(len(said), violation.asked)
    return None


def others_first(asked: OtherAsked) -> Violation:
    """Why a seat cannot go on where another has to decide first."""
    why = f"{asked.who} decides first: {asked.prompt}"
    facts_told = ("say the move up to there; what follows is said behind the answer",)
    refusal = Refusal("missing-choice", asked.rule, why, facts_told)
    return Violation(refusal, faction=asked.who, asked=asked.prompt, clause=asked.at)


def insist_on_some_face(
    attempted: Callable[[Sequence[Said]], Outcome], faction: Faction, before: list[Said], behind: list[Said]
) -> None:
    """Raise `Violation` where what stands behind a die is refused however it falls: then nothing rolls."""
    refused: Violation | None = None
    for face in FACES:
        try:
            attempted([*before, (faction, Roll(face)), *behind])
            return
        except Violation as violation:
            if is_playable(violation):
                return
            refused = refused or violation
    assert refused is not None
    raise refused


def is_playable(outcome: Outcome | Violation) -> bool:
    """Whether a move can go on from what it has come to."""
    return not isinstance(outcome, Violation) or outcome.incomplete
