"""Random appends, late versions, retries, reopened stores: every store behaves like a plain model."""

from __future__ import annotations

import uuid
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from places import Place

from fitl_core.stores.port import KeptFact, Late, NewFact, Repeated, Snapshot, Store

TABLES = st.sampled_from(["a", "b", "Sài Gòn"])
COMMANDS = st.sampled_from(["", "c1", "c2", "c3", "c4"])
NEW = st.lists(
    st.builds(NewFact, st.sampled_from(["said", "opened"]), st.binary(max_size=40)), min_size=1, max_size=4
)


class Model(RuleBasedStateMachine):
    """A store beside its expected contents: plain dictionaries."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place
        self.stores = [place.open()]
        self.prefix = uuid.uuid4().hex
        """Tables of this run only: the store is the same for all runs."""
        self.streams: dict[str, list[KeptFact]] = {}
        self.snapshots: dict[str, Snapshot] = {}
        self.beside: dict[str, dict[str, str]] = {}
        self.last: tuple[str, int, list[NewFact], str] | None = None

    @property
    def store(self) -> Store:
        """The one that is used: the last one opened."""
        return self.stores[-1]

    def name(self, table: str) -> str:
        """A table of this run."""
        return f"{self.prefix}{table}"

    @rule(table=TABLES, behind=st.integers(-2, 2), new=NEW, command=COMMANDS)
    def append(self, table: str, behind: int, new: list[NewFact], command: str) -> None:
        """Append after the right version or another, with a new command, an old one, or none."""
        seen = max(0, len(self.streams.get(table, [])) + behind * (behind != -2))
        self.append_at(table, seen, new, command)
        self.last = (table, seen, new, command)

    @rule()
    def retry(self) -> None:
        """Repeat the last append, as after a lost answer."""
        if self.last is not None:
            self.append_at(*self.last)

    def append_at(self, table: str, seen: int, new: list[NewFact], command: str) -> None:
        """Append to the store and to the model, and compare their answers."""
        stream = self.streams.get(table, [])
        before = [fact for fact in stream if command and fact.command == command]
        try:
            answer: Any = self.store.append(self.name(table), seen, new, command)
        except Repeated as again:
            answer = "repeated", again.version
        except Late as late:
            answer = "late", late.version
        if before:
            assert answer == ("repeated", before[-1].version)
        elif seen != len(stream):
            assert answer == ("late", len(stream))
        else:
            assert answer == seen + len(new)
            numbered = enumerate(new, seen + 1)
            added = [KeptFact(number, fact.kind, fact.body, command) for number, fact in numbered]
            self.streams[table] = [*stream, *added]

    @rule(table=TABLES, version=st.integers(1, 4), form=st.sampled_from("12"), keep=st.integers(0, 3))
    def snapshot(self, table: str, version: int, form: str, keep: int) -> None:
        """Keep one, mostly, or forget it."""
        if not keep:
            self.store.keep_snapshot(self.name(table), None)
            self.snapshots.pop(table, None)
            return
        snapshot = Snapshot(version, form, form.encode())
        self.store.keep_snapshot(self.name(table), snapshot)
        if table not in self.snapshots or self.snapshots[table].version <= version:
            self.snapshots[table] = snapshot

    @rule(table=TABLES, key=st.sampled_from(["US", "VC"]), value=st.none() | st.text("ab𝄞", max_size=3))
    def put_aside(self, table: str, key: str, value: str | None) -> None:
        """Set or erase."""
        self.store.put_aside(self.name(table), key, value)
        if value is None:
            self.beside.get(table, {}).pop(key, None)
        else:
            self.beside.setdefault(table, {})[key] = value

    @rule(
        table=TABLES,
        before=st.none() | st.text("ab", max_size=1),
        after=st.none() | st.text("ab", max_size=1),
    )
    def swap_aside(self, table: str, before: str | None, after: str | None) -> None:
        """Replace an entry, if it is what it should be."""
        entries = self.beside.setdefault(table, {})
        fits = entries.get("US") == before
        assert self.store.swap_aside(self.name(table), "US", before, after) == fits
        if fits and after is None:
            entries.pop("US", None)
        elif fits and after is not None:
            entries["US"] = after

    @rule(table=TABLES)
    def delete(self, table: str) -> None:
        """Delete a table, if there is one."""
        assert self.store.delete(self.name(table)) == len(self.streams.get(table, []))
        if self.streams.pop(table, None) is not None:
            self.snapshots.pop(table, None)
            self.beside.pop(table, None)
        self.last = None

    @rule(gently=st.booleans())
    def reopen(self, gently: bool) -> None:
        """Act as another process: open the store again, and close the old one or leave it open."""
        if self.place.kind != "memory":
            if gently:
                self.stores.pop().close()
            self.stores.append(self.place.open())

    @rule(table=TABLES, after=st.integers(-1, 8), most=st.none() | st.integers(-1, 5))
    def read(self, table: str, after: int, most: int | None) -> None:
        """Any piece of a stream."""
        stream = self.streams.get(table, [])[max(0, after) :]
        expected = stream if most is None else stream[: max(0, most)]
        assert self.store.read(self.name(table), after, most) == expected

    @invariant()
    def the_last_table_is_as_in_the_model(self) -> None:
        """As the store that was opened first sees it."""
        if self.last is not None:
            self.compare(self.last[0])

    def compare(self, table: str) -> None:
        """Compare the stream, commands, snapshot and words beside it."""
        store, name, stream = self.stores[0], self.name(table), self.streams.get(table, [])
        assert store.read(name) == stream == list(store.follow(name, 0, 0))
        assert store.version(name) == len(stream)
        for command in ("c1", "c2", "c3", "c4"):
            assert store.of_command(name, command) == [f for f in stream if f.command == command]
        assert store.snapshot(name) == self.snapshots.get(table)
        assert store.aside(name) == self.beside.get(table, {})

    def teardown(self) -> None:
        """Compare all, and close the stores that this run has opened."""
        tables = [name for name in self.stores[0].tables(self.prefix) if name.startswith(self.prefix)]
        assert tables == sorted(self.name(table) for table in self.streams)
        for table in ("a", "b", "Sài Gòn"):
            self.compare(table)
        for store in self.stores if self.place.kind != "memory" else ():
            store.close()


def test_a_store_does_what_the_model_does(place: Place) -> None:
    """Answers and contents are the same as the model's, whatever the order of the calls."""
    few = settings(max_examples=10, stateful_step_count=20)
    run_state_machine_as_test(lambda: Model(place), settings=few)  # type: ignore[no-untyped-call]
