"""The cost of play by chance: `python tests/bench/sampling.py [--games N] [--rounds N]`, in random games.

It measures how many questions are answered a second, in actions from the same positions: with all answers
listed; as `random_step` answers; and by `Walk.sample`. Then it measures the cost of a branch: one more answer
to a walk whose live procedure went on already. All are of this process, in one run.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial

from measure import best

from fitl_core import Setup
from fitl_core.asking.runs import Run
from fitl_core.players import Dice, deal
from fitl_core.players.random_play import random_game, random_step
from fitl_core.record.events import Action
from fitl_core.record.spoken import spoken
from fitl_core.state.state import State
from fitl_core.walks import Walk, ask

SCENARIOS = ("short", "medium", "full")
CARDS = 8
"""The number of cards of each game."""

Actions = list[tuple[State, Action]]


def actions(games: int) -> Actions:
    """Return the actions of random games, each with the position before it."""
    found = []
    for seed in range(games):
        dice = Dice(seed)
        setup, deck = deal(Setup(SCENARIOS[seed % 3]), dice)
        for played in random_game(setup, deck, dice, CARDS):
            if isinstance(played.event, Action):
                found.append((played.before, played.event))
    return found


def listed(walk: Walk, dice: Dice) -> Walk | None:
    """Return the walk after an answer that is drawn from the list of all; None if no question is open."""
    if not walk.questions:
        return None
    asked = dice.draw(walk.questions)
    return walk.say(dice.draw(asked.answers()), asked.who)


def stepped(walk: Walk, dice: Dice) -> Walk | None:
    """Return the walk after an answer of `random_step`, which tries answers in random order."""
    return random_step(walk, dice) if walk.questions else None


def sampled(walk: Walk, dice: Dice) -> Walk | None:
    """Return the walk after a sampled answer."""
    found = walk.sample(dice)
    return None if found is None else found.walk


def answer_all(those: Actions, step: Callable[[Walk, Dice], Walk | None]) -> int:
    """Answer the questions of an action from each position by chance; return the number of answers."""
    answers = 0
    for number, (state, action) in enumerate(those):
        dice = Dice(number)
        walk: Walk | None = ask(state, action.faction, limop=action.limop)
        while walk is not None and not (walk.said and walk.may_end and dice.chance(0.25)):
            walk = step(walk, dice)
            answers += walk is not None
    return answers


def branches(those: Actions) -> tuple[list[float], list[float]]:
    """Return the seconds of each branch: with the answers played again, and by `say` of the walk."""
    again, said = [], []
    for state, action in those:
        walk = ask(state, action.faction, limop=action.limop)
        for who, clause in spoken(action.segments, action.faction):
            on = walk.say(clause, who, unproven=True)  # takes the live procedure along
            inner, answers = walk._inner, on._inner.said
            again.append(best(partial(Run, inner._begin, answers), 3, time.perf_counter))
            said.append(best(partial(walk.say, clause, who, True), 3, time.perf_counter))
            walk = on
    return again, said


WAYS = {"all answers listed": listed, "random_step": stepped, "sample": sampled}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=9, help="the number of games of 8 cards")
    parser.add_argument("--rounds", type=int, default=3, help="rounds; the fastest counts")
    given = parser.parse_args()
    those = actions(given.games)
    print(f"{len(those)} actions")
    first = 0.0
    for name, step in WAYS.items():
        seconds = best(partial(answer_all, those, step), given.rounds)
        rate = (answers := answer_all(those, step)) / seconds
        first = first or rate
        print(f"  {name:20} {rate:7,.0f} of {answers} answers a second, {rate / first:4.1f} times as many")
    for name, seconds_each in zip(("answers again", "say"), branches(those), strict=True):
        mean, median = statistics.mean(seconds_each) * 1e6, statistics.median(seconds_each) * 1e6
        print(f"  a branch by {name:14} {mean:6.1f} us on average, median {median:5.1f} us")


if __name__ == "__main__":
    main()
