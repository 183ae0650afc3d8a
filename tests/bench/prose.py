"""How often sentences are read as they are meant: `python tests/bench/prose.py [-v]`.

The sentences are those of `fixtures/prose`, in our own words: each with its game, the event behind which it
is said, and the moves in normal form that it may mean. How each part has been used:

- `tuned.jsonl`: what was not read was mended; the last 59 were written before they were read, and 32 of 56
  were right at first then (the others told of moves that are illegal).
- `watched.jsonl`: written before anything was read, in positions of their own; measured about a dozen times
  while the rest was tuned, and looked at: a cause that shows here has been mended where it was general.
  The last 96 came later, in three parts: 22 of 43 were right at first, then 22 of 30, then 17 of 23; what
  was general in them was mended. The next 86 likewise: 44 of 60 were right at first, then 20 of 26.
  The last 99 tell moves that are in the logs of these games: 52 of 60 were right at first, then 36 of 39.
- `kept-apart.jsonl`: written after that in positions of two other games, and measured; nothing has been
  mended because of them.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from functools import cache
from pathlib import Path

import msgspec

import notation
from fitl_core.game.replays import Replay, replay
from fitl_core.prose.reading import Proposal, read_prose
from fitl_core.state.state import State

FIXTURES = Path(__file__).parents[2] / "fixtures"
SETS = ("tuned", "watched", "kept-apart")
AMONG = 3


class Sentence(msgspec.Struct):
    """A text that is said of a `game` behind the event `at`, and the moves that are right."""

    game: str
    at: int
    text: str
    moves: tuple[str, ...]


def sentences(name: str) -> list[Sentence]:
    """The sentences of a set."""
    raw = (FIXTURES / "prose" / f"{name}.jsonl").read_bytes()
    return msgspec.json.decode(b"[" + b",".join(raw.splitlines()) + b"]", type=list[Sentence])


@cache
def _game(name: str) -> Replay:
    log = notation.read((FIXTURES / name).read_bytes()).log
    return replay(notation.setup_of(log), log.events)


def position(sentence: Sentence) -> State:
    """Where the game stands when a sentence is said."""
    return _game(sentence.game).state_at(sentence.at)


def found(sentence: Sentence, proposals: tuple[Proposal, ...]) -> set[str]:
    """What holds of proposals: "first", "among", "certain", "wrong" (and certain)."""
    right = [proposal.move in sentence.moves for proposal in proposals]
    certain = [good for good, proposal in zip(right, proposals, strict=True) if proposal.certain]
    marks = {"first": any(right[:1]), "among": any(right[:AMONG]), "certain": bool(certain)}
    return {name for name, holds in marks.items() if holds} | ({"wrong"} if not all(certain) else set())


def measured(name: str, tell: bool = False) -> tuple[Counter[str], float]:
    """How many sentences of a set are read how, and the most seconds of the processor for one."""
    counts: Counter[str] = Counter()
    longest = 0.0
    for sentence in sentences(name):
        state = position(sentence)
        begun = time.process_time()
        proposals = read_prose(state, sentence.text)
        longest = max(longest, time.process_time() - begun)
        marks = found(sentence, proposals)
        counts.update(marks | {"all"})
        if tell and "first" not in marks:
            print(f"{sentence.game} {sentence.at}: {sentence.text}\n  meant {sentence.moves[0]}")
            print("".join([f"  read  {one.move} {one.assumes}\n" for one in proposals[:AMONG]]))
    return counts, longest


def main(tell: bool) -> None:
    """Print the shares of all sets."""
    for name in SETS:
        counts, longest = measured(name, tell)
        shares = [f"{counts[mark] / counts['all']:.0%} {mark}" for mark in ("first", "among", "certain")]
        print(f"{name}: {counts['all']} sentences, {', '.join(shares)}, ", end="")
        print(f"{counts['wrong']} wrong and certain; at most {longest:.1f} s")


if __name__ == "__main__":
    main("-v" in sys.argv[1:])
