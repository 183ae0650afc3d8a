"""Tables in a store: opened, told what to do, looked at. Several programs may use one store at once.

tables = Tables(open_store("sqlite:///tables.db"))
opened = tables.open(Setup("short"))
answer = tables.do(opened.table, "US", Sit(), seen=opened.version, key="a1")
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from threading import Lock

import msgspec

from fitl_core.engine import start
from fitl_core.errors import FitlError
from fitl_core.game.adjudications import RefusalView, refusal_view
from fitl_core.game.logs import going_on_from
from fitl_core.proofs.seeds import SIZE, commitment
from fitl_core.record.effects import Effect
from fitl_core.record.setup import Setup
from fitl_core.state.deck import come_up
from fitl_core.stores.keeping import every_table
from fitl_core.stores.port import Late, Repeated, Store
from fitl_core.table.absorbing import absorb, opened
from fitl_core.table.asked import SeatsAsked, asked_at
from fitl_core.table.carrying_out import CarriedOut, carry_out
from fitl_core.table.commands import Command, checked
from fitl_core.table.decisions import DecisionTaken, decisions_in
from fitl_core.table.facts import TABLE, Left, Opened, Recorded, Seat, SeedKept, audience
from fitl_core.table.keeping import kept, read_fact, read_snapshot, snapshot_of
from fitl_core.table.logs import log_of_table
from fitl_core.table.refusals import Conflict, TableError, Unknown, no_table
from fitl_core.table.table_state import TableState
from fitl_core.table.views import TableView, table_view
from notation import Log
from notation.quoting import is_printable

SNAPSHOT_EVERY = 25
"""So many facts behind a snapshot the next one is kept."""
MOST_KEY = 180
"""The most characters of a command's key."""
LONGEST_DEADLINE = 366 * 24 * 3600
"""The most seconds that a seat has to decide: a year."""
MOST_RECENT = 32
"""So many tables a process keeps as it saw them last, unless it is told otherwise."""
LINK = 32
"""The bytes of a seat's link."""
SALT = 16
"""The bytes of a salt."""


class OpenedTable(msgspec.Struct, frozen=True):
    """A new table: its name and version, and the link of each seat and the host (`""`), told once."""

    table: str
    version: int
    links: dict[Seat, str]


