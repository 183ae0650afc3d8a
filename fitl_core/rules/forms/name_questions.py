"""Questions whose answer is a name or a number: an option, a Faction, a card, a change of a track."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from fitl_core.asking.questions import Answer, OpenedByOthers, Question, Taken
from fitl_core.errors import Refusal
from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import BoardSpace
from fitl_core.record.clauses import At, ChooseCard, ChooseFaction, Clause, Number, Option, Track

Alternatives = Mapping[str, Refusal | Callable[[], Refusal | None] | None]
"""Named alternatives: open (None), refused, or a function that decides once the alternative is named."""


def naming(value: object) -> Clause | None:
    """Return the clause that names a space, a Faction or an alternative."""
    match value:
        case BoardSpace():
            return At(value.id)
        case Faction():
            return ChooseFaction(value)
        case str():
            return Option(value)
        case _:
            return None


class OptionChoice(OpenedByOthers):
    """One of several named alternatives, each with a Refusal if it is not open.

    `implied` says which following clause selects an alternative without its name.
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

    def why_not(self, written: Any, asked: Iterable[Question] = ()) -> Refusal | None:
        """Refuse a name; a clause that only implies an alternative may be meant for another space."""
        return super().why_not(written, asked) if type(written) is Option else None

    @property
    def takes_other_forms(self) -> bool:
        """Whether a clause may imply an alternative."""
        return bool(self.implied)

    @property
    def named_step(self) -> str:
        """Return the step, or the name of the only alternative."""
        return self.step or (next(iter(self.options)) if len(self.options) == 1 else self.usual_step)

    def _refuse(self, name: str) -> Refusal | None:
        refusal = self.options[name]
        return refusal() if callable(refusal) else refusal

    def candidates(self) -> Iterator[Clause]:
        return (Option(name) for name in self.options)


class FactionChoice(OpenedByOthers):
    """One of several Factions, each with a Refusal if it is not open.

    `implied` says which following clause selects a Faction without its name.
    """

    answer_forms: ClassVar[tuple[str, ...]] = ("faction",)

    usual_step: ClassVar[str] = "faction"

    factions: Mapping[Faction, Refusal | None]
    implied: Callable[[Clause, Faction], bool] | None = None

    @property
    def takes_other_forms(self) -> bool:
        """Whether a clause may imply a Faction."""
        return self.implied is not None

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

    def why_not(self, written: Any, asked: Iterable[Question] = ()) -> Refusal | None:
        """Refuse a name; a clause that only implies a Faction may be meant for something else."""
        return super().why_not(written, asked) if isinstance(written, ChooseFaction) else None

    def candidates(self) -> Iterator[Clause]:
        return (ChooseFaction(faction) for faction in self.factions)


class CardChoice(Question):
    """One of several cards. The card that is `played` may be named as well, without answering."""

    answer_forms: ClassVar[tuple[str, ...]] = ("card",)

    usual_step: ClassVar[str] = "card"

    cards: tuple[int, ...]
    refused_as: str = "cannot be named here"
    played: int | None = None

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, ChooseCard) or clause.card == self.played:
            return None
        if clause.card not in self.cards:
            return Refusal("wrong-card", self.rule, f"card {clause.card} {self.refused_as}")
        return Taken(clause.card)

    def candidates(self) -> Iterator[Clause]:
        return (ChooseCard(number) for number in self.cards)


class NumberChoice(Question):
    """A change of a track or of a space's markers; `changes` has each amount, with a Refusal if not open.

    If the end of the track shortens a change (1.8, 6.7), `whole` is the change that the rule orders.
    """

    answer_forms: ClassVar[tuple[str, ...]] = ("number",)

    usual_step: ClassVar[str] = "amount"

    track: Track
    changes: Mapping[int, Refusal | None]
    space: str = ""
    whole: int = 0

    @property
    def named_step(self) -> str:
        """Return the step, or the track that changes."""
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
