"""The page of `fitl replay --html`, opened from disk with no network, used as people do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from looking import PHONE, barriers, first_seen, work_of_a_step, working
from replays import (
    expected,
    game_of,
    html_of,
    open_fixture,
    open_replay,
    shown,
    shown_event,
)
from samples import WHOLE

from fitl_core import play_log, read_log
from fitl_core.facts.layout import layout
from fitl_core.game.replays import ReplayedGame
from fitl_core.pages.whole_replay import replay_page
from fitl_core.pictures.change_marks import changed_spaces
from fitl_core.state.positions import position_of
from fitl_core.tell.state_view import view
from notation.position_reader import write_position

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAME = "medium-game.fitl"
EVERY = 1 if WHOLE else 10
"""How many events apart figures are compared; `.ci/long` compares all."""


def replay_of(name: str) -> ReplayedGame:
    """A game of the fixtures, as far as it is sound."""
    found = game_of(name).replay
    assert found is not None
    return found


def wait_for_event(page: Page, event: int) -> None:
    """Wait until a page shows an event."""
    page.locator("#number").get_by_text(str(event), exact=True).wait_for()


def assert_shows(page: Page, name: str, event: int) -> None:
    """The board, the list and the panel show this event, with the figures of `fitl show --json`."""
    told = view(replay_of(name).state_at(event), event)
    figures = shown(page)
    assert figures.pop("track-econ") == replay_of(name).state_at(event).econ
    assert figures == expected(told)
    assert shown_event(page) == event
    assert page.locator("[aria-current]").get_attribute("id") == f"e{event}"
    titles: dict[str, str] = page.evaluate(
        "ids => Object.fromEntries("
        "ids.map((id) => [id, document.getElementById(`space-${id}`).querySelector('title').textContent]))",
        list(told.spaces),
    )
    for id_, space in told.spaces.items():
        title = titles[id_]
        if "Population" in title:
            assert space.support.replace("-", " ") in title.lower(), (event, id_)


def test_a_whole_game_is_stepped_through(page: Page, tmp_path: Path) -> None:
    """Forwards and back again, the board shows the figures of `fitl show --json`."""
    open_fixture(page, GAME, tmp_path)
    last = replay_of(GAME).sound
    for event in range(last + 1):
        if event % EVERY == 0 or event == last:
            assert_shows(page, GAME, event)
        page.keyboard.press("ArrowRight")
    for event in range(last, -1, -1):
        if event % (3 * EVERY) == 0:
            assert_shows(page, GAME, event)
        page.keyboard.press("ArrowLeft")


def test_nothing_is_asked_of_a_network(page: Page, tmp_path: Path) -> None:
    """The file is all that is read; the page would have none of it anyway, by its policy."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_fixture(page, GAME, tmp_path, 5)
    page.keyboard.press("End")
    assert [url.partition("#")[0] for url in asked if not url.startswith("data:")] == [
        (tmp_path / "replay.html").as_uri()
    ]


def test_keys_lead_to_cards_coup_rounds_and_moves(page: Page, tmp_path: Path) -> None:
    """Keys lead on, and back with Shift, but not beyond the ends; letter keys can be switched off."""
    open_fixture(page, GAME, tmp_path)
    replay = replay_of(GAME)
    cards = [step.state.card for step in replay.steps]

    def press(key: str) -> int:
        page.keyboard.press(key)
        return shown_event(page)

    assert press("ArrowLeft") == 0 and press("End") == replay.sound == press("ArrowRight")
    assert press("Home") == 0
    first = press("PageDown")
    second = press("PageDown")
    assert 0 < first < second and cards[second - 1] != cards[second]
    assert press("PageUp") == first
    assert cards[press("c")] in range(125, 131) and press("Shift+C") == 0
    for key, faction in {"u": "US", "n": "NVA", "a": "ARVN", "v": "VC"}.items():
        assert str(getattr(replay.events[press(key) - 1], "faction", "")) == faction
    here = shown_event(page)
    assert press("v") > here == press("Shift+V")
    page.locator("#keys summary").click()
    page.locator("#letters").uncheck()
    assert press("v") == here and press("ArrowRight") == here + 1


