"""Tables in the browser, at `fitl serve` as it is started: people who click, type, take back and agree."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playing import TWO, Comes, Served, Table, as_the_api_says, asked

from fitl_core.facts.card_list import cards
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.sealing import deck_of
from fitl_core.table.tables import Tables


def test_a_person_opens_a_table_and_plays_a_move_by_clicking(server: Served, comes: Comes) -> None:
    """A new table, a link, a name, a verb, spaces on the board: and the move stands in the log."""
    host = comes(server.url)
    host.page.select_option("select[name=players]", label="US+ARVN, NVA+VC")
    host.page.get_by_role("button", name="Open the table").click()
    host.page.wait_for_selector("input[data-link]")
    people = {}
    for field in host.page.locator("input[data-link]").all():
        people[field.get_attribute("data-link") or ""] = comes(field.input_value())
    for seat, person in people.items():
        person.page.get_by_label("Your name").fill(f"Somebody for {seat}")
        person.page.get_by_role("button", name="Sit down").click()
    for person in people.values():
        person.page.wait_for_selector("#changing")
    links = {seat: person.link for seat, person in people.items()}
    player = people[Table(server.url, host.page.url.rpartition("#")[2], links).asks]
    player.page.wait_for_selector(".verb")
    before = player.page.locator(".lines > li").count()
    player.click(".verb")
    open_to = [mark.get_attribute("id") or "" for mark in player.page.locator(".reach.open").all()]
    drawn = [f"#{name.replace('reach', 'space')} text" for name in open_to]  # an empty space has none
    if pieces := next((one for one in drawn if player.page.locator(one).count()), None):
        player.click(pieces)
    player.moves()
    assert player.page.locator(".lines > li").count() > before
    assert "Somebody for NVA+VC" in (host.page.locator('[data-seat="NVA+VC"]').text_content() or "")


def test_two_browsers_play_ten_moves_at_one_table(table: Table, comes: Comes) -> None:
    """One browser reloads, one is offline for a while: both boards equal the API's."""
    people = {seat: comes(table.address(seat)) for seat in table.links if seat}
    one, other = people.values()
    for number in range(10):
        people[table.asks].moves()
        if number == 2:
            one.page.reload()
        if number == 4:
            other.context.set_offline(True)
            other.page.wait_for_selector(".contact.away")
            table.tell("NVA+VC", {"command": "comment", "text": "away for a moment"})
            other.context.set_offline(False)
            other.page.wait_for_selector(".contact.here")
        last = table.look()["lines"][-1]["number"]
        for person in people.values():
            person.sees_line(last)
    for person in people.values():
        as_the_api_says(person, table)


def test_a_server_that_comes_back_is_found_again(tmp_path: Path, comes: Comes) -> None:
    """While the server is away the page says so and keeps the draft; it continues with the server."""
    server = Served(tmp_path / "tables.db")
    table = Table.opened(server, "khe-sanh", players=TWO)
    table.comes_to("US")
    person = comes(table.address("US+ARVN"))
    person.page.wait_for_selector(".turn.mine")
    person.click('button[data-answer="train"]')
    assert server.end() == 143
    person.page.wait_for_selector(".contact.away")
    again = Served(tmp_path / "tables.db", int(server.url.rstrip("/").rpartition(":")[2]))
    person.page.wait_for_selector(".contact.here")
    person.rest()
    assert person.page.input_value("#line") == "US   train"
    person.moves()
    as_the_api_says(person, table)
    person.leave()
    assert again.end() == 143


def test_an_illegal_move_is_shown_as_a_ruling(table: Table, comes: Comes) -> None:
    """The ruling has its rule, its facts, the legal alternatives and its full text; a legal move goes on."""
    person = comes(table.address("US+ARVN"))
    person.types("US train NVn")
    ruling = person.page.locator(".ruling")
    assert "Ruling by 3.2.1" in ruling.inner_text()
    assert "Legal here: " in ruling.inner_text() and "Sai" in ruling.inner_text()
    person.page.get_by_role("button", name="The ruling in full").click()
    ruling.get_by_text("Legal moves near it").wait_for()
    person.types("US train Sai")
    assert ruling.count() == 0
    assert person.page.input_value("#line") == "US   train Sai"


