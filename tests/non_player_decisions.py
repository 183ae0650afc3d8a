"""Decide recorded games of Non-players again: `python tests/non_player_decisions.py OLDER [--games 200]`.

OLDER is another tree of this repository (`git worktree add ../older REVISION`). Its code plays the games and
records each decision with the inputs that the decision asked for. This tree decides again in the same
positions, with the same inputs, which are found by kind and node. The move must be the same, and no input may
be missing. Moves with the same answers in another order are counted apart, and so are moves that lead to the
same position. Inputs that are no longer asked for are listed by node. With `--speed N` both trees also play
the seeds 1 to N of the full scenario by turns. With `--symbols N` the moves of N games with all symbols
stated are judged (`tests/symbol_trials.py`). With `--page` the figures become docs/evidence/decisions.md.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "evidence" / "decisions.md"
SCENARIOS = ("full", "medium", "short")
SPEED_DECIDED, SPEED_CHECKED = "decided", "checked"
Line = dict[str, Any]


# -- in the process of a tree ------------------------------------------------------------------------


def play(number: int) -> Line:
    """Play a game and return it: its setup, its events, and the inputs of each decision by event."""
    import msgspec

    from fitl_core.facts.players import WITH_NON_PLAYERS
    from fitl_core.players.dice import Dice
    from fitl_core.players.non_players import random_games
    from fitl_core.players.random_play import deal
    from fitl_core.record.setup import Setup

    non_players = 4 - number // 3 % 4
    hands = [group for group in WITH_NON_PLAYERS if 4 - sum(map(len, group)) == non_players]
    dice = Dice(f"decisions {number}")
    setup, deck = deal(Setup(SCENARIOS[number % 3], players=hands[number // 12 % len(hands)]), dice)
    decisions: list[Line] = []
    events: list[Any] = []
    decide = random_games.decide

    def recorded(state: Any, faction: Any, chance: Any) -> Any:
        inputs: list[Line] = []

        def asked(wanted: Any) -> Any:
            given = chance(wanted)
            inputs.append({**_key(wanted), "given": msgspec.to_builtins(given)})
            return given

        begun = process_time()
        decision = decide(state, faction, asked)
        taken = process_time() - begun
        decisions.append({"at": len(events), "faction": str(faction), "inputs": inputs, "taken": taken})
        return decision

    random_games.decide = recorded
    try:
        for step in random_games.mixed_game(setup, deck, dice):
            events.append(step.event)
    finally:
        random_games.decide = decide
    return {
        "number": number,
        "setup": msgspec.to_builtins(setup),
        "events": msgspec.to_builtins(events),
        "decisions": decisions,
    }


def again(game: Line) -> Line:
    """Decide every decision of a recorded game again and return what differs."""
    import msgspec

    from fitl_core.engine import start
    from fitl_core.facts.factions import Faction
    from fitl_core.players.non_players.decide import decide
    from fitl_core.record.events import Event
    from fitl_core.record.setup import Setup
    from fitl_core.strict_play import play_canonical
    from notation import write_event

    setup = msgspec.convert(game["setup"], Setup)
    events = msgspec.convert(game["events"], list[Event])
    state = start(setup).state
    at, differ, reordered, unused = 0, [], [], Counter[str]()
    same: list[str] = []
    for one in game["decisions"]:
        while at < one["at"]:
            state, at = play_canonical(state, events[at]).state, at + 1
        inputs = _Inputs(one["inputs"])
        decision = decide(state, Faction(one["faction"]), inputs)
        move = next(event for event in events[at:] if type(event).__name__ != "DecisionDice")
        if decision.needs:
            differ.append(f"event {at + 1}: {one['faction']} now asks for {decision.needs[0].words}")
        elif decision.lines[-1] != move:
            now, was = write_event(decision.lines[-1]), write_event(move)
            kind = (
                same if _position_after(state, decision.lines[-1]) == _position_after(state, move) else differ
            )
            kind = reordered if _clauses(now) == _clauses(was) else kind
            kind.append(f"event {at + 1}: `{now}`, not `{was}`")
        unused.update(inputs.unused)
    return {
        "decisions": len(game["decisions"]),
        "differ": differ,
        "reordered": reordered,
        "same": same,
        "unused": unused,
    }


def _position_after(state: Any, move: Any) -> str:
    """Return a digest of the position after a move."""
    from fitl_core.state.position_digest import digested
    from fitl_core.strict_play import play_canonical

    return digested(play_canonical(state, move).state)


def _clauses(move: str) -> list[str]:
    """Return the words of a move in an order of their own."""
    return sorted(move.replace(",", " ").split())


class _Inputs:
    """Gives the recorded inputs of a decision by kind and node."""

    def __init__(self, inputs: list[Line]) -> None:
        self.left = list(inputs)

    def __call__(self, wanted: Any) -> Any:
        import msgspec

        from fitl_core.record.clauses import Clause

        key = _key(wanted)
        for place, one in enumerate(self.left):
            if {name: one[name] for name in key} == key:
                given = self.left.pop(place)["given"]
                return tuple(given) if isinstance(given, list) else msgspec.convert(given, Clause)
        return None

    @property
    def unused(self) -> Iterator[str]:
        for one in self.left:
            yield f"{one['what']} ({one['kind']})"


def _key(wanted: Any) -> Line:
    """Return what an input is for, without the Faction's answer."""
    asked = None if wanted.asked is None else wanted.asked.id
    return {
        "kind": wanted.kind,
        "what": wanted.what,
        "dice": wanted.dice,
        "among": wanted.among,
        "spaces": sorted(wanted.spaces),
        "again": wanted.again,
        "asked": asked,
    }


