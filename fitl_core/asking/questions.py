"""Questions that the rules ask, and whether a clause answers them.

A `Choice` knows who decides, under which rule, whether a clause answers it (else why not), and
which clauses would. Both come from one test: `answers` is the candidates that `take` accepts, so
the check and the list cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any

import msgspec

from fitl_core.errors import Refusal
from fitl_core.facts.board import BoardSpace, board, spaces_by_id
from fitl_core.facts.factions import Faction
from fitl_core.facts.levels import Level
from fitl_core.record.clauses import (
    At,
    ChooseCard,
    ChooseFaction,
    Clause,
    Number,
    Option,
    Roll,
    SetLevel,
    Track,
    Verb,
)


class Taken(msgspec.Struct, frozen=True, gc=False):
    """An accepted answer: its value for the procedure, and whether the clause is used up by it."""

    value: Any
    consumed: bool = True


Answer = Taken | Refusal | None
"""Accepted, refused with a reason, or (None) no clause of the kind that is asked for."""

SpaceTest = Callable[[BoardSpace], Refusal | None]


class _Question(msgspec.Struct, eq=False):
    """What every question is given by position, before what its own form adds."""

    faction: Faction
    rule: str
    prompt: str


class Choice(_Question, kw_only=True):
    """A question: `faction` decides it under `rule`; `prompt` says what is asked.

    An `optional` one may be left unanswered. One that has a single answer need not be written,
    unless it is `explicit`: the rest of something that has been begun in writing. One that `lapses` is
    left out where it has no answer (5.1.3).
    `between` marks a point of an Operation at which its Special Activity may come (4.1), as `aside` asks.
    """

    optional: bool = False
    between: bool = False
    explicit: bool = False
    lapses: bool = False
    aside: VerbChoice | None = None

    def take(self, clause: Clause) -> Answer:
        """Whether this clause answers the question."""
        raise NotImplementedError

    def candidates(self) -> Iterator[Clause]:
        """Clauses of the right form, among them every legal one."""
        raise NotImplementedError

    def legal(self, verbs: bool = True) -> Iterator[Clause]:
        """The clauses that are legal answers, one by one; without `verbs`, those that are no verbs."""
        for clause in self.candidates():
            if (verbs or not isinstance(clause, Verb)) and isinstance(self.take(clause), Taken):
                yield clause

    def answers(self) -> tuple[Clause, ...]:
        """Every clause that is a legal answer."""
        asides = self.aside.legal() if self.aside is not None else ()
        return (*self.legal(), *asides)

    def forced(self) -> Clause | None:
        """The only answer, where there is just one that is no verb (a verb is always written)."""
        legal = self.legal(verbs=False)
        found = next(legal, None)
        return found if next(legal, None) is None else None

    def is_open(self, verbs: bool = True) -> bool:
        """Whether there is any legal answer; without `verbs`, one that is no verb."""
        if next(self.legal(verbs), None) is not None:
            return True
        return verbs and self.aside is not None and self.aside.is_open()


Procedure = Generator[Choice, Any, None]
"""A rule that asks: yields Choices and receives the values of their answers (None: declined)."""


class SpaceChoice(Choice):
    """Select a space. Clauses of the types in `opens` select theirs too, and are then asked for.

    With `becomes` the level that the space then has may be written in place of the space alone.
    Where `opens_only` is set, it says which of the clauses that could select theirs are meant so.
    """

    test: SpaceTest
    opens: tuple[type, ...] = ()
    becomes: Callable[[BoardSpace], Level] | None = None
    opens_only: Callable[[Clause], bool] | None = None

    def take(self, clause: Clause) -> Answer:
        if type(clause) is At:
            where, consumed = spaces_by_id()[clause.space], True
        elif type(clause) is SetLevel and self.becomes is not None:
            where, consumed = spaces_by_id()[clause.space], True
            result = self.becomes(where)
            if result is not clause.level:
                why = f"{where.name} becomes {result.words}, not {clause.level.words}"
                return self.test(where) or Refusal("wrong-level", self.rule, why)
        elif type(clause) in self.opens and (name := getattr(clause, "space", "")):
            if self.opens_only is not None and not self.opens_only(clause):
                return None
            where, consumed = spaces_by_id()[name], False
        else:
            return None
        return self.test(where) or Taken(where, consumed)

    def candidates(self) -> Iterator[Clause]:
        return (At(where.id) for where in board().spaces)

    def legal(self, verbs: bool = True) -> Iterator[Clause]:
        test = self.test
        return (At(where.id) for where in board().spaces if test(where) is None)


Alternatives = Mapping[str, Refusal | Callable[[], Refusal | None] | None]
"""Named alternatives: open, refused, or what finds out (where that takes long) once one is named."""


class OptionChoice(Choice):
    """One of several named alternatives; a Refusal where one is not open.

    `implied` tells by which following clause an alternative is taken without its name.
    """

    options: Alternatives
    implied: Mapping[str, Callable[[Clause], bool]] = {}

    def take(self, clause: Clause) -> Answer:
        if type(clause) is Option:
            if clause.name not in self.options:
                return None
            return self._refuse(clause.name) or Taken(clause.name)
        for name, fits in self.implied.items():
            if fits(clause):
                return self._refuse(name) or Taken(name, consumed=False)
        return None

    def _refuse(self, name: str) -> Refusal | None:
        refusal = self.options[name]
        return refusal() if callable(refusal) else refusal

    def candidates(self) -> Iterator[Clause]:
        return (Option(name) for name in self.options)


class FactionChoice(Choice):
    """Name a Faction; a Refusal where one is not open."""

    factions: Mapping[Faction, Refusal | None]

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, ChooseFaction):
            return None
        if clause.faction not in self.factions:
            return Refusal("wrong-faction", self.rule, f"{clause.faction} cannot be named here")
        return self.factions[clause.faction] or Taken(clause.faction)

    def candidates(self) -> Iterator[Clause]:
        return (ChooseFaction(faction) for faction in self.factions)


class CardChoice(Choice):
    """Name one of several cards."""

    cards: tuple[int, ...]

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, ChooseCard):
            return None
        if clause.card not in self.cards:
            return Refusal("wrong-card", self.rule, f"card {clause.card} cannot be named here")
        return Taken(clause.card)

    def candidates(self) -> Iterator[Clause]:
        return (ChooseCard(number) for number in self.cards)


class LevelChoice(Choice):
    """The level to which a space shifts; `test` decides."""

    where: BoardSpace
    test: Callable[[Level], Refusal | None]

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, SetLevel) or clause.space != self.where.id:
            return None
        return self.test(clause.level) or Taken(clause.level)

    def candidates(self) -> Iterator[Clause]:
        return (SetLevel(self.where.id, level) for level in Level)


class NumberChoice(Choice):
    """A change of a track or of a space's markers; `changes` says by how much, or why not."""

    track: Track
    changes: Mapping[int, Refusal | None]
    space: str = ""

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

    verbs: tuple[str, ...]
    test: Callable[[str], Refusal | None]

    def take(self, clause: Clause) -> Answer:
        if type(clause) is not Verb:
            return None
        return self.test(clause.name) or Taken(clause)

    def candidates(self) -> Iterator[Clause]:
        return (Verb(name) for name in self.verbs)


class Either(Choice):
    """Any of several questions at once; the answer is that of the first that accepts it.

    Those behind the first may be given as what makes them: most clauses answer the first.
    """

    first: Choice
    others: tuple[Choice | Callable[[], Choice], ...]

    def _each(self) -> Iterator[Choice]:
        yield self.first
        for other in self.others:
            yield other() if callable(other) else other

    def take(self, clause: Clause) -> Answer:
        first = self.first.take(clause)
        if isinstance(first, Taken):
            return first
        for other in self.others:
            answer = (other() if callable(other) else other).take(clause)
            if isinstance(answer, Taken):
                return answer
            first = first or answer
        return first

    def candidates(self) -> Iterator[Clause]:
        for choice in self._each():
            yield from choice.candidates()

    def legal(self, verbs: bool = True) -> Iterator[Clause]:
        for choice in self._each():
            yield from choice.legal(verbs)


def either(first: Choice, *others: Choice | Callable[[], Choice], optional: bool | None = None) -> Either:
    """Ask several questions at once, as the first is asked."""
    return Either(
        first.faction,
        first.rule,
        first.prompt,
        first,
        others,
        optional=first.optional if optional is None else optional,
        between=first.between,
        explicit=first.explicit,
    )
