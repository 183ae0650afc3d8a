"""How fast games are read, checked and shown: `python tests/bench/speed.py [FILE...] [--random N]`.

`fitl` must be installed or on PYTHONPATH. Without files: the fixture games and 100 random full games;
`--peers` has others read their records in the same run.
"""

from __future__ import annotations

import argparse
import platform
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from measure import ROOT, Row, best, peak, start
from peers import peers
from processes import PROCESSES, side_by_side

import notation
from fitl_core import engine
from fitl_core.game.files import LogFile, false_claims, play_log
from fitl_core.game.replays import replay
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal, random_game
from fitl_core.record.events import Action, Event, Pass
from fitl_core.record.setup import Setup
from fitl_core.state.position_digest import digest
from fitl_core.state.state import State
from fitl_core.tell.board_text import board_table
from fitl_core.testing.trials import draw_setup
from notation.log import Entry

FIXTURES = ("tutorial", "short-game", "medium-game", "full-opening")
ROUNDS = 15


class Sample(NamedTuple):
    """Some games, as they were read."""

    logs: tuple[LogFile, ...]

    @property
    def events(self) -> list[tuple[Event, ...]]:
        """The events of each game."""
        return [log.sound.log.events for log in self.logs]

    @property
    def actions(self) -> int:
        """How many Actions and Passes there are."""
        return sum([isinstance(event, Action | Pass) for events in self.events for event in events])

    @property
    def clauses(self) -> int:
        """How many decisions those are: verbs, spaces, pieces, levels…"""
        actions = [event for events in self.events for event in events if isinstance(event, Action)]
        return sum([1 + len(segment.clauses) for action in actions for segment in action.segments])


class Trivial(msgspec.Struct, frozen=True):
    """The least that a fold can do: count the events, and keep the last one."""

    number: int = 0
    last: Event | None = None


def trivial(state: Trivial, event: Event) -> Trivial:
    """A fold without rules, to measure the engine against."""
    return Trivial(state.number + 1, event)


def sample(texts: Sequence[bytes]) -> Sample:
    """Games read, which must be sound."""
    return Sample(tuple([LogFile("bench", text, *notation.scan(text)) for text in texts]))


def random_texts(number: int) -> Iterator[bytes]:
    """Random full games as logs, with players, options and readings of their own."""
    for seed in range(number):
        dice = Dice(seed)
        setup, deck = deal(draw_setup(Setup("full"), dice), dice)
        events = [step.event for step in random_game(setup, deck, dice)]
        log = notation.Log(notation.tags_of(setup), tuple([Entry(event) for event in events]))
        yield notation.write(log).encode()


def measure(games: Sample, rounds: int) -> Iterator[Row]:
    """Read, check, fold and show these games; a row is all of them together."""
    events = games.events
    setups = [notation.setup_of(log.sound.log) for log in games.logs]
    starts = [engine.start(setup).state for setup in setups]
    number = sum(map(len, events))

    def check() -> None:
        for log in games.logs:
            game = play_log(log)
            assert game.replay is not None and game.replay.error is None
            false_claims(game)

    def fold(step: Any, begin: Sequence[Any]) -> list[Any]:
        return [reduce(step, those, state) for those, state in zip(events, begin, strict=True)]

    ends: list[State] = fold(engine.apply, starts)
    yield Row("read", number, "events", best(lambda: [notation.scan(log.raw) for log in games.logs], rounds))
    yield Row("check", number, "events", best(check, rounds))
    folding = best(lambda: fold(engine.apply, starts), rounds)
    yield Row("fold", number, "events", folding)
    yield Row("fold", games.actions, "actions", folding)
    yield Row("fold", games.clauses, "clauses", folding)
    yield from trusting(setups, events, rounds)
    yield Row(
        "trivial fold", number, "events", best(lambda: fold(trivial, [Trivial()] * len(starts)), rounds)
    )
    yield Row("show", len(ends), "boards", best(lambda: [board_table(state) for state in ends], rounds))


def trusting(setups: Sequence[Setup], events: Sequence[tuple[Event, ...]], rounds: int) -> Iterator[Row]:
    """Whole replays: checked, by recorded effects, and by effects with the digest of the end compared."""
    games = [replay(setup, those) for setup, those in zip(setups, events, strict=True)]
    kept = [(setup, game.events, game.effects) for setup, game in zip(setups, games, strict=True)]
    digests = [digest(game.state) for game in games]
    number = sum(map(len, events))

    def checked() -> None:
        for setup, those, _ in kept:
            replay(setup, those)

    def trusted() -> None:
        for setup, those, effects in kept:
            replay(setup, those, effects=effects, check=False)

    def compared() -> None:
        for (setup, those, effects), end in zip(kept, digests, strict=True):
            replay(setup, those, effects=effects, check=False, digest=end)

    yield Row("replay, checked", number, "events", best(checked, rounds))
    yield Row("replay, effects trusted", number, "events", best(trusted, rounds))
    yield Row("replay, trusted with a digest", number, "events", best(compared, rounds))


def tell(rows: Iterable[Row], games: int = 1) -> None:
    """Print rows; the time is that of one game of the number given."""
    for row in rows:
        each = row.seconds * 1000 / games
        print(f"  {row.what:34} {each:9.3f} ms {row.rate:12,.0f} {row.unit} a second")


def main() -> None:
    """Run the measurements asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="logs; the fixture games unless said")
    parser.add_argument("--random", type=int, default=None, metavar="N", help="random full games (100)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds; the fastest counts")
    parser.add_argument("--peers", action="store_true", help="python-chess and pokerkit, if installed")
    asked = parser.parse_args()
    files = asked.files or [ROOT / "fixtures" / f"{name}.fitl" for name in FIXTURES]
    number = asked.random if asked.random is not None else 0 if asked.files else 100

    print(f"Python {platform.python_version()}  {platform.machine()}  best of {asked.rounds}, ms a game")
    for path in files:
        games = sample([path.read_bytes()])
        print(f"{path.name}: {len(games.events[0])} events")
        tell(measure(games, asked.rounds))
    if number:
        texts = list(random_texts(number))
        games = sample(texts)
        print(f"{number} random full games: {sum(map(len, games.events))} events")
        tell(measure(games, max(1, asked.rounds // 5)), number)
        seconds = side_by_side(texts, max(1, asked.rounds // 5))
        what = f"fold, {PROCESSES} processes"
        tell([Row(what, sum(map(len, games.events)), "events", seconds)], number)
        tell([Row(what, games.actions, "actions", seconds)], number)
        with tempfile.TemporaryDirectory() as name:
            for i, text in enumerate(texts):
                Path(name, f"{i:06}.fitl").write_bytes(text)
            for few in (1, min(10, number), number):
                print(f"  memory for {few:4} games, one by one  {peak(Path(name), few):9.1f} MiB")
    if not asked.files:
        bare = start(["-c", "pass"])
        print(f"a cold start, against {bare * 1000:.0f} ms of Python alone")
        for words in (["--version"], *[["validate", str(path.relative_to(ROOT))] for path in files]):
            seconds = start(["-m", "fitl_cli", *words])
            print(f"  fitl {' '.join(words):36} {seconds * 1000:6.0f} ms")
    if asked.peers:
        print("others, in the same run")
        tell(peers(asked.rounds))


if __name__ == "__main__":
    main()
