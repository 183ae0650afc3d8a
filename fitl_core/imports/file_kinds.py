"""Recognize the kind of a file: a save of the Scala program, a board, or a log."""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.game.written_logs import with_rules_release
from fitl_core.imports.json_files import decoded
from fitl_core.imports.scala_games import ImportedGame, import_save
from fitl_core.imports.shown_boards import NOT_TOLD, setup_of_view
from notation import Log, tags_of

Form = Literal["save", "view", "log"]


def form_of(raw: bytes) -> Form:
    """Return the kind of a file: one JSON object that is a save or a view, or else a log."""
    try:
        top = decoded(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return "log"
    if not isinstance(top, dict):
        return "log"
    if "scenario" in top and "spaces" in top:
        return "view"
    return "log" if "tags" in top else "save"


def import_file(raw: bytes, name: str) -> ImportedGame:
    """Return a save or a view as a log that begins in its position. Raises `Unimportable`."""
    if form_of(raw) == "save":
        return import_save(raw, name)
    return ImportedGame(with_rules_release(Log(tags_of(setup_of_view(raw)), ())), 0, remarks=(NOT_TOLD,))
