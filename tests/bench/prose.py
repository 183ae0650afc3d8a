"""How often sentences are read as intended: `python tests/bench/prose.py [-v]`.

With `--hostile` it prints the sentences of `tests/hostile_sentences.py` that are read wrong for certain.

The sentences are those of `fixtures/prose`, in our own words. Each has its game, the event after which it is
said, and the moves in normal form that it may mean. Use of each part:

- `tuned.jsonl`: failures were mended. The last 59 were written before they were read, and 32 of 56
  were right at first then (the others named moves that are illegal).
- `watched.jsonl`: written before anything was read, in other positions; measured about 12 times while the
  rest was tuned. The failures were looked at, and general causes were mended.
  The last 96 came later, in three parts: 22 of 43 were right at first, then 22 of 30, then 17 of 23; general
  causes were mended. The next 86 likewise: 44 of 60 were right at first, then 20 of 26.
  The last 99 name moves that are in the logs of these games: 52 of 60 were right at first, then 36 of 39.
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
from fitl_core.game.replays import ReplayedGame, replay
from fitl_core.prose.proposals import Proposal, read_prose
from fitl_core.state.state import State

FIXTURES = Path(__file__).parents[2] / "fixtures"
SETS = ("tuned", "watched", "kept-apart")
AMONG = 3


class Sentence(msgspec.Struct):
    """A text about a `game` after the event `at`, and the moves that are right."""

    game: str
    at: int
    text: str
    moves: tuple[str, ...]


def sentences(name: str) -> list[Sentence]:
    """The sentences of a set."""
    raw = (FIXTURES / "prose" / f"{name}.jsonl").read_bytes()
    return msgspec.json.decode(b"[" + b",".join(raw.splitlines()) + b"]", type=list[Sentence])


@cache
def _game(name: str) -> ReplayedGame:
    log = notation.read((FIXTURES / name).read_bytes()).log
    return replay(notation.setup_of(log), log.events)


def position(sentence: Sentence) -> State:
    """Return the position of the game after which a sentence is said."""
    return _game(sentence.game).state_at(sentence.at)


def found(sentence: Sentence, proposals: tuple[Proposal, ...]) -> set[str]:
    """Grade proposals: "first", "among", "certain", "wrong" (and certain)."""
    right = [proposal.move in sentence.moves for proposal in proposals]
    certain = [good for good, proposal in zip(right, proposals, strict=True) if proposal.certain]
    marks = {"first": any(right[:1]), "among": any(right[:AMONG]), "certain": bool(certain)}
    return {name for name, holds in marks.items() if holds} | ({"wrong"} if not all(certain) else set())


def measured(name: str, tell: bool = False, one_of: int = 1) -> tuple[Counter[str], float]:
    """How many sentences of a set, or one of so many, are read how, and the most seconds for one."""
    counts: Counter[str] = Counter()
    longest = 0.0
    for sentence in sentences(name)[::one_of]:
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


def main_of_hostile() -> None:
    """Print how many hostile sentences are certain and wrong, and each of them."""
    sys.path[0] = str(Path(__file__).parents[1])
    from prose.test_certainty import HOSTILE, certain_and_wrong

    wrong = [(one.text, moves) for one in HOSTILE if (moves := certain_and_wrong(one))]
    print(f"hostile: {len(HOSTILE)} sentences, {len(wrong)} certain and wrong")
    print("".join([f"{text}\n  read  {moves[0]}\n" for text, moves in wrong]), end="")


if __name__ == "__main__":
    main_of_hostile() if "--hostile" in sys.argv[1:] else main("-v" in sys.argv[1:])
