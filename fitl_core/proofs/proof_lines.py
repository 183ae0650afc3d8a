"""The lines of a log as `verify` needs them: their proofs, their dice, and the number of cards drawn."""

from __future__ import annotations

import msgspec

from fitl_core.game.effective import Link
from fitl_core.proofs.kinds import CardProof, Proof
from fitl_core.proofs.rolls import RollProof
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Action, Amend, DecisionDice, Event, PlayCard, Reveal, Stand, bare_move


class ProofLine(msgspec.Struct, frozen=True):
    """An entry with an event: its place in the log from 0, its number from 1, its proofs and its writer."""

    entry: int
    number: int
    event: Event
    proofs: tuple[Proof, ...]
    by: str = ""

    @property
    def rolls(self) -> tuple[RollProof, ...]:
        """Return the proofs of dice."""
        return tuple([proof for proof in self.proofs if isinstance(proof, RollProof)])

    @property
    def card_proofs(self) -> tuple[str, ...]:
        """Return the proofs of cards, as written."""
        return tuple([proof.text for proof in self.proofs if isinstance(proof, CardProof)])

    @property
    def slot(self) -> int:
        """Return the number of the event whose place the line takes in the effective log."""
        return self.event.number if isinstance(self.event, Amend) else self.number


def dice_of(event: Event) -> tuple[int, ...]:
    """Return the dice in an event, in their written order."""
    match event:
        case Amend(_, move) | Stand(move):
            return dice_of(move)
        case DecisionDice():
            return event.dice
        case Action():
            clauses = [clause for segment in event.segments for clause in segment.clauses]
            return tuple([clause.die for clause in clauses if isinstance(clause, Roll)])
    return ()


class DrawnCards:
    """The number of cards of the deck drawn so far; `face_up` are face up by the header, 2 or none.

    If none are, the first `#` line turns a card up. The exception is a game that has `begun` before, from a
    position: the sealed deck does not have its card.
    """

    def __init__(self, face_up: int, begun: bool = False) -> None:
        self._first = face_up, begun or face_up > 0
        self._known: dict[Link | None, tuple[int, bool]] = {None: self._first}

    def up_to(self, end: Link | None) -> int:
        """Return the number of cards drawn up to the last line of an effective log."""
        return self._count(end)[0]

    def has_begun(self, end: Link | None) -> bool:
        """Check whether a first card has been turned up by a line."""
        return self._count(end) != self._first

    def _count(self, end: Link | None) -> tuple[int, bool]:
        way: list[Link] = []
        link = end
        while link not in self._known:
            assert link is not None
            way.append(link)
            link = link.before
        cards, begun = self._known[link]
        for link in reversed(way):
            event = bare_move(link.event)
            cards += isinstance(event, Reveal) or (isinstance(event, PlayCard) and not begun)
            begun = begun or isinstance(event, PlayCard)
            self._known[link] = cards, begun
        return cards, begun
