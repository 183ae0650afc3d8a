"""docs/evidence/ten-thousand-games.md: `python tests/ten_thousand_games.py --jobs 2` writes it.

Each finished game is a line of a file in build/ten-thousand, so that the command can be stopped, and goes on
where it stopped. The rates of winning go into fixtures/balance.json. `--check 300` plays 300 games of each
scenario and policy instead. It fails if a rate has moved from that file by more than three standard errors.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

import msgspec
from commit import measured_at

from fitl_core.facts.factions import FACTIONS
from fitl_core.laboratory.balance import Balance, balance_games, balance_of, drift
from fitl_core.laboratory.lab_games import LabGame, LabResult, counted_game, policies_of, setup_of
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import PlayedEvent, deal
from fitl_core.policies.policy_games import policy_game
from fitl_core.record.setup import Setup
from fitl_core.state.laws import broken_on_the_table

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "ten-thousand"
PAGE = ROOT / "docs" / "evidence" / "ten-thousand-games.md"
BASELINE = ROOT / "fixtures" / "balance.json"
SCENARIOS = ("short", "medium", "full")
COMMAND = "python tests/ten_thousand_games.py --jobs 2"


class Batch(NamedTuple):
    """Games of one sort: its name, its words for the page, and its games."""

    name: str
    words: str
    games: Sequence[LabGame]


class Finished(msgspec.Struct, frozen=True):
    """A finished game: its result, the laws that it broke, and its seconds of one processor."""

    result: LabResult
    broken: tuple[str, ...]
    seconds: float


def batches(section_8: int, at_random: int, mixed: int) -> list[Batch]:
    """Return all batches with these numbers of games."""
    found = []
    for policy, number in (("section-8", section_8), ("random", at_random)):
        for place, scenario in enumerate(SCENARIOS):
            seeds = range(1, 1 + number // 3 + (place < number % 3))
            games = list(balance_games(Setup(scenario), policy, seeds))
            found.append(Batch(f"{policy}-{scenario}", f"`{policy}` in all seats, {scenario}", games))
    for name, others, words in (
        ("greedy-among-non-players", "section-8", "`greedy` in one seat by turns, Non-players in the others"),
        ("greedy-among-random", "random", "`greedy` in one seat by turns, `random` in the others"),
    ):
        games = [
            LabGame(Setup(SCENARIOS[seed % 3]), FACTIONS[seed % 4], "greedy", others, seed)
            for seed in range(1, mixed + 1)
        ]
        found.append(Batch(name, words, games))
    return found


def played(game: LabGame) -> Finished:
    """Play a game, and check the laws of the board when a card is finished."""
    broken: list[str] = []
    begun = time.process_time()
    dice = Dice(game.seed)
    setup, deck = deal(setup_of(game), dice)
    course = policy_game(setup, deck, dice, policies_of(game), game.cards)
    result = counted_game(game.seat, game.seed, _checked(course, broken))
    return Finished(result, tuple(broken[:3]), round(time.process_time() - begun, 4))


def _checked(course: Iterator[PlayedEvent], broken: list[str]) -> Iterator[PlayedEvent]:
    for number, one in enumerate(course, 1):
        if one.after.phase in ("finished", "over"):
            broken += [f"event {number}: {law}" for law in broken_on_the_table(one.after)]
        yield one


def finished(batch: Batch, jobs: int) -> list[Finished]:
    """Return the games of a batch. Those that are kept are not played again."""
    KEPT.mkdir(parents=True, exist_ok=True)
    path = KEPT / f"{batch.name}.jsonl"
    kept = path.read_bytes().splitlines() if path.exists() else []
    whole = [line for line in kept if line.endswith(b"}")]
    done = [msgspec.json.decode(line, type=Finished) for line in whole][: len(batch.games)]
    with path.open("wb") as file, Pool(jobs) as pool:
        file.writelines([msgspec.json.encode(one) + b"\n" for one in done])
        for one in pool.imap(played, batch.games[len(done) :], chunksize=4):
            file.write(msgspec.json.encode(one) + b"\n")
            done.append(one)
    return done


def row(batch: Batch, games: Sequence[Finished]) -> str:
    """Return the row of a batch in the table of the page."""
    results = [one.result for one in games]
    number = len(results)
    faults = sum([bool(one.fault) or not one.over for one in results])
    broken = sum([bool(one.broken) for one in games])
    wins = [sum([one.winner is faction for one in results]) / number for faction in FACTIONS]
    means = [sum(values) / number for values in _lengths(results)]
    seconds = sum([one.seconds for one in games]) / number
    return (
        f"| {batch.words} | {number:,} | {faults} | {broken} | "
        f"{' | '.join([f'{win:.1%}' for win in wins])} | "
        f"{' | '.join([f'{mean:.1f}' for mean in means])} | {seconds:.2f} |"
    )


def _lengths(results: Sequence[LabResult]) -> tuple[list[int], list[int], list[int]]:
    return (
        [one.cards for one in results],
        [one.events for one in results],
        [one.card_events for one in results],
    )


def page(rows: Sequence[str], number: int) -> str:
    """Return the page."""
    names = " | ".join(FACTIONS)
    return "\n".join(
        [
            "# Ten thousand games",
            "",
            f"`{COMMAND}` plays these {number:,} games and writes this page. {measured_at()}.",
            "",
            "- *Not finished* counts games that stopped by an error, or that nobody won.",
            "- *Laws broken* counts games that break a law of the board. It is checked after each card.",
            "- The columns of the Factions have the share of games that each won.",
            "- Cards, events (lines of the log) and executed Events are means. Seconds are processor time.",
            "",
            f"| games | number | not finished | laws broken | {names} | cards | events | Events | seconds |",
            "|---|---|---|---|---|---|---|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


def write_all(section_8: int, at_random: int, mixed: int, jobs: int) -> bool:
    """Play all games, write the page and the baseline; return whether every game is sound."""
    rows, balances, number, sound = [], [], 0, True
    for batch in batches(section_8, at_random, mixed):
        games = finished(batch, jobs)
        print(row(batch, games), flush=True)
        rows.append(row(batch, games))
        number += len(games)
        sound &= all(one.result.over and not one.result.fault and not one.broken for one in games)
        policy, _, scenario = batch.name.rpartition("-")
        if scenario in SCENARIOS:
            balances.append(balance_of([one.result for one in games], scenario, policy))
    PAGE.write_text(page(rows, number), encoding="utf-8")
    BASELINE.write_bytes(msgspec.json.format(msgspec.json.encode(balances), indent=1) + b"\n")
    return sound


def moved(number: int, jobs: int) -> list[str]:
    """Return which rates of the baseline have moved, over this number of new games for each."""
    told = []
    for before in msgspec.json.decode(BASELINE.read_bytes(), type=list[Balance]):
        seeds = range(1_000_001, 1_000_001 + number)
        with Pool(jobs) as pool:
            games = list(balance_games(Setup(before.scenario), before.policy, seeds))
            results = [one.result for one in pool.map(played, games, chunksize=4)]
        told += drift(before, balance_of(results, before.scenario, before.policy))
    return told


def main() -> None:
    """Play, and write or compare."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--section-8", type=int, default=10_000)
    parser.add_argument("--random", type=int, default=3_000)
    parser.add_argument("--mixed", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--check", type=int, default=0)
    given = parser.parse_args()
    if given.check:
        told = moved(given.check, given.jobs)
        print("\n".join(told) or "no rate has moved")
        sys.exit(bool(told))
    sys.exit(not write_all(given.section_8, given.random, given.mixed, given.jobs))


if __name__ == "__main__":
    main()
