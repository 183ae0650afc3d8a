"""What a card's symbol and instruction say to each Non-player (8.4.1)."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from fitl_core.facts.cards import Side, cards
from fitl_core.facts.data import read
from fitl_core.facts.factions import Faction

LISTED = 93
"""Up to this card a list of all instructions is known; a symbol that is not can only be a rifle there."""
Symbol = Literal["none", "rifle", "halo", "unknown"]
Acts = Literal["yes", "no", "depends"]
WORDS = "US ARVN NVA VC COIN JFK LBJ II Nixon Policy Base Bases Guerrilla Guerrillas Irregular Control"
PROPER = {
    word.lower(): word for word in (*WORDS.split(), "Laos", "Cambodia", "Linebacker", "South", "Tunnel")
}
PROPER |= {"monsoon": "Monsoon", "nonplayer": "Non-player"}
"""Words in the names of conditions that are not written small."""


class Alternative(msgspec.Struct, frozen=True, rename={"when": "if"}):
    """What is taken of an Event's alternatives where a condition holds (`when`, "" always): in this order."""

    take: tuple[str, ...]
    when: str = ""


class Instruction(msgspec.Struct, frozen=True, omit_defaults=True):
    """One symbol of one card.

    A rifle declines the Event. A halo declines it where one of the conditions `decline` holds; takes the
    shaded text where `shaded` holds ("always" without a condition); takes the first of `options` whose
    condition holds; and puts what it would `prefer` before 8.4.4. `says` is all of that in words; `known` is
    false where there is an instruction whose text no source has. The symbol is "unknown" where no source
    tells whether it is a rifle.
    """

    symbol: Symbol
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
    """Whether a Momentum text acts at once or in the Coup Round while a Coup card is next (8.1), and why."""

    acts: Acts
    why: str


class CardInstructions(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a card says to the Non-players: whose Capability it is, and each one's instruction."""

    number: int
    factions: dict[Faction, Instruction]
    capability_of: Faction | None = None
    momentum_before_coup: dict[Side, BeforeCoup] = {}


class _Instructions(msgspec.Struct, frozen=True):
    provenance: tuple[str, ...]
    cards: tuple[CardInstructions, ...]


@cache
def instructions() -> dict[int, CardInstructions]:
    """What each Event and Pivotal Event says to the Non-players, by its number; read once."""
    return {card.number: card for card in read("non-player-events.json", _Instructions).cards}


def capability_of(card: int | None) -> Faction | None:
    """Whose Capability a card is (5.3), if it is one.

    >>> capability_of(14), capability_of(116), capability_of(5), capability_of(None)
    (<Faction.US: 'US'>, <Faction.VC: 'VC'>, None, None)
    """
    if card is None or card not in instructions():
        return None
    return instructions()[card].capability_of


def instruction_for(card: int, faction: Faction) -> Instruction:
    """What a card says to a Faction: nothing if it is a Coup card, or a Pivotal Event that it cannot hold."""
    told = instructions().get(card)
    return told.factions.get(faction, Instruction("none")) if told is not None else Instruction("none")


def in_words(condition: str) -> str:
    """A condition, known by its name, as people say it.

    >>> in_words("us-is-a-player"), in_words("arvn-is-a-non-player"), in_words("policy-jfk-or-lbj")
    ('US is a player', 'ARVN is a Non-player', 'Policy JFK or LBJ')
    """
    words = [PROPER.get(word, word) for word in condition.replace("non-player", "nonplayer").split("-")]
    return " ".join(words)


def may_hide_instruction(card: int, faction: Faction) -> bool:
    """Whether a card may say to a Faction what no source tells, whoever executes it (8.4.1).

    >>> may_hide_instruction(4, Faction.US), may_hide_instruction(97, Faction.US)
    (False, True)
    """
    told = instruction_for(card, faction)
    return not told.known or (told.symbol == "unknown" and card > LISTED)


def usual_side(card: int, faction: Faction) -> Side:
    """The text that a Faction uses unless it is instructed otherwise (8.4.2)."""
    single = cards()[card].sides == "single"
    return "unshaded" if single or faction.is_coin else "shaded"
