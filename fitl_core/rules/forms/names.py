"""Questions for what has a name: an option, a Faction, a card, an amount on a track."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from fitl_core.asking.questions import Answer, Question, Taken
from fitl_core.errors import Refusal
from fitl_core.facts.board import BoardSpace
from fitl_core.facts.factions import Faction
from fitl_core.record.clauses import At, ChooseCard, ChooseFaction, Clause, Number, Option, Track

Alternatives = Mapping[str, Refusal | Callable[[], Refusal | None] | None]
"""Named alternatives: open, refused, or what finds out (where that takes long) once one is named."""


def naming(value: object) -> Clause | None:
    """The clause that names a space, a Faction or an alternative."""
    match value:
        case BoardSpace():
            return At(value.id)
        case Faction():
            return ChooseFaction(value)
        case str():
            return Option(value)
        case _:
            return None


class OptionChoice(Question):
    """One of several named alternatives; a Refusal where one is not open.

    `implied` tells by which following clause an alternative is taken without its name.
    """

    answer_forms: ClassVar[tuple[str, ...]] = ("option",)

    usual_step: ClassVar[str] = "option"
    is_tried = True
    meant_once = True

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

    def is_named_by(self, written: Clause) -> bool:
        """Whether it names an alternative; one that only implies it may be meant for another space."""
        return type(written) is Option

    @property
    def named_step(self) -> str:
        """The only alternative's name, where there is but one."""
        return self.step or (next(iter(self.options)) if len(self.options) == 1 else self.usual_step)

    def _refuse(self, name: str) -> Refusal | None:
        refusal = self.options[name]
        return refusal() if callable(refusal) else refusal

    def candidates(self) -> Iterator[Clause]:
        return (Option(name) for name in self.options)


class FactionChoice(Question):
    """Name a Faction; a Refusal where one is not open.

    `implied` tells by which following clause a Faction is taken without its name.
    """

    answer_forms: ClassVar[tuple[str, ...]] = ("faction",)

    usual_step: ClassVar[str] = "faction"

    factions: Mapping[Faction, Refusal | None]
    implied: Callable[[Clause, Faction], bool] | None = None

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, ChooseFaction):
            return self._take_implied(clause)
        if clause.faction not in self.factions:
            return Refusal("wrong-faction", self.rule, f"{clause.faction} cannot be named here")
        return self.factions[clause.faction] or Taken(clause.faction)

    def _take_implied(self, clause: Clause) -> Answer:
        meant = [who for who in self.factions if self.implied is not None and self.implied(clause, who)]
        if len(meant) == 1:
            return self.factions[meant[0]] or Taken(meant[0], consumed=False)
        owners = {count.kind.faction for count in getattr(clause, "pieces", ())}
        if self.implied is None or len(owners.intersection(self.factions)) <= 1:
            return None
        return Refusal("wrong-pieces", self.rule, f"pieces of {' or '.join(self.factions)}, not of both")

    def is_named_by(self, written: Clause) -> bool:
        """Whether it names a Faction."""
        return isinstance(written, ChooseFaction)

    def candidates(self) -> Iterator[Clause]:
        return (ChooseFaction(faction) for faction in self.factions)


class CardChoice(Question):
    """Name one of several cards."""

    answer_forms: ClassVar[tuple[str, ...]] = ("card",)

    usual_step: ClassVar[str] = "card"

    cards: tuple[int, ...]
    why_not: str = "cannot be named here"

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, ChooseCard):
            return None
        if clause.card not in self.cards:
            return Refusal("wrong-card", self.rule, f"card {clause.card} {self.why_not}")
        return Taken(clause.card)

    def candidates(self) -> Iterator[Clause]:
        return (ChooseCard(number) for number in self.cards)


class NumberChoice(Question):
    """A change of a track or of a space's markers; `changes` says by how much, or why not.

    Where the end of the track cuts short what a rule changes (1.8, 6.7), `whole` is all of that.
    """

    answer_forms: ClassVar[tuple[str, ...]] = ("number",)

    usual_step: ClassVar[str] = "amount"

    track: Track
    changes: Mapping[int, Refusal | None]
    space: str = ""
    whole: int = 0

    @property
    def named_step(self) -> str:
        """The track that changes."""
        return self.step or self.track.lower()

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, Number) or clause.track != self.track or clause.space != self.space:
            return None
        if clause.change not in self.changes:
            right = " or ".join([f"{change:+d}" for change in self.changes])
            why = f"{self.track} changes by {right} here, not by {clause.change:+d}"
            return Refusal("wrong-amount", self.rule, why)
        return self.changes[clause.change] or Taken(clause.change)

    def candidates(self) -> Iterator[Clause]:
        return (Number(self.track, change, self.space) for change in self.changes)
