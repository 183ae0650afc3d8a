"""The page of a table whose rules have changed: what it reports, and the ways out that it offers."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from looking import barriers
from playing import Comes, Table

from fitl_core import Refusal, Setup, Violation
from fitl_core.stores.memory import MemoryStore
from fitl_core.table.commands import Sit, Submit
from fitl_core.table.exports import exported, imported
from fitl_core.table.tables import Tables
from fitl_core.testing.table_games import tables_of

COSTS = "fitl_core.rules.operations.attack.COST"
OF_0_2 = Path(__file__).parents[2] / "fixtures/released/0.2.0/table-in-play.jsonl"
HIT, MISS = 1, 11
"""Seeds of short games in which VC acts first: its Attack hits, or fails and has a die to wait for."""
Serves = Callable[[MemoryStore, str], Table]
"""A function that serves a table of a store, with new links for its seats."""


@contextmanager
def _served(store: MemoryStore) -> Iterator[str]:
    """Serve a store in this process, whose rules a test changes. Yield the address."""
    uvicorn = pytest.importorskip("uvicorn", reason="the extra server is not installed")
    from fitl_core.server.running import HTTP, listening
    from fitl_core.server.site import Limits, Site

    site = Site(Tables(store), Limits(rate=None))
    sock = listening("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(site.app, http=HTTP, access_log=False, log_level="error"))
    thread = threading.Thread(target=server.run, args=([sock],))
    thread.start()
    while not server.started:
        time.sleep(0.005)
    try:
        yield f"http://127.0.0.1:{sock.getsockname()[1]}/"
    finally:
        site.herald.stop()
        server.should_exit = True
        thread.join()


@pytest.fixture
def serves(request: pytest.FixtureRequest) -> Iterator[Serves]:
    """Return a function that serves a table until the test ends."""
    servers = []

    def serve(store: MemoryStore, name: str) -> Table:
        server = _served(store)
        url = server.__enter__()
        servers.append(server)
        tables = Tables(store)
        seats = ["", *[seat.name for seat in tables.state(name).seats]]
        return Table(url, name, {seat: tables.new_link(name, seat) for seat in seats})

    yield serve
    for server in servers:
        server.__exit__(None, None, None)


def attacked(seed: int) -> MemoryStore:
    """A table `attack` of four seats, at which VC has submitted an Attack."""
    tables, store = tables_of(seed), MemoryStore()
    opened = tables.open(Setup("short")).table
    commands = [(seat.name, Sit()) for seat in tables.state(opened).seats]
    for seat, command in (*commands, ("VC", Submit("VC attack BDi BDi-2at"))):
        tables.do(opened, seat, command, seen=tables.version(opened))
    imported(store, exported(tables.store, opened), "attack")
    return store


def test_events_under_older_rules_are_listed_once(
    monkeypatch: pytest.MonkeyPatch, serves: Serves, comes: Comes
) -> None:
    """A player proposes to amend one, or leaves them: the browser then lists them no more."""
    with monkeypatch.context() as before:
        before.setattr("fitl_core.table.kept_steps.RULES_RELEASE", 1)
        before.setattr(COSTS, 2)
        store = attacked(HIT)
    table = serves(store, "attack")
    person, watcher = comes(table.address("US")), comes(table.address())
    older = person.page.locator(".older-rules")
    older.wait_for()
    assert older.locator("summary").inner_text() == "1 event was played under older rules."
    person.click(".older-rules > summary")
    assert "Played under rules release 1; by today's rules the position" in older.inner_text()
    assert barriers(person.page) == []
    person.click('button[data-key^="amend "]')
    number = len(table.look()["lines"])
    assert person.page.input_value("#proposal") == f"amend {number} VC attack BDi {{2}} BDi-2at"
    watcher.click(".older-rules > summary")
    assert not watcher.is_shown('button[data-key^="amend "]')
    person.click('button[data-key="leave-older"]')
    assert older.count() == 0
    person.page.reload()
    person.page.wait_for_selector("#changing")
    person.rest()
    assert older.count() == 0 and watcher.page.locator(".older-rules").count() == 1


def test_a_move_that_no_longer_fits_is_set_aside_by_a_click(
    monkeypatch: pytest.MonkeyPatch, serves: Serves, comes: Comes
) -> None:
    """The page says why before it happens, then shows the refusal; the others read the same in the news."""
    store = attacked(MISS)
    monkeypatch.setattr(COSTS, 76)
    table = serves(store, "attack")
    person, watcher = comes(table.address("VC")), comes(table.address("US"))
    for one in (person, watcher):
        one.page.wait_for_selector(".changed-rules[role=alert]")
        assert "The next command sets the move of VC aside" in one.page.locator(".changed-rules").inner_text()
    assert not person.is_shown("#line")
    person.click('button[data-key="set-aside"]')
    assert "it is set aside, and VC moves again" in person.page.locator(".ruling").inner_text()
    for one in (person, watcher):
        report = one.page.locator(".changed-rules[role=status]")
        report.wait_for()
        assert "The move of VC does not fit today's rules" in report.inner_text()
        assert one.page.locator(".changed-rules[role=alert]").count() == 0
    assert person.is_asked() and person.is_shown("#line")
    watcher.click(".changed-rules .close")
    assert watcher.page.locator(".changed-rules").count() == 0


def test_a_position_that_nobody_knows_is_agreed_on_at_the_page(
    monkeypatch: pytest.MonkeyPatch, serves: Serves, comes: Comes
) -> None:
    """The page names the event, marks the lines in the log, and offers both proposals."""
    store, wrong = MemoryStore(), 6
    name, _ = imported(store, OF_0_2.read_text(encoding="utf-8"))
    tables = Tables(store)

    def refuses(*_: object) -> None:
        raise Violation(Refusal("deck-empty", "2.4.2", "no card may be turned up"))

    from fitl_core.engine import play_as_asked

    with monkeypatch.context() as later:
        left = [play_as_asked] * (wrong - 1)
        name_of_play = "fitl_core.table.history.play_as_asked"
        later.setattr(name_of_play, lambda *said: (left.pop() if left else refuses)(*said))
        tables.state(name)  # keeps the steps in the store
    table = serves(store, name)
    person = comes(table.address("US"))
    alert = person.page.locator(".changed-rules[role=alert]")
    alert.wait_for()
    assert f"Nobody knows the position after event {wrong}." in alert.inner_text()
    marked = person.page.locator(".lines li", has_text="the position after it is not known")
    assert marked.count() == len(table.look()["lines"]) - wrong + 1
    assert person.page.locator(".older-rules").count() == 0
    person.click('button[data-key="void-unshown"]')
    assert person.page.input_value("#proposal") == f"void {wrong}"
    person.click('button[data-key="agree-position"]')
    cards = table.look()["cards_up"]
    assert person.page.input_value("#proposal") == f'correct "{cards}; "'
    person.page.keyboard.type("aid 9")
    person.page.keyboard.press("Enter")
    person.rest()
    proposed = table.look()["proposals"][-1]
    assert proposed["line"].startswith('correct "aid 9; played ')
    for seat in table.links:
        if seat not in ("", "US"):
            table.tell(seat, {"command": "agree", "number": proposed["number"]})
    alert.wait_for(state="detached")
