"""The behaviour of every store, the same tests for all: streams, commands, versions, words beside streams."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from places import Place, bodies, facts

from fitl_core.errors import FitlError
from fitl_core.stores.port import (
    MOST_BODY,
    MOST_NAME,
    MOST_VERSIONS,
    OF_STORE,
    KeptFact,
    Late,
    NewFact,
    Repeated,
    Snapshot,
    Store,
    StoreError,
    Unfit,
)

ODD_NAMES = (
    "x",
    " ",
    "a/b\\c",
    "'; DROP TABLE fact; --",
    '"quoted" {braces} %s %(t)s ? :name $1',
    "\n\t\r\x01\x7f",
    "Sài Gòn 𝄞 \u202e\ufeff\uffff",
    "é",
    "e\u0301",
    "É",
    "0",
    "00",
    "x" * MOST_NAME,
    "𝄞" * MOST_NAME,
)


# -- streams ----------------------------------------------------------------------------------------


def test_a_stream_is_what_was_appended(store: Store) -> None:
    """Facts come back in order, with versions from 1, their kinds, bodies and commands."""
    assert (
        store.append("saigon", 0, [NewFact("opened", b"{}"), NewFact("seated", b'{"seat":"US"}')], "c1") == 2
    )
    assert store.append("saigon", 2, [NewFact("said", b"\x00\xff")]) == 3
    assert store.read("saigon") == [
        KeptFact(1, "opened", b"{}", "c1"),
        KeptFact(2, "seated", b'{"seat":"US"}', "c1"),
        KeptFact(3, "said", b"\x00\xff", ""),
    ]


def test_tables_are_apart(store: Store) -> None:
    """A fact that is appended to one table is neither read nor counted at another."""
    store.append("a", 0, facts("1", "2"))
    store.append("b", 0, facts("3"))
    assert (bodies(store.read("a")), bodies(store.read("b")), store.read("c")) == (["1", "2"], ["3"], [])
    assert (store.version("a"), store.version("b"), store.version("c")) == (2, 1, 0)


def test_reading_on(store: Store) -> None:
    """Reading starts after a version and has a limit; numbers of any height are accepted."""
    store.append("a", 0, facts(*"12345"))
    assert bodies(store.read("a", 3)) == ["4", "5"]
    assert bodies(store.read("a", 1, 2)) == ["2", "3"]
    assert bodies(store.read("a", 0, 0)) == []
    assert bodies(store.read("a", -(10**400), 10**400)) == list("12345")
    assert (
        bodies(store.read("a", 5)) == bodies(store.read("a", 10**400)) == bodies(store.read("a", 0, -1)) == []
    )


def test_tables_are_listed_in_order(store: Store) -> None:
    """Tables are listed by code point, after a name, up to a limit; names are kept as given."""
    for name in ODD_NAMES:
        store.append(name, 0, facts("1"), name)
    assert store.tables() == sorted(ODD_NAMES)
    assert store.tables(most=3) == sorted(ODD_NAMES)[:3]
    assert store.tables(sorted(ODD_NAMES)[2], 10**400) == sorted(ODD_NAMES)[3:]
    assert store.tables("\U0010ffff") == []
    for name in ODD_NAMES:
        assert store.read(name) == store.of_command(name, name) == [KeptFact(1, "said", b"1", name)]


def test_a_large_fact_comes_back_whole(store: Store) -> None:
    """A body of the greatest size is kept; one byte more is refused, and nothing of the append is kept."""
    large = bytes(range(256)) * (MOST_BODY // 256)
    store.append("a", 0, [NewFact("said", large), NewFact("said", b"")])
    assert [fact.body for fact in store.read("a")] == [large, b""]
    with pytest.raises(Unfit, match=f"{MOST_BODY + 1} bytes: at most {MOST_BODY}"):
        store.append("a", 2, [NewFact("said", b"1"), NewFact("said", large + b"x")])
    assert store.version("a") == 2


def test_many_facts_at_once(store: Store) -> None:
    """Some thousands of facts in one append."""
    assert store.append("a", 0, facts(*map(str, range(5000))), "all") == 5000
    assert bodies(store.read("a", 4998)) == ["4998", "4999"]
    assert len(store.of_command("a", "all")) == 5000


# -- versions and commands --------------------------------------------------------------------------


@pytest.mark.parametrize("seen", [0, 1, 3, 9, MOST_VERSIONS - 1])
def test_a_late_append_is_refused(store: Store, seen: int) -> None:
    """A late append is refused with the last version; it appends nothing and leaves no gap."""
    store.append("a", 0, facts("1", "2"), "c")
    with pytest.raises(Late, match=f"table a is at version 2, not at {seen}") as late:
        store.append("a", seen, facts("x"), "d")
    assert (late.value.table, late.value.version, late.value.code) == ("a", 2, "late")
    assert bodies(store.read("a")) == ["1", "2"]
    assert store.of_command("a", "d") == []
    assert store.append("a", 2, facts("3"), "d") == 3


def test_a_new_table_begins_at_none(store: Store) -> None:
    """An append after a version of a table that does not exist is late, and makes no table."""
    with pytest.raises(Late, match="table a is at version 0, not at 1"):
        store.append("a", 1, facts("1"))
    assert store.tables() == []


@pytest.mark.parametrize("seen", [-1, MOST_VERSIONS, 2**31, 2**63, 10**400, -(10**400)])
def test_versions_have_bounds(store: Store, seen: int) -> None:
    """A version beyond the limit of a stream is refused before it reaches a database."""
    store.append("a", 0, facts("1"))
    with pytest.raises(Unfit):
        store.append("a", seen, facts("x"))
    assert store.version("a") == 1


def test_a_command_appends_once(store: Store) -> None:
    """A repeated command is recognised, whatever version it has seen, and its facts can be read."""
    store.append("a", 0, facts("1", "2"), "c")
    store.append("a", 2, facts("3"), "d")
    for seen in (0, 3, 7):
        with pytest.raises(
            Repeated, match="command c has been carried out at table a, up to version 2"
        ) as again:
            store.append("a", seen, facts("x"), "c")
        assert (again.value.version, again.value.command, again.value.code) == (2, "c", "repeated")
    assert bodies(store.read("a")) == ["1", "2", "3"]
    assert bodies(store.of_command("a", "c")) == ["1", "2"]
    assert store.of_command("a", "e") == store.of_command("b", "c") == []


def test_a_command_is_one_table_s(store: Store) -> None:
    """The same command at another table is another; no command at all may come as often as one likes."""
    store.append("a", 0, facts("1"), "c")
    store.append("b", 0, facts("2"), "c")
    store.append("a", 1, facts("3"))
    store.append("a", 2, facts("4"))
    assert bodies(store.of_command("b", "c")) == ["2"]
    assert store.of_command("a", "") == []


@pytest.mark.parametrize(
    ("table", "command", "kind", "because"),
    [
        ("", "", "k", "the name of a table is empty"),
        ("x" * (MOST_NAME + 1), "", "k", "201 characters: at most 200"),
        ("a\0b", "", "k", "NUL"),
        ("\ud800", "", "k", "lone surrogate"),
        ("a", "x" * (MOST_NAME + 1), "k", "a command has 201 characters"),
        ("a", "\0", "k", "NUL"),
        ("a", "\udfff", "k", "lone surrogate"),
        ("a", "", "x" * 201, "the kind of a fact has 201 characters"),
        ("a", "", "\0", "NUL"),
    ],
)
def test_names_have_bounds(store: Store, table: str, command: str, kind: str, because: str) -> None:
    """A name that is too long, or that some database could not keep, is refused by every store alike."""
    with pytest.raises(Unfit, match=because):
        store.append(table, 0, [NewFact(kind, b"1")], command)
    assert store.tables() == []
    if kind == "k":
        with pytest.raises(Unfit, match=because):
            store.of_command(table, command)


def test_every_question_about_a_table_looks_at_its_name(store: Store) -> None:
    """No method takes a name that a store cannot have."""
    for ask in (store.read, store.version, store.snapshot, store.aside, store.follow, store.tables):
        with pytest.raises(Unfit):
            ask("a\0b")  # type: ignore[operator]
    for name in ("", "a\0b", "\ud800"):
        with pytest.raises(Unfit):
            store.keep_snapshot(name, None)
        with pytest.raises(Unfit):
            store.delete(name)
        if name:  # the side data of the store itself have no name
            with pytest.raises(Unfit):
                store.put_aside(name, "k", None)
            with pytest.raises(Unfit):
                store.swap_aside(name, "k", None, "v")


def test_nothing_is_no_append(store: Store) -> None:
    """An append of no facts is refused."""
    with pytest.raises(Unfit, match="at least one fact"):
        store.append("a", 0, [], "c")


def test_every_error_is_of_the_one_tree() -> None:
    """A handler of fitl's base error catches the errors of a store too."""
    assert issubclass(StoreError, FitlError)
    assert all(issubclass(kind, StoreError) for kind in (Late, Repeated, Unfit))


