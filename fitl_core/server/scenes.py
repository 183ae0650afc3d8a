"""All that a page shows of a table, made once for all who see the same; of the board only what has changed.

What a line of the log did never changes and is for everybody: it is kept by the line's number. A view is made
for each seat, of what that seat may know.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from functools import partial

import msgspec

import notation
from fitl_core.game.replays import Replay
from fitl_core.pictures.board import drawn_parts
from fitl_core.pictures.changes import marks_of
from fitl_core.record.effects import Effect
from fitl_core.record.events import Note
from fitl_core.server.kept import Kept
from fitl_core.server.played import Played
from fitl_core.server.shapes import Drawing, EventTold
from fitl_core.state.state import State
from fitl_core.table.facts import Seat
from fitl_core.table.table_state import TableState
from fitl_core.table.views import table_view
from fitl_core.tell.effects import narrate
from fitl_core.tell.view import StateView, view
from fitl_core.tell.words import standing
from fitl_core.underway import Step

MOST_DRAWN = 400
"""So many boards are kept as their parts, of about 40 kB each."""
MOST_TOLD = 400
"""So many positions, and so many ends of logs, are kept as what is told of them, of about 10 kB each."""
LONGEST_TOLD = 12
"""No end of a log is kept that has more lines: those who were away for longer differ in what they have."""


class _Scene(msgspec.Struct):
    """A `Scene` whose parts are JSON already."""

    view: msgspec.Raw
    events: msgspec.Raw
    drawing: msgspec.Raw


class Scenes:
    """What pages show of tables."""

    def __init__(self, played: Played) -> None:
        self._played = played
        self._drawn: Kept[dict[str, str]] = Kept(MOST_DRAWN)
        self._told: Kept[tuple[msgspec.Raw, msgspec.Raw]] = Kept(MOST_TOLD)
        self._positions: Kept[StateView | None] = Kept(MOST_TOLD)

    def scene(
        self, state: TableState, seat: Seat | None, names: dict[Seat, str], lines: int | None
    ) -> msgspec.Raw:
        """A `Scene` as JSON, for who has so many lines of the log, and the board behind them; None: nothing.

        Raises `Unknown` for a seat that there is not.
        """
        last = len(state.lines)
        if lines is not None and last - lines <= LONGEST_TOLD:
            told = partial(self._told_behind, state, lines)
            events, drawing = self._told.get((state.table, lines, last), told)
        else:
            events, drawing = self._told_behind(state, lines)
        position = self._positions.get((state.table, state.version), partial(_position, state))
        seen = table_view(state, seat, names, last, position=position)
        encoded = _Scene(msgspec.Raw(msgspec.json.encode(seen)), events, drawing)
        return msgspec.Raw(msgspec.json.encode(encoded))

    def _told_behind(self, state: TableState, lines: int | None) -> tuple[msgspec.Raw, msgspec.Raw]:
        """The lines behind a number, and what differs on the board, as JSON."""
        if state.board is None:
            return msgspec.Raw(b"[]"), msgspec.Raw(b"null")
        replay = self._played.replay(state)
        told = events_told(state, replay, lines or 0)
        drawing = self.line_drawn(state.table, replay, len(state.lines), lines)
        return msgspec.Raw(msgspec.json.encode(told)), msgspec.Raw(msgspec.json.encode(drawing))

    def line_drawn(self, table: str, replay: Replay, line: int, since: int | None) -> Drawing:
        """The board behind a line, as far as it differs from that behind another; None: all of it."""
        before = self._parts(table, replay, since) if since is not None else {}
        changed = marks_of(replay.steps[line].effects).spaces
        return Drawing(line, since, differing(before, self._parts(table, replay, line)), changed)

    def position_drawn(
        self, table: str, replay: Replay, since: int, position: State, effects: Iterable[Effect]
    ) -> Drawing:
        """The board in the midst of a move, as far as it differs from that behind a line."""
        marks = marks_of(effects)
        parts = drawn_parts(position, marks.arrows)
        return Drawing(None, since, differing(self._parts(table, replay, since), parts), marks.spaces)

    def _parts(self, table: str, replay: Replay, line: int) -> dict[str, str]:
        step = replay.steps[line]
        return self._drawn.get((table, line), lambda: drawn_parts(step.state, marks_of(step.effects).arrows))


def differing(before: dict[str, str], after: dict[str, str]) -> dict[str, str]:
    """The parts that are not as they were."""
    return {name: part for name, part in after.items() if before.get(name) != part}


def events_told(state: TableState, replay: Replay, after: int) -> tuple[EventTold, ...]:
    """The lines of a table's log behind a number, with what each did."""
    in_force, taken_back = {link.number for link in replay.links}, replay.taken_back
    return tuple(
        [
            _event_told(state.lines[number - 1], replay.steps[number], number, in_force, taken_back)
            for number in range(after + 1, len(state.lines) + 1)
        ]
    )


def _event_told(
    entry: notation.Entry, step: Step, number: int, in_force: Set[int], taken_back: Set[int]
) -> EventTold:
    assert entry.event is not None
    marks = marks_of(step.effects)
    return EventTold(
        number=number,
        text=notation.write_event(entry.event),
        by=entry.by,
        time=entry.time,
        proof=entry.proof,
        in_force=number in in_force,
        taken_back=number in taken_back,
        note=entry.event.text if isinstance(entry.event, Note) else "",
        told=narrate(step.effects),
        changed=marks.spaces,
        arrows=marks.arrows,
        card=step.state.card,
        standing=standing(step.state),
    )


def _position(state: TableState) -> StateView | None:
    return view(state.board, len(state.lines)) if state.board is not None else None
