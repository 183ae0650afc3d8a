"""Bans and quotas at a server, on stores of every kind."""

from __future__ import annotations

import pytest
from serving import UNLIMITED, At, ask, served

from fitl_core.server import admitting
from fitl_core.server.admitting import Admitting
from fitl_core.server.problems import Banned, OverQuota
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import OF_STORE
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.admission import (
    Admission,
    Ban,
    NoNetwork,
    lift_ban,
    network_of,
    place_of,
    read_admission,
    set_ban,
    set_quota,
    tables_by_place,
)

NEW = {"setup": {"scenario": "short"}}


@pytest.mark.parametrize(
    ("network", "address", "holds"),
    [
        ("192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("192.0.2.0/24", "192.0.2.8", True),
        ("192.0.2.7", "::ffff:192.0.2.7", True),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("2001:db8::/32", "2001:db8:1::2", True),
        ("2001:db8::/32", "192.0.2.7", False),
        ("fe80::/10", "fe80::1%eth0", True),
        ("0.0.0.0/0", "", False),
        ("0.0.0.0/0", "testclient", False),
    ],
)
def test_a_ban_holds_a_network(network: str, address: str, holds: bool) -> None:
    """Addresses of both kinds, and one that is no address."""
    ban = Ban(str(network_of(network)), "")
    assert (Admission((ban,)).ban_of(address) is not None) == holds


def test_bans_and_quotas_are_kept_in_the_store() -> None:
    """They are read as they were set; an entry that nobody can read is left out."""
    store = MemoryStore()
    set_ban(store, "10.1.2.3/8", "2026-11-27T12:00:00Z", "spam")
    set_quota(store, "tables", 5)
    for key, value in (("ban x", "{"), ("ban y", '{"network":"y","since":""}'), ("quota facts", "many")):
        store.put_aside(OF_STORE, key, value)
    found = read_admission(store)
    assert found.bans == (Ban("10.0.0.0/8", "2026-11-27T12:00:00Z", "spam"),)
    assert (found.quota.tables, found.quota.facts) == (5, None)
    assert (lift_ban(store, "10.0.0.0/8"), lift_ban(store, "10.0.0.0/8")) == (True, False)
    with pytest.raises(NoNetwork, match="as 192"):
        set_ban(store, "somebody", "")


def test_one_household_is_one_place() -> None:
    """An IPv4 address, or the first half of an IPv6 address."""
    assert place_of("192.0.2.7") == place_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert place_of("2001:db8::1") == place_of("2001:db8::ffff:1") == "2001:db8::/64"
    assert place_of("2001:db8:0:1::1") != place_of("2001:db8::1")


def test_a_banned_address_is_refused_everything(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The API, streams too, soon after the ban; the page itself stays. The ban can be lifted."""
    monkeypatch.setattr(admitting, "EVERY", 0.01)
    store = open_store(address)
    with served(store) as port:
        table = At(port)
        set_ban(store, "127.0.0.0/8", "")
        while table.get().status == 200:
            pass
        for got in (
            table.get(),
            table.get(seat="US"),
            table.get("/news?after=0", "US"),
            table.send("/commands", {"command": {"command": "leave"}, "seen": 9}, "US"),
            ask(port, "POST", "/api/tables", NEW),
        ):
            assert (got.status, got.json["error"]) == (403, "banned") and "operator" in got.json["message"]
        assert ask(port, "GET", "/").status == ask(port, "GET", "/healthz").status == 200
        lift_ban(store, "127.0.0.0/8")
        while table.get().status == 403:
            pass
        assert table.get(seat="US").status == 200


def test_quotas_of_tables(address: str) -> None:
    """No more tables than in all, nor than from one address. The address is kept only under that quota."""
    store = open_store(address)
    set_quota(store, "tables", 4)
    with served(store, UNLIMITED) as port:
        assert ask(port, "POST", "/api/tables", NEW).status == 201
    assert tables_by_place(store) == {}
    set_quota(store, "per_address", 2)
    with served(store, UNLIMITED) as port:
        assert [ask(port, "POST", "/api/tables", NEW).status for _ in range(3)] == [201, 201, 403]
        refused = ask(port, "POST", "/api/tables", NEW).json
        assert (refused["error"], "at most 2 tables are opened from one address" in refused["message"]) == (
            "quota",
            True,
        )
    assert tables_by_place(store) == {"127.0.0.1": 2}
    set_quota(store, "per_address", None)
    set_quota(store, "tables", 3)
    with served(store, UNLIMITED) as port:
        assert "at most 3 tables" in ask(port, "POST", "/api/tables", NEW).json["message"]
        store.delete(store.tables()[0])
        assert ask(port, "POST", "/api/tables", NEW).status == 201


def test_a_table_at_its_limit_can_only_be_ended(address: str) -> None:
    """Moves and remarks are refused with the way out; the seats can agree to close it."""
    store = open_store(address)
    with served(store, UNLIMITED) as port:
        table = At(port)
        assert table.tell("US", {"command": "comment", "text": "last"}, key="k").status == 200
        full = table.version
    set_quota(store, "facts", full)
    with served(store, UNLIMITED) as port:
        table.port = port
        assert table.tell("US", {"command": "comment", "text": "last"}, key="k").json["again"] is True
        refused = table.tell("US", {"command": "comment", "text": "hm"}, key="l")
        assert (refused.status, refused.json["error"]) == (403, "quota") and "close it" in refused.json[
            "message"
        ]
        assert table.get(seat="US").status == 200
        assert table.tell("", {"command": "close"}).status == 200
        for seat in ("US", "ARVN", "NVA", "VC"):
            assert table.tell(seat, {"command": "agree", "number": 1}).status == 200
        assert table.get().json["status"] == "closed"


def test_without_limits_nothing_is_asked() -> None:
    """The store is not read for a quota that is not set."""

    class Unread(MemoryStore):
        """A store that must not be asked."""

        def tables(self, *_: object, **__: object) -> list[str]:
            raise AssertionError

    free = Admitting(Unread())
    free.insist_on_address("192.0.2.7")
    free.insist_on_room_for_a_table("192.0.2.7")
    assert (Banned.status, OverQuota.status) == (403, 403)
