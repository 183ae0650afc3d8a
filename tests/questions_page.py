"""docs/look-up/questions.md, made of random play: `python tests/pages.py questions` writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from commit import commit
from random_positions import EVENTS, on_card, random_position

from fitl_core.asking.questions import Question
from fitl_core.asking.written_answers import WrittenAnswers
from fitl_core.engine import start
from fitl_core.errors import Violation
from fitl_core.facts.editions import Edition
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal, random_game, random_step
from fitl_core.record.clauses import Verb
from fitl_core.record.position import Position
from fitl_core.record.setup import Setup
from fitl_core.rules.question_ids import id_of
from fitl_core.rules.sequence import to_act
from fitl_core.state.impossible import ImpossiblePosition
from fitl_core.state.state import State
from fitl_core.testing.trials import draw_setup
from fitl_core.walks import Walk, ask

PAGE = Path(__file__).parent.parent / "docs" / "look-up" / "questions.md"
GAMES = 30
EVENTS_OF_EACH = 30
MOST_ANSWERS = 60
A_COUP = 130
SCENARIOS = ("short", "medium", "full")
HEAD = """# The ids of questions

A question of a walk (`fitl_core.ask`) has an id: the verb, phase or Event that asks, and a step. The id
stays the same in every version, so programs may depend on it. `python tests/pages.py questions` makes this
list from {games} random games, and from each of the {cards} Event cards in {events} random positions
(commit {commit}). An Event may ask other questions too. Their ids are formed in the same way.

"""


@contextmanager
def listening(note: Callable[[WrittenAnswers, Question], None]) -> Iterator[None]:
    """Note every question that is asked meanwhile, with the written answers at that time."""
    plain = WrittenAnswers.answer

    def answer(self: WrittenAnswers, question: Question) -> Any:
        note(self, question)
        return plain(self, question)

    WrittenAnswers.answer = answer  # type: ignore[method-assign]
    try:
        yield
    finally:
        WrittenAnswers.answer = plain  # type: ignore[method-assign]


@contextmanager
def asked_ids() -> Iterator[dict[str, set[str]]]:
    """The ids of all questions that are asked meanwhile, each with the forms of its answers."""
    seen: dict[str, set[str]] = {}

    def note(_: WrittenAnswers, question: Question) -> None:
        seen.setdefault(id_of(question.rule, question.named_step), set()).update(question.answer_forms)

    with listening(note):
        yield seen


def play_random(games: range) -> None:
    """Random games of both editions and all scenarios."""
    for seed in games:
        dice = Dice(f"questions {seed}")
        setup = Setup(SCENARIOS[seed % 3], list(Edition)[seed % 2])
        dealt, deck = deal(draw_setup(setup, dice), dice)
        for _ in random_game(dealt, deck, dice):
            pass


def play_events(seeds: range, cards: Sequence[int] = EVENTS) -> None:
    """Play Event cards a number of times, each time in another random position."""
    for number in cards:
        for seed in seeds:
            dice = Dice(f"questions of event {number} {seed}")
            there_now = random_position(dice)
            state = _state(_on_card(there_now, number), SCENARIOS[seed % 3], list(Edition)[seed % 2])
            faction = to_act(state)
            if faction is None:
                continue
            try:
                walk = ask(state, faction).say(Verb("event"))
            except Violation:
                continue  # the Event is not open to whoever is to act
            _go_on(walk, dice)


def _on_card(there: Position, number: int) -> Position:
    """The position with this Event card being played, whatever is next and in effect."""
    showing = there.next if there.next != number else A_COUP
    return on_card(there, number, showing)


def _state(there: Position, scenario: str, edition: Edition) -> State:
    """The position in this scenario; in the Full one where the Short deck lacks one of its Coup cards."""
    try:
        return start(Setup(scenario, edition, position=there)).state
    except ImpossiblePosition:
        return start(Setup("full", edition, position=there)).state


def _go_on(walk: Walk, dice: Dice) -> None:
    for _ in range(MOST_ANSWERS):
        if not walk.questions:
            return
        walk = random_step(walk, dice)


def page(games: int = GAMES, events: int = EVENTS_OF_EACH) -> str:
    """Return the page as it should be now."""
    with asked_ids() as seen:
        play_random(range(games))
        play_events(range(events))
    rows = [f"| `{name}` | {', '.join(sorted(forms))} |" for name, forms in sorted(seen.items()) if forms]
    return (
        HEAD.format(games=games, events=events, cards=len(EVENTS), commit=commit())
        + "| id | forms of answer |\n|---|---|\n"
        + "\n".join(rows)
        + "\n"
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
