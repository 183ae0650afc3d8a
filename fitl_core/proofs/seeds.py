"""Seeds: the commitment before play, the key made of several seeds, and the opening after play.

First the dealer commits to a seed of his own. Then others may add seeds that everybody knows. Nobody can
choose the resulting key: the dealer has committed, and the others do not know his seed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.hexadecimal import digits_of, is_digits, named, sha256
from notation.lexer import shown

SIZE = 32
"""The bytes of a dealer's seed. A shorter seed could be guessed from its commitment."""
MOST_ADDED = 256
"""The most bytes of an added seed."""


def commitment(seed: bytes) -> str:
    """Return the commitment to a seed: `sha256:` and 64 digits. It reveals nothing of a random seed.

    Raises `ProofError` for a seed that does not have `SIZE` bytes.

    >>> commitment(bytes(32))[:20]
    'sha256:2185b10801d59'
    """
    _insist_on_size(seed)
    return named(sha256("fitl seed 1", seed.hex()))


def seed_of(number: int) -> bytes:
    """Return the dealer's seed for a number. Anybody who knows the number can compute all dice and cards.

    >>> seed_of(7).hex()[:12]
    '6122c65941ce'
    """
    return hashlib.sha256(f"fitl seed of number 1\n{number}".encode()).digest()


def insist_on_seed(seed: bytes, committed: str) -> None:
    """Raise `ProofError` unless this is the seed of the commitment."""
    digits_of(committed, "a commitment")
    if commitment(seed) != committed:
        raise ProofError(f"the seed is not the one committed to: its commitment would be {commitment(seed)}")


def joint_key(own: bytes, added: Sequence[bytes]) -> bytes:
    """Return the key of all dice and cards, from the dealer's seed and the added seeds in order of the seats.

    Raises `ProofError` for a dealer's seed that does not have `SIZE` bytes, or an added seed that is empty or
    has more than `MOST_ADDED`.

    >>> joint_key(bytes(32), [b"Tuesday", b"banana"]).hex()[:12]
    '4da3436acbde'
    """
    _insist_on_size(own)
    for seed in added:
        if not 0 < len(seed) <= MOST_ADDED:
            raise ProofError(f"a seed that is added has 1 to {MOST_ADDED} bytes, not {len(seed)}")
    lines = ["fitl key 1", own.hex(), *[seed.hex() for seed in added]]
    return hashlib.sha256("\n".join(lines).encode()).digest()


def read_seed(digits: str) -> bytes:
    """Return a dealer's seed from its digits. Raises `ProofError` if they are not a seed."""
    if not is_digits(digits, SIZE):
        raise ProofError(f'a seed is written as {2 * SIZE} digits 0-9 a-f, not "{shown(digits)}"')
    return bytes.fromhex(digits)


def _insist_on_size(seed: bytes) -> None:
    if len(seed) != SIZE:
        raise ProofError(f"a dealer's seed has {SIZE} bytes, not {len(seed)}")
