"""What a proof beside a line is of: a die, a card, a marker, an order sealed or opened, or nothing known."""

from __future__ import annotations

import re
from functools import cache

import msgspec

from fitl_core.proofs.markers import DrawnBehind, read_drawn
from fitl_core.proofs.orders import Order, Sealed, read_opened, read_sealed
from fitl_core.proofs.rolls import RollProof, read_roll


class CardProof(msgspec.Struct, frozen=True):
    """The proof of a card, or of the deck's end, as it is written."""

    text: str


class Unknown(msgspec.Struct, frozen=True):
    """A proof of a kind that is not known here: `drand:4711/2`."""

    text: str


Proof = RollProof | CardProof | DrawnBehind | Sealed | Order | Unknown
"""What stands in a field `[%proof …]`."""


def read_proof(text: str) -> Proof:
    """What a proof says, by its first word. Raises `ProofError` where it is not written as its kind is."""
    word = text[:20].partition(" ")[0]
    match word:
        case "card" | "none":
            return CardProof(text)
        case "markers":
            return read_drawn(text)
        case "sealed":
            return read_sealed(text)
        case "opened":
            return read_opened(text)
    return read_roll(text) if _die().fullmatch(word) else Unknown(text)


@cache
def _die() -> re.Pattern[str]:
    return re.compile(r"d[0-9]+")
