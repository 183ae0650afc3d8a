"""The effects of each side of each card, in our own words (`facts/data/card-words.json`)."""

from __future__ import annotations

import msgspec

from fitl_core.facts.card_list import Side
from fitl_core.facts.data import once, read


class _File(msgspec.Struct):
    provenance: tuple[str, ...]
    words: dict[int, dict[Side, str]]


@once
def card_words() -> dict[int, dict[Side, str]]:
    """Return the words of every card, 0 to 130, by number and side. Coup cards have only "unshaded".

    Each is one or more whole sentences.

    >>> card_words()[79]["unshaded"]
    'Aid +20.'
    """
    return read("card-words.json", _File).words


def told_by(number: int, side: str) -> str:
    """Return the words of a side of a card, or of a card without sides, as a fact for a refusal."""
    words = card_words()[number]
    text = next((text for name, text in words.items() if name == side), None)
    if text is None or len(words) == 1:
        return f"card {number}: {' '.join(words.values())}"
    return f"card {number}, {side}: {text}"
