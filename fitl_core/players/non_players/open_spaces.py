"""The spaces that are open in the middle of an action, and the questions that belong to the action (5.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.move_words import ACTIVITIES, OPERATIONS, VERBS
from fitl_core.record.clauses import At, Clause, Option, Verb
from fitl_core.walks import OpenedQuestion, Walk

ACTIONS = {*OPERATIONS, *ACTIVITIES}
"""The verbs of all Operations and Special Activities."""

MOST_OWED = 4
"""The most answers that a trial gives before the next space is asked for."""


def spaces_open(walk: Walk, among: Iterable[BoardSpace] | None = None) -> Iterator[BoardSpace]:
    """Yield the spaces that the first space question of a walk accepts; of the spaces `among`, if given."""
    question = walk.first_for("at")
    if question is not None and belongs_to_action(question, walk):
        if among is None and question.forms == ("at",):  # a list is faster than a test of every space
            listed = {clause.space for clause in question.accepted() if isinstance(clause, At)}
            yield from [where for where in board().spaces if where.id in listed]
            return
        named = None if among is None else [At(where.id) for where in among]
        for clause in question.fitting(_spaces_alone if named is None else lambda _: iter(named)):
            assert isinstance(clause, At)
            yield spaces_by_id()[clause.space]


def belongs_to_action(question: OpenedQuestion, walk: Walk) -> bool:
    """Check whether a question belongs to the action that has been begun, and not to the next part of an
    Event.

    A Sweep that an Event grants does not answer for the Assault after it, nor one Faction for another's
    Rally.
    """
    begun = [
        (who, clause.name)
        for who, clause in walk.said
        if isinstance(clause, Verb | Option) and clause.name in ACTIONS
    ]
    if not begun:
        return True
    if question.rule == f"card {walk.state.card}":
        return False
    if walk.said[0][1] != Verb("event") or question.rule not in VERBS.values():
        return True
    speaker = begun[-1][0]
    return question.who is speaker and question.rule in [VERBS[name] for who, name in begun if who is speaker]


def select_next(walk: Walk, where: BoardSpace) -> Walk | None:
    """Return the walk after one more space of the same action, or None.

    Required questions before the space get their first answer.
    """
    for _ in range(MOST_OWED):
        question, owed = walk.first_for("at"), walk.pending
        if question is not None and not belongs_to_action(question, walk):
            return None
        if question is not None and (following := walk.behind(At(where.id))) is not None:
            return following
        if owed is None or (question is None and owed.optional) or not (answers := owed.answers(most=1)):
            return None
        walk = walk.say(answers[0], owed.who)
    return None


def fit_together(
    try_clauses: Callable[[Clause], Walk | None],
    spaces: Sequence[BoardSpace],
    clause_for: Callable[[BoardSpace], Clause] | None = None,
) -> bool:
    """Check whether all these spaces can be selected in turn, by name or by the clause of `clause_for`."""
    walk = try_clauses(clause_for(spaces[0]) if clause_for is not None else At(spaces[0].id))
    for where in spaces[1:]:
        if walk is not None:
            walk = walk.behind(clause_for(where)) if clause_for is not None else select_next(walk, where)
    return walk is not None


def number_selectable(walk: Walk, spaces: Iterable[BoardSpace]) -> int:
    """Return how many of these spaces can be selected in turn, in this order, as a trial."""
    number = 0
    for where in spaces:
        following = select_next(walk, where)
        if following is not None:
            walk, number = following, number + 1
        elif number:
            break
    return number


def _spaces_alone(_clauses: Iterator[Clause]) -> Iterator[Clause]:
    return (At(where.id) for where in spaces_by_id().values())
