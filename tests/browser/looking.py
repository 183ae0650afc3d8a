"""The browser for the tests of pages, and their means of looking at a page."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
SWITCHED_OFF = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *(
        "ThirdPartyStoragePartitioning",
        "OptimizationHints",
        "NetworkTimeServiceQuerying",
        "PreconnectToSearch",
    ),
)
"""Features of Chromium that the tests do without.

The first two open pages for the address bar in each context, which take half of its processor time.
Playwright switches the others off. Only the last list of a command line counts, so they stand here, too.
"""
FLAGS = (
    f"--disable-features={','.join(SWITCHED_OFF)}",
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE = {"width": 390, "height": 844}


def found_chromium() -> str | None:
    """Return the place of Chromium on this system; None if there is none."""
    return next((path for name in CHROMIUM if (path := shutil.which(name))), None)


def complaints(page: Page) -> list[str]:
    """Collect a page's complaints as they come: exceptions of its script, errors, loads that its policy
    refuses.

    A refusal by the server is no complaint: the page shows it.
    """
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))

    def heard(kind: str, text: str) -> None:
        if "Security Policy" in text or (kind == "error" and not text.startswith("Failed to load resource")):
            wrong.append(text)

    page.on("console", lambda told: heard(told.type, told.text))
    return wrong


def barriers(page: Page, within: str | None = None, rules: Sequence[str] = ()) -> list[str]:
    """Return all barriers that axe-core finds, whatever their impact: the rule and the place.

    `within` limits it to a part of the page, where rules on whole pages find nothing; `rules` to some rules.
    """
    from axe_playwright_python.sync_playwright import Axe

    options: dict[str, object] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    found = Axe().run(page, context=within, options=options).response["violations"]
    return [f"{one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"]]


@contextmanager
def working(page: Page) -> Iterator[Callable[[], float]]:
    """Measures for how many milliseconds a page works, painting and all.

    It is the time of the page's thread, so that other programs do not bear on it.
    """
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def worked() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))

    before = worked()
    yield lambda: worked() - before
    session.detach()


FIRST = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def first_seen(page: Page) -> float:
    """Wait until anything of a page is seen; return the milliseconds.

    The page's policy would keep a script that waits within the page from running.
    """
    for _ in range(600):
        if (first := page.evaluate(FIRST)) is not None:
            return float(first)
        page.wait_for_timeout(50)
    raise AssertionError("nothing of the page is seen")


STEPS = """async (number) => {
    for (let n = 0; n < number; n += 1) {
        document.querySelector("[data-go=event][data-by='1']").click();
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }
}"""


def work_of_a_step(page: Page, number: int) -> float:
    """Return the mean milliseconds for which a page works at a step to the next event."""
    with working(page) as work:
        page.evaluate(STEPS, number)
        return work() / number
