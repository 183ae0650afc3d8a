"""Friends at a table: each in a browser of his own, whose screen is read after every action.

`Friends` opens the table and the browsers, and plays. `friends_screens` reads and checks a screen, and
`friends_secrets` knows what a browser must not receive.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from friends_screens import checked, sees
from friends_secrets import found_in, keep_secrets, received, secrets
from looking import PHONE
from playing import Person, Served, Table
from proxies import below

from fitl_core.facts.factions import Faction
from fitl_core.players.dice import Dice
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.tables import Tables
from fitl_core.testing.table_games import TablePlayer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WATCHER = "spectator"
HOST = ""
SCREENS: dict[str, dict[str, Any]] = {
    "US": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"},
    "NVA": {"viewport": PHONE, "has_touch": True, "is_mobile": True, "color_scheme": "dark"},
    "VC": {"viewport": {"width": 1280, "height": 720}, "color_scheme": "dark"},
    WATCHER: {"viewport": {"width": 768, "height": 1024}, "color_scheme": "light"},
    HOST: {"viewport": {"width": 1280, "height": 800}},
}
"""The screen of each person. ARVN is a Non-player."""
BOUND = 10.0
"""Seconds after an action in which all screens show its last line."""


class Friends:
    """Three people, one Non-player, a spectator and the host's page at one table of the medium scenario."""

    def __init__(self, browser: Browser, server: Served, name: str, seed: int, stack: ExitStack) -> None:
        players = [["US"], ["NVA"], ["VC"]]
        self.table = Table.opened(server, name, seed=str(seed), scenario="medium", players=players)
        self.tables = Tables(open_store(server.store))
        self.dice = Dice(seed)
        self.player = TablePlayer(self.tables, name, self.dice)
        self.personal = keep_secrets(self.tables, self.table)
        self.browser, self.stack = browser, stack
        self.heard: dict[str, list[bytes]] = {}
        """What the browser of each person was sent."""
        self.people: dict[str, Person] = {}
        self.away = ""
        """The seat that is handed over."""
        self.actions = self.clicked = self.screens = 0
        self.slowest = 0.0
        """The longest time after an action until all screens showed it, in seconds."""
        for who in SCREENS:
            self.comes(who)

    def comes(self, who: str) -> Person:
        """Let a person come to the table with a browser of his own."""
        heard = self.heard[who] = []
        url = self.stack.enter_context(below("/", self.table.url, strips=True, heard=heard))
        place = self.table.address(None if who == WATCHER else who).partition("#")[2]
        person = self.people[who] = Person(self.browser, f"{url}#{place}", **SCREENS[who])
        person.page.wait_for_selector("#changing", state="attached")
        return person

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.table.look("?after=999999")["status"] != "playing")

    def step(self) -> None:
        """Somebody who is asked acts: at times by clicks alone, else at random through the store."""
        asked = self.table.look("?after=999999")["asked"]
        person = self.people.get(asked["seats"][0])
        by_clicks = person is not None and asked["what"] == "action" and self.dice.chance(0.15)
        if by_clicks and person is not None:
            person.moves()
            self.clicked += 1
        else:
            self.player.play(1)
        self.actions += 1
        self.look()

    def plays(self, actions: int) -> None:
        """Let the people act a number of times, or until the game is over."""
        for _ in range(actions):
            if self.is_over:
                return
            self.step()

    def hidden_from(self, who: str) -> dict[str, str]:
        """Return the secrets that a person must not receive now."""
        return secrets(self.tables, self.table, None if who == WATCHER else who, self.personal)

    def secrets_received(self, who: str) -> list[str]:
        """Return the names of the secrets that a person's browser was sent, shows or keeps."""
        return found_in(received(self.heard[who], self.people[who]), self.hidden_from(who))

    def look(self) -> None:
        """Check every screen."""
        begun = time.monotonic()
        view, events = self.table.look(), self.table.look("/events")["events"]
        for who, person in self.people.items():
            seen = sees(person, view, BOUND)
            self.screens += 1
            checked(None if who in (WATCHER, self.away) else who, seen, view, events)
        self.slowest = max(self.slowest, time.monotonic() - begun)

    def leaves(self, seat: str) -> None:
        """A player gets up, and the host gives his seat to section 8."""
        person, host = self.people[seat], self.people[HOST]
        person.click("#tab-seats")
        person.page.locator("summary", has_text="Your seat").click()
        person.page.get_by_role("button", name="Get up").click()
        host.click("#tab-seats")
        host.page.locator(f'[data-seat="{seat}"]').get_by_role("button", name="To a Non-player").click()
        host.page.locator(f'[data-seat="{seat}"]').wait_for(state="detached")
        person.page.get_by_text("A Non-player plays it now").wait_for()
        person.page.get_by_role("button", name="Look on").click()
        person.page.locator(".lost").wait_for(state="detached")
        self.away = seat
        self.look()

    def comes_back(self, seat: str) -> None:
        """The host makes a seat of the Non-player again, and the player takes it by a new link."""
        host = self.people[HOST]
        host.page.get_by_role("button", name=f"Make a seat of {Faction(seat)}").click()
        row = host.page.locator(f'[data-seat="{seat}"]')
        row.get_by_role("button", name="New link").click()
        field = row.get_by_label(f"Link of seat {seat}")
        field.wait_for()
        place = field.input_value().partition("#")[2]
        person = self.people[seat]
        person.page.goto(f"{person.page.url.partition('#')[0]}#{place}")
        person.page.get_by_role("button", name="Take this seat").click()
        person.page.get_by_role("button", name="Sit down").click()
        person.rest()
        self.away = ""
        self.look()


@contextmanager
def friends_at(browser: Browser, server: Served, name: str, seed: int) -> Iterator[Friends]:
    """Friends at a new table; afterwards all leave, and nothing has gone wrong in any browser."""
    with ExitStack() as stack:
        friends = Friends(browser, server, name, seed, stack)
        yield friends
        for person in friends.people.values():
            person.leave()
