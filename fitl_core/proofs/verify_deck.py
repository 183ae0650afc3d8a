"""Check that each card of a log comes from its place in the sealed deck, and the deck from the key."""

from __future__ import annotations

from fitl_core.game.effective import Link
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.findings import Findings
from fitl_core.proofs.proof_lines import DrawnCards, ProofLine
from fitl_core.proofs.sealed_deck import SealedDeck, check, seal_deck
from fitl_core.record.events import PlayCard, Reveal, bare_move
from fitl_core.record.setup import Setup


class DeckCheck:
    """A check of every card that is turned up.

    `root` is the root of the sealed deck, or None without one. The key is None until the seed is opened.
    """

    def __init__(self, setup: Setup, root: str | None, key: bytes | None, findings: Findings) -> None:
        self._findings = findings
        self._root = root
        self._deck: SealedDeck | None = None
        self._by_header: dict[int, int] = dict(enumerate(setup.cards or (), 1))
        self._drawn = DrawnCards(
            len(self._by_header), begun=setup.position is not None and bool(setup.position.played)
        )
        self._begun = False
        self._bare = False
        if root is not None and key is not None:
            deck = seal_deck(setup, key)
            if deck.root == root:
                self._deck = deck
            else:
                why = f"the deck of the opened seed has another root, {deck.root}"
                findings.header("deck-root", why, "Deck-Root")

    def take(self, line: ProofLine, end: Link | None) -> None:
        """Check the next line; `end` is the last link of the effective log after it."""
        if self._root is None:
            self._bare = self._bare or bool(line.card_proofs)
            return
        due = self._due(line, end)
        if len(line.card_proofs) > len(due):
            few = f"{len(due)} that it turns up" if due else "a line that turns none up"
            why = f"{len(line.card_proofs)} proofs of cards stand beside {few}"
            self._findings.line("proof-stray", why, line.entry, line.number)
        for i, (position, card) in enumerate(due):
            self._look(position, card, line.card_proofs[i] if i < len(line.card_proofs) else None, line)

    def finish(self) -> None:
        """Check the cards that only the header shows, and report the cards that could not be checked."""
        if self._root is None:
            if self._bare:
                why = "cards have proofs, and the header has no root of a deck to hold them against"
                self._findings.header("deck-root", why, "Deck-Root")
            else:
                self._findings.unchecked.append("there is no sealed deck: the cards came up at a table")
            return
        for position, card in self._by_header.items():
            if self._deck is None:
                self._findings.unchecked.append(f"card {card} of the header waits for the dealer's seed")
            elif (there := self._deck.card_at(position)) != card:
                why = f"card {there} lies at position {position} of the deck, not {card}"
                self._findings.header("card-wrong", why, "Cards")
            else:
                self._findings.cards += 1

    def _due(self, line: ProofLine, end: Link | None) -> list[tuple[int, int]]:
        """Return the cards that a line turns up, each with its position in the deck."""
        event = bare_move(line.event)
        if not isinstance(event, PlayCard | Reveal):
            return []
        link = end
        while link is not None and link.number > line.slot:
            link = link.before
        if link is None or link.number != line.slot:
            return []
        if isinstance(event, Reveal):
            return [(self._drawn.up_to(link), event.card)]
        if self._drawn.has_begun(link.before):
            return []
        if self._by_header:
            return list(self._by_header.items())[: len(line.card_proofs)]
        return [(1, event.card)] if self._drawn.up_to(link) == 1 else []

    def _look(self, position: int, card: int, proof: str | None, line: ProofLine) -> None:
        try:
            if proof is not None:
                check(self._root or "", position, card, proof)
            elif self._deck is None:
                why = f"nothing proves that this is the card at position {position} of the deck"
                self._findings.line("card-unproven", why, line.entry, line.number)
                return
            elif position > len(self._deck.cards) + 1 or self._deck.card_at(position) != card:
                raise ProofError(f"this is not the card at position {position} of the deck")
        except ProofError as error:
            self._findings.line("card-wrong", error.message, line.entry, line.number)
            return
        if isinstance(line.event, PlayCard):
            self._by_header.pop(position, None)
        self._findings.cards += 1