def timed(seed: int) -> Line:
    """Return the processor time in which a full game of four Non-players is decided, and then checked."""
    from fitl_core.game.non_player_verdicts import judge_non_players
    from fitl_core.game.replays import replay
    from fitl_core.players.dice import Dice
    from fitl_core.players.non_players.random_games import mixed_game
    from fitl_core.players.random_play import deal
    from fitl_core.record.setup import Setup

    dice = Dice(seed)
    setup, deck = deal(Setup("full", players=()), dice)
    begun = process_time()
    events = [step.event for step in mixed_game(setup, deck, dice)]
    decided = process_time() - begun
    replayed = replay(setup, events)
    begun = process_time()
    judge_non_players(replayed)
    return {SPEED_DECIDED: decided, SPEED_CHECKED: process_time() - begun}


def serve() -> None:
    """Answer requests from standard input, one line each, in the process of a tree."""
    calls = {"play": play, "again": again, "timed": timed}
    for line in sys.stdin:
        name, given = json.loads(line)
        print(json.dumps(calls[name](given)), flush=True)


# -- in the process of the command -------------------------------------------------------------------


class Tree:
    """A process with the code of a tree."""

    def __init__(self, source: Path) -> None:
        paths = {"PYTHONPATH": str(source), "PYTHONHASHSEED": "0"}
        command = [
            sys.executable,
            "-Pc",  # the working directory must not hide the older tree
            f"import sys; sys.path[:0] = [{str(Path(__file__).parent)!r}]\n" + _MAIN,
        ]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, **paths}
        )

    def ask(self, name: str, given: Any) -> Any:
        """Return the answer to a request. Exits if the process has ended."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps([name, given]) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{name} {str(given)[:80]}: the process has ended")
        return json.loads(line)


_MAIN = "from non_player_decisions import serve\nserve()"


def main() -> None:
    """Play, decide again, compare and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("older", type=Path)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--speed", type=int, default=0)
    parser.add_argument("--symbols", type=int, default=0)
    parser.add_argument("--page", action="store_true")
    given = parser.parse_args()
    trees = Tree(given.older.resolve()), Tree(ROOT)
    lines = [*decisions(trees, given.games), *(speed(trees, given.speed) if given.speed else [])]
    faults: list[str] = []
    if given.symbols:
        from symbol_trials import symbol_lines, verdicts

        stated, unstated, faults = verdicts(given.symbols)
        lines += ["", *symbol_lines(given.symbols, stated, unstated), *faults]
    print("\n".join(lines))
    if given.page:
        PAGE.write_text("\n".join([HEAD, *lines]) + "\n", encoding="utf-8")
    sys.exit(bool(faults) or ": 0 differ." not in lines[0])


