"""Take the pictures of docs/look-up/board.md again, in Chromium: `python tests/layout_pictures.py`.

They show the layouts of the page with a crowded board, while the asked seat answers a question about spaces.
`pngquant` makes them small.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # ahead of this folder, which has a folder `notation` too
sys.path.append(str(Path(__file__).with_name("browser")))

from looking import FLAGS, found_chromium
from playing import Person, Served
from test_board_sizes import arrives, crowded_table

FOLDER = Path(__file__).parents[1] / "docs" / "layouts"
LAYOUTS = {
    (1440, 900): "light",
    (1280, 720): "dark",
    (768, 1024): "light",
    (390, 844): "light",
    (844, 390): "dark",
}


def main() -> None:
    """Take a picture of each layout."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found_chromium(), args=list(FLAGS))
        server = Served(Path(folder) / "tables.db")
        table = crowded_table(server)
        for size, scheme in LAYOUTS.items():
            person = arrives(
                lambda url, **more: Person(browser, url, **more), table, size, color_scheme=scheme
            )
            person.click('button[data-answer="train"], button[data-answer="march"]')
            person.page.wait_for_selector(".reach.open", state="attached")
            person.page.mouse.move(1, 1)
            person.page.evaluate("document.activeElement.blur()")
            person.rest()
            person.page.wait_for_timeout(500)  # what was under the pointer fades
            picture = FOLDER / f"{size[0]}.png"
            person.page.screenshot(path=picture)
            subprocess.run(["pngquant", "--force", "--ext", ".png", "64", picture], check=True)
            person.leave()
        browser.close()
        server.end()


if __name__ == "__main__":
    main()