def test_only_the_text_that_was_checked_is_played(table: Table, comes: Comes) -> None:
    """A text that is refused, or not checked yet, cannot be played; the checked text is what is played."""
    person = comes(table.address("US+ARVN"))
    play = person.page.locator("[data-key=play]")
    person.types("US train Sai")
    assert play.is_enabled()
    person.page.fill("#line", "US train Hue")
    assert play.is_disabled(), "it is not checked yet"
    person.types("US train NVn")
    assert person.page.input_value("#line") == "US train NVn" and play.is_disabled(), "it is refused"
    held: list[Any] = []
    person.page.route("**/draft", lambda route: held.append(route))
    person.page.fill("#line", "US train Sai")
    person.page.keyboard.press("Enter")
    person.page.wait_for_timeout(100)
    assert held and play.is_disabled(), "it is being checked"
    held[0].continue_()
    person.page.unroute("**/draft")
    person.page.wait_for_selector("[data-key=play]:not([disabled])")
    assert person.page.input_value("#line") == "US   train Sai"
    play.click()
    person.page.wait_for_selector("#line", state="hidden")
    assert "train Sai" in " ".join(str(table.look()["lines"][-1]).split())


def test_a_late_check_does_not_overtake_a_newer_text(table: Table, comes: Comes) -> None:
    """Somebody types on while a slow check is under way: only the newest text is shown and can be played."""
    person = comes(table.address("US+ARVN"))
    person.rest()
    held: list[Any] = []
    person.page.route("**/draft", lambda route: held.append(route))
    person.page.locator("#line").press("End")
    person.page.locator("#line").press_sequentially(" train Sai")
    person.page.wait_for_timeout(600)
    assert len(held) == 1, "fast typing is checked once"
    person.page.locator("#line").press("End")
    person.page.locator("#line").press_sequentially("+2at")
    person.page.wait_for_timeout(600)
    old, new = held
    play = person.page.locator("[data-key=play]")
    new.continue_()
    person.page.wait_for_selector("[data-key=play]:not([disabled])")
    old.continue_()
    person.page.unroute("**/draft")
    person.rest()
    person.page.wait_for_timeout(300)
    assert person.page.input_value("#line") == "US   train Sai+2at" and play.is_enabled()
    play.click()
    person.page.wait_for_selector("#line", state="hidden")
    assert "train Sai+2at" in " ".join(str(table.look()["lines"][-1]).split())


def test_no_secret_of_another_seat_comes_to_a_browser(server: Served, table: Table, comes: Comes) -> None:
    """The data sent to the US have no links, seeds, later cards or standing orders of other seats."""
    for seat in ("NVA+VC", "US+ARVN"):
        table.tell(seat, {"command": "comment", "text": "a quiet word"})
    order = "VC: waive"
    table.tell("NVA+VC", {"command": "give-order", "text": order})
    person = comes(table.address("US+ARVN"))
    person.page.wait_for_selector("#changing")
    person.click("#tab-proofs")
    person.click("#tab-seats")
    for _ in range(3):
        seat = table.asks
        (person if seat == "US+ARVN" else comes(table.address(seat))).moves()
        person.sees_line(table.look()["lines"][-1]["number"])
    assert "sealed" in person.page.locator(".orders").inner_text()
    heard = person.heard()
    assert table.links["US+ARVN"] in heard  # the search does see the things that this browser may know
    state = Tables(open_store(server.store)).state(table.name)
    deck = deck_of(state)
    come_up = {number for line in table.look()["lines"] for number in re.findall(r"#(\d+)", line["text"])}
    to_come = [number for number in deck.cards if str(number) not in come_up]
    assert len(to_come) > 10
    public = ["choices", *[f"card?number={number}" for number in come_up]]
    known = table.look("/board") + str([asked(table.url, path) for path in public])
    secrets = [*[link for seat, link in table.links.items() if seat != "US+ARVN"], state.seed, state.key]
    secrets += [order, *[sealed.salt for sealed in state.orders]]
    secrets += [title for number in to_come if (title := cards()[number].title) not in known]
    assert [secret for secret in secrets if secret and secret in heard] == []


def test_deception_markers_are_known_to_their_seat_alone(server: Served, comes: Comes) -> None:
    """7.3: one's own can be revealed; of others' there is only how many."""
    table = Table.opened(
        server, "deception", players=[["US"], ["ARVN"], ["NVA", "VC"]], options=["deception"]
    )
    person = comes(table.address("US"))
    person.page.wait_for_selector(".markers")
    own = table.look(seat="US")["markers"]
    person.page.locator(".markers summary").click()
    offered = person.page.locator(".markers button").all_inner_texts()
    assert len(own) == 2 and offered == ["Reveal for US"] * 2
    dealt = re.findall(r'"fact":"markers-dealt","seat":"([^"]*)"', person.heard())
    assert set(dealt) <= {"US"}
    assert "2 Deception markers" in person.page.locator('[data-seat="ARVN"]').text_content() or ""


def test_seats_add_seeds_of_their_own(server: Served, comes: Comes) -> None:
    """Each browser draws one, commits to it, and gives it once the other has: the deck is sealed."""
    table = Table.opened(server, "seeds", players=TWO, seats_add=True)
    for person in [comes(table.address(seat)) for seat in ("US+ARVN", "NVA+VC")]:
        person.page.wait_for_selector("#changing")
        assert person.page.locator(".ruling").count() == 0
    assert re.search(r"Seeds-Added \"US\+ARVN:[0-9a-f]{64} NVA\+VC:[0-9a-f]{64}\"", table.look("/log"))


