"""A file that a command was given: read, its faults noted, played by the rules as far as it is sound."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import click
import msgspec

import notation
from fitl_cli.output import UNREADABLE, Failure, Unreadable
from fitl_core.errors import FitlError
from fitl_core.game.replays import Replay, replay
from fitl_core.record.claims import Claim
from fitl_core.tell.figures import actual, holds
from notation import Document, Entry, NotationError, Span, UnreadableError, UnwritableError
from notation.decode import MAX_SIZE, decode


class FalseClaim(NamedTuple):
    """A claim that is not so: the event it stands behind, its place, and the true figure."""

    event: int
    place: Span
    claimed: Claim
    actual: Claim | None


class Log(msgspec.Struct, frozen=True):
    """A log as it was read. `document` is None where not even the header could be understood.

    `raw` is the file, `text` what it says, `jsonl` whether its form is JSON Lines.
    """

    name: str
    raw: bytes
    text: str
    document: Document | None
    faults: tuple[NotationError, ...]
    jsonl: bool = False

    @property
    def source(self) -> list[str]:
        """The lines of the file."""
        return self.text.split("\n")

    @property
    def sound(self) -> Document:
        """The document, where there are no faults; else ends the command with all of them."""
        if self.document is None or self.faults:
            from fitl_cli.refusals import fault_lines

            lines = [line for fault in self.faults for line in fault_lines(self, fault)]
            raise Failure("\n".join([f"{self.name} cannot be read", *lines]), UNREADABLE)
        return self.document


class Game(msgspec.Struct, frozen=True):
    """A log and its replay; `setup_error` is why it could not even begin."""

    log: Log
    replay: Replay | None
    setup_error: FitlError | None = None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries that hold events: event n is entry n - 1."""
        assert self.log.document is not None
        return tuple([entry for entry in self.log.document.log.entries if entry.event is not None])

    @property
    def places(self) -> tuple[Any, ...]:
        """The places of the events."""
        document = self.log.document
        assert document is not None
        both = zip(document.log.entries, document.places, strict=True)
        return tuple([place for entry, place in both if entry.event is not None])


def read_log(path: str) -> Log:
    """Read a file (`-`: stdin), text or JSON Lines. Ends the command where it is no log at all."""
    name = "<stdin>" if path == "-" else click.format_filename(path)
    try:
        raw = _bytes_of(path)
        text = decode(raw)
        if text.lstrip().startswith("{"):
            return _load(name, raw, text)
        document, faults = notation.scan(text)
    except UnreadableError as error:
        place = f":{error.line}:{error.column}" if error.line else ""
        message = f"{name}{place}: {error.message}"
        raise Unreadable(message, error.code, error.line, error.column) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise Unreadable(f"{name}: {why}", "no-file") from None
    return Log(name, raw, text, document, faults)


def _bytes_of(path: str) -> bytes:
    if path != "-":
        with open(path, "rb") as file:
            return file.read(MAX_SIZE + 1)
    if sys.stdin is None:
        raise OSError("there is no standard input")
    return sys.stdin.buffer.read(MAX_SIZE + 1)


def _load(name: str, raw: bytes, text: str) -> Log:
    """JSON Lines stop at the first fault; what stands before it is kept."""
    try:
        return Log(name, raw, text, notation.load(text), (), jsonl=True)
    except NotationError as fault:
        before = "\n".join(text.split("\n")[: fault.line - 1])
        document: Document | None = None
        if before.strip():
            try:
                document = notation.load(before)
            except (NotationError, UnreadableError):
                document = None
        return Log(name, raw, text, document, (fault,), jsonl=True)


def read_line(line: str) -> Document:
    """A line of the notation, as if a log had only that. Raises as `notation.read` does."""
    return notation.read('[FITL "1"]\n[Scenario "full"]\n' + line)


def play_log(log: Log) -> Game:
    """Play the part of a log before its first fault, as far as it is legal."""
    if log.document is None:
        return Game(log, None)
    try:
        setup = notation.setup_of(log.document.log)
    except UnwritableError as error:
        return Game(log, None, None if log.faults else error)
    try:
        return Game(log, replay(setup, log.document.sound_events))
    except FitlError as error:
        return Game(log, None, error)


def setup_place(game: Game) -> Span:
    """Where the header says what could not be set up."""
    document = game.log.document
    assert document is not None
    code = game.setup_error.code if game.setup_error is not None else ""
    wanted = {"unknown-name": "Scenario", "impossible-position": "Position", "not-supported": "Players"}.get(
        code, "Cards"
    )
    for tag, place in zip(document.log.tags, document.tag_places, strict=False):
        if tag.name == wanted:
            return place
    return Span(1, 1, 2)


def false_claims(game: Game) -> tuple[FalseClaim, ...]:
    """Every claim behind a sound event that the board does not bear out."""
    if game.replay is None:
        return ()
    found = []
    steps = game.replay.steps[1:]
    for number, (entry, place, step) in enumerate(zip(game.entries, game.places, steps, strict=False), 1):
        for i, claim in enumerate(entry.claims):
            if not holds(step.state, claim):
                span = place.claims[i] if i < len(place.claims) else place.whole
                found.append(FalseClaim(number, span, claim, actual(step.state, claim)))
    return tuple(found)
