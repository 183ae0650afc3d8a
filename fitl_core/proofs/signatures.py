"""Signatures of seats (Ed25519), available with PyNaCl: the extra `fitl[signatures]`.

A seat's public key is in the header (`Seat-Keys`). Each of its lines has a signature of the line's link. So
nobody else can write lines of this seat, not even by making the whole chain anew.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec

from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.hexadecimal import is_digits
from fitl_core.proofs.signers import signers
from fitl_core.proofs.verify_chain import chained_on
from notation import Entry, Log, Tag
from notation.lexer import shown
from notation.seals import DEMANDS, by_seat

FIELD = "sig"
"""The field of a line that holds its signature."""
KEY_SIZE = 32
"""The number of random bytes in a secret key."""
_NEEDED = 'signatures need PyNaCl: pip install "fitl[signatures]"'


def can_sign() -> bool:
    """Check whether PyNaCl is installed."""
    return find_spec("nacl") is not None


def public_key(secret: bytes) -> str:
    """Return the public key of a secret key of 32 random bytes, in hexadecimal.

    Raises `ProofError` for a secret of another size, and without PyNaCl.
    """
    key: str = bytes(_signing(secret).verify_key).hex()
    return key


def signature(secret: bytes, link: str) -> str:
    """Return the signature of a link, 128 digits. Raises `ProofError` without PyNaCl."""
    made: str = _signing(secret).sign(_message(link)).signature.hex()
    return made


def is_signed(public: str, link: str, signed: str) -> bool:
    """Check whether the owner of a public key signed a link. Raises `ProofError` without PyNaCl."""
    nacl = _nacl()
    if not is_digits(signed, 64) or not is_digits(public, KEY_SIZE):
        return False
    try:
        nacl.VerifyKey(bytes.fromhex(public)).verify(_message(link), bytes.fromhex(signed))
    except import_module("nacl.exceptions").CryptoError:
        return False
    return True


def signature_of(entry: Entry) -> str | None:
    """Return the signature beside a line, or None."""
    return next((value for name, value in entry.fields if name == FIELD), None)


def with_key(log: Log, seat: str, secret: bytes) -> Log:
    """Return a log with a seat's public key in its header.

    Raises `ProofError` if the seat has a key already, if lines are linked (the chain begins with the header),
    or without PyNaCl.
    """
    if log.tag("Chain-Head") is not None or any(entry.chain for entry in log.entries):
        raise ProofError("keys stand in the header before the first line is linked")
    keys = by_seat(log.tag("Seat-Keys"))
    if seat in keys:
        raise ProofError(f"{seat} has a key already")
    keys[seat] = public_key(secret)
    order = ("US", "US+ARVN", "ARVN", "NVA", "NVA+VC", "VC")
    value = " ".join([f"{name}:{keys[name]}" for name in sorted(keys, key=order.index)])
    tags = [tag for tag in log.tags if tag.name != "Seat-Keys"]
    if log.tag("Seed-Commitment") is None and log.tag("Proofs") is None:
        tags.append(Tag("Proofs", DEMANDS))  # a current dealer has written this tag
    return msgspec.structs.replace(log, tags=(*tags, Tag("Seat-Keys", value)))


def signed_by(log: Log, seat: str, secret: bytes, since: int = 0) -> tuple[Log, tuple[int, ...]]:
    """Return a log with all lines linked and a seat's lines signed, and the newly signed events.

    Lines of a seat are those in which its Faction acts, by any writer, and other lines that it wrote. Only
    entries from the place `since` on are signed.

    Raises `ProofError` as `chained_on` does, if the header has another key for the seat, and without PyNaCl.
    """
    known = by_seat(log.tag("Seat-Keys")).get(seat)
    if known != public_key(secret):
        what = "another key" if known else "no key"
        raise ProofError(f"the header has {what} for {shown(seat)}")
    entries: list[Entry] = []
    numbers: list[int] = []
    number = 0
    whole = chained_on(log)
    for place, (entry, signer) in enumerate(zip(whole.entries, signers(whole), strict=True)):
        number += entry.event is not None
        is_theirs = place >= since and seat in (signer.seat, *signer.left)
        if is_theirs and entry.chain and signature_of(entry) is None:
            fields = (*entry.fields, (FIELD, signature(secret, entry.chain)))
            entry = msgspec.structs.replace(entry, fields=fields)
            numbers.append(number)
        entries.append(entry)
    return msgspec.structs.replace(whole, entries=tuple(entries)), tuple(numbers)


def _message(link: str) -> bytes:
    return f"fitl sig 1\n{link}".encode()


def _signing(secret: bytes) -> Any:
    if len(secret) != KEY_SIZE:
        raise ProofError(f"a secret key has {KEY_SIZE} bytes, not {len(secret)}")
    return _nacl().SigningKey(secret)


def _nacl() -> Any:
    if not can_sign():
        raise ProofError(_NEEDED)
    return import_module("nacl.signing")