class Answer(msgspec.Struct, frozen=True):
    """What came of a command: the version behind it, its facts, what they did, and who is asked next.

    The facts are those that its seat may know. `again` says that the command had been carried out before;
    then there are no effects. `refused` is why the rest of a move was not carried out, behind a die.
    """

    table: str
    version: int
    facts: tuple[Recorded, ...]
    asked: SeatsAsked
    effects: tuple[Effect, ...] = ()
    refused: RefusalView | None = None
    again: bool = False


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class _Recent:
    """The tables seen last, as they were then: a few of them, so that memory does not grow."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._states: OrderedDict[str, TableState] = OrderedDict()
        self._lock = Lock()

    def get(self, table: str) -> TableState | None:
        with self._lock:
            return self._states.get(table)

    def keep(self, state: TableState) -> None:
        """Keep a table, unless a later version of it is kept; forget the one seen longest ago."""
        with self._lock:
            before = self._states.pop(state.table, None)
            later = before if before is not None and before.version > state.version else state
            self._states[state.table] = later
            if len(self._states) > self._most:
                self._states.popitem(last=False)


class Tables:
    """The tables of a store. All methods may be called from any thread.

    `now` tells the time (ISO 8601), `random` gives so many bytes that nobody can guess. So many tables that
    were seen last are kept `recent`, of about 130 kB each.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], str] = _now,
        random: Callable[[int], bytes] = secrets.token_bytes,
        recent: int = MOST_RECENT,
    ) -> None:
        self.store: Store = store
        self._now = now
        self._random = random
        self._recent = _Recent(recent)

    # -- opening --------------------------------------------------------------------------------

    def open(
        self,
        setup: Setup,
        *,
        seats_add: bool = False,
        deadline: int | None = None,
        table: str = "",
    ) -> OpenedTable:
        """A new table for a game whose deck is dealt by it; `table` is its name, else one is drawn.

        From a position only the cards are dealt that have not come up in it. Raises as `start` does, and
        `TableError` for a setup with cards, or a name that is taken.
        """
        return self._open(setup, seats_add, deadline, table)

    def branch(self, table: str, version: int, *, name: str = "") -> OpenedTable:
        """A new table that goes on from where another one stood at a version; with `name`, else one is drawn.

        It has seats, links and a seed of its own. What had not come up is dealt anew, and so is what seats
        hold in secret: it tells nothing of the other table's. A move that had begun is not in it. Raises
        `Unknown` where there is no such table or version, `TableError` for a name that is taken.
        """
        state = self.state(table, version)
        setup = state.opened.setup
        if state.board is not None:
            setup = going_on_from(setup, state.board)
        parent = f"{table}@{version}"
        return self._open(setup, state.opened.seats_add, state.opened.deadline, name, parent)

    def _open(
        self, setup: Setup, seats_add: bool, deadline: int | None, table: str, parent: str = ""
    ) -> OpenedTable:
        """A new table, of its own or branched off a parent."""
        if setup.cards is not None:
            raise TableError("a table deals its own deck: name no cards", "2.1")
        if deadline is not None and not 1 <= deadline <= LONGEST_DEADLINE:
            raise TableError(f"a deadline is 1 to {LONGEST_DEADLINE:,} seconds")
        seen = len(come_up(start(setup).state))
        if not setup.players:
            raise TableError("a table has at least one seat with a player", "1.5")
        name = table or self._random(9).hex()
        seed = self._random(SIZE)
        now = self._now()
        first = Opened(setup, commitment(seed), seats_add, deadline, parent, seen)
        facts = [Recorded(1, now, TABLE, first, more=True), Recorded(2, now, TABLE, SeedKept(seed.hex()))]
        state = absorb(opened(name, facts[0]), facts[1])
        try:
            self.store.append(name, 0, [kept(fact) for fact in facts], first.commitment)
        except Repeated:  # it stands: the answer to the first try was lost on the way
            pass
        except Late:
            raise TableError(f'there is a table "{name}" already') from None
        links = {seat: self.new_link(name, seat) for seat in (TABLE, *[one.name for one in state.seats])}
        return OpenedTable(name, state.version, links)

    # -- links ----------------------------------------------------------------------------------

    def new_link(self, table: str, seat: Seat) -> str:
        """A new secret link of a seat, or the host's (`""`): the one before holds no more."""
        link = self._random(LINK).hex()
        self.store.put_aside(table, f"link {seat}", _hash_of(link))
        return link

    def seat_of(self, table: str, link: str) -> Seat:
        """Whose link this is. Raises `Unknown`."""
        (seat,) = self.seats_of(table, [link])
        if seat is None:
            raise Unknown("this link opens no seat at this table")
        return seat

    def seats_of(self, table: str, links: Iterable[str]) -> tuple[Seat | None, ...]:
        """Whose links these are; None for each that opens no seat."""
        aside = self.store.aside(table).items()
        kept = [(key.removeprefix("link "), value) for key, value in aside if key.startswith("link ")]
        return tuple([_opened_by(_hash_of(link), kept) for link in links])

    def set_name(self, table: str, seat: Seat, name: str | None) -> None:
        """Set, or with None erase, the name of who sits on a seat; it stands beside the stream.

        Characters that nobody sees are left out: they would turn around what stands beside a name.
        """
        seen = "".join([char for char in name or "" if is_printable(char)]).strip()
        self.store.put_aside(table, f"name {seat}", seen or None)

    def names(self, table: str) -> dict[Seat, str]:
        """The names of people by their seats."""
        aside = self.store.aside(table).items()
        return {key.removeprefix("name "): value for key, value in aside if key.startswith("name ")}

    # -- looking --------------------------------------------------------------------------------

    def state(self, table: str, version: int | None = None) -> TableState:
        """A table as it stands, or stood at a version. Raises `Unknown` where there is none.

        It knows all secrets: for others `view`.
        """
        state = self._nearest(table)
        if state is not None and version is not None and state.version > version:
            state = None  # it is folded from the beginning: nothing leads back
        after = 0 if state is None else state.version
        for fact in self.store.read(table, after, None if version is None else version - after):
            recorded = read_fact(table, fact)
            state = opened(table, recorded) if state is None else absorb(state, recorded)
        if version is not None and (state is None or state.version != version):
            last = self.version(table)
            raise Unknown(f'table "{table[:60]}" is at version {last}: there is no version {version}')
        if state is None:
            raise no_table(table)
        if version is None:
            self._recent.keep(state)
        return state

    def version(self, table: str) -> int:
        """The version at which a table is. Raises `Unknown` where there is none."""
        version = self.store.version(table)
        if not version:
            raise no_table(table)
        return version

    def view(self, table: str, seat: Seat | None = None, after: int = 0) -> TableView:
        """A table as a seat sees it (None: a spectator), with the lines of its log behind number `after`.

        Raises `Unknown` where there is no such table or seat.
        """
        return table_view(self.state(table), seat, self.names(table), after)

    def log(self, table: str) -> Log:
        """The game as a log, as everybody may have it. Raises `Unknown` where there is no such table."""
        return log_of_table(self.state(table), self.names(table))

    def decisions(self, table: str, after: int = 0) -> tuple[DecisionTaken, ...]:
        """Why its Non-players did what they did, of their moves behind line `after`: for everybody to know.

        Raises `Unknown` where there is no such table.
        """
        self.version(table)
        taken = decisions_in([read_fact(table, fact) for fact in self.store.read(table)])
        return tuple([one for one in taken if one.line > after])

    def names_of_tables(self) -> Iterator[str]:
        """The names of all tables, in order."""
        return every_table(self.store)

    def _nearest(self, table: str) -> TableState | None:
        """The table as it was seen last, here or in a snapshot; None where it never was."""
        if (state := self._recent.get(table)) is not None:
            return state
        snapshot = self.store.snapshot(table)
        return read_snapshot(snapshot) if snapshot is not None else None

    def facts(self, table: str, seat: Seat | None = None, after: int = 0) -> tuple[Recorded, ...]:
        """The facts of a table behind a version that a seat may know; None: a spectator."""
        return known_to(seat, [read_fact(table, fact) for fact in self.store.read(table, after)])

    # -- commands -------------------------------------------------------------------------------

    def do(self, table: str, seat: Seat, command: Command, *, seen: int, key: str = "") -> Answer:
        """Carry out a command of a seat (of the host: `""`) that saw the table at version `seen`.

        A `key` (any text of the client's, up to 180 characters) makes it safe to send again: what has been
        carried out under it once is answered again and not done twice. Raises `Violation`, `NotationError`,
        `Conflict`, `Forbidden`, `NotNow`, `Unknown` or another `TableError`; nothing has changed then.
        """
        if len(key) > MOST_KEY:
            raise TableError(f"a command's key has at most {MOST_KEY} characters, not {len(key)}")
        command, kept_as = checked(command), _id_of(seat, key)
        if (before := self._before(table, seat, kept_as)) is not None:
            return before
        state = self.state(table)
        if seen != state.version:
            raise Conflict(seen, state.version)
        done = carry_out(state, seat, command, self._now(), kept_as, self._random(SALT).hex())
        try:
            self.store.append(table, state.version, [kept(fact) for fact in done.facts], kept_as)
        except (Late, Repeated) as late:
            if (before := self._before(table, seat, kept_as)) is not None:
                return before
            raise Conflict(seen, late.version) from None
        self._recent.keep(done.state)
        self._keep_snapshot(done.state, len(done.facts))
        self._forget_people(state, done)
        refused = refusal_view(done.refused) if done.refused is not None else None
        told = known_to(seat, done.facts)
        return Answer(table, done.state.version, told, asked_at(done.state), done.effects, refused)

    def _forget_people(self, before: TableState, done: CarriedOut) -> None:
        """Who has left a seat is no longer named there; whom the host has sent off has no link any more."""
        for recorded in done.facts:
            if isinstance(recorded.fact, Left):
                self.set_name(before.table, recorded.fact.seat, None)
                if recorded.by == TABLE:
                    self.store.put_aside(before.table, f"link {recorded.fact.seat}", None)
        for seat in before.seats:
            if done.state.seat(seat.name) is None:
                self.set_name(before.table, seat.name, None)
                self.store.put_aside(before.table, f"link {seat.name}", None)

    def _before(self, table: str, seat: Seat, command: str) -> Answer | None:
        """What a command has come to, by its id, if it has been carried out."""
        facts = tuple([read_fact(table, fact) for fact in self.store.of_command(table, command)])
        if not facts:
            return None
        asked = asked_at(self.state(table, facts[-1].version))
        return Answer(table, facts[-1].version, known_to(seat, facts), asked, again=True)

    def _keep_snapshot(self, state: TableState, new: int) -> None:
        """Keep a snapshot now and then; that it cannot be kept harms nothing."""
        if state.version // SNAPSHOT_EVERY == (state.version - new) // SNAPSHOT_EVERY:
            return
        try:
            self.store.keep_snapshot(state.table, snapshot_of(state))
        except FitlError:
            return


def known_to(seat: Seat | None, facts: Iterable[Recorded]) -> tuple[Recorded, ...]:
    """The facts that a seat may know; None: a spectator. The host knows no more than a spectator.

    The key of a command is known to its own seat alone.
    """
    own = f"{seat} " if seat is not None else "?"
    known = [one for one in facts if audience(one.fact) in (None, seat or None)]
    keys = [one.command.removeprefix(own) if one.command.startswith(own) else "" for one in known]
    return tuple([msgspec.structs.replace(one, command=key) for one, key in zip(known, keys, strict=True)])


def _id_of(seat: Seat, key: str) -> str:
    """Under which a store keeps the command of a key: what one seat has sent, no other can repeat."""
    return f"{seat} {key}" if key else ""


def _opened_by(hashed: str, kept: Iterable[tuple[Seat, str]]) -> Seat | None:
    """The seat whose link has this hash."""
    return next((seat for seat, value in kept if secrets.compare_digest(value, hashed)), None)


def _hash_of(link: str) -> str:
    return hashlib.sha256(f"fitl link {link}".encode()).hexdigest()
