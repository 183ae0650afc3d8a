"""How `fitl` reads what the rulebook and the cards leave open (`data/rulings.json`).

`docs/rulings.md` is made of the same file. Where a group may play the other reading, a `Reading`
says so (`fitl_core.readings`).
"""

from __future__ import annotations

from functools import cache

import msgspec

from fitl_core.data import read


class Ruling(msgspec.Struct, frozen=True):
    """A question on rules and cards, and what is played. `on` are rule numbers and cards: "3.2.4", "68"."""

    on: tuple[str, ...]
    question: str
    answer: str

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards that it is about."""
        return tuple([int(name) for name in self.on if name.isdecimal()])


class _File(msgspec.Struct):
    rulings: tuple[Ruling, ...]


@cache
def rulings() -> tuple[Ruling, ...]:
    """All of them, by rule, then by card."""
    return msgspec.json.decode(read("rulings.json"), type=_File).rulings


def rulings_on_card(number: int) -> tuple[Ruling, ...]:
    """Those about one card."""
    return tuple([ruling for ruling in rulings() if number in ruling.cards])
