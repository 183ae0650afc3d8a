"""A trial of a move as it is written: it is whole, a die is due in it, or another seat is asked.

`carrying_on` acts on the outcome. Read it next.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from fitl_core.engine import play_as_asked
from fitl_core.errors import Refusal, Violation
from fitl_core.facts.factions import Faction
from fitl_core.players.move_prefixes import DieDue, OtherAsked, Outcome, playable_prefix
from fitl_core.reading.meanings import answers_only
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Action
from fitl_core.record.spoken import Said, spoken, written
from fitl_core.state.state import State
from fitl_core.strict_play import insist_on_turn
from fitl_core.underway import Step, Underway

FACES = (1, 2, 3, 4, 5, 6)


class Attempted(NamedTuple):
    """The outcome of a trial. As the rules ask for it, the move has the `asked` clauses before the outcome,
    and the `later` ones.

    The outcome counts its place in the written clauses. `reworded` says whether the rules ask for others.
    """

    outcome: Outcome
    asked: list[Said]
    later: list[Said]
    reworded: bool = False


def attempt(
    state: State,
    faction: Faction,
    said: Sequence[Said],
    limop: bool,
    own: Collection[Faction],
    left_out: Collection[str] = (),
) -> Attempted:
    """Try the clauses of a move in a position. `own` holds the Factions of its seat.

    Raises `Violation` if the move is refused, or if its own seat still owes an answer.
    """
    action = Action(faction, written(said, faction), limop)
    insist_on_turn(state, faction, limop)
    if (outcome_so_far := playable_prefix(state, action, said, own, left_out)) is not None:
        place = len(said) if isinstance(outcome_so_far, Step) else outcome_so_far.at
        return Attempted(outcome_so_far, list(said[:place]), list(said[place:]))
    trial = _Reworded(state, action, said, own, left_out)
    if (attempted := trial.attempted()) is not None:
        return attempted
    try:
        played = play_as_asked(state, action)  # raises the reason of the refusal
    except Violation as violation:
        if (due := _due(violation, said)) is not None:
            return trial.around_die(due) or Attempted(due, list(said), [])
        raise
    assert isinstance(played.event, Action)
    return Attempted(played.step, spoken(played.event.segments, faction), [], played.event != action)


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


class _Reworded:
    """A move of which the rules ask for other clauses than the written ones."""

    def __init__(
        self,
        state: State,
        action: Action,
        said: Sequence[Said],
        own: Collection[Faction],
        left_out: Collection[str],
    ) -> None:
        self._said = list(said)
        self._faction = action.faction
        self._begin = partial(Underway, state, action.faction, action.limop)
        self._play = partial(playable_prefix, state, action, own=own, left_out=left_out)

    def attempted(self) -> Attempted | None:
        """Return the outcome of the clauses that the rules ask for; None if they ask for no others."""
        answers = answers_only(self._begin, self._said)
        outcome = self._play(said=answers) if answers != self._said else None
        if outcome is None or isinstance(outcome, Step):
            return Attempted(outcome, answers, [], reworded=True) if outcome is not None else None
        asked, later = answers[: outcome.at], answers[outcome.at :]
        outcome = msgspec.structs.replace(outcome, at=_place_of(answers, outcome.at, self._said))
        around = self.around_die(outcome) if isinstance(outcome, DieDue) else None
        return around or Attempted(outcome, asked, later or self._said[outcome.at :], reworded=True)

    def around_die(self, due: DieDue) -> Attempted | None:
        """Return the clauses that the rules ask for before and after a die; None if no face leads to any.

        Some statements come true by the die, and clauses after it depend on it. So each face is tried.
        """
        before, after = self._said[: due.at], self._said[due.at :]
        for face in FACES:
            die = Roll(face)
            try:
                answers = answers_only(self._begin, [*before, (self._faction, die), *after])
            except Violation:  # a false statement, with this face
                continue
            at = next((at for at, (_, clause) in enumerate(answers) if clause is die), 0)
            if isinstance(self._play(said=answers[:at]), DieDue):
                return Attempted(due, answers[:at], answers[at + 1 :], reworded=True)
        return None


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
    attempted: Callable[[Sequence[Said]], object], faction: Faction, before: list[Said], later: list[Said]
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
