"""The saved games: every file of the fixtures, read and played as far as it is sound."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import notation
from fitl_core.errors import FitlError
from fitl_core.game.replays import Replay, replay
from notation import Document

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"
FOLDERS = (FIXTURES, FIXTURES / "refusals", FIXTURES / "broken")


class Fixture(NamedTuple):
    """A file and its game; `replay` is None where `error` is why it could not even begin."""

    path: Path
    document: Document
    replay: Replay | None
    error: FitlError | None


@cache
def fixture(path: Path) -> Fixture:
    """A file of the fixtures, played."""
    document = notation.read(path.read_bytes())
    try:
        game = replay(notation.setup_of(document.log), document.log.events)
    except FitlError as error:
        return Fixture(path, document, None, error)
    return Fixture(path, document, game, game.error)


def files(*folders: Path) -> list[Path]:
    """The logs in some folders, by name."""
    return [path for folder in folders for path in sorted(folder.glob("*.fitl"))]
