"""The state of a table: everything that its next step depends on, as one immutable value.

`fact_fold` folds the facts of a table into this state. Read it next.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.players import Players, non_players, player_words
from fitl_core.record.clauses import Clause
from fitl_core.record.events import Amend, Correct, Segment, Stand, Void
from fitl_core.state.state import State
from fitl_core.table.facts import TABLE, Opened, Seat, Why
from fitl_core.table.kept_steps import KeptStep
from fitl_core.table.refusals import Misplaced
from notation import Entry

Status = Literal["gathering", "playing", "closed"]
"""The stage of a table: seats and seeds are awaited, the game is played, or nothing more happens."""


class SeatState(msgspec.Struct, frozen=True):
    """A seat: whether a player has taken it, the promise and the value of its seed, and its Deception
    markers.

    `dealt_behind` is the number of log lines before its `markers` were dealt. `unseated` is set while the
    seat is empty because the host removed its player. `away` is the last day of its vacation, and `back` the
    time (ISO 8601) from which its time runs again.
    """

    name: Seat
    taken: bool = False
    promised: str = ""
    seed: str = ""
    markers: tuple[DeceptionMarker, ...] = ()
    dealt_behind: int = 0
    resigned: bool = False
    finished: bool = False
    chose: bool = False
    unseated: bool = False
    away: str = ""
    back: str = ""

    def is_away(self, now: str) -> bool:
        """Check whether the seat is on vacation at the time `now` (ISO 8601)."""
        return bool(self.away) and datetime.fromisoformat(now) < datetime.fromisoformat(self.back)


class Fallen(msgspec.Struct, frozen=True, gc=False):
    """A die that fell in the unfinished move: its purpose, its kind, and its proof."""

    what: str
    die: int
    proof: str
    kind: str = "move"


class Begun(msgspec.Struct, frozen=True, gc=False):
    """The unfinished move as in `MoveBegun`, with the dice that fell in it.

    In a Non-player's move, `chosen` holds the answers of players so far.
    """

    faction: Faction
    segments: tuple[Segment, ...] = ()
    limop: bool = False
    asked: Faction | None = None
    left_out: tuple[str, ...] = ()
    firm: int = 0
    whole: bool = False
    dice: tuple[Fallen, ...] = ()
    chosen: tuple[Clause | None, ...] = ()
    typed: tuple[Segment, ...] = ()


class LineProposal(msgspec.Struct, frozen=True):
    """A line that waits for the consent of the seats not in `agreed`.

    A proposal without an `event` gives seat `late` to Non-players; or it is a vacation of its author `until`
    the end of a day; or else it closes the table.
    """

    number: int
    by: Seat
    event: Void | Amend | Correct | Stand | None
    agreed: tuple[Seat, ...] = ()
    typed: str = ""
    late: Seat = ""
    until: str = ""


class StandingOrder(msgspec.Struct, frozen=True):
    """A seat's standing order with its seal. `text` and `salt` are the seat's secret until it is `opened`."""

    number: int
    seat: Seat
    seal: str
    text: str = ""
    salt: str = ""
    opened: bool = False


class Retractable(msgspec.Struct, frozen=True, gc=False):
    """A line that its seat may still take back alone, and when the seat was asked for it."""

    line: int
    by: Seat
    since: str = ""


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """A table at a version.

    `gone` holds seats whose Factions went to Non-players. `key` is the key of dice and deck (bytes in
    hexadecimal); it exists after all seeds are given, and only the table may know it. `rolled` is the number
    of dice that have fallen. `lines` is the log so far: line n is event n, and `steps[n]` its kept step;
    `steps[0]` is that of the start. `unshown` is the line from which on nobody knows the position, else 0.
    `is_kept` is false if the store has no steps for some lines. `board` is the position before the next move,
    `begun` the unfinished move. `recent` holds the lines that a seat may take back alone. `since` is the time
    at which the asked seat was asked. `link` is the link of the last fact, if the table was read from a
    store. `is_linked` says whether that fact carries it (`links`).
    """

    table: str
    version: int
    opened: Opened
    players: Players
    seats: tuple[SeatState, ...]
    gone: tuple[SeatState, ...] = ()
    status: Status = "gathering"
    seed: str = ""
    key: str = ""
    root: str = ""
    rolled: int = 0
    board: State | None = None
    lines: tuple[Entry, ...] = ()
    steps: tuple[KeptStep, ...] = ()
    unshown: int = 0
    is_kept: bool = True
    chain: str = ""
    begun: Begun | None = None
    recent: tuple[Retractable, ...] = ()
    proposals: tuple[LineProposal, ...] = ()
    proposed: int = 0
    orders: tuple[StandingOrder, ...] = ()
    ordered: int = 0
    since: str = ""
    closed: Why | None = None
    link: str = ""
    is_linked: bool = False

    @property
    def seen(self) -> int:
        """The number of cards that had come up in the starting position. The deck holds the others."""
        return self.opened.seen

    @property
    def position(self) -> State:
        """The position of a game whose play has begun. Raises `Misplaced` before that."""
        if self.board is None:
            raise Misplaced(f"play at table {self.table[:60]} has not begun at version {self.version}")
        return self.board

    def seat_of(self, faction: Faction) -> Seat:
        """Return the seat that plays a Faction; the `TABLE` for a Non-player."""
        for group in self.players:
            if faction in group:
                return player_words(group)
        return TABLE

    def seat(self, name: Seat) -> SeatState | None:
        """Return the seat of a name, or None."""
        return next((seat for seat in self.seats if seat.name == name), None)

    def factions_of(self, seat: Seat) -> tuple[Faction, ...]:
        """Return the Factions of a seat; for the `TABLE`, the Non-players."""
        if seat == TABLE:
            return non_players(self.players)
        return next((group for group in self.players if player_words(group) == seat), ())


def replaced(state: TableState, /, **changes: Any) -> TableState:
    """Return the table with some fields changed."""
    return msgspec.structs.replace(state, **changes)
