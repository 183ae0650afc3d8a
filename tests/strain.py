"""Shared by trials under strain: a separate process, children that report through a pipe, memory."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def trial(script: str, *arguments: object) -> dict[str, Any]:
    """The results of a trial (`store_trials`, `table_trials`); `wrong` is none if all went well."""
    command = [sys.executable, f"tests/{script}.py", *map(str, arguments)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    told = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(told.stdout or '{"wrong": []}')
    if told.returncode and not found["wrong"]:
        found["wrong"] = [told.stderr]
    return found


def tried(script: str, *arguments: object) -> dict[str, Any]:
    """Return the results of a trial, and check that nothing was wrong."""
    found = trial(script, *arguments)
    assert not found["wrong"], found["wrong"]
    return found


def forked(work: Callable[[int], None]) -> tuple[int, int]:
    """Fork a child that works and runs none of its parent's code after; return its number and its pipe."""
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(told)
        _act(work, tell)
    os.close(tell)
    return child, told


def _act(work: Callable[[int], None], tell: int) -> None:
    code = 1
    try:
        work(tell)
        code = 0
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
    finally:
        os._exit(code)


def peak() -> float:
    """The most memory that this process has had, in MiB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1024 if sys.platform == "linux" else 1024**2)
