"""The numbers of what chance gives in an environment: cards, dice and Deception markers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from fitl_core.facts.card_list import cards
from fitl_core.facts.options import DeceptionMarker
from fitl_core.players.decks import card_chances
from fitl_core.players.dice import Dice
from fitl_core.proofs.markers import MARKERS
from fitl_core.state.state import State

ChanceKind = Literal["card", "die", "marker"]
Chances = tuple[tuple[int, float], ...]
"""Outcomes with their chances, in rising order."""
FIRST_DIE = 131
"""The outcome of a die that shows 1. Smaller outcomes are numbers of cards; 0 is the end of the deck."""
FIRST_MARKER = 137
"""The outcome of the first kind of Deception marker."""
MARKER_KINDS: tuple[DeceptionMarker, ...] = ("agenda", "asset", "threat")
NUMBER_OF_OUTCOMES = FIRST_MARKER + len(MARKER_KINDS)
FACES = 6
OF_A_DIE: Chances = tuple([(FIRST_DIE + face, 1 / FACES) for face in range(FACES)])


def of_cards(state: State) -> Chances:
    """Return the cards that may come up next with their chances; 0 alone where the deck is at its end."""
    return tuple(card_chances(state).items()) or ((0, 1.0),)


def of_markers(dealt: Sequence[DeceptionMarker]) -> Chances:
    """Return the Deception markers that may be dealt next with their chances (7.3)."""
    left = Counter(MARKERS) - Counter(dealt)
    kinds = [(FIRST_MARKER + place, left[kind]) for place, kind in enumerate(MARKER_KINDS) if left[kind]]
    return tuple([(outcome, number / left.total()) for outcome, number in kinds])


def drawn(chances: Chances, dice: Dice) -> int:
    """Return an outcome by its chance."""
    point = dice.draw(range(1_000_000_000)) / 1_000_000_000
    for outcome, chance in chances:
        point -= chance
        if point < 0:
            return outcome
    return chances[-1][0]


def outcome_words(outcome: int) -> str:
    """Return an outcome in words.

    >>> outcome_words(68), outcome_words(133), outcome_words(138)
    ('card 68 Green Berets', 'die 3', 'marker asset')
    """
    if outcome >= FIRST_MARKER:
        return f"marker {MARKER_KINDS[outcome - FIRST_MARKER]}"
    if outcome >= FIRST_DIE:
        return f"die {outcome - FIRST_DIE + 1}"
    return f"card {outcome} {cards()[outcome].title}" if outcome else "no card is left"
