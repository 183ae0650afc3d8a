"""The kinds of proofs beside a line: a die, a card, a marker, an order sealed or opened, or unknown."""

from __future__ import annotations

import re
from functools import cache

import msgspec

from fitl_core.proofs.markers import DrawnBehind, read_drawn
from fitl_core.proofs.rolls import RollProof, read_roll
from fitl_core.proofs.sealed_orders import Sealed, SealedOrder, read_opened, read_sealed


class CardProof(msgspec.Struct, frozen=True):
    """The proof of a card, or of the deck's end, as written."""

    text: str


class UnknownProof(msgspec.Struct, frozen=True):
    """A proof of an unknown kind, such as `drand:4711/2`."""

    text: str


Proof = RollProof | CardProof | DrawnBehind | Sealed | SealedOrder | UnknownProof
"""The content of a field `[%proof …]`."""


def read_proof(text: str) -> Proof:
    """Return a proof of the kind that its first word names. Raises `ProofError` if it is not well formed."""
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
    return read_roll(text) if _die().fullmatch(word) else UnknownProof(text)


@cache
def _die() -> re.Pattern[str]:
    return re.compile(r"d[0-9]+")
