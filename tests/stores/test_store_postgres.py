"""A store in PostgreSQL: addresses, servers that are not there or go away, answers that are lost, layouts."""

from __future__ import annotations

import multiprocessing
import socket
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from places import POSTGRES, Place, bodies, facts, with_option

from fitl_core.stores.port import (
    KeptFact,
    NewFact,
    Repeated,
    Snapshot,
    Store,
    StoreError,
    Uncertain,
    Unwritable,
)
from fitl_core.stores.store_addresses import open_store

FIXTURES = Path(__file__).parents[2] / "fixtures" / "stores"
SPAWN = multiprocessing.get_context("spawn")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """Return a new schema."""
    found = Place("postgres", tmp_path)
    yield found
    found.clear()


def ask(query: str, *values: object) -> list[tuple[Any, ...]]:
    """Return the server's answer to a separate connection of the test."""
    import psycopg

    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        cursor = connection.execute(query.encode(), values)
        return cursor.fetchall() if cursor.description else []


# -- addresses --------------------------------------------------------------------------------------


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without psycopg, the error names the package to install."""
    monkeypatch.delitem(sys.modules, "fitl_core.stores.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install \"fitl\[postgres\]\""):
        open_store("postgresql://localhost/test")


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://u:s3cret@127.0.0.1:port/test",
        "postgresql://u:s3cret/x@127.0.0.1/test",
        "postgresql://u:s3cret@[::1/test",
        "postgresql://u:s3cret@127.0.0.1/test?nonsense",
        "postgresql://u:s3cret@127.0.0.1/test?such=option",
        "postgresql://u:s3cret@127.0.0.1/test?schema=Robert'); DROP TABLE",
        "postgresql://u:s3cret@127.0.0.1/test?schema=pg_catalog",
        "postgresql://u:s3cret@127.0.0.1/test?schema=" + "x" * 49,
    ],
)
def test_addresses_that_are_none(place: Place, address: str) -> None:
    """A bad address is refused, and the refusal never holds the password."""
    with pytest.raises(StoreError) as error:
        open_store(address)
    assert "s3cret" not in str(error.value)
    assert "is no address of PostgreSQL" in str(error.value) or "schema of a store" in str(error.value)


def test_a_server_that_is_not_there(place: Place) -> None:
    """Told at once, by its address without the password."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        before = time.monotonic()
        with pytest.raises(StoreError) as error:
            open_store(f"postgresql://u:s3cret@127.0.0.1:{port}/test?schema=x")
    assert f"cannot reach the store postgresql://127.0.0.1:{port}/test?schema=x: " in str(error.value)
    assert "refused" in str(error.value) and "s3cret" not in str(error.value)
    assert time.monotonic() - before < 5


def test_a_database_that_is_not_there(place: Place) -> None:
    """Told by the name that it was asked for."""
    from psycopg.conninfo import conninfo_to_dict

    told = conninfo_to_dict(POSTGRES)
    with pytest.raises(StoreError, match='database "no_such_one" does not exist'):
        open_store(f"postgresql://{told['user']}@{told['host']}:{told.get('port', 5432)}/no_such_one")


def test_what_is_only_read_is_not_made(place: Place) -> None:
    """With `create=False` a missing schema is an error, and is not created."""
    with pytest.raises(StoreError, match=f"there are no tables in schema {place.schema}"):
        open_store(place.address, create=False)
    assert ask("SELECT 1 FROM pg_namespace WHERE nspname = %s", place.schema) == []


def test_a_schema_of_something_else(place: Place) -> None:
    """Foreign tables of the same names are reported, and left as they are."""
    ask(f"CREATE SCHEMA {place.schema}")
    ask(f"CREATE TABLE {place.schema}.fact (x integer)")
    with pytest.raises(StoreError, match='relation "fact" already exists'):
        place.open()
    assert ask("SELECT tablename FROM pg_tables WHERE schemaname = %s", place.schema) == [("fact",)]


def test_a_server_that_is_read_only(place: Place) -> None:
    """A read-only server can be read; a write is refused with the reason."""
    place.open().append("a", 0, facts("1"))
    store = open_store(with_option(place.address, "options=-c%20default_transaction_read_only%3Don"))
    assert bodies(store.read("a")) == ["1"]
    with pytest.raises(Unwritable, match="the server is read-only"):
        store.append("a", 1, facts("2"))
    with pytest.raises(Unwritable, match="the server is read-only"):
        store.put_aside("a", "k", "v")
    store.close()


# -- layouts ----------------------------------------------------------------------------------------


