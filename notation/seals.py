"""Check and simplify the values of the tags for proofs of dice, deck and chain.

`fitl_core.proofs` uses them.
"""

from __future__ import annotations

import re

from notation.lexer import shown

_HASH = re.compile(r"sha256:[0-9a-f]{64}")
_DIGITS = re.compile(r"[0-9a-f]{64}")
_SEAT = r"(?:US|ARVN|NVA|VC|US\+ARVN|NVA\+VC)"
_OF_SEATS = {
    "Seeds-Added": (re.compile(rf"{_SEAT}:(?:[0-9a-f]{{2}}){{1,256}}"), "their seeds"),
    "Seat-Keys": (re.compile(rf"{_SEAT}:[0-9a-f]{{64}}"), "their keys, 64 digits each,"),
}
DEMANDS = "2"
"""The value of the tag `Proofs`: the version of the demands that the proofs of a game must meet."""
_FORMS = {
    "Proofs": (re.compile(DEMANDS), f"{DEMANDS}, the version of the demands on proofs"),
    "Seed-Commitment": (_HASH, "sha256: and 64 digits 0-9 a-f"),
    "Deck-Root": (_HASH, "sha256: and 64 digits 0-9 a-f"),
    "Seed-Opened": (_DIGITS, "64 digits 0-9 a-f"),
    "Chain-Head": (_DIGITS, "64 digits 0-9 a-f"),
}


def canonical_seal(name: str, value: str) -> str:
    """Return the value with single spaces, and with the digits of hashes in small letters.

    >>> canonical_seal("Seeds-Added", " us:6A  VC:6b "), canonical_seal("Seed-Opened", " AB ")
    ('US:6a VC:6b', 'ab')
    """
    words = value.lower().split()
    if name in _OF_SEATS:
        parts = [word.partition(":") for word in words]
        words = [f"{seat.upper()}{colon}{digits}" for seat, colon, digits in parts]
    return " ".join(words)


def flaw_of_seal(name: str, value: str) -> str | None:
    """Return the flaw in the value of such a tag in words, or None if it is sound."""
    if name in _OF_SEATS:
        form, what = _OF_SEATS[name]
        words = value.split(" ")
        wrong = next((word for word in words if form.fullmatch(word) is None), None)
        if wrong is not None:
            return f'{name} has seats with {what} in hexadecimal, US:6a6b VC:6c7d, not "{shown(wrong)}"'
        seats = [word.partition(":")[0] for word in words]
        factions = [faction for seat in seats for faction in seat.split("+")]
        if sorted(set(factions), key=("US", "ARVN", "NVA", "VC").index) != factions:
            return f"{name} has each seat once, in the order US, ARVN, NVA, VC"
        return None
    form, description = _FORMS[name]
    return None if form.fullmatch(value) else f'{name} is {description}, not "{shown(value)}"'


def added_seeds(value: str | None) -> tuple[tuple[str, bytes], ...]:
    """Return the seats and their seeds from the value of a sound `Seeds-Added`. Empty without a value.

    >>> added_seeds("US:6a6b VC:6c")
    (('US', b'jk'), ('VC', b'l'))
    """
    return tuple([(seat, bytes.fromhex(digits)) for seat, digits in by_seat(value).items()])


def by_seat(value: str | None) -> dict[str, str]:
    """Return the digits of each seat from the value of a sound `Seeds-Added` or `Seat-Keys`.

    Empty without one.
    """
    pairs = [word.partition(":") for word in (value or "").split(" ") if word]
    return {seat: digits for seat, _, digits in pairs}
