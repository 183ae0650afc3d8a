"""Equal chances by six-sided dice among any number of candidates (8.3, 8.4.7)."""

from __future__ import annotations


def dice_for(candidates: int) -> int:
    """Return the fewest dice with at least as many results as there are candidates (1 or more).

    >>> dice_for(2), dice_for(6), dice_for(7), dice_for(37)
    (1, 1, 2, 3)
    """
    number = 1
    while 6**number < candidates:
        number += 1
    return number


def candidate_rolled(dice: tuple[int, ...], candidates: int) -> int | None:
    """Return the place of the candidate, from 0, that the dice select; None if they must be rolled again.

    Each candidate has the same number of results in a row. The last results, too few for all, are rolled
    again.

    >>> candidate_rolled((5,), 2), candidate_rolled((3,), 3), candidate_rolled((2, 1), 7)
    (1, 1, 1)
    >>> print(candidate_rolled((5,), 4))
    None
    """
    value = 0
    for die in dice:
        value = value * 6 + die - 1
    place = value // (6 ** len(dice) // candidates)
    return place if place < candidates else None
