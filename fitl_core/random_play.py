"""A random player: legal games made only of the answers that the engine lists.

    dice = Dice(7)
    setup, deck = deal(Setup("short"), dice)
    for played in random_game(setup, deck, dice):
        ...

It knows no rule. An answer that is listed and then refused ends the play with `DeadEnd`, which is a
fault of the engine. Only Events that are built are dealt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

import msgspec

from fitl_core.cards import HOMES
from fitl_core.engine import ask, passing_is_open, play, start
from fitl_core.errors import FitlError, NotSupported, Violation
from fitl_core.events import Action, By, Clause, Event, Pass, Reveal, Segment, Setup, Verb
from fitl_core.factions import Faction
from fitl_core.scenarios import scenario
from fitl_core.script import Question, Questions
from fitl_core.sequence import COUP_TURNS, open_deeds, to_act
from fitl_core.state import FAILED_ATTEMPTS, State
from fitl_core.vocabulary import OPERATIONS

COUPS = (125, 126, 127, 128, *FAILED_ATTEMPTS)
LONG = 25
"""From so many clauses on, an action ends as soon as it may."""

Item = TypeVar("Item")


class DeadEnd(FitlError):
    """A listed answer was refused, or nothing can be answered: a fault of the engine."""

    code = "dead-end"


class Dice:
    """Chance from a seed, the same on every machine and Python: only `Random.random` is fixed."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed).random

    def chance(self, probability: float) -> bool:
        """Whether something of this probability happens."""
        return self._random() < probability

    def draw(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[int(self._random() * len(items))]

    def sample(self, items: Sequence[Item], number: int) -> list[Item]:
        """So many different items, in random order."""
        left = list(items)
        return [left.pop(int(self._random() * len(left))) for _ in range(number)]


class Played(msgspec.Struct, frozen=True):
    """An event of a random game, with the state before and after it."""

    before: State
    event: Event
    after: State


def random_deck(setup: Setup, dice: Dice) -> list[int]:
    """Built Events with the scenario's number of Coups among them, now and then two in a row."""
    start_box = scenario(setup.scenario).leader_box
    coups = [card for card in COUPS if card not in start_box]
    if setup.scenario == "short":
        coups.remove(FAILED_ATTEMPTS[1])
    events = dice.sample(sorted(HOMES), len(HOMES))
    coups = dice.sample(coups, scenario(setup.scenario).coups)
    if dice.chance(0.3):
        return dice.sample(events + coups, len(events) + len(coups))
    size = len(events) // len(coups)
    return [card for i, coup in enumerate(coups) for card in (*events[i * size : (i + 1) * size], coup)]


def deal(setup: Setup, dice: Dice) -> tuple[Setup, list[int]]:
    """A shuffled deck with its first two cards face up in the setup (2.2)."""
    first, second, *deck = random_deck(setup, dice)
    return msgspec.structs.replace(setup, cards=(first, second)), deck


def random_game(setup: Setup, deck: list[int], dice: Dice, cards: int | None = None) -> Iterator[Played]:
    """Play from a dealt deck until the game is over, the deck is empty or `cards` are finished."""
    deck = list(deck)
    state = start(setup).state
    finished = 0
    while state.phase != "over" and not (state.phase == "finished" and state.next is None):
        finished += state.phase == "finished"
        if cards is not None and finished >= cards:
            return
        event = random_event(state, deck, dice)
        after = _play(state, event)
        yield Played(state, event, after)
        state = after


def random_event(state: State, deck: list[int], dice: Dice) -> Event:
    """The next card, a Pass or an action, whatever is due."""
    if state.phase == "finished":
        return Reveal(deck.pop(0) if deck else 0)
    faction = to_act(state)
    if faction is None:
        raise DeadEnd(f"nobody is to act in phase {state.phase}")
    may_pass = passing_is_open(state)
    if may_pass and dice.chance(0.25 if state.phase in COUP_TURNS else 0.08):
        return Pass(faction)
    action = random_action(state, faction, dice)
    if action is None:
        if not may_pass:
            raise DeadEnd(f"{faction} can neither act nor Pass in phase {state.phase}")
        return Pass(faction)
    return action


def random_action(state: State, faction: Faction, dice: Dice) -> Action | None:
    """An action built answer by answer; None where no verb that is built is open."""
    limop = state.phase == "card" and "limop" in open_deeds(state) and dice.chance(0.15)
    clauses: list[Clause] = []
    asked = ask(state, faction, (), limop)
    while True:
        if asked.may_end and (not asked.open or dice.chance(0.25) or len(clauses) > LONG):
            return Action(faction, segments(clauses), limop)
        options = [(question, answer) for question in asked.open for answer in question.answers]
        if not options and _activity_left_no_space(clauses):
            return None
        if not options:
            raise DeadEnd(f"{faction}: no answer is open behind {clauses}")
        while options:
            question, answer = _draw(asked.open, options, dice)
            more = said(faction, clauses, question, answer)
            try:
                following = _ask_behind(state, faction, more, limop)
            except NotSupported:
                options.remove((question, answer))
                continue
            clauses, asked = more, following
            break
        else:  # only what is not built goes on from here
            return Action(faction, segments(clauses), limop) if asked.may_end else None


def said(faction: Faction, clauses: list[Clause], question: Question, answer: Clause) -> list[Clause]:
    """The clauses with an answer behind them, and the tag of the Faction that gives it."""
    speaker = next((clause.faction for clause in reversed(clauses) if isinstance(clause, By)), faction)
    decides = question.choice.faction
    return [*clauses, *([By(decides)] if decides is not speaker else []), answer]


def segments(clauses: list[Clause]) -> tuple[Segment, ...]:
    """Clauses cut into segments at their verbs."""
    found: list[Segment] = []
    for clause in clauses:
        if isinstance(clause, Verb):
            found.append(Segment(clause.name))
        else:
            last = found[-1]
            found[-1] = Segment(last.verb, (*last.clauses, clause))
    return tuple(found)


def _activity_left_no_space(clauses: list[Clause]) -> bool:
    """Whether a Special Activity that came first left its Operation nothing to do (4.1)."""
    return not any(segment.clauses for segment in segments(clauses) if segment.verb in OPERATIONS)


def _ask_behind(state: State, faction: Faction, clauses: list[Clause], limop: bool) -> Questions:
    """What is asked behind listed answers, which must not be refused."""
    try:
        return ask(state, faction, segments(clauses), limop)
    except Violation as violation:
        raise DeadEnd(f"{faction}: {clauses}: {violation}") from violation


def _play(state: State, event: Event) -> State:
    """The state after an event built from listed answers, which must not be refused."""
    try:
        return play(state, event).state
    except Violation as violation:
        raise DeadEnd(f"{event}: {violation}") from violation


def _draw(
    questions: tuple[Question, ...], options: list[tuple[Question, Clause]], dice: Dice
) -> tuple[Question, Clause]:
    """A question, then one of its answers: long lists do not crowd out short ones."""
    left = [question for question in questions if any(option[0] is question for option in options)]
    wanted = dice.draw(left)
    return dice.draw([option for option in options if option[0] is wanted])
