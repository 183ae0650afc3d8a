"""A player tells the page what is printed on a card, which decides for a Non-player (8.4.1)."""

from __future__ import annotations

from looking import barriers
from playing import Comes, Served, Table


def test_8_4_1_a_player_states_the_symbol_of_a_card(server: Served, comes: Comes) -> None:
    """The question stands as long as the symbol matters; one click answers it for everybody."""
    table = Table.opened(server, "symbols", players=[["US", "ARVN"]])
    seat = "US+ARVN"
    while not (wanted := table.look(seat=seat)["symbols_wanted"]):
        table.tell(seat, {"command": "submit", "move": f"{table.look()['asked']['factions'][0]} pass"})
    person = comes(table.address(seat))
    first = next(one for one in wanted if len(one["possible"]) > 1)
    asked = person.page.locator(
        f'.symbol-wanted[data-card="{first["card"]}"][data-faction="{first["faction"]}"]'
    )
    person.page.locator(".symbols summary").click()
    assert f"#{first['card']}" in asked.inner_text() and first["faction"] in asked.inner_text()
    assert barriers(person.page) == []
    asked.locator(".answers button").first.click()
    asked.wait_for(state="detached")
    left = table.look(seat=seat)["symbols_wanted"]
    assert (first["card"], first["faction"]) not in [(one["card"], one["faction"]) for one in left]


def test_8_4_1_a_spectator_is_not_asked(server: Served, comes: Comes) -> None:
    """Who looks on has no cards to look at."""
    table = Table.opened(server, "symbols-seen", players=[["US", "ARVN"]])
    watcher = comes(table.address())
    watcher.rest()
    assert watcher.page.locator(".symbols").count() == 0
