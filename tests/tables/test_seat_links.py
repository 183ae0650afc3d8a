"""Links of seats are good once; personal links collect seats; both are kept as hashes, and told plainly."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from fitl_core import Setup
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.sqlite import SqliteStore
from fitl_core.table.commands import Sit, Unseat
from fitl_core.table.exports import exported
from fitl_core.table.personal_links import (
    SeatHeld,
    make_collection,
    open_collection,
    revoke_collection,
)
from fitl_core.table.refusals import TableError, Unknown
from fitl_core.table.seat_links import MOST_BROWSERS, LinkUsed
from fitl_core.table.tables import OpenedTable, Tables

MINE, OTHER = "1" * 64, "2" * 64
P, NOW, SOON, LATER = (
    "p" * 64,
    "2026-01-01T00:00:00.000Z",
    "2026-01-01T00:05:00.000Z",
    "2026-01-01T00:11:00.000Z",
)


@pytest.fixture
def tables() -> Tables:
    """The tables of an empty store."""
    return Tables(MemoryStore())


@pytest.fixture
def opened(tables: Tables) -> OpenedTable:
    """A new table."""
    return tables.open(Setup("short"), table="t")


def holds(tables: Tables, secret: str) -> str | None:
    """Return the seat that a secret opens at the table, or None."""
    (seat,) = tables.seats_of("t", [secret])
    return seat


def test_a_link_is_good_once(tables: Tables, opened: OpenedTable) -> None:
    """The secret of the browser opens the seat, the link nothing; the error says when it was used."""
    link = opened.links["US"]
    assert holds(tables, link) == "US"
    assert tables.take_seat("t", link, MINE) == "US"
    assert holds(tables, MINE) == "US" and holds(tables, link) is None
    with pytest.raises(LinkUsed, match=r"used on \d{4}-\d\d-\d\d at \d\d:\d\d UTC.*ask the host"):
        tables.take_seat("t", link, OTHER)
    assert holds(tables, OTHER) is None


def test_an_exchange_is_repeated_if_its_answer_was_lost(tables: Tables, opened: OpenedTable) -> None:
    """The same secret comes again with the link, also after the seat got another link."""
    link = opened.links["US"]
    for _ in range(2):
        assert tables.take_seat("t", link, MINE) == "US"
    tables.new_link("t", "US", "everybody", MINE)
    assert tables.take_seat("t", link, MINE) == "US"
    with pytest.raises(LinkUsed):
        tables.take_seat("t", link, OTHER)
    tables.new_link("t", "US")
    with pytest.raises(LinkUsed):
        tables.take_seat("t", link, MINE)


@pytest.mark.parametrize("wrong", ["", "x" * 64, "\u2603", MINE])
def test_an_unknown_link_takes_nothing(tables: Tables, opened: OpenedTable, wrong: str) -> None:
    """A link that was never made is unknown."""
    with pytest.raises(Unknown, match="opens no seat"):
        tables.take_seat("t", wrong, MINE)
    with pytest.raises(TableError, match="another one"):
        tables.take_seat("t", opened.links["US"], opened.links["US"])


def test_of_browsers_that_take_a_seat_at_once_one_gets_it(tmp_path: object) -> None:
    """Many threads with stores of their own, as processes have them: one secret opens the seat."""
    path = f"{tmp_path}/t.db"
    first = Tables(SqliteStore(path))
    link = first.open(Setup("short"), table="t").links["US"]
    secrets = [f"{number:064d}" for number in range(6)]

    def take(secret: str) -> bool:
        store = SqliteStore(path)
        try:
            Tables(store).take_seat("t", link, secret)
        except LinkUsed:
            return False
        finally:
            store.close()
        return True

    with ThreadPoolExecutor(6) as pool:
        taken = list(pool.map(take, secrets))
    assert sum(taken) == 1
    assert [seat is not None for seat in first.seats_of("t", secrets)] == taken


def test_a_new_link_for_another_browser_shuts_nobody_out(tables: Tables, opened: OpenedTable) -> None:
    """Every browser keeps the seat, an unused link is replaced, and the number of browsers is bounded."""
    tables.take_seat("t", opened.links["US"], MINE)
    unused = tables.new_link("t", "US", "everybody", MINE)
    link = tables.new_link("t", "US", "everybody", MINE)
    assert holds(tables, unused) is None
    assert tables.take_seat("t", link, OTHER) == "US"
    assert holds(tables, MINE) == holds(tables, OTHER) == "US"
    numbers = count(10)
    with pytest.raises(TableError, match="browsers hold this seat already"):
        for _ in range(MOST_BROWSERS + 1):
            link = tables.new_link("t", "US", "everybody", MINE)
            tables.take_seat("t", link, f"{next(numbers):064d}")
    tables.new_link("t", "US", "me", OTHER)
    assert holds(tables, OTHER) == "US" and holds(tables, MINE) is None
    assert holds(tables, f"{10:064d}") is None


def test_a_client_without_a_browser_goes_on_with_its_link(tables: Tables, opened: OpenedTable) -> None:
    """A link opens its seat until a browser takes it, also if the client makes another one for a browser."""
    link = opened.links["US"]
    other = tables.new_link("t", "US", "everybody", link)
    assert holds(tables, link) == "US"
    tables.take_seat("t", other, MINE)
    assert holds(tables, link) == "US" == holds(tables, MINE)


def test_a_freed_seat_is_open_to_none_of_its_browsers(tables: Tables, opened: OpenedTable) -> None:
    """The host frees the seat: all secrets of its player are erased."""
    tables.take_seat("t", opened.links["US"], MINE)
    tables.take_seat("t", tables.new_link("t", "US", "everybody", MINE), OTHER)
    tables.do("t", "US", Sit(), seen=opened.version)
    tables.do("t", "", Unseat("US"), seen=tables.version("t"))
    assert holds(tables, MINE) is holds(tables, OTHER) is None
    assert not [key for key in tables.store.aside("t") if "US" in key]


def collected(tables: Tables, secret: str, now: str = NOW) -> dict[str, str]:
    """Return the secrets that a personal link gives a browser, by seat."""
    return {one.seat: one.link for one in open_collection(tables.store, P, secret, now)}


def test_a_personal_link_collects_seats(tables: Tables, opened: OpenedTable) -> None:
    """It is good once, for a while also again in the same browser; the other browser keeps its seats."""
    held = [SeatHeld("t", opened.links["US"]), SeatHeld("t", opened.links[""]), SeatHeld("t", "wrong")]
    assert [one.seat for one in make_collection(tables.store, P, held, NOW)] == ["US", ""]
    first = collected(tables, MINE)
    assert holds(tables, first["US"]) == "US" and holds(tables, first[""]) == ""
    assert holds(tables, opened.links["US"]) == "US"
    assert collected(tables, MINE, SOON) == first
    for secret, now in ((OTHER, SOON), (MINE, LATER)):
        with pytest.raises(LinkUsed):
            collected(tables, secret, now)


def test_a_personal_link_is_revoked(tables: Tables, opened: OpenedTable) -> None:
    """Before and after it was opened: it opens nothing, and what it has opened is closed."""
    held = [SeatHeld("t", opened.links["US"])]
    make_collection(tables.store, P, held, NOW)
    assert [one.seat for one in revoke_collection(tables.store, P)] == ["US"]
    for _ in range(2):
        with pytest.raises(Unknown, match="revoked"):
            collected(tables, MINE)
    make_collection(tables.store, P, held, NOW)
    mine = collected(tables, MINE)["US"]
    revoke_collection(tables.store, P)
    assert holds(tables, mine) is None and holds(tables, opened.links["US"]) == "US"


def test_a_personal_link_opens_no_seat_that_its_maker_has_lost(tables: Tables, opened: OpenedTable) -> None:
    """Neither before nor after: a new link of the seat shuts the collected browser out, too."""
    held = [SeatHeld("t", opened.links["US"]), SeatHeld("t", opened.links["VC"])]
    make_collection(tables.store, P, held, NOW)
    tables.new_link("t", "US")
    found = open_collection(tables.store, P, MINE, NOW)
    assert [(one.seat, bool(one.link), bool(one.why)) for one in found] == [
        ("US", False, True),
        ("VC", True, False),
    ]
    tables.new_link("t", "VC", "me", opened.links["VC"])
    assert holds(tables, found[1].link) is None


def test_an_old_or_unknown_personal_link_opens_nothing(tables: Tables, opened: OpenedTable) -> None:
    """A link is good for a week; none is made for nothing."""
    make_collection(tables.store, P, [SeatHeld("t", opened.links["US"])], NOW)
    with pytest.raises(Unknown, match="older than a week"):
        collected(tables, MINE, "2026-01-08T00:00:01.000Z")
    with pytest.raises(Unknown):
        open_collection(tables.store, "unknown", MINE, NOW)
    with pytest.raises(TableError, match="at least one"):
        make_collection(
            tables.store, P, [SeatHeld("t", "wrong"), SeatHeld("\0", "x"), SeatHeld("", "x")], NOW
        )


def test_no_secret_is_kept(tables: Tables, opened: OpenedTable) -> None:
    """Neither the store nor an export has a link or secret, only hashes."""
    tables.take_seat("t", opened.links["US"], MINE)
    make_collection(tables.store, P, [SeatHeld("t", MINE)], NOW)
    drawn = collected(tables, OTHER)["US"]
    store = tables.store
    assert isinstance(store, MemoryStore)
    kept = f"{store._aside} {exported(store, 't')}"
    for secret in (opened.links["US"], opened.links[""], MINE, OTHER, P, drawn):
        assert secret not in kept
