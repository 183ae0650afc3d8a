"""A clean store of each kind for every test that asks for one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from places import KINDS, LASTING, Place

from fitl_core.stores.port import Store


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """A place of each kind."""
    found = Place(request.param, tmp_path)
    yield found
    found.clear()


@pytest.fixture(params=LASTING)
def lasting(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """A place of each kind that outlives its process."""
    found = Place(request.param, tmp_path)
    yield found
    found.clear()


@pytest.fixture
def store(place: Place) -> Store:
    """A store of each kind, with nothing in it."""
    return place.open()
