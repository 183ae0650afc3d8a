"""The size of the page of a game, and its speed in a browser.

    fitl random --scenario full --seed 5 -o full.fitl
    PYTHONPATH=tests/browser python tests/bench/pages.py full.fitl

It prints the time to write the page, and its size. In Chromium, at the size of a desk and of a phone, it
measures the time until the board is first seen. It also measures a step: its work, and the time until it is
painted.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from looking import FLAGS, PHONE, first_seen, found_chromium, work_of_a_step
from playwright.sync_api import sync_playwright

from fitl_core.game.files import play_log, read_log
from fitl_core.pages.whole_replay import replay_page

DESK = {"width": 1440, "height": 900}
PAINTED = """async () => {
    const times = [];
    for (let n = 0; n < 100; n += 1) {
        const before = performance.now();
        document.querySelector("[data-go=event][data-by='-1']").click();
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        times.push(performance.now() - before);
    }
    return times;
}"""


def main(path: Path) -> None:
    """Write the page of a game, open it, step through it, and print the figures."""
    game = play_log(read_log(path.read_bytes(), path.name))
    assert game.replay is not None
    before = time.perf_counter()
    html = replay_page(game, game.replay)
    spent = time.perf_counter() - before
    print(f"{game.replay.sound} events: {len(html.encode()) / 1e6:.2f} MB, written in {spent:.1f} s")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "replay.html"
        file.write_text(html, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=found_chromium(), args=list(FLAGS))
        for name, size in (("desk", DESK), ("phone", PHONE)):
            page = browser.new_page(viewport=size)  # type: ignore[arg-type]
            page.goto(file.as_uri())
            print(f"  {name}: the board is seen after {first_seen(page):.0f} ms")
            print(f"    a step: {work_of_a_step(page, 100):.1f} ms of work", end="; ")
            painted = sorted(page.evaluate(PAINTED))
            print(f"painted after {statistics.median(painted):.0f} ms, 95 of 100 within {painted[94]:.0f} ms")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
