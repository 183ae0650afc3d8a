"""The pages of measured figures: short, with the command that writes them, the commit and the machine."""

from __future__ import annotations

import re
from pathlib import Path

import fuzz
import pytest
from commit import measured_at
from fuzzing.page import INPUTS, Measured, page

EVIDENCE = Path(__file__).parents[1] / "docs" / "evidence"
MOST_LINES = {
    "benchmarks": 100,
    "fuzzing": 60,
    "trials": 100,
    "trials-non-players": 60,
    "trials-tables": 60,
    "trials-policies": 20,
    "trials-friends": 40,
    "mutations": 40,
    "environments": 40,
    "ten-thousand-games": 40,
}
WHERE = re.compile(r"\bcommit [0-9a-f]{7,}, Python [0-9.]+,\s\w+ with [0-9]+ processors", re.I)


@pytest.mark.parametrize("name", MOST_LINES)
def test_a_page_of_figures_says_how_it_was_made(name: str) -> None:
    """It names its command, the commit and the machine."""
    text = (EVIDENCE / f"{name}.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES[name]
    command = re.search(r"`python (tests/[a-z_/]+\.py)[^`]*`", text)
    assert command is not None and (EVIDENCE.parents[1] / command[1]).exists()
    assert WHERE.search(text), text[:500]


def test_the_page_on_fuzzing_adds_up() -> None:
    """It has a row for each target, and the sums."""
    runs = [Measured("text", 1200, 10.4, 0), Measured("line", 34, 9.8, 2)]
    made = page("python tests/fuzz.py --page", runs, by_coverage=False, limit=fuzz.LIMIT)
    assert "| text | 1,200 | 10 | 0 |\n| line | 34 | 10 | 2 |\n| all | 1,234 | 20 | 2 |\n" in made
    assert measured_at() in made and "atheris watches" not in made
    assert "atheris watches" in page("", runs, by_coverage=True, limit=fuzz.LIMIT)


def test_the_page_on_fuzzing_describes_each_target() -> None:
    """Every target of the fuzzers has its input and its checks."""
    assert tuple(INPUTS) == fuzz.NAMES
