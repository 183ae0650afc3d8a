"""Coming back over HTTP: seats taken by links, summaries, titles, personal links; and the chat of a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from serving import At, Listener, ask, served

MINE, OTHER = "1" * 64, "2" * 64


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A server for all tests of this module."""
    with served() as number:
        yield number


@pytest.fixture
def table(port: int) -> At:
    """A table whose seats are taken."""
    return At(port)


def test_a_link_is_exchanged_once(table: At) -> None:
    """401 for an unknown link, 410 for a used one; the secret is the header's from then on."""
    body = {"link": table.links["US"], "secret": MINE}
    assert table.send("/links/take", {**body, "link": "wrong"}).status == 401
    for _ in range(2):
        assert table.send("/links/take", body).json == {"table": table.name, "seat": "US"}
    used = table.send("/links/take", {**body, "secret": OTHER})
    assert (used.status, used.json["error"]) == (410, "link-used") and "was used on" in used.json["message"]
    assert table.get(seat="US").status == 401
    table.links["US"] = MINE
    assert table.get(seat="US").json["seat"] == "US"
    made = table.send("/links", {"seat": "US", "keeping": "everybody"}, "US").json["link"]
    assert table.send("/links/take", {"link": made, "secret": OTHER}).status == 200
    assert table.get(seat="US").status == 200
    assert table.send("/links", {"seat": "US", "keeping": "me"}, "US").status == 201
    assert ask(table.port, "GET", f"/api/tables/{table.name}", link=OTHER).status == 401


@pytest.mark.parametrize("secret", ["", "1" * 63, "1" * 65, "X" * 64, None, 5])
def test_the_secret_of_a_browser_has_a_form(table: At, secret: Any) -> None:
    """A weak secret is refused, and the link stays unused."""
    assert table.send("/links/take", {"link": table.links["US"], "secret": secret}).status == 400
    assert table.get(seat="US").status == 200


def test_nobody_takes_a_seat_at_another_table_by_its_link(port: int, table: At) -> None:
    """A link is one of its own table; a table that does not exist is told apart."""
    other = At(port)
    body = {"link": table.links["US"], "secret": MINE}
    assert other.send("/links/take", body).status == 401
    assert ask(port, "POST", "/api/tables/none/links/take", body).status == 404


def test_a_summary_names_the_game_and_whose_turn_it_is(port: int) -> None:
    """For a list of tables: title, scenario, seats with names, the asked seats, the deadline and the time."""
    body = {"setup": {"scenario": "short"}, "deadline": 3600, "title": "Thursday \u202eclub"}
    opened = ask(port, "POST", "/api/tables", body).json
    path = f"/api/tables/{opened['table']}"
    ask(port, "PUT", f"{path}/name", {"name": "Ann"}, opened["links"]["US"])
    told = ask(port, "GET", f"{path}/summary", link=opened["links"]["US"]).json
    assert (told["title"], told["scenario"], told["rules"], told["seat"]) == (
        "Thursday club", "short", "second", "US",
    )  # fmt: skip
    assert told["seats"][0] == {"name": "US", "factions": ["US"], "taken": False, "player": "Ann"}
    assert told["asked"]["due"] > told["now"]
    assert ask(port, "GET", f"{path}/summary").json["seat"] is None
    for who, status in (("US", 403), ("", 200)):
        assert ask(port, "PUT", f"{path}/title", {"title": "Friday"}, opened["links"][who]).status == status
    assert ask(port, "GET", f"{path}/summary").json["title"] == "Friday"
    assert ask(port, "PUT", f"{path}/title", {"title": None}, opened["links"][""]).json == {"title": None}


