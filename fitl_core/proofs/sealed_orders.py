"""Sealed orders: the hash of a text is published now, and the text is opened later.

    VC: Tet if playable, else waive

A salt keeps others from finding the text by trying. The field `sealed HASH` stands beside a line. Later
`opened SALT TEXT` stands beside the line that opens the order.
"""

from __future__ import annotations

import msgspec

from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.hexadecimal import digits_of, is_digits, named, sha256
from notation.lexer import shown

SALT = 16
"""The bytes of an order's salt."""
LONGEST = 1_000
"""The most characters of an order."""


class Sealed(msgspec.Struct, frozen=True):
    """An order that nobody can read yet: its hash, `sha256:` and 64 digits."""

    seal: str

    def __str__(self) -> str:
        return f"sealed {self.seal}"


class SealedOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="order 1", tag_field="fitl"):
    """An order with its salt, 16 bytes in hexadecimal. Only its writer has it until it is opened."""

    salt: str
    text: str

    @property
    def seal(self) -> str:
        """Return the hash that is published: `sha256:` and 64 digits."""
        return named(sha256("fitl order 1", self.salt, self.text))

    def __str__(self) -> str:
        return f"opened {self.salt} {self.text}"


def order(text: str, salt: bytes) -> SealedOrder:
    """Return an order to be sealed, with a salt of 16 random bytes.

    Raises `ProofError` for a salt of another size, and for a text that is not one line of 1 to 1,000
    characters.

    >>> order("VC: Tet if playable, else waive", bytes(16)).seal[:20]
    'sha256:2511dc41733a1'
    """
    sealed_order = SealedOrder(salt.hex(), text)
    _insist_on_order(sealed_order)
    return sealed_order


def read_order(data: bytes) -> SealedOrder:
    """Return an order from the file that its writer keeps. Raises `ProofError` if it is not an order."""
    try:
        sealed_order = msgspec.json.decode(data, type=SealedOrder)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise ProofError(f"this is no file of an order: {fault}") from None
    _insist_on_order(sealed_order)
    return sealed_order


def kept(sealed: SealedOrder) -> bytes:
    """Return the file that the writer of an order keeps, in the form that `read_order` reads."""
    return msgspec.json.format(msgspec.json.encode(sealed), indent=1) + b"\n"


def read_sealed(text: str) -> Sealed:
    """Return a sealed order from its proof. Raises `ProofError` if it is not one."""
    seal = text.removeprefix("sealed ")
    digits_of(seal, "the seal of an order")
    return Sealed(seal)


def read_opened(text: str) -> SealedOrder:
    """Return an opened order from its proof. Raises `ProofError` if it is not one."""
    salt, _, words = text.removeprefix("opened ").partition(" ")
    sealed_order = SealedOrder(salt, words)
    _insist_on_order(sealed_order)
    return sealed_order


def _insist_on_order(sealed_order: SealedOrder) -> None:
    if not is_digits(sealed_order.salt, SALT):
        raise ProofError(
            f'the salt of an order is written as {2 * SALT} digits 0-9 a-f, not "{shown(sealed_order.salt)}"'
        )
    text = sealed_order.text
    if not 0 < len(text) <= LONGEST or not text.isprintable() or text != " ".join(text.split()):
        raise ProofError(
            f"an order is one line of 1 to {LONGEST:,} characters with single spaces in it, "
            f'not "{shown(text)}" ({len(text):,} characters)'
        )
