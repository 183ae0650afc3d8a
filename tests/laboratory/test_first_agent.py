"""The agent of docs/learn/first-agent.md plays, and beats chance (issue 34)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from samples import WHOLE

from fitl_core.facts.factions import VC
from fitl_core.laboratory.comparing import compared, contender_of, pairs_of
from fitl_core.laboratory.other_versions import play_in_version
from fitl_core.record.setup import Setup

PAGE = Path(__file__).parents[2] / "docs/learn/first-agent.md"
GAMES = 100 if WHOLE else 4


def test_7_2_the_first_agent_beats_chance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent of at most 40 lines is clearly better than random play. `.ci/run` takes the first 4 games."""
    page = PAGE.read_text(encoding="utf-8")
    code = next(block for block in page.split("```text\n")[1:] if "import json" in block).partition("```")[0]
    assert len(code.splitlines()) <= 40
    (tmp_path / "agent.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    agent = f"command:{sys.executable} agent.py"
    pairs = pairs_of(Setup("short"), contender_of(agent), contender_of("random"), range(1, GAMES + 1), [VC])
    found = compared([play_in_version(one) for one in pairs], "agent", "random", "section-8", "short")
    assert found.faults == ()
    assert found.seats[0].margin.mean > 0 and (found.seats[0].margin.is_clear or not WHOLE)
