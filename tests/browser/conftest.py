"""A real browser for the tests of pages: one a session, and a fresh context for every test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from looking import CHROMIUM, FLAGS, complaints, found_chromium
from playing import ENGLISH, TWO, Comes, Person, Served, Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium as the system has it; without it, or without Playwright, the test skips itself."""
    api = pytest.importorskip("playwright.sync_api", reason="no playwright: the extra ci is not installed")
    found = found_chromium()
    if found is None:
        pytest.skip(f"no browser: none of {', '.join(CHROMIUM)} is on the PATH")
    with api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield launched
        launched.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Return a new context: its storage, its network, its size."""
    found = browser.new_context(viewport={"width": 1280, "height": 800}, locale=ENGLISH)
    yield found
    found.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page; the test fails if its script has thrown, or if its policy has kept something from it."""
    found = context.new_page()
    wrong = complaints(found)
    yield found
    assert wrong == []


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for all tests of a session, which must end properly when stopped."""
    pytest.importorskip("uvicorn", reason="the extra server is not installed")
    served = Served(tmp_path_factory.mktemp("tables") / "tables.db")
    yield served
    assert served.end() == 143


@pytest.fixture(scope="module")
def server(shared_server: Served) -> Served:
    """The server of this module. Tables are found by their names alone, so modules may share one."""
    return shared_server


@pytest.fixture
def comes(browser: Browser) -> Iterator[Comes]:
    """Return a person who comes with a link, in a new browser, and leaves after the test."""
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
