"""Play legal actions with one clause left out: a required one is asked for, an optional one is not missed.

    PYTHONPATH=.:tests python tests/reading/left_out.py --games 6 --seed 100

If what is left is legal as it is written, the clause was optional: what is left must be played exactly so.
Otherwise the clause was required. Then the verdict must be "incomplete", and the clause (or its space) must
be among the legal answers of the refusal. "In other words": what is left is accepted with the same clauses
in another order, or with a space that a clause implies. "Another meaning" is the worst: what is left is
accepted with other clauses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from actions_of_games import Example, PlayedMove, Table, played_moves, text_of, trial_options

from fitl_core.asking.written_answers import WrittenAnswers
from fitl_core.engine import play_as_asked
from fitl_core.errors import FitlError, Violation
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
OUTCOMES = (AS_LEFT, SUPPLIED, IN_OTHER_WORDS, ASKED, ASKED_SPACE, ILLEGAL_ASKED, ASKED_OTHER, ILLEGAL, OTHER)
RIGHT = (AS_LEFT, SUPPLIED, IN_OTHER_WORDS, ASKED, ASKED_SPACE)


def shortened(move: PlayedMove) -> Iterator[tuple[str, Clause, Action]]:
    """Yield the place, the clause and the action without it, for each clause that is no verb.

    The place is "last", or "before others" if clauses of the same segment follow.
    """
    full = spelled_out(move.state, move.action)
    said = spoken(full.segments, full.faction)
    for at, (_, clause) in enumerate(said):
        if not isinstance(clause, Verb):
            last = at + 1 == len(said) or isinstance(said[at + 1][1], Verb)
            shorter = written([*said[:at], *said[at + 1 :]], full.faction)
            yield "last" if last else "before others", clause, Action(full.faction, shorter, full.limop)


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
        return _of_refusal(clause, refused), words
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


def _of_refusal(clause: Clause, refused: Violation) -> str:
    legal = clause in refused.legal
    if not refused.incomplete:
        return ILLEGAL_ASKED if legal else ILLEGAL
    if legal:
        return ASKED
    if not isinstance(clause, At | Move) and space_of(clause) and At(space_of(clause)) in refused.legal:
        return ASKED_SPACE
    return ASKED_OTHER


def run(games: int, seed: int, actions: int = 8) -> Table:
    """Leave out each clause of some actions of each game."""
    table = Table(OUTCOMES, RIGHT)
    for move in played_moves(games, seed, actions):
        for place, clause, shorter in shortened(move):
            got, words = outcome(move, clause, shorter)
            form = type(clause).__name__
            need = "optional" if strictly(move.state, shorter) is not None else "required"
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
