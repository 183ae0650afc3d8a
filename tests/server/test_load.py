"""A sample of the long run of `tests/bench/serve_load.py`."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from serving import ROOT


def test_tables_at_once_over_http(address: str) -> None:
    """Two processes, six tables of four clients that look at all: nothing fails, news come in order."""
    command = [sys.executable, "tests/bench/serve_load.py", "--tables", "6", "--seconds", "3"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    command += ["--processes", "2", "--address", address]
    told = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    found = json.loads(told.stdout or "{}")
    assert told.returncode == 0, (found, told.stderr)
    assert found["moves"]["number"] == 6 * 3 and found["news"]["number"] == 4 * 6 * 3
