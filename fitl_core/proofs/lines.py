"""The lines of a log as verifying looks at them: their proofs and dice, and how many cards have come up."""

from __future__ import annotations

import msgspec

from fitl_core.game.effective import Link
from fitl_core.proofs.kinds import CardProof, Proof
from fitl_core.proofs.rolls import RollProof
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Action, Amend, DecisionDice, Event, Play, Reveal, Stand


class Line(msgspec.Struct, frozen=True):
    """An entry with an event: its place in the log from 0, its number from 1, and its proofs."""

    entry: int
    number: int
    event: Event
    proofs: tuple[Proof, ...]

    @property
    def rolls(self) -> tuple[RollProof, ...]:
        """The proofs of dice."""
        return tuple([proof for proof in self.proofs if isinstance(proof, RollProof)])

    @property
    def card_proofs(self) -> tuple[str, ...]:
        """The proofs of cards, as they are written."""
        return tuple([proof.text for proof in self.proofs if isinstance(proof, CardProof)])

    @property
    def slot(self) -> int:
        """The number of the event for which the line stands in the effective log."""
        return self.event.number if isinstance(self.event, Amend) else self.number


def dice_of(event: Event) -> tuple[int, ...]:
    """The dice in an event, in the order in which they are written."""
    match event:
        case Amend(_, move) | Stand(move):
            return dice_of(move)
        case DecisionDice():
            return event.dice
        case Action():
            clauses = [clause for segment in event.segments for clause in segment.clauses]
            return tuple([clause.die for clause in clauses if isinstance(clause, Roll)])
    return ()


class Drawn:
    """How many cards of the deck have come up; `face_up` lie there by the header, 2 or none.

    Where none do, the first `#` line turns one up, unless the game has `begun` before: in a position whose
    cards the sealed deck does not have.
    """

    def __init__(self, face_up: int, begun: bool = False) -> None:
        self._first = face_up, begun or face_up > 0
        self._known: dict[Link | None, tuple[int, bool]] = {None: self._first}

    def up_to(self, end: Link | None) -> int:
        """How many behind the last line of an effective log."""
        return self._count(end)[0]

    def has_begun(self, end: Link | None) -> bool:
        """Whether a first card has come up by a line."""
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
            event = link.event.move if isinstance(link.event, Stand) else link.event
            cards += isinstance(event, Reveal) or (isinstance(event, Play) and not begun)
            begun = begun or isinstance(event, Play)
            self._known[link] = cards, begun
        return cards, begun
