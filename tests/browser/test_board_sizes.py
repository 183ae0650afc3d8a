"""The board in windows of five sizes: its share, the height of its text, and what the first screen shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from looking import PHONE
from playing import TWO, Comes, Person, Served, Table
from replays import game_of
from samples import sampled

from fitl_core.facts.game_map import board
from fitl_core.pictures.piece_tokens import tokens_in
from fitl_core.state.positions import position_of
from fitl_core.state.state import State

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAME, SCENARIO = "medium-game.fitl", "medium"
SIZES = ((1440, 900), (1280, 720), (768, 1024), (390, 844), (844, 390))
GOALS = {(1440, 900): (0.55, 11.0), (1280, 720): (0.50, 9.5)}
"""The least share of the window, and the least median text in pixels, while the whole board is in view."""
LEAST_TEXT = 8.0
"""The least height of any text at 1440 x 900, in pixels."""
LEGIBLE = 10.0

MEASURES = """() => {
    const svg = document.querySelector(".board-frame svg");
    const frame = svg.getBoundingClientRect();
    const scale = (one) => Math.hypot(one.getScreenCTM().a, one.getScreenCTM().b);
    const size = (text, shown) => parseFloat(getComputedStyle(text).fontSize) * scale(shown);
    const texts = [...svg.querySelectorAll("text")].filter((one) => !one.closest("defs"));
    const letters = [...svg.querySelectorAll("use")].map((use) =>
        [svg.querySelector(`${use.getAttribute("href")} text`), use]);
    const median = (sizes) => sizes.sort((one, other) => one - other)[Math.floor(sizes.length / 2)];
    const background = svg.querySelector("#background rect").getBoundingClientRect();
    const written = texts.map((one) => size(one, one));
    const all = [...written, ...letters.map(([text, use]) => size(text, use))];
    const prompt = document.querySelector(".prompt")?.getBoundingClientRect();
    const style = (one) => getComputedStyle(one);
    const scrolls = (one) => /auto|scroll/.test(style(one).overflowY + style(one).overflowX);
    return {
        share: background.width * background.height / (innerWidth * innerHeight),
        whole: background.left >= frame.left - 1 && background.top >= frame.top - 1
            && background.right <= Math.min(frame.right, innerWidth) + 1
            && background.bottom <= Math.min(frame.bottom, innerHeight) + 1,
        written: median(written), text: median(all), least: Math.min(...all),
        board: Math.max(0, Math.min(frame.bottom, innerHeight) - frame.top) / frame.height,
        asked: prompt !== undefined && prompt.top >= 0 && prompt.bottom <= innerHeight,
        wide: document.documentElement.scrollWidth,
        scrollers: [...document.querySelectorAll("body *")].filter(scrolls)
            .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
            .map((one) => one.className || one.id),
    };
}"""
OVERLAPS = """() => {
    const svg = document.querySelector(".board-frame svg");
    const boxes = [...svg.querySelectorAll("text, use")].filter((one) => !one.closest("defs")).map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const trim = one.matches("text") ? height * 0.2 : 1; // room for accents, which no text here has
        return { one, left: x + 1, right: x + width - 1, top: y + trim, bottom: y + height - trim };
    });
    const found = [];
    boxes.forEach((a, n) => boxes.slice(n + 1).forEach((b) => {
        if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
            found.push([a, b].map(({ one }) => one.textContent || one.parentElement.id));
    }));
    return found;
}"""


def tokens(state: State) -> int:
    """Return how many kinds of pieces lie in all spaces together."""
    return sum([len(tokens_in(space)) for space in state.spaces])


@pytest.fixture(scope="module")
def crowded(server: Served) -> Table:
    """A table that goes on from the fullest board of a whole game."""
    return crowded_table(server)


def crowded_table(server: Served) -> Table:
    """Open a table with the fullest board of a whole game and an Event card. It asks for an action."""
    replay = game_of(GAME).replay
    assert replay is not None
    states = [step.state for step in replay.steps if step.state.phase == "card" and not step.state.done]
    fullest = max(states, key=tokens)
    assert tokens(fullest) > len(board().spaces)
    position = msgspec.to_builtins(position_of(fullest))
    table = Table.opened(server, "crowded", scenario=SCENARIO, players=TWO, position=position)
    while table.look()["asked"]["what"] != "action":
        seat, faction = table.asks, table.look()["asked"]["factions"][0]
        table.tell(seat, {"command": "submit", "move": f"{faction} pass"})
    return table


def arrives(comes: Comes, table: Table, size: tuple[int, int], **context: Any) -> Person:
    """Return the person who is asked, in a window of a size; small windows are touched."""
    width, height = size
    touch = width < 1000
    window = {"viewport": {"width": width, "height": height}, "has_touch": touch, "is_mobile": touch}
    person = comes(table.address(table.asks), **window, **context)
    person.page.wait_for_selector(".prompt")
    person.page.wait_for_selector("#changing > #space-hue")
    person.rest()
    return person


@pytest.mark.parametrize("scheme", sampled(["light", "dark"], 2))
def test_the_board_is_the_page(
    crowded: Table, comes: Comes, scheme: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole board is in view with its goals met. The question is on the first screen."""
    found = {}
    for size in SIZES:
        person = arrives(comes, crowded, size, color_scheme=scheme)
        person.page.locator('button[aria-label="Whole board"]').click()
        person.page.evaluate("scrollTo(0, 0)")
        found[size] = person.page.evaluate(MEASURES)
        if size in GOALS:
            assert person.page.evaluate(OVERLAPS) == []
    with capsys.disabled():
        print(f"\n{'layout':>11}  share of the board  median text  with letters  least  first screen")
        for (width, height), one in found.items():
            first = f"{'question, ' if one['asked'] else ''}{one['board']:.0%} of the board"
            sizes = f"{one['written']:8.1f} px  {one['text']:9.1f} px {one['least']:6.1f}"
            print(f"{f'{width} x {height}':>11}  {one['share']:18.1%}  {sizes}  {first}")
    for size, one in found.items():
        assert one["asked"] and one["wide"] <= size[0], size
        if size in GOALS:
            share, text = GOALS[size]
            assert one["whole"] and one["share"] >= share, size
            assert min(one["text"], one["written"]) >= text, size
        else:
            assert one["scrollers"] == [], size
    assert found[SIZES[0]]["least"] >= LEAST_TEXT
    assert found[768, 1024]["whole"] and found[844, 390]["whole"]
    assert found[390, 844]["board"] > 0.5


