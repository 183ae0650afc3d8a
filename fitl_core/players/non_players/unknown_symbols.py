"""Symbols of cards that a decision needed and that nobody has stated (8.4.1).

Without them the default is played: the Event as if the card had no symbol.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from fitl_core.errors import Portable
from fitl_core.facts.card_symbols import CardSymbol, Symbol, with_stated
from fitl_core.facts.factions import Faction
from fitl_core.state.state import State

WITHOUT_SYMBOL = "as if the card had none"
AS_FAR_AS_KNOWN = "as far as the instruction is known"
DEFAULTS = tuple([f"decided {default}" for default in (WITHOUT_SYMBOL, AS_FAR_AS_KNOWN)])
"""The results of the trace steps that say which default was taken."""


class UnknownSymbol(msgspec.Struct, frozen=True):
    """A symbol that a decision needed: its card, its Faction, and the symbols that it can be.

    If only a halo is possible, the text of its instruction is unknown.
    """

    card: int
    faction: Faction
    possible: tuple[Symbol, ...]

    @property
    def is_text(self) -> bool:
        """Whether the symbol is known, a halo, and only the text of its instruction is not."""
        return self.possible == ("halo",)

    @property
    def words(self) -> str:
        """The fact in words.

        >>> UnknownSymbol(4, Faction.US, ("none", "rifle")).words
        "card 4's symbol for US is unknown"
        """
        if self.is_text:
            return f"the text of card {self.card}'s instruction for {self.faction} is unknown"
        return f"card {self.card}'s symbol for {self.faction} is unknown"

    @property
    def default(self) -> str:
        """What the decision took in place of the unknown."""
        return AS_FAR_AS_KNOWN if self.is_text else WITHOUT_SYMBOL

    @property
    def way_out(self) -> str:
        """The tags that state the symbol.

        >>> UnknownSymbol(4, Faction.US, ("none", "rifle")).way_out
        '[Symbols "4 US none"] or [Symbols "4 US rifle"]'
        """
        where = f"{self.card} {self.faction}"
        stated = ["halo plays", "halo declines CONDITION"] if self.is_text else self.possible
        return " or ".join([f'[Symbols "{where} {symbol}"]' for symbol in stated])

    @property
    def line(self) -> str:
        """The unknown, the default that was played, and the way out, for the player."""
        look = "the instructions" if self.is_text else "the card"
        return f"{self.words}; the default was played, {self.default}; look at {look} and say {self.way_out}"


class SymbolWanted(Portable, Exception):
    """A decision needs a symbol that is not known, and its caller wants to ask for it before any default."""

    def __init__(self, unknown: UnknownSymbol) -> None:
        super().__init__(unknown.words)
        self.unknown: UnknownSymbol = unknown


SymbolNeeded = Callable[[UnknownSymbol], None]
"""Called as soon as a decision needs an unknown symbol. If it raises `SymbolWanted`, the decision ends."""


def with_symbol(state: State, stated: CardSymbol) -> State:
    """Return the position with a stated symbol, in place of an earlier one for the same card and Faction."""
    return msgspec.structs.replace(state, symbols=with_stated(state.symbols, stated))
