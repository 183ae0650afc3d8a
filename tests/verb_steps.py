"""The forms of clause for which the procedure of each verb asks: `python tests/verb_steps.py` writes them.

Random games ask the questions of every verb. What a card adds to a verb is left out: it belongs to the card.
"""

from __future__ import annotations

import json
from pathlib import Path

from questions_page import listening, play_random

from fitl_core.asking.questions import Question, asked_at_once
from fitl_core.asking.written_answers import WrittenAnswers
from fitl_core.facts import data
from fitl_core.facts.move_words import ACTIVITIES, OPERATIONS
from fitl_core.record.clauses import Verb
from fitl_core.rules.forms.name_questions import NumberChoice, OptionChoice
from fitl_core.rules.forms.space_questions import SpaceChoice
from fitl_core.rules.steps import OF_CARDS

FILE = Path(data.__file__).with_name("verb-steps.json")
GAMES = range(60)
SOURCE = "the questions of 60 random games: `python tests/verb_steps.py` writes this file"


def steps_of(question: Question) -> set[str]:
    """The forms of an answer: an option with its name, a number with its track."""
    match question:
        case OptionChoice():
            return {f"option:{name}" for name in question.options if name not in OF_CARDS}
        case NumberChoice():
            return {f"number:{question.track}"}
        case SpaceChoice() if question.becomes is not None:
            return {"at", "level"}
    return set(question.answer_forms) - {"verb"}


def _is_of_card(verb: str, question: Question) -> bool:
    return verb in {**OPERATIONS, **ACTIVITIES} and question.rule.startswith("card ")


def derived(games: range = GAMES) -> dict[str, list[str]]:
    """The steps of every verb that these games write, but for those of an Event."""
    seen: dict[str, set[str]] = {}

    def note(written: WrittenAnswers, question: Question) -> None:
        said = reversed(written.said[: written.at])
        verb = next((each.name for _, each in said if isinstance(each, Verb)), "event")
        if verb != "event":
            asked = [part for part in asked_at_once(question) if not _is_of_card(verb, part)]
            seen.setdefault(verb, set()).update(*map(steps_of, asked))

    with listening(note):
        play_random(games)
    return {verb: sorted(steps) for verb, steps in sorted(seen.items())}


if __name__ == "__main__":
    if not FILE.exists():
        FILE.write_text(json.dumps({"source": SOURCE, "verbs": {}}), encoding="utf-8")
    text = json.dumps({"source": SOURCE, "verbs": derived()}, indent=2)
    FILE.write_text(text + "\n", encoding="utf-8")
