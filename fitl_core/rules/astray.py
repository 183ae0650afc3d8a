"""Why nothing asks for something that is written: where it says so, and what is asked there instead.

Looked at once no rule has said why, and no question that has been asked would have taken it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from fitl_core.asking.questions import Question
from fitl_core.errors import Refusal
from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.vocabulary import ACTIVITIES, OPERATIONS, VERBS, spoken
from fitl_core.record.clauses import Clause, Roll, Verb, spaces_of
from fitl_core.rules.progress import Progress
from fitl_core.rules.steps import step_of, tag_of

MOST_LOOKED_AT = 200
"""So many answers of a question are looked at for the spaces that they name."""
FEW = 6
"""So many spaces are told at most."""

_ONLY = {
    ("patrol", "remove"): "Patrol removes pieces by its Assault on a LoC alone",
    ("terror", "remove"): "Terror removes pieces only as the price of Cadres (card 116)",
    ("assault", "option:arvn"): "only behind an Assault of the US may ARVN Assault where the US did",
    ("assault", "roll"): "no die is rolled here; Assault has one only for a Base with a Tunnel",
    ("rally", "number:trail"): "only NVA Rally Improves the Trail",
    ("rally", "remove"): "Rally removes pieces only where they make way for others or as the price of Cadres",
}
"""What some verbs ask for in one case alone, by verb and form of clause."""


def refuse_astray(
    progress: Progress, part: Verb, clause: Clause, alike: Sequence[Question], asked: Sequence[Question]
) -> Refusal | None:
    """Why a clause has no place in a part of an action; None where that cannot be told.

    `asked` are the questions there that are not answered, the last first, `alike` those of its form.
    """
    verb = part.name
    if (spaces := spaces_of(clause)) and (refusal := _refuse_space(progress, verb, spaces, alike or asked)):
        return refusal
    only = next((why for form in (tag_of, step_of) if (why := _ONLY.get((verb, form(clause))))), None)
    if only is not None:
        return Refusal("surplus-clause", VERBS[verb], only)
    if isinstance(clause, Roll):
        return Refusal("surplus-clause", asked[0].rule if asked else VERBS[verb], "no die is rolled here")
    if verb != "event":
        return None
    refusals = (question.astray(clause) for question in asked)
    if (refusal := next((each for each in refusals if each is not None), None)) is not None:
        return refusal
    own = (question for question in asked if "verb" not in question.forms_of_answer())
    question = next((question for question in own if question.is_open()), None)
    if question is None:
        return Refusal("surplus-clause", "5.1", "this Event decides no more than what has been said")
    return Refusal(
        "surplus-clause", question.rule, f"this Event asks for no such thing here, but for: {question.prompt}"
    )


def _refuse_space(
    progress: Progress, verb: str, spaces: tuple[str, ...], questions: Sequence[Question]
) -> Refusal | None:
    """Whether the clause is about a space in which nothing is asked."""
    name = spaces_by_id()[spaces[0]].name
    if verb in OPERATIONS or verb in ACTIVITIES:
        selected = progress.operation_spaces if verb in OPERATIONS else progress.activity_spaces
        if spaces[0] in selected or not (selected or verb == "patrol"):
            return None
        facts = (f"selected: {_names(selected)}",) if selected else ()
        why = f"{spoken(verb)} has not selected {name}"
        return Refusal("space-not-selected", VERBS[verb], why, facts)
    for question in questions:
        there = _spaces_in(question)
        if there and not there.intersection(spaces):
            why = f"nothing is asked of {name} here: {question.prompt}"
            return Refusal("surplus-clause", question.rule, why, (f"open: {_names(sorted(there))}",))
    return None


def _spaces_in(question: Question) -> set[str]:
    """The spaces that legal answers of a question name."""
    answers = islice(question.legal(), MOST_LOOKED_AT)
    return {space for answer in answers if not isinstance(answer, Verb) for space in spaces_of(answer)[:1]}


def _names(spaces: Iterable[str]) -> str:
    """Some spaces by name."""
    names = [spaces_by_id()[space].name for space in spaces]
    more = [f"and {len(names) - FEW} more"] if len(names) > FEW else []
    return ", ".join([*names[:FEW], *more])