def tables_of(schema: str) -> list[tuple[Any, ...]]:
    """The columns and indices of a schema."""
    columns = (
        "SELECT table_name, column_name, data_type, is_nullable, collation_name"
        " FROM information_schema.columns WHERE table_schema = %s ORDER BY 1, ordinal_position"
    )
    indices = "SELECT replace(indexdef, schemaname, '') FROM pg_indexes WHERE schemaname = %s ORDER BY 1"
    return [*ask(columns, schema), *ask(indices, schema)]


@pytest.mark.parametrize("fixture", sorted(FIXTURES.glob("layout-*.sql")), ids=lambda path: path.stem)
def test_a_schema_of_each_layout_is_read(place: Place, tmp_path: Path, fixture: Path) -> None:
    """A schema of an earlier layout becomes equal to a new one, and keeps its contents."""
    ask(fixture.read_text(encoding="utf-8").replace("{schema}", place.schema))
    store = place.open()
    assert store.tables() == ["Sài Gòn", "hue"]
    assert store.read("hue") == [
        KeptFact(1, "opened", b'{"n":1}', "c1"),
        KeptFact(2, "seated", b'{"n":2}', "c1"),
        KeptFact(3, "said", b'{"n":3}'),
    ]
    assert (store.aside("hue"), store.snapshot("hue")) == ({"US": "Ann"}, Snapshot(2, "1", b"\x00snapshot"))
    assert store.append("hue", 3, facts("4"), "c2") == 4
    fresh = Place("postgres", tmp_path)
    fresh.open()
    assert tables_of(place.schema) == tables_of(fresh.schema)
    fresh.clear()


def test_a_newer_layout_is_left_alone(place: Place) -> None:
    """A schema of a later fitl is neither read nor written."""
    place.open()
    ask(f"UPDATE {place.schema}.layout SET version = 99")
    with pytest.raises(StoreError, match=r"layout 99, this fitl knows layouts up to \d+: use a newer fitl"):
        place.open()