IN_SIGHT = """() => {
    const svg = document.querySelector(".board-frame svg");
    const frame = svg.getBoundingClientRect();
    const scale = svg.getScreenCTM().a;
    const names = [...svg.querySelectorAll(".reach.open")].map((mark) => {
        const id = mark.id.slice("reach-".length);
        return [id, svg.querySelector(`#name-${CSS.escape(id)} text`)];
    });
    const seen = names.filter(([, text]) => {
        const box = text.getBoundingClientRect();
        return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top
            && box.bottom <= Math.min(frame.bottom, innerHeight);
    });
    return {
        open: names.map(([id]) => id), seen: seen.map(([id]) => id),
        text: Math.min(...seen.map(([, text]) => parseFloat(getComputedStyle(text).fontSize) * scale)),
    };
}"""
SHOWN = "document.querySelector('.board-frame svg').getAttribute('viewBox')"


def shown(page: Page) -> list[float]:
    """Return the part of the drawing that is shown: left, top, width, height."""
    return [float(one) for one in str(page.evaluate(SHOWN)).split()]


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_a_small_board_goes_to_the_spaces_in_question(
    crowded: Table, comes: Comes, size: tuple[int, int]
) -> None:
    """Spaces that can be chosen come into sight with legible text; a button shows the others in turn."""
    person = arrives(comes, crowded, size)
    person.page.locator('button[data-answer="sweep"], button[data-answer="march"]').first.tap()
    person.page.wait_for_selector(".reach.open", state="attached")
    person.rest()
    measured = person.page.evaluate(MEASURES)
    assert measured["asked"] and measured["board"] > 0.9
    assert person.page.locator(".answers button").count() > 10
    seen: set[str] = set()
    for _ in range(12):
        person.page.locator(".board-frame").scroll_into_view_if_needed()
        now = person.page.evaluate(IN_SIGHT)
        assert now["seen"] and now["text"] >= LEGIBLE
        seen |= set(now["seen"])
        if seen >= set(now["open"]):
            break
        person.page.get_by_role("button", name="Spaces that can be chosen").click()
    assert seen >= set(now["open"])


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (768, 1024)])
def test_a_larger_board_stays_whole_at_a_question(
    crowded: Table, comes: Comes, size: tuple[int, int]
) -> None:
    """Where the whole board can be read, a question about spaces does not enlarge it."""
    person = arrives(comes, crowded, size)
    person.click('button[data-answer="train"], button[data-answer="march"]')
    person.page.wait_for_selector(".reach.open", state="attached")
    assert person.page.evaluate(MEASURES)["whole"]


