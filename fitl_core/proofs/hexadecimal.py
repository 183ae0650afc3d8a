"""Hashes and seeds as they are written: hexadecimal digits, hashes with their kind in front."""

from __future__ import annotations

import hashlib
import re
from functools import cache

from fitl_core.proofs.errors import ProofError
from notation.lexer import shown

_KIND = "sha256:"


def sha256(*lines: str) -> str:
    """The hash of lines with line feeds between them, in UTF-8, as 64 digits.

    The first line says what is hashed, so that no hash of one thing is one of another; the callers see to it
    that none but the last has a line feed in it.

    >>> sha256("fitl", "x")[:12]
    'c9d944da7334'
    """
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def named(digits: str) -> str:
    """A hash with its kind in front, as it is published: `sha256:9f86…`."""
    return _KIND + digits


def digits_of(hash_: str, what: str) -> str:
    """The digits of a published hash. Raises `ProofError` where it is none; `what` says whose it is."""
    digits = hash_.removeprefix(_KIND)
    if digits == hash_ or not is_digits(digits, 32):
        raise ProofError(f'{what} is written as {_KIND} and 64 digits 0-9 a-f, not "{shown(hash_)}"')
    return digits


def is_digits(text: str, size: int) -> bool:
    """Whether a text is so many bytes in small hexadecimal digits."""
    return len(text) == 2 * size and _digits().fullmatch(text) is not None


@cache
def _digits() -> re.Pattern[str]:
    return re.compile("[0-9a-f]*")
