"""Append lines to the file of a game. The bytes that the file has do not change."""

from __future__ import annotations

from collections.abc import Sequence

import notation
from fitl_core.errors import FitlError
from fitl_core.game.canonical_lines import canonical_lines
from fitl_core.game.files import Game, LogFile, false_claims, play_log, read_log
from fitl_core.record.events import PlayCard
from notation import Entry, Log


class UnfitFile(FitlError):
    """A file to which no line can be appended."""

    code = "unfit"


class FalseFigures(FitlError):
    """False figures claimed after a legal move."""

    code = "false-claim"


def appended(game: Game, entries: Sequence[Entry]) -> Game:
    """Append these entries to the file of a game with canonical actions, read the new file and play it.

    `log.raw` of the result is the new file. Its `error` is None if the entries are legal. Raises `UnfitFile`
    if the file has faults, is of version 1, or ends with something that the new lines would continue.
    """
    log = game.log
    if log.faults or log.document is None:
        raise UnfitFile(f"{log.name} cannot be read to its end")
    if log.document.version == "1":
        raise UnfitFile(
            f"{log.name} has version {log.document.version}: convert it with fitl fmt to the current version"
        )
    after = play_log(read_log(log.raw + _addition(log, entries), log.name))
    if after.replay is not None and (asked := canonical_lines(after.replay, entries)) != tuple(entries):
        entries, after = asked, play_log(read_log(log.raw + _addition(log, asked), log.name))
    document = after.log.document
    wanted = (*log.document.log.entries, *entries)
    if after.log.faults or document is None or document.log.entries != wanted:
        raise UnfitFile(f"{log.name} ends with an unfinished line: an appended line would become part of it")
    return after


def new_entries(before: Game, after: Game) -> tuple[Entry, ...]:
    """Return the entries that were appended to a game."""
    return after.log.sound.log.entries[len(before.log.sound.log.entries) :]


def insist_on_sound(before: Game, after: Game) -> None:
    """Raise the error of an illegal entry among the appended ones, or `FalseFigures` for a false claim."""
    if after.error is not None:
        raise after.error
    false = [claim for claim in false_claims(after) if claim.event > before.sound]
    if false:
        claimed = notation.write_claim(false[0].claimed)
        truth = notation.write_claim(false[0].actual) if false[0].actual is not None else "not in effect"
        raise FalseFigures(f"claimed {claimed}, it is {truth}")


def _addition(log: LogFile, entries: Sequence[Entry]) -> bytes:
    """Return the bytes to append to the file, in its form, encoding and line ends."""
    assert log.document is not None
    whole = Log(log.document.log.tags, tuple(entries))
    if log.jsonl:
        lines = notation.dump(whole).split("\n")[1:-1]
    else:
        lines = notation.write(whole).split("\n")[len(whole.tags) + 1 : -1]
        opens = not log.document.log.entries or isinstance(entries[0].event, PlayCard)
        last_lines = list(log.source[-2:])
        if opens and any(line.strip() for line in (last_lines if last_lines[-1].strip() else last_lines[:1])):
            lines.insert(0, "")
    encoding = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}.get(log.raw[:2], "utf-8")
    ends = "\n" if log.source[-1] else ""
    text = ends + "".join([f"{line}\n" for line in lines])
    returns = "\r\n" if "\r\n".encode(encoding) in log.raw else "\n"
    return text.replace("\n", returns).encode(encoding)
