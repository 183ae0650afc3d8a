"""Samples of what `tests/bench/at_tables.py` and `.ci/long` do at length."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
POSTGRES = os.environ.get("FITL_TEST_POSTGRES", "")


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a new store."""
    if request.param == "sqlite":
        yield f"sqlite:{tmp_path / 'tables.db'}"
        return
    if not POSTGRES:
        pytest.skip("FITL_TEST_POSTGRES names no PostgreSQL")
    schema = f"fitl_test_{uuid.uuid4().hex[:12]}"
    yield f"{POSTGRES}{'&' if '?' in POSTGRES else '?'}schema={schema}"
    import psycopg

    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE".encode())


def tried(*arguments: object) -> dict[str, Any]:
    """What a trial found, in a process of its own; nothing wrong."""
    command = [sys.executable, "tests/table_trials.py", *map(str, arguments)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    told = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert told.stdout, told.stderr
    found: dict[str, Any] = json.loads(told.stdout)
    assert found["wrong"] == [] and told.returncode == 0, told.stderr
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="it finds the child that it kills in /proc")
def test_a_player_is_killed(address: str) -> None:
    """At random moments: nothing acknowledged is lost, nothing half-written is found, every table holds."""
    assert tried("kill", address, 4)["killed"] == 4


def test_many_processes_at_many_tables(address: str) -> None:
    """Each move that is acknowledged is there once, in order; the late are refused, and come again."""
    assert tried("many", address, 4, 3, 4)["moves"] > 8


def test_memory_does_not_grow_with_tables(tmp_path: Path) -> None:
    """Tables opened one after another leave no more than the few seen last."""
    tried("memory", f"sqlite:{tmp_path / 'tables.db'}", 60)