def draws(page: Page, *places: Sequence[tuple[float, float]]) -> None:
    """Put fingers on the page, move them from place to place, and lift them. A place has a point for each."""
    session = page.context.new_cdp_session(page)
    kinds = ["touchStart", *["touchMove"] * (len(places) - 1), "touchEnd"]
    for kind, points in zip(kinds, [*places, ()], strict=True):
        fingers = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    session.detach()


def test_two_fingers_enlarge_the_board_and_one_moves_it(crowded: Table, comes: Comes) -> None:
    """On a phone, fingers enlarge the board and move it, and nothing is chosen by that."""
    person = arrives(comes, crowded, (PHONE["width"], PHONE["height"]))
    page = person.page
    page.locator('button[aria-label="Whole board"]').click()
    page.evaluate("scrollTo(0, 0)")
    box = page.locator(".board-frame").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    whole, move = shown(page), page.input_value("#line")
    draws(page, *[((x - by, y), (x + by, y)) for by in (30, 50, 80, 110)])
    larger = shown(page)
    assert larger[2] < whole[2] / 2
    draws(page, *[((x - by, y - by),) for by in (0, 20, 40, 60)])
    moved = shown(page)
    assert moved[2] == pytest.approx(larger[2]) and moved[0] > larger[0] and moved[1] > larger[1]
    person.rest()
    assert page.input_value("#line") == move


def test_a_tap_shows_what_a_space_holds(crowded: Table, comes: Comes) -> None:
    """A tap on a space that cannot be chosen shows its contents; a tap beside the map hides them."""
    person = arrives(comes, crowded, (768, 1024))
    person.page.locator("#ground-hue rect").tap()
    about = person.page.locator(".about")
    about.wait_for()
    assert about.locator("h3").inner_text().startswith("Hue")
    person.page.locator("#panel-key rect").tap()
    about.wait_for(state="hidden")


def test_a_piece_is_chosen_by_a_click(server: Served, comes: Comes) -> None:
    """A click on a kind of piece leaves only the answers with that kind."""
    table = Table.opened(server, "pieces", players=TWO)
    table.comes_to("US")
    person = comes(table.address(table.asks))
    person.page.wait_for_selector(".verb")
    person.types("US sweep Sai")
    person.page.get_by_role("button", name="Air Lift").first.click()
    person.rest()
    for piece, words in (("ut", "US Troops"), ("at", "ARVN Troops")):
        person.click(f"#saigon-{piece}")
        person.click("#ground-hue rect")
        rows = person.page.locator(".questions .numbers")
        assert [row.split(" Saigon")[0] for row in rows.all_inner_texts()] == [words]
        answers = person.page.locator(".questions .answers > button")
        assert answers.count() == rows.locator("button").count()


def test_an_answer_in_the_list_is_marked_on_the_board(crowded: Table, comes: Comes) -> None:
    """Pointing at an answer, or its focus, marks its spaces; a space with the focus shows its details."""
    person = arrives(comes, crowded, (1280, 720))
    person.click(".verb")
    answer = person.page.locator(".questions [data-spaces]:not([data-spaces=''])").first
    space = str(answer.get_attribute("data-spaces")).split()[0]
    marked = person.page.locator(f"#reach-{space}.hint")
    answer.hover()
    marked.wait_for(state="attached")
    person.page.mouse.move(1, 1)
    marked.wait_for(state="detached")
    person.page.locator("#line").focus()
    person.page.keyboard.press("Tab")
    answer.focus()
    marked.wait_for(state="attached")
    person.page.locator("#line").focus()
    marked.wait_for(state="detached")
    person.page.locator(f"#reach-{space}").focus()
    person.page.locator(".about h3").wait_for()
