"""Learn the weights of foreseen margins from games: `python tests/learn_margins.py` (numpy; about an hour).

It writes fitl_core/policies/data/margin-weights.json. In each game one seat has a policy, and the other
Factions are Non-players. In the first round the policy is section 8, in later rounds `search` with the
weights of the round before. Random moves replace it now and then, so that unusual positions come up, too.
Games are kept in build/learned, and a stopped command goes on where it was.

The weights of a stage of the game are found by ridge regression on the positions after moves. They shall
foresee a mix: the final margin, and the margin that the next stage's weights foresee later in the game.
"""

from __future__ import annotations

import argparse
import pickle
import random
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from fitl_core import FACTIONS, Faction, FitlError, Setup, margins
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal
from fitl_core.policies import Policy, policy_game, policy_named
from fitl_core.policies.foreseen_margins import MOST_ROUNDS, MarginWeights, stage_of
from fitl_core.policies.position_figures import FIGURE_NAMES, figures_of
from fitl_core.record.clauses import Clause
from fitl_core.record.events import Action, Event, Pass
from fitl_core.seat.sights import SeatSight

ROOT = Path(__file__).parents[1]
WEIGHTS = ROOT / "fitl_core" / "policies" / "data" / "margin-weights.json"
KEPT = ROOT / "build" / "learned"
SCENARIOS = ("short", "short", "medium")
"""The scenarios in turn: two games of the short one, then one of the medium one."""
RANDOM_SHARES = (0.0, 0.15, 0.3, 0.5)
"""The shares of decisions at random, in turn. In rounds of `search` they are halved."""
RIDGE = 100.0
FROM_NEXT_STAGE = 0.7
"""The share of what the weights of the next stage foresee in what is to be foreseen."""
OTHER_SEATS = 0.3
"""The weight of games of later rounds in which another seat has `search`."""
FIRST_ROUND = 0.5
"""The weight of games of the first round in which the Faction has the policy, after later rounds."""
FEWEST = 300
"""A stage with fewer positions gets no weights."""
STAGES = tuple(
    f"{left} rounds to come, {where}"
    for left in range(MOST_ROUNDS + 1)
    for where in ("between rounds", "in a round")
)
"""The stages from the last to the first."""


class Position(msgspec.Struct, frozen=True):
    """A position after a move: its stage and its figures."""

    stage: str
    figures: tuple[float, ...]


class LearnedGame(msgspec.Struct, frozen=True):
    """A game: whose seat had the policy, its positions, and the margins at its end."""

    seat: Faction
    round: int
    positions: tuple[Position, ...]
    margins: dict[Faction, int]


class Mixed:
    """A policy that is replaced by random moves in a share of its decisions."""

    name = "mixed"

    def __init__(self, policy: Policy, seed: str, share: float) -> None:
        self._policy, self._random = policy, policy_named("random", seed)
        self._chance, self._share = random.Random(seed), share
        self._event, self._at_random = -1, False

    def act(self, sight: SeatSight) -> Event | None:
        """Return the move; one decision has one policy up to its end."""
        if sight.event != self._event:
            self._event, self._at_random = sight.event, self._chance.random() < self._share
        return (self._random if self._at_random else self._policy).act(sight)

    def answer(self, sight: SeatSight) -> Clause | None:
        """Return a random answer."""
        return self._random.answer(sight)


