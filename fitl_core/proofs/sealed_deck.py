"""A deck sealed by one hash: each card is proven at its draw, the whole deck when its key is opened.

Each card is a leaf of a Merkle tree: its place, its number, and a salt. Without the salt anybody could find
the number by trying. A card's proof is `card 3/27`, the salt, and the path. The proof of the deck's end is
`none 27` and the hash of the tree.
"""

from __future__ import annotations

import hmac

import msgspec

from fitl_core.players.decks import random_deck
from fitl_core.proofs.drawing import KeyDraws
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
    """A deck's cards, top first, and their salts. Only the dealer has them until the key is opened."""

    cards: tuple[int, ...]
    salts: tuple[str, ...]

    @property
    def root(self) -> str:
        """The hash that the dealer publishes: `sha256:` and 64 digits."""
        return named(root(len(self.cards), top(self._leaves)))

    def proof_of(self, position: int) -> str:
        """Return the proof of the card at a position, from 1; after the last card, of the deck's end.

        Raises `ProofError` for a position outside the deck.
        """
        number = len(self.cards)
        if position == number + 1:
            return f"none {number} {top(self._leaves)}"
        if not 1 <= position <= number:
            raise ProofError(f"the deck has {number} cards: there is no position {position}")
        hashes = path(self._leaves, position - 1)
        return " ".join([f"card {position}/{number}", self.salts[position - 1], *hashes])

    def card_at(self, position: int) -> int:
        """Return the card at a position, from 1; 0 after the last card.

        Raises `ProofError` as `proof_of` does.
        """
        if not 1 <= position <= len(self.cards) + 1:
            raise ProofError(f"the deck has {len(self.cards)} cards: there is no position {position}")
        return (*self.cards, 0)[position - 1]

    @property
    def _leaves(self) -> list[str]:
        cards = zip(self.cards, self.salts, strict=True)
        return [_leaf(position, card, salt) for position, (card, salt) in enumerate(cards, 1)]


def seal_deck(setup: Setup, key: bytes) -> SealedDeck:
    """Return the deck that a key gives for a game (2.1), with its salts; the two cards face up come first.

    For a game from a position the deck has only the cards left there.

    Raises `UnknownName` for an unknown scenario.
    """
    cards = random_deck(setup, KeyDraws(key, "deck"))
    salts = [
        hmac.digest(key, f"fitl salt 1\n{i}".encode(), "sha256")[:SALT] for i in range(1, len(cards) + 1)
    ]
    return SealedDeck(tuple(cards), tuple([salt.hex() for salt in salts]))


def check(root_: str, position: int, card: int, proof: str) -> None:
    """Raise `ProofError` unless the proof shows a card (0: none is left) at a position of the deck, from 1.

    `root_` is the hash that the dealer has published.
    """
    published = digits_of(root_, "the root of a deck")
    words = proof.split(" ") if len(proof) <= _LONGEST else ["a text that is far too long"]
    match words:
        case ["none", number, hash_] if _is_number(number) and is_digits(hash_, 32):
            tree_top: str | None = hash_
            cards, stated, shows = int(number), int(number) + 1, 0
        case ["card", place, salt, *hashes] if (
            (pair := _place(place)) and is_digits(salt, SALT) and all(is_digits(h, 32) for h in hashes)
        ):
            stated, cards = pair
            shows = card
            tree_top = climbed(cards, stated - 1, _leaf(stated, card, salt), hashes)
        case _:
            forms = f'"card 3/27 SALT HASH…" or "none 27 HASH", not "{shown(proof)}"'
            raise ProofError(f"the proof of a card is written as {forms}")
    if stated != position:
        raise ProofError(f"it proves the deck's position {stated}; the card that is due is at {position}")
    if (shows == 0) != (card == 0):
        what = "that no card is left" if card else "a card"
        raise ProofError(
            f"it proves {what}, and the line says {f'card {card}' if card else 'that none is left'}"
        )
    if tree_top is None:
        raise ProofError(f"the path has another length than that of position {stated} of {cards} cards")
    if root(cards, tree_top) != published:
        what = f"card {card} at position {position}" if card else f"that the deck ends after {cards} cards"
        raise ProofError(f"it does not prove {what} of this deck: it leads to another root")


def _leaf(position: int, card: int, salt: str) -> str:
    return leaf(f"{position} {card} {salt}")


def _place(text: str) -> tuple[int, int] | None:
    """Return the position and number of cards in `3/27`, or None for another text."""
    position, slash, number = text.partition("/")
    if not (slash and _is_number(position) and _is_number(number)) or int(position) > int(number):
        return None
    return int(position), int(number)


def _is_number(text: str) -> bool:
    """Check whether a text is a number from 1 to `MOST_CARDS`, without signs or leading noughts."""
    digits = text.isascii() and text.isdigit() and len(text) <= 3 and not text.startswith("0")
    return digits and int(text) <= MOST_CARDS
