"""Views of the page of a table: the past, dice, curves, a phone, keys alone."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest
from looking import PHONE, barriers
from playing import Comes, Person, Served, Table, as_the_api_says, asked, titles
from samples import sampled

from fitl_core.facts.game_map import spaces_by_id

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

HOLDING = "0 "
"""The seed of a medium game that begins with VC asked for its Pivotal Event."""


def test_what_is_done_before_the_table_has_come(table: Table, browser: Browser) -> None:
    """Every tab, button and key that is there already: nothing goes wrong, and then the table is shown."""
    person = Person(browser, "about:blank")
    held: list[Route] = []
    person.page.route("**/scene", lambda route: held.append(route))
    person.goes(table.address(table.asks))
    person.page.wait_for_selector("#tab-curves")
    person.page.evaluate(
        "document.querySelectorAll('button:not([disabled]), summary').forEach((one) => one.click())"
    )
    for key in ("ArrowLeft", "ArrowRight", "Home", "End", "Escape", "?", "Enter"):
        person.page.keyboard.press(key)
    person.page.locator("#tab-log").click()
    for field in person.page.locator(
        "input[type=text]:visible, input:not([type]):visible, textarea:visible"
    ).all():
        field.fill("US pass")
        field.press("Enter")
    person.page.locator("#tab-curves").click()
    while held:
        held.pop().continue_()
        person.page.wait_for_timeout(100)
    person.page.locator("#margins-curves").wait_for()
    person.rest()
    person.leave()


def test_what_has_been_is_looked_at_line_by_line(table: Table, comes: Comes) -> None:
    """The board and its figures after any line are the API's; and back to now."""
    for _ in range(3):
        mover = comes(table.address(table.asks))
        mover.moves()
    watcher = comes(table.address())
    last = table.look()["lines"][-1]["number"]
    watcher.sees_line(last)
    watcher.click('button[data-line="3"]')
    assert watcher.board() == titles(table.look("/board?line=3"))
    watcher.page.get_by_role("button", name="One line on").click()
    assert watcher.board() == titles(table.look("/board?line=4"))
    watcher.page.get_by_role("button", name="Now").click()
    as_the_api_says(watcher, table)
    assert watcher.page.locator(".move").is_hidden()


def test_dice_are_shown_with_their_proof(table: Table, comes: Comes) -> None:
    """A die of the seat's own move falls at the table; everybody sees it with its proof."""
    table.comes_to("VC")
    person, watcher = comes(table.address("NVA+VC")), comes(table.address())
    person.types("VC attack BDi")
    person.click('button[data-key="play"]')
    for one in (person, watcher):
        one.page.wait_for_selector(".fell .die")
        assert re.search(r"d6 \d+ .*Attack", one.page.locator(".fell").inner_text())


def test_many_dice_leave_the_question_in_sight(table: Table, comes: Comes) -> None:
    """More than two dice are one row; the words of each are opened."""
    table.comes_to("VC")
    person = comes(table.address("NVA+VC"), viewport=PHONE)
    draft = {"faction": "VC", "move": "VC attack", "most": 20}
    made = asked(table.url, f"tables/{table.name}/draft", draft, table.links["NVA+VC"])
    spaces = next(one["answers"] for one in made["questions"] if one["id"] == "attack.space")
    person.types(f"VC attack {', '.join([one['text'] for one in spaces[:4]])}")
    person.click('button[data-key="play"]')
    fell = person.page.locator(".fell")
    fell.wait_for()
    assert fell.locator(":scope > p .die").count() > 2 and not fell.locator("details p").first.is_visible()
    box = fell.bounding_box()
    assert box is not None and box["height"] < PHONE["height"] / 4
    fell.locator("summary").click()
    assert "Attack" in fell.locator("details p").first.inner_text()


def test_each_turn_begins_at_the_question(table: Table, comes: Comes) -> None:
    """A player who read further down in the panel sees the question when his turn comes."""
    table.comes_to("VC")
    person = comes(table.address("US+ARVN"), viewport={"width": 1280, "height": 720})
    panel = person.page.locator(".play")
    person.rest()
    panel.evaluate("(one) => { one.scrollTop = 9999; }")
    assert panel.evaluate("(one) => one.scrollTop") > 0
    table.comes_to("US")
    person.page.locator(".turn.mine").wait_for()
    person.rest()
    assert panel.evaluate("(one) => one.scrollTop") == 0


