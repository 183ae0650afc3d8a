"""What a table has come to: everything that its next step depends on, as one immutable value."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.players import Players, non_players, player_words
from fitl_core.record.clauses import Clause
from fitl_core.record.events import Amend, Correct, Segment, Stand, Void
from fitl_core.state.state import State
from fitl_core.table.facts import TABLE, Opened, Seat, Why
from fitl_core.table.refusals import Misplaced
from notation import Entry

Status = Literal["gathering", "playing", "closed"]
"""Whether seats are still to be taken and seeds to be added, the game is played, or nothing more is."""


class SeatState(msgspec.Struct, frozen=True):
    """A player's place: whether somebody sits there, and the seed that he adds, promised and given.

    Its `markers` were `dealt_behind` so many lines.
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


class Fallen(msgspec.Struct, frozen=True):
    """A die that fell in a move that has begun: what for, of what kind, and its proof."""

    what: str
    die: int
    proof: str
    kind: str = "move"


class Begun(msgspec.Struct, frozen=True):
    """A move that has begun, as `MoveBegun` has it, with the dice that fell in it.

    In a Non-player's, `chosen` is what players have answered in it so far.
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


class Proposal(msgspec.Struct, frozen=True):
    """A line that waits for the consent of those seats that have not agreed yet."""

    number: int
    by: Seat
    event: Void | Amend | Correct | Stand
    agreed: tuple[Seat, ...] = ()


class StandingOrder(msgspec.Struct, frozen=True):
    """A seat's standing order with its seal; `text` and `salt` are its secret until it is `opened`."""

    number: int
    seat: Seat
    seal: str
    text: str = ""
    salt: str = ""
    opened: bool = False


class Before(msgspec.Struct, frozen=True):
    """The position before a line that its seat may still take back alone, and since when it was asked."""

    line: int
    by: Seat
    state: State
    since: str = ""


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """A table at a version.

    `gone` are seats that there were, until their Factions went to Non-players. `key` is what dice and deck
    come from, once all seeds are there (bytes in hexadecimal): the table's own to know. `rolled` dice have
    fallen. `lines` is the log so far, as entries; line n is its event n. `board` is the position in which the
    next move is made; `begun` a move under way. `recent` are the lines that may be taken back alone.
    `since` is when whoever is asked came to be asked.
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
    chain: str = ""
    begun: Begun | None = None
    recent: tuple[Before, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    proposed: int = 0
    orders: tuple[StandingOrder, ...] = ()
    ordered: int = 0
    since: str = ""
    closed: Why | None = None

    @property
    def seen(self) -> int:
        """How many cards had come up where the game starts from a position; the deck is of the others."""
        return self.opened.seen

    @property
    def position(self) -> State:
        """The position of a game that has begun to be played."""
        if self.board is None:
            raise Misplaced(f"play at table {self.table[:60]} has not begun at version {self.version}")
        return self.board

    def seat_of(self, faction: Faction) -> Seat:
        """Who plays a Faction; the `TABLE` for a Non-player."""
        for group in self.players:
            if faction in group:
                return player_words(group)
        return TABLE

    def seat(self, name: Seat) -> SeatState | None:
        """A seat by its name."""
        return next((seat for seat in self.seats if seat.name == name), None)

    def factions_of(self, seat: Seat) -> tuple[Faction, ...]:
        """The Factions of a seat; of the `TABLE` the Non-players."""
        if seat == TABLE:
            return non_players(self.players)
        return next((group for group in self.players if player_words(group) == seat), ())


def replaced(state: TableState, /, **changes: Any) -> TableState:
    """A table with some fields changed."""
    return msgspec.structs.replace(state, **changes)
