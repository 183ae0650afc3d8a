"""How much of a long test is taken: a part in `.ci/run`, the whole in `.ci/long` (FITL_TEST_EVERY=1)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

WHOLE = os.environ.get("FITL_TEST_EVERY") == "1"


def sampled(whole: Sequence[T], one_of: int) -> Sequence[T]:
    """Return all of a sequence in a whole run, else one of each `one_of`."""
    return whole if WHOLE else whole[::one_of]
