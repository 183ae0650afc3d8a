"""Coming back in the browser: links that are good once, bookmarks, games of this browser, and the chat."""

from __future__ import annotations

import re
import secrets
import shutil
import sqlite3
import urllib.error
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from looking import FLAGS, PHONE, barriers, found_chromium
from playing import TWO, Comes, Person, Served, Table, asked
from samples import sampled

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TAKE = "Take this seat"


def takes(comes: Comes, table: Table, seat: str) -> Person:
    """Open the link of a seat, and take it."""
    person = comes(table.address(seat), takes=True)
    person.page.get_by_role("button", name=TAKE).click()
    person.rest()
    return person


def held_by(person: Person) -> list[dict[str, str]]:
    """Return the seats that the browser keeps."""
    found: list[dict[str, str]] = person.page.evaluate(
        "() => JSON.parse(localStorage.getItem('fitl seats') ?? '[]')"
    )
    return found


def opens(table: Table, secret: str) -> bool:
    """Check whether a secret opens a seat, as it is or by the exchange of a link."""
    for path, body in (("", None), ("/links/take", {"link": secret, "secret": "e" * 64})):
        try:
            asked(table.url, f"tables/{table.name}{path}", body, "" if body else secret)
            return True
        except urllib.error.HTTPError as error:
            assert error.code in (401, 410), error
    return False


@pytest.fixture
def plain_table(server: Served) -> Table:
    """A table of two players whose name fits into an address."""
    table = Table.opened(server, f"back-{secrets.token_hex(4)}", players=TWO)
    table.comes_to("US")
    return table


def test_the_history_of_chromium_opens_nothing(browser: Browser, plain_table: Table, tmp_path: Path) -> None:
    """The browser's own History file, after a seat was taken, played and left: its addresses open no seat."""
    table, profile = plain_table, tmp_path / "profile"
    context = browser.browser_type.launch_persistent_context(
        str(profile), executable_path=found_chromium(), args=list(FLAGS)
    )
    page = context.pages[0]
    page.goto(table.address("US+ARVN"))
    page.get_by_role("button", name=TAKE).click()
    page.wait_for_selector(".turn.mine")
    kept = page.evaluate("() => JSON.parse(localStorage.getItem('fitl seats'))")
    page.goto("about:blank")
    page.goto(f"{table.url}#{table.name}")
    page.wait_for_selector(".turn.mine")
    context.close()
    copy = tmp_path / "History"
    shutil.copy(profile / "Default" / "History", copy)
    with sqlite3.connect(copy) as db:
        addresses = [row[0] for row in db.execute("SELECT url FROM urls")]
    assert any(table.name in address for address in addresses), addresses  # the file is the right one
    found = {part for address in addresses for part in re.findall(r"[0-9a-f]{32,}", address)}
    assert table.links["US+ARVN"] in found  # it is in there, and is good for nothing
    assert not any(opens(table, secret) for secret in found)
    raw = (profile / "Default" / "History").read_bytes()
    assert kept[0]["link"].encode() not in raw and opens(table, kept[0]["link"])
    assert asked(table.url, f"tables/{table.name}", link=kept[0]["link"])["seat"] == "US+ARVN"


def test_a_bookmark_of_the_table_opens_the_seat(plain_table: Table, comes: Comes) -> None:
    """A new tab with the address of the table plays as the seat that the browser keeps."""
    person = takes(comes, plain_table, "US+ARVN")
    assert person.page.url == f"{plain_table.url}#{plain_table.name}"
    tab = person.context.new_page()
    tab.goto(plain_table.address())
    tab.wait_for_selector(".turn.mine")
    assert "You are" in (tab.text_content(".who") or "") and "US" in (tab.text_content(".who") or "")


def test_nothing_is_taken_without_a_click(plain_table: Table, comes: Comes) -> None:
    """A scanner that runs the page's script uses up no link; a spectator may look on; a reload asks again."""
    person = comes(plain_table.address("US+ARVN"), takes=True)
    person.page.get_by_role("button", name=TAKE).wait_for()
    person.page.reload()
    person.page.get_by_role("button", name=TAKE).wait_for()
    assert barriers(person.page) == [] and held_by(person) == []
    person.page.get_by_role("button", name="Only look on").click()
    person.rest()
    assert "spectator" in (person.page.text_content(".who") or "")
    assert opens(plain_table, plain_table.links["US+ARVN"])


