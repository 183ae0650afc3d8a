"""Keyboard shortcuts of the page of a table, each in Chromium; their list; and their switch."""

from __future__ import annotations

from typing import Any

import pytest
from playing import TWO, Comes, Person, Served, Table

FOCUS = "() => document.activeElement.id || document.activeElement.className"
MOVE = "() => document.querySelector('#line').value.replace(/ +/g, ' ').trim()"


def focus(person: Person) -> str:
    """Return the id or the class of the element with the keyboard focus."""
    return str(person.page.evaluate(FOCUS))


def presses(person: Person, *keys: str) -> None:
    """Press keys one after the other, and wait for the result of each."""
    for key in keys:
        person.page.keyboard.press(key)
        person.rest()


def until_move(person: Person, move: str) -> None:
    """Wait until the field of the move has a text."""
    person.page.wait_for_function(f"(move) => ({MOVE})() === move", arg=move)


@pytest.fixture
def player(table: Table, comes: Comes) -> Person:
    """Return the player of the US at the first question, with no field in focus."""
    person = comes(table.address("US+ARVN"))
    person.rest()
    person.page.locator(".questions button").first.wait_for()
    return person


def test_the_list_names_every_shortcut(player: Person) -> None:
    """`?` and a button open it; Escape closes it. Nothing else acts while it is open."""
    presses(player, "?")
    dialog = player.page.get_by_role("dialog", name="Keyboard shortcuts")
    keys = dialog.locator("kbd").all_inner_texts()
    assert keys == ["?", "m", "/", "p", "u", "1 – 9", "[", ",", "]", ".", "l", "c", "b", "Esc"]
    presses(player, "c", "1")
    assert dialog.is_visible() and player.page.locator("#panel-log").is_visible()
    presses(player, "Escape")
    assert not dialog.is_visible()
    player.page.get_by_role("button", name="Keyboard shortcuts").click()
    assert dialog.is_visible()
    dialog.get_by_role("button", name="Close").click()
    until_move(player, "US")


@pytest.mark.parametrize("key", ["m", "/"], ids=["letter", "slash"])
def test_a_key_goes_to_the_field_of_the_move(player: Person, key: str) -> None:
    """The key itself is not written into the field; Escape leaves it."""
    presses(player, key)
    assert focus(player) == "line"
    until_move(player, "US")
    presses(player, "Escape")
    assert focus(player) != "line"


def test_digits_answer_and_u_takes_back_and_p_plays(table: Table, player: Person) -> None:
    """A move with keys alone; each of the first nine answers names its key."""
    first = player.page.locator(".questions button").first
    assert (first.inner_text(), first.get_attribute("aria-keyshortcuts")) == ("Train", "1")
    assert (
        player.page.get_by_role("button", name="Train", exact=True).count() == 1
    )  # the key is no part of the name
    presses(player, "1")
    until_move(player, "US train")
    assert player.page.locator('[data-key="back"]').get_attribute("aria-keyshortcuts") == "u"
    presses(player, "u")
    until_move(player, "US")
    presses(player, "p")  # nothing can be played yet
    assert table.look()["asked"]["factions"][0] == "US"
    line = len(table.look("/events")["events"])
    player.types("US train Sai+2at")
    presses(player, "Escape", "p")
    player.sees_line(line + 1)
    assert table.look("/events")["events"][line]["text"].split()[:3] == ["US", "train", "Sai+2at"]


def test_p_plays_only_what_was_checked(table: Table, player: Person) -> None:
    """The key has the guard of the button: a text that is being checked is not played."""
    before = table.look()["version"]
    player.types("US train Sai+2at")
    player.page.locator('[data-key="play"]:not([disabled])').wait_for()
    player.page.evaluate(
        """() => {
            const line = document.querySelector("#line");
            line.value = "US train Hue+2at";
            line.dispatchEvent(new Event("input"));
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "p", bubbles: true }));
        }"""
    )
    player.page.wait_for_timeout(300)
    assert table.look()["version"] == before


@pytest.mark.parametrize(("back", "on"), [("[", "]"), (",", ".")], ids=["brackets", "stops"])
def test_keys_step_through_what_others_did(table: Table, comes: Comes, back: str, on: str) -> None:
    """Since the last turn of the seat: on, on, back; Escape returns to the present board."""
    table.tell("US+ARVN", {"command": "submit", "move": "US pass"})
    for _ in range(2):
        asked = table.look()["asked"]
        if asked["seats"][0] == "NVA+VC":
            table.tell("NVA+VC", {"command": "submit", "move": f"{asked['factions'][0]} pass"})
    person = comes(table.address("US+ARVN"))
    person.rest()
    heading = person.page.locator(".since h3")
    number = int(heading.inner_text().split()[4])
    assert number >= 2
    presses(person, on, on)
    assert heading.inner_text() == f"Since your last turn: 2 of {number}"
    presses(person, back)
    assert heading.inner_text() == f"Since your last turn: 1 of {number}"
    presses(person, "Escape")
    assert heading.inner_text().endswith("actions")
    assert person.page.locator(".stepper .note").inner_text() == ""


