"""Numbers with the nouns that go with them."""

from __future__ import annotations

from collections.abc import Sequence


def has(number: int) -> str:
    """The verb behind a number of things.

    >>> has(1), has(0)
    ('has', 'have')
    """
    return "has" if number == 1 else "have"


def counted(number: int, noun: str, many: str = "") -> str:
    """A number with its noun, in the form that goes with it; `many` where an s does not make it.

    >>> counted(1, "piece"), counted(3, "piece"), counted(2, "box", "boxes")
    ('1 piece', '3 pieces', '2 boxes')
    """
    return f"{number} {noun if number == 1 else many or noun + 's'}"


def some_of(told: Sequence[str], most: int) -> list[str]:
    """Several things, all of them or the first `most` and how many more there are.

    >>> some_of(["a", "b"], 2), some_of(["a", "b", "c", "d"], 2)
    (['a', 'b'], ['a', 'b (and 2 more of this kind)'])
    """
    if (more := len(told) - most) <= 0:
        return list(told)
    return [*told[: most - 1], f"{told[most - 1]} (and {more} more of this kind)"]
