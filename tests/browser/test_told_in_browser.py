"""A player chooses in the browser how he is told of his turn; the browser itself alerts him too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from looking import PHONE, barriers
from playing import TWO, Comes, Person, Served, Table
from receiving import Mailbox, comes_true, mailbox
from samples import sampled

from fitl_core.stores.store_addresses import open_store
from fitl_core.table import Tables
from fitl_core.table.commands import Submit

SPYING = """
    window.shown = [];
    const Real = window.Notification;
    window.Notification = class extends Real {
      constructor(title, options) { super(title, options); window.shown.push([title, options.body]); }
    };
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...at) { window.tones += 1; return start.apply(this, at); };
"""
"""Counts the notifications and the tones of a page."""


@pytest.fixture(scope="module")
def mails() -> Iterator[Mailbox]:
    """An SMTP server for the server of this module."""
    pytest.importorskip("aiosmtpd", reason="the extra ci is not installed")
    with mailbox() as box:
        yield box


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, mails: Mailbox) -> Iterator[Served]:
    """A server that offers mail and webhooks."""
    pytest.importorskip("uvicorn", reason="the extra server is not installed")
    smtp = ("--smtp", f"smtp://127.0.0.1:{mails.port}", "--mail-from", "table@fitl.example", "--webhooks")
    more = (*smtp, "--public-url", "https://fitl.example/games")
    served = Served(tmp_path_factory.mktemp("tables") / "tables.db", 0, *more)
    yield served
    assert served.end() == 143


def opens(person: Person) -> Any:
    """Open the panel; return it."""
    person.rest()
    person.page.get_by_role("tab", name="Seats").click()
    person.page.get_by_text("Tell me when it is my turn").click()
    person.page.wait_for_selector(".ways form")
    return person.page.locator(".messages")


def confirms(comes: Comes, server: Served, panel: Any, mails: Mailbox) -> None:
    """The new address has one mail with a link, whose page confirms it by a button."""
    panel.get_by_text("This address is not confirmed").wait_for()
    assert panel.get_by_role("button", name="Test mail").count() == 0
    text = str(comes_true(lambda: mails.heard)[0].get_payload(decode=True), "utf-8")
    link = re.search(r"https://fitl\.example/games/(confirm#\S+)", text)
    assert link is not None
    scanner = comes(server.url + link[1])
    scanner.page.get_by_role("button", name="Confirm this address").wait_for()
    assert barriers(scanner.page) == []
    scanner.page.reload()
    scanner.page.get_by_role("button", name="Confirm this address").click()
    scanner.page.get_by_text("The address is confirmed.").wait_for()


@pytest.mark.parametrize(
    "size", sampled([PHONE, {"width": 1280, "height": 800}], 2), ids=lambda size: str(size["width"])
)
def test_a_player_saves_tests_and_stops(
    server: Served, table: Table, comes: Comes, mails: Mailbox, size: dict[str, int]
) -> None:
    """An address is saved and tested; a wrong one is refused in words; the link of the mail stops all."""
    mails.heard.clear()
    person = comes(table.address("US+ARVN"), viewport=size)
    panel = opens(person)
    panel.get_by_label("Mail address").fill("nobody")
    panel.get_by_role("button", name="Save").click()
    panel.get_by_text("this is no mail address").wait_for()
    panel.get_by_label("Mail address").fill("ann@example.org")
    panel.get_by_label(re.compile("^Webhook")).fill("https://127.0.0.1/hook")
    panel.get_by_role("button", name="Save").click()
    panel.get_by_text("127.0.0.1 is not a public address").wait_for()
    panel.get_by_label(re.compile("^Webhook")).fill("")
    panel.get_by_role("button", name="Save").click()
    panel.get_by_text("Saved.").wait_for()
    confirms(comes, server, panel, mails)
    person.page.reload()
    panel = opens(person)
    mails.heard.clear()
    panel.get_by_role("button", name="Test mail").click()
    panel.get_by_text(re.compile("^Test: sent on")).wait_for()
    assert barriers(person.page) == []
    assert panel.evaluate("one => one.scrollWidth <= one.clientWidth")
    text = str(comes_true(lambda: mails.heard)[0].get_payload(decode=True), "utf-8")
    assert f"https://fitl.example/games/#{table.name.replace('[', '%5B').replace(']', '%5D')}" in text
    stop = re.search(r"https://fitl\.example/games/(stop#\S+)", text)
    assert stop is not None
    stranger = comes(server.url + stop[1])
    assert barriers(stranger.page) == []
    stranger.page.get_by_role("button", name="Stop these messages").click()
    stranger.page.get_by_text("No more messages about turns of US+ARVN").wait_for()
    person.page.reload()
    assert opens(person).get_by_label("Mail address").input_value() == ""


def test_typed_text_stays_while_others_play(table: Table, comes: Comes) -> None:
    """News do not take the focus or the text from the field of an address."""
    person = comes(table.address("NVA+VC"))
    panel = opens(person)
    field = panel.get_by_label("Mail address")
    field.press_sequentially("ann@")
    table.tell("US+ARVN", {"command": "comment", "text": "well"})
    person.sees_line(table.look()["lines"][-1]["number"])
    person.page.keyboard.type("example.org")
    assert field.input_value() == "ann@example.org"


def alerted(comes: Comes, table: Table, seat: str) -> Person:
    """A player with notifications and sound switched on by clicks."""
    person = comes(table.address(seat), permissions=["notifications"])
    person.context.add_init_script(SPYING)
    person.page.reload()
    panel = opens(person)
    panel.get_by_label("Notification").check()
    panel.get_by_label("Sound").check()
    person.page.wait_for_function("() => window.tones === 2")
    assert person.page.evaluate("() => Notification.permission") == "granted"
    return person


def test_a_tab_out_of_sight_alerts_once(table: Table, comes: Comes) -> None:
    """Notification and sound come once when the turn comes, and not to a player who sees the table."""
    person = alerted(comes, table, "NVA+VC")
    turn = person.page.locator(".turn.mine:visible")
    while table.asks != "NVA+VC":
        asks = table.look()["asked"]["factions"][0]
        table.tell(table.asks, {"command": "submit", "move": f"{asks} pass"})
    turn.wait_for()
    assert person.page.evaluate("() => [window.shown.length, window.tones]") == [0, 2]
    while table.asks == "NVA+VC":
        asks = table.look()["asked"]["factions"][0]
        table.tell("NVA+VC", {"command": "submit", "move": f"{asks} pass"})
    turn.wait_for(state="hidden")
    person.page.evaluate("() => { document.hasFocus = () => false; }")
    while table.asks != "NVA+VC":
        asks = table.look()["asked"]["factions"][0]
        table.tell(table.asks, {"command": "submit", "move": f"{asks} pass"})
    turn.wait_for()
    person.page.wait_for_function("() => window.shown.length > 0")
    table.tell("NVA+VC", {"command": "comment", "text": "I am coming"})
    person.sees_line(table.look()["lines"][-1]["number"])
    shown = person.page.evaluate("() => window.shown")
    assert [title for title, _ in shown] == ["Your turn as NVA+VC"] and "card" in shown[0][1]
    assert person.page.evaluate("() => window.tones") == 4


def test_a_tab_of_another_table_alerts_too(server: Served, table: Table, comes: Comes) -> None:
    """A turn at a table that is open in no tab is noticed from the tab of another one."""
    other = Table.opened(server, f"{table.name}-2", players=TWO)
    other.comes_to("US")
    person = alerted(comes, other, "NVA+VC")
    person.goes(table.address("NVA+VC"))
    person.rest()
    look = "async (here) => (await import('/static/alerts.js')).lookAtOthers(here)"
    forget = "() => localStorage.removeItem('fitl looked')"
    person.page.evaluate(look, table.name)
    assert person.page.evaluate("() => window.shown") == []
    while other.asks != "NVA+VC":
        asks = other.look()["asked"]["factions"][0]
        other.tell(other.asks, {"command": "submit", "move": f"{asks} pass"})
    for _ in range(2):
        person.page.evaluate(forget)
        person.page.evaluate(look, table.name)
    assert [title for title, _ in person.page.evaluate("() => window.shown")] == ["Your turn as NVA+VC"]


def test_a_turn_is_alerted_once_although_the_server_is_killed(comes: Comes, tmp_path: Path) -> None:
    """The turn comes while the server is away, or just before: one notification, and none after a reload."""
    server = Served(tmp_path / "tables.db")
    table = Table.opened(server, "killed", players=TWO)
    table.comes_to("US")
    person = comes(table.address("NVA+VC"), permissions=["notifications"])
    person.context.add_init_script(SPYING)
    person.page.reload()
    person.rest()
    person.page.get_by_role("tab", name="Seats").click()
    person.page.get_by_text("Tell me when it is my turn").click()
    person.page.get_by_label("Notification").check()
    person.page.wait_for_selector(".contact.here")
    person.page.evaluate("() => { document.hasFocus = () => false; }")
    port = int(server.url.rstrip("/").rpartition(":")[2])
    for kills in (True, False):
        if kills:
            server.process.kill()
            server.process.wait()
            person.page.wait_for_selector(".contact.away")
        tables = Tables(open_store(server.store))
        while (asked := tables.view(table.name).asked).seats[0] != "NVA+VC":
            move = Submit(f"{asked.factions[0]} pass")
            tables.do(table.name, asked.seats[0], move, seen=tables.version(table.name))
        tables.store.close()
        if not kills:
            server.process.kill()
            server.process.wait()
        server = Served(tmp_path / "tables.db", port)
        person.page.wait_for_selector(".contact.here")
        person.page.locator(".turn.mine:visible").wait_for()
        person.page.wait_for_function("() => window.shown.length > 0")
        person.rest()
        assert len(person.page.evaluate("() => window.shown")) == 1
        person.page.reload()
        person.page.locator(".turn.mine:visible").wait_for()
        person.rest()
        assert person.page.evaluate("() => window.shown") == []
        person.page.evaluate("() => { document.hasFocus = () => false; }")
        while table.asks == "NVA+VC":
            faction = table.look()["asked"]["factions"][0]
            table.tell("NVA+VC", {"command": "submit", "move": f"{faction} pass"})
        person.page.locator(".turn.mine").wait_for(state="hidden")
    assert server.end() == 143


def test_notifications_that_are_not_allowed_are_explained(table: Table, comes: Comes) -> None:
    """Without the browser's permission the box is off, and the panel says why."""
    person = comes(table.address("US+ARVN"))
    person.context.add_init_script(
        "Object.defineProperty(Notification, 'permission', { get: () => 'denied' });"
    )
    person.page.reload()
    panel = opens(person)
    assert panel.get_by_label("Notification").is_disabled()
    panel.get_by_text("This browser does not allow notifications").wait_for()


def test_a_player_is_reminded_before_and_after_the_deadline(server: Served, comes: Comes) -> None:
    """The page says when the reminder comes. The browser reminds once before and once after the deadline."""
    table = Table.begun_before(server, "reminded", 0, 24, players=TWO)
    seat = table.asks
    person = alerted(comes, table, seat)
    assert "Reminder with less than a minute left" in person.page.locator(".time").inner_text()
    panel = person.page.locator(".messages")
    panel.get_by_text("You are reminded once with less than a minute left").wait_for()
    person.page.evaluate("() => { document.hasFocus = () => false; }")
    person.page.wait_for_function("() => window.shown.length === 2", timeout=40_000)
    titles = [title for title, _ in person.page.evaluate("() => window.shown")]
    assert titles == [f"Your time is nearly over as {seat}", f"Your time is over as {seat}"]
    assert person.page.evaluate("() => window.tones") == 6
    assert "A reminder was sent" in person.page.locator(".time.over").inner_text()
    assert barriers(person.page) == []
