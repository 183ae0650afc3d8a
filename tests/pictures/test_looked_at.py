"""Pictures are as they were when somebody looked at them."""

from __future__ import annotations

import pytest
from looked_at import HERE, PICTURES


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_as_it_was_looked_at(name: str) -> None:
    """If it is meant to be another: `python tests/pictures/looked_at.py`, and look."""
    assert PICTURES[name]() == (HERE / name).read_text(encoding="utf-8")