# -- several at once --------------------------------------------------------------------------------


def test_of_those_who_write_at_once_one_is_first(store: Store) -> None:
    """16 threads append after the same version, again and again: one gets it, the others are late."""
    threads, rounds = 16, 20
    start = threading.Barrier(threads)

    def write(writer: int) -> int:
        won = 0
        for number in range(rounds):
            start.wait()
            try:
                won += store.append("a", number, facts(f"{writer}"), f"{writer}-{number}") == number + 1
            except Late as late:
                assert late.version == number + 1
        return won

    with ThreadPoolExecutor(threads) as pool:
        assert sum(pool.map(write, range(threads))) == rounds
    assert [fact.version for fact in store.read("a")] == list(range(1, rounds + 1))


def test_a_command_sent_twice_at_once_appends_once(store: Store) -> None:
    """Eight threads repeat one command until it is done: it is there once."""
    start = threading.Barrier(8)

    def send(_: int) -> int:
        start.wait()
        while True:
            try:
                return store.append("a", store.version("a"), facts("1", "2"), "c")
            except Repeated as again:
                return again.version
            except Late:
                continue

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(send, range(8))) == {2}
    assert bodies(store.read("a")) == ["1", "2"]


def test_everybody_gets_his_fact_in(store: Store) -> None:
    """Eight threads append to one table until theirs is in: all are there, none twice, no gap."""

    def write(writer: int) -> None:
        for number in range(15):
            done = False
            while not done:
                try:
                    store.append("a", store.version("a"), facts(f"{writer}-{number}"))
                    done = True
                except Late:
                    continue

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(8)))
    said = bodies(store.read("a"))
    assert sorted(said) == sorted(f"{writer}-{number}" for writer in range(8) for number in range(15))
    for writer in range(8):
        assert [one for one in said if one.startswith(f"{writer}-")] == [f"{writer}-{n}" for n in range(15)]


