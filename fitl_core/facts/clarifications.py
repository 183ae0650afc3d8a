"""Our readings of points that the rulebook and the cards leave open (`facts/data/clarifications.json`).

`docs/look-up/rulings.md` is made from the same file. If a group may choose the other reading, there is a
`Reading` (`fitl_core.facts.rule_readings`).
"""

from __future__ import annotations

import msgspec

from fitl_core.facts.data import once, read


class Clarification(msgspec.Struct, frozen=True):
    """A question on rules and cards, with the answer. `on` are rule numbers and cards: "3.2.4", "68"."""

    on: tuple[str, ...]
    question: str
    answer: str

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards of the question."""
        return tuple([int(name) for name in self.on if name.isdecimal()])


class _File(msgspec.Struct):
    clarifications: tuple[Clarification, ...]


@once
def clarifications() -> tuple[Clarification, ...]:
    """Return all clarifications, by rule, then by card."""
    return read("clarifications.json", _File).clarifications


def clarifications_on_card(number: int) -> tuple[Clarification, ...]:
    """Return the clarifications on one card."""
    return tuple([one for one in clarifications() if number in one.cards])
