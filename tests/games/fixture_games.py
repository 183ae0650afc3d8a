"""The saved games: every file of the fixtures, read and played as far as it is sound."""

from __future__ import annotations

import re
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

NO_LOG_REACHES = {
    "card-cancelled": "asked of a replay, which card to show (session.number_after_card)",
    "no-such-event": "asked of a replay, which event to show (session.state_at)",
    "no-such-card": "the reader refuses a card that is not 1 to 130 (number-range), in both forms",
    "wrong-roll": "the reader refuses a die that does not show 1 to 6 (number-range), in both forms",
    "option-twice": "the reader refuses the tag Options (tag-value)",
    "option-unknown": "the reader refuses the tag Options (tag-value)",
    "options-together": "the reader refuses the tag Options (tag-value)",
    "players-unknown": "the reader refuses the tag Players (tag-value)",
    "ruling-twice": "the reader refuses the tag Ruling (tag-value)",
    "ruling-unknown": "the reader refuses the tag Ruling (tag-value)",
}
"""Violation codes that only a caller of the library meets, and why no file can."""

_CODE = re.compile(r'(?:Refusal|\.no)\(\s*"([a-z0-9-]+)"')


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


def violation_codes() -> set[str]:
    """Every code that the rules refuse with, as their sources write it."""
    sources = (ROOT / "fitl_core").rglob("*.py")
    return {code for source in sources for code in _CODE.findall(source.read_text(encoding="utf-8"))}