def test_an_upgrade_is_carried_out_once_or_not_at_all(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step as a later layout will have: done once, with all kept; one that fails changes nothing."""
    from fitl_core.stores import postgres_schema

    released = postgres_schema.UPGRADES
    later = ("ALTER TABLE {schema}.aside ADD COLUMN since text NOT NULL DEFAULT ''",)
    place.open().put_aside("a", "US", "Ann")
    monkeypatch.setattr(postgres_schema, "UPGRADES", (*released, (*later, "CREATE nonsense")))
    with pytest.raises(StoreError, match="nonsense"):
        place.open()
    monkeypatch.setattr(postgres_schema, "UPGRADES", (*released, later))
    for _ in range(2):
        assert place.open().aside("a") == {"US": "Ann"}
    monkeypatch.undo()
    with pytest.raises(StoreError, match="layout 3"):
        place.open()


def test_0_2_0_does_not_open_a_schema_of_today(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Version 0.2.0 knew layout 1 alone: it says so, and changes nothing."""
    from fitl_core.stores import postgres_schema

    place.open().put_aside("a", "US", "Ann")
    monkeypatch.setattr(postgres_schema, "UPGRADES", postgres_schema.UPGRADES[:1])
    with pytest.raises(StoreError, match="has layout 2, this fitl knows layouts up to 1: use a newer fitl"):
        place.open()
    monkeypatch.undo()
    assert place.open().aside("a") == {"US": "Ann"}


def test_a_schema_that_is_only_read(place: Place) -> None:
    """With `read_only` nothing is written, the layout stays, and no schema is made."""
    with pytest.raises(StoreError, match="there are no tables in schema"):
        open_store(place.address, read_only=True)
    fixture = FIXTURES / "layout-1.sql"
    ask(fixture.read_text(encoding="utf-8").replace("{schema}", place.schema))
    store = open_store(place.address, read_only=True)
    assert len(store.read("hue")) == 3
    for write in (
        lambda: store.append("hue", 3, facts("4"), "c"),
        lambda: store.put_aside("hue", "k", "v"),
        lambda: store.keep_snapshot("hue", None),
    ):
        with pytest.raises(Unwritable, match="opened to be read only"):
            write()
    store.close()
    assert ask(f"SELECT version FROM {place.schema}.layout") == [(1,)]


def test_a_schema_of_another_program_is_left_alone(place: Place) -> None:
    """A schema with a table `layout` of another program is named, and nothing is written into it."""
    for columns in ("x integer", "version text"):
        ask(f"CREATE SCHEMA {place.schema}; CREATE TABLE {place.schema}.layout ({columns})")
        with pytest.raises(StoreError, match=f"schema {place.schema} has a table layout of another program"):
            place.open()
        assert len(tables_of(place.schema)) == 1
        ask(f"DROP SCHEMA {place.schema} CASCADE")


def _open_and_append(address: str, number: int) -> None:
    store = open_store(address)
    store.append(f"t{number}", 0, [NewFact("k", b"1")])
    store.close()


def test_eight_open_a_new_schema_at_once(place: Place) -> None:
    """Processes that make the same schema at the same time all come through."""
    workers = [SPAWN.Process(target=_open_and_append, args=(place.address, number)) for number in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * 8
    assert place.open().tables() == [f"t{number}" for number in range(8)]


# -- connections that go ----------------------------------------------------------------------------


def end_connections(name: str) -> int:
    """Have the server end every connection of that application name."""
    ended = ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s", name)
    return len(ended)


def named(place: Place) -> str:
    """The address of a place under an application name that is the test's own."""
    return with_option(place.address, f"application_name={place.schema}")


def test_idle_connections_that_were_ended(place: Place) -> None:
    """The next call opens a new one; even an append without a command is not left in doubt."""
    store = open_store(named(place))
    for number in range(5):
        store.append("a", number, facts(str(number)))
        assert end_connections(place.schema) >= 1
        time.sleep(0.05)
    assert bodies(store.read("a")) == list("01234")
    end_connections(place.schema)
    assert store.version("a") == 5
    store.close()


def test_followers_and_writers_while_connections_are_ended(place: Place) -> None:
    """Every connection is ended again and again: each fact comes once, in order, and nothing is lost."""
    turns, writers = 40, 3
    stop = threading.Event()
    stores = [open_store(named(place)) for _ in range(3)]

    def write(number: int) -> None:
        for turn in range(turns):
            stores[number].append(f"t{number}", turn, facts(f"{number}-{turn}"), f"c{turn}")
            time.sleep(0.01)

    def follow(number: int) -> list[KeptFact]:
        found = []
        for fact in stores[(number + 1) % 3].follow(f"t{number}", 0, 20):
            found.append(fact)
            if fact.version == turns:
                break
        return found

    def end() -> int:
        ended = 0
        while not stop.wait(0.05):
            ended += end_connections(place.schema)
        return ended

    with ThreadPoolExecutor(2 * writers + 1) as pool:
        ending = pool.submit(end)
        followers = [pool.submit(follow, number) for number in range(writers)]
        try:
            list(pool.map(write, range(writers)))
            for number, follower in enumerate(followers):
                got = follower.result(30)
                assert [fact.version for fact in got] == list(range(1, turns + 1))
                assert bodies(got) == [f"{number}-{turn}" for turn in range(turns)]
        finally:
            stop.set()
        assert ending.result() > 10
    for store in stores:
        store.close()


def test_what_comes_before_listening_is_heard(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """An append while the listening connection is being made, at first or again, still wakes the follower."""
    store, other = open_store(named(place)), place.open()
    connect = store._connect  # type: ignore[attr-defined]

    def slowly() -> object:
        if threading.current_thread().name == "fitl-store":
            time.sleep(0.6)
        return connect()

    monkeypatch.setattr(store, "_connect", slowly)
    for number in range(2):
        with ThreadPoolExecutor(1) as pool:
            got = pool.submit(lambda number=number: next(store.follow("a", number, 30)))
            time.sleep(0.3 if number == 0 else 1.5)
            if number:
                end_connections(place.schema)
            before = time.monotonic()
            other.append("a", number, facts("x"))
            assert got.result(40).version == number + 1
            assert time.monotonic() - before < 15
    store.close()


class Line:
    """A way to the server through which a test can let a question pass and keep the answer."""

    def __init__(self) -> None:
        from psycopg.conninfo import conninfo_to_dict

        told = conninfo_to_dict(POSTGRES)
        self._server = (str(told["host"]), int(told.get("port", 5432)))
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._told = told
        self.swallow = 0
        """How many answers are still to be kept back, their connections cut."""
        threading.Thread(target=self._accept, daemon=True).start()

    def address(self, place: Place) -> str:
        """The address of a place through this line."""
        user, name, port = self._told["user"], self._told["dbname"], self._listening.getsockname()[1]
        return f"postgresql://{user}@127.0.0.1:{port}/{name}?schema={place.schema}"

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            server = socket.create_connection(self._server)
            threading.Thread(target=self._pass, args=(client, server, False), daemon=True).start()
            threading.Thread(target=self._pass, args=(server, client, True), daemon=True).start()

    def _pass(self, come: socket.socket, go: socket.socket, answers: bool) -> None:
        with suppress(OSError):
            while data := come.recv(65536):
                if answers and self.swallow:
                    self.swallow -= 1
                    break
                go.sendall(data)
        for end in (come, go):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Take no more connections."""
        self._listening.close()


@contextmanager
def through_a_line(place: Place) -> Iterator[tuple[Store, Line]]:
    """A store of the place, all whose connections go through a line."""
    line = Line()
    store = open_store(line.address(place))
    try:
        yield store, line
    finally:
        store.close()
        line.close()


def test_an_append_whose_answer_was_lost(place: Place) -> None:
    """An append with a command is asked for again, reported as done, and stored once."""
    with through_a_line(place) as (store, line):
        store.append("a", 0, facts("1"), "c1")
        for lost in (1, 2):
            line.swallow = lost
            assert store.append("a", lost, facts(f"x{lost}"), f"d{lost}") == lost + 1
        assert line.swallow == 0
        assert bodies(store.read("a")) == ["1", "x1", "x2"]
        with pytest.raises(Repeated):
            store.append("a", 1, facts("x1"), "d1")


def test_an_append_without_a_command_whose_answer_was_lost(place: Place) -> None:
    """Nobody can know whether the append was stored: the error reports that, and it is not tried again."""
    with through_a_line(place) as (store, line):
        store.append("a", 0, facts("1"))
        line.swallow = 1
        with pytest.raises(Uncertain, match="was lost while a was written"):
            store.append("a", 1, facts("2"))
        assert bodies(store.read("a")) == ["1", "2"]


def test_an_append_whose_answer_stays_away(place: Place) -> None:
    """If the server is not back in time, nobody can know; repeating the command finds it out."""
    from fitl_core.stores.postgres import PostgresStore

    with through_a_line(place) as (_, line):
        store = PostgresStore(line.address(place), patience=0.3)
        store.append("a", 0, facts("1"), "c1")
        line.swallow = 10**6
        with pytest.raises(Uncertain, match=r"cannot reach .* while a was written"):
            store.append("a", 1, facts("2"), "c2")
        line.swallow = 0
        with pytest.raises(Repeated, match="up to version 2"):
            store.append("a", 1, facts("2"), "c2")
        assert bodies(store.read("a")) == ["1", "2"]
        store.close()


def test_a_whole_stream_whose_answer_was_lost(place: Place) -> None:
    """A stream copied from elsewhere is reported as done where it is stored."""
    with through_a_line(place) as (store, line):
        line.swallow = 1
        store.take("a", [KeptFact(1, "k", b"1", "c"), KeptFact(2, "k", b"2")])
        assert bodies(store.read("a")) == ["1", "2"]


def test_what_is_read_is_read_again(place: Place) -> None:
    """A lost answer to a question is asked for again, unnoticed."""
    with through_a_line(place) as (store, line):
        store.append("a", 0, facts("1"), "c")
        reads = (
            (lambda: bodies(store.read("a")), ["1"]),
            (lambda: bodies(store.of_command("a", "c")), ["1"]),
            (lambda: store.version("a"), 1),
            (lambda: store.tables(), ["a"]),
            (lambda: store.put_aside("a", "US", "Ann"), None),
            (lambda: store.aside("a"), {"US": "Ann"}),
        )
        for read, answer in reads:
            line.swallow = 1
            assert read() == answer
            assert line.swallow == 0


def test_a_server_that_stays_away(place: Place) -> None:
    """A call fails with that reason after the store's patience; once the server is back, all goes on."""
    from fitl_core.stores.postgres import PostgresStore

    with through_a_line(place) as (_, line):
        store = PostgresStore(line.address(place), patience=0.5)
        line.swallow = 10**6
        before = time.monotonic()
        with pytest.raises(StoreError, match="cannot reach the store"):
            store.version("a")
        assert 0.4 < time.monotonic() - before < 5
        line.swallow = 0
        assert store.append("a", 0, facts("1"), "c") == 1
        store.close()


def test_no_more_connections_than_it_may_have(place: Place) -> None:
    """Forty threads share eight connections, and followers use one more."""
    store = open_store(named(place))
    most = 0

    def read(number: int) -> None:
        nonlocal most
        for _ in range(10):
            store.version("a")
        found = ask("SELECT count(*) FROM pg_stat_activity WHERE application_name = %s", place.schema)
        most = max(most, found[0][0])

    assert store.changed({}, 0) == {}
    with ThreadPoolExecutor(40) as pool:
        list(pool.map(read, range(40)))
    assert 2 <= most <= 9
    store.close()
    time.sleep(0.2)
    assert ask("SELECT count(*) FROM pg_stat_activity WHERE application_name = %s", place.schema) == [(0,)]
