"""Write the corpus of the release gate with the code of the older release: JSON Lines of logs.

    python corpus.py TREE FIRST LAST CARDS >corpus.jsonl

TREE is the source of that release. The corpus has the random games and tables of the seeds from FIRST to
LAST; there is one table for ten games. The slice that begins with seed 0 has the saved games of TREE, too.
CARDS is the number of cards of a game, 0 for whole games.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from of_release import code

GAMES_FOR_A_TABLE = 10


def main() -> None:
    """Write the corpus."""
    tree, (first, last, cards) = Path(sys.argv[1]), map(int, sys.argv[2:])
    if first == 0:
        for name, text in _saved(tree / "fixtures"):
            _say(name, text)
    for seed in range(first, last + 1):
        _say(f"game {seed}", code.random_log(seed, cards or None))
        if seed % GAMES_FOR_A_TABLE == 0:
            for text in code.table_logs(seed // GAMES_FOR_A_TABLE):
                _say(f"table {seed // GAMES_FOR_A_TABLE}", text)


def _saved(fixtures: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(fixtures.rglob("*.fitl")):
        try:
            yield str(path.relative_to(fixtures)), path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # bytes of a fuzzer, which are no log


def _say(name: str, text: str) -> None:
    print(json.dumps({"id": name, "log": text}), flush=True)


if __name__ == "__main__":
    main()
