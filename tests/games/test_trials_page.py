"""The trials page accounts for every violation code, and its maker adds up every report."""

from __future__ import annotations

import re
from pathlib import Path

from codes_page import NO_LOG_REACHES
from trials_page import page

from fitl_core.facts.code_lists import codes
from fitl_core.facts.editions import Edition
from fitl_core.record.setup import Setup
from fitl_core.testing.trial_reports import sum_up, try_one

PAGE = Path(__file__).parents[2] / "docs" / "evidence" / "trials.md"


def test_every_code_has_occurred_or_is_listed() -> None:
    """Each violation code is met in the trials, or listed with a reason."""
    listed = set(re.findall(r"^\| ([a-z-]+) \| \D", PAGE.read_text(), re.M))
    seen = set(re.findall(r"([a-z-]+) [0-9,]+[,.](?: |$)", PAGE.read_text().rpartition("each code\n")[2]))
    assert set(codes().violations) - seen - listed == set()


def test_reports_add_up() -> None:
    """The page adds up the games and events of all reports; a code met in one report counts."""
    setups = [Setup("short", edition) for edition in Edition]
    reports = [sum_up(setup, [try_one(setup, 4, 1)]) for setup in setups]
    made = page(reports, {"ineligible", "wrong-roll"}, NO_LOG_REACHES)
    assert f"| all | both | 2 | {sum(report.events for report in reports)} |" in made
    assert "| wrong-roll | the reader refuses a die" in made
