"""Four seats of one table: two windows with a mouse, a phone with fingers, and one by roles and keys alone.

Nobody types a move. All that each browser receives is recorded and searched for the secrets of the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from friends_screens import checked, sees
from friends_secrets import found_in, keep_secrets, received, secrets
from looking import PHONE
from playing import Person, Served, Table
from proxies import below

from fitl_core.stores.store_addresses import open_store
from fitl_core.table.tables import Tables

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SEED = "1"
"""The seed of a deck whose first cards ask VC, US, ARVN and NVA in this order, twice."""
SCREENS: dict[str, dict[str, Any]] = {
    "US": {"viewport": {"width": 1440, "height": 900}},
    "ARVN": {"viewport": {"width": 1280, "height": 720}, "color_scheme": "dark"},
    "NVA": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
    "VC": {"viewport": {"width": 1280, "height": 800}},
}
MOST_TABS = 200
"""The most presses of Tab on the way to a button."""


class Mouse:
    """A seat that clicks: answers in the list, and spaces on the board."""

    def __init__(self, person: Person) -> None:
        self.person = person

    def answers(self, *texts: str) -> None:
        """Click answers in the list, one after the other."""
        for text in texts:
            self.person.click(f'.questions [data-answer="{text}"]')

    def spaces(self, *spaces: str) -> None:
        """Click spaces on the board."""
        for space in spaces:
            self.person.page.mouse.click(*self.place_of(space))
            self.person.rest()

    def place_of(self, space: str) -> tuple[float, float]:
        """Return the middle of a space's name on the screen."""
        box = self.person.page.locator(f"#name-{space} text").first.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def plays(self) -> None:
        """Play the move on the screen."""
        self.person.click("[data-key=play]:not([disabled])")


class Fingers(Mouse):
    """A seat on a phone: an answer with an effect is tapped, read, and then chosen."""

    def __init__(self, person: Person) -> None:
        super().__init__(person)
        self.read: list[str] = []
        """The effects that were read before an answer was given."""

    def answers(self, *texts: str) -> None:
        """Tap answers in the list."""
        for text in texts:
            self.person.page.locator(f'.questions [data-answer="{text}"]').first.tap()
            self._chooses()

    def spaces(self, *spaces: str) -> None:
        """Tap spaces on the board."""
        for space in spaces:
            self.person.page.locator(".board-frame").scroll_into_view_if_needed()
            for _ in range(12):
                if self._is_in_sight(space):
                    break
                self.person.page.get_by_role("button", name="Spaces that can be chosen").tap()
            self.person.page.touchscreen.tap(*self.place_of(space))
            self._chooses()

    def plays(self) -> None:
        """Tap Play."""
        self.person.page.locator("[data-key=play]:not([disabled])").tap()
        self.person.rest()

    def _is_in_sight(self, space: str) -> bool:
        frame = self.person.page.locator(".board-frame").bounding_box()
        assert frame is not None
        across, down = self.place_of(space)
        return 0 < across - frame["x"] < frame["width"] and 0 < down - frame["y"] < frame["height"]

    def _chooses(self) -> None:
        self.person.rest()
        if self.person.is_shown(".offered"):
            self.read.append(self.person.page.locator(".offered").inner_text())
            self.person.page.locator(".offered").get_by_role("button", name="Choose").tap()
            self.person.rest()


