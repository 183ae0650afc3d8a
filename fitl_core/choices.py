"""Questions that the rules ask, and whether a clause answers them.

A `Choice` knows who decides, under which rule, whether a clause answers it (else why not), and
which clauses would. Both come from one test: `answers` is the candidates that `take` accepts, so
the check and the list cannot differ.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from fitl_core.board import BoardSpace, board, spaces_by_id
from fitl_core.errors import Refusal
from fitl_core.events import (
    Activate,
    At,
    ChooseFaction,
    Clause,
    Hide,
    Level,
    Move,
    Number,
    Option,
    Place,
    Remove,
    Roll,
    SetLevel,
    Track,
    Verb,
)
from fitl_core.factions import Faction
from fitl_core.pieces import Count, Kind


class Taken(NamedTuple):
    """An accepted answer: its value for the procedure, and whether the clause is used up by it."""

    value: Any
    consumed: bool = True


Answer = Taken | Refusal | None
"""Accepted, refused with a reason, or (None) no clause of the kind that is asked for."""

SpaceTest = Callable[[BoardSpace], Refusal | None]


class Choice(ABC):
    """A question: `faction` decides it under `rule`; `prompt` says what is asked.

    An `optional` one may be left unanswered. One that has a single answer need not be written.
    `between` marks a point of an Operation at which its Special Activity may come (4.1); where it
    `defers`, an Activity behind which the Operation does not go on comes after the whole of it.
    """

    between = False
    defers = True

    def __init__(self, faction: Faction, rule: str, prompt: str, optional: bool = False) -> None:
        self.faction = faction
        self.rule = rule
        self.prompt = prompt
        self.optional = optional

    @abstractmethod
    def take(self, clause: Clause) -> Answer:
        """Whether this clause answers the question."""

    @abstractmethod
    def candidates(self) -> Iterator[Clause]:
        """Clauses of the right form, among them every legal one."""

    def answers(self) -> tuple[Clause, ...]:
        """Every clause that is a legal answer."""
        return tuple([clause for clause in self.candidates() if isinstance(self.take(clause), Taken)])

    def is_open(self) -> bool:
        """Whether there is any legal answer."""
        return any(isinstance(self.take(clause), Taken) for clause in self.candidates())


Procedure = Generator[Choice, Any, None]
"""A rule that asks: yields Choices and receives the values of their answers (None: declined)."""


class SpaceChoice(Choice):
    """Select a space. Clauses of the types in `opens` select theirs too, and are then asked for."""

    def __init__(
        self,
        faction: Faction,
        rule: str,
        prompt: str,
        test: SpaceTest,
        optional: bool = False,
        opens: tuple[type, ...] = (),
    ) -> None:
        super().__init__(faction, rule, prompt, optional)
        self.test = test
        self.opens = opens

    def take(self, clause: Clause) -> Answer:
        if isinstance(clause, At):
            where, consumed = spaces_by_id()[clause.space], True
        elif isinstance(clause, self.opens) and (name := getattr(clause, "space", "")):
            where, consumed = spaces_by_id()[name], False
        else:
            return None
        return self.test(where) or Taken(where, consumed)

    def candidates(self) -> Iterator[Clause]:
        return (At(where.id) for where in board().spaces)


PiecesTest = Callable[[Mapping[Kind, int]], Refusal | None]


class PiecesChoice(Choice):
    """Name pieces in one space: to place, remove, activate or hide them, as `form` says.

    `limits` is the most of each kind; the total lies between `least` and `most`; `test` may refuse
    a combination; `too_many` explains a number over its limit.
    """

    def __init__(
        self,
        faction: Faction,
        rule: str,
        prompt: str,
        form: type[Place] | type[Remove] | type[Activate] | type[Hide],
        where: BoardSpace,
        limits: Mapping[Kind, int],
        least: int,
        most: int,
        optional: bool = False,
        test: PiecesTest | None = None,
        too_many: Callable[[Kind, int], Refusal | None] | None = None,
        facts: tuple[str, ...] = (),
    ) -> None:
        super().__init__(faction, rule, prompt, optional)
        self.form = form
        self.where = where
        self.limits = limits
        self.least = least
        self.most = most
        self.test = test
        self.too_many = too_many
        self.facts = facts

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, self.form) or clause.space != self.where.id:
            return None
        if isinstance(clause, Place) and clause.source != "available":
            return None
        if isinstance(clause, Remove) and clause.to:
            return refuse_box(self.rule)
        return self._refuse(totals(clause.pieces)) or Taken(clause)

    def _refuse(self, counts: Mapping[Kind, int]) -> Refusal | None:
        for kind, number in counts.items():
            limit = self.limits.get(kind, 0)
            if number > limit:
                if self.too_many is not None and (special := self.too_many(kind, number)) is not None:
                    return special
                why = f"{kind.words(number)} in {self.where.name}: {_possible(kind, limit)}"
                return Refusal("too-many", self.rule, why, self.facts)
        total = sum(counts.values())
        if total > self.most:
            why = f"{total} pieces in {self.where.name}, at most {self.most} are allowed"
            return Refusal("too-many", self.rule, why, self.facts)
        if total < self.least:
            why = f"{total} pieces in {self.where.name}, {self.least} are due"
            return Refusal("too-few", self.rule, why, self.facts)
        return self.test(counts) if self.test is not None else None

    def candidates(self) -> Iterator[Clause]:
        for counts in combinations(self.limits, max(self.least, 1), self.most):
            yield self.form(self.where.id, counts)


def refuse_box(rule: str) -> Refusal:
    """A box written behind removed pieces: where they go is not for the player to say."""
    return Refusal("wrong-box", rule, "where removed pieces go is the rule's to say: write no box")


def totals(pieces: Iterable[Count]) -> dict[Kind, int]:
    """How many of each kind are named, however they are written."""
    counts: dict[Kind, int] = {}
    for count in pieces:
        counts[count.kind] = counts.get(count.kind, 0) + count.number
    return counts


def _possible(kind: Kind, limit: int) -> str:
    return f"only {kind.words(limit)} possible" if limit else f"no {kind.noun} can be chosen here"


def combinations(limits: Mapping[Kind, int], least: int, most: int) -> Iterator[tuple[Count, ...]]:
    """Every way to take between `least` and `most` pieces within the limits, smallest first."""
    kinds = [kind for kind, limit in limits.items() if limit > 0]
    for numbers in product(*(range(min(limits[kind], most) + 1) for kind in kinds)):
        if least <= sum(numbers) <= most and sum(numbers) > 0:
            yield tuple([Count(n, kind) for n, kind in zip(numbers, kinds, strict=True) if n])


class TakeUpChoice(Choice):
    """Place own pieces from elsewhere on the map because none is Available: `Sai+2at<Hue` (1.4.1)."""

    def __init__(
        self,
        faction: Faction,
        rule: str,
        prompt: str,
        where: BoardSpace,
        kinds: Iterable[Kind],
        most: int,
        test: Callable[[Kind, int, BoardSpace], Refusal | None],
        whole: PiecesTest | None = None,
    ) -> None:
        super().__init__(faction, rule, prompt, optional=True)
        self.where = where
        self.kinds = tuple(kinds)
        self.most = most
        self.test = test
        self.whole = whole

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, Place) or clause.space != self.where.id:
            return None
        if clause.source not in spaces_by_id():
            return None
        source = spaces_by_id()[clause.source]
        total = sum([count.number for count in clause.pieces])
        if total > self.most:
            why = f"{total} more pieces in {self.where.name}, at most {self.most} are allowed"
            return Refusal("too-many", self.rule, why)
        for count in clause.pieces:
            if count.kind not in self.kinds:
                return Refusal("too-many", self.rule, f"no {count.kind.noun} can be placed here")
            if (refusal := self.test(count.kind, count.number, source)) is not None:
                return refusal
        counts = totals(clause.pieces)
        return (self.whole(counts) if self.whole is not None else None) or Taken(clause)

    def candidates(self) -> Iterator[Clause]:
        for source in board().spaces:
            for kind in self.kinds:
                for number in range(1, self.most + 1):
                    yield Place(self.where.id, (Count(number, kind),), source.id)


class MoveChoice(Choice):
    """Move pieces along a path; `paths` lists those worth trying, `test` decides."""

    def __init__(
        self,
        faction: Faction,
        rule: str,
        prompt: str,
        test: Callable[[Move], Refusal | None],
        paths: Callable[[], Iterable[Move]],
        optional: bool = False,
    ) -> None:
        super().__init__(faction, rule, prompt, optional)
        self.test = test
        self.paths = paths

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, Move):
            return None
        move = Move(clause.path, tuple([Count(n, kind) for kind, n in totals(clause.pieces).items()]))
        return self.test(move) or Taken(move)

    def candidates(self) -> Iterator[Clause]:
        return iter(self.paths())


class OptionChoice(Choice):
    """One of several named alternatives; a Refusal where one is not open.

    `implied` tells by which following clause an alternative is taken without its name.
    """

    def __init__(
        self,
        faction: Faction,
        rule: str,
        prompt: str,
        options: Mapping[str, Refusal | None],
        implied: Mapping[str, Callable[[Clause], bool]] | None = None,
        optional: bool = False,
    ) -> None:
        super().__init__(faction, rule, prompt, optional)
        self.options = options
        self.implied = implied or {}

    def take(self, clause: Clause) -> Answer:
        if isinstance(clause, Option):
            if clause.name not in self.options:
                return None
            return self.options[clause.name] or Taken(clause.name)
        for name, fits in self.implied.items():
            if fits(clause):
                return self.options[name] or Taken(name, consumed=False)
        return None

    def candidates(self) -> Iterator[Clause]:
        return (Option(name) for name in self.options)


class FactionChoice(Choice):
    """Name a Faction; a Refusal where one is not open."""

    def __init__(
        self, faction: Faction, rule: str, prompt: str, factions: Mapping[Faction, Refusal | None]
    ) -> None:
        super().__init__(faction, rule, prompt)
        self.factions = factions

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, ChooseFaction):
            return None
        if clause.faction not in self.factions:
            return Refusal("wrong-faction", self.rule, f"{clause.faction} cannot be named here")
        return self.factions[clause.faction] or Taken(clause.faction)

    def candidates(self) -> Iterator[Clause]:
        return (ChooseFaction(faction) for faction in self.factions)


class LevelChoice(Choice):
    """The level to which a space shifts; `test` decides."""

    def __init__(
        self,
        faction: Faction,
        rule: str,
        prompt: str,
        where: BoardSpace,
        test: Callable[[Level], Refusal | None],
        optional: bool = False,
    ) -> None:
        super().__init__(faction, rule, prompt, optional)
        self.where = where
        self.test = test

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, SetLevel) or clause.space != self.where.id:
            return None
        return self.test(clause.level) or Taken(clause.level)

    def candidates(self) -> Iterator[Clause]:
        return (SetLevel(self.where.id, level) for level in Level)


class NumberChoice(Choice):
    """A change of a track or of a space's markers; `changes` says by how much, or why not."""

    def __init__(
        self,
        faction: Faction,
        rule: str,
        prompt: str,
        track: Track,
        changes: Mapping[int, Refusal | None],
        space: str = "",
        optional: bool = False,
    ) -> None:
        super().__init__(faction, rule, prompt, optional)
        self.track = track
        self.changes = changes
        self.space = space

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, Number) or clause.track != self.track or clause.space != self.space:
            return None
        if clause.change not in self.changes:
            why = f"{self.track} cannot change by {clause.change:+d} here"
            return Refusal("wrong-amount", self.rule, why)
        return self.changes[clause.change] or Taken(clause.change)

    def candidates(self) -> Iterator[Clause]:
        return (Number(self.track, change, self.space) for change in self.changes)


