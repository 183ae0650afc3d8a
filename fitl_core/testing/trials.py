"""Random games on trial: every law after every event, listed answers, and moves gone wrong.

tally = Tally()
for seed in range(100):
    try_game(Setup("short"), Dice(seed), tally)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from fitl_core.engine import apply, ask, passing_is_open, segments
from fitl_core.errors import Violation
from fitl_core.facts.cards import cards
from fitl_core.facts.codes import codes
from fitl_core.facts.readings import readings
from fitl_core.game.replays import replay
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import Played, deal, random_game, random_options, random_players, said
from fitl_core.record.clauses import Option
from fitl_core.record.events import Action, Event
from fitl_core.record.setup import Setup
from fitl_core.rules.events import sides
from fitl_core.rules.pivotal import holding
from fitl_core.rules.sequence import to_act
from fitl_core.state.digest import digest
from fitl_core.state.laws import BrokenLaw, insist_on_laws
from fitl_core.state.state import State
from fitl_core.testing.altered import altered, out_of_place
from fitl_core.testing.prefixes import insist_on_prefixes

ALTERED = 2
"""How many times its move is altered and tried in a position, besides an earlier move of the game."""
READ_OTHERWISE = 0.25
"""How often a reading is taken the other way, in a game that takes any so."""
ASKED = 0.1
"""On how many of the positions listed answers are tried."""


class Tally(msgspec.Struct):
    """What has occurred on trial: how often each verb, card side, phase and violation code."""

    games: int = 0
    events: int = 0
    verbs: Counter[str] = msgspec.field(default_factory=Counter)
    sides: Counter[str] = msgspec.field(default_factory=Counter)
    phases: Counter[str] = msgspec.field(default_factory=Counter)
    codes: Counter[str] = msgspec.field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Count what has occurred elsewhere, too."""
        self.games += other.games
        self.events += other.events
        self.verbs += other.verbs
        self.sides += other.sides
        self.phases += other.phases
        self.codes += other.codes


def drawn(setup: Setup, dice: Dice) -> Setup:
    """A Setup with players, options and, in every other game, some of the rulings drawn by the dice."""
    players = random_players((), dice)
    options = random_options(players, dice)
    read_otherwise = (
        tuple([name for name in readings() if dice.chance(READ_OTHERWISE)]) if dice.chance(0.5) else ()
    )
    return msgspec.structs.replace(setup, players=players, options=options, readings=read_otherwise)


def try_game(setup: Setup, dice: Dice, tally: Tally, cards: int | None = None) -> tuple[Setup, list[Played]]:
    """Play a random game and hold every law against it; returns the Setup with its deal, and the game.

    Raises `BrokenLaw` or `DeadEnd` (`FitlError`) where the engine is at fault.
    """
    dealt, deck = deal(setup, dice)
    played: list[Played] = []
    actions: list[Action] = []
    for step in random_game(dealt, deck, dice, cards):
        insist_on_laws(step.after)
        played.append(step)
        _count(tally, step)
        if isinstance(step.event, Action):
            actions.append(step.event)
            insist_on_prefixes(step.before, step.event)
            for action in (*[step.event] * ALTERED, dice.draw(actions)):
                _try_wrong(step.before, altered(action, actions, dice), tally)
        _try_wrong(step.before, out_of_place(dice), tally)
        if dice.chance(ASKED):
            _try_answers(step.after, dice)
    if played:
        _try_wrong(played[-1].after, out_of_place(dice), tally)
    _try_again(dealt, played)
    tally.games += 1
    tally.events += len(played)
    return dealt, played


def _count(tally: Tally, step: Played) -> None:
    tally.phases[step.after.phase] += 1
    if not isinstance(step.event, Action):
        return
    for segment in step.event.segments:
        tally.verbs[segment.verb] += 1
        if segment.verb == "event":
            number = step.before.card
            assert number is not None
            named = [clause.name for clause in segment.clauses if isinstance(clause, Option)]
            side = next((name for name in named if name in sides(number)), "unshaded")
            tally.sides[f"{number} {side}"] += 1


def _try_answers(state: State, dice: Dice) -> None:
    """A few of the answers that are listed, which must not be refused."""
    faction = to_act(state)
    if faction is None or holding(state):
        return
    asked = ask(state, faction)
    if not (asked.open or asked.may_end or passing_is_open(state)):
        raise BrokenLaw(f"{faction} is asked nothing in phase {state.phase}")
    for question in asked.open:
        answer = dice.draw(question.answers)
        try:
            ask(state, faction, segments(said(faction, [], question, answer)))
        except Violation as refused:
            raise BrokenLaw(f"a listed answer is refused: {answer}: {refused}") from refused


def _try_wrong(state: State, event: Event, tally: Tally) -> None:
    """A move gone wrong is refused with a rule, or leads to a lawful position; nothing else changes."""
    before = digest(state)
    try:
        insist_on_laws(apply(state, event))
    except Violation as refused:
        tally.codes[refused.code] += 1
        if not refused.rule or not refused.message:
            raise BrokenLaw(f"a refusal without a rule or reason: {refused.code}") from refused
        if refused.code not in codes().violations:
            raise BrokenLaw(f"a refusal with a code that is not listed: {refused.code}") from refused
    if digest(state) != before:
        raise BrokenLaw("a refused move has changed the position")


def _try_again(setup: Setup, played: Sequence[Played]) -> None:
    """The record gives the same game again."""
    if not played:
        return
    again = replay(setup, [step.event for step in played])
    if again.error is not None or again.state != played[-1].after:
        raise BrokenLaw(f"the game does not replay: {again.error}")


def all_sides() -> tuple[str, ...]:
    """Every card and side that a Tally can count."""
    events = [number for number, card in cards().items() if number and not card.is_coup]
    return tuple([f"{number} {side}" for number in events for side in sides(number)])
