"""The symbol and instruction of each card for each Non-player (8.4.1)."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from fitl_core.facts.card_list import Side, cards
from fitl_core.facts.card_symbols import LISTED, CardSymbol, possible_symbols
from fitl_core.facts.data import read
from fitl_core.facts.factions import Faction
from fitl_core.players.non_players.unknown_symbols import UnknownSymbol
from fitl_core.state.state import State

KnownSymbol = Literal["none", "rifle", "halo", "unknown"]
Acts = Literal["yes", "no", "depends"]
WORDS = "US ARVN NVA VC COIN JFK LBJ II Nixon Policy Base Bases Guerrilla Guerrillas Irregular Control"
PROPER = {
    word.lower(): word for word in (*WORDS.split(), "Laos", "Cambodia", "Linebacker", "South", "Tunnel")
}
PROPER |= {"monsoon": "Monsoon", "nonplayer": "Non-player"}
"""Words in the names of conditions that have capitals."""


class Alternative(msgspec.Struct, frozen=True, rename={"when": "if"}):
    """The alternatives of an Event to take, in order, if the condition `when` holds ("" always holds)."""

    take: tuple[str, ...]
    when: str = ""


class Instruction(msgspec.Struct, frozen=True, omit_defaults=True):
    """One symbol of one card.

    A rifle declines the Event. A halo has an instruction with up to four parts:

    - It declines the Event if one of the conditions `decline` holds.
    - It takes the shaded text if `shaded` holds ("always" without a condition).
    - It takes the first of `options` whose condition holds.
    - It puts the figures in `prefer` before 8.4.4.

    `says` has all of that in words. `known` is false if no source has the text of the instruction. The symbol
    is "unknown" if no source tells whether it is a rifle.
    """

    symbol: KnownSymbol
    says: str = ""
    known: bool = True
    decline: tuple[str, ...] = ()
    shaded: str = ""
    options: tuple[Alternative, ...] = ()
    prefer: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def is_certain(self) -> bool:
        """Whether symbol and text are known."""
        return self.known and self.symbol != "unknown"


class BeforeCoup(msgspec.Struct, frozen=True):
    """Whether a Momentum text still acts if a Coup card is next (8.1), at once or in the Coup
    Round; and why.
    """

    acts: Acts
    why: str


class CardInstructions(msgspec.Struct, frozen=True, omit_defaults=True):
    """The card's content for Non-players: the owner of its Capability, and the instruction for
    each Faction.
    """

    number: int
    factions: dict[Faction, Instruction]
    capability_of: Faction | None = None
    momentum_before_coup: dict[Side, BeforeCoup] = {}


class _Instructions(msgspec.Struct, frozen=True):
    provenance: tuple[str, ...]
    cards: tuple[CardInstructions, ...]


@cache
def instructions() -> dict[int, CardInstructions]:
    """Return the instructions of each Event and Pivotal Event, by its number. The file is read once."""
    return {card.number: card for card in read("non-player-events.json", _Instructions).cards}


def capability_of(card: int | None) -> Faction | None:
    """Return the Faction whose Capability a card is (5.3), or None.

    >>> capability_of(14), capability_of(116), capability_of(5), capability_of(None)
    (<Faction.US: 'US'>, <Faction.VC: 'VC'>, None, None)
    """
    if card is None or card not in instructions():
        return None
    return instructions()[card].capability_of


def instruction_for(card: int, faction: Faction, symbols: tuple[CardSymbol, ...] = ()) -> Instruction:
    """Return the card's instruction for a Faction. Coup cards and Pivotal Events of others have none.

    `symbols` are those that the holder of the cards has stated.
    """
    card_instructions = instructions().get(card)
    listed = (
        card_instructions.factions.get(faction, Instruction("none"))
        if card_instructions is not None
        else Instruction("none")
    )
    if not symbols or listed.is_certain:
        return listed
    stated = next((one for one in symbols if (one.card, one.faction) == (card, faction)), None)
    return _stated(listed, stated) if stated is not None else listed


def _stated(listed: Instruction, stated: CardSymbol) -> Instruction:
    """Return a listed instruction with what the holder of the cards has stated."""
    if stated.symbol != "halo":
        return Instruction(stated.symbol)
    if not stated.has_text:
        return msgspec.structs.replace(listed, symbol="halo", known=False)
    says = stated.words.split(" ", 3)[3]
    return msgspec.structs.replace(
        listed, symbol="halo", known=True, says=says, decline=stated.decline, shaded=stated.shaded
    )


def unknown_symbol(state: State, card: int, faction: Faction) -> UnknownSymbol | None:
    """Return what is not known of a card's symbol for a Faction; None if symbol and text are known."""
    instruction = instruction_for(card, faction, state.symbols)
    if instruction.is_certain:
        return None
    possible = ("halo",) if instruction.symbol == "halo" else possible_symbols(card, faction)
    return UnknownSymbol(card, faction, possible)


def in_words(condition: str) -> str:
    """Return the name of a condition in words.

    >>> in_words("us-is-a-player"), in_words("arvn-is-a-non-player"), in_words("policy-jfk-or-lbj")
    ('US is a player', 'ARVN is a Non-player', 'Policy JFK or LBJ')
    """
    words = [PROPER.get(word, word) for word in condition.replace("non-player", "nonplayer").split("-")]
    return " ".join(words)


def may_hide_instruction(card: int, faction: Faction, symbols: tuple[CardSymbol, ...] = ()) -> bool:
    """Check whether a card may have an instruction for a Faction that no source reports (8.4.1).

    >>> may_hide_instruction(4, Faction.US), may_hide_instruction(97, Faction.US)
    (False, True)
    """
    instruction = instruction_for(card, faction, symbols)
    return not instruction.known or (instruction.symbol == "unknown" and card > LISTED)


def usual_side(card: int, faction: Faction) -> Side:
    """Return the side that a Faction uses without an instruction (8.4.2)."""
    single = cards()[card].sides == "single"
    return "unshaded" if single or faction.is_coin else "shaded"
