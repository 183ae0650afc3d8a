"""Means with their standard errors, and a test of a difference."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import msgspec

CLEAR = 2.0
"""A mean is clearly not 0 if it is more than this number of standard errors away."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean over a `number` of values, with its standard `error`. Two values at least give an error."""

    mean: float
    error: float | None
    number: int

    @property
    def is_clear(self) -> bool:
        """Whether the mean is more than two standard errors away from 0."""
        return self.error is not None and abs(self.mean) > CLEAR * self.error

    @property
    def words(self) -> str:
        """The mean with its sign and error, as in "+1.50 ± 0.29"."""
        return f"{self.mean:+.2f}" + (f" ± {self.error:.2f}" if self.error is not None else "")


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of some values and its standard error. Raises `ValueError` without a value.

    >>> estimate([1, 2, 3, 4]).words
    '+2.50 ± 0.65'
    """
    if not values:
        raise ValueError("an estimate needs a value")
    number = len(values)
    mean = sum(values) / number
    if number < 2:
        return Estimate(mean, None, number)
    spread = sum([(value - mean) ** 2 for value in values]) / (number - 1)
    return Estimate(mean, sqrt(spread / number), number)