def played(job: tuple[int, int, str]) -> LearnedGame | None:
    """Play a game: its round, its number, and the name of the policy. None if it has no end."""
    round_, number, policy = job
    seat, seed = FACTIONS[number % 4], f"learn {round_} {number}"
    share = RANDOM_SHARES[number // 4 % len(RANDOM_SHARES)] / (2 if round_ else 1)
    dice = Dice(seed)
    setup, deck = deal(Setup(SCENARIOS[number // 16 % len(SCENARIOS)], players=((seat,),)), dice)
    positions: list[Position] = []
    try:
        for one in policy_game(setup, deck, dice, {seat: Mixed(policy_named(policy, seed), seed, share)}):
            if isinstance(one.event, Action | Pass):
                positions.append(Position(stage_of(one.after), tuple(figures_of(one.after))))
    except (FitlError, AssertionError) as error:
        print(f"{seed} has no end: {error}", flush=True)
        return None
    return LearnedGame(seat, round_, tuple(positions), margins(one.after))


def games_of(round_: int, number: int, policy: str, jobs: int) -> list[LearnedGame]:
    """Return the games of a round, those that are kept and the others."""
    KEPT.mkdir(parents=True, exist_ok=True)
    path = KEPT / f"round-{round_}.pickle"
    done: list[LearnedGame | None] = pickle.loads(path.read_bytes()) if path.exists() else []
    with Pool(jobs) as pool:
        due = [(round_, at, policy) for at in range(len(done), number)]
        for game in pool.imap(played, due):
            done.append(game)
            if len(done) % 20 == 0:
                path.write_bytes(pickle.dumps(done))
                print(f"round {round_}: {len(done)} of {number} games", flush=True)
    path.write_bytes(pickle.dumps(done))
    return [game for game in done if game is not None]


def learned(games: list[LearnedGame]) -> MarginWeights:
    """Return the weights for all Factions, from the last stage to the first."""
    has_later = any(game.round for game in games)
    return MarginWeights(FIGURE_NAMES, {one: _of_faction(one, games, has_later) for one in FACTIONS})


def _of_faction(faction: Faction, games: list[LearnedGame], has_later: bool) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for stage in STAGES:
        rows = list(_rows(faction, stage, games, has_later, found))
        if len(rows) >= FEWEST:
            figures, margin, weight, group = [np.array(column, float) for column in zip(*rows, strict=True)]
            tried = group % 5 == 0
            checked = _regression(figures[~tried], margin[~tried], weight[~tried])
            left = margin[tried] - figures[tried] @ checked
            explained = 1 - left.var() / margin[tried].var()
            print(f"{faction:5}{stage:34}{len(rows):7} positions, {explained:.0%} explained", flush=True)
            found[stage] = tuple([float(f"{value:.4g}") for value in _regression(figures, margin, weight)])
    return found


def _rows(
    faction: Faction, stage: str, games: list[LearnedGame], has_later: bool, later: dict[str, Any]
) -> Iterator[tuple[Any, float, float, int]]:
    """Yield the figures of each position of a stage, the margin to be foreseen, its weight, and its game."""
    for number, game in enumerate(games):
        weight = 1.0
        if game.round and game.seat is not faction:
            weight = OTHER_SEATS
        elif not game.round and has_later and game.seat is faction:
            weight = FIRST_ROUND
        final, ahead = game.margins[faction], None
        for position in reversed(game.positions):
            if position.stage in later:
                ahead = float(np.dot(position.figures, later[position.stage]))
                continue
            if position.stage == stage:
                mixed = final if ahead is None else (1 - FROM_NEXT_STAGE) * final + FROM_NEXT_STAGE * ahead
                yield position.figures, mixed, weight, number


def _regression(figures: Any, margin: Any, weight: Any) -> Any:
    """Return the weights of a ridge regression, with the figures brought to one scale for it."""
    share = weight / weight.sum()
    middle, spread = share @ figures, figures.std(0)
    spread[spread < 1e-9] = 1
    scaled, mean = (figures - middle) / spread, share @ margin
    squares = (scaled * weight[:, None]).T @ scaled + RIDGE * np.eye(len(middle))
    found = np.linalg.solve(squares, (scaled * weight[:, None]).T @ (margin - mean)) / spread
    found[0] += mean - middle @ found  # the figure that is always 1
    return found


def main() -> None:
    """Play the rounds, and write the weights after each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1, help="rounds of search after the first round")
    parser.add_argument("--first", type=int, default=1200, help="games of the first round")
    parser.add_argument("--games", type=int, default=400, help="games of each later round")
    parser.add_argument("--plays", type=int, default=50, help="plays of search for a decision")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    games = []
    for round_ in range(given.rounds + 1):
        policy = f"search:{given.plays}" if round_ else "section-8"
        games += games_of(round_, given.games if round_ else given.first, policy, given.jobs)
        found = msgspec.json.encode(learned(games), order="deterministic")
        WEIGHTS.write_bytes(found + b"\n")


if __name__ == "__main__":
    main()
