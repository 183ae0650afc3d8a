"""Answers by name: a clause has the name that the notation writes. Names never change with their order.

Read `briefings` next.
"""

from __future__ import annotations

import notation
from fitl_core.errors import FitlError
from fitl_core.facts.factions import FACTIONS
from fitl_core.record.clauses import Clause, Roll
from fitl_core.record.events import Action
from fitl_core.record.spoken import spoken
from fitl_core.seat.sights import SeatSight
from fitl_core.walks import OpenedQuestion, Walk


def name_of_answer(clause: Clause) -> str:
    """Return the name of an answer.

    >>> from fitl_core.record.clauses import At, Verb
    >>> name_of_answer(Verb("train")), name_of_answer(At("saigon"))
    ('train', 'Sai')
    """
    return notation.write_clause(clause)


class NoAnswer(FitlError):
    """A text answers no open question."""

    code = "no-answer-here"


def answered(asked: OpenedQuestion, name: str) -> Clause:
    """Return the answer of a single question by its name. Raises `NoAnswer` if it has none of that name."""
    wanted = _plain(name)
    found = next((one for one in asked.accepted() if _plain(name_of_answer(one)) == wanted), None)
    if found is None or not asked.leads_on(found):
        raise NoAnswer(f'"{name[:60]}" is none of the answers to: {asked.prompt} ({asked.rule})')
    return found


def walk_after(sight: SeatSight, text: str) -> Walk:
    """Return the walk of a sight after an answer by name, or after several clauses as the notation has them.

    Raises `Violation` for an illegal answer, `NoAnswer` for dice, and the errors of `notation.read_line`.
    """
    walk = sight.walk
    assert walk is not None
    wanted = _plain(text)
    for asked in sight.questions:
        for clause in asked.answers(most=MOST_COMPARED):
            if _plain(name_of_answer(clause)) == wanted:
                return walk.say(clause, asked.who)
    who = sight.questions[0].who if sight.questions else walk.faction
    written = f"{'' if who is walk.faction else f'{who}: '}{text.strip().removeprefix('|').strip()}"
    try:
        said = _said(walk, written)
    except FitlError:
        if not walk.said:
            raise
        try:
            said = _said(walk, f"| {written}")  # a verb
        except FitlError:
            said = []
        if not said:
            raise
    further = _said_on(walk, said)
    if any(isinstance(clause, Roll) for _, clause in said):
        raise NoAnswer("dice fall by themselves: answer without them")
    return further


MOST_COMPARED = 60
"""The number of answers to a question that are compared by name before a text is read as notation."""


def _said(walk: Walk, text: str) -> list[tuple[object, Clause]]:
    """Return the clauses of a text that goes on from a walk."""
    begun = notation.write_event(walk.action) if walk.said else f"{walk.faction}{' limop' * walk.limop}"
    event = notation.read_line(f"{begun} {text}").event
    said = spoken(event.segments, event.faction) if isinstance(event, Action) else []
    if len(said) <= len(walk.said):
        raise NoAnswer(f'"{text[:60]}" is no answer, and no part of a move')
    return list(said[len(walk.said) :])


def _said_on(walk: Walk, said: list[tuple[object, Clause]]) -> Walk:
    for _, clause in said:
        walk = walk.say(clause)
    return walk


def is_whole_line(text: str) -> bool:
    """Check whether a text begins with a Faction and goes on, as a whole move does. A Faction alone is an
    answer.

    >>> is_whole_line("VC pass"), is_whole_line("VC")
    (True, False)
    """
    parts = text.split(maxsplit=1)
    return len(parts) == 2 and parts[0].upper() in FACTIONS


def _plain(name: str) -> str:
    return " ".join(name.lower().removeprefix("|").split())