def test_a_hostile_name_or_comment_is_text(table: Table, comes: Comes) -> None:
    """A name or a remark is shown as text, and no part of it becomes an element."""
    bad = '<img src=x onerror="window.harmed=1"><script>window.harmed=1</script>'
    one, other = comes(table.address("US+ARVN")), comes(table.address())
    one.click("#tab-seats")
    one.page.locator("summary", has_text="Your seat").click()
    one.page.get_by_label("Your name").fill(bad[:60])
    one.page.get_by_role("button", name="Change name").click()
    one.click("#tab-log")
    number = len(table.look()["lines"]) + 1
    one.page.get_by_label("Say something").fill(bad)
    one.page.get_by_role("button", name="Say", exact=True).click()
    for person in (one, other):
        person.sees_line(number)
        assert person.page.locator(f'li.void[data-number="{number}"]').count() == 0
        assert bad in (person.page.locator(f'li[data-number="{number}"]').text_content() or "")
        assert person.page.locator("img, #page script").count() == 0
        assert person.page.evaluate("window.harmed") is None
    other.page.reload()
    other.page.wait_for_selector("#changing")
    assert bad[:60] in (other.page.locator('[data-seat="US+ARVN"]').text_content() or "")


@pytest.mark.parametrize(
    "place",
    [
        "%zz",
        "t/%zz",
        "t/\u2603",
        "<img src=x onerror=window.harmed=1>/<b>",
        "..%2F..%2Fchoices",
        "a" * 5000,
        "/",
    ],
    ids=["percent", "percent-link", "snowman", "markup", "dots", "long", "slash"],
)
def test_an_address_that_leads_nowhere(server: Served, comes: Comes, place: str) -> None:
    """A wrong address shows an error with a link to the entrance, and no part of it becomes an element."""
    person = comes(f"{server.url}#{place}", takes=True)
    person.page.locator(".ruling, .opening").first.wait_for()
    assert person.page.locator("img").count() == 0 and person.page.evaluate("window.harmed") is None


def test_what_was_done_last_is_taken_back_alone(table: Table, comes: Comes) -> None:
    """A Pass, by one button: it stands in the log, struck out, and the seat is asked again."""
    person = comes(table.address("US+ARVN"))
    person.page.wait_for_selector(".turn.mine")
    person.click('button[data-key="pass"]')
    passed = last_pass(table)
    person.click('button[data-key="take-back"]')
    person.sees_line(passed + 1)
    assert person.page.locator(f'li[data-number="{passed}"]').get_attribute("class") == "void"
    assert "US is to act" in person.page.locator(".turn.mine").inner_text()


def test_what_another_has_decided_is_undone_with_his_consent(table: Table, comes: Comes) -> None:
    """A player proposes to take back another's Pass; with his consent both boards are as before it."""
    table.comes_to("VC")
    one, other = people = comes(table.address("US+ARVN")), comes(table.address("NVA+VC"))
    other.page.wait_for_selector(".turn.mine")
    other.click('button[data-key="pass"]')
    passed = last_pass(table)
    one.sees_line(passed)
    one.page.locator("summary", has_text="Propose something").click()
    one.page.get_by_label("The line proposed").fill(f"void {passed}")
    one.page.get_by_role("button", name="Propose", exact=True).click()
    other.page.wait_for_selector(".proposal")
    assert f"void {passed}" in other.page.locator(".proposal").inner_text()
    assert one.page.locator(".proposal button.main").count() == 0
    other.page.get_by_role("button", name="Yes").click()
    for person in people:
        person.page.wait_for_selector(".proposal", state="detached")
        person.page.wait_for_selector(f'li.void[data-number="{passed}"]', state="attached")
        as_the_api_says(person, table)
    assert table.look()["asked"]["factions"] == ["VC"]


def last_pass(table: Table) -> int:
    """The number of the last Pass in the log."""
    return max(line["number"] for line in table.look()["lines"] if line["text"].endswith(" pass"))


def test_the_log_that_is_downloaded_validates(table: Table, comes: Comes, tmp_path: Path) -> None:
    """The file that the browser saves is a valid game."""
    person = comes(table.address(table.asks))
    person.moves()
    with person.page.expect_download() as found:
        person.page.get_by_role("button", name="Download the log").click()
    file = tmp_path / found.value.suggested_filename
    found.value.save_as(file)
    checked = [sys.executable, "-m", "fitl_cli", "validate", str(file)]
    assert subprocess.run(checked, capture_output=True).returncode == 0
