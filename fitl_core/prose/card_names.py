"""Names of the cards that lie face up: "Taylor" for "Ambassador Taylor".

A whole title is known everywhere. A part of a title, or a short title, names a card only while the card lies
face up, and only if a word of the part has no other meaning. `lexing` uses these names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from fitl_core.facts.card_list import cards
from fitl_core.prose.vocabulary import key, phrases

LEAST_OF_PART = 3
"""The least letters of a part of a title."""


def title_names(face_up: Collection[int]) -> dict[str, int]:
    """Return the names of these cards in the form of `key`, each with the number of its card."""
    named: dict[str, int] = {}
    for number in face_up:
        for name in _names(cards()[number].title):
            named.setdefault(name, number)
    return named


def _names(title: str) -> Iterator[str]:
    """Yield the whole title, and each part of it that has a word without another meaning."""
    words = [key(word) for word in title.replace("-", " ").replace("/", " ").split()]
    yield " ".join(words)
    for first in range(len(words)):
        for last in range(first + 1, len(words) + 1):
            part = words[first:last]
            own = [word for word in part if len(word) >= LEAST_OF_PART and _is_free(word)]
            if own:
                yield " ".join(part)
                yield from _in_other_number(part)


def _is_free(word: str) -> bool:
    """Check whether a word means nothing else but a card."""
    means = phrases().get(word)
    return means is None or bool(means.card)


def _in_other_number(part: list[str]) -> Iterator[str]:
    """Yield a part with its last word in the singular, or else in the plural: "a MiG", "Starlites"."""
    last = part[-1]
    other = last[:-1] if last.endswith("s") else f"{last}s"
    if len(other) >= LEAST_OF_PART and _is_free(other):
        yield " ".join([*part[:-1], other])
