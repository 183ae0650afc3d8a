"""Read a game from a file, note its faults, and play its sound part by the rules.

Read `fitl_core.game.replays` next.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import PurePath
from typing import Any, NamedTuple

import msgspec

import notation
from fitl_core.engine import play
from fitl_core.errors import FitlError, Refusal
from fitl_core.game.replays import ReplayedGame, replay
from fitl_core.record.claims import CHANGES, Claim
from fitl_core.record.events import Amend, Event
from fitl_core.state.figures import actual, holds
from fitl_core.state.impossible import ImpossiblePosition, impossible_by_itself
from fitl_core.state.state import State
from notation import RULES_RELEASE_TAG, Document, Entry, NotationError, Span, UnwritableError
from notation.decode import decode
from notation.jsonl import position_in_json, scan_json
from notation.position_reader import scan_position


class FalseClaim(NamedTuple):
    """A false claim: the number of its event, its place, and the true figure.

    `actual` is None if the claimed thing does not exist.
    """

    event: int
    place: Span
    claimed: Claim
    actual: Claim | None


class LogFile(msgspec.Struct, frozen=True, dict=True):
    """A log read from a file. `document` is None if not even the header could be understood.

    `raw` has the bytes of the file. `jsonl`: the file has JSON Lines. `faults` are in the order of the file.
    """

    name: str
    raw: bytes
    document: Document | None
    faults: tuple[NotationError, ...] = ()
    jsonl: bool = False

    @cached_property
    def source(self) -> Sequence[str]:
        """The lines of the file."""
        return self.document.source if self.document is not None else decode(self.raw).split("\n")

    @property
    def short_name(self) -> str:
        """The name of the file without its folder."""
        return PurePath(self.name).name

    @property
    def sound(self) -> Document:
        """The document of a log without faults. Raises the first fault (`NotationError`) of another log."""
        if self.faults or self.document is None:
            raise self.faults[0]
        return self.document


class RefusedEvent(msgspec.Struct, frozen=True):
    """A refused event with its error and the position before it.

    `went_on`: the check continued with the event `assumed` in its place, or without it for None.
    """

    number: int
    error: FitlError
    before: State
    went_on: bool = False
    assumed: Event | None = None


class PassedOver(NamedTuple):
    """A line that cannot be read and is passed over. `before` is the number of events before it."""

    where: Span
    before: int


class Game(msgspec.Struct, frozen=True, dict=True):
    """A log and its replay. `replay` is None if the game cannot begin, and `setup_error` is the reason.

    If the check continued after refused events, `assumed` has them with the events assumed in their place.
    `passed_over` has the unreadable lines that it skipped (`fitl_core.game.surveys`).
    """

    log: LogFile
    replay: ReplayedGame | None
    setup_error: FitlError | None = None
    assumed: tuple[RefusedEvent, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()

    @property
    def refused(self) -> tuple[RefusedEvent, ...]:
        """The refused events in the checked part of the game."""
        replay = self.replay
        if replay is None or replay.error is None:
            return self.assumed
        return (RefusedEvent(replay.sound + 1, replay.error, replay.state),)

    @property
    def sound(self) -> int:
        """The number of legal events before the first fault."""
        unsound = [refused.number - 1 for refused in self.assumed[:1]]
        unsound += [line.before for line in self.passed_over[:1]]
        return min([*unsound, self.replay.sound if self.replay is not None else 0])

    @property
    def stands(self) -> tuple[int, ...]:
        """The numbers of the moves in force that the rules refuse and the table let stand."""
        refused = {event.number for event in self.assumed}
        stands = self.replay.stands if self.replay is not None else ()
        return tuple([number for number in stands if number not in refused])

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The entries with events: event n is entry n - 1. Empty without a document."""
        if self.log.document is None:
            return ()
        return tuple([entry for entry in self.log.document.log.entries if entry.event is not None])

    @cached_property
    def places(self) -> tuple[Any, ...]:
        """The places of the events, each an `EntryPlace`."""
        document = self.log.document
        if document is None:
            return ()
        both = zip(document.log.entries, document.places, strict=True)
        return tuple([place for entry, place in both if entry.event is not None])

    @property
    def error(self) -> FitlError | None:
        """The error at which the sound part ends: a bad setup or an illegal event. None if all is sound."""
        return self.replay.error if self.replay is not None else self.setup_error


