"""axe-core finds nothing, in no layout: all its rules, whatever their impact, on each state of the page."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from finished_tables import over_by_passing
from looking import barriers
from playing import TWO, Comes, Person, Served, Table

from fitl_core.stores.store_addresses import open_store
from fitl_core.table.tables import Tables

SIZES = ((1440, 900), (1280, 720), (768, 1024), (390, 844), (844, 390))
DARK = ("color-contrast", "link-in-text-block")
"""The rules that depend on the colours: the others find the same in light and dark."""
DARK_SIZES = ((1440, 900), (390, 844))
"""The sizes at which the dark colours are looked at too. Only the phone has a colour of its own."""
SAMPLE = SIZES if os.environ.get("FITL_EVERY_SIZE") else DARK_SIZES
"""The sizes at which states other than a turn are looked at. `.ci/long` asks for all of them."""
SEAT = "US+ARVN"


@pytest.fixture(scope="module")
def played(server: Served) -> Table:
    """Return a table of two players, at which the US is to act after others have done something."""
    table = Table.opened(server, "access", players=TWO, deadline=86_400)
    table.comes_to("US")
    table.tell(SEAT, {"command": "comment", "text": "a word to all"})
    return table


@pytest.fixture
def player(played: Table, comes: Comes) -> Person:
    """Return the player of the US at the first question."""
    person = comes(played.address(SEAT))
    _at_turn(person)
    return person


def _at_turn(person: Person) -> None:
    person.rest()
    person.page.locator(".questions button").first.wait_for()
    person.page.locator("#changing .reach, .reach").first.wait_for(state="attached")


def looks(
    person: Person, within: str | None = None, sizes: tuple[tuple[int, int], ...] = SAMPLE
) -> Iterator[str]:
    """Yield what axe-core finds at each size, in light, and at some sizes in dark."""
    for width, height in sizes:
        person.page.set_viewport_size({"width": width, "height": height})
        for colours in ("light", "dark") if (width, height) in DARK_SIZES else ("light",):
            person.page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
            person.page.wait_for_function(
                "(is) => document.documentElement.dataset.theme === is", arg=colours
            )
            for one in barriers(person.page, within, DARK if colours == "dark" else ()):
                yield f"{width}x{height} {colours}: {one}"


def test_a_turn_with_a_question_and_the_log(player: Person) -> None:
    """The question, what others did, and the log with proofs and the notation."""
    page = player.page
    page.locator("[data-key='since begin']").click()
    page.get_by_label("Show the notation").check()
    page.evaluate("() => document.querySelectorAll('.log details').forEach((one) => { one.open = true; })")
    player.rest()
    assert list(looks(player, sizes=SIZES)) == []


def test_both_sides_of_an_event_and_the_chat(player: Person) -> None:
    """The choice between the sides with its clarifications; a chat with a message."""
    player.click('button[data-key="event"]')
    player.page.locator(".side-choice").first.wait_for()
    player.page.locator("#tab-chat").click()
    player.page.fill("#chat-text", "who can stop Saigon?")
    player.page.press("#chat-text", "Enter")
    player.page.locator(".chat-lines li").first.wait_for()
    player.page.evaluate(
        "() => document.querySelectorAll('.play details').forEach((one) => { one.open = true; })"
    )
    assert list(looks(player)) == []


def test_a_refusal_and_the_ways_to_be_told(player: Person) -> None:
    """A refusal in the move, and the panel of the seats with the messages open."""
    player.types("US train Sai+90at")
    player.page.locator(".move .ruling").wait_for()
    player.page.locator("#tab-seats").click()
    player.page.get_by_text("Tell me when it is my turn").click()
    player.page.get_by_text("This server sends no mail").wait_for()
    player.page.evaluate(
        "() => document.querySelectorAll('.more details').forEach((one) => { one.open = true; })"
    )
    assert list(looks(player)) == []


def test_the_dialogs(player: Person) -> None:
    """The words of a card, and the list of the keyboard shortcuts."""
    player.page.locator(".lines [data-card]").first.click()
    player.page.locator(".card-dialog[open]").wait_for()
    assert list(looks(player, "dialog[open]")) == []
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("?")
    player.page.locator(".card-dialog[open]").wait_for()
    assert list(looks(player, "dialog[open]")) == []


def test_a_spectator_and_the_proofs(played: Table, comes: Comes) -> None:
    """A page without a seat, with every proof checked."""
    person = comes(played.address())
    person.rest()
    person.page.locator("#tab-proofs").click()
    person.page.get_by_role("button", name="Check every proof").click()
    person.page.get_by_text("lines linked").wait_for()
    assert list(looks(person)) == []


def test_the_start_page_with_my_games_and_a_table_that_gathers(played: Table, comes: Comes) -> None:
    """The games of a browser with a personal link, the form for a new table, and the host's page of it."""
    person = comes(played.address(SEAT))
    person.rest()
    person.goes(played.url)
    person.page.locator(".game-head").first.wait_for()
    person.page.get_by_role("button", name="Personal link for another device").click()
    person.page.get_by_label("Personal link", exact=True).wait_for()
    assert list(looks(person)) == []
    person.page.get_by_role("button", name="Open the table").click()
    person.page.get_by_label("Link of seat US", exact=True).wait_for()
    assert list(looks(person)) == []


def test_the_pages_behind_links(played: Table, comes: Comes) -> None:
    """A seat that can be taken, and the pages that stop messages and confirm an address."""
    taker = comes(played.address(SEAT), takes=True)
    taker.page.locator(".door li").first.wait_for()
    assert list(looks(taker)) == []
    taker.page.goto(f"{played.url}stop#{played.name}/{SEAT}/secret")
    taker.page.get_by_role("button", name="Stop these messages").wait_for()
    assert list(looks(taker)) == []
    taker.page.goto(f"{played.url}confirm#{played.name}/{SEAT}/secret")
    taker.page.locator("main button").wait_for()
    assert list(looks(taker)) == []


def test_the_end_with_its_result_and_curves(server: Served, comes: Comes) -> None:
    """The result with its buttons, and the curves of the whole game."""
    table = Table.opened(server, "access-end", players=TWO)
    over_by_passing(Tables(open_store(server.store)), table.name)
    person = comes(table.address(SEAT))
    person.page.locator("[data-key='see curves']").click()
    person.page.locator(".curves svg").wait_for()
    person.rest()
    assert list(looks(person)) == []


def test_a_turn_in_german(played: Table, comes: Comes) -> None:
    """The page in another language than the server's words."""
    person = comes(played.address(SEAT), locale="de-DE")
    _at_turn(person)
    assert list(looks(person, sizes=SIZES[:1])) == []


def test_a_barrier_is_found(player: Person) -> None:
    """The check can fail: a heading too deep, a button without a name, and grey letters in the dark."""
    player.page.evaluate(
        """() => {
            document.querySelector(".play").insertAdjacentHTML("afterbegin",
                "<h5>deep</h5><button></button><p id=grey>grey</p>");
            document.querySelector("#grey").style.color = "#555";
        }"""
    )
    found = list(looks(player, sizes=SIZES[:1]))
    assert {one.split()[2] for one in found} == {"heading-order:", "button-name:", "color-contrast:"}
    assert any("dark" in one for one in found)
