"""The playthrough of OpenSpiel in fixtures/openspiel: `python tests/playthroughs.py` writes it again.

OpenSpiel writes all numbers of each state, 2 to 3 MB for one card. So a long line is kept by its beginning
and its SHA-256.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

PLAYTHROUGH = Path(__file__).parents[1] / "fixtures" / "openspiel" / "one-card.txt"
GAME = "fitl(cards=1,options=deception,players=3)"
SEED = 6
LONGEST, KEPT = 240, 80


def shortened(text: str) -> str:
    """Return a playthrough with its long lines shortened, without the lines of the type of the game."""
    lines = [line for line in text.splitlines() if not line.startswith("GameType.")]
    return "\n".join([_short(line) for line in lines]) + "\n"


def _short(line: str) -> str:
    if len(line) <= LONGEST:
        return line
    return (
        f"{line[:KEPT]} ... {len(line)} characters, sha256 {hashlib.sha256(line.encode()).hexdigest()[:32]}"
    )


def actions_of(text: str) -> list[int]:
    """Return the actions of a playthrough."""
    return [int(found) for found in re.findall(r"^action: (\d+)$", text, re.MULTILINE)]


def played(actions: list[int] | None = None) -> str:
    """Return the playthrough, with given actions or with those of the seed."""
    import fitl_core.environments.openspiel_game  # noqa: F401, I001  # registers the game
    from open_spiel.python.algorithms.generate_playthrough import playthrough  # type: ignore[import-not-found]

    return shortened(playthrough(GAME, actions, seed=SEED))


if __name__ == "__main__":
    PLAYTHROUGH.parent.mkdir(exist_ok=True)
    PLAYTHROUGH.write_text(played(), encoding="utf-8")
