"""Equal chances by six-sided dice among any number of candidates (8.3, 8.4.7)."""

from __future__ import annotations


def dice_for(candidates: int) -> int:
    """How many dice it takes: the fewest whose faces are at least as many. `candidates` is 1 or more.

    >>> dice_for(2), dice_for(6), dice_for(7), dice_for(37)
    (1, 1, 2, 3)
    """
    number = 1
    while 6**number < candidates:
        number += 1
    return number


def falls_on(dice: tuple[int, ...], candidates: int) -> int | None:
    """The place of the candidate, from 0, on which the dice fall; None where they are rolled again.

    Each candidate has the same number of faces in a row; the last faces, too few for all, are rolled again.

    >>> falls_on((5,), 2), falls_on((3,), 3), falls_on((5,), 4), falls_on((2, 1), 7)
    (1, 1, None, 1)
    """
    value = 0
    for die in dice:
        value = value * 6 + die - 1
    place = value // (6 ** len(dice) // candidates)
    return place if place < candidates else None
