"""Sealed orders: a text whose hash is published now, and which is opened later.

    VC: Tet if playable, else waive

A salt keeps others from finding the text by trying. Beside a line stands `sealed HASH`, and later, beside
that which opens it, `opened SALT TEXT`.
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


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="order 1", tag_field="fitl"):
    """An order with its salt, 16 bytes in hexadecimal: its writer's alone until it is opened."""

    salt: str
    text: str

    @property
    def seal(self) -> str:
        """The hash that is published: `sha256:` and 64 digits."""
        return named(sha256("fitl order 1", self.salt, self.text))

    def __str__(self) -> str:
        return f"opened {self.salt} {self.text}"


def order(text: str, salt: bytes) -> Order:
    """An order to be sealed with a salt of 16 random bytes.

    Raises `ProofError` for another salt, and for a text that is not one line of 1 to 1,000 characters.

    >>> order("VC: Tet if playable, else waive", bytes(16)).seal[:20]
    'sha256:2511dc41733a1'
    """
    made = Order(salt.hex(), text)
    _insist_on_order(made)
    return made


def read_order(data: bytes) -> Order:
    """An order from the file that its writer keeps. Raises `ProofError` where it is none."""
    try:
        found = msgspec.json.decode(data, type=Order)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise ProofError(f"this is no file of an order: {fault}") from None
    _insist_on_order(found)
    return found


def kept(sealed: Order) -> bytes:
    """The file that the writer of an order keeps, as `read_order` reads it."""
    return msgspec.json.format(msgspec.json.encode(sealed), indent=1) + b"\n"


def read_sealed(text: str) -> Sealed:
    """What the proof of a sealed order says. Raises `ProofError` where it is none."""
    seal = text.removeprefix("sealed ")
    digits_of(seal, "the seal of an order")
    return Sealed(seal)


def read_opened(text: str) -> Order:
    """What the proof of an opened order says. Raises `ProofError` where it is none."""
    salt, _, said = text.removeprefix("opened ").partition(" ")
    found = Order(salt, said)
    _insist_on_order(found)
    return found


def _insist_on_order(found: Order) -> None:
    if not is_digits(found.salt, SALT):
        raise ProofError(
            f'the salt of an order is written as {2 * SALT} digits 0-9 a-f, not "{shown(found.salt)}"'
        )
    text = found.text
    if not 0 < len(text) <= LONGEST or not text.isprintable() or text != " ".join(text.split()):
        raise ProofError(
            f"an order is one line of 1 to {LONGEST:,} characters with single spaces in it, "
            f'not "{shown(text)}" ({len(text):,} characters)'
        )