class RollChoice(Choice):
    """A die: chance decides, the log says how it fell."""

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, Roll):
            return None
        if not 1 <= clause.die <= 6:
            return Refusal("wrong-roll", self.rule, f"a die shows 1 to 6, not {clause.die}")
        return Taken(clause.die)

    def candidates(self) -> Iterator[Clause]:
        return (Roll(die) for die in range(1, 7))


class VerbChoice(Choice):
    """Which Operation, Special Activity or Event begins; `test` decides."""

    def __init__(
        self,
        faction: Faction,
        rule: str,
        prompt: str,
        verbs: Iterable[str],
        test: Callable[[str], Refusal | None],
        optional: bool = False,
    ) -> None:
        super().__init__(faction, rule, prompt, optional)
        self.verbs = tuple(verbs)
        self.test = test

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, Verb):
            return None
        return self.test(clause.name) or Taken(clause)

    def candidates(self) -> Iterator[Clause]:
        return (Verb(name) for name in self.verbs)


class Either(Choice):
    """Any of several questions at once; the answer is that of the first that accepts it."""

    def __init__(self, first: Choice, *others: Choice, optional: bool | None = None) -> None:
        super().__init__(
            first.faction, first.rule, first.prompt, first.optional if optional is None else optional
        )
        self.choices = (first, *others)
        self.between = first.between or any(choice.between for choice in others)
        self.defers = first.defers

    def take(self, clause: Clause) -> Answer:
        refused: Refusal | None = None
        for choice in self.choices:
            answer = choice.take(clause)
            if isinstance(answer, Taken):
                return answer
            refused = refused or answer
        return refused

    def candidates(self) -> Iterator[Clause]:
        for choice in self.choices:
            yield from choice.candidates()