# -- beside the streams -----------------------------------------------------------------------------


def test_a_snapshot_takes_the_place_of_an_older_one(store: Store) -> None:
    """One of the same or a later version does, one of an earlier version does not; it can be forgotten."""
    assert store.snapshot("a") is None
    for version, form, kept in ((5, "1", "5"), (4, "2", "5"), (5, "2", "5 2"), (7, "1", "7")):
        store.keep_snapshot("a", Snapshot(version, form, f"{version} {form}".encode()))
        found = store.snapshot("a")
        assert found is not None and f"{found.version} {found.form}".startswith(kept)
        assert found.body == f"{found.version} {found.form}".encode()
    assert store.snapshot("b") is None
    store.keep_snapshot("a", None)
    store.keep_snapshot("b", None)
    assert store.snapshot("a") is None


@pytest.mark.parametrize("version", [0, -1, 2**31, 10**400])
def test_a_snapshot_is_of_a_version_that_there_can_be(store: Store, version: int) -> None:
    """A snapshot of an impossible version is refused, as is a body over the limit."""
    with pytest.raises(Unfit):
        store.keep_snapshot("a", Snapshot(version, "1", b""))
    with pytest.raises(Unfit):
        store.keep_snapshot("a", Snapshot(1, "1", bytes(MOST_BODY + 1)))
    assert store.snapshot("a") is None


