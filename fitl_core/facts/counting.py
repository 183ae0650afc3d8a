"""Numbers with the nouns that go with them, and the first few of many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


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


def some_of(told: Iterable[str], most: int) -> list[str]:
    """Several things, all of them or the first `most` and how many more there are.

    >>> some_of(["a", "b"], 2), some_of(["a", "b", "c", "d"], 2)
    (['a', 'b'], ['a', 'b (and 2 more of this kind)'])
    """
    return [with_more(text, more) for text, more in few_of_each(told, lambda _: None, most)]


def few_of_each(
    things: Iterable[T], kind: Callable[[T], object], most: int, in_all: int | None = None
) -> list[tuple[T, int]]:
    """The first `most` things of each kind, in their order; no more than `in_all`, if that is said.

    Each comes with the number of those left out for which it stands: the last of its kind for all of them.

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
    """Something that is told, and for how many more of its kind it stands.

    >>> with_more("too long", 0), with_more("too long", 7)
    ('too long', 'too long (and 7 more of this kind)')
    """
    return f"{told} (and {more} more of this kind)" if more else told
