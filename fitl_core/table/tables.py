"""Tables in a store: opened, told what to do, looked at. Several programs may use one store at once.

tables = Tables(open_store("sqlite:///tables.db"))
opened = tables.open(Setup("short"))
answer = tables.do(opened.table, "US", Sit(), seen=opened.version, key="a1")
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

import msgspec

from fitl_core.engine import start
from fitl_core.errors import FitlError, Violation
from fitl_core.proofs.seeds import SIZE, commitment
from fitl_core.record.effects import Effect
from fitl_core.record.setup import Setup
from fitl_core.stores.port import Late, Repeated, Store
from fitl_core.table.absorbing import absorb, opened
from fitl_core.table.carrying_out import carry_out
from fitl_core.table.commands import Command
from fitl_core.table.facts import TABLE, Opened, Recorded, Seat, SeedKept, audience
from fitl_core.table.keeping import kept, read_fact, read_snapshot, snapshot_of
from fitl_core.table.refusals import Conflict, Forbidden, TableError, Unknown
from fitl_core.table.table_state import TableState

SNAPSHOT_EVERY = 25
"""So many facts behind a snapshot the next one is kept."""
MOST_KEY = 200
"""The most characters of a command's key."""
LINK = 32
"""The bytes of a seat's link."""


class OpenedTable(msgspec.Struct, frozen=True):
    """A new table: its name and version, and the link of each seat and the host (`""`), told once."""

    table: str
    version: int
    links: dict[Seat, str]


