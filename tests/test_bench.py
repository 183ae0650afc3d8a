"""The benchmark runs, and its page is equal to its output."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BENCHMARKS = ROOT / "docs" / "evidence" / "benchmarks.md"


def test_the_benchmark_measures_every_step() -> None:
    """Reading, checking, folding and showing of a fixture game and of a random one, and memory."""
    command = [sys.executable, "tests/bench/speed.py", "fixtures/tutorial.fitl", "--random=1", "--rounds=1"]
    found = {**os.environ, "PYTHONPATH": str(ROOT)}
    told = subprocess.run(command, cwd=ROOT, env=found, check=True, capture_output=True, text=True).stdout
    steps = ("read", "check", "fold", "replay, checked", "replay, effects trusted", "trivial fold", "show")
    for step in steps:
        assert told.count(f"\n  {step} ") >= 2, told
    assert "MiB" in told


def test_the_page_has_one_table_of_ratios_and_its_chart(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page has at most 100 lines, the commit, the machine, and a chart (`python tests/bench/page.py`)."""
    monkeypatch.syspath_prepend(ROOT / "tests" / "bench")
    import page

    text = BENCHMARKS.read_text(encoding="utf-8")
    assert text.count("\n") <= 100
    assert re.search(r"commit [0-9a-f]{7,}, Python 3\.\d+\.\d+,\n\S+ with \d+ processors", text)
    assert [line for line in text.splitlines() if line.startswith("| work ")] != []
    assert text.endswith(page.TAIL)
    assert BENCHMARKS.with_suffix(".svg").read_text(encoding="utf-8") == page.chart(page.last_column(text))
