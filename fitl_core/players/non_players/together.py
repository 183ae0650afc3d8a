"""Equal spaces that go together: all of them will be selected, in any order with the same result.

A pick among them needs no dice (NP-Q50). A step declares the condition for that:

- `up_to`: this number of further spaces can be selected, whatever the later choices are.
- `while_enough`: they draw on a stock, and it is enough for all of them.
- `Decider.in_turn` and `Decider.while_accepted`: the rules accept all of them, one after another.
- `in_any_case`: nothing else depends on them.

`both` combines conditions. `movement` has the condition for pieces that move. `foresight` finds equal picks
that only later steps show.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Together = Callable[[Sequence[Item]], bool]
"""Checks whether these equal spaces (or targets in them) go together."""


def one_by_one(_equal: Sequence[Item]) -> bool:
    """Return False: each pick may change what the next one finds."""
    return False


def in_any_case(_equal: Sequence[Item]) -> bool:
    """Return True: nothing else depends on them."""
    return True


def up_to(number: int) -> Together[object]:
    """Return the condition that there are no more of them than `number`.

    >>> up_to(2)(["Hue", "Da Nang", "Kontum"])
    False
    """
    return lambda equal: len(equal) <= number


def while_enough(stock: int, needs: Callable[[Item], int]) -> Together[Item]:
    """Return the condition that they need no more of a stock than it has.

    >>> while_enough(3, {"Hue": 1, "Da Nang": 2}.__getitem__)(["Hue", "Da Nang"])
    True
    """
    return lambda equal: sum(map(needs, equal)) <= stock


def both(*conditions: Together[Item]) -> Together[Item]:
    """Return the condition that all of these hold."""
    return lambda equal: all(condition(equal) for condition in conditions)
