"""Write every generated page of the docs: `python tests/pages.py [NAME...]`.

A NAME is a part of a page's path, such as `codes`. Without names all pages are written. `--check` writes
nothing and fails if a page is stale. `.ci/long` writes the pages of long trials, fuzzing and
speed.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # ahead of this folder, which has a folder `notation` too

import case_index  # noqa: E402
import clarifications_page  # noqa: E402
import cli_page  # noqa: E402
import codes_page  # noqa: E402
import compliance_page  # noqa: E402
import non_player_nodes_page  # noqa: E402
import order_page  # noqa: E402
import questions_page  # noqa: E402
import rooms  # noqa: E402
import rule_coverage  # noqa: E402
import rules_releases_page  # noqa: E402

ARCHITECTURE = ROOT / "docs" / "understand" / "architecture.md"


QUESTIONS = "docs/look-up/questions.md"
"""Pages made of random games, which take a minute: written, but not compared by `--check`."""
DRAWING = re.compile(r"(?<=\n\n)(?:HOUSE|ROOMS|    [┌\w].*(?:\n    .*)*)(?=\n\n)")


def architecture() -> str:
    """Return the page on the architecture with fresh drawings of areas and rooms."""
    drawings = iter([rooms.house(), rooms.picture()])
    return DRAWING.sub(lambda _: next(drawings), ARCHITECTURE.read_text(encoding="utf-8"))


def schemas() -> Mapping[str, Callable[[], str]]:
    """Return the JSON Schemas that `fitl show --schema NAME` prints, by their pages."""

    def printed(name: str) -> str:
        command = [sys.executable, "-m", "fitl_cli", "show", "--schema", name]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    return {
        f"docs/look-up/{name}.schema.json": lambda name=name: printed(name)  # type: ignore[misc]
        for name in ("effects", "state", "table", "walk")
    }


def pages() -> dict[str, Callable[[], str]]:
    """Return the text of each generated page, by its path."""
    return {
        "fitl_core/tell/data/cases.json": case_index.index,
        "docs/look-up/cli.md": cli_page.page,
        "docs/look-up/order.md": order_page.page,
        "docs/look-up/codes.md": codes_page.page,
        "docs/look-up/rulings.md": clarifications_page.page,
        "docs/look-up/rules-releases.md": rules_releases_page.page,
        "docs/evidence/compliance.md": compliance_page.page,
        "docs/evidence/coverage.md": rule_coverage.page,
        "docs/evidence/non-players.md": non_player_nodes_page.page,
        "docs/understand/architecture.md": architecture,
        **schemas(),
        QUESTIONS: questions_page.page,
    }


def main(arguments: list[str]) -> int:
    """Write the pages, or check them."""
    check = "--check" in arguments
    names = [name for name in arguments if not name.startswith("-")]
    stale = []
    for name, text in pages().items():
        if names and not any(part in name for part in names):
            continue
        if check and name == QUESTIONS:
            continue
        path, fresh = ROOT / name, text()
        if path.read_text(encoding="utf-8") != fresh:
            stale.append(name)
            if not check:
                path.write_text(fresh, encoding="utf-8")
    for name in stale:
        print(f"{name} is stale" if check else f"wrote {name}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
