"""People at tables in the browser: they click on the offers, and look at the display."""

from __future__ import annotations

import hashlib
import json
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import msgspec
from looking import complaints

from fitl_core import Setup
from fitl_core.stores import open_store
from fitl_core.table import Sit, Tables

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

ENGLISH = "en-US"
"""The language that a browser asks for."""
TWO = [["US", "ARVN"], ["NVA", "VC"]]
SVG = "{http://www.w3.org/2000/svg}"
AT_REST = "main.table[aria-busy=false]"
"""The page when it waits for no answer."""
HEARING = """
    window.heard = [];
    const real = window.fetch;
    window.fetch = async (...asked) => {
      const answer = await real(...asked);
      const copy = answer.clone();
      void (async () => {
        const reader = copy.body.pipeThrough(new TextDecoderStream()).getReader();
        for (;;) {
          const { value, done } = await reader.read().catch(() => ({ done: true }));
          if (done) return;
          window.heard.push(value);
        }
      })();
      return answer;
    };
"""
"""Keeps all that a page is sent, news too."""
KEEPING = """
    {
      const seat = %s;
      const kept = JSON.parse(localStorage.getItem("fitl seats") ?? "[]");
      if (!kept.some(({ link }) => link === seat.link)) {
        localStorage.setItem("fitl seats", JSON.stringify([seat, ...kept]));
      }
    }
"""
"""Keeps a seat in a browser."""


