"""docs/evidence/ten-thousand-games.md: `python tests/ten_thousand_games.py --jobs 2` writes it.

Each sound game is a line of a file in build/ten-thousand. So the command can be stopped: it goes on where it
stopped, and plays games again that were not sound. The winners go into fixtures/balance.json.

`--check 1000` plays the first 1,000 games of each scenario and policy there again. It fails if a rate of
winning has moved by more than three standard errors. If the change is meant, `--note WHY` puts the new
winners there with a note.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import msgspec
from commit import commit, machine

from fitl_core import read_log
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.game.files import play_log
from fitl_core.game.written_logs import log_of
from fitl_core.laboratory.balance import Balance, balance_games, balance_of, drift
from fitl_core.laboratory.lab_games import LabGame, LabResult, counted_game, policies_of, setup_of
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import PlayedEvent, deal
from fitl_core.policies.policy_games import policy_game
from fitl_core.record.setup import Setup
from fitl_core.state.laws import broken_on_the_table
from fitl_core.testing.tally import Tally, all_sides
from notation import write

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "ten-thousand"
PAGE = ROOT / "docs" / "evidence" / "ten-thousand-games.md"
BASELINE = ROOT / "fixtures" / "balance.json"
SCENARIOS = ("short", "medium", "full")
COMMAND = "python tests/ten_thousand_games.py --jobs 2"
STALL = 120
"""A game that takes more seconds of a processor has stalled."""
READ_AGAIN = 10
"""One game of this number is written, read and judged again."""


class Batch(NamedTuple):
    """Games of one sort: its name, its words for the page, and its games."""

    name: str
    words: str
    games: Sequence[LabGame]


class Finished(msgspec.Struct, frozen=True):
    """A finished game: its result, its fault in words, and its seconds of one processor.

    `sides` counts the executed card sides, and `at` is the commit at which it was played.
    """

    result: LabResult
    fault: str
    seconds: float
    sides: dict[str, int] = {}
    at: str = ""


class Baseline(msgspec.Struct, frozen=True):
    """The balance of a scenario and policy, with the initial of each winner from seed 1 on, or "-".

    A `note` says why the rates are not those of an older baseline.
    """

    balance: Balance
    winners: str
    note: str = ""


class Stalled(BaseException):
    """A game takes too long. No part of the program may catch it."""


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


# -- one game -----------------------------------------------------------------------------------------


def played(game: LabGame, at: str = "") -> Finished:
    """Play a game, and check the laws of the board after each event. No error of the program leaves it."""
    begun, tally, events = time.process_time(), Tally(), list[PlayedEvent]()
    signal.signal(signal.SIGPROF, _stall)
    signal.setitimer(signal.ITIMER_PROF, STALL)
    try:
        dice = Dice(game.seed)
        setup, deck = deal(setup_of(game), dice)
        course = policy_game(setup, deck, dice, policies_of(game), game.cards)
        result = counted_game(game.seat, game.seed, _counted(course, tally, events))
        fault = _fault(game, setup, result, events)
    except (Exception, Stalled) as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        fault = f"{type(error).__name__} after event {len(events)} in {Path(where.filename).name}, "
        fault += f"line {where.lineno}: {str(error)[:200]}"
        result = LabResult(game.seat, game.seed, dict.fromkeys(FACTIONS, 0), fault=fault)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return Finished(result, fault, round(time.process_time() - begun, 4), dict(tally.sides), at)


def _stall(number: int, frame: FrameType | None) -> None:
    raise Stalled(f"more than {STALL} seconds of a processor")


def _counted(course: Iterable[PlayedEvent], tally: Tally, events: list[PlayedEvent]) -> Iterator[PlayedEvent]:
    for one in course:
        events.append(one)
        tally.count(one.before, one.event, one.after)
        yield one


def _fault(game: LabGame, setup: Setup, result: LabResult, events: Sequence[PlayedEvent]) -> str:
    """Return the first fault of a game, or nothing."""
    if result.fault:
        return result.fault
    for number, one in enumerate(events, 1):
        if (law := next(iter(broken_on_the_table(one.after)), None)) is not None:
            return f"broken law after event {number}: {law}"
    if game.cards is None and (not result.over or result.winner is None):
        return "the game ended without a winner"
    return _fault_of_text(setup, events) if game.seed % READ_AGAIN == 0 else ""


def _fault_of_text(setup: Setup, events: Sequence[PlayedEvent]) -> str:
    """Judge the written game as a file, in which no decision has gone before."""
    text = write(log_of(setup, [(one.event, one.after) for one in events], []))
    log = read_log(text.encode(), "game")
    game = play_log(log).replay
    if game is None or game.error is not None or log.faults:
        return f"the written game is refused: {log.faults[:1] or (game and game.error)}"
    return "" if game.state == events[-1].after else "the written game leads to another position"


# -- many games, with checkpoints ---------------------------------------------------------------------


def finished(batch: Batch, jobs: int) -> list[Finished]:
    """Return the games of a batch by seed. Sound ones that are kept are not played again."""
    KEPT.mkdir(parents=True, exist_ok=True)
    path = KEPT / f"{batch.name}.jsonl"
    done = {(one.result.seat, one.result.seed): one for one in _kept(path) if not one.fault}
    todo = [game for game in batch.games if (game.seat, game.seed) not in done]
    part = path.with_suffix(".part")
    part.write_bytes(b"".join([msgspec.json.encode(one) + b"\n" for one in done.values()]))
    part.replace(path)
    with path.open("ab") as file, Pool(jobs, maxtasksperchild=200) as pool:
        for one in pool.imap_unordered(partial(played, at=commit()), todo):
            file.write(msgspec.json.encode(one) + b"\n")
            file.flush()
            done[one.result.seat, one.result.seed] = one
            if one.fault:
                print(f"{batch.name}, seed {one.result.seed}: {one.fault}", flush=True)
    return [done[game.seat, game.seed] for game in batch.games]


def _kept(path: Path) -> Iterator[Finished]:
    """Yield the kept games. The last line may be torn."""
    for line in path.read_bytes().splitlines() if path.exists() else []:
        try:
            yield msgspec.json.decode(line, type=Finished)
        except msgspec.DecodeError:
            continue


def write_all(section_8: int, at_random: int, mixed: int, jobs: int) -> bool:
    """Play all games; if each is sound, write the page and the baseline. Return whether each is sound."""
    runs = []
    for batch in batches(section_8, at_random, mixed):
        runs.append((batch, finished(batch, jobs)))
        print(row(*runs[-1]), flush=True)
    if any(one.fault for _, games in runs for one in games):
        return False
    PAGE.write_text(page(runs), encoding="utf-8")
    keep([baseline_of(batch.name, games) for batch, games in runs if is_balance(batch)])
    return True


# -- the page -----------------------------------------------------------------------------------------


def row(batch: Batch, games: Sequence[Finished]) -> str:
    """Return the row of a batch in the table of the page."""
    results = [one.result for one in games]
    number = len(results)
    faults = sum([bool(one.fault) for one in games])
    wins = [sum([one.winner is faction for one in results]) / number for faction in FACTIONS]
    lengths = ([one.cards for one in results], [one.events for one in results])
    cells = [
        batch.words,
        f"{number:,}",
        str(faults),
        *[f"{win:.1%} ± {100 * sqrt(win * (1 - win) / number):.1f}" for win in wins],
        *[f"{sum(values) / number:.1f} ({max(values)})" for values in lengths],
        f"{sum([one.card_events for one in results]) / number:.1f}",
        str(len(_sides(games))),
        f"{sum([one.seconds for one in games]) / number:.2f}",
    ]
    return f"| {' | '.join(cells)} |"


def _sides(games: Iterable[Finished]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for one in games:
        counted.update(one.sides)
    return counted


def page(runs: Sequence[tuple[Batch, Sequence[Finished]]]) -> str:
    """Return the page."""
    everything = [one for _, games in runs for one in games]
    commits = ", commit ".join(dict.fromkeys([one.at for one in everything]))
    names = " | ".join(FACTIONS)
    return "\n".join(
        [
            "# Ten thousand games",
            "",
            f"`{COMMAND}` plays these {len(everything):,} games and writes this page.",
            f"Commit {commits}, {machine()}.",
            "",
            f"No game crashed, stalled ({STALL} seconds of a processor) or ended without a winner. Each",
            "event was legal, and the laws of the board hold after each. One game of"
            f" {READ_AGAIN} was written, read",
            "and judged again, with the same last position. A game that is not so is a *fault*.",
            "",
            "- The columns of the Factions have the share of games that each won, and its standard error in"
            " percent.",
            "- Cards, events (lines of the log) and executed Events are means, with the most of a game.",
            "- Sides are the different card sides whose Events were executed. Seconds are processor time.",
            "",
            f"| games | number | faults | {names} | cards | events | Events | sides | seconds |",
            "|---" * (8 + len(FACTIONS)) + "|",
            *[row(*run) for run in runs],
            "",
            *_events_played(_sides(everything)),
            "",
        ]
    )


def _events_played(sides: Counter[str]) -> list[str]:
    """Return what the page says about executed Events."""
    missing = [side for side in all_sides() if side not in sides]
    rare = [f"card {side} ({number:,})" for side, number in sides.most_common()[:-6:-1]]
    return [
        "## Events",
        "",
        f"{len(sides)} of {len(all_sides())} card sides were executed, {sum(sides.values()):,} times in all. "
        f"Never executed: {', '.join(missing) or 'none'}.",
        "",
        f"Rarest: {', '.join(rare)}.",
    ]


# -- the balance --------------------------------------------------------------------------------------


def is_balance(batch: Batch) -> bool:
    """Check whether one policy plays all seats of a batch."""
    return batch.name.rpartition("-")[2] in SCENARIOS


def baseline_of(name: str, games: Sequence[Finished], note: str = "") -> Baseline:
    """Return the baseline of a batch."""
    policy, _, scenario = name.rpartition("-")
    results = [one.result for one in games]
    return Baseline(balance_of(results, scenario, policy), initials(results), note)


def initials(results: Iterable[LabResult]) -> str:
    """Return the initials of the winners."""
    return "".join([one.winner[0] if one.winner is not None else "-" for one in results])


def winners_of(letters: str) -> list[Faction | None]:
    """Return the Factions with these initials."""
    by_initial = {faction[0]: faction for faction in FACTIONS}
    return [by_initial.get(letter) for letter in letters]


def keep(baselines: Sequence[Baseline]) -> None:
    """Write the baselines."""
    BASELINE.write_bytes(msgspec.json.format(msgspec.json.encode(baselines), indent=1) + b"\n")


def compared(number: int, jobs: int, note: str) -> list[str]:
    """Return which rates of the baselines have moved, and the games with a fault.

    With a `note`, moved rates are replaced in place of being returned.
    """
    told, now = [], []
    for before in msgspec.json.decode(BASELINE.read_bytes(), type=list[Baseline]):
        name = f"{before.balance.policy}-{before.balance.scenario}"
        seeds = range(1, 1 + min(number, len(before.winners)))
        played_again = balance_games(Setup(before.balance.scenario), before.balance.policy, seeds)
        with Pool(jobs, maxtasksperchild=200) as pool:
            games = list(pool.imap(played, played_again))
        faults = [f"{name}, seed {one.result.seed}: {one.fault}" for one in games if one.fault]
        letters = initials([one.result for one in games])
        differ = sum([one != other for one, other in zip(letters, before.winners, strict=False)])
        print(f"{name}: {len(games):,} games, {differ:,} with another winner", flush=True)
        moved = drift(winners_of(before.winners[: len(games)]), winners_of(letters))
        if moved and note and not faults:
            print(*[f"{name}: {one}" for one in moved], f"noted: {note}", sep="\n")
            now.append(baseline_of(name, games, note))
        else:
            told += [*faults, *[f"{name}: {one}" for one in moved]]
            now.append(before)
    if note:
        keep(now)
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
    parser.add_argument("--check", type=int, default=0, metavar="N")
    parser.add_argument("--note", default="", metavar="WHY")
    given = parser.parse_args()
    if given.check:
        told = compared(given.check, given.jobs, given.note)
        print("\n".join(told) or "no rate has moved without a note")
        sys.exit(bool(told))
    sys.exit(not write_all(given.section_8, given.random, given.mixed, given.jobs))


if __name__ == "__main__":
    main()
