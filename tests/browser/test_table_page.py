"""Tables in the browser, at `fitl serve` as it is started, with people who click."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from looking import PHONE, barriers
from playing import Person, Served, Table, asked, titles

from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.cards import cards
from fitl_core.stores.opening import open_store
from fitl_core.table.sealing import deck_of
from fitl_core.table.tables import Tables

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TWO = [["US", "ARVN"], ["NVA", "VC"]]
HOLDING = "0 "
"""The seed of a medium game that begins with VC asked for its Pivotal Event."""
Comes = Callable[..., Person]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for all tests of this module, which ends as it is told to."""
    pytest.importorskip("uvicorn", reason="the extra server is not installed")
    served = Served(tmp_path_factory.mktemp("tables") / "tables.db")
    yield served
    assert served.end() == 143


@pytest.fixture
def comes(browser: Browser) -> Iterator[Comes]:
    """Somebody comes with a link, in a browser of his own; when the test is over he leaves."""
    people: list[Person] = []

    def arrive(address: str, **context: Any) -> Person:
        people.append(Person(browser, address, **context))
        return people[-1]

    yield arrive
    for person in people:
        person.leave()


@pytest.fixture
def table(server: Served, request: pytest.FixtureRequest) -> Table:
    """A table of two players, at which the US is to act."""
    table = Table.opened(server, request.node.name, players=TWO)
    table.comes_to("US")
    return table


def as_the_api_says(person: Person, table: Table) -> None:
    """The board that somebody sees is the one that the API tells of, piece by piece."""
    svg = table.look("/board")
    assert person.board() == titles(svg)
    tracks = table.look()["position"]["tracks"]
    shown = person.page.locator(".figures dd").all_inner_texts()
    assert [int(figure) for figure in shown] == [
        tracks["aid"], tracks["patronage"], tracks["econ"], tracks["trail"]
    ]  # fmt: skip


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
    """One is loaded anew, one is offline for a while: both boards are what the API says."""
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
    """While it is away the page says so, and keeps what was put together; then it goes on by itself."""
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
    """With its rule, its facts, what would be legal, and the ruling in full; a legal one goes on."""
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


def test_no_secret_of_another_seat_comes_to_a_browser(server: Served, table: Table, comes: Comes) -> None:
    """Links, seeds, the cards to come, standing orders: nothing of it is in what the US was sent."""
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
    person.page.locator("summary", has_text="Standing orders").click()
    assert "sealed" in person.page.locator(".orders").inner_text()
    heard = person.heard()
    assert table.links["US+ARVN"] in heard  # what it knows it has been looked for in
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
    """Whatever somebody calls himself, or says, nothing of it becomes an element."""
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
    """It says so, with a way to the way in, whatever stands in it; nothing of it becomes an element."""
    person = comes(f"{server.url}#{place}")
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
    """One proposes to take back another's Pass, he agrees, and both boards are as before it."""
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
    """What the browser saves is a game as any other."""
    person = comes(table.address(table.asks))
    person.moves()
    with person.page.expect_download() as found:
        person.page.get_by_role("button", name="Download the log").click()
    file = tmp_path / found.value.suggested_filename
    found.value.save_as(file)
    checked = [sys.executable, "-m", "fitl_cli", "validate", str(file)]
    assert subprocess.run(checked, capture_output=True).returncode == 0


def test_what_has_been_is_looked_at_line_by_line(table: Table, comes: Comes) -> None:
    """The board and its figures behind any line are the API's; and back to now."""
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
    """A die of the seat's own move falls at the table; everybody sees it, with what vouches for it."""
    table.comes_to("VC")
    person, watcher = comes(table.address("NVA+VC")), comes(table.address())
    person.types("VC attack BDi")
    person.click('button[data-key="play"]')
    for one in (person, watcher):
        one.page.wait_for_selector(".fell .die")
        assert re.search(r"d6 \d+ .*Attack", one.page.locator(".fell").inner_text())


def test_pointing_at_a_space_tells_what_can_be_done_there(table: Table, comes: Comes) -> None:
    """What is in it, and the answers that are open there, beside it and not upon it."""
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
    """2.3.8: whoever could place one is waited for, and asked; the card stands in the log of all."""
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
    """Its seat reads it and takes it back; others see that there is one."""
    table = Table.opened(server, "orders", seed=HOLDING, scenario="medium")
    person, watcher = comes(table.address("NVA")), comes(table.address("US"))
    order = "NVA: pivotal if playable, else waive"
    for one in (person, watcher):
        one.page.locator("summary", has_text="Standing orders").click()
    person.click(f'button[data-key="give {order}"]')
    standing = watcher.page.locator(".orders li")
    standing.wait_for()
    assert "NVA: sealed" in standing.inner_text() and order not in watcher.heard()
    assert order in person.page.locator(".orders li").inner_text()
    person.click('button[data-key^="order "]')
    standing.wait_for(state="detached")
    assert table.look()["orders"] == []


def test_a_non_player_tells_why_it_did_what_it_did(server: Served, comes: Comes) -> None:
    """Section 8 decides behind a Pass; each of its lines has its reasons, to be opened."""
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
    """Clicked, dragged and by key they show the board and the line of that moment; however quickly one drags,
    the server is asked for no more than it bears of one, and what one stops at is shown."""
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
        assert told.startswith(f"The board behind line {line} of {last}.")
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
    """Nothing is wider than the screen; a space is chosen by a tap."""
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
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
