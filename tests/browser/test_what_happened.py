"""A player reads what has happened: the log in words, its jumps, and the actions since his last turn."""

from __future__ import annotations

import pytest
from finished_tables import over_by_passing
from looking import PHONE
from playing import TWO, Comes, Person, Served, Table

from fitl_core.facts.card_list import cards
from fitl_core.facts.card_words import card_words
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.tables import Tables

AT_END = """() => {
    const list = document.querySelector(".lines");
    return list.scrollTop + list.clientHeight >= list.scrollHeight - 40;
}"""
TOP = """(number) => {
    const list = document.querySelector(".lines"), line = list.querySelector(`li[data-number="${number}"]`);
    return Math.abs(line.getBoundingClientRect().top - list.getBoundingClientRect().top);
}"""


def passed(table: Table, number: int) -> None:
    """All who are asked Pass, a number of times."""
    for _ in range(number):
        asked = table.look()["asked"]
        table.tell(asked["seats"][0], {"command": "submit", "move": f"{asked['factions'][0]} pass"})


def last(table: Table) -> int:
    """The number of the last line."""
    return int(table.look()["lines"][-1]["number"])


def line_of(person: Person, number: int) -> str:
    """The text in sight of a line of the log."""
    return person.page.locator(f'li[data-number="{number}"]').inner_text()


def test_the_log_is_in_words_with_notation_on_demand(table: Table, comes: Comes) -> None:
    """A line names Factions, cards and spaces in words; the notation comes with a box, and stays on."""
    table.tell("US+ARVN", {"command": "submit", "move": "US train Sai+2at"})
    number = next(one["number"] for one in table.look()["lines"] if "train" in one["text"])
    person = comes(table.address())
    person.sees_line(number)
    assert "Train in Saigon" in line_of(person, number) and "train Sai+2at" not in line_of(person, number)
    assert "2 ARVN Troops placed in Saigon" in line_of(person, number)
    person.page.get_by_label("Show the notation").check()
    assert "train Sai+2at" in line_of(person, number)
    person.page.reload()
    person.sees_line(number)
    assert "train Sai+2at" in line_of(person, number)


def test_a_card_in_the_log_opens_the_card(table: Table, comes: Comes) -> None:
    """Each number of a card stands with its title, and opens both sides with the clarifications."""
    person = comes(table.address())
    person.page.wait_for_selector(".lines [data-card]")
    number = table.look()["position"]["card"]
    person.click(f'.lines [data-card="{number}"]')
    dialog = person.page.locator("dialog[open]")
    assert f"#{number} {cards()[number].title}" in dialog.inner_text()
    assert all(words in dialog.inner_text() for words in card_words()[number].values())
    person.page.keyboard.press("Escape")
    dialog.wait_for(state="detached")


def test_the_log_follows_unless_the_reader_has_scrolled_away(server: Served, comes: Comes) -> None:
    """At its end it goes on to new lines; elsewhere it stays, and says that there are new ones."""
    table = Table.opened(server, "following", players=TWO)
    passed(table, 20)
    person = comes(table.address())
    person.sees_line(last(table))
    assert person.page.evaluate(AT_END)
    person.click("#tab-seats")
    passed(table, 6)
    person.sees_line(last(table))
    person.click("#tab-log")
    person.page.wait_for_function(AT_END)
    person.page.locator(".lines").evaluate("(list) => { list.scrollTop = 0; }")
    person.page.wait_for_function("() => document.querySelector('.lines').scrollTop === 0")
    person.rest()
    passed(table, 3)
    person.sees_line(last(table))
    person.page.wait_for_selector(".newest:visible")
    assert person.page.locator(".lines").evaluate("(list) => list.scrollTop") == 0
    person.click('[data-key="newest"]')
    person.page.wait_for_function(AT_END)
    assert not person.is_shown(".newest")


