"""What each side of each card does, in our own words (`facts/data/card-words.json`)."""

from __future__ import annotations

from functools import cache

import msgspec

from fitl_core.facts.cards import Side
from fitl_core.facts.data import read


class _File(msgspec.Struct):
    provenance: tuple[str, ...]
    words: dict[int, dict[Side, str]]


@cache
def card_words() -> dict[int, dict[Side, str]]:
    """The words of every card, 0 to 130, by number and side; Coup cards have the side "unshaded" alone.

    Each is one or more whole sentences.

    >>> card_words()[79]["unshaded"]
    'Aid +20.'
    """
    return read("card-words.json", _File).words


def told_by(number: int, side: str) -> str:
    """What a side of a card does or all of it without sides, as a fact beside a refusal."""
    words = card_words()[number]
    told = next((told for name, told in words.items() if name == side), None)
    if told is None or len(words) == 1:
        return f"card {number}: {' '.join(words.values())}"
    return f"card {number}, {side}: {told}"
