"""The browser of the page tests reports faults of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from looking import barriers

if TYPE_CHECKING:
    from playwright.sync_api import Page

PAGE = "<!doctype html><html lang=en><title>t</title><main><h1>Hue</h1>%s</main>"


def test_a_button_without_a_name_is_a_barrier(page: Page) -> None:
    """A button without a name is a barrier, and a button with a name is none."""
    page.set_content(PAGE % "<button>next</button>")
    assert barriers(page) == []
    page.set_content(PAGE % "<button></button>")
    assert [one.split(":")[0] for one in barriers(page)] == ["button-name"]
