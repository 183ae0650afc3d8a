"""A file that somebody has: is it a save of the Scala program, a board, or a log?"""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.imports.json_files import decoded
from fitl_core.imports.scala_games import ImportedGame, import_save
from fitl_core.imports.views import NOT_TOLD, setup_of_view
from notation import Log, tags_of

Form = Literal["save", "view", "log"]


def form_of(raw: bytes) -> Form:
    """What a file is by its first look: one JSON object that is a save or a view; else a log."""
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
    """A save or a view as a log that begins in its position. Raises `Unimportable`."""
    if form_of(raw) == "save":
        return import_save(raw, name)
    return ImportedGame(Log(tags_of(setup_of_view(raw)), ()), 0, remarks=(NOT_TOLD,))