def test_the_log_jumps_to_cards_and_moves(server: Served, comes: Comes) -> None:
    """A card is chosen from a list with titles; the moves of a Faction come one after the other."""
    table = Table.opened(server, "jumping", players=TWO)
    passed(table, 24)
    person = comes(table.address())
    person.sees_line(last(table))
    events = table.look("/events")["events"]
    first, third = list(dict.fromkeys([one["card"] for one in events]))[:3:2]
    options = person.page.locator('[data-key="jump card"] option').all_inner_texts()
    assert f"#{third} {cards()[third].title}" in options and f"#{first} {cards()[first].title}" in options
    person.page.select_option('[data-key="jump card"]', label=f"#{third} {cards()[third].title}")
    begins = next(one["number"] for one in events if one["card"] == third)
    assert person.page.evaluate(TOP, begins) < 3
    moves = [one["number"] for one in events if one["faction"] == "VC"]
    person.page.select_option('[data-key="jump faction"]', "VC")
    person.click('[data-key="jump back"]')
    before = max(number for number in moves if number < begins)
    assert person.page.locator(".lines .found").get_attribute("data-number") == str(before)
    person.click('[data-key="jump on"]')
    after = min(number for number in moves if number > before)
    assert person.page.locator(".lines .found").get_attribute("data-number") == str(after)


def test_lines_above_100_keep_their_numbers_whole(server: Served, comes: Comes) -> None:
    """The number of a line stands on one line, whatever its length."""
    table = Table.opened(server, "long", players=TWO)
    while last(table) < 100:
        table.tell("US+ARVN", {"command": "comment", "text": "on we go"})
    person = comes(table.address())
    person.sees_line(100)
    number = '.lines li[data-number="{}"] .number'
    nine, hundred = (person.page.locator(number.format(one)).bounding_box() for one in (9, 100))
    assert nine and hundred and nine["height"] == hundred["height"]


def test_since_my_last_turn_steps_through_the_actions_of_others(server: Served, comes: Comes) -> None:
    """One action at a time, each marked on the board; a Non-player's has its reason in words."""
    table = Table.opened(server, "since", players=[["US", "ARVN"]])
    person = comes(table.address("US+ARVN"))
    while not (decisions := table.look("/decisions")["decisions"]):
        passed(table, 1)
    events = table.look("/events")["events"]
    own = max((one["number"] for one in events if one["by"] == "US+ARVN" and one["faction"]), default=0)
    others = [one for one in events if one["number"] > own and (one["faction"] or one["told"])]
    assert others
    person.sees_line(last(table))
    number = len(others)
    words = f"Since your last turn: {'1 action' if number == 1 else f'{number} actions'}"
    assert words in person.page.locator(".since").inner_text()
    person.click('[data-key="since begin"]')
    for place, event in enumerate(others, 1):
        person.page.wait_for_selector(f".since-head:has-text('{place} of {number}')")
        shown = person.page.locator(".since-told")
        assert event["words"] in shown.inner_text()
        assert all(one["text"] in shown.inner_text() for one in event["told"])
        marked = {f"highlight-{space}" for space in event["changed"]}
        person.page.wait_for_function(
            "(wanted) => JSON.stringify([...document.querySelectorAll('#highlights > .on')]"
            ".map((one) => one.id).sort()) === JSON.stringify(wanted)",
            arg=sorted(marked),
        )
        for one in decisions:
            if one["line"] == event["number"]:
                person.page.wait_for_selector(".since .reason")
                assert one["reason"] and one["reason"] in shown.inner_text()
        person.click('[data-key="since next"]')
    assert not person.is_shown("main.past")
    if table.look()["asked"]["what"] == "action":
        person.click('button[data-key="pass"]')
        person.sees_line(last(table))


def test_a_spectator_reads_the_last_action(table: Table, comes: Comes) -> None:
    """On a phone too it is on the first screen, and it goes on with the game; a player has his own list."""
    watcher = comes(table.address(), viewport=PHONE, has_touch=True, is_mobile=True)
    table.tell("US+ARVN", {"command": "submit", "move": "US train Sai+2at"})
    number = next(one["number"] for one in table.look()["lines"] if "train" in one["text"])
    watcher.sees_line(number)
    latest = watcher.page.locator(".latest")
    assert latest.inner_text() == "Last action: US: Train in Saigon"
    box = latest.bounding_box()
    assert box is not None and box["y"] + box["height"] < PHONE["height"] / 2
    table.tell("US+ARVN", {"command": "comment", "text": "well"})
    watcher.sees_line(last(table))
    assert "Train in Saigon" in latest.inner_text()
    assert not comes(table.address("US+ARVN")).is_shown(".latest")


