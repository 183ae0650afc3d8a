"""The speed of Factions without a player: `python tests/bench/non_players.py [GAMES]`, 5 by default.

Complete full games of four Non-players, each decided in this process, then checked (every decision made again
from the log and compared), beside the checked fold of the same events.
"""

from __future__ import annotations

import sys
from functools import reduce
from time import process_time
from typing import NamedTuple

from measure import best

from fitl_core import engine
from fitl_core.game.non_player_verdicts import judge_non_players
from fitl_core.game.replays import replay
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.random_games import mixed_game
from fitl_core.players.random_play import deal
from fitl_core.record.setup import Setup

ROUNDS = 5
"""Rounds of the fold, the fastest of which counts."""


class Game(NamedTuple):
    """The times of a game, in seconds of processor time: to be decided, checked, and folded."""

    seed: int
    decisions: int
    decided: float
    checked: float
    folded: float

    @property
    def whole(self) -> float:
        """Decided and checked."""
        return self.decided + self.checked


def measured(seed: int) -> Game:
    """The game of a seed."""
    dice = Dice(seed)
    setup, deck = deal(Setup("full", players=()), dice)
    before = process_time()
    events = [step.event for step in mixed_game(setup, deck, dice)]
    decided = process_time()
    verdicts = judge_non_players(replay(setup, events))
    checked = process_time()
    first = engine.start(setup).state
    fold = best(lambda: reduce(engine.apply, events, first), ROUNDS, process_time)
    return Game(seed, len(verdicts), decided - before, checked - decided, fold)


def report(games: list[Game]) -> str:
    """The figures as a table, the mean and the worst below."""
    lines = ["seed  decisions  decided  checked    fold  decided ÷ fold  a decision"]
    lines += [_row(str(game.seed), game) for game in games]
    sums = (sum(column) / len(games) for column in list(zip(*games, strict=True))[2:])
    lines.append(_row("mean", Game(0, round(sum(game.decisions for game in games) / len(games)), *sums)))
    worst = max(games, key=lambda game: game.whole)
    lines.append(f"worst: seed {worst.seed}, {worst.whole:.2f} s decided and checked")
    return "\n".join(lines)


def _row(name: str, game: Game) -> str:
    ratio, one = game.decided / game.folded, game.decided / game.decisions * 1000
    times = f"{game.decided:7.2f}  {game.checked:7.2f}  {game.folded:6.3f}"
    return f"{name:>4}  {game.decisions:9.0f}  {times}  {ratio:14.0f}  {one:7.2f} ms"


if __name__ == "__main__":
    print(report([measured(seed) for seed in range(1, int(sys.argv[1] if sys.argv[1:] else 5) + 1)]))