HEAD = """# Decisions of Non-players, decided again

`python tests/non_player_decisions.py OLDER --games 200 --speed 100 --symbols 10 --page` writes this page.
OLDER is the tree at the start of the work, whose games are decided again.

Known causes of differences:

- A VC March has fewer Guerrillas, or asks for other dice. In the older tree, one Guerrilla more than may
  leave went along from spaces at Support (8.5.4).
- An NVA March of an Event asks for other dice. They draw only among origins that can give pieces (8.6.5).
- An NVA March puts its Guerrilla onto another LoC, or asks for other dice. In the older tree, it did not use
  the Trail for that (8.6.5/do-2).
- An ARVN Redeploy has fewer moves, or asks for other dice. In the older tree, a space that was to gain
  Control gave its Troops away, and Troops of a space that could not gain Control stayed unused (8.7.7).
- An ARVN Sweep moves other Troops. In the older tree, Troops left a space with US pieces, and a space that
  was to get Troops gave some away (8.7.5/do-2).
- A Patrol under shaded card 14 asks for dice of 8.1.1. In the older tree they were dice of the card, which
  no line can name.
- A US Air Lift asks for other dice. They draw only among origins that can give pieces (8.8.3).
- ARVN Patrol with other cubes, and the position is the same. Equal LoCs and Cities that want the same number
  of cubes from the same spaces need no dice (NP-Q50).
- The answers stand in another order. Equal spaces that are all served need no dice (NP-Q50), so they now
  stand in the order of the board.
"""


def decisions(trees: tuple[Tree, Tree], games: int) -> list[str]:
    """Return the lines about decisions that are made again."""
    older, newer = trees
    number, unused, differ, reordered, same = 0, Counter[str](), list[str](), list[str](), list[str]()
    for game in range(games):
        found = newer.ask("again", older.ask("play", game))
        number += found["decisions"]
        unused.update(found["unused"])
        differ += [f"- game {game}, {line}" for line in found["differ"]]
        reordered += [f"- game {game}, {line}" for line in found["reordered"]]
        same += [f"- game {game}, {line}" for line in found["same"]]
    lines = [f"{games} games, {number:,} decisions: {len(differ)} differ.", *differ, ""]
    lines += [f"{len(reordered)} have the same answers in another order.", *reordered, ""]
    lines += [f"{len(same)} have other answers that lead to the same position.", *same, ""]
    if unused:
        lines += ["Inputs that are no longer asked for:", "", "| node | times |", "|---|---|"]
        lines += [f"| {node} | {times} |" for node, times in sorted(unused.items())]
        lines.append("")
    return lines


def speed(trees: tuple[Tree, Tree], seeds: int) -> list[str]:
    """Return the lines about processor time, with both trees by turns."""
    times: list[list[Line]] = [[], []]
    for seed in range(1, seeds + 1):
        for place in (0, 1) if seed % 2 else (1, 0):
            times[place].append(trees[place].ask("timed", seed))
    lines = [f"Processor time of full games of four Non-players, seeds 1 to {seeds}, in seconds:", ""]
    lines += [
        "| | older: mean, worst | this tree: mean, worst | ratio of means | worst to mean |",
        "|---|---|---|---|---|",
    ]
    for what in (SPEED_DECIDED, SPEED_CHECKED):
        (was, worst), (now, most) = [_mean_and_worst([one[what] for one in tree]) for tree in times]
        figures = f"{was:.3f}, {worst:.2f} | {now:.3f}, {most:.2f} | {now / was:.2f} | {most / now:.1f}"
        lines.append(f"| {what} | {figures} |")
    return lines


def _mean_and_worst(times: list[float]) -> tuple[float, float]:
    return sum(times) / len(times), max(times)


if __name__ == "__main__":
    main()
