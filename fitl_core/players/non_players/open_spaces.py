"""What is open in the midst of an action: the spaces, and whether a question still belongs to it (5.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from fitl_core.facts.board import BoardSpace, spaces_by_id
from fitl_core.facts.vocabulary import ACTIVITIES, OPERATIONS, VERBS
from fitl_core.record.clauses import At, Clause, Option, Verb
from fitl_core.walks import Asked, Walk

ACTIONS = {*OPERATIONS, *ACTIVITIES}
"""The verbs of all Operations and Special Activities."""

MOST_OWED = 4
"""So many answers at most are given in a trial before the next space is asked for."""


def spaces_open(walk: Walk, among: Iterable[BoardSpace] | None = None) -> Iterator[BoardSpace]:
    """The spaces, of these if any are given, that the first question of a walk that asks for one accepts."""
    question = walk.first_for("at")
    if question is not None and goes_on(question, walk):
        named = None if among is None else [At(where.id) for where in among]
        for clause in question.fitting(_spaces_alone if named is None else lambda _: iter(named)):
            assert isinstance(clause, At)
            yield spaces_by_id()[clause.space]


def goes_on(question: Asked, walk: Walk) -> bool:
    """Whether a question belongs to what has been begun, and not to what an Event gives or asks next.

    A Sweep that an Event gives has no say in the Assault behind it, nor one Faction in the other's Rally.
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
    """The walk behind one more space of the same action, what is owed before it answered anyhow; or None."""
    for _ in range(MOST_OWED):
        question, owed = walk.first_for("at"), walk.pending
        if question is not None and not goes_on(question, walk):
            return None
        if question is not None and (behind := walk.behind(At(where.id))) is not None:
            return behind
        if owed is None or (question is None and owed.optional) or not (answers := owed.answers(most=1)):
            return None
        walk = walk.say(answers[0], owed.who)
    return None


def fit_together(
    may_say: Callable[[Clause], Walk | None],
    spaces: Sequence[BoardSpace],
    says: Callable[[BoardSpace], Clause] | None = None,
) -> bool:
    """Whether all these spaces can be selected one after another: by name, or by what `says` says of each."""
    walk = may_say(says(spaces[0]) if says is not None else At(spaces[0].id))
    for where in spaces[1:]:
        if walk is not None:
            walk = walk.behind(says(where)) if says is not None else select_next(walk, where)
    return walk is not None


def number_selectable(walk: Walk, spaces: Iterable[BoardSpace]) -> int:
    """How many of these spaces, in their order, can be selected one after another, as a trial."""
    number = 0
    for where in spaces:
        behind = select_next(walk, where)
        if behind is not None:
            walk, number = behind, number + 1
        elif number:
            break
    return number


def _spaces_alone(_clauses: Iterator[Clause]) -> Iterator[Clause]:
    return (At(where.id) for where in spaces_by_id().values())
