"""The cost of asking: `python tests/bench/asking.py [--rounds N]`, over every action of the fixture games.

It measures three times: to play an action; to state it answer by answer and play it; and to find the next
question with its first answers, before each answer of each action.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from measure import ROOT, best

import notation
from fitl_core.engine import play, start
from fitl_core.record.events import Action
from fitl_core.record.spoken import spoken
from fitl_core.state.state import State
from fitl_core.walks import ask

FIXTURES = ("tutorial", "short-game", "medium-game", "full-opening")
FIRST = (1, 3, 5)
"""The number of first answers that are read."""

Actions = list[tuple[State, Action]]


def actions(path: Path) -> Actions:
    """The actions of a game, each with the position before it."""
    log = notation.read(path.read_text(encoding="utf-8")).log
    state, found = start(notation.setup_of(log)).state, []
    for event in log.events:
        if isinstance(event, Action):
            found.append((state, event))
        state = play(state, event).state
    return found


def say(those: Actions) -> None:
    """Say every action answer by answer, and play it."""
    for state, action in those:
        walk = ask(state, action.faction, limop=action.limop)
        for who, clause in spoken(action.segments, action.faction):
            walk = walk.say(clause, who)
        walk.play()


def look(those: Actions, most: int) -> int:
    """The same, but look at the first question and its first answers each time; returns how often."""
    asked = 0
    for state, action in those:
        walk = ask(state, action.faction, limop=action.limop)
        for who, clause in spoken(action.segments, action.faction):
            if (question := walk.first) is not None:
                question.answers(most=most)
            asked += 1
            walk = walk.say(clause, who)
        walk.play()
    return asked


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="rounds; the fastest counts")
    rounds = parser.parse_args().rounds
    those = [pair for name in FIXTURES for pair in actions(ROOT / "fixtures" / f"{name}.fitl")]

    def timed(work: Callable[[], object]) -> float:
        return best(work, rounds)

    played = timed(lambda: [play(state, action) for state, action in those])
    said = timed(lambda: say(those))
    questions = look(those, 1)
    print(f"{len(those)} actions, {questions} answers")
    print(f"  play {played * 1000:8.1f} ms")
    print(f"  say  {said * 1000:8.1f} ms, {said / played:.1f} times as long")
    for most in FIRST:
        each = (timed(lambda most=most: look(those, most)) - said) / questions  # type: ignore[misc]
        print(f"  a question with its first {most} answers {each * 1e6:6.0f} us")


if __name__ == "__main__":
    main()
