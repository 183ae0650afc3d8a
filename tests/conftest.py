"""Shared test setup: chance is the same in each run; each refusal has a listed code; stores; Ctrl-C."""

import hashlib
import os
import signal
import uuid
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.code_lists import codes
from fitl_core.table.tables import Tables
from notation.errors import NotationError, UnreadableError

settings.register_profile(
    "fitl", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fitl")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a shell's background: commands would inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than processors: the tests of servers and of the page mostly wait."""
    asked = os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS", "")
    return int(asked) if asked else (os.cpu_count() or 1) + 1


def _look_up(kind: type[Violation | NotationError | UnreadableError], listed: dict[str, str]) -> None:
    """From now on every error of a kind has its code on the list."""
    begin = kind.__init__

    def init(self: Any, first: Refusal | str, *args: Any, **more: Any) -> None:
        code = first.code if isinstance(first, Refusal) else first
        assert code in listed, f"no code of the list: {code}"
        begin(self, first, *args, **more)

    kind.__init__ = init  # type: ignore[method-assign]


_look_up(Violation, codes().violations)
_look_up(NotationError, codes().faults)
_look_up(UnreadableError, codes().faults)


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that a test makes in its own process deal and roll the same each time that it runs."""
    draws = count()

    def drawn(size: int) -> bytes:
        return hashlib.shake_256(f"{request.node.nodeid} {next(draws)}".encode()).digest(size)

    now, _, recent = Tables.__init__.__defaults__ or ()
    monkeypatch.setattr(Tables.__init__, "__defaults__", (now, drawn, recent))


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a new store."""
    if request.param == "sqlite":
        yield f"sqlite:{tmp_path / 'tables.db'}"
        return
    postgres = os.environ.get("FITL_TEST_POSTGRES", "")
    if not postgres:
        pytest.skip("FITL_TEST_POSTGRES names no PostgreSQL")
    schema = f"fitl_test_{uuid.uuid4().hex[:12]}"
    yield f"{postgres}{'&' if '?' in postgres else '?'}schema={schema}"
    import psycopg

    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE".encode())
