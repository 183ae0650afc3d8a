"""Numbers with the nouns that go with them."""

from __future__ import annotations


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
