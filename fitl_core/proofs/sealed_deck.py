"""A deck that lies there by one hash: each card is proven when it is drawn, the whole when its key is opened.

Each card is a leaf of a Merkle tree: its place, its number, and a salt without which nobody could find out
the number by trying. A card's proof is `card 3/27`, the salt, and the path; that of the deck's end `none 27`
and the hash of the tree.
"""

from __future__ import annotations

import hmac

import msgspec

from fitl_core.players.decks import random_deck
from fitl_core.proofs.drawing import Drawing
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.hexadecimal import digits_of, is_digits, named
from fitl_core.proofs.merkle import climbed, leaf, path, root, top
from fitl_core.record.setup import Setup
from notation.lexer import shown

SALT = 16
"""The bytes of a card's salt."""
MOST_CARDS = 130
"""The most cards of a deck."""
_LONGEST = 2_000
"""The most characters of a card's proof."""


class SealedDeck(msgspec.Struct, frozen=True):
    """A deck's cards, top first, and their salts: the dealer's alone until the key is opened."""

    cards: tuple[int, ...]
    salts: tuple[str, ...]

    @property
    def root(self) -> str:
        """What the dealer publishes: `sha256:` and 64 digits."""
        return named(root(len(self.cards), top(self._leaves)))

    def proof_of(self, position: int) -> str:
        """The proof of the card at a position, from 1; behind the last one that of the deck's end.

        Raises `ProofError` for a position that there is not.
        """
        number = len(self.cards)
        if position == number + 1:
            return f"none {number} {top(self._leaves)}"
        if not 1 <= position <= number:
            raise ProofError(f"the deck has {number} cards: there is no position {position}")
        hashes = path(self._leaves, position - 1)
        return " ".join([f"card {position}/{number}", self.salts[position - 1], *hashes])

    def card_at(self, position: int) -> int:
        """The card at a position, from 1; 0 behind the last one. Raises `ProofError` as `proof_of` does."""
        if not 1 <= position <= len(self.cards) + 1:
            raise ProofError(f"the deck has {len(self.cards)} cards: there is no position {position}")
        return (*self.cards, 0)[position - 1]

    @property
    def _leaves(self) -> list[str]:
        cards = zip(self.cards, self.salts, strict=True)
        return [_leaf(position, card, salt) for position, (card, salt) in enumerate(cards, 1)]


def sealed_deck(setup: Setup, key: bytes) -> SealedDeck:
    """The deck that a key gives for a game (2.1), with its salts; the two cards face up are its first.

    For a game from a position it has what is left of the deck there.

    Raises `UnknownName` for a scenario that there is not.
    """
    cards = random_deck(setup, Drawing(key, "deck"))
    salts = [
        hmac.digest(key, f"fitl salt 1\n{i}".encode(), "sha256")[:SALT] for i in range(1, len(cards) + 1)
    ]
    return SealedDeck(tuple(cards), tuple([salt.hex() for salt in salts]))


def check(root_: str, position: int, card: int, proof: str) -> None:
    """Raise `ProofError` unless the proof shows a card (0: none is left) at a position of the deck, from 1.

    `root_` is what the dealer has published.
    """
    published = digits_of(root_, "the root of a deck")
    words = proof.split(" ") if len(proof) <= _LONGEST else ["a text that is far too long"]
    match words:
        case ["none", number, hash_] if _is_number(number) and is_digits(hash_, 32):
            found: str | None = hash_
            cards, stated, shows = int(number), int(number) + 1, 0
        case ["card", place, salt, *hashes] if (
            (pair := _place(place)) and is_digits(salt, SALT) and all(is_digits(h, 32) for h in hashes)
        ):
            stated, cards = pair
            shows = card
            found = climbed(cards, stated - 1, _leaf(stated, card, salt), hashes)
        case _:
            told = f'"card 3/27 SALT HASH…" or "none 27 HASH", not "{shown(proof)}"'
            raise ProofError(f"the proof of a card is written as {told}")
    if stated != position:
        raise ProofError(f"it proves the deck's position {stated}; the card that is due is at {position}")
    if (shows == 0) != (card == 0):
        what = "that no card is left" if card else "a card"
        raise ProofError(
            f"it proves {what}, and the line says {f'card {card}' if card else 'that none is left'}"
        )
    if found is None:
        raise ProofError(f"the path has another length than that of position {stated} of {cards} cards")
    if root(cards, found) != published:
        what = f"card {card} at position {position}" if card else f"that the deck ends behind {cards} cards"
        raise ProofError(f"it does not prove {what} of this deck: it leads to another root")


def _leaf(position: int, card: int, salt: str) -> str:
    return leaf(f"{position} {card} {salt}")


def _place(text: str) -> tuple[int, int] | None:
    """The position and number of cards in `3/27`; None where it is none."""
    position, slash, number = text.partition("/")
    if not (slash and _is_number(position) and _is_number(number)) or int(position) > int(number):
        return None
    return int(position), int(number)


def _is_number(text: str) -> bool:
    """Whether a text is a number from 1 to the most cards of a deck, without signs or leading noughts."""
    digits = text.isascii() and text.isdigit() and len(text) <= 3 and not text.startswith("0")
    return digits and int(text) <= MOST_CARDS