class Served:
    """`fitl serve` in a separate process, with its tables in a file."""

    def __init__(self, store: Path, port: int = 0, *more: str) -> None:
        self.store = f"sqlite:///{store}"
        command = [sys.executable, "-m", "fitl_cli", "serve", "--store", self.store, "--json"]
        self.process = subprocess.Popen(
            [*command, "--port", str(port), "--rate", "0", *more], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.url: str = json.loads(self.process.stdout.readline())["url"]

    def end(self) -> int:
        """Tell it to end; how it ended."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=10)


def drawn(seed: str = "") -> Callable[[int], bytes]:
    """Chance that is the same for a seed."""
    draws = count()
    return lambda size: hashlib.shake_256(f"{seed}{next(draws)}".encode()).digest(size)


class Person:
    """A person at a table, in a separate browser, with clicks and views.

    Its browser keeps the link of an address, as one that has taken the seat keeps its secret. So the test may
    go on using the link. With `takes` the browser opens the link itself.
    """

    def __init__(self, browser: Browser, url: str, *, takes: bool = False, **context: Any) -> None:
        self.context: BrowserContext = browser.new_context(
            **{"viewport": {"width": 1280, "height": 800}, "locale": ENGLISH, **context}
        )
        self.context.add_init_script(HEARING)
        self.page: Page = self.context.new_page()
        self.wrong = complaints(self.page)
        self.link = url.rpartition("/")[2]
        if takes:
            self.page.goto(url)
        else:
            self.goes(url)

    def goes(self, url: str) -> None:
        """Go to an address. The browser keeps its link, as one that has taken the seat."""
        address, _, place = url.partition("#")
        table, _, link = place.partition("/")
        if link and address.endswith("/"):
            kept = json.dumps({"table": table, "seat": "?", "link": link})
            self.context.add_init_script(KEEPING % kept)
            url = f"{address}#{table}"
        self.page.goto(url)

    def leave(self) -> None:
        """Close the browser. Nothing has gone wrong in it."""
        self.context.close()
        assert self.wrong == [], self.wrong

    def rest(self) -> None:
        """Wait until the page waits for no answer."""
        self.page.wait_for_selector(AT_REST)

    def click(self, selector: str) -> None:
        """Click the first element of a selector, and wait for the result."""
        self.page.locator(selector).first.click()
        self.rest()

    def is_shown(self, selector: str) -> bool:
        """Whether something is in sight."""
        return self.page.locator(f"{selector}:visible").count() > 0

    def sees_line(self, number: int) -> None:
        """Wait until a line of the log is there."""
        self.page.wait_for_selector(f'li[data-number="{number}"]', state="attached")
        self.rest()

    def is_asked(self) -> bool:
        """Check whether the person's seat is asked."""
        self.rest()
        return self.is_shown(".turn.mine")

    def moves(self) -> None:
        """One move by clicks alone: the first answer to each question, until it can be played."""
        for _ in range(60):
            self.rest()
            for enough in ("play", "waive", "skip"):
                if self.is_shown(f'button[data-key^="{enough}"]'):
                    self.click(f'button[data-key^="{enough}"]')
                    return
            if self.is_shown(".questions button[data-key]:not([data-key=anywhere])"):
                self.click(".questions button[data-key]:not([data-key=anywhere])")
            else:
                self.click('button[data-key="pass"]')
                return
        raise AssertionError(f"no move came of it: {self.page.input_value('#line')}")

    def types(self, move: str) -> None:
        """Type a move and press Enter."""
        self.rest()
        self.page.fill("#line", move)
        self.page.press("#line", "Enter")
        self.rest()

    def board(self) -> dict[str, str]:
        """Return the board's text for each space, each track and each margin."""
        self.rest()
        told: dict[str, str] = self.page.evaluate(
            """() => Object.fromEntries(
                [...document.querySelectorAll("#changing > [id]")]
                    .map((one) => [one.id, one.querySelector("title")?.textContent ?? ""]))"""
        )
        return told

    def heard(self) -> str:
        """Return all that the browser was sent since it opened the page, and all that it keeps."""
        return str(
            self.page.evaluate(
                "() => [...window.heard, document.documentElement.outerHTML,"
                " ...Object.values(localStorage), ...Object.values(sessionStorage)].join('\\n')"
            )
        )


def titles(svg: str) -> dict[str, str]:
    """Return the text that a picture of the board has for each space, each track and each margin."""
    changing = ElementTree.fromstring(svg).find(f"{SVG}g[@id='changing']")
    assert changing is not None
    return {one.get("id", ""): one.findtext(f"{SVG}title") or "" for one in changing}


def asked(url: str, path: str, body: Any = None, link: str = "") -> Any:
    """Return the answer of a server's API: JSON, or text where it is none."""
    sent = urllib.request.Request(f"{url}api/{path}", None if body is None else json.dumps(body).encode())
    sent.add_header("Content-Type", "application/json")
    if link:
        sent.add_header("Authorization", f"Bearer {link}")
    with urllib.request.urlopen(sent, timeout=30) as answer:
        text = answer.read().decode()
        return json.loads(text) if answer.headers["Content-Type"].startswith("application/json") else text


class Table:
    """A table on a server, by its name and the links of its seats."""

    def __init__(self, url: str, name: str, links: dict[str, str]) -> None:
        self.url = url
        self.name = name
        self.links = links

    @staticmethod
    def opened(
        server: Served,
        name: str,
        *,
        seats_add: bool = False,
        seed: str = "",
        deadline: int | None = None,
        **setup: Any,
    ) -> Table:
        """A new table whose seats are taken; its deck and its dice are the same for a seed."""
        tables = Tables(open_store(server.store), random=drawn(seed))
        game = msgspec.convert({"scenario": "short", **setup}, Setup)
        made = tables.open(game, table=name, seats_add=seats_add, deadline=deadline)
        table = Table(server.url, name, made.links)
        for seat in made.links:
            if seat:
                table.tell(seat, {"command": "sit"})
        return table

    @staticmethod
    def begun_before(
        server: Served, name: str, ago: float, deadline: int, *, named: bool = False, **setup: Any
    ) -> Table:
        """A new table whose seats are taken. Its present decision began some seconds `ago`."""
        then = datetime.now(UTC) - timedelta(seconds=ago)
        tables = Tables(open_store(server.store), lambda: then.isoformat(), drawn(name))
        game = msgspec.convert({"scenario": "short", **setup}, Setup)
        made = tables.open(game, table=name, deadline=deadline)
        for seat in filter(None, made.links):
            if named:
                tables.set_name(name, seat, f"Player{seat}")
            tables.do(name, seat, Sit(), seen=tables.version(name))
        tables.store.close()
        return Table(server.url, name, made.links)

    def comes_to(self, faction: str) -> None:
        """All that are asked Pass, until a Faction is to act on an Event card."""
        while (waits := self.look()["asked"])["what"] != "action" or waits["factions"][0] != faction:
            self.tell(waits["seats"][0], {"command": "submit", "move": f"{waits['factions'][0]} pass"})

    def look(self, path: str = "", seat: str | None = None) -> Any:
        """Return the view of a seat (None: a spectator)."""
        return asked(self.url, f"tables/{self.name}{path}", link="" if seat is None else self.links[seat])

    def tell(self, seat: str, command: dict[str, Any]) -> Any:
        """A command of a seat."""
        body = {"command": command, "seen": self.look()["version"]}
        return asked(self.url, f"tables/{self.name}/commands", body, self.links[seat])

    def address(self, seat: str | None = None) -> str:
        """The link of a seat (None: a spectator's)."""
        return f"{self.url}#{self.name}" + ("" if seat is None else f"/{self.links[seat]}")

    @property
    def asks(self) -> str:
        """The seat that is asked."""
        return str(self.look()["asked"]["seats"][0])


def as_the_api_says(person: Person, table: Table) -> None:
    """Check that the board shown is the API's board, piece by piece."""
    svg = table.look("/board")
    assert person.board() == titles(svg)
    tracks = table.look()["position"]["tracks"]
    shown = person.page.locator(".figures dd").all_inner_texts()
    assert [int(figure) for figure in shown] == [
        tracks["aid"], tracks["patronage"], tracks["econ"], tracks["trail"]
    ]  # fmt: skip


Comes = Callable[..., Person]
"""A function that makes a person, from a link and the properties of the browser."""
