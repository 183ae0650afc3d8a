"""docs/evidence/environments.md: random games in steps. `python tests/environment_trials.py 300` prints it.

Each game has a random scenario, options, seats and number of cards. Each action is drawn from the legal ones.
At the end the events are played again by the rules, which must lead to the same position.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import NamedTuple

from commit import measured_at

from fitl_core import Setup, replay
from fitl_core.environments.action_layout import blocks, meaning_of, number_of_actions
from fitl_core.environments.game_steps import first_steps
from fitl_core.environments.observations import SIZE
from fitl_core.environments.step_course import StepRules
from fitl_core.facts.options import OF_RECORDS
from fitl_core.facts.players import FOUR_PLAYERS, SHARED_OUT, WITH_NON_PLAYERS, Players
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import random_options

COMMAND = "python tests/environment_trials.py"
SCENARIOS = ("short", "medium", "full")


class PlayedSteps(NamedTuple):
    """A finished random game: its seats, its steps and events, and its seconds of one processor."""

    players: Players
    steps: int
    chances: int
    events: int
    longest: int
    seconds: float


def random_setup(seed: int) -> tuple[Setup, int | None]:
    """Return a setup, and the number of cards after which its game is cut."""
    dice = Dice(f"environment {seed}")
    with_others = [*SHARED_OUT, *[players for players in WITH_NON_PLAYERS if players]]
    players = FOUR_PLAYERS if dice.chance(0.5) else dice.draw(with_others)
    options = tuple([one for one in random_options(players, dice) if one not in OF_RECORDS])
    return Setup(dice.draw(SCENARIOS), options=options, players=players), dice.draw((4, 8, 16, None))


def played(seed: int, blocks_taken: Counter[str]) -> PlayedSteps:
    """Play a random game; raise if a step fails, or if the rules lead to another position."""
    setup, cards = random_setup(seed)
    dice, begun = Dice(seed), time.process_time()
    steps, taken = first_steps(StepRules(setup, cards)), 0
    while steps.kind != "over":
        if steps.kind == "chance":
            steps = steps.after_chance(dice)
            continue
        action = dice.draw(steps.actions)
        blocks_taken[meaning_of(action)[0]] += 1
        steps, taken = steps.after(action), taken + 1
    seconds, course = time.process_time() - begun, steps.course
    assert replay(setup, course.events).state == course.state, seed
    trail = [one for ids in course.trail for one in ids]
    longest = max([len(ids) for ids in course.trail])
    chances = sum([one < 0 for one in trail])
    return PlayedSteps(setup.players, taken, chances, len(course.events), longest, seconds)


def page(games: int) -> str:
    """Return the page, after so many games."""
    taken: Counter[str] = Counter()
    names = ("4 players", "2 or 3 players, all Factions", "with Non-players")
    rows: dict[str, list[PlayedSteps]] = {name: [] for name in names}
    for seed in range(games):
        one = played(seed, taken)
        kind = 0 if one.players == FOUR_PLAYERS else 1 if one.players in SHARED_OUT else 2
        rows[names[kind]].append(one)
    untaken = [f"`{block.name}`" for block in blocks() if not taken[block.name]]
    table = [_row(name, found) for name, found in rows.items()]
    return "\n".join([*_head(games), *table, "", _untaken(untaken)])


def _head(games: int) -> list[str]:
    return [
        "# Random games in steps",
        "",
        f"`.ci/long` writes this page with `{COMMAND} {games}`.",
        f"{measured_at()}.",
        "",
        f"{games} games of all scenarios, with random options and seats. They were cut after 4, 8 or 16",
        "cards, or played to their end. Each action was drawn from the legal ones. There are",
        f"{number_of_actions():,} actions, and an observation has {SIZE:,} numbers. No step failed. The",
        "rules led from the events of each game to its last position.",
        "",
        "| seats | games | steps | results of chance | events | most steps of an event | steps a second |",
        "|---|---|---|---|---|---|---|",
    ]


def _row(name: str, found: list[PlayedSteps]) -> str:
    steps, seconds = sum([one.steps for one in found]), sum([one.seconds for one in found])
    cells = (
        len(found),
        steps,
        sum([one.chances for one in found]),
        sum([one.events for one in found]),
        max([one.longest for one in found], default=0),
        round(steps / seconds) if seconds else 0,
    )
    return f"| {name} | {' | '.join([f'{cell:,}' for cell in cells])} |"


def _untaken(untaken: list[str]) -> str:
    counted = f"Blocks of actions that no game took: {', '.join(untaken)}." if untaken else ""
    return counted or "The games took actions of every block."


if __name__ == "__main__":
    print(page(int(sys.argv[1]) if sys.argv[1:] else 300))