def test_pointing_at_a_space_tells_what_can_be_done_there(table: Table, comes: Comes) -> None:
    """Pointing shows the contents of the space, and the answers open there, beside it and not upon it."""
    person = comes(table.address(table.asks))
    person.page.wait_for_selector(".verb")
    person.click('button[data-answer="train"]')
    box = person.page.locator("#ground-saigon").bounding_box()
    assert box is not None
    person.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    about = person.page.locator(".about")
    about.locator("li").first.wait_for()
    told = titles(table.look("/board"))["space-saigon"]
    assert told.partition(": ")[0] in about.inner_text() and told.partition(": ")[2] in about.inner_text()
    assert "space to Train in: it can be chosen" in about.inner_text()
    beside = about.bounding_box()
    assert beside is not None
    assert (
        beside["y"] >= box["y"] + box["height"]
        or beside["y"] + beside["height"] <= box["y"]
        or beside["x"] >= box["x"] + box["width"]
        or beside["x"] + beside["width"] <= box["x"]
    )


def test_a_pivotal_event_is_placed_by_a_click(server: Served, comes: Comes) -> None:
    """2.3.8: a seat that could place a Pivotal Event is waited for, and asked; the card stands in the log."""
    table = Table.opened(server, "pivotal", seed=HOLDING, scenario="medium")
    assert table.look()["asked"]["what"] == "pivotal"
    person, watcher = comes(table.address("VC")), comes(table.address("US"))
    assert watcher.page.locator(".pivotal").count() == 0
    person.page.wait_for_selector(".pivotal")
    person.click('button[data-key="pivotal VC"]')
    number = next(one["number"] for one in table.look()["lines"] if "VC   pivotal #124" in one["text"])
    for one in (person, watcher):
        one.sees_line(number)
        assert "pivotal #124" in (one.page.locator(f'li[data-number="{number}"]').text_content() or "")


def test_a_standing_order_is_given_by_a_click(server: Served, comes: Comes) -> None:
    """A seat reads its order and takes it back; others see only that there is one."""
    table = Table.opened(server, "orders", seed=HOLDING, scenario="medium")
    person, watcher = comes(table.address("NVA")), comes(table.address("US"))
    order = "NVA: pivotal if playable, else waive"
    person.click(f'button[data-key="give {order}"]')
    standing = watcher.page.locator(".orders .standing li")
    standing.wait_for()
    assert "NVA: sealed" in standing.inner_text() and order not in watcher.heard()
    assert order in person.page.locator(".orders .standing li").inner_text()
    person.click('button[data-key^="order "]')
    standing.wait_for(state="detached")
    assert table.look()["orders"] == []


def test_a_non_player_tells_why_it_did_what_it_did(server: Served, comes: Comes) -> None:
    """Section 8 decides after a Pass; each of its lines has its reasons, to be opened."""
    table = Table.opened(server, "alone", players=[["US", "ARVN"]])
    person = comes(table.address("US+ARVN"))
    while not (decisions := table.look("/decisions")["decisions"]):
        person.page.wait_for_selector(".turn.mine")
        person.moves()
    line = decisions[-1]["line"]
    person.sees_line(line)
    why = person.page.locator(f'li[data-number="{line}"] .why')
    why.locator("summary").click()
    why.locator("li").first.wait_for()
    told = [step for one in decisions if one["line"] == line for step in one["told"]]
    assert why.locator("li").all_text_contents() == told and len(told) > 1
    assert barriers(person.page) == []


def test_the_curves_end_where_the_game_stands(table: Table, comes: Comes) -> None:
    """Each curve with the figure of the position; they go on with the game, and there are others."""
    person = comes(table.address(table.asks))
    person.click("#tab-curves")
    for _ in range(2):
        margins = table.look("/position")["margins"]
        for faction, margin in margins.items():
            name = person.page.locator("#margins-names text", has_text=f"{faction} {margin}")
            name.first.wait_for()
        assert person.page.locator("#margins-curves path").count() == len(margins)
        comes(table.address(table.asks)).moves()
        person.sees_line(table.look()["lines"][-1]["number"])
    person.page.get_by_label("Which curves").select_option("support")
    person.page.locator("#support-curves").wait_for()
    assert barriers(person.page) == []