def test_keys_go_to_the_log_the_chat_and_the_board(player: Person) -> None:
    """Each shows its part, and gives it the keyboard focus."""
    presses(player, "c")
    assert focus(player) == "chat-text" and player.page.locator("#panel-chat").is_visible()
    presses(player, "Escape", "l")
    assert focus(player) == "lines" and player.page.locator("#panel-log").is_visible()
    presses(player, "b")
    assert "reach" in str(player.page.evaluate("() => document.activeElement.getAttribute('class')"))


def test_escape_closes_a_refusal(player: Person) -> None:
    """First it leaves the field, then it closes the box."""
    player.types("US train Sai+90at")
    player.page.locator(".move .ruling").wait_for()
    presses(player, "Escape")
    assert player.page.locator(".move .ruling").is_visible() and focus(player) != "line"
    presses(player, "Escape")
    assert player.page.locator(".move .ruling").count() == 0


def test_no_shortcut_acts_while_somebody_types(player: Person) -> None:
    """In the fields of the move, of a comment and of the chat, letters and digits are text."""
    typed = "m/p?u1[],.lcb"
    for tab, field in (("log", "#comment"), ("chat", "#chat-text"), ("chat", "#line")):
        player.page.locator(f"#tab-{tab}").click()
        player.page.fill(field, "")
        player.page.locator(field).press_sequentially(typed)
        assert player.page.input_value(field) == typed
        assert player.page.locator("dialog[open]").count() == 0
        assert player.page.locator(f"#panel-{tab}").is_visible()


@pytest.mark.parametrize("held", ["Control", "Alt", "Meta"])
def test_no_shortcut_acts_with_another_key(player: Person, held: str) -> None:
    """Ctrl, Alt and Meta belong to the browser and to screen readers."""
    for key in ("c", "1", "m"):
        player.page.evaluate(
            """([key, held]) => {
                const pressed = new KeyboardEvent("keydown", { key, bubbles: true, [held]: true });
                document.body.dispatchEvent(pressed);
            }""",
            [key, {"Control": "ctrlKey", "Alt": "altKey", "Meta": "metaKey"}[held]],
        )
    player.rest()
    assert focus(player) not in ("line", "chat-text")
    until_move(player, "US")


def test_shortcuts_are_switched_off_and_stay_off(player: Person) -> None:
    """WCAG 2.1.4: the box in the list; the browser keeps it. Then no element names a key."""
    named = player.page.locator("[aria-keyshortcuts]")
    assert named.count() >= 10
    player.page.get_by_role("button", name="Keyboard shortcuts").click()
    player.page.get_by_label("Shortcuts are on").uncheck()
    presses(player, "Escape")
    for _ in range(2):
        presses(player, "c", "1", "?")
        assert player.page.locator("dialog[open]").count() == 0 and focus(player) != "chat-text"
        until_move(player, "US")
        assert named.count() == 0
        player.page.reload()
        player.rest()
        player.page.locator(".questions button").first.wait_for()
    player.page.get_by_role("button", name="Keyboard shortcuts").click()
    player.page.get_by_label("Shortcuts are on").check()
    presses(player, "Escape", "c")
    assert focus(player) == "chat-text"


def test_a_page_that_was_left_hears_no_key(server: Served, comes: Comes) -> None:
    """After the start page and another table, a key acts once, at the table that is shown."""
    tables = [Table.opened(server, f"keys-{number}", players=TWO) for number in range(2)]
    for table in tables:
        table.comes_to("US")
    person = comes(tables[1].address("US+ARVN"))
    person.goes(tables[0].address("US+ARVN"))
    person.page.reload()  # only a page that is loaded anew keeps another seat
    person.rest()
    sent: list[Any] = []
    person.page.on("request", lambda request: sent.append(request.url) if "/draft" in request.url else None)
    presses(person, "m", "Escape")
    person.page.evaluate("() => (location.hash = '')")
    person.page.get_by_role("heading", name="A new table").wait_for()
    person.page.keyboard.press("1")
    person.page.evaluate("() => (location.hash = 'keys-1')")
    person.page.locator(".questions button").first.wait_for()
    sent.clear()
    presses(person, "1")
    until_move(person, "US train")
    assert [url for url in sent if "keys-1" in url] and not [url for url in sent if "keys-0" in url]
