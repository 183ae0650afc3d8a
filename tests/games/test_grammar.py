"""Effects, prompts and refusals make each number agree with its noun: "1 space", "2 spaces"."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from random_positions import EVENTS, on_card, random_position
from samples import WHOLE, sampled

from fitl_core.engine import play, start
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.counting import counted
from fitl_core.facts.editions import Edition
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal, random_game
from fitl_core.record.clauses import Verb
from fitl_core.record.events import Action, Event
from fitl_core.record.setup import Setup
from fitl_core.rules.sequence import to_act
from fitl_core.state.state import State
from fitl_core.tell.effects_in_words import narrate
from fitl_core.tell.grounds import bearings, facts_of
from fitl_core.tell.words import standing
from fitl_core.testing.mistakes import altered, out_of_place
from fitl_core.testing.trials import draw_setup
from fitl_core.walks import ask

NOUNS = (
    *("piece", "space", "Guerrilla", "Base", "Troop", "Irregular", "Ranger", "marker", "Faction", "hit"),
    *("cube", "level", "Leader", "box", "point", "LoC", "Province", "City", "time", "step", "event"),
    *("card", "clause"),
)
ONE = "|".join(NOUNS)
MANY = "|".join({"Province": "Provinces", "City": "Cities", "box": "boxes"}.get(n, f"{n}s") for n in NOUNS)
BETWEEN = r"(?:(?:US|ARVN|NVA|VC|COIN|Active|Underground|Tunneled|Insurgent|Enemy|enemy|more|or|other|own) )*"
NUMBER = r"(?<![\w.#+-])(?<!card )(?<!cards )(?<!of )(?<!event )(?<!Population )"
WRONG = (
    re.compile(rf"{NUMBER}1 {BETWEEN}(?:{MANY})\b"),
    re.compile(rf"{NUMBER}(?:0|[2-9]|\d\d+) {BETWEEN}(?:{ONE})\b"),
    re.compile(r"\bPolices\b"),
)
GROUPS = 4


def texts(group: int) -> Iterator[str]:
    """Yield every text of random games, of random Events and of moves with mistakes."""
    for seed in range(2):
        dice = Dice(f"grammar {group} {seed}")
        setup = Setup(("short", "medium", "full")[seed % 3], list(Edition)[group % 2])
        dealt, deck = deal(draw_setup(setup, dice), dice)
        moves: list[Action] = []
        for step in random_game(dealt, deck, dice, 8):
            yield from of_event(step.before, step.event)
            yield from of_event(step.before, out_of_place(dice))
            if isinstance(step.event, Action):
                moves.append(step.event)
                for _ in range(4):
                    yield from of_event(step.before, altered(step.event, moves, dice))
    for number in EVENTS if WHOLE else EVENTS[group % 2 :: 2]:
        dice = Dice(f"grammar of event {group} {number}")
        there = on_card(random_position(dice), number)
        yield from of_walk(start(Setup("full", list(Edition)[group % 2], position=there)).state, dice)


def of_event(state: State, event: Event) -> Iterator[str]:
    """Yield every text about an event, legal or not."""
    yield standing(state)
    try:
        yield from [told.text for told in narrate(play(state, event).effects)]
        refused = False
    except Violation as error:
        yield from [error.message, error.asked, *error.facts]
        refused = True
    except FitlError as error:
        yield error.message
        return
    yield from facts_of(state, event, refused)
    yield from [bearing.says for bearing in bearings(state, event)]


def of_walk(state: State, dice: Dice) -> Iterator[str]:
    """Yield the prompts of a random Event and the texts about the same Event with mistakes."""
    faction = to_act(state)
    assert faction is not None
    try:
        walk = ask(state, faction).say(Verb("event"))
    except Violation as error:
        yield error.message
        return
    for _ in range(12):
        questions = walk.questions
        yield from [question.prompt for question in questions]
        answers = [answer for question in questions for answer in question.answers(most=6)]
        if not answers:
            break
        walk = walk.say(dice.draw(answers))
    yield from of_event(state, walk.action)
    for _ in range(4):
        yield from of_event(state, altered(walk.action, (walk.action,), dice))


@pytest.mark.parametrize("group", sampled(range(GROUPS), 3))
def test_a_number_and_its_noun_go_together(group: int) -> None:
    """Effects, prompts, refusals and facts contain no "1 spaces" and no "2 piece".

    `.ci/run` takes two groups, with each Event in one of them.
    """
    wrong = {text for text in texts(group) if any(pattern.search(text) for pattern in WRONG)}
    assert not wrong


def test_what_the_patterns_find() -> None:
    """The patterns find both faults and accept correct phrases."""

    def found(text: str) -> bool:
        return any(pattern.search(text) for pattern in WRONG)

    assert all(map(found, ("1 more VC pieces", "within 1 spaces", "2 US Base", "1 NVA or VC pieces")))
    assert not any(map(found, ("1 US Base", "card 1 Troops", "12 VC pieces", "1 of 3 spaces", "2 Police")))
    assert counted(1, "box", "boxes") == "1 box"
