"""Reasons why no question asks for a written clause, and the questions that are asked instead.

This is used only if no rule gave a reason and no question that was asked would have accepted the clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from fitl_core.asking.questions import Question
from fitl_core.errors import Refusal
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.move_words import ACTIVITIES, OPERATIONS, VERBS, spoken
from fitl_core.record.clauses import Clause, Roll, Verb, spaces_of
from fitl_core.rules.progress import Progress
from fitl_core.rules.steps import step_of, tag_of

MOST_LOOKED_AT = 200
"""The largest number of answers of a question that are searched for the spaces they name."""
FEW = 6
"""The largest number of spaces that a refusal lists."""

_ONLY = {
    ("patrol", "remove"): "Patrol removes pieces by its Assault on a LoC alone",
    ("terror", "remove"): "Terror removes pieces only as the price of Cadres (card 116)",
    ("assault", "option:arvn"): "only after an Assault of the US may ARVN Assault where the US did",
    ("assault", "roll"): "no die is rolled here; Assault has one only for a Base with a Tunnel",
    ("rally", "number:trail"): "only NVA Rally Improves the Trail",
    ("rally", "remove"): "Rally removes pieces only to make way for others or as the price of Cadres",
}
"""The forms of clause for which a verb asks in one case only, by verb and form."""


def refuse_misplaced(
    progress: Progress, part: Verb, clause: Clause, alike: Sequence[Question], asked: Sequence[Question]
) -> Refusal | None:
    """Refuse a clause that has no place in a segment of an action; return None without a reason.

    `asked` are the open questions, the last first; `alike` are those of the clause's own form.
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
    refusals = (question.why_not(clause) for question in asked)
    if (refusal := next((each for each in refusals if each is not None), None)) is not None:
        return refusal
    own = (question for question in asked if "verb" not in question.answer_forms)
    question = next((question for question in own if question.is_open()), None)
    if question is None:
        return Refusal("surplus-clause", "5.1", "this Event has no further question after these clauses")
    return Refusal(
        "surplus-clause", question.rule, f"this Event does not ask for this here, but for: {question.prompt}"
    )


def _refuse_space(
    progress: Progress, verb: str, spaces: tuple[str, ...], questions: Sequence[Question]
) -> Refusal | None:
    """Refuse a clause about a space in which nothing is asked."""
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
    """Return the spaces that legal answers of a question name."""
    answers = islice(question.legal(), MOST_LOOKED_AT)
    return {space for answer in answers if not isinstance(answer, Verb) for space in spaces_of(answer)[:1]}


def _names(spaces: Iterable[str]) -> str:
    """Return the names of the first few spaces."""
    names = [spaces_by_id()[space].name for space in spaces]
    more = [f"and {len(names) - FEW} more"] if len(names) > FEW else []
    return ", ".join([*names[:FEW], *more])
