"""Questions about pieces: which to place, remove, flip, move or replace, and how many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, ClassVar

from fitl_core.asking.questions import Answer, DrawnInParts, Question, Shuffle, Taken
from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import TUNNELED, Count, Kind, number_named
from fitl_core.record.clauses import Activate, Clause, Hide, Move, Place, Remove, Replace
from fitl_core.rules.forms.piece_origins import refuse_source

PiecesTest = Callable[[Mapping[Kind, int]], Refusal | None]
Facts = Callable[[], tuple[str, ...]]


FEW = 3
"""The largest number of kinds that a refusal lists as possible."""
FORM_STEPS: dict[type, str] = {Place: "place", Remove: "remove", Activate: "activate", Hide: "hide"}
"""The step names of questions about pieces of one space."""


class PiecesChoice(Question):
    """The pieces to place, remove, activate or hide in one space, as `form` says.

    `limits` has the largest number of each kind; the total lies between `least` and `most`. `test` may
    refuse a combination; `too_many` explains a number over its limit. `facts` explains the limits, and is
    called only for a refusal.
    """

    form: type[Place] | type[Remove] | type[Activate] | type[Hide]
    where: BoardSpace
    limits: Mapping[Kind, int]
    least: int
    most: int
    test: PiecesTest | None = None
    too_many: Callable[[Kind, int], Refusal | None] | None = None
    facts: Facts = tuple

    @property
    def answer_forms(self) -> tuple[str, ...]:
        """The form of its clause."""
        return (FORM_STEPS[self.form],)

    @property
    def named_step(self) -> str:
        """Return the step, or the step name of the form."""
        return self.step or FORM_STEPS[self.form]

    def take(self, clause: Clause) -> Answer:
        if type(clause) is not self.form or clause.space != self.where.id:
            return None
        if isinstance(clause, Place):
            if clause.source != "available":
                return None if clause.source in spaces_by_id() else refuse_source(clause.source)
        elif isinstance(clause, Remove):
            if clause.to:
                return refuse_box(self.rule)
        elif isinstance(clause, Hide):
            clause = as_underground(clause)
        return self._refuse(totals(clause.pieces)) or Taken(clause)

    def why_not(self, written: Any, asked: Iterable[Question] = ()) -> Refusal | None:
        """Refuse pieces in another space, too, about which nothing is asked here."""
        if type(written) is not self.form or written.space == self.where.id:
            return super().why_not(written, asked)
        name = spaces_by_id()[written.space].name
        why = f"nothing is asked of {name} here, but: {self.prompt}"
        return Refusal("space-not-allowed", self.rule, why)

    def _refuse(self, counts: Mapping[Kind, int]) -> Refusal | None:
        for kind, number in counts.items():
            limit = self.limits.get(kind, 0)
            if number > limit:
                if self.form is Place and kind.off_map in self.limits and (state := refuse_state(kind)):
                    return state
                if self.too_many is not None and (special := self.too_many(kind, number)) is not None:
                    return special
                why = f"{kind.words(number)} in {self.where.name}: {_possible(kind, limit, self.limits)}"
                code = "too-many" if kind in self.limits else "piece-not-allowed"
                return Refusal(code, self.rule, why, self.facts())
        total = sum(counts.values())
        if total > self.most:
            most = f"at most {self.most} allowed" if self.most else "none allowed"
            why = f"{counted(total, 'piece')} in {self.where.name}, {most}"
            return Refusal("too-many", self.rule, why, self.facts())
        if total < self.least:
            why = f"{counted(total, 'piece')} in {self.where.name}, {self.least} due"
            return Refusal("too-few", self.rule, why, self.facts())
        return self.test(counts) if self.test is not None else None

    def together(self, written: Clause, more: Clause) -> Clause | None:
        """Return one clause for the pieces of both, or None if they do not fit together."""
        if type(written) is not self.form or type(more) is not self.form:
            return None
        if not written.space == more.space == self.where.id:
            return None
        counts = totals([*written.pieces, *more.pieces])
        return self.form(written.space, tuple([Count(number, kind) for kind, number in counts.items()]))

    def candidates(self) -> Iterator[Clause]:
        for counts in combinations(self.limits, max(self.least, 1), self.most):
            yield self.form(self.where.id, counts)


def as_underground(clause: Hide) -> Hide:
    """Return the clause with Underground kinds: pieces that hide may be named as they are now, too."""
    counts = totals([Count(count.number, count.kind.underground) for count in clause.pieces])
    return Hide(clause.space, tuple([Count(number, kind) for kind, number in counts.items()]))


def refuse_box(rule: str) -> Refusal:
    """Refuse a box written after removed pieces: the rule decides where they go."""
    return Refusal("wrong-box", rule, "the rule decides where removed pieces go: write no box")


def refuse_state(kind: Kind) -> Refusal | None:
    """Refuse a new piece that is Active or has a Tunnel (1.4.3, 1.4.4)."""
    if kind is kind.off_map:
        return None
    if kind in TUNNELED:
        return Refusal("wrong-pieces", "1.4.4", f"a new {kind.off_map.noun} has no Tunnel marker")
    why = f"a new {kind.off_map.noun} comes Underground, not Active"
    return Refusal("wrong-pieces", "1.4.3", why)


def totals(pieces: Sequence[Count]) -> dict[Kind, int]:
    """Return the number of each kind, even if several parts name the same kind."""
    if len(pieces) == 1:
        return {pieces[0].kind: pieces[0].number}
    counts: dict[Kind, int] = {}
    for count in pieces:
        kind = count.kind
        counts[kind] = counts[kind] + count.number if kind in counts else count.number
    return counts


def _possible(kind: Kind, limit: int, limits: Mapping[Kind, int]) -> str:
    """Return how many of a kind can be chosen; if none can, name the kinds that can."""
    if limit:
        return f"only {kind.words(limit)} possible"
    others = [other.nouns for other, number in limits.items() if number > 0]
    more = ["others"] if len(others) > FEW else []
    instead = " or ".join([*others[:FEW], *more])
    return f"no {kind.noun} can be chosen here" + (f", but {instead}" if instead else "")


def combinations(limits: Mapping[Kind, int], least: int, most: int) -> Iterator[tuple[Count, ...]]:
    """Yield every way to take between `least` and `most` pieces within the limits, smallest first."""
    kinds = [kind for kind, limit in limits.items() if limit > 0]
    for numbers in product(*(range(min(limits[kind], most) + 1) for kind in kinds)):
        if least <= sum(numbers) <= most and sum(numbers) > 0:
            yield tuple([Count(n, kind) for n, kind in zip(numbers, kinds, strict=True) if n])


class TakeUpChoice(Question):
    """Own pieces to place from elsewhere on the map because none is Available: `Sai+2at<Hue` (1.4.1).

    `wanting` says whether none of a kind is Available, `there` how many pieces of a kind a space has.
    """

    usual_step: ClassVar[str] = "take-up"
    answer_forms: ClassVar[tuple[str, ...]] = ("place",)

    where: BoardSpace
    kinds: tuple[Kind, ...]
    most: int
    test: Callable[[Kind, int, BoardSpace], Refusal | None]
    wanting: Callable[[Kind], bool]
    there: Callable[[BoardSpace, Kind], int]
    whole: PiecesTest | None = None
    why_none: Callable[[Kind], Refusal | None] | None = None

    def take(self, clause: Clause) -> Answer:
        if type(clause) is not Place or clause.space != self.where.id:
            return None
        if clause.source not in spaces_by_id():
            return None
        source = spaces_by_id()[clause.source]
        total = number_named(clause.pieces)
        if total > self.most:
            why = f"{counted(total, 'piece')} more in {self.where.name}, at most {self.most} allowed"
            return Refusal("too-many", self.rule, why)
        for count in clause.pieces:
            if count.kind not in self.kinds:
                refused = self.why_none(count.kind.off_map) if self.why_none is not None else None
                return refused or Refusal("too-many", self.rule, f"no {count.kind.noun} can be placed here")
            if (refusal := self.test(count.kind, count.number, source)) is not None:
                return refusal
        counts = totals(clause.pieces)
        return (self.whole(counts) if self.whole is not None else None) or Taken(clause)

    def candidates(self) -> Iterator[Clause]:
        kinds = [kind for kind in self.kinds if self.wanting(kind)]
        for source in board().spaces if kinds else ():
            for kind in kinds:
                for number in range(1, min(self.most, self.there(source, kind)) + 1):
                    yield Place(self.where.id, (Count(number, kind),), source.id)


class MoveChoice(DrawnInParts):
    """A move of pieces along a path; `paths` lists those worth trying from some spaces, `test` decides.

    The tested move names each kind once, even if several parts of the clause name it.
    """

    usual_step: ClassVar[str] = "move"
    answer_forms: ClassVar[tuple[str, ...]] = ("move",)
    looks_anew = True

    test: Callable[[Move], Refusal | None]
    paths: Callable[[Iterable[BoardSpace]], Iterable[Move]]

    def take(self, clause: Clause) -> Answer:
        if type(clause) is not Move:
            return None
        move = clause
        if len(clause.pieces) > 1:
            move = Move(clause.path, tuple([Count(n, kind) for kind, n in totals(clause.pieces).items()]))
        return self.test(move) or Taken(move)

    def lack(self, written: Iterable[Any] = ()) -> tuple[str, ...]:
        """Explain why no move is legal: by the written move, or else by the first one that could be tried."""
        if self.is_open():
            return ()
        if reasons := super().lack(written):
            return reasons
        first = next(iter(self.paths(board().spaces)), None)
        refusal = None if first is None else self.test(first)
        return (refusal.message,) if refusal is not None else ("no pieces on the map can move so",)

    def candidates(self) -> Iterator[Clause]:
        return iter(self.paths(board().spaces))

    def drawn(self, shuffle: Shuffle) -> Iterator[Clause]:
        """Yield the moves in a random order, from one space after the other."""
        for origin in shuffle(board().spaces):
            yield from shuffle(self.paths((origin,)))


class ReplaceChoice(Question):
    """Pieces of a space to replace with others; `test` decides."""

    usual_step: ClassVar[str] = "replace"
    answer_forms: ClassVar[tuple[str, ...]] = ("replace",)

    where: BoardSpace
    test: Callable[[Replace], Refusal | None]
    ways: Callable[[], Iterable[Replace]]

    def take(self, clause: Clause) -> Answer:
        if type(clause) is not Replace or clause.space != self.where.id:
            return None
        return self.test(clause) or Taken(clause)

    def candidates(self) -> Iterator[Clause]:
        return iter(self.ways())