def read_log(raw: bytes, name: str = "log") -> LogFile:
    """Read a file, text or JSON Lines. `name` is its name in messages.

    Faults of single lines are noted. Raises `UnreadableError` if the file is not a log.
    """
    text = decode(raw)
    jsonl = text.lstrip().startswith("{")
    document, faults = (scan_json if jsonl else notation.scan)(text)
    return LogFile(name, raw, document, faults, jsonl)


def release_of(log: LogFile) -> int | None:
    """Return the rules release of the program that wrote a file, or None if it is not known."""
    value = log.document.log.tag(RULES_RELEASE_TAG) if log.document is not None else None
    return int(value) if value is not None and value.isdecimal() else None


def oldest_release(log: LogFile) -> int:
    """Return the oldest rules release that may have written a file: that of its tag, or of its version.

    Version 1 of the format belongs to release 1, and version 2 came with release 2.
    """
    written = release_of(log)
    if written is not None:
        return written
    return 1 if log.document is not None and log.document.version == "1" else 2


def play_log(log: LogFile) -> Game:
    """Play the legal part of a log, up to its first fault. Raises nothing."""
    if log.document is None:
        return Game(log, None)
    try:
        setup = notation.setup_of(log.document.log)
    except UnwritableError as error:
        return Game(log, None, _impossible_position(log.document) if log.faults else error)
    try:
        return Game(log, replay(setup, log.document.sound_events))
    except FitlError as error:
        return Game(log, None, error)


def _impossible_position(document: Document) -> ImpossiblePosition | None:
    """Return the error of the readable parts of a Position in a header with faults, or None."""
    written = document.log.tag("Position")
    faults = tuple(impossible_by_itself(scan_position(written).position)) if written is not None else ()
    return ImpossiblePosition(faults) if faults else None


def setup_place(game: Game) -> Span:
    """Return the place of the tag that cannot be set up."""
    code = game.setup_error.code if game.setup_error is not None else ""
    wanted = {"unknown-name": "Scenario", "impossible-position": "Position", "not-supported": "Players"}.get(
        code, "Cards"
    )
    document = game.log.document
    if document is not None:
        for tag, place in zip(document.log.tags, document.tag_places, strict=False):
            if tag.name == wanted:
                return place
    return Span(1, 1, 2)


def impossible_parts(game: Game) -> list[tuple[Refusal, Span]]:
    """Return the refusals of a header's Position, each with the place of its part, in order."""
    error = game.setup_error
    if not isinstance(error, ImpossiblePosition):
        return []
    whole = setup_place(game)
    places: dict[str, Span] = {}
    line = game.log.source[whole.line - 1]
    if not game.log.jsonl:
        written = line[whole.column - 1 : whole.end - 1]
        places = scan_position(written, whole.line, whole.column - 1).places
    elif (parts := position_in_json(line, whole)) is not None:
        places = parts.places
    placed_refusals = [(fault.refusal, places.get(fault.part, whole)) for fault in error.faults]
    return sorted(placed_refusals, key=lambda placed: (placed[1].line, placed[1].column))


def false_claims(game: Game, first: int = 1) -> tuple[FalseClaim, ...]:
    """Return the false claims of sound events in order, from event `first` on. Raises nothing.

    Claims of events that were not played, because a later line put them right, are ignored. So are those
    before a line that sets other figures by letting a move stand in place of an earlier event.
    """
    if game.replay is None:
        return ()
    wrong_claims = []
    steps, amended = game.replay.steps, dict(game.replay.amended)
    unplayed = game.replay.unplayed | game.replay.replaced
    written = zip(game.entries[first - 1 :], game.places[first - 1 :], steps[first:], strict=False)
    for number, (entry, place, step) in enumerate(written, first):
        if number in unplayed:
            continue
        line = steps[number - 1].state, step.state
        moved = line
        if number in amended and any(isinstance(claim, CHANGES) for claim in entry.claims):
            moved = amended[number], _moved(amended[number], entry.event)
        for i, claim in enumerate(entry.claims):
            before, after = moved if isinstance(claim, CHANGES) else line
            if not holds(after, claim, before):
                span = place.claims[i] if i < len(place.claims) else place.whole
                wrong_claims.append(FalseClaim(number, span, claim, actual(after, claim, before)))
    return tuple(wrong_claims)


def _moved(before: State, event: Event | None) -> State:
    """Return the position after the move of an `amend` line, without the later events played again."""
    return play(before, event.move).state if isinstance(event, Amend) else before
