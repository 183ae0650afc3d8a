"""What is asked where the answers of a partial action end."""

from __future__ import annotations

from typing import Any, NamedTuple

from fitl_core.asking.questions import Procedure, Question
from fitl_core.asking.written import WrittenAnswers
from fitl_core.errors import Violation


class Open(NamedTuple):
    """A question that is open at the end of a partial move, with its legal answers."""

    choice: Question
    answers: tuple[Any, ...]


class Questions(NamedTuple):
    """All questions open at one point; `may_end` says whether the move could also stop here."""

    open: tuple[Open, ...]
    may_end: bool


def questions(procedure: Procedure, script: WrittenAnswers) -> Questions:
    """What is asked where the written answers end. Raises `Violation` as `follow` does."""
    found: list[Open] = []
    value: Any = None
    try:
        while True:
            choice = procedure.send(value)
            if not script.exhausted:
                value = script.answer(choice)
                continue
            answers = choice.answers()
            forced = None if choice.optional else choice.forced()
            if answers and forced is None:
                found.append(Open(choice, answers))
            if choice.optional or (choice.lapses and not answers):
                value = None
            elif forced is not None:
                value = script.answer(choice)
            else:
                return Questions(tuple(found), may_end=False)
    except StopIteration:
        script.finish()
        return Questions(tuple(found), may_end=True)
    except Violation:
        if found and script.exhausted:
            return Questions(tuple(found), may_end=False)
        script.raise_refused()
        raise


def leads_on(procedure: Procedure, script: WrittenAnswers, may_end: bool) -> bool:
    """Whether, where the written answers end, the move can be gone on with (or `may_end` there).

    The same run as `questions`, stopped at the first answer to what is asked itself.
    """
    value: Any = None
    try:
        while True:
            choice = procedure.send(value)
            if not script.exhausted:
                value = script.answer(choice)
                continue
            if not choice.optional and choice.forced() is not None:
                value = script.answer(choice)
                continue
            if not (choice.optional and choice.always_said) and choice.main.is_open():
                return True
            if not (choice.optional or (choice.lapses and not choice.is_open())):
                return False
            value = None
    except StopIteration:
        return may_end and script.exhausted
    except Violation:
        return False
