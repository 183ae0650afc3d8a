"""Secrets stay secret over HTTP: the deck, markers, orders, seeds, keys and links of others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product

import pytest
from serving import At, drawn, served

from fitl_core.proofs.sealed_deck import SealedDeck
from fitl_core.server.endpoints import ENDPOINTS
from fitl_core.state.deck import come_up
from fitl_core.stores.memory import MemoryStore
from fitl_core.table.sealing import deck_of
from fitl_core.table.tables import Tables
from fitl_core.table.wishes import Wishes, keep_wishes

STORE = MemoryStore()
ORDER = "VC: pivotal if playable, else waive"
MAIL, HOOK = "ann@example.org", "https://hooks.example/secret"
BROWSER, TALK = "b" * 64, "said at the table"
FOUR = {"scenario": "full", "options": ["deception"]}


@pytest.fixture(scope="module")
def table() -> Iterator[At]:
    """A table with Deception markers and a standing order, at which a line has been played."""
    with served(STORE) as port:
        at = At(port, FOUR)
        assert at.tell("VC", {"command": "give-order", "text": ORDER}, key="a key of VC").status == 200
        asked = at.get().json["asked"]
        assert at.tell(asked["seats"][0], f"{asked['factions'][0]} pass").status == 200
        keep_wishes(STORE, at.name, "VC", Wishes("a secret that stops", 0, MAIL, HOOK))
        browser = {"link": at.links["VC"], "secret": BROWSER}
        assert at.send("/links/take", browser).status == 200
        at.links["VC"] = BROWSER
        assert at.send("/chat/messages", {"text": TALK, "key": "a key of the chat"}, "VC").status == 201
        yield at


def secrets(table: At, viewer: str | None) -> dict[str, str]:
    """Return the secrets, as they would be written, that a seat (None: a spectator) must never be sent."""
    state = Tables(STORE, random=drawn()).state(table.name)
    found = {"seed": state.seed, "key": state.key, "link of messages": "a secret that stops"}
    found |= {f"side data {key}": value for key, value in hashes(table).items()}
    found["key of the chat"] = "a key of the chat"
    if viewer is None:
        found["chat"] = TALK
    found |= {f"link of {seat or 'the host'}": link for seat, link in table.links.items()}
    deck: SealedDeck = deck_of(state)
    seen = len(come_up(state.position))
    assert str(deck.proof_of(seen)).encode() in table.get("/events").body
    for place in range(seen + 1, seen + 6):
        found[f"card {place}"] = str(deck.proof_of(place))
    if viewer != "VC":
        found["order"] = ORDER
        found |= {"mail address": MAIL, "webhook": HOOK}
        found["salt"] = state.orders[0].salt
        found["key of a command"] = "a key of VC"
    for seat in state.seats:
        if seat.name != viewer:
            found[f"markers of {seat.name}"] = f'"markers":{json.dumps(seat.markers, separators=(",", ":"))}'
    return found


def hashes(table: At) -> dict[str, str]:
    """Return the entries of the side data about links, which nobody is sent."""
    return {
        key: value for key, value in STORE.aside(table.name).items() if key.split()[0] in ("link", "used")
    }


def everything(table: At, viewer: str | None) -> Iterator[tuple[str, bytes]]:
    """All that a seat can get without changing anything."""
    for endpoint in ENDPOINTS:
        if endpoint.method == "GET" and endpoint.of_table and endpoint.handler is not None:
            path = endpoint.path.removeprefix("/api/tables/{table}")
            got = table.get(f"{path}?line=1" if path == "/drawing" else path, viewer)
            is_closed = (path == "/messages" and not viewer) or (path == "/chat" and viewer is None)
            assert got.status == (403 if is_closed else 200), (path, got.body)
            yield path, got.body
    asked = table.get().json["asked"]
    faction = asked["factions"][0]
    yield "/draft", table.send("/draft", {"faction": faction, "since": 1}, viewer).body
    yield "/adjudicate", table.send("/adjudicate", {"move": f"{faction} pass"}, viewer).body
    yield (
        "/commands",
        table.send(
            "/commands", {"command": {"command": "agree", "number": 9}, "seen": table.version}, viewer
        ).body,
    )


@pytest.mark.parametrize("viewer", [None, "", "US", "VC"], ids=["spectator", "host", "US", "VC"])
def test_nothing_that_is_sent_has_a_secret_in_it(table: At, viewer: str | None) -> None:
    """Every endpoint, asked by every kind of viewer; each has its own secrets, where it has any."""
    hidden = secrets(table, viewer)
    for path, body in everything(table, viewer):
        for name, secret in hidden.items():
            assert secret.encode() not in body, f"{name} stands in {path}"
    if viewer == "VC":
        assert ORDER in table.get(seat="VC").json["orders"][0]["text"]
        assert table.get(seat="VC").json["markers"]


def test_news_have_no_secret_in_them(table: At) -> None:
    """In the stream from the first fact on, an order's seat gets the order, and others its seal."""
    for viewer, more in product((None, "US", "VC"), ("", "&scene=true")):
        told = table.news(viewer, 0, until=table.version, more=more)
        raw = json.dumps(told).encode()
        for name, secret in secrets(table, viewer).items():
            assert secret.encode() not in raw, f"{name} stands in the news of {viewer}"
        assert (ORDER.encode() in raw) == (viewer == "VC")
        facts = [fact["version"] for one in told for fact in one["facts"]]
        assert facts == sorted(set(facts))
