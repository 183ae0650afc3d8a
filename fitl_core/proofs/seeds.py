"""Seeds: the commitment before play, the key that several seeds make, and the opening after it.

Whoever deals commits to a seed of his own before anything else. Then others may add seeds, known to all.
Nobody can choose the key that comes of both: not the dealer, who has committed, nor the others, who do not
know his.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.hexadecimal import digits_of, is_digits, named, sha256
from notation.lexer import shown

SIZE = 32
"""The bytes of a dealer's seed: a shorter one could be guessed from its commitment."""
MOST_ADDED = 256
"""The most bytes of a seed that is added."""


def commitment(seed: bytes) -> str:
    """The commitment to a seed: `sha256:` and 64 digits. It tells nothing of a seed drawn at random.

    Raises `ProofError` for a seed that is not of `SIZE` bytes.

    >>> commitment(bytes(32))[:20]
    'sha256:2185b10801d59'
    """
    _insist_on_size(seed)
    return named(sha256("fitl seed 1", seed.hex()))


def seed_of(number: int) -> bytes:
    """A dealer's seed that a number stands for: whoever knows the number knows all that will fall.

    >>> seed_of(7).hex()[:12]
    '6122c65941ce'
    """
    return hashlib.sha256(f"fitl seed of number 1\n{number}".encode()).digest()


def insist_on_seed(seed: bytes, committed: str) -> None:
    """Raise `ProofError` unless this is the seed to which somebody has committed."""
    digits_of(committed, "a commitment")
    if commitment(seed) != committed:
        raise ProofError(f"the seed is not the one committed to: its commitment would be {commitment(seed)}")


def joint_key(own: bytes, added: Sequence[bytes]) -> bytes:
    """The key of all dice and cards: of the dealer's seed, and those that seats add, in order of the seats.

    Raises `ProofError` for a dealer's seed that is not of `SIZE` bytes, or an added one that is empty or has
    more than `MOST_ADDED`.

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
    """A dealer's seed as it is written. Raises `ProofError` where it is none."""
    if not is_digits(digits, SIZE):
        raise ProofError(f'a seed is written as {2 * SIZE} digits 0-9 a-f, not "{shown(digits)}"')
    return bytes.fromhex(digits)


def _insist_on_size(seed: bytes) -> None:
    if len(seed) != SIZE:
        raise ProofError(f"a dealer's seed has {SIZE} bytes, not {len(seed)}")
