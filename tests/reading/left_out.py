"""Play legal actions with one clause left out: a required one is asked for, an optional one is not missed.

    PYTHONPATH=.:tests python tests/reading/left_out.py --games 6 --seed 100

If what is left is legal as it is written, it must be played exactly so. If it is not, and the clause answered
a required question, the verdict must be "incomplete", and the clause (or its space) must be among the legal
answers of the refusal. A clause that answered an optional question may be "needed later", such as the Troops
that later clauses move on. Then what is left is refused, as strict play refuses it. "In other words": what is
left is accepted with the same clauses in another order, or with a space that a clause implies. "Another
meaning" is the worst: what is left is accepted with other clauses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from actions_of_games import Example, PlayedMove, Table, played_moves, text_of, trial_options

from fitl_core.asking.questions import Question, accepts
from fitl_core.asking.traced_answers import TracedAnswers
from fitl_core.asking.written_answers import WrittenAnswers
from fitl_core.engine import play_as_asked
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.move_words import OPERATIONS
from fitl_core.record.clauses import At, Clause, Move, Verb, space_of
from fitl_core.record.events import Action
from fitl_core.record.spoken import Said, spoken, written
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


def shortened(move: PlayedMove) -> Iterator[tuple[str, bool, Clause, Action]]:
    """Yield each clause that is no verb: its place, whether it is required, itself, the action without it.

    The place is "last", or "before others" if clauses of the same segment follow.
    """
    full = spelled_out(move.state, move.action)
    said = spoken(full.segments, full.faction)
    required = _required(move.state, full)
    for at, (_, clause) in enumerate(said):
        if not isinstance(clause, Verb):
            last = at + 1 == len(said) or isinstance(said[at + 1][1], Verb)
            shorter = written([*said[:at], *said[at + 1 :]], full.faction)
            place = "last" if last else "before others"
            yield place, at in required, clause, Action(full.faction, shorter, full.limop)


def _required(state: State, full: Action) -> set[int]:
    """Return the places of the clauses that answer a required question which the next one cannot answer."""
    answers = _NextAnswers(spoken(full.segments, full.faction))
    carry_out(state, full, answers)
    return {
        each.at
        for each in answers.heard
        if each.how in ("said", "opened") and not each.question.optional and each.at not in answers.replaced
    }


class _NextAnswers(TracedAnswers):
    """Written answers, with the places of those in whose stead the next one answers the same question."""

    def __init__(self, said: Sequence[Said]) -> None:
        super().__init__(said)
        self.replaced: set[int] = set()

    def answer(self, question: Question) -> Any:
        at = self.at
        if at + 1 < len(self.said) and not question.optional and accepts(question, self.said[at + 1][1]):
            self.replaced.add(at)
        return super().answer(question)


def strictly(state: State, action: Action) -> State | None:
    """Return the position after an action as it is written; None if the rules do not accept it so."""
    try:
        answers = WrittenAnswers(spoken(action.segments, action.faction), explain=False)
        return carry_out(state, action, answers).state
    except FitlError:
        return None


def outcome(move: PlayedMove, clause: Clause, shorter: Action) -> tuple[str, str]:
    """Return what becomes of a shortened move, and the words for it."""
    strict = strictly(move.state, shorter)
    try:
        event, step = play_as_asked(move.state, shorter)
    except Violation as refused:
        words = f"{refused.verdict} {refused.code}: {refused}; asks {refused.asked}"
        return _of_refusal(clause, shorter, refused), words
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


def _of_refusal(clause: Clause, shorter: Action, refused: Violation) -> str:
    """Return the outcome of a refusal. A segment that was interrupted may be asked to go on."""
    legal = clause in refused.legal
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
        for place, is_required, clause, shorter in shortened(move):
            got, words = outcome(move, clause, shorter)
            form, need = type(clause).__name__, "required"
            if strictly(move.state, shorter) is not None:
                need = "not needed"
            elif not is_required:
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