def test_a_link_that_was_used_says_so(plain_table: Table, comes: Comes) -> None:
    """Another browser with the same link is told when it was used, and whom to ask."""
    takes(comes, plain_table, "US+ARVN")
    late = comes(plain_table.address("US+ARVN"), takes=True)
    late.page.get_by_role("button", name=TAKE).click()
    late.page.get_by_text(re.compile("this link was used on .* ask the host")).wait_for()
    assert held_by(late) == []


def test_a_lost_answer_is_asked_for_again(plain_table: Table, comes: Comes) -> None:
    """The server takes the exchange and its answer is lost: the page repeats it and has the seat."""
    person = comes(plain_table.address("US+ARVN"), takes=True)
    lost = []

    def lose(route: object) -> None:
        if not lost:
            lost.append(route.fetch())  # type: ignore[attr-defined]
            route.abort()  # type: ignore[attr-defined]
        else:
            route.continue_()  # type: ignore[attr-defined]

    person.page.route("**/links/take", lose)
    person.page.get_by_role("button", name=TAKE).click()
    person.page.wait_for_selector(".turn.mine")
    assert len(lost) == 1 and held_by(person)[0]["seat"] == "US+ARVN"


def test_a_player_without_a_seat_is_told_and_looks_on(plain_table: Table, comes: Comes) -> None:
    """The host frees the seat of a player whose turn it is: no "Your turn" any more, and the board stays."""
    person = takes(comes, plain_table, "US+ARVN")
    person.page.wait_for_selector(".turn.mine")
    plain_table.tell("", {"command": "unseat", "seat": "US+ARVN"})
    person.page.get_by_text("You no longer hold the seat US+ARVN").wait_for()
    person.page.wait_for_selector("#changing")
    assert not person.is_shown(".turn.mine") and "Your turn" not in (person.page.text_content("body") or "")
    assert not person.page.title().startswith("●")
    assert "spectator" in (person.page.text_content(".who") or "")
    person.page.get_by_role("button", name="Look on").click()
    person.rest()
    assert not person.is_shown(".lost") and held_by(person) == []


def test_another_browser_by_a_new_link_and_out_again(plain_table: Table, comes: Comes) -> None:
    """A player makes a link for another browser; both play; then the first locks the other out."""
    person = takes(comes, plain_table, "US+ARVN")
    person.click("#tab-seats")
    person.page.get_by_role("button", name="Link for another browser").click()
    field = person.page.get_by_label("Link for another browser")
    field.wait_for()
    other = comes(field.input_value(), takes=True)
    other.page.get_by_role("button", name=TAKE).click()
    for one in (person, other):
        one.page.wait_for_selector(".turn.mine")
    person.page.get_by_role("button", name="Lock out other browsers").click()
    other.page.get_by_text("You no longer hold the seat US+ARVN").wait_for()
    person.page.wait_for_selector(".turn.mine")


@pytest.mark.parametrize(
    "size", sampled([{"width": 1280, "height": 800}, PHONE], 2), ids=lambda size: str(size["width"])
)
def test_my_games_and_a_personal_link(plain_table: Table, comes: Comes, size: dict[str, int]) -> None:
    """The first page says what the game is and lists seats by name; another device collects them; revoked."""
    table = plain_table
    asked_title = '<img src=x onerror="window.harmed=1">'
    person = takes(lambda url, **more: comes(url, viewport=size, **more), table, "US+ARVN")
    host = comes(table.address(""))
    host.click("#tab-seats")
    host.page.get_by_label("Name of the table").fill(asked_title)
    host.page.get_by_role("button", name="Save").click()
    host.page.locator(".table-title", has_text="<img").wait_for()
    person.page.goto(table.url)
    games = person.page.locator(".my-games")
    games.get_by_text("Your turn").wait_for()
    text = games.text_content() or ""
    assert asked_title in text and "Short" in text and table.name not in text
    assert person.page.evaluate("window.harmed") is None and person.page.locator("img").count() == 0
    assert "Vietnam War" in (person.page.text_content(".about-game") or "")
    assert barriers(person.page) == []
    assert person.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    games.get_by_role("button", name="Personal link").click()
    field = person.page.get_by_label("Personal link", exact=True)
    field.wait_for()
    other = comes(field.input_value(), takes=True, viewport=size)
    other.page.get_by_role("button", name="Collect my seats").click()
    other.page.locator(".my-games").get_by_role("link", name=asked_title).click()
    other.page.wait_for_selector(".turn.mine")
    assert held_by(other)[0]["link"] != held_by(person)[0]["link"]
    games.get_by_role("button", name="Revoke my personal links").click()
    games.get_by_text("Revoked").wait_for()
    other.page.get_by_text("You no longer hold the seat US+ARVN").wait_for()
    other.page.reload()
    other.page.get_by_text("You no longer hold the seat US+ARVN").wait_for()