class Keys:
    """A seat that knows only the accessibility tree: roles, names, and the keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def presses(self, name: str | re.Pattern[str], within: str | None = None) -> None:
        """Go to a button by Tab, and press Enter on it."""
        place: Any = self.page if within is None else self.page.get_by_role("group", name=within)
        wanted = place.get_by_role("button", name=name).first
        wanted.wait_for()
        for _ in range(MOST_TABS):
            if wanted.evaluate("(one) => one === document.activeElement"):
                break
            self.page.keyboard.press("Tab")
        else:
            raise AssertionError(f"Tab does not lead to {name}")
        self.page.keyboard.press("Enter")

    def hears_its_turn(self) -> None:
        """Wait until the top of the page, as it is read aloud, has the turn."""
        self.page.get_by_role("banner").filter(has_text="Your turn").wait_for()
        assert "Your turn" in self.page.get_by_role("banner").aria_snapshot()

    def plays(self) -> None:
        """Play the move once it may be played."""
        self.page.get_by_role("button", name="Play", exact=True, disabled=False).wait_for()
        self.presses(re.compile("^Play$"))


class Four:
    """The table and its four seats. Each has a browser, and a proxy records all that the browser gets."""

    def __init__(self, browser: Browser, server: Served, stack: ExitStack) -> None:
        self.table = Table.opened(server, "four", seed=SEED, options=["deception"])
        self.tables = Tables(open_store(server.store))
        self.personal = keep_secrets(self.tables, self.table)
        self.heard: dict[str, list[bytes]] = {seat: [] for seat in SCREENS}
        self.people: dict[str, Person] = {}
        for seat, screen in SCREENS.items():
            url = stack.enter_context(below("/", self.table.url, strips=True, heard=self.heard[seat]))
            place = self.table.address(seat).partition("#")[2]
            self.people[seat] = Person(browser, f"{url}#{place}", **screen)
        self.us, self.arvn = Mouse(self.people["US"]), Mouse(self.people["ARVN"])
        self.nva, self.vc = Fingers(self.people["NVA"]), Keys(self.people["VC"].page)

    def turn(self, seat: str, acts: Callable[[], None]) -> str:
        """Let a seat act in its turn, check all four screens, and return the line of its move."""
        assert self.table.asks == seat
        before = self.table.look()["lines"][-1]["number"]
        acts()
        for person in self.people.values():
            person.sees_line(before + 1)
        view, events = self.table.look(), self.table.look("/events")["events"]
        for name, person in self.people.items():
            checked(name, sees(person, view, 10), view, events)
        (line,) = (one["text"] for one in view["lines"] if one["number"] == before + 1)
        return " ".join(str(line).split())


@pytest.fixture
def four(browser: Browser, tmp_path: Path) -> Iterator[Four]:
    """Four seats at a table; afterwards nothing has gone wrong in any browser."""
    pytest.importorskip("uvicorn", reason="the extra server is not installed")
    served = Served(tmp_path / "tables.db")
    with ExitStack() as stack:
        four = Four(browser, served, stack)
        yield four
        for person in four.people.values():
            person.leave()
    assert served.end() == 143


def test_four_seats_play(four: Four) -> None:
    """Train with Pacify and Govern by clicks, Rally and March by taps, Terror and Rally by keys alone."""
    assert four.turn("VC", lambda: terrorizes(four.vc, "Binh Dinh")).startswith("VC terror BDi")
    assert "pacify BDi" in four.turn("US", lambda: trains_and_pacifies(four.us))
    assert "govern CaT aid" in four.turn("ARVN", lambda: trains_and_governs(four.arvn))
    assert four.turn("NVA", lambda: rallies_by_taps(four.nva)).startswith("NVA rally")
    assert any("NVA Resources" in told for told in four.nva.read)
    for _ in range(4):
        four.turn(seat := four.table.asks, lambda seat=seat: SECOND[seat](four))
    told = {seat: four.people[seat].page.locator(".since").inner_text() for seat in SCREENS}
    assert all("Since your last turn" in told[seat] for seat in ("VC", "US", "ARVN")), told
    assert secrets_received(four) == {}


def terrorizes(vc: Keys, space: str) -> None:
    """Terror in a space, by keys."""
    vc.hears_its_turn()
    vc.presses(re.compile("^Terror$"))
    vc.presses(re.compile(f"^{space}"), within="A space for Terror")
    vc.plays()


def trains_and_pacifies(us: Mouse) -> None:
    """Train in a space clicked on the board, place Police, and Pacify there."""
    us.answers("train")
    us.spaces("binh-dinh")
    us.answers("BDi+2ap", "pacify", "BDi:terror-1", "BDi=PS")
    us.plays()


def trains_and_governs(arvn: Mouse) -> None:
    """Train in Saigon and Govern Can Tho, both clicked on the board."""
    arvn.answers("train")
    arvn.spaces("saigon")
    arvn.answers("Sai+6at", "govern")
    arvn.spaces("can-tho")
    arvn.answers("aid")
    arvn.plays()


def rallies_by_taps(nva: Fingers) -> None:
    """Rally in a space tapped on the board."""
    nva.answers("rally")
    nva.spaces("quang-tri-thua-thien")
    nva.answers("QTr+ng")
    nva.plays()


def rallies_by_keys(vc: Keys) -> None:
    """Rally in a space, by keys."""
    vc.hears_its_turn()
    vc.presses(re.compile("^Rally$"))
    vc.presses(re.compile("^Tay Ninh"), within="A space to Rally in")
    vc.presses(re.compile("^2 VC Guerrillas"), within="Pieces to place in Tay Ninh")
    vc.plays()


def marches_by_taps(nva: Fingers) -> None:
    """March from North Vietnam, both spaces tapped on the board."""
    nva.answers("march")
    nva.spaces("north-vietnam", "central-laos")
    nva.answers("NVn>CLa:2nt")
    nva.plays()


def sweeps(us: Mouse) -> None:
    """Sweep in a space clicked on the board."""
    us.answers("sweep")
    us.spaces("binh-dinh")
    us.answers("BDi")
    us.plays()


def patrols(arvn: Mouse) -> None:
    """Patrol, with pieces that are clicked from space to space."""
    arvn.answers("patrol")
    arvn.spaces("saigon", "loc-saigon-can-tho")
    arvn.answers("Sai>SaCT:2at")
    arvn.plays()


SECOND: dict[str, Callable[[Four], None]] = {
    "US": lambda four: sweeps(four.us),
    "ARVN": lambda four: patrols(four.arvn),
    "NVA": lambda four: marches_by_taps(four.nva),
    "VC": lambda four: rallies_by_keys(four.vc),
}
"""The second turn of each seat."""


def secrets_received(four: Four) -> dict[str, list[str]]:
    """Return the secrets of others that any browser has received, by its seat."""
    found = {}
    for seat, person in four.people.items():
        text = received(four.heard[seat], person)
        assert four.table.links[seat] in text, "the search finds what this browser may know"
        dealt = set(re.findall(r'"fact":"markers-dealt","seat":"([^"]*)"', text)) - {seat}
        wrong = found_in(text, secrets(four.tables, four.table, seat, four.personal))
        if dealt or wrong:
            found[seat] = [*dealt, *wrong]
    return found
