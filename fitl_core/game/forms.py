"""Compare a file with its canonical form, and put moves into normal form."""

from __future__ import annotations

import msgspec

import notation
from fitl_core.errors import FitlError
from fitl_core.game.files import LogFile
from fitl_core.game.normal_games import normal_events
from fitl_core.game.replays import replay
from notation import Log


class Form(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file compared with its canonical form. `line`, `found` and `canonical_line` are the first difference.

    `text` is the canonical form if the caller asked for it.
    """

    file: str
    canonical: bool
    line: int = 0
    found: str = ""
    canonical_line: str = ""
    text: str = ""


def form_of(log: LogFile, text: str) -> Form:
    """Compare a log with its canonical `text`. Lines count from 1."""
    if log.raw == text.encode():
        return Form(log.name, True)
    lines, wanted = log.source, text.split("\n")
    for number, (line, should) in enumerate(zip(lines, wanted, strict=False), 1):
        if line != should:
            return Form(log.name, False, number, line, should)
    if len(lines) == len(wanted):
        return Form(log.name, False, 1, "other line ends or encoding", "line feeds and UTF-8")
    number = min(len(lines), len(wanted))
    if len(lines) > len(wanted):
        return Form(log.name, False, number, "further lines", "the end of the file")
    return Form(log.name, False, number, "no line end", "a line end")


def in_normal_form(log: Log) -> Log:
    """Return a log with its legal moves in normal form. Everything else stays unchanged.

    If a move gets another form, the links of a chain are left out, because they belong to the written text.
    """
    try:
        game = replay(notation.setup_of(log), log.events)
    except FitlError:
        return log
    moves = iter(normal_events(game))
    entries = [
        entry if entry.event is None else msgspec.structs.replace(entry, event=next(moves))
        for entry in log.entries
    ]
    if [entry.event for entry in entries] == [entry.event for entry in log.entries]:
        return log
    unlinked = [msgspec.structs.replace(entry, chain="") for entry in entries]
    return Log(tuple([tag for tag in log.tags if tag.name != "Chain-Head"]), tuple(unlinked))
