"""The tables of a store: open them, send commands, look at them. Several programs may use a store at once.

    tables = Tables(open_store("sqlite:tables.db"))
    opened = tables.open(Setup("short"))
    answer = tables.do(opened.table, "US", Sit(), seen=opened.version, key="a1")

Read `commands` for the commands, and `views` for the looks.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from threading import Lock

import msgspec

from fitl_core.engine import start
from fitl_core.errors import FitlError
from fitl_core.game.adjudications import RefusalView, refusal_view
from fitl_core.game.written_logs import going_on_from
from fitl_core.proofs.seeds import SIZE, commitment
from fitl_core.record.effects import Effect
from fitl_core.record.setup import Setup
from fitl_core.rules.release import RULES_RELEASE
from fitl_core.state.deck import come_up
from fitl_core.state.state import State
from fitl_core.stores.copying import AT_ONCE, every_table
from fitl_core.stores.port import DELETED, KeptFact, Late, Repeated, Store
from fitl_core.table.carrying_out import CarriedOut, carry_out
from fitl_core.table.chat import forget_name_in_chat
from fitl_core.table.commands import Command, checked
from fitl_core.table.decisions import DecisionTaken, decisions_in
from fitl_core.table.encoding import command_hash_in, has_steps, read_fact, snapshot_of
from fitl_core.table.fact_fold import absorb, opened
from fitl_core.table.facts import (
    TABLE,
    Opened,
    Recorded,
    Seat,
    SeatLeft,
    SeedKept,
    StepsKept,
    audience,
)
from fitl_core.table.history import insist_on_shown
from fitl_core.table.kept_steps import kept_start
from fitl_core.table.lateness import first_that_changes
from fitl_core.table.links import Chain
from fitl_core.table.policy_holders import forget_holder
from fitl_core.table.refusals import Conflict, KeyUsed, TableError, Unknown, no_table
from fitl_core.table.seat_links import Keeping, forget_links, renew_link, seats_opened, take_seat
from fitl_core.table.seats_asked import SeatsAsked, asked_at
from fitl_core.table.stored_tables import (
    Steps,
    absorb_all,
    chain_of,
    fold_stored,
    insist_on_known_release,
    link_facts,
    steps_kept_later,
    stored_table,
    with_chain,
)
from fitl_core.table.table_log import log_of_table
from fitl_core.table.table_state import TableState
from fitl_core.table.views import TableView, view_table
from fitl_core.table.wishes import forget_wishes
from fitl_core.underway import Step
from notation import Log
from notation.quoting import only_printable
from notation.seals import DEMANDS

SNAPSHOT_EVERY = 25
"""The number of facts from one snapshot to the next."""
MOST_KEY = 180
"""The largest number of characters of a command's key."""
LONGEST_DEADLINE = 366 * 24 * 3600
"""The largest number of seconds that a seat has for a decision: a year."""
MOST_RECENT = 32
"""The default number of tables that a process keeps in memory."""
MOST_TRIES = 20
"""The number of tries to carry out a command while others write, before it counts as late."""
LINK = 32
"""The number of bytes of a seat's link."""
SALT = 16
"""The number of bytes of a salt."""


class OpenedTable(msgspec.Struct, frozen=True):
    """A new table: its name and version, and the link of each seat and the host (`""`), shown only once."""

    table: str
    version: int
    links: dict[Seat, str]


class Answer(msgspec.Struct, frozen=True):
    """The answer to a command: the version after it, its facts, their effects, and the seats asked next.

    The facts are those that the seat may know. `again` says that the command was carried out before; there
    are no effects then. `refused` is the refusal of the rest of a move after a die.
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
    """The tables used last, as they were then: a limited number, so that memory does not grow."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._states: OrderedDict[str, TableState] = OrderedDict()
        self._lock = Lock()

    def get(self, table: str) -> TableState | None:
        with self._lock:
            return self._states.get(table)

    def __len__(self) -> int:
        return len(self._states)

    def forget(self, table: str) -> None:
        """Forget a table that has been deleted."""
        with self._lock:
            self._states.pop(table, None)

    def keep(self, state: TableState) -> None:
        """Keep a table, unless a later version of it is kept. Forget the one used longest ago."""
        with self._lock:
            before = self._states.pop(state.table, None)
            later = before if before is not None and before.version > state.version else state
            self._states[state.table] = later
            if len(self._states) > self._most:
                self._states.popitem(last=False)


