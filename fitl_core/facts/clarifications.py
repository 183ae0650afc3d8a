"""How `fitl` reads what the rulebook and the cards leave open (`facts/data/clarifications.json`).

`docs/rulings.md` is made of the same file. Where a group may play the other reading, a `Reading`
says so (`fitl_core.facts.readings`).
"""

from __future__ import annotations

from functools import cache

import msgspec

from fitl_core.facts.data import read


class Clarification(msgspec.Struct, frozen=True):
    """A question on rules and cards, and what is played. `on` are rule numbers and cards: "3.2.4", "68"."""

    on: tuple[str, ...]
    question: str
    answer: str

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards that it is about."""
        return tuple([int(name) for name in self.on if name.isdecimal()])


class _File(msgspec.Struct):
    clarifications: tuple[Clarification, ...]


@cache
def clarifications() -> tuple[Clarification, ...]:
    """All of them, by rule, then by card."""
    return read("clarifications.json", _File).clarifications


def clarifications_on_card(number: int) -> tuple[Clarification, ...]:
    """Those about one card."""
    return tuple([one for one in clarifications() if number in one.cards])