def test_buttons_do_what_keys_do(page: Page, tmp_path: Path) -> None:
    """Each has a name; they are reached with the tabulator."""
    open_fixture(page, GAME, tmp_path)
    for name in (
        "one event on",
        "on to the next card",
        "one event back",
        "the next Coup Round",
        "to the end",
    ):
        before = shown_event(page)
        page.get_by_role("button", name=name).click()
        assert shown_event(page) != before, name
    page.get_by_role("button", name="the next move of ARVN").click()
    assert str(getattr(replay_of(GAME).events[shown_event(page) - 1], "faction", "")) == "ARVN"
    page.get_by_role("button", name="to the start").focus()
    page.keyboard.press("Enter")
    assert shown_event(page) == 0
    focused = set()
    for _ in range(8):
        page.keyboard.press("Tab")
        focused.add(page.evaluate("document.activeElement.ariaLabel || document.activeElement.id"))
    assert len(focused) == 8


def test_a_link_leads_to_an_event(page: Page, tmp_path: Path) -> None:
    """The address follows the event shown, and the event shown follows the address."""
    open_fixture(page, GAME, tmp_path, 47)
    assert shown_event(page) == 47
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**#48")
    page.evaluate("location.hash = '#20'")
    wait_for_event(page, 20)
    page.locator("#e18 > a").click()
    wait_for_event(page, 18)
    for odd in ("#999", "#-3", "#x", "#e5"):
        page.evaluate("hash => { location.hash = hash }", odd)
        page.wait_for_timeout(30)
        assert 0 <= shown_event(page) <= replay_of(GAME).sound


def test_a_link_counts_although_the_page_writes_its_address(page: Page, tmp_path: Path) -> None:
    """The page writes the address of an event a moment later. A link followed meanwhile still counts."""
    open_fixture(page, GAME, tmp_path, 20)
    page.evaluate("location.hash = '#18'; history.replaceState(null, '', '#20')")
    wait_for_event(page, 18)


