"""The end of a table: the replay page of its game, and a rematch with the same seats."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from finished_tables import over_by_passing
from serving import At, Listener, ask, drawn, served

from fitl_core.stores.memory import MemoryStore
from fitl_core.table.admission import set_quota
from fitl_core.table.tables import Tables

STORE = MemoryStore()
SHORT = {"scenario": "short", "players": [["US", "ARVN"], ["NVA", "VC"]]}


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A server for all tests of this module."""
    with served(STORE) as number:
        yield number


@pytest.fixture(scope="module")
def over(port: int) -> At:
    """A table whose game is over, with a name on each seat."""
    table = At(port, SHORT)
    for seat in ("US+ARVN", "NVA+VC"):
        assert table.send("/name", {"name": f"Player of {seat}"}, seat, "PUT").status == 200
    over_by_passing(Tables(STORE, random=drawn()), table.name)
    assert table.get().json["position"]["ended"]
    return table


def test_each_seat_gets_its_own_link_of_one_rematch(port: int, over: At) -> None:
    """All seats come to one new table with the same game and names; each answer holds one link."""
    answers = {seat: over.send("/rematch", None, seat) for seat in ("US+ARVN", "NVA+VC", "")}
    assert {one.status for one in answers.values()} == {201}
    made = {seat: one.json for seat, one in answers.items()}
    (name,) = {one["table"] for one in made.values()}
    assert len({one["link"] for one in made.values()}) == 3 and name != over.name
    for seat, one in made.items():
        others = [other["link"] for whose, other in made.items() if whose != seat]
        assert one["seat"] == seat and all(link.encode() not in answers[seat].body for link in others)
        view = ask(port, "GET", f"/api/tables/{name}", link=one["link"]).json
        assert view["seat"] == seat and view["status"] == "gathering"
        players = {there["name"]: there["player"] for there in view["seats"]}
        assert players == {whose: f"Player of {whose}" for whose in ("US+ARVN", "NVA+VC")}
    old, new = (Tables(STORE, random=drawn()).state(one).opened for one in (over.name, name))
    assert old.setup == new.setup and old.commitment != new.commitment


def test_a_seat_asks_again_until_it_is_taken(port: int, over: At) -> None:
    """A lost link is replaced, and the one before opens nothing; a seat that is taken has no new link."""
    first, second = (over.send("/rematch", None, "US+ARVN").json for _ in range(2))
    path = f"/api/tables/{first['table']}"
    assert ask(port, "GET", path, link=first["link"]).status == 401
    sit = {"command": {"command": "sit"}, "seen": ask(port, "GET", path).json["version"]}
    assert ask(port, "POST", f"{path}/commands", sit, second["link"]).status == 200
    refused = over.send("/rematch", None, "US+ARVN")
    assert refused.status == 403 and "somebody sits on seat US+ARVN" in refused.json["message"]


def test_a_rematch_counts_for_the_quota() -> None:
    """If the operator allows no more tables, the rematch is refused; a rematch that is there stays open."""
    store = MemoryStore()
    with served(store) as port:
        table = At(port, SHORT)
        over_by_passing(Tables(store, random=drawn()), table.name)
        set_quota(store, "tables", 1)
    with served(store) as port:
        path = f"/api/tables/{table.name}/rematch"
        refused = ask(port, "POST", path, None, table.links["US+ARVN"])
        assert (refused.status, refused.json["error"]) == (403, "quota")
        set_quota(store, "tables", None)
    with served(store) as port:
        assert ask(port, "POST", path, None, table.links["US+ARVN"]).status == 201
        set_quota(store, "tables", 1)
    with served(store) as port:
        assert ask(port, "POST", path, None, table.links["NVA+VC"]).status == 201


def test_a_rematch_is_for_players_after_the_end(port: int, over: At) -> None:
    """A spectator gets none, and nobody gets one while the game goes on."""
    assert over.send("/rematch", None).status == 403
    playing = At(port, SHORT)
    refused = playing.send("/rematch", None, "US+ARVN")
    assert refused.status == 422 and "after the end of the game" in refused.json["message"]


def test_the_replay_page_of_a_table(over: At) -> None:
    """It is a page of HTML whose own policy allows its script and its style, and nothing else."""
    got = over.get("/replay")
    assert got.status == 200 and got.headers["content-type"].startswith("text/html")
    policy = got.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'sha256-" in policy
    assert "frame-ancestors 'none'" in policy and got.headers["x-content-type-options"] == "nosniff"
    assert b"<!doctype html>" in got.body and over.name.encode() in got.body
    assert "'self'" in over.get().headers["content-security-policy"]


def rematch_heard(listener: Listener) -> str:
    """Return the name of the rematch that a stream of news tells."""
    while (event := listener.next())[0] != "rematch":
        assert event != ("", None)
    return str(event[1]["table"])


def test_all_who_look_at_the_table_hear_of_the_rematch() -> None:
    """Its name comes with the news, also to those who come later, and no link of another seat with it."""
    store = MemoryStore()
    with served(store) as port:
        table = At(port, SHORT)
        over_by_passing(Tables(store, random=drawn()), table.name)
        early = Listener(port, table.name, table.version)
        made = table.send("/rematch", None, "US+ARVN").json
        late = Listener(port, table.name, table.version, table.links["NVA+VC"])
        for listener in (early, late):
            assert rematch_heard(listener) == made["table"]
            assert made["link"] not in str(listener.told)
            listener.close()
