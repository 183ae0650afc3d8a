"""Play legal actions with one clause left out: a required one is asked for, an optional one is not missed.

    PYTHONPATH=.:tests python tests/reading/left_out.py --games 6 --seed 100

If what is left is legal as it is written, it must be played exactly so. If it is not, and strict play stops
where a required question wanted the clause, the verdict must be "incomplete", and the refusal must ask that
question, or list the clause or its space. Any other clause may be "needed later", such as the Troops that
later clauses move on. Then what is left is refused, as strict play refuses it. "In other words": what is
left is accepted with the same clauses in another order, or with a space that a clause implies. "Another
meaning" is the worst: what is left is accepted with other clauses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from actions_of_games import Example, PlayedMove, Table, played_moves, text_of, trial_options

from fitl_core.asking.traced_answers import TracedAnswers
from fitl_core.asking.written_answers import WrittenAnswers
from fitl_core.engine import play_as_asked
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.move_words import OPERATIONS
from fitl_core.record.clauses import At, Clause, Move, Verb, space_of
from fitl_core.record.events import Action
from fitl_core.record.spoken import spoken, written
from fitl_core.state.state import State
from fitl_core.strict_play import carry_out
from fitl_core.wording.normal_form import spelled_out
from notation.writer import write_clause

AS_LEFT, SUPPLIED, IN_OTHER_WORDS = "played as left", "supplied", "in other words"
ASKED, ASKED_SPACE = "incomplete, asks for it", "asks for its space"
ILLEGAL_ASKED, ASKED_OTHER, ILLEGAL, OTHER = (
    "illegal, lists it",
    "incomplete, asks otherwise",
    "illegal",
    "another meaning",
)
REFUSED = "refused as it is"
OUTCOMES = (
    AS_LEFT,
    SUPPLIED,
    IN_OTHER_WORDS,
    ASKED,
    ASKED_SPACE,
    ILLEGAL_ASKED,
    ASKED_OTHER,
    ILLEGAL,
    OTHER,
    REFUSED,
)
RIGHT = (AS_LEFT, SUPPLIED, IN_OTHER_WORDS, ASKED, ASKED_SPACE, REFUSED)


def shortened(move: PlayedMove) -> Iterator[tuple[str, str, Clause, Action]]:
    """Yield each clause that is no verb: its place, its required question, itself, the action without it.

    The place is "last", or "before others" if clauses of the same segment follow. The question is "" if the
    clause is not required.
    """
    full = spelled_out(move.state, move.action)
    said = spoken(full.segments, full.faction)
    required = _required(move.state, full)
    for at, (_, clause) in enumerate(said):
        if not isinstance(clause, Verb):
            last = at + 1 == len(said) or isinstance(said[at + 1][1], Verb)
            shorter = written([*said[:at], *said[at + 1 :]], full.faction)
            place = "last" if last else "before others"
            yield place, required.get(at, ""), clause, Action(full.faction, shorter, full.limop)


def _required(state: State, full: Action) -> dict[int, str]:
    """Return the places of the clauses that answer a required question, each with the words of the question.

    Such a clause is required if strict play of what is left is refused right where it stood.
    """
    said = spoken(full.segments, full.faction)
    answers = TracedAnswers(said)
    carry_out(state, full, answers)
    return {
        each.at: each.question.prompt
        for each in answers.heard
        if each.how in ("said", "opened") and not each.question.optional and _is_missed(state, full, each.at)
    }


def _is_missed(state: State, full: Action, at: int) -> bool:
    """Check whether strict play stops at the place of a clause that is left out."""
    said = spoken(full.segments, full.faction)
    left = [*said[:at], *said[at + 1 :]]
    try:
        carry_out(state, full, WrittenAnswers(left, explain=False))
    except Violation as refused:
        return refused.clause is None or refused.clause <= at
    return False


def strictly(state: State, action: Action) -> State | None:
    """Return the position after an action as it is written; None if the rules do not accept it so."""
    try:
        answers = WrittenAnswers(spoken(action.segments, action.faction), explain=False)
        return carry_out(state, action, answers).state
    except FitlError:
        return None


def outcome(move: PlayedMove, question: str, clause: Clause, shorter: Action) -> tuple[str, str]:
    """Return what becomes of a move without the answer to a question, and the words for it."""
    strict = strictly(move.state, shorter)
    try:
        event, step = play_as_asked(move.state, shorter)
    except Violation as refused:
        words = f"{refused.verdict} {refused.code}: {refused}; asks {refused.asked}"
        return _of_refusal(question, clause, shorter, refused), words
    if strict is not None:
        return (AS_LEFT if step.state == strict and event == shorter else OTHER), text_of(shorter)
    assert isinstance(event, Action)
    if step.state == move.after:
        return SUPPLIED, text_of(event)
    return (IN_OTHER_WORDS if _deeds(event) == _deeds(shorter) else OTHER), text_of(event)


def _deeds(action: Action) -> Counter[Any]:
    """Return the clauses of an action that do more than select a space."""
    said = spoken(action.segments, action.faction)
    return Counter([one for one in said if not isinstance(one[1], At)])


def _of_refusal(question: str, clause: Clause, shorter: Action, refused: Violation) -> str:
    """Return the outcome of a refusal. A segment that was interrupted may be asked to go on."""
    legal = clause in refused.legal or refused.asked == question
    if not refused.incomplete:
        return ILLEGAL_ASKED if legal else ILLEGAL
    goes_on = any(Verb(part.verb) in refused.legal for part in shorter.segments if part.verb in OPERATIONS)
    if legal or goes_on:
        return ASKED
    if not isinstance(clause, At | Move) and space_of(clause) and At(space_of(clause)) in refused.legal:
        return ASKED_SPACE
    return ASKED_OTHER


def run(games: int, seed: int, actions: int = 8) -> Table:
    """Leave out each clause of some actions of each game."""
    table = Table(OUTCOMES, RIGHT)
    for move in played_moves(games, seed, actions):
        for place, question, clause, shorter in shortened(move):
            got, words = outcome(move, question, clause, shorter)
            form, need = type(clause).__name__, "required"
            if strictly(move.state, shorter) is not None:
                need = "not needed"
            elif not question:
                need = "optional, needed later"
                got = REFUSED if got in (ILLEGAL, ILLEGAL_ASKED, ASKED_OTHER) else got
            shown = Example(move.name, text_of(shorter), _told(clause), words)
            table.count(f"{need}: {form}, {place}", got, shown)
    return table


def _told(clause: Clause) -> str:
    return f"incomplete, asks for {write_clause(clause)}"


def main() -> None:
    """Print the table and examples of failures."""
    asked = trial_options(__doc__, 8).parse_args()
    table = run(asked.games, asked.seed, asked.actions)
    print("\n".join([*table.lines(), "", *table.example_lines(asked.examples, (OTHER,))]))


if __name__ == "__main__":
    main()