def test_move_position_and_link_are_copied(page: Page, tmp_path: Path) -> None:
    """The move as it is written, the position as `fitl position` writes it."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_fixture(page, GAME, tmp_path)
    copied = {}
    for event in (0, 20, 100):
        page.evaluate("event => { location.hash = event }", event)
        wait_for_event(page, event)
        for what in ("move", "position", "link"):
            page.get_by_role("button", name=f"Copy {what}").click()
            page.get_by_text(f"{what} copied").wait_for()
            copied[event, what] = page.evaluate("navigator.clipboard.readText()")
        state = replay_of(GAME).state_at(event)
        assert copied[event, "position"] == write_position(position_of(state))
        assert copied[event, "link"].endswith(f"replay.html#{event}")
    assert copied[20, "move"].startswith("US   patrol Hue>HuKS:ut")


def test_what_changed_stands_out(page: Page, tmp_path: Path) -> None:
    """Spaces in which anything is another, the pieces whose number is, tracks and margins; and arrows."""
    open_fixture(page, GAME, tmp_path, 20)
    effects = replay_of(GAME).steps[20].effects
    outlined = page.evaluate("[...document.querySelectorAll('#highlights .on')].map(one => one.id)")
    assert set(outlined) == {f"highlight-{name}" for name in changed_spaces(effects)}
    marked = page.evaluate("[...document.querySelectorAll('.changed[data-number]')].map(one => one.id)")
    assert {"binh-dinh-ut", "khanh-hoa-ut", "loc-hue-khe-sanh-ut"} <= set(marked)
    assert (
        page.locator("#margin-ARVN.changed").count() == 1 and page.locator("#margin-VC.changed").count() == 0
    )
    assert page.locator("#arrow-kontum-binh-dinh").count() == 1
    page.keyboard.press("Home")
    assert page.locator(".changed, #highlights .on, #arrows > *").count() == 0


def test_the_curves_are_a_scrubber(page: Page, tmp_path: Path) -> None:
    """The curves select an event by click, drag and key; another chart can be chosen."""
    open_fixture(page, GAME, tmp_path)
    box = page.locator("#charts").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.4, middle)
    page.mouse.down()
    here = shown_event(page)
    page.mouse.move(box["x"] + box["width"] * 0.6, middle, steps=3)
    page.mouse.up()
    there = shown_event(page)
    assert 0 < here < there < replay_of(GAME).sound
    cursor = page.locator("#cursor").bounding_box()
    assert cursor is not None and abs(cursor["x"] - (box["x"] + box["width"] * 0.6)) < 4
    page.keyboard.press("ArrowRight")
    assert shown_event(page) == there + 1
    assert f"event {there + 1} of" in (page.locator("#scrub").get_attribute("aria-valuetext") or "")
    page.select_option("#which", "tracks")
    assert page.locator("#chart-tracks").is_visible() and not page.locator("#chart-margins").is_visible()


def test_what_happened_is_said_to_who_listens(page: Page, tmp_path: Path) -> None:
    """The panel is a live region; the board is described in words, again at each event."""
    open_fixture(page, GAME, tmp_path, 20)
    panel = page.locator("[aria-live=polite]")
    assert "6 NVA Troops removed from Hue/Khe Sanh to Available 3.2.2" in panel.inner_text()
    assert "the road to Khe Sanh is clear" in panel.inner_text()
    assert "Binh Dinh, COIN Control" in (page.locator("#board-description").text_content() or "")
    assert "after event 20" in (page.locator("#board-title").text_content() or "")


@pytest.mark.parametrize("look", ["light", "dark", "phone"])
def test_nobody_is_kept_out(page: Page, tmp_path: Path, look: str) -> None:
    """axe-core finds no serious fault: at the start, in the game, and where it is illegal."""
    page.emulate_media(color_scheme="dark" if look == "dark" else "light")
    if look == "phone":
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    for name, event in ((GAME, 0), (GAME, 20), ("broken/tax-under-coin-control.fitl", 11)):
        open_fixture(page, name, tmp_path, event)
        page.reload()
        assert barriers(page) == []


def test_a_phone_shows_the_board_and_goes_where_something_changed(page: Page, tmp_path: Path) -> None:
    """On a phone no part is wider than the screen, changes are in sight, and buttons fit a finger."""
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.emulate_media(reduced_motion="reduce")
    open_fixture(page, GAME, tmp_path)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    changed = [changed_spaces(step.effects) for step in replay_of(GAME).steps]
    far = {name for name, place in layout().spaces.items() if place.room[1] > 900}
    event = next(n for n, names in enumerate(changed) if len(names) == 1 and names[0] in far)
    page.evaluate("event => { location.hash = event }", event)
    wait_for_event(page, event)
    pane, outline = page.locator("#pane").bounding_box(), page.locator("#highlights .on").first.bounding_box()
    assert pane is not None and outline is not None
    assert pane["height"] > 300
    assert outline["x"] < pane["x"] + pane["width"] and outline["x"] + outline["width"] > pane["x"]
    assert outline["y"] < pane["y"] + pane["height"] and outline["y"] + outline["height"] > pane["y"]
    for button in page.locator("#bar button").all():
        box = button.bounding_box()
        assert box is not None and box["height"] >= 36 and box["width"] >= 36
    page.get_by_role("button", name="Whole board").click()
    whole = page.locator("#pane > svg").bounding_box()
    assert whole is not None and whole["height"] <= pane["height"] + 1


def test_an_illegal_game_is_shown_as_far_as_it_is_sound(page: Page, tmp_path: Path) -> None:
    """The legal part is shown, with the ruling after the last legal event."""
    open_fixture(page, "broken/tax-under-coin-control.fitl", tmp_path)
    page.keyboard.press("End")
    assert shown_event(page) == 11
    ruling = page.locator("#told .ruling").inner_text()
    assert "illegal: 4.5.1: no Tax under COIN Control: Binh Dinh" in ruling
    assert "legal here: QTr, Ple, BTu" in ruling
    assert page.locator("#told .ruling mark").inner_text() == "BDi"


def test_a_hostile_game_is_text(page: Page, tmp_path: Path) -> None:
    """Title, names and comments cannot run, nor end the script or the list."""
    said = "</script></li><img src=x onerror=alert(1)><script>alert(2)</script><!--"
    tags = ("FITL", "2"), ("Scenario", "full"), ("Cards", "107 55"), ("Event", said), ("US", said)
    header = "".join([f'[{name} "{value}"]\n' for name, value in tags])
    log = f"{header}\n#107   ; {said}\nnote {said}\n"
    game = play_log(read_log(log.encode(), "hostile.fitl"))
    assert game.replay is not None
    page.on("dialog", lambda dialog: pytest.fail(f"it ran: {dialog.message}"))
    open_replay(page, replay_page(game, game.replay), tmp_path, 1)
    assert page.inner_text("#told .comment") == page.inner_text("h1") == said
    assert page.title() == said
    page.keyboard.press("ArrowRight")
    assert said in page.inner_text("#told code")
    assert page.locator("img").count() == 0


def test_size_and_times(page: Page, tmp_path: Path) -> None:
    """Below 1.5 MB; the first board within a second of work; a step, painted, within 50 ms of its work."""
    html = html_of(GAME)
    assert len(html.encode()) < 1_500_000
    with working(page) as work:
        open_fixture(page, GAME, tmp_path)
        first_seen(page)
        assert 0 < work() < 1000
    assert work_of_a_step(page, 100) < 50