def test_the_end_has_result_curves_replay_and_rematch(server: Served, comes: Comes) -> None:
    """Places with margins, the curves, the replay page; each player comes to his seat of one new table."""
    table = Table.opened(server, "the-end", players=TWO)
    over_by_passing(Tables(open_store(server.store)), table.name)
    people = {seat: comes(table.address(seat)) for seat in ("US+ARVN", "NVA+VC")}
    one = people["US+ARVN"]
    one.page.wait_for_selector(".result")
    view = table.look()
    shown = one.page.locator(".result").inner_text()
    assert "The game is over" in shown and view["standing"] in shown
    assert one.page.locator(".result li").count() == len(view["position"]["places"])
    one.click('[data-key="see curves"]')
    one.page.wait_for_selector(".curves svg")
    with one.page.expect_popup() as opened:
        one.page.get_by_role("link", name="Replay page").click()
    replay = opened.value
    replay.locator("#e1").wait_for()
    replay.keyboard.press("Home")
    assert replay.locator("#map svg").count() == 1
    replay.close()
    names = set()
    watcher = comes(table.address())
    watcher.page.wait_for_selector(".result")
    assert not watcher.is_shown(".rematch") and not people["NVA+VC"].is_shown(".rematch")
    for seat, person in people.items():
        if names:  # the other page shows it without a new look
            person.page.get_by_text("A rematch was begun. Take your seat at the new table.").wait_for()
            assert person.page.get_by_role("button", name="Go to the rematch").count() == 1
        person.click('[data-key="rematch"]')
        person.page.get_by_role("button", name="Sit down").click()
        person.page.wait_for_selector(f'[data-seat="{seat}"] :text("(you)")', state="attached")
        names.add(person.page.url.rpartition("#")[2])
    for person in people.values():
        person.page.wait_for_selector("#changing")
        assert person.page.locator(".result").count() == 0
    (name,) = names
    way = watcher.page.get_by_role("link", name="Look on at the rematch")
    assert way.get_attribute("href") == f"#{name}"
    links = {
        seat: person.page.evaluate(f"sessionStorage.getItem('fitl link {name}')")
        for seat, person in people.items()
    }
    assert len(set(links.values())) == 2
    assert links["US+ARVN"] not in people["NVA+VC"].heard() and links["NVA+VC"] not in one.heard()
    assert not any(link in watcher.heard() for link in links.values())
    one.goes(table.address("US+ARVN"))
    one.page.get_by_role("button", name="Go to the rematch").click()
    one.page.wait_for_url(f"**#{name}")
    one.page.wait_for_selector("#changing")
    assert "US" in (one.page.text_content(".who") or "")


def test_a_game_under_way_has_no_result(table: Table, comes: Comes) -> None:
    """No rematch is offered while the game goes on."""
    person = comes(table.address("US+ARVN"))
    person.page.wait_for_selector("#changing")
    assert person.page.locator(".result, [data-key=rematch]").count() == 0


LOG_IN_SIGHT = """() => {
    const box = (what) => document.querySelector(what).getBoundingClientRect();
    const [lines, foot, tools] = [".lines", ".log-foot", ".log-tools"].map(box);
    const last = [...document.querySelectorAll(".lines > li")].at(-1).getBoundingClientRect();
    const inside = [...document.querySelectorAll(".log-tools *, .log-foot *")].every((one) =>
        one.getBoundingClientRect().right <= lines.right + 1);
    return {
        height: lines.height, inside,
        apart: lines.top >= tools.bottom && lines.bottom <= foot.top && foot.bottom <= innerHeight,
        last: last.bottom <= lines.bottom + 1 && last.bottom > lines.top,
    };
}"""


@pytest.mark.parametrize(
    ("size", "asked", "others"),
    [((1440, 900), 120, 180), ((1280, 720), 80, 130), ((1920, 1080), 600, 600), ((1024, 768), 30, 70)],
)
def test_the_last_lines_are_in_sight(
    server: Served, comes: Comes, size: tuple[int, int], asked: float, others: float
) -> None:
    """Beside the board the newest line can be read while one plays; who waits sees more lines."""
    table = Table.opened(server, f"in-sight-{size[0]}", players=TWO)
    passed(table, 9)
    viewport = dict(zip(("width", "height"), size, strict=True))
    for seat, least in ((table.asks, asked), (None, others)):
        person = comes(table.address(seat), viewport=viewport)
        person.sees_line(last(table))
        found = person.page.evaluate(LOG_IN_SIGHT)
        assert found["height"] >= least and found["inside"] and found["apart"] and found["last"], found
