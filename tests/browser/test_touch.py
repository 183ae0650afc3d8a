"""A touch screen has no hover: a tap tells what a space holds, and what an answer does and costs."""

from __future__ import annotations

from typing import Any

import pytest
from looking import PHONE, barriers
from playing import Comes, Person, Table
from samples import sampled

from fitl_core.facts.game_map import spaces_by_id

SCREENS = {"phone": PHONE, "tablet": {"width": 768, "height": 1024}}
TRAIN = "US   train"
SHEET = ".offered:visible"


def touches(comes: Comes, table: Table, size: dict[str, int]) -> Person:
    """A player of the US with a touch screen who has chosen Train by a tap."""
    person = comes(table.address("US+ARVN"), viewport=size, has_touch=True, is_mobile=True)
    person.page.locator('button[data-answer="train"]').tap()
    person.page.wait_for_function("(line) => document.querySelector('#line').value === line", arg=TRAIN)
    person.rest()
    return person


def line(person: Person) -> str:
    """Return the text of the drafted move."""
    person.rest()
    return person.page.input_value("#line")


def asked_for_drafts(person: Person) -> list[Any]:
    """Collect the requests for drafts from now on."""
    found: list[Any] = []
    person.page.on("request", lambda request: found.append(request) if "/draft" in request.url else None)
    return found


@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS)
def test_a_tap_on_an_answer_tells_its_effect_and_cost(
    table: Table, comes: Comes, size: dict[str, int]
) -> None:
    """The first tap shows them beside the marked answer and gives nothing. A second tap gives the answer."""
    person = touches(comes, table, size)
    person.page.locator('.questions button:has-text("Saigon")').first.tap()
    person.rest()
    before = line(person)
    answer = person.page.locator('.questions [data-answer="Sai+2ap"]')
    answer.tap()
    sheet = person.page.locator(SHEET)
    sheet.wait_for()
    told = sheet.inner_text()
    assert "2 Police placed in Saigon from Available" in told and "ARVN Resources 33 -> 30" in told
    assert line(person) == before and "tapped" in (answer.get_attribute("class") or "")
    assert barriers(person.page) == []
    box = sheet.bounding_box()
    assert box is not None and box["y"] + box["height"] <= size["height"] and box["x"] >= 0
    answer.scroll_into_view_if_needed()
    answer.tap()
    sheet.wait_for(state="hidden")
    assert "Sai+2ap" in line(person)


@pytest.mark.parametrize("size", sampled(list(SCREENS.values()), 2), ids=sampled(list(SCREENS), 2))
def test_a_tapped_answer_is_chosen_or_left_by_a_button(
    table: Table, comes: Comes, size: dict[str, int]
) -> None:
    """The button Not this closes the sheet, another answer replaces it, and Choose gives the answer."""
    person = touches(comes, table, size)
    person.page.locator('.questions button:has-text("Saigon")').first.tap()
    before = line(person)
    person.page.locator('.questions [data-answer="Sai+2ap"]').tap()
    person.page.locator(SHEET).get_by_role("button", name="Not this").tap()
    assert not person.is_shown(SHEET) and line(person) == before
    assert person.page.locator(".tapped").count() == 0
    person.page.locator('.questions [data-answer="Sai+2ap"]').tap()
    person.page.locator(f"{SHEET}:has-text('2 ARVN Police')").wait_for()
    person.page.locator('.questions [data-answer="Sai+ap"]').tap()
    person.page.locator(f"{SHEET}:has-text('1 ARVN Police')").wait_for()
    person.page.locator(SHEET).get_by_role("button", name="Choose").tap()
    person.page.wait_for_selector(SHEET, state="hidden")
    assert "Sai+ap" in line(person)


@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS)
def test_a_tap_on_a_space_tells_what_it_holds_and_does(
    table: Table, comes: Comes, size: dict[str, int]
) -> None:
    """A space that can be chosen shows its contents. If its choice has an effect, this is shown first."""
    table.comes_to("VC")
    person = comes(table.address("NVA+VC"), viewport=size, has_touch=True, is_mobile=True)
    person.page.locator('button[data-answer="terror"]').tap()
    person.page.wait_for_selector(".reach.open", state="attached")
    person.rest()
    space = (person.page.locator(".reach.open").first.get_attribute("id") or "").removeprefix("reach-")
    person.page.locator(f"#space-{space} text").first.tap()
    sheet, about = person.page.locator(SHEET), person.page.locator(".about")
    sheet.wait_for()
    about.wait_for()
    told = (person.page.locator(f"#reach-{space}").get_attribute("data-told") or "").split(": ")
    assert told[0] in about.inner_text() and told[1] in about.inner_text()
    assert told[0].split(",")[0] in sheet.inner_text() and "Terror marker" in sheet.inner_text()
    assert line(person) == "VC   terror"
    over, under = about.bounding_box(), sheet.bounding_box()
    assert over and under and over["y"] + over["height"] <= under["y"]
    person.page.locator(SHEET).get_by_role("button", name="Choose").tap()
    person.page.wait_for_selector(SHEET, state="hidden")
    assert line(person) == f"VC   terror {spaces_by_id()[space].code}"


def test_mouse_and_keyboard_give_an_answer_at_once(table: Table, comes: Comes) -> None:
    """On a device with a touch screen too, one click or Enter gives an answer with effects."""
    person = comes(table.address("US+ARVN"), has_touch=True)
    person.types("US train Sai")
    person.click('.questions [data-answer="Sai+2ap"]')
    assert "Sai+2ap" in line(person) and not person.is_shown(SHEET)
    person.click('[data-key="back"]')
    person.page.focus('.questions [data-answer="Sai+ap"]')
    person.page.keyboard.press("Enter")
    person.page.wait_for_function("() => document.querySelector('#line').value.endsWith('Sai+ap')")
    assert not person.is_shown(SHEET)


def test_news_close_the_tapped_answer(table: Table, comes: Comes) -> None:
    """Another player's action may change the effects of an answer, so the answer has to be tapped again."""
    person = touches(comes, table, PHONE)
    person.page.locator('.questions button:has-text("Saigon")').first.tap()
    person.page.locator('.questions [data-answer="Sai+2ap"]').tap()
    person.page.locator(SHEET).wait_for()
    table.tell("NVA+VC", {"command": "comment", "text": "well"})
    person.page.wait_for_selector(SHEET, state="hidden")
    assert "Sai+2ap" not in line(person)
