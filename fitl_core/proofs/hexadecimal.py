"""The written form of hashes and seeds: hexadecimal digits, a hash with its kind in front."""

from __future__ import annotations

import hashlib
import re
from functools import cache

from fitl_core.proofs.errors import ProofError
from notation.lexer import shown

_KIND = "sha256:"


def sha256(*lines: str) -> str:
    """Return the hash of lines with line feeds between them, in UTF-8, as 64 digits.

    The first line names the kind of content, so that hashes of different kinds never agree. Only the last
    line may contain a line feed; the callers make sure of that.

    >>> sha256("fitl", "x")[:12]
    'c9d944da7334'
    """
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def named(digits: str) -> str:
    """Return a hash with its kind in front, as it is published: `sha256:9f86…`."""
    return _KIND + digits


def digits_of(hash_: str, what: str) -> str:
    """Return the digits of a published hash. Raises `ProofError` about `what` if it has none."""
    digits = hash_.removeprefix(_KIND)
    if digits == hash_ or not is_digits(digits, 32):
        raise ProofError(f'{what} is written as {_KIND} and 64 digits 0-9 a-f, not "{shown(hash_)}"')
    return digits


def is_digits(text: str, size: int) -> bool:
    """Check whether a text is `size` bytes in small hexadecimal digits."""
    return len(text) == 2 * size and _digits().fullmatch(text) is not None


@cache
def _digits() -> re.Pattern[str]:
    return re.compile("[0-9a-f]*")
