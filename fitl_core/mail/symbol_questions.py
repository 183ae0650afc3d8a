"""Ask the holder of the cards for the symbols that decisions of Non-players need (8.4.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from fitl_core.facts.card_symbols import CardSymbol
from fitl_core.mail.chance import Cup
from fitl_core.players.non_players.unknown_symbols import SymbolNeeded, SymbolWanted, UnknownSymbol
from fitl_core.proofs.dealer import RolledDie

T = TypeVar("T")

AskSymbol = Callable[[UnknownSymbol], CardSymbol | None]
"""Asks the holder of the cards for a symbol; None if he does not know it."""


class SymbolQuestions:
    """The questions of one sitting. Each symbol is asked for once; one that nobody knows takes its default.

    `stated` are the symbols that the holder has stated.
    """

    def __init__(self, ask: AskSymbol) -> None:
        self._ask = ask
        self._unanswered: set[UnknownSymbol] = set()
        self.stated: list[CardSymbol] = []

    def decided(self, decide: Callable[[SymbolNeeded, Cup], T], cup: Cup) -> T:
        """Return a decision after all questions. Dice that fell before a question count again."""
        dice = _KeptDice(cup)
        while True:
            try:
                return decide(self._want, dice)
            except SymbolWanted as wanted:
                stated = self._ask(wanted.unknown)
                if stated is None:
                    self._unanswered.add(wanted.unknown)
                else:
                    self.stated.append(stated)
                dice.again()

    def _want(self, unknown: UnknownSymbol) -> None:
        if unknown not in self._unanswered:
            raise SymbolWanted(unknown)


class _KeptDice:
    """Rolls dice. After `again`, dice that have fallen are given once more for their purposes."""

    def __init__(self, cup: Cup) -> None:
        self._cup = cup
        self._fallen: list[tuple[str, RolledDie]] = []
        self._unused: list[tuple[str, RolledDie]] = []

    def __call__(self, purpose: str) -> RolledDie:
        if self._unused and self._unused[0][0] == purpose:
            return self._unused.pop(0)[1]
        die = self._cup(purpose)
        self._fallen.append((purpose, die))
        return die

    def again(self) -> None:
        self._unused = list(self._fallen)
