"""docs/questions.md: the ids of questions, found in random games: `python tests/questions_page.py`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fitl_core.asking.written import WrittenAnswers
from fitl_core.facts.editions import Edition
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal, random_game
from fitl_core.record.setup import Setup
from fitl_core.rules.question_ids import id_of
from fitl_core.testing.trials import drawn

PAGE = Path(__file__).parent.parent / "docs" / "questions.md"
GAMES = 30
HEAD = """# The ids of questions

A question of a walk (`fitl_core.ask`) has an id that stays the same in every version: the verb, phase or
Event that asks, and a step. Programs may depend on it. These were asked in {games} random games
(`python tests/questions_page.py`); an Event's steps are named like those of any other.

"""


@contextmanager
def asked_ids() -> Iterator[dict[str, set[str]]]:
    """The ids of all questions that are asked meanwhile, each with the forms of its answers."""
    seen: dict[str, set[str]] = {}
    plain = WrittenAnswers.answer

    def answer(self, question):  # type: ignore[no-untyped-def]
        main = question.main
        seen.setdefault(id_of(main.rule, main.named_step), set()).update(main.forms_of_answer())
        return plain(self, question)

    WrittenAnswers.answer = answer  # type: ignore[method-assign]
    try:
        yield seen
    finally:
        WrittenAnswers.answer = plain  # type: ignore[method-assign]


def play_random(games: range) -> None:
    """Random games of both editions and all scenarios."""
    for seed in games:
        dice = Dice(f"questions {seed}")
        setup = Setup(("short", "medium", "full")[seed % 3], list(Edition)[seed % 2])
        dealt, deck = deal(drawn(setup, dice), dice)
        for _ in random_game(dealt, deck, dice):
            pass


def page(games: int = GAMES) -> str:
    """The page anew."""
    with asked_ids() as seen:
        play_random(range(games))
    rows = [f"| `{name}` | {', '.join(sorted(forms))} |" for name, forms in sorted(seen.items()) if forms]
    return HEAD.format(games=games) + "| id | forms of answer |\n|---|---|\n" + "\n".join(rows) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
