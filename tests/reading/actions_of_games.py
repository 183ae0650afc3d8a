"""Actions of random games with their positions, and tallies of what a reader makes of their wordings.

    for move in played_moves(games=4, seed=100, actions=8):
        move.name, move.state, move.action

`position("103.17")` is the state before event 17 of game 103. Read `random_wordings`, `left_out` and
`corrections` next.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "corpus"))
sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2]))

from questions import drawn_game

import notation
from fitl_core.players.dice import Dice
from fitl_core.record.events import Action
from fitl_core.state.state import State

MOST_CARDS = 14
"""The cards of a game from which actions are taken."""
LONGEST = 16
"""The most clauses of an action that is tried: longer ones take most of the time."""


def trial_options(about: str | None, actions: int) -> argparse.ArgumentParser:
    """Return a parser of the options that every trial of a reader has; `actions` of each game by default."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--seed", type=int, default=100, help="the number of the first game")
    parser.add_argument("--actions", type=int, default=actions, help="actions of each game")
    parser.add_argument("--examples", type=int, default=2, help="examples of each failure")
    return parser


class PlayedMove(NamedTuple):
    """An action of a random game. Its name is the number of the game, a dot, and the number of the event."""

    name: str
    state: State
    action: Action
    after: State
    others: Sequence[Action]


@lru_cache(maxsize=4)
def _game(number: int) -> tuple[tuple[State, object, State], ...]:
    return tuple([(step.before, step.event, step.after) for step in drawn_game(number, MOST_CARDS)[1]])


def played_moves(games: int, seed: int, actions: int) -> Iterator[PlayedMove]:
    """Yield some actions of each of so many games, the first with this seed."""
    for number in range(seed, seed + games):
        steps = _game(number)
        acted = [at for at, (_, event, _) in enumerate(steps) if isinstance(event, Action)]
        others = [event for _, event, _ in steps if isinstance(event, Action)]
        short = [at for at in acted if _length(steps[at][1]) <= LONGEST]
        chosen = Dice(f"actions {number}").sample(short, min(actions, len(short)))
        for at in sorted(chosen):
            before, event, after = steps[at]
            assert isinstance(event, Action)
            yield PlayedMove(f"{number}.{at}", before, event, after, others)


def _length(event: object) -> int:
    return sum(1 + len(part.clauses) for part in event.segments) if isinstance(event, Action) else 0


def position(name: str) -> State:
    """Return the position of a move by its name."""
    number, at = name.split(".")
    return _game(int(number))[int(at)][0]


def text_of(action: Action) -> str:
    """Return an action in the notation, or its clauses if the notation cannot write it."""
    try:
        return " ".join(notation.write_event(action).split())
    except notation.UnwritableError:
        return str(action)


class Example(NamedTuple):
    """A move that did not fare as it should."""

    name: str
    written: str
    expected: str
    got: str


class Table:
    """Counts by class and outcome, with the first examples of each outcome that is a failure."""

    def __init__(self, outcomes: Sequence[str], right: Iterable[str]) -> None:
        self.outcomes = tuple(outcomes)
        self.right = frozenset(right)
        self.counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.examples: defaultdict[tuple[str, str], list[Example]] = defaultdict(list)

    def count(self, row: str, outcome: str, example: Example) -> None:
        """Count a move, and keep it as an example if it failed."""
        assert outcome in self.outcomes, outcome
        self.counts[row][outcome] += 1
        if outcome not in self.right:
            self.examples[row, outcome].append(example)

    def number(self, outcome: str) -> int:
        """Return how many moves had an outcome."""
        return sum(counts[outcome] for counts in self.counts.values())

    def total(self, row: str = "") -> int:
        """Return how many moves were counted, in one row or in all."""
        rows = [self.counts[row]] if row else self.counts.values()
        return sum(sum(counts.values()) for counts in rows)

    def share(self, row: str = "") -> float:
        """Return the share of moves that fared as they should, 0 to 1, in one row or in all."""
        rows = [self.counts[row]] if row else list(self.counts.values())
        right = sum(counts[outcome] for counts in rows for outcome in self.right)
        return right / max(1, self.total(row))

    def share_of(self, beginning: str) -> float:
        """Return the share of moves that fared as they should in the rows with this beginning, 0 to 1."""
        rows = [counts for row, counts in self.counts.items() if row.startswith(beginning)]
        right = sum(counts[outcome] for counts in rows for outcome in self.right)
        return right / max(1, sum(sum(counts.values()) for counts in rows))

    def lines(self) -> list[str]:
        """Return the table in Markdown, a row for each class and one for all."""
        lines = [f"| class | moves | {' | '.join(self.outcomes)} | right |"]
        lines.append("|---" * (len(self.outcomes) + 3) + "|")
        for row in (*sorted(self.counts), ""):
            counts = self.counts[row] if row else sum(self.counts.values(), Counter())
            cells = " | ".join([str(counts[outcome]) for outcome in self.outcomes])
            lines.append(f"| {row or 'all'} | {self.total(row)} | {cells} | {self.share(row):.1%} |")
        return lines

    def example_lines(self, most: int, worst: Sequence[str] = ()) -> list[str]:
        """Return at most so many examples of each failure; the outcomes `worst` come first."""
        lines: list[str] = []
        keys = sorted(self.examples, key=lambda key: (key[1] not in worst, -len(self.examples[key])))
        for row, outcome in keys:
            found = self.examples[row, outcome]
            lines.append(f"{row}: {outcome}, {len(found)} of {self.total(row)}")
            for one in islice(_apart(found), most):
                lines += [f"    at {one.name}  {one.written}", f"        expected  {one.expected}"]
                lines.append(f"        got       {one.got}")
        return lines


def _apart(examples: Sequence[Example]) -> Iterator[Example]:
    """Yield examples with different answers first."""
    seen: set[str] = set()
    later: list[Example] = []
    for one in examples:
        kind = " ".join(one.got.split()[:4])
        if kind in seen:
            later.append(one)
        else:
            seen.add(kind)
            yield one
    yield from later
