"""The saved games: every fixture file, read and played up to its first illegal event."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import notation
from fitl_core.errors import FitlError
from fitl_core.game.replays import ReplayedGame, replay
from notation import Document

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"
FOLDERS = (FIXTURES, FIXTURES / "refusals", FIXTURES / "broken")


class Fixture(NamedTuple):
    """A file and its game. `replay` is None if the game could not begin; `error` gives the reason."""

    path: Path
    document: Document
    replay: ReplayedGame | None
    error: FitlError | None


@cache
def fixture(path: Path) -> Fixture:
    """Return a fixture file, read and played."""
    document = notation.read(path.read_bytes())
    try:
        game = replay(notation.setup_of(document.log), document.log.events)
    except FitlError as error:
        return Fixture(path, document, None, error)
    return Fixture(path, document, game, game.error)


def files(*folders: Path) -> list[Path]:
    """Return the logs in some folders, sorted by name."""
    return [path for folder in folders for path in sorted(folder.glob("*.fitl"))]