class Answer(msgspec.Struct, frozen=True):
    """What came of a command: the version behind it, its facts, and what they did.

    `again` says that the command had been carried out before; then there are no effects. `refused` is why the
    rest of a move was not carried out, behind a die.
    """

    table: str
    version: int
    facts: tuple[Recorded, ...]
    effects: tuple[Effect, ...] = ()
    refused: Violation | None = None
    again: bool = False


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Tables:
    """The tables of a store. All methods may be called from any thread.

    `now` tells the time (ISO 8601), `random` gives so many bytes that nobody can guess.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], str] = _now,
        random: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.store: Store = store
        self._now = now
        self._random = random

    # -- opening --------------------------------------------------------------------------------

    def open(
        self,
        setup: Setup,
        *,
        seats_add: bool = False,
        deadline: int | None = None,
        table: str = "",
        parent: str = "",
        seen: int = 0,
    ) -> OpenedTable:
        """A new table for a game whose deck is dealt by it; `table` is its name, else one is drawn.

        Raises as `start` does, and `TableError` for a setup with cards, or a name that is taken.
        """
        if setup.cards is not None:
            raise TableError("a table deals its own deck: name no cards", "2.1")
        if deadline is not None and deadline < 1:
            raise TableError("a deadline is 1 second or more")
        start(setup)
        name = table or self._random(9).hex()
        seed = self._random(SIZE)
        now = self._now()
        first = Opened(setup, commitment(seed), seats_add, deadline, parent, seen)
        facts = [Recorded(1, now, TABLE, first), Recorded(2, now, TABLE, SeedKept(seed.hex()))]
        state = absorb(opened(name, facts[0]), facts[1])
        try:
            self.store.append(name, 0, [kept(fact) for fact in facts], "")
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
        hashed = _hash_of(link)
        for key, value in self.store.aside(table).items():
            if key.startswith("link ") and secrets.compare_digest(value, hashed):
                return key.removeprefix("link ")
        raise Unknown("this link opens no seat at this table")

    def set_name(self, table: str, seat: Seat, name: str | None) -> None:
        """Set, or with None erase, the name of who sits on a seat; it stands beside the stream."""
        self.store.put_aside(table, f"name {seat}", name)

    def names(self, table: str) -> dict[Seat, str]:
        """The names of people by their seats."""
        aside = self.store.aside(table).items()
        return {key.removeprefix("name "): value for key, value in aside if key.startswith("name ")}

    # -- looking --------------------------------------------------------------------------------

    def state(self, table: str, version: int | None = None) -> TableState:
        """A table as it stands, or stood at a version. Raises `Unknown` where there is none.

        It knows all secrets: for others `view`.
        """
        state = self._from_snapshot(table) if version is None else None
        after = 0 if state is None else state.version
        most = None if version is None else version
        for fact in self.store.read(table, after, most):
            recorded = read_fact(table, fact)
            state = opened(table, recorded) if state is None else absorb(state, recorded)
        if state is None or (version is not None and state.version != version):
            what = f'no table "{table[:60]}"' if state is None else f"no version {version} of it"
            raise Unknown(f"there is {what}")
        return state

    def version(self, table: str) -> int:
        """The version at which a table is. Raises `Unknown` where there is none."""
        version = self.store.version(table)
        if not version:
            raise Unknown(f'there is no table "{table[:60]}"')
        return version

    def _from_snapshot(self, table: str) -> TableState | None:
        snapshot = self.store.snapshot(table)
        return read_snapshot(snapshot) if snapshot is not None else None

    def facts(self, table: str, seat: Seat | None = None, after: int = 0) -> tuple[Recorded, ...]:
        """The facts of a table behind a version that a seat may know; None: a spectator."""
        return known_to(seat, [read_fact(table, fact) for fact in self.store.read(table, after)])

    # -- commands -------------------------------------------------------------------------------

    def do(self, table: str, seat: Seat, command: Command, *, seen: int, key: str = "") -> Answer:
        """Carry out a command of a seat (of the host: `""`) that saw the table at version `seen`.

        A `key` (any text of the client's, up to 200 characters) makes it safe to send again: what has been
        carried out under it once is answered again and not done twice. Raises `Violation`, `NotationError`,
        `Conflict`, `Forbidden`, `NotNow`, `Unknown` or another `TableError`; nothing has changed then.
        """
        if len(key) > MOST_KEY:
            raise TableError(f"a command's key has at most {MOST_KEY} characters, not {len(key)}")
        if key and (before := self._before(table, seat, key)) is not None:
            return before
        state = self.state(table)
        if seen != state.version:
            raise Conflict(seen, state.version)
        done = carry_out(state, seat, command, self._now(), key, self._random(16).hex())
        if not done.facts:
            return Answer(table, state.version, ())
        try:
            self.store.append(table, state.version, [kept(fact) for fact in done.facts], key)
        except (Late, Repeated) as late:
            if key and (before := self._before(table, seat, key)) is not None:
                return before
            raise Conflict(seen, late.version) from None
        self._keep_snapshot(done.state, len(done.facts))
        return Answer(table, done.state.version, known_to(seat, done.facts), done.effects, done.refused)

    def _before(self, table: str, seat: Seat, key: str) -> Answer | None:
        """What a command of this key has come to, if it has been carried out."""
        facts = tuple([read_fact(table, fact) for fact in self.store.of_command(table, key)])
        if not facts:
            return None
        if all(fact.by not in (seat, TABLE) for fact in facts):
            raise Forbidden("another seat has used this key: take another")
        return Answer(table, facts[-1].version, known_to(seat, facts), again=True)

    def _keep_snapshot(self, state: TableState, new: int) -> None:
        """Keep a snapshot now and then; that it cannot be kept harms nothing."""
        if state.version // SNAPSHOT_EVERY == (state.version - new) // SNAPSHOT_EVERY:
            return
        try:
            self.store.keep_snapshot(state.table, snapshot_of(state))
        except FitlError:
            return


def known_to(seat: Seat | None, facts: Iterable[Recorded]) -> tuple[Recorded, ...]:
    """The facts that a seat may know; None: a spectator. The host knows no more than a spectator."""
    return tuple([one for one in facts if audience(one.fact) is None or audience(one.fact) == (seat or None)])


def _hash_of(link: str) -> str:
    return hashlib.sha256(f"fitl link {link}".encode()).hexdigest()