def test_an_unknown_personal_link_is_told_plainly(server: Served, comes: Comes) -> None:
    """The page says that it opens nothing, and how to get another one."""
    person = comes(f"{server.url}#/{'0' * 64}", takes=True)
    person.page.get_by_role("button", name="Collect my seats").click()
    person.page.get_by_text(re.compile("opens nothing.*make a new one")).wait_for()
    person.page.get_by_role("button", name="Not now").click()
    person.page.wait_for_selector(".opening")


def test_people_chat_beside_the_log(plain_table: Table, comes: Comes) -> None:
    """A hostile text is text. It is marked as unread, reaches no spectator, and is quoted in the log."""
    bad = '<img src=x onerror="window.harmed=1"><script>window.harmed=1</script>'
    one, other = takes(comes, plain_table, "US+ARVN"), takes(comes, plain_table, "NVA+VC")
    watcher = comes(plain_table.address())
    one.click("#tab-chat")
    one.page.get_by_label("Write a message").fill(bad)
    one.page.get_by_role("button", name="Send").click()
    one.page.locator(".chat-text", has_text="<img").wait_for()
    other.page.locator("#tab-chat .unread", has_text="1 new").wait_for()
    other.page.bring_to_front()
    other.click("#tab-chat")
    other.page.locator(".chat-text", has_text="<img").wait_for()
    assert not (other.page.text_content("#tab-chat .unread") or "")
    assert other.page.locator("img, #page script").count() == 0
    assert other.page.evaluate("window.harmed") is None
    assert barriers(other.page) == []
    assert "window.harmed=1" not in watcher.heard()
    lines = len(plain_table.look()["lines"])
    other.page.get_by_role("button", name="Quote in the log").click()
    watcher.sees_line(lines + 1)
    assert "US+ARVN: “<img" in (watcher.page.text_content(f'li[data-number="{lines + 1}"]') or "")


def test_spectators_chat_if_the_host_lets_them(plain_table: Table, comes: Comes) -> None:
    """The host's choice reaches an open page of a spectator; it ends there too."""
    host, watcher = comes(plain_table.address("")), comes(plain_table.address())
    watcher.click("#tab-chat")
    assert not watcher.is_shown("#chat-text")
    host.click("#tab-chat")
    host.page.get_by_label("Spectators may read and write here").check()
    watcher.page.get_by_label("Name in the chat").fill("Kim")
    watcher.page.get_by_label("Write a message").fill("hello")
    watcher.page.get_by_role("button", name="Send").click()
    host.page.locator(".chat-lines li", has_text="Kim (looks on)").wait_for()
    host.page.get_by_label("Spectators may read and write here").uncheck()
    watcher.page.locator(".chat-lines li").wait_for(state="detached")
    watcher.page.locator("#chat-text").wait_for(state="hidden")


def test_each_browser_gets_only_its_own_secrets(plain_table: Table, comes: Comes) -> None:
    """All that two browsers were sent and keep: neither has a secret or link of the other."""
    one, other = takes(comes, plain_table, "US+ARVN"), takes(comes, plain_table, "NVA+VC")
    own = [held_by(person)[0]["link"] for person in (one, other)]
    heard = [person.heard() for person in (one, other)]
    assert own[0] in heard[0] and own[1] in heard[1]
    assert own[0] not in heard[1] and own[1] not in heard[0]
    for text in heard:
        assert not any(link in text for link in plain_table.links.values())