def test_what_stands_beside_can_be_erased(store: Store) -> None:
    """Words are kept by key, in order, set again and erased; they make neither a table nor a fact."""
    store.put_aside("a", "US", "Ann\n𝄞")
    store.put_aside("a", "ARVN", "Ben")
    store.put_aside("a", "US", "Cleo")
    store.put_aside("b", "", "")
    assert list(store.aside("a").items()) == [("ARVN", "Ben"), ("US", "Cleo")]
    assert store.aside("b") == {"": ""}
    store.put_aside("a", "US", None)
    store.put_aside("a", "nobody", None)
    store.put_aside("c", "nobody", None)
    assert (store.aside("a"), store.aside("c"), store.tables()) == ({"ARVN": "Ben"}, {}, [])
    for key, value in (
        ("x" * 201, "v"),
        ("\0", "v"),
        ("k", "\0"),
        ("k", "\ud800"),
        ("k", "x" * (MOST_BODY + 1)),
    ):
        with pytest.raises(Unfit):
            store.put_aside("a", key, value)


def test_one_of_several_swaps_an_entry(store: Store) -> None:
    """An entry is replaced only if it is what the caller names; of eight at once, one succeeds."""
    assert not store.swap_aside("a", "k", "1", "2")
    assert store.swap_aside("a", "k", None, "1") and not store.swap_aside("a", "k", None, "2")
    assert store.swap_aside("a", "k", "1", "") and store.aside("a") == {"k": ""}
    assert not store.swap_aside("a", "k", None, None) and not store.swap_aside("a", "k", "1", None)
    assert store.swap_aside("a", "k", "", None) and store.swap_aside("a", "k", None, None)
    assert (store.aside("a"), store.tables()) == ({}, [])
    for before, after in ((None, "x"), ("x", "y"), ("y", None)):
        with ThreadPoolExecutor(8) as pool:
            done = list(pool.map(store.swap_aside, *zip(*[("a", "k", before, after)] * 8, strict=True)))
        assert done.count(True) == 1
    for key, value in (("x" * 201, "v"), ("k", "\0"), ("k", "\ud800")):
        with pytest.raises(Unfit):
            store.swap_aside("a", key, None, value)


def test_side_data_of_the_store_itself(store: Store) -> None:
    """They belong to no table, and no table is among the entries of a key but those that have it."""
    store.put_aside(OF_STORE, "quota", "5")
    store.put_aside("a", "quota", "6")
    store.put_aside("b", "quota", "7")
    store.put_aside("b", "name", "Ann")
    assert store.aside(OF_STORE) == {"quota": "5"}
    assert store.every_aside("quota") == {"a": "6", "b": "7"}
    assert (store.every_aside("none"), store.tables()) == ({}, [])
    store.put_aside(OF_STORE, "quota", None)
    assert store.aside(OF_STORE) == {}
    with pytest.raises(Unfit):
        store.every_aside("x" * 201)


# -- deleted tables ---------------------------------------------------------------------------------


def test_a_deleted_table_leaves_nothing(store: Store) -> None:
    """Facts, commands, snapshot and side data are gone, and other tables stay. The name is free again."""
    for table in ("a", "b"):
        store.append(table, 0, facts("1", "2"), "c")
        store.append(table, 2, facts("3"))
        store.keep_snapshot(table, Snapshot(2, "1", b"s"))
        store.put_aside(table, "US", "Ann")
    assert store.delete("a") == 3
    assert (store.read("a"), store.version("a"), store.of_command("a", "c")) == ([], 0, [])
    assert (store.snapshot("a"), store.aside("a"), store.tables()) == (None, {}, ["b"])
    assert (bodies(store.read("b")), store.aside("b")) == (["1", "2", "3"], {"US": "Ann"})
    with pytest.raises(Late, match="table a is at version 0, not at 3"):
        store.append("a", 3, facts("4"))
    assert store.append("a", 0, facts("x"), "c") == 1
    assert bodies(store.of_command("a", "c")) == ["x"]


def test_a_table_that_is_not_there_is_not_deleted(store: Store) -> None:
    """The number of its facts is 0; side data without a table stay."""
    store.put_aside("a", "k", "v")
    assert (store.delete("a"), store.aside("a")) == (0, {"k": "v"})


def test_others_hear_of_a_deletion(place: Place) -> None:
    """The table is at version 0 for those who have seen it, once."""
    here, there = place.open(), place.open()
    here.append("a", 0, facts("1"))
    here.append("b", 0, facts("1"))
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(here.changed, {"a": 1, "b": 1}, 30)
        there.delete("a")
        assert found.result(30) == {"a": 0}
    assert here.changed({"a": 0, "b": 1}, 0) == {}