def test_a_personal_link_over_http(port: int, table: At) -> None:
    """Made, opened, opened again by another, revoked; an unknown one, and wrong seats, are refused."""
    other = At(port)
    held = [{"table": one.name, "link": one.links["US"]} for one in (table, other)]
    made = ask(port, "POST", "/api/personal-links", {"seats": held}).json
    assert [one["seat"] for one in made["seats"]] == ["US", "US"] and not made["seats"][0]["link"]
    opens = {"link": made["link"], "secret": MINE}
    assert ask(port, "POST", "/api/personal-links/open", {**opens, "link": OTHER}).status == 404
    seats = ask(port, "POST", "/api/personal-links/open", opens).json["seats"]
    for one in seats:
        got = ask(port, "GET", f"/api/tables/{one['table']}", link=one["link"])
        assert got.json["seat"] == "US"
    assert ask(port, "POST", "/api/personal-links/open", {**opens, "secret": OTHER}).status == 410
    assert ask(port, "POST", "/api/personal-links/revoke", {"link": made["link"]}).json == {"seats": 2}
    assert ask(port, "POST", "/api/personal-links/revoke", {"link": made["link"]}).status == 404
    for one in seats:
        assert ask(port, "GET", f"/api/tables/{one['table']}", link=one["link"]).status == 401
    assert ask(port, "POST", "/api/personal-links", {"seats": []}).status == 400
    assert ask(port, "POST", "/api/personal-links", {"seats": held * 26}).status == 400
    assert ask(port, "POST", "/api/personal-links", {"seats": [{"table": "x", "link": "y"}]}).status == 422


def test_the_chat_is_for_those_at_the_table(table: At) -> None:
    """A message of a seat with its name; spectators are refused until the host lets them in."""
    table.send("/name", {"name": "Ann <b>"}, "US", "PUT")
    said = table.send("/chat/messages", {"text": "hello <i>", "name": "Bob"}, "US")
    assert said.status == 201
    assert {key: said.json[key] for key in ("number", "by", "name", "text")} == {
        "number": 1, "by": "US", "name": "Ann <b>", "text": "hello <i>",
    }  # fmt: skip
    assert table.get("/chat", "VC").json["messages"] == table.get("/chat", "").json["messages"] == [said.json]
    assert table.get("/chat?after=1", "VC").json["messages"] == []
    assert table.get("/chat").status == table.send("/chat/messages", {"text": "hello"}).status == 403
    assert table.send("/chat/spectators", {"may_join": True}, "US", "PUT").status == 403
    assert table.send("/chat/spectators", {"may_join": True}, "", "PUT").json["has_spectators"]
    assert table.send("/chat/messages", {"text": "hello", "name": "Bob"}).json["name"] == "Bob"
    assert table.send("/chat/messages", {"text": "\u200b"}, "US").status == 422
    assert b"hello" not in table.get("/log").body + table.get("/facts").body + table.get("/events").body


def test_too_many_messages_wait(table: At) -> None:
    """A seat that floods the chat is told when it may go on."""
    got = [table.send("/chat/messages", {"text": f"{number}"}, "US") for number in range(25)]
    assert [one.status for one in got].count(429) == 5
    assert 0 < int(got[-1].headers["retry-after"]) <= 60


def test_news_tell_of_the_chat(table: At) -> None:
    """Those who may join hear of a message at once, without its text; others hear nothing of it."""
    player = Listener(table.port, table.name, table.version, table.links["VC"])
    watcher = Listener(table.port, table.name, table.version)
    table.send("/chat/messages", {"text": "between us"}, "US")
    assert player.next() == ("chat", {"last": 1, "has_spectators": False})
    table.tell("US", {"command": "comment", "text": "in the log"})
    assert watcher.next()[0] == "news"
    table.send("/chat/spectators", {"may_join": True}, "", "PUT")
    assert watcher.next() == ("chat", {"last": 1, "has_spectators": True})
    table.send("/chat/spectators", {"may_join": False}, "", "PUT")
    assert watcher.next() == ("chat", {"last": 0, "has_spectators": False})
    for one in (player, watcher):
        one.close()


def test_news_of_the_chat_come_from_another_process(tmp_path: object) -> None:
    """Two servers share a store: a message through one is heard through the other."""
    from fitl_core.stores.sqlite import SqliteStore

    path = f"{tmp_path}/t.db"
    with served(SqliteStore(path)) as one, served(SqliteStore(path)) as two:
        table = At(one)
        listener = Listener(two, table.name, table.version, table.links["VC"])
        assert table.send("/chat/messages", {"text": "hello"}, "US").status == 201
        assert listener.next() == ("chat", {"last": 1, "has_spectators": False})
        listener.close()