class Tables:
    """The tables of a store. All methods may be called from any thread.

    `now` returns the time (ISO 8601); `random` returns a number of bytes that nobody can guess. `recent` is
    the number of tables that are kept in memory, about 130 kB each.
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

    @property
    def in_memory(self) -> int:
        """The number of tables that are kept in memory."""
        return len(self._recent)

    def now(self) -> str:
        """Return the present time (ISO 8601), by which tables date their facts."""
        return self._now()

    # -- opening --------------------------------------------------------------------------------

    def open(
        self,
        setup: Setup,
        *,
        seats_add: bool = False,
        deadline: int | None = None,
        table: str = "",
    ) -> OpenedTable:
        """Open a new table, which deals the deck of its game. `table` is its name; without one, a name is
        drawn.

        From a position, only the cards are dealt that have not come up in it. Raises the errors of `start`,
        and `TableError` for a setup with cards, or a name that is taken.
        """
        return self._open(setup, start(setup).state, seats_add, deadline, table)

    def branch(self, table: str, version: int, *, name: str = "") -> OpenedTable:
        """Open a new table that goes on from another one as it was at a version; without `name`, one is
        drawn.

        It has its own seats, links and seed. Cards that had not come up and the secrets of seats are dealt
        again: they reveal nothing of the other table. An unfinished move is not copied. Raises `Unknown` if
        there is no such table or version, `TableError` for a name that is taken.
        """
        state = self.state(table, version)
        setup, board = state.opened.setup, state.board
        if board is None:
            first = start(setup).state
        else:
            insist_on_shown(state)
            setup, first = going_on_from(setup, board), board
        parent = f"{table}@{version}"
        return self._open(setup, first, state.opened.seats_add, state.opened.deadline, name, parent)

    def _open(
        self,
        setup: Setup,
        first: State,
        seats_add: bool,
        deadline: int | None,
        table: str,
        parent: str = "",
    ) -> OpenedTable:
        """Open a new table, on its own or as a branch of a parent, whose position `first` is not examined."""
        if setup.cards is not None:
            raise TableError("a table deals its own deck: name no cards", "2.1")
        if deadline is not None and not 1 <= deadline <= LONGEST_DEADLINE:
            raise TableError(f"a deadline is 1 to {LONGEST_DEADLINE:,} seconds")
        seen = len(come_up(first))
        if not setup.players:
            raise TableError("a table has at least one seat with a player", "1.5")
        name = table or self._random(9).hex()
        if table and DELETED in self.store.aside(table):
            raise TableError(f'a table "{table}" was deleted: choose another name')
        seed = self._random(SIZE)
        now = self._now()
        branched = kept_start(Step(first)) if parent else None
        begins = Opened(setup, commitment(seed), seats_add, deadline, parent, seen, int(DEMANDS), branched)
        sealed = SeedKept(seed.hex())
        command = begins.commitment
        first_fact = Recorded(1, now, TABLE, begins, command, more=True)
        facts = [first_fact, Recorded(2, now, TABLE, sealed, command)]
        state = absorb(opened(name, facts[0]), facts[1])
        try:
            self.store.append(name, 0, link_facts(Chain(), facts)[0], command)
        except Repeated:  # the first try was carried out, and its answer was lost
            pass
        except Late:
            raise TableError(f'there is a table "{name}" already') from None
        links = {seat: self.new_link(name, seat) for seat in (TABLE, *[one.name for one in state.seats])}
        return OpenedTable(name, state.version, links)

    # -- links ----------------------------------------------------------------------------------

    def new_link(self, table: str, seat: Seat, keeping: Keeping = "nobody", own: str | None = None) -> str:
        """Return a new secret link of a seat, or of the host (`""`). The old link is no longer valid.

        `keeping` names those who hold the seat besides the new link. `own` is the secret of the client.
        """
        link = self._random(LINK).hex()
        renew_link(self.store, table, seat, link, keeping, own)
        return link

    def take_seat(self, table: str, link: str, secret: str) -> Seat:
        """Exchange a link for a `secret` that a browser has drawn, and return the seat (`seat_links`).

        The link opens nothing any more. Raises `LinkUsed`, and `Unknown` if the link opens no seat.
        """
        return take_seat(self.store, table, link, secret, self._now())

    def seat_of(self, table: str, link: str) -> Seat:
        """Return the seat that a link opens. Raises `Unknown`."""
        (seat,) = self.seats_of(table, [link])
        if seat is None:
            raise Unknown("this link opens no seat at this table")
        return seat

    def seats_of(self, table: str, links: Iterable[str]) -> tuple[Seat | None, ...]:
        """Return the seats that links open; None for each link that opens no seat."""
        return seats_opened(self.store.aside(table), links)

    def set_name(self, table: str, seat: Seat, name: str | None) -> None:
        """Set the name of a seat's player, or erase it with None. It is part of the side data.

        Invisible characters are left out: they could reverse the text next to a name.
        """
        self.store.put_aside(table, f"name {seat}", only_printable(name or "") or None)

    def names(self, table: str) -> dict[Seat, str]:
        """Return the names of people by their seats."""
        aside = self.store.aside(table).items()
        return {key.removeprefix("name "): value for key, value in aside if key.startswith("name ")}

    def set_title(self, table: str, title: str | None) -> None:
        """Set the title of a table, or erase it with None. It is part of the side data."""
        self.store.put_aside(table, "title", only_printable(title or "") or None)

    def title(self, table: str) -> str:
        """Return the title of a table; empty without one."""
        return self.store.aside(table).get("title", "")

    # -- looking --------------------------------------------------------------------------------

    def state(self, table: str, version: int | None = None) -> TableState:
        """Return a table as it is now, or was at a version. Raises `Unknown` if there is none.

        The state holds all secrets: show others a `view`. Raises `Damaged` if its facts were changed.
        """
        state = self._recent.get(table)
        if state is None:  # compare all facts with their links once
            state = fold_stored(stored_table(self.store, table))
            if state is not None:
                state = self._with_steps(state)
                self._recent.keep(state)
        if state is not None and version is not None and state.version > version:
            state = None  # fold from the beginning: no fact can be undone
        after = 0 if state is None else state.version
        facts = self._facts_from(table, max(after, 1), version)
        if state is not None:  # its last fact still stands, unless the table was deleted meanwhile
            if not facts or not chain_of(state).ends_with(facts[0]):
                self._recent.forget(table)
                return self.state(table, version)
            facts = facts[1:]
        steps = self.steps_kept_later(table, facts) if state is None else ()
        state = absorb_all(table, state, facts, steps) if facts else state
        if version is not None and (state is None or state.version != version):
            last = self.version(table)
            raise Unknown(f'table "{table[:60]}" is at version {last}: there is no version {version}')
        if state is None:
            raise self._no_table(table)
        if version is None:
            if facts:  # a process of version 0.2.0 writes lines without steps
                state = self._with_steps(state)
            self._recent.keep(state)
        return state

    def _facts_from(self, table: str, first: int, last: int | None) -> list[KeptFact]:
        """Return the facts of a table from a version to another one (None: the last)."""
        return self.store.read(table, first - 1, None if last is None else last - first + 1)

    def _with_steps(self, state: TableState) -> TableState:
        """Return an older table with its steps, which are now kept in the store. A failure does no harm.

        Its players see nothing of this. From now on changes of the rules do not touch these lines.
        """
        try:
            return self._keep_steps_of(state)
        except FitlError:  # another process writes, or nobody may: it is tried again when the table is opened
            return state

    def _keep_steps_of(self, state: TableState) -> TableState:
        """Return an older table with its steps, which are now kept in the store. Raises `StoreError`."""
        if state.is_kept or not state.steps:
            return state
        fact = StepsKept(state.steps, RULES_RELEASE)
        recorded = Recorded(state.version + 1, self._now(), TABLE, fact)
        linked, chain = link_facts(chain_of(state), [recorded])
        self.store.append(state.table, state.version, linked, "")
        return with_chain(absorb(state, recorded), chain)

    def keep_steps(self, table: str) -> None:
        """Keep the steps of an older table's lines, as its first opening does. Other tables have theirs.

        Raises `StoreError` if they cannot be written, and `Damaged` if the table's facts were changed.
        """
        for _ in range(MOST_TRIES):
            state = fold_stored(stored_table(self.store, table))
            try:
                if state is not None:
                    self._keep_steps_of(state)
                return
            except Late:  # another process was quicker: look again
                continue

    def steps_kept_later(self, table: str, facts: Sequence[KeptFact]) -> Steps:
        """Return the steps that a later fact holds for lines of an older table with these `facts`."""
        if not facts or has_steps(facts[0]):
            return ()
        return steps_kept_later(table, self.store.read(table))

    def version(self, table: str) -> int:
        """Return the version of a table. Raises `Unknown` if there is none."""
        version = self.store.version(table)
        if not version:
            raise self._no_table(table)
        return version

    def _no_table(self, table: str) -> Unknown:
        """Return the error for a table that does not exist, or no longer."""
        return no_table(table, self.store.aside(table).get(DELETED, "") if table else "")

    def delete(self, table: str) -> int:
        """Delete a table with all that is kept of it. Return the number of its facts. Raises `Unknown`.

        Its name and the time of its deletion are kept: no other table may get the name, because programs may
        still have parts of this one in memory. `copy_table` restores it from a backup.
        """
        number = self.store.delete(table) if self.version(table) else 0
        self.store.put_aside(table, DELETED, self._now())
        self._recent.forget(table)
        return number

    def view(self, table: str, seat: Seat | None = None, after: int = 0) -> TableView:
        """Return a table as a seat sees it (None: a spectator), with the lines of its log after number
        `after`.

        Raises `Unknown` if there is no such table or seat.
        """
        return view_table(self.state(table), seat, self.names(table), after, now=self.now())

    def log(self, table: str) -> Log:
        """Return the game as a log that everybody may have. Raises `Unknown` if there is no such table."""
        return log_of_table(self.state(table), self.names(table))

    def decisions(self, table: str, after: int = 0) -> tuple[DecisionTaken, ...]:
        """Return the decisions of Non-players for their moves after line `after`. Everybody may know them.

        Raises `Unknown` if there is no such table.
        """
        self.state(table)  # raises if the table is damaged
        taken = decisions_in([read_fact(table, fact) for fact in self.store.read(table)])
        return tuple([one for one in taken if one.line > after])

    def names_of_tables(self) -> Iterator[str]:
        """Return the names of all tables, in order."""
        return every_table(self.store)

    def facts(self, table: str, seat: Seat | None = None, after: int = 0) -> tuple[Recorded, ...]:
        """Return the facts of a table after a version that a seat may know; None means a spectator."""
        self.state(table)  # raises if the table is damaged
        return known_to(seat, [read_fact(table, fact) for fact in self.store.read(table, after)])

    # -- commands -------------------------------------------------------------------------------

    def do(self, table: str, seat: Seat, command: Command, *, seen: int, key: str = "") -> Answer:
        """Carry out a command of a seat (of the host: `""`) that saw the table at version `seen`.

        A `key` (any text of the client, up to 180 characters) makes it safe to send the command again: the
        first answer is repeated, and nothing is done twice. A key belongs to one command: another one raises
        `KeyUsed`. A command is late (`Conflict`) if a fact after `seen` changes anything it depends on
        (`lateness`). Raises `Violation`, `NotationError`, `Conflict`, `Forbidden`, `NotNow`, `Unknown`,
        another `TableError`, or `NewerFact` if a newer version of the program has written to the table;
        nothing has changed then.
        """
        if len(key) > MOST_KEY:
            raise TableError(f"a command's key has at most {MOST_KEY} characters, not {len(key)}")
        command, kept_as = checked(command), _id_of(seat, key)
        hashed, salt = _hash_of_command(command) if key else "", self._random(SALT).hex()
        for _ in range(MOST_TRIES):
            if (before := self._before(table, seat, kept_as, hashed)) is not None:
                return before
            state = self.state(table)
            insist_on_known_release(partial(self.store.read, table), state)
            self._insist_on_seen(state, seat, command, seen)
            done = carry_out(state, seat, command, self._now(), kept_as, salt)
            new, chain = link_facts(chain_of(state), done.facts, hashed)
            try:
                self.store.append(table, state.version, new, kept_as)
            except (Late, Repeated):  # another writer was quicker: look again
                continue
            after = with_chain(done.state, chain)
            self._recent.keep(after)
            self._keep_snapshot(after, len(new))
            self._forget_people(state, done)
            refused = refusal_view(done.refused) if done.refused is not None else None
            known = known_to(seat, done.facts)
            return Answer(table, after.version, known, asked_at(after), done.effects, refused)
        raise Conflict(seen, self.version(table))

    def has_done(self, table: str, seat: Seat, key: str) -> bool:
        """Check whether a command of a seat has been carried out under a key."""
        return bool(key) and bool(self.store.of_command(table, _id_of(seat, key)))

    def _insist_on_seen(self, state: TableState, seat: Seat, command: Command, seen: int) -> None:
        """Raise `Conflict` if a command has not seen all it depends on, or names a version that does not
        exist.
        """
        if seen > state.version:
            raise Conflict(seen, state.version)
        while seen < state.version:
            since = self.store.read(state.table, seen, min(AT_ONCE, state.version - seen))
            change = first_that_changes(command, seat, [read_fact(state.table, fact) for fact in since])
            if change is not None:
                kind = str(change.fact.__struct_config__.tag)
                raise Conflict(seen, state.version, change.version, kind)
            seen += max(len(since), 1)

    def _forget_people(self, before: TableState, done: CarriedOut) -> None:
        """Erase the name and wishes of a player who has left, and the link of one whom the host removed."""
        for recorded in done.facts:
            if isinstance(recorded.fact, SeatLeft):
                self.set_name(before.table, recorded.fact.seat, None)
                forget_wishes(self.store, before.table, recorded.fact.seat)
                forget_holder(self.store, before.table, recorded.fact.seat)
                forget_name_in_chat(self.store, before.table, recorded.fact.seat)
                if recorded.by == TABLE:
                    forget_links(self.store, before.table, recorded.fact.seat)
        for seat in before.seats:
            if done.state.seat(seat.name) is None:
                self.set_name(before.table, seat.name, None)
                forget_wishes(self.store, before.table, seat.name)
                forget_holder(self.store, before.table, seat.name)
                forget_name_in_chat(self.store, before.table, seat.name)
                forget_links(self.store, before.table, seat.name)

    def _before(self, table: str, seat: Seat, command: str, hashed: str) -> Answer | None:
        """Return the answer to a command that was carried out before, by its id; None for a new command.

        Raises `KeyUsed` if another command has come under this id, which the hash shows.
        """
        stored = self.store.of_command(table, command)
        if not stored:
            return None
        if (first := command_hash_in(table, stored[0])) and first != hashed:  # facts of form 1 have no hash
            raise KeyUsed(command.partition(" ")[2], stored[-1].version)
        facts = tuple([read_fact(table, fact) for fact in stored])
        asked = asked_at(self.state(table, facts[-1].version))
        return Answer(table, facts[-1].version, known_to(seat, facts), asked, again=True)

    def _keep_snapshot(self, state: TableState, new: int) -> None:
        """Keep a snapshot now and then. A failure to keep it does no harm."""
        if state.version // SNAPSHOT_EVERY == (state.version - new) // SNAPSHOT_EVERY:
            return
        try:
            self.store.keep_snapshot(state.table, snapshot_of(state))
        except FitlError:
            return


def known_to(seat: Seat | None, facts: Iterable[Recorded]) -> tuple[Recorded, ...]:
    """Return the facts that a seat may know; None means a spectator. The host knows no more than a spectator.

    Steps are left out: an answer has the effects, and the log the moves.
    Only the seat itself may know the key of its command.
    """
    own = f"{seat} " if seat is not None else "?"
    known = [one for one in facts if audience(one.fact) in (None, seat or None)]
    keys = [one.command.removeprefix(own) if one.command.startswith(own) else "" for one in known]
    return tuple([_without_steps(one, key) for one, key in zip(known, keys, strict=True)])


def _without_steps(recorded: Recorded, key: str) -> Recorded:
    """Return a fact for its readers, with the key of its command and without kept steps."""
    fact = recorded.fact
    if isinstance(fact, Opened) and fact.branched is not None:
        fact = msgspec.structs.replace(fact, branched=None)
    return msgspec.structs.replace(recorded, fact=fact, command=key, step=None)


def _id_of(seat: Seat, key: str) -> str:
    """Return the id under which a store keeps the command of a key. No seat can repeat another seat's
    command.
    """
    return f"{seat} {key}" if key else ""


def _hash_of_command(command: Command) -> str:
    """Return the hash that distinguishes commands under one key."""
    return hashlib.sha256(b"fitl command " + msgspec.json.encode(command)).hexdigest()[:32]