def test_a_deletion_while_others_append(place: Place) -> None:
    """Whatever the order, no fact without a stream is left: the table can be begun anew."""
    stores = [place.open() for _ in range(3)]
    for turn in range(20):
        table = f"t{turn}"
        stores[0].append(table, 0, facts("1"))

        def append(store: Store, table: str = table) -> None:
            for seen in range(1, 20):
                try:
                    store.append(table, seen, facts("x"), f"{id(store)} {seen}")
                except (Late, Repeated):
                    return

        with ThreadPoolExecutor(2) as pool:
            list(map(pool.submit, [append] * 2, stores[:2]))
            stores[2].delete(table)
        assert (stores[0].version(table), stores[0].read(table)) == (0, [])
        assert stores[0].append(table, 0, facts("new")) == 1
        assert bodies(stores[0].read(table)) == ["new"]


# -- whole streams ----------------------------------------------------------------------------------


def test_a_stream_from_elsewhere(store: Store) -> None:
    """A stream from elsewhere is copied whole, with its commands, to a free name, and can be continued."""
    whole = [
        KeptFact(1, "a", b"1", "c"),
        KeptFact(2, "a", b"2", "c"),
        KeptFact(3, "b", b"3"),
        KeptFact(4, "b", b""),
    ]
    store.take("a", whole)
    assert store.read("a") == whole
    assert bodies(store.of_command("a", "c")) == ["1", "2"]
    with pytest.raises(Late, match="table a is at version 4, not at 0"):
        store.take("a", whole[:1])
    with pytest.raises(Repeated):
        store.append("a", 4, facts("5"), "c")
    assert store.append("a", 4, facts("5"), "d") == 5


@pytest.mark.parametrize(
    ("whole", "because"),
    [
        ([], "at least one"),
        ([KeptFact(2, "k", b"")], "begins at version 1"),
        ([KeptFact(1, "k", b""), KeptFact(3, "k", b"")], "no gaps"),
        ([KeptFact(n, "k", b"", command) for n, command in enumerate("cdc", 1)], "do not follow one another"),
        ([KeptFact(1, "k", b"", "c" * 201)], "201 characters"),
    ],
)
def test_a_stream_that_none_can_be(store: Store, whole: list[KeptFact], because: str) -> None:
    """Gaps, a late beginning, a command in two places: refused, with nothing taken."""
    with pytest.raises(Unfit, match=because):
        store.take("a", whole)
    assert store.tables() == []


# -- closed -----------------------------------------------------------------------------------------


def test_a_closed_store_says_so(store: Store) -> None:
    """A closed store refuses every call; closing it again does nothing."""
    store.append("a", 0, facts("1"))
    store.close()
    store.close()
    asked = (
        lambda: store.append("a", 1, facts("2")),
        lambda: store.take("b", [KeptFact(1, "k", b"")]),
        lambda: store.read("a"),
        lambda: store.of_command("a", "c"),
        lambda: store.version("a"),
        lambda: store.tables(),
        lambda: store.snapshot("a"),
        lambda: store.keep_snapshot("a", None),
        lambda: store.aside("a"),
        lambda: store.put_aside("a", "k", None),
        lambda: store.swap_aside("a", "k", None, "v"),
    )
    for ask in asked:
        with pytest.raises(StoreError, match="the store is closed"):
            ask()
    assert list(store.follow("a")) == []
    assert store.changed({}) == {}


def test_what_lasts_is_there_again(lasting: Place) -> None:
    """A store that is opened again, in this process or another, has everything as it was."""
    first = lasting.open()
    first.append("a", 0, facts("1", "2"), "c")
    first.put_aside("a", "US", "Ann")
    first.keep_snapshot("a", Snapshot(2, "1", b"x"))
    second = lasting.open()
    first.close()
    third = lasting.open()
    for store in (second, third):
        assert bodies(store.read("a")) == bodies(store.of_command("a", "c")) == ["1", "2"]
        assert (store.aside("a"), store.snapshot("a")) == ({"US": "Ann"}, Snapshot(2, "1", b"x"))
        with pytest.raises(Late):
            store.append("a", 1, facts("3"))
