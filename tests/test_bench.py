"""The benchmark runs, so that whoever asks how fast it is gets an answer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_benchmark_measures_every_step() -> None:
    """Reading, checking, folding and showing of a fixture game and of a random one, and memory."""
    command = [sys.executable, "tests/bench/speed.py", "fixtures/tutorial.fitl", "--random=1", "--rounds=1"]
    found = {**os.environ, "PYTHONPATH": str(ROOT)}
    told = subprocess.run(command, cwd=ROOT, env=found, check=True, capture_output=True, text=True).stdout
    steps = ("read", "check", "fold", "replay, checked", "replay, effects trusted", "trivial fold", "show")
    for step in steps:
        assert told.count(f"\n  {step} ") >= 2, told
    assert "MiB" in told
