"""A random player: legal games of what is built, made only of the answers that the engine lists.

    game = random_game(Setup("short"), random.Random(7))

Cards come from those whose Events are built. Each event is checked by whoever iterates; an answer
that is listed and then refused stops the play with `DeadEnd`, which is a fault of the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

from fitl_core.cards import HOMES
from fitl_core.engine import ask, passing_is_open, play, start
from fitl_core.errors import NotSupported, Violation
from fitl_core.events import Action, By, Clause, Event, Pass, Reveal, Segment, Setup, Verb
from fitl_core.factions import Faction
from fitl_core.scenarios import scenario
from fitl_core.script import Question, Questions
from fitl_core.sequence import COUP_TURNS, open_deeds, to_act
from fitl_core.state import State
from fitl_core.vocabulary import OPERATIONS
from notation.writer import write_event

COUPS = range(125, 131)
LONG = 25
"""From so many clauses on, an action ends as soon as it may."""


class DeadEnd(AssertionError):
    """A listed answer was refused, or nothing can be answered."""


class Played(msgspec.Struct):
    """An event of a random game, with the state before and after it."""

    before: State
    event: Event
    after: State


def random_deck(setup: Setup, rng: Random) -> list[int]:
    """Built Events with the scenario's number of Coups among them, now and then two in a row."""
    events = rng.sample(sorted(HOMES), len(HOMES))
    start = scenario(setup.scenario)
    coups = [card for card in COUPS if card not in start.leader_box]
    coups = rng.sample(coups if setup.scenario != "short" else coups[:-1], start.coups)
    if rng.random() < 0.3:
        return rng.sample(events + coups, len(events) + len(coups))
    size = len(events) // len(coups)
    return [card for i, coup in enumerate(coups) for card in (*events[i * size : (i + 1) * size], coup)]


def random_game(setup: Setup, rng: Random, most: int = 1000) -> Iterator[Played]:
    """Play until the game is over, the deck is empty or `most` events have happened."""
    deck = random_deck(setup, rng)
    setup = msgspec.structs.replace(setup, cards=(deck.pop(0), deck.pop(0)))
    state = start(setup).state
    for _ in range(most):
        if state.phase == "over" or (state.phase == "finished" and state.next is None):
            return
        event = random_event(state, deck, rng)
        after = play_listed(state, event)
        yield Played(state, event, after)
        state = after


def random_event(state: State, deck: list[int], rng: Random) -> Event:
    """The next card, a Pass or an action, whatever is due."""
    if state.phase == "finished":
        return Reveal(deck.pop(0) if deck else 0)
    faction = to_act(state)
    if faction is None:
        raise DeadEnd(f"nobody is to act in phase {state.phase}")
    may_pass = passing_is_open(state)
    if may_pass and rng.random() < (0.25 if state.phase in COUP_TURNS else 0.08):
        return Pass(faction)
    action = random_action(state, faction, rng)
    if action is None:
        if not may_pass:
            raise DeadEnd(f"{faction} can neither act nor Pass in phase {state.phase}")
        return Pass(faction)
    return action


def random_action(state: State, faction: Faction, rng: Random) -> Action | None:
    """An action built answer by answer; None where nothing that is built can be carried out so."""
    limop = state.phase == "card" and "limop" in open_deeds(state) and rng.random() < 0.15
    clauses: list[Clause] = []
    asked = ask(state, faction, (), limop)
    while True:
        if asked.may_end and (not asked.open or rng.random() < 0.25 or len(clauses) > LONG):
            return Action(faction, segments(clauses), limop)
        options = [(question, answer) for question in asked.open for answer in question.answers]
        if not options and not any(s.clauses for s in segments(clauses) if s.verb in OPERATIONS):
            return None  # a Special Activity that came first left the Operation no space (4.1)
        if not options:
            raise DeadEnd(f"no answer is open behind {written(faction, clauses, limop)}")
        while options:
            question, answer = _draw(asked.open, options, rng)
            more = said(faction, clauses, question, answer)
            try:
                following = asked_behind(state, faction, more, limop)
            except NotSupported:
                options.remove((question, answer))
                continue
            clauses, asked = more, following
            break
        else:  # only what is not built goes on from here
            return Action(faction, segments(clauses), limop) if asked.may_end else None


def asked_behind(state: State, faction: Faction, clauses: list[Clause], limop: bool) -> Questions:
    """What is asked behind listed answers, which must not be refused."""
    try:
        return ask(state, faction, segments(clauses), limop)
    except Violation as violation:
        raise DeadEnd(f"{written(faction, clauses, limop)}: {violation}") from violation


def play_listed(state: State, event: Event) -> State:
    """The state after an event built from listed answers, which must not be refused."""
    try:
        return play(state, event).state
    except Violation as violation:
        raise DeadEnd(f"{write_event(event)}: {violation}") from violation


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


def written(faction: Faction, clauses: list[Clause], limop: bool) -> str:
    """A partial action as notation."""
    return write_event(Action(faction, segments(clauses), limop)) if clauses else f"{faction} (nothing)"


def _draw(
    questions: tuple[Question, ...], options: list[tuple[Question, Clause]], rng: Random
) -> tuple[Question, Clause]:
    """A question, then one of its answers: long lists do not crowd out short ones."""
    left = [question for question in questions if any(option[0] is question for option in options)]
    wanted = rng.choice(left)
    return rng.choice([option for option in options if option[0] is wanted])
