"""Dice that can be computed again from a key, a number that counts the dice of a game, and a purpose.

A die's proof is written beside it as `d6 7 VC: Attack in Hue`: its faces, number and purpose.
"""

from __future__ import annotations

import re
from functools import cache

import msgspec

from fitl_core.proofs.drawing import MOST, below, stream
from fitl_core.proofs.errors import ProofError
from notation.lexer import shown

LAST_ROLL = 999_999
"""The highest number of a die in a game."""
LONGEST_PURPOSE = 200
"""The most characters of a purpose."""


class RollProof(msgspec.Struct, frozen=True):
    """The content of a die's proof: the number of the die in the game, its faces, and its purpose."""

    number: int
    purpose: str
    faces: int = 6

    def __str__(self) -> str:
        return f"d{self.faces} {self.number} {self.purpose}"


def roll_die(key: bytes, number: int, purpose: str, faces: int = 6) -> tuple[int, str]:
    """Return a die, 1 to `faces` (2 to 256), and its proof as written in a log.

    `number` counts the dice of a game from 1. A purpose is one line of 1 to 200 characters, its words
    separated by single spaces. Raises `ProofError` for a number, purpose or faces that cannot be written in a
    proof.

    >>> roll_die(bytes(32), 1, "VC: Attack in Hue")
    (5, 'd6 1 VC: Attack in Hue')
    """
    proof = RollProof(number, purpose, faces)
    insist_on_roll(proof)
    return die_of(key, proof), str(proof)


def die_of(key: bytes, proof: RollProof) -> int:
    """Return the die as the key gives it, from 1 to its faces."""
    text = f"fitl roll 1\n{proof.faces}\n{proof.number}\n{proof.purpose}"
    return below(proof.faces, stream(key, text)) + 1


def read_roll(text: str) -> RollProof:
    """Return the content of a die's proof in the form of `roll_die`. Raises `ProofError` if it is not one."""
    match = _form().fullmatch(text)
    if match is None:
        raise ProofError(f'the proof of a die is written as "d6 7 VC: Attack in Hue", not "{shown(text)}"')
    proof = RollProof(int(match["number"]), match["purpose"], int(match["faces"]))
    insist_on_roll(proof)
    return proof


def insist_on_roll(proof: RollProof) -> None:
    """Raise `ProofError` unless the proof is one that `roll_die` could have written."""
    if not 2 <= proof.faces <= MOST:
        raise ProofError(f"a die has 2 to {MOST} faces, not {proof.faces}")
    if not 1 <= proof.number <= LAST_ROLL:
        raise ProofError(f"the dice of a game are numbered from 1 to {LAST_ROLL:,}, not {proof.number}")
    purpose = proof.purpose
    if not 0 < len(purpose) <= LONGEST_PURPOSE:
        raise ProofError(f"a purpose has 1 to {LONGEST_PURPOSE} characters, not {len(purpose)}")
    if not purpose.isprintable() or purpose != " ".join(purpose.split()):
        raise ProofError(f'a purpose is one line with single spaces in it, not "{shown(purpose)}"')


@cache
def _form() -> re.Pattern[str]:
    return re.compile(r"d(?P<faces>[1-9][0-9]{0,2}) (?P<number>[1-9][0-9]{0,5}) (?P<purpose>.*)")
