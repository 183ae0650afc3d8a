"""The page in another language: its own texts are German, and those of the server are marked as English."""

from __future__ import annotations

import pytest
from looking import PHONE
from playing import TWO, Comes, Person, Served, Table

from fitl_core.server.page_texts import FOLDER, texts_in

GERMAN = {"locale": "de-AT"}
OWN = """() => {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        if (!parentElement.closest("[lang=en], svg, code, noscript")) found.push(data);
    }
    for (const one of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
        for (const name of ["aria-label", "title", "placeholder"]) found.push(one.getAttribute(name) ?? "");
    }
    return found.map((text) => text.trim()).filter((text) => text !== "");
}"""
"""All texts of the page that are not marked as English: those in sight, those in closed parts, and labels."""

TRAINS = "() => document.querySelector('#line')?.value.includes('train')"
"""Whether the move in the making is a Train."""


def english_of(person: Person) -> set[str]:
    """Return the English texts of the catalogue that stand in a German page without their mark."""
    english, german = (texts_in(FOLDER / f"{one}.json") for one in ("en", "de"))
    same = {str(text) for text in german.values()}
    strange = {text for text in english.values() if isinstance(text, str) and text not in same}
    return strange & set(person.page.evaluate(OWN))


def language(person: Person) -> str:
    """Return the language that the page says to have."""
    return str(person.page.evaluate("() => document.documentElement.lang"))


def test_a_table_is_opened_and_played_in_german(server: Served, comes: Comes) -> None:
    """The start page, gathering, a turn with its questions, the log, the dialog of a card: all in German."""
    host = comes(server.url, **GERMAN)
    host.page.get_by_role("heading", name="Ein neuer Tisch").wait_for()
    assert language(host) == "de"
    assert english_of(host) == set()
    host.page.get_by_role("button", name="Tisch öffnen").click()
    host.page.get_by_role("tab", name="Plätze", selected=True).wait_for()
    assert "Du bist Gastgeber" in host.page.locator(".top").inner_text()
    assert english_of(host) == set()

    table = Table.opened(server, "german", players=TWO)
    table.comes_to("US")
    player = comes(table.address("US+ARVN"), **GERMAN)
    player.rest()
    page = player.page
    assert page.locator(".turn.mine").inner_text().startswith("Du bist dran")
    assert page.get_by_label("Der Zug", exact=True).is_visible()
    page.get_by_role("tab", name="Protokoll").click()
    assert page.get_by_label("Notation zeigen").is_visible()
    assert "Zug davor" in str(page.locator(".jumps button").first.get_attribute("aria-label"))
    player.click('button[data-key="event"]')
    page.locator(".side-choice").first.wait_for()
    assert page.locator(".side-choice p").first.get_attribute("lang") == "en"
    assert "Klarstellung" in str(page.locator(".clarified summary").first.text_content())
    assert english_of(player) == set()
    page.locator(".lines [data-card]").first.click()
    assert page.locator("dialog[open] [data-key='close card']").inner_text() == "Schließen"
    page.keyboard.press("Escape")
    player.types("US train Sai+90at")
    page.get_by_role("button", name="Die ganze Entscheidung").wait_for()
    assert page.locator(".ruling .reason").get_attribute("lang") == "en"
    assert english_of(player) == set()


def test_every_panel_and_dialog_is_german(table: Table, comes: Comes) -> None:
    """The panels to look things up, the ways to be told of a turn, proposals, and a spectator's page."""
    player = comes(table.address("US+ARVN"), **GERMAN)
    player.rest()
    for name in ("Chat", "Kurven", "Plätze", "Beweise"):
        player.page.get_by_role("tab", name=name).click()
        assert english_of(player) == set(), name
    player.page.get_by_role("button", name="Alle Beweise prüfen").click()
    player.page.get_by_text("Zeilen verkettet").wait_for()
    player.page.get_by_role("tab", name="Plätze").click()
    player.page.get_by_text("Sag mir, wenn ich dran bin").click()
    player.page.get_by_text("Dieser Server sendet weder").wait_for()
    player.page.get_by_text("Dem Tisch etwas vorschlagen").click()
    assert english_of(player) == set()
    looker = comes(table.address(), **GERMAN)
    looker.rest()
    assert "Du schaust zu" in looker.page.locator(".who").inner_text()
    assert english_of(looker) == set()


def test_the_page_of_a_link_and_the_end_of_messages_are_german(table: Table, comes: Comes) -> None:
    """The pages behind a link of a seat, a personal link, and a link that stops messages."""
    taker = comes(table.address("US+ARVN"), takes=True, **GERMAN)
    taker.page.get_by_role("button", name="Diesen Platz nehmen").wait_for()
    assert english_of(taker) == set()
    taker.page.get_by_role("button", name="Diesen Platz nehmen").click()
    taker.rest()
    taker.goes(table.url)
    taker.page.get_by_text("Meine Spiele").wait_for()
    taker.page.get_by_text("Du bist dran").wait_for()
    assert english_of(taker) == set()
    taker.page.goto(f"{table.url}stop#{table.name}/US/secret")
    taker.page.get_by_role("heading", name="Nachrichten abstellen").wait_for()
    assert taker.page.title() == "fitl: Nachrichten abstellen"
    assert english_of(taker) == set()


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, PHONE], ids=["wide", "phone"])
def test_the_language_is_changed_and_kept(table: Table, comes: Comes, size: dict[str, int]) -> None:
    """A small select on the page; the browser keeps the choice, and the move in the making stays."""
    player = comes(table.address("US+ARVN"), viewport=size)
    player.rest()
    assert language(player) == "en" and player.is_shown(".turn.mine")
    assert player.page.locator(".question .prompt").first.get_attribute("lang") is None
    player.page.locator('button.verb[data-key="train"]').click()
    player.page.wait_for_function(TRAINS)
    line = player.page.locator("#line").input_value()
    player.page.get_by_label("Language").select_option(label="Deutsch")
    player.page.get_by_label("Sprache").wait_for()
    player.rest()
    assert language(player) == "de"
    player.page.wait_for_function(TRAINS)
    assert player.page.locator("#line").input_value() == line
    player.page.reload()
    player.rest()
    assert language(player) == "de" and player.page.get_by_label("Sprache").input_value() == "de"
    player.page.get_by_label("Sprache").select_option("en")
    player.page.get_by_label("Language").wait_for()
    assert language(player) == "en"


def test_an_unknown_language_is_english(server: Served, comes: Comes) -> None:
    """A browser in a language without a translation, or with a kept one that has gone."""
    person = comes(server.url, locale="fr-FR")
    person.page.get_by_role("heading", name="A new table").wait_for()
    person.page.evaluate("() => localStorage.setItem('fitl language', '\"tlh\"')")
    person.page.reload()
    person.page.get_by_role("heading", name="A new table").wait_for()
    assert language(person) == "en"


def test_times_and_dates_follow_the_language(server: Served, comes: Comes) -> None:
    """The time left and a deadline in the words of the language."""
    table = Table.opened(server, "german-time", players=TWO, seed="a")
    table.comes_to("US")
    person = comes(table.address(), **GERMAN)
    person.rest()
    words = person.page.evaluate(
        """async () => {
            const { momentWords, timeWords } = await import(new URL("static/time.js", location.href));
            const times = [2 * 86400 + 3 * 3600, -300, 5];
            return [...times.map(timeWords), momentWords("2026-11-27T15:04:00")];
        }"""
    )
    assert words == [
        "noch 2 Tage 3 Stunden",
        "überfällig: 5 Minuten",
        "noch weniger als eine Minute",
        "27.11.2026, 15:04",
    ]
