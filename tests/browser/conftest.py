"""A real browser for the tests of pages: one a session, and a fresh context for every test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from looking import CHROMIUM, FLAGS, complaints, found_chromium

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
    """A context of its own: its storage, its network, its size."""
    found = browser.new_context(viewport={"width": 1280, "height": 800})
    yield found
    found.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page; the test fails if its script has thrown, or if its policy has kept something from it."""
    found = context.new_page()
    wrong = complaints(found)
    yield found
    assert wrong == []
