"""A game as a file: read from bytes, its faults noted, played by the rules as far as it is sound."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import PurePath
from typing import Any, NamedTuple

import msgspec

import notation
from fitl_core.engine import play
from fitl_core.errors import FitlError, Refusal
from fitl_core.game.replays import Replay, replay
from fitl_core.record.claims import CHANGES, Claim
from fitl_core.record.events import Amend, Event
from fitl_core.state.figures import actual, holds
from fitl_core.state.impossible import ImpossiblePosition, impossible_by_itself
from fitl_core.state.state import State
from notation import Document, Entry, NotationError, Span, UnwritableError
from notation.decode import decode
from notation.jsonl import position_in_json, scan_json
from notation.position import scan_position


class FalseClaim(NamedTuple):
    """A claim that is not so: the event it stands behind, its place, and the true figure.

    `actual` is None where the thing claimed is not there at all.
    """

    event: int
    place: Span
    claimed: Claim
    actual: Claim | None


class LogFile(msgspec.Struct, frozen=True, dict=True):
    """A log as it was read. `document` is None where not even the header could be understood.

    `raw` is the file, `jsonl` whether its form is JSON Lines; `faults` are in the order of the file.
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
        """What the file is called, without where it lies."""
        return PurePath(self.name).name

    @property
    def sound(self) -> Document:
        """The document of a log without faults. Raises the first fault (`NotationError`) if there is any."""
        if self.faults or self.document is None:
            raise self.faults[0]
        return self.document


class Refused(msgspec.Struct, frozen=True):
    """A refused event, why, and in which position.

    Where the check `went_on`, from what was `assumed` in its place; None: the line is passed over.
    """

    number: int
    error: FitlError
    before: State
    went_on: bool = False
    assumed: Event | None = None


class PassedOver(NamedTuple):
    """A line that cannot be read and is passed over, and how many events stand before it."""

    where: Span
    before: int


class Game(msgspec.Struct, frozen=True, dict=True):
    """A log and its replay, None where it could not even begin; `setup_error` is why.

    Where the check went on behind what is refused, `assumed` says from what, and `passed_over` which lines
    that cannot be read it left out (`fitl_core.game.surveys`).
    """

    log: LogFile
    replay: Replay | None
    setup_error: FitlError | None = None
    assumed: tuple[Refused, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()

    @property
    def refused(self) -> tuple[Refused, ...]:
        """Every event that is refused, as far as the game was checked."""
        replay = self.replay
        if replay is None or replay.error is None:
            return self.assumed
        return (Refused(replay.sound + 1, replay.error, replay.state),)

    @property
    def sound(self) -> int:
        """How many events are legal, from the first on."""
        unsound = [refused.number - 1 for refused in self.assumed[:1]]
        unsound += [line.before for line in self.passed_over[:1]]
        return min([*unsound, self.replay.sound if self.replay is not None else 0])

    @property
    def stands(self) -> tuple[int, ...]:
        """The numbers of the moves in force that the rules refuse and the table let stand."""
        refused = {one.number for one in self.assumed}
        found = self.replay.stands if self.replay is not None else ()
        return tuple([number for number in found if number not in refused])

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The entries that hold events: event n is entry n - 1. Empty where there is no document."""
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
        """Why the sound part ends: a bad setup or an illegal event; None if all of it is sound."""
        return self.replay.error if self.replay is not None else self.setup_error


def read_log(raw: bytes, name: str = "log") -> LogFile:
    """Read a file, text or JSON Lines; `name` is what messages call it.

    Faults of single lines are noted. Raises `UnreadableError` where it is no log at all.
    """
    text = decode(raw)
    jsonl = text.lstrip().startswith("{")
    document, faults = (scan_json if jsonl else notation.scan)(text)
    return LogFile(name, raw, document, faults, jsonl)


def play_log(log: LogFile) -> Game:
    """Play the part of a log before its first fault, as far as it is legal. Raises nothing."""
    if log.document is None:
        return Game(log, None)
    try:
        setup = notation.setup_of(log.document.log)
    except UnwritableError as error:
        return Game(log, None, _impossible_all_the_same(log.document) if log.faults else error)
    try:
        return Game(log, replay(setup, log.document.sound_events))
    except FitlError as error:
        return Game(log, None, error)


def _impossible_all_the_same(document: Document) -> ImpossiblePosition | None:
    """What cannot be in a Position, as far as it can be read, in a header that has faults."""
    written = document.log.tag("Position")
    faults = tuple(impossible_by_itself(scan_position(written).position)) if written is not None else ()
    return ImpossiblePosition(faults) if faults else None


def setup_place(game: Game) -> Span:
    """Where the header says what could not be set up."""
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
    """All that is impossible in a header's Position, each with the place of its part, in order."""
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
    found = [(fault.refusal, places.get(fault.part, whole)) for fault in error.faults]
    return sorted(found, key=lambda one: (one[1].line, one[1].column))


def false_claims(game: Game, first: int = 1) -> tuple[FalseClaim, ...]:
    """Every claim behind a sound event that the board does not bear out, in order, from the event `first` on.

    What is claimed of an event that was not played, since a later line put it right, bears on nothing. Raises
    nothing.
    """
    if game.replay is None:
        return ()
    found = []
    steps, amended, unplayed = game.replay.steps, dict(game.replay.amended), game.replay.unplayed
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
                found.append(FalseClaim(number, span, claim, actual(after, claim, before)))
    return tuple(found)


def _moved(before: State, event: Event | None) -> State:
    """The position behind the move that an `amend` line puts in, without what was played again behind it."""
    return play(before, event.move).state if isinstance(event, Amend) else before
