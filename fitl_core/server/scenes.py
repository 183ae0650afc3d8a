"""Scenes: the parts of the page that a client lacks, made once for all clients that see the same.

The effects of a log line never change and are the same for everybody: they are kept by the line's number. A
view is made for each seat, from facts that the seat may know. Read `read_handlers` for the requests.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from functools import partial

import msgspec

import notation
from fitl_core.game.replays import ReplayedGame
from fitl_core.pictures.board_svg import drawn_parts
from fitl_core.pictures.change_marks import marks_of
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action, Note, Pass, Pivotal, bare_move
from fitl_core.server.bodies import BoardDrawing, EventTold
from fitl_core.server.compression import PartlySecret
from fitl_core.server.played_tables import PlayedTables
from fitl_core.server.shared_results import Kept
from fitl_core.state.state import State
from fitl_core.table.facts import Seat
from fitl_core.table.table_state import TableState
from fitl_core.table.views import view_table
from fitl_core.tell.effects_in_words import narrate
from fitl_core.tell.headlines import headline
from fitl_core.tell.state_view import StateView, view
from fitl_core.tell.words import standing

MOST_DRAWN = 400
"""The largest number of boards whose parts are kept, about 40 kB each."""
MOST_TOLD = 400
"""The largest number of positions, and of ends of logs, that are kept in words, about 10 kB each."""
LONGEST_TOLD = 12
"""The largest number of lines of a kept end of a log. Clients that were away for longer rarely share one."""


class Scenes:
    """The scenes of all tables."""

    def __init__(self, played: PlayedTables) -> None:
        self._played = played
        self._drawn: Kept[dict[str, str]] = Kept(MOST_DRAWN)
        self._told: Kept[tuple[msgspec.Raw, msgspec.Raw]] = Kept(MOST_TOLD)
        self._positions: Kept[StateView | None] = Kept(MOST_TOLD)

    def scene(
        self, state: TableState, seat: Seat | None, names: dict[Seat, str], lines: int | None, now: str = ""
    ) -> msgspec.Raw:
        """Return a `Scene` as JSON, as `parts` has it."""
        parts = self.parts(state, seat, names, lines, now)
        return msgspec.Raw(parts.secret + parts.public)

    def parts(
        self, state: TableState, seat: Seat | None, names: dict[Seat, str], lines: int | None, now: str = ""
    ) -> PartlySecret:
        """Return a `Scene` as JSON for a client that has `lines` lines of the log and the board after them.

        The view of the seat is its secret part. The lines and the board are the same for everybody. None
        means that the client has nothing. Raises `Unknown` for a seat that does not exist.
        """
        last = len(state.lines)
        if lines is not None and last - lines <= LONGEST_TOLD:
            make = partial(self._lines_after, state, lines)
            events, drawing = self._told.get((state.table, lines, last), make)
        else:
            events, drawing = self._lines_after(state, lines)
        position = self._positions.get((state.table, state.version), partial(_position, state))
        seen = view_table(state, seat, names, last, position=position, now=now)
        rest = b',"events":%s,"drawing":%s}' % (bytes(events), bytes(drawing))
        return PartlySecret(b'{"view":' + msgspec.json.encode(seen), rest)

    def _lines_after(self, state: TableState, lines: int | None) -> tuple[msgspec.Raw, msgspec.Raw]:
        """Return the lines after a number and the changes of the board, as JSON."""
        if state.board is None:
            return msgspec.Raw(b"[]"), msgspec.Raw(b"null")
        replay = self._played.replay(state)
        events = events_told(state, replay, lines or 0)
        drawing = self.line_drawn(state.table, replay, len(state.lines), lines)
        return msgspec.Raw(msgspec.json.encode(events)), msgspec.Raw(msgspec.json.encode(drawing))

    def line_drawn(self, table: str, replay: ReplayedGame, line: int, since: int | None) -> BoardDrawing:
        """Return the parts of the board after a line that differ from the board after line `since`; None: all
        parts.
        """
        before = self._parts(table, replay, since) if since is not None else {}
        changed = marks_of(replay.steps[line].effects).spaces
        return BoardDrawing(line, since, differing(before, self._parts(table, replay, line)), changed)

    def position_drawn(
        self, table: str, replay: ReplayedGame, since: int, position: State, effects: Iterable[Effect]
    ) -> BoardDrawing:
        """Return the parts of the board during a move that differ from the board after a line."""
        marks = marks_of(effects)
        parts = drawn_parts(position, marks.arrows)
        return BoardDrawing(None, since, differing(self._parts(table, replay, since), parts), marks.spaces)

    def _parts(self, table: str, replay: ReplayedGame, line: int) -> dict[str, str]:
        step = replay.steps[line]
        return self._drawn.get((table, line), lambda: drawn_parts(step.state, marks_of(step.effects).arrows))


def differing(before: dict[str, str], after: dict[str, str]) -> dict[str, str]:
    """Return the parts that have changed."""
    return {name: part for name, part in after.items() if before.get(name) != part}


def events_told(state: TableState, replay: ReplayedGame, after: int) -> tuple[EventTold, ...]:
    """Return the lines of a table's log after a number, with the effects of each."""
    in_force, taken_back = {link.number for link in replay.links}, replay.taken_back
    return tuple(
        [
            _event_told(state, replay, number, in_force, taken_back)
            for number in range(after + 1, len(state.lines) + 1)
        ]
    )


def _event_told(
    state: TableState, replay: ReplayedGame, number: int, in_force: Set[int], taken_back: Set[int]
) -> EventTold:
    before, step = replay.steps[number - 1].state, replay.steps[number]
    entry = state.lines[number - 1]
    assert entry.event is not None
    marks = marks_of(step.effects)
    move = bare_move(entry.event)
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
        is_shown=state.steps[number].is_shown,
        typed=entry.typed,
        words=headline(entry.event, before.card),
        faction=move.faction if isinstance(move, Action | Pass | Pivotal) else None,
    )


def _position(state: TableState) -> StateView | None:
    return view(state.board, len(state.lines)) if state.board is not None else None
