"""A game with lines put at its end: what stands in its file stays there to the byte."""

from __future__ import annotations

from collections.abc import Sequence

import notation
from fitl_core.errors import FitlError
from fitl_core.game.files import Game, LogFile, false_claims, play_log, read_log
from fitl_core.record.events import Play
from notation import Entry, Log


class Unfit(FitlError):
    """A file at whose end nothing can be put."""

    code = "unfit"


class FalseFigures(FitlError):
    """Figures claimed behind a legal move that are not so."""

    code = "false-claim"


def appended(game: Game, entries: Sequence[Entry]) -> Game:
    """The game that the file holds with these entries at its end, read again and played.

    Its `log.raw` is the new file; whether the entries are legal tells its `error`. Raises `Unfit` where the
    file has faults, is of version 1, or ends with something that would go on in the lines put there.
    """
    log = game.log
    if log.faults or log.document is None:
        raise Unfit(f"{log.name} cannot be read to its end")
    if log.document.version != notation.FORMAT_VERSION:
        raise Unfit(f"{log.name} is of version {log.document.version}: fitl fmt writes it as a newer one")
    after = play_log(read_log(log.raw + _addition(log, entries), log.name))
    document = after.log.document
    wanted = (*log.document.log.entries, *entries)
    if after.log.faults or document is None or document.log.entries != wanted:
        raise Unfit(f"{log.name} ends with something unfinished: what comes behind it would be part of it")
    return after


def insist_on_sound(before: Game, after: Game) -> None:
    """Raise why what was put at the end is illegal, or `FalseFigures` where what it claims is not so."""
    if after.error is not None:
        raise after.error
    false = [claim for claim in false_claims(after) if claim.event > before.sound]
    if false:
        claimed = notation.write_claim(false[0].claimed)
        truth = notation.write_claim(false[0].actual) if false[0].actual is not None else "not in effect"
        raise FalseFigures(f"claimed {claimed}, it is {truth}")


def _addition(log: LogFile, entries: Sequence[Entry]) -> bytes:
    """What is put behind the bytes of a file."""
    assert log.document is not None
    whole = Log(log.document.log.tags, tuple(entries))
    if log.jsonl:
        lines = notation.dump(whole).split("\n")[1:-1]
    else:
        lines = notation.write(whole).split("\n")[len(whole.tags) + 1 : -1]
        opens = not log.document.log.entries or isinstance(entries[0].event, Play)
        said = list(log.source[-2:])
        if opens and any(line.strip() for line in (said if said[-1].strip() else said[:1])):
            lines.insert(0, "")
    encoding = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}.get(log.raw[:2], "utf-8")
    ends = "\n" if log.source[-1] else ""
    text = ends + "".join([f"{line}\n" for line in lines])
    returns = "\r\n" if "\r\n".encode(encoding) in log.raw else "\n"
    return text.replace("\n", returns).encode(encoding)
