"""Rulings on moves gone wrong (`fitl_core.testing.mistakes`) from random games of all scenarios and editions.

    PYTHONPATH=tests:. python tests/mistakes_ruled.py 5000

No ruling may fail in itself, or take more than `MOST_SECONDS` of processor time. `.ci/long` rules on 5,000
moves; `tests/core/test_bounds_of_work.py` takes a sample.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count, cycle, islice, product
from typing import NamedTuple

from measured import within

import notation
from fitl_core.facts.editions import Edition
from fitl_core.game.adjudications import (
    AdjudicatedMove,
    adjudicate_move,
    adjudication_lines,
    view_adjudication,
)
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal, random_game
from fitl_core.record.events import Action, Event
from fitl_core.record.setup import Setup
from fitl_core.state.state import State
from fitl_core.testing.mistakes import altered, out_of_place
from fitl_core.testing.trials import draw_setup
from notation.errors import UnwritableError

MOST_SECONDS = 1.0
SHARE = 0.06
"""The share of the positions of a game in which mistakes are made."""
SCENARIOS = ("short", "medium", "full")


class Ruled(NamedTuple):
    """A ruling that has ended: the move, the verdict, the time, and whether its budget ended."""

    move: str
    verdict: str
    seconds: float
    cut: bool


def mistakes(seed: int) -> Iterator[tuple[State, Event]]:
    """Moves gone wrong, each with its position, from one random game after another; without an end."""
    for number, (scenario, edition) in zip(count(seed), cycle(product(SCENARIOS, Edition))):
        dice = Dice(number)
        setup, deck = deal(draw_setup(Setup(scenario, edition), dice), dice)
        actions: list[Action] = []
        for step in random_game(setup, deck, dice):
            if isinstance(step.event, Action):
                actions.append(step.event)
            if actions and dice.chance(SHARE):
                moves = [dice.draw(actions) if step.event not in actions else step.event] * 2
                wrong = [altered(move, actions, dice) for move in (*moves, dice.draw(actions))]
                yield from ((step.before, event) for event in (*wrong, out_of_place(dice)))


def ruled(state: State, event: Event) -> Ruled | None:
    """The ruling on a move; None for one that cannot be written. Raises whatever fails in the ruling."""
    try:
        move = notation.write_event(event)
    except UnwritableError:
        return None

    def answer() -> AdjudicatedMove:
        found = adjudicate_move(state, event)
        assert adjudication_lines(found) and view_adjudication(found)
        return found

    answered, seconds = within(MOST_SECONDS, answer)
    return Ruled(move, answered.found.verdict, seconds, bool(answered.found.unexamined))


def rulings(number: int, seed: int = 1) -> Iterator[Ruled]:
    """So many rulings."""
    every = (ruled(*mistake) for mistake in mistakes(seed))
    yield from islice((one for one in every if one is not None), number)


def main() -> int:
    """Print how the times of a number of rulings are spread."""
    found = sorted(rulings(int(sys.argv[1])), key=lambda one: one.seconds)
    times = [one.seconds for one in found]
    shares = ", ".join([f"{share:.1%} {times[int(share * len(times))]:.3f} s" for share in (0.5, 0.9, 0.99)])
    verdicts = ", ".join(
        [f"{number:,} {verdict}" for verdict, number in Counter(o.verdict for o in found).items()]
    )
    print(f"{len(found):,} mistakes: {verdicts}; the budget of {sum(one.cut for one in found):,} ended")
    print(f"processor time of a ruling: {shares}, the longest {times[-1]:.3f} s: {found[-1].move}")
    late = [one for one in found if one.seconds > MOST_SECONDS]
    for one in late:
        print(f"  too long, {one.seconds:.2f} s: {one.move}")
    return int(bool(late))


if __name__ == "__main__":
    sys.exit(main())
