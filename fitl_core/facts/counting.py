"""Numbers with their nouns, and the first few of many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def has(number: int) -> str:
    """Return the verb after a number of things.

    >>> has(1), has(0)
    ('has', 'have')
    """
    return "has" if number == 1 else "have"


def counted(number: int, noun: str, many: str = "") -> str:
    """Return a number with its noun in the right form; `many` is an irregular plural.

    >>> counted(1, "piece"), counted(3, "piece"), counted(2, "box", "boxes")
    ('1 piece', '3 pieces', '2 boxes')
    """
    return f"{number} {noun if number == 1 else many or noun + 's'}"


def some_of(told: Iterable[str], most: int) -> list[str]:
    """Return all things, or the first `most` with the number of the others.

    >>> some_of(["a", "b"], 2), some_of(["a", "b", "c", "d"], 2)
    (['a', 'b'], ['a', 'b (and 2 more of this kind)'])
    """
    return [with_more(text, more) for text, more in few_of_each(told, lambda _: None, most)]


def few_of_each(
    things: Iterable[T], kind: Callable[[T], object], most: int, in_all: int | None = None
) -> list[tuple[T, int]]:
    """Return the first `most` things of each kind in order, at most `in_all` if that is given.

    Each comes with the number of omitted things that it represents: the last of its kind has them all.

    >>> few_of_each("abaaca", str, 2)
    [('a', 0), ('b', 0), ('a', 2), ('c', 0)]
    """
    number, kept = Counter[object](), list[T]()
    for thing in things:
        which = kind(thing)
        number[which] += 1
        if number[which] <= most and (in_all is None or len(kept) < in_all):
            kept.append(thing)
    number.subtract(map(kind, kept))
    last = {kind(thing): place for place, thing in enumerate(kept)}
    return [
        (thing, number[kind(thing)] if last[kind(thing)] == place else 0) for place, thing in enumerate(kept)
    ]


def with_more(told: str, more: int) -> str:
    """Return a text with the number of further ones of its kind.

    >>> with_more("too long", 0), with_more("too long", 7)
    ('too long', 'too long (and 7 more of this kind)')
    """
    return f"{told} (and {more} more of this kind)" if more else told
