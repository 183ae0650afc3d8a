"""What several Events do alike: lasting effects, pieces from a box, shifts, free Operations."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator, Iterator
from typing import Any

from fitl_core.board import BoardSpace, board, spaces_by_id
from fitl_core.choices import Answer, Choice, Procedure, SpaceChoice, Taken
from fitl_core.errors import Refusal
from fitl_core.events import Box, Clause, Place, Remove
from fitl_core.factions import US
from fitl_core.piece_choices import refuse_box, totals
from fitl_core.pieces import TUNNELED, Count, Kind
from fitl_core.state import Markers
from fitl_core.turn import Turn


def capability(turn: Turn, card: int, side: str) -> None:
    """Put a Capability's marker out on a side (5.3)."""
    marker = Markers(card, side)  # type: ignore[arg-type]
    others = tuple([c for c in turn.draft.state.capabilities if c.card != card])
    turn.draft.set(capabilities=(*others, marker))
    turn.draft.report("5.3", note=f"Capability {card} is in effect, {side}")


def momentum(turn: Turn, card: int, side: str) -> None:
    """Put a Momentum Event out until the next Reset (5.4)."""
    marker = Markers(card, side)  # type: ignore[arg-type]
    turn.draft.set(momentum=(*turn.draft.state.momentum, marker))
    turn.draft.report("5.4", note=f"Momentum {card} is in effect, {side}, until the Reset of a Coup Round")


def choose_space(
    turn: Turn,
    prompt: str,
    test: Callable[[BoardSpace], Refusal | None],
    opens: tuple[type, ...] = (),
    optional: bool = False,
) -> SpaceChoice:
    """Ask for a space in which the Event takes place."""
    return SpaceChoice(turn.faction, turn.rule, prompt, test, optional, opens)


def anywhere(_where: BoardSpace) -> Refusal | None:
    """No condition on the space."""
    return None


def whole_first(
    turn: Turn,
    test: Callable[[BoardSpace], Refusal | None],
    whole: Callable[[BoardSpace], bool],
    what: str,
) -> Callable[[BoardSpace], Refusal | None]:
    """A space where the whole effect can happen comes first while there is one (5.1.3).

    `what` says what would not happen elsewhere.
    """

    def better(where: BoardSpace) -> Refusal | None:
        refusal = test(where)
        if refusal is not None or whole(where):
            return refusal
        others = [w.name for w in board().spaces if test(w) is None and whole(w)]
        if not others:
            return None
        facts = (f"possible in {', '.join(others[:4])}{'…' if len(others) > 4 else ''}",)
        return Refusal("whole-effect", "5.1.3", f"{what} is not possible in {where.name}", facts)

    return better


class _PiecesAnywhere(Choice):
    """Pieces of some kinds in a space of the chooser's choice, at most so many of them.

    `test` is about the space, `whole` about the answer as a whole.
    """

    def __init__(
        self,
        turn: Turn,
        prompt: str,
        kinds: tuple[Kind, ...],
        most: int,
        test: Callable[[BoardSpace], Refusal | None],
        optional: bool = False,
        whole: Callable[[Remove], Refusal | None] | None = None,
    ) -> None:
        super().__init__(turn.faction, turn.rule, prompt, optional)
        self.turn = turn
        self.kinds = kinds
        self.most = most
        self.test = test
        self.whole = whole

    def _refuse(self, clause: Place | Remove) -> Refusal | None:
        where = spaces_by_id()[clause.space]
        if isinstance(clause, Remove) and clause.to:
            return refuse_box(self.rule)
        if (refusal := self.test(where)) is not None:
            return refusal
        counts = totals(clause.pieces)
        for kind, number in counts.items():
            if kind not in self.kinds:
                return self.turn.no("wrong-pieces", f"no {kind.noun} here; {self.prompt}")
            if (refusal := self._refuse_count(where, kind, number)) is not None:
                return refusal
        total = sum(counts.values())
        if total > self.most:
            return self.turn.no("too-many", f"{total} pieces, at most {self.most} more")
        return self.whole(clause) if self.whole is not None and isinstance(clause, Remove) else None

    @abstractmethod
    def _refuse_count(self, where: BoardSpace, kind: Kind, number: int) -> Refusal | None:
        """Whether there are not so many, or they may not go there."""


class PlacePieces(_PiecesAnywhere):
    """Pieces from one box into spaces, piece by piece or several: `Hue+3ut+ub<oop`."""

    source: Box = "oop"

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, Place) or clause.source != self.source:
            return None
        return self._refuse(clause) or Taken(clause)

    def _refuse_count(self, where: BoardSpace, kind: Kind, number: int) -> Refusal | None:
        return self.turn.draft.refuse_place(where, kind, number, self.source)

    def candidates(self) -> Iterator[Clause]:
        for where in board().spaces:
            for kind in self.kinds:
                for number in range(1, self.most + 1):
                    yield Place(where.id, (Count(number, kind),), self.source)


class RemovePieces(_PiecesAnywhere):
    """Pieces off the map: `Sai-2at`."""

    def take(self, clause: Clause) -> Answer:
        return (self._refuse(clause) or Taken(clause)) if isinstance(clause, Remove) else None

    def _refuse_count(self, where: BoardSpace, kind: Kind, number: int) -> Refusal | None:
        have = self.turn.draft.number(where, (kind,))
        if have >= number:
            return None
        return self.turn.no("no-such-pieces", f"{where.name} has {kind.words(have)}")

    def candidates(self) -> Iterator[Clause]:
        for where in board().spaces:
            for kind in self.kinds:
                for number in range(1, min(self.most, self.turn.draft.number(where, (kind,))) + 1):
                    yield Remove(where.id, (Count(number, kind),))


def place_from_box(
    turn: Turn,
    prompt: str,
    source: Box,
    kinds: tuple[Kind, ...],
    number: int,
    test: Callable[[BoardSpace], Refusal | None],
) -> Procedure:
    """Place exactly `number` pieces, or as many as there are and can be placed (5.1.3)."""
    left = number
    while left:
        choice = PlacePieces(turn, prompt, kinds, left, test)
        choice.source = source
        if not choice.is_open():
            return
        clause: Place = yield choice
        where = spaces_by_id()[clause.space]
        for count in clause.pieces:
            turn.draft.place(where, count.kind, count.number, turn.rule, source)
            left -= count.number


def remove_pieces(
    turn: Turn,
    prompt: str,
    kinds: tuple[Kind, ...],
    number: int,
    test: Callable[[BoardSpace], Refusal | None],
    up_to: bool = False,
    us_to: Box = "available",
) -> Generator[Choice, Any, list[Remove]]:
    """Remove exactly `number` pieces, or all if fewer; returns the clauses.

    With `up_to` the chooser may stop earlier. US pieces go to the box `us_to`, all others to Available.
    """
    removed: list[Remove] = []
    left = number
    while left:
        choice = RemovePieces(turn, prompt, kinds, left, test, up_to)
        if not up_to and not choice.is_open():
            break
        clause: Remove | None = yield choice
        if clause is None:
            break
        where = spaces_by_id()[clause.space]
        for count in clause.pieces:
            to: Box = us_to if count.kind.faction is US else "available"
            turn.draft.remove(where, count.kind, count.number, turn.rule, to)
            left -= count.number
        removed.append(clause)
    return removed


def without_tunnels(kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """Kinds that an Event can force off the map (5.1.1)."""
    return tuple([kind for kind in kinds if kind not in TUNNELED])