def test_the_curves_lead_to_what_has_been(table: Table, comes: Comes) -> None:
    """Click, drag and key show the board and the line of that moment, and a drag ends at the moment shown.

    However quick the drag, the requests stay within the server's limit for one client.
    """
    for _ in range(6):
        seat, faction = table.asks, table.look()["asked"]["factions"][0]
        table.tell(seat, {"command": "submit", "move": f"{faction} pass"})
        table.tell(seat, {"command": "comment", "text": "hm"})
    last = len(table.look()["lines"])
    person = comes(table.address())
    person.click("#tab-curves")
    curves = person.page.locator(".scrubber")
    curves.locator("svg").wait_for()
    box = curves.bounding_box()
    from_, to = (float(curves.locator("svg").get_attribute(f"data-{end}") or "") for end in ("from", "to"))
    assert box is not None

    def point(line: int) -> None:
        across = box["width"] * (from_ + (to - from_) * line / last)
        person.page.mouse.move(box["x"] + across, box["y"] + 60, steps=4)

    def shows(line: int) -> None:
        person.rest()
        told = person.page.locator(".stepper [role=status]").inner_text()
        assert told.startswith(f"The board after line {line} of {last}.")
        assert person.page.locator(".number[aria-pressed=true]").get_attribute("data-line") == str(line)
        drawn = titles(table.look(f"/board?line={line}"))
        assert {name: words for name, words in person.board().items() if name in drawn} == drawn
        assert person.page.locator(".moment").inner_text().startswith(f"Line {line} of {last}: ")

    point(last - 2)
    person.page.mouse.down()
    person.page.mouse.up()
    shows(last - 2)
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    person.page.mouse.down()
    begun = time.monotonic()
    for line in [*range(last, 0, -1), 1, 2, 3]:
        point(line)
    person.page.mouse.up()
    took = time.monotonic() - begun
    shows(3)
    assert 4 < len(asked) < 4 + 20 * took
    person.page.keyboard.press("ArrowLeft")
    shows(2)
    assert "Line 2 of" in (curves.locator("input").get_attribute("aria-valuetext") or "")
    person.page.keyboard.press("End")
    person.rest()
    assert person.page.locator(".table.past").count() == 0
    assert barriers(person.page) == []


def test_dark_is_a_matter_of_the_page_alone(table: Table, comes: Comes) -> None:
    """The board changes its colours with it, and nothing is asked of the server."""
    person = comes(table.address(), color_scheme="light")
    person.page.wait_for_selector("#changing")
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    ground = "getComputedStyle(document.querySelector('[id^=ground-] polygon, polygon[id^=ground-]')).fill"
    light = person.page.evaluate(ground)
    person.page.get_by_role("button", name="Light or dark").click()
    person.page.wait_for_selector("html[data-theme=dark]", state="attached")
    assert person.page.evaluate(ground) != light and asked == []


def test_it_is_played_on_a_phone(table: Table, comes: Comes) -> None:
    """On a phone no part is wider than the screen; a space is chosen by a tap."""
    seat = table.asks
    person = comes(table.address(seat), viewport=PHONE, has_touch=True, is_mobile=True)
    person.page.wait_for_selector(".verb")
    assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    person.page.locator('button[data-answer="train"]').tap()
    person.rest()
    space = (person.page.locator(".reach.open").first.get_attribute("id") or "").removeprefix("reach-")
    person.page.locator(f"#space-{space} text").first.tap()
    person.rest()
    assert spaces_by_id()[space].code in person.page.input_value("#line")
    person.moves()
    assert barriers(person.page) == []


def test_it_is_played_by_keyboard_alone(table: Table, comes: Comes) -> None:
    """Tab to a verb, Enter; to the board, arrows from space to space, Enter; to Play, Enter."""
    person = comes(table.address(table.asks))
    person.page.wait_for_selector(".verb")
    person.page.focus('button[data-answer="train"]')
    person.page.keyboard.press("Enter")
    person.rest()
    person.page.focus(".reach[tabindex='0']")
    before = person.page.evaluate("document.activeElement.id")
    person.page.keyboard.press("ArrowDown")
    assert person.page.evaluate("document.activeElement.id") not in (before, "")
    person.page.keyboard.press("ArrowUp")
    person.page.focus(".reach.open")
    person.page.keyboard.press("Enter")
    person.rest()
    assert len(person.page.input_value("#line").split()) == 3


@pytest.mark.parametrize("scheme", sampled(["dark", "light"], 2))
def test_nothing_keeps_anybody_out(server: Served, table: Table, comes: Comes, scheme: str) -> None:
    """The way in and a table, with a ruling and a proposal on it, light and dark: nothing serious for axe."""
    door = comes(server.url, color_scheme=scheme)
    door.page.wait_for_selector(".opening button")
    assert barriers(door.page) == []
    person = comes(table.address(table.asks), color_scheme=scheme)
    person.page.wait_for_selector(".verb")
    person.types("US train NVn")
    table.tell(table.asks, {"command": "propose", "line": 'correct "aid 9"'})
    person.page.wait_for_selector(".proposal")
    assert person.page.locator("html").get_attribute("data-theme") == scheme
    for panel in ("curves", "seats", "proofs", "log"):
        person.click(f"#tab-{panel}")
        assert barriers(person.page) == []
