"""The weight of the page of a table: all bytes over the wire, as Chromium counts them."""

from __future__ import annotations

from playing import Comes, Served, Table

from fitl_core.players.dice import Dice
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.tables import Tables
from fitl_core.testing.table_games import TablePlayer

MOST = 250_000
"""Bytes of the page with everything that it loads: 250 KB."""


def test_the_page_of_a_table_is_light(server: Served, comes: Comes) -> None:
    """A whole game of the short scenario, opened by a seat for the first time: at most 250 KB."""
    table = Table.opened(server, "weight")
    player = TablePlayer(Tables(open_store(server.store)), table.name, Dice(3))
    player.play(400)
    person = comes("about:blank")
    session = person.context.new_cdp_session(person.page)
    session.send("Network.enable")
    of_requests: dict[str, float] = {}

    def received(event: dict[str, float]) -> None:
        id = str(event["requestId"])
        of_requests[id] = of_requests.get(id, 0) + event["encodedDataLength"]

    session.on("Network.dataReceived", received)
    session.on("Network.responseReceived", lambda event: received({**event, **event["response"]}))
    person.goes(table.address("US"))
    person.sees_line(len(table.look("/events")["events"]))
    person.page.wait_for_selector("#changing")
    weight = sum(of_requests.values())
    print(f"{len(of_requests)} requests, {weight / 1000:.0f} KB")
    assert len(of_requests) > 30 and weight <= MOST
