"""The place of a reading at a question: the free units, and the spaces that they may refer to."""

from __future__ import annotations

from fitl_core.asking.questions import Question, asked_at_once
from fitl_core.facts.factions import Faction
from fitl_core.prose.reading_state import A_LITTLE, FAR, ODD, ReadingState, where_left
from fitl_core.prose.structure import Sentence
from fitl_core.prose.units import Unit
from fitl_core.record.clauses import Clause
from fitl_core.rules.forms.name_questions import OptionChoice
from fitl_core.state.draft import Draft

UNPLACED = 0.2
"""The cost of assigning a unit to one of several spaces without a word that names the space."""
TELLING = ("place", "replace", "level", "number", "remove", "roll")
"""The forms of clauses that may imply an option without its name."""


class Here:
    """A question, with the sentence as far as it is read and the draft at that point.

    `only` is the space of the answer, if there is but one. `opening` are the forms of clauses that answer the
    question implicitly: they select their space, or imply an option.
    """

    def __init__(self, sentence: Sentence, reading: ReadingState, question: Question, draft: Draft) -> None:
        self.sentence = sentence
        self.reading = reading
        self.question = question
        self.draft = draft
        self.who: Faction = Faction(question.who)
        parts = asked_at_once(question)
        spaces = {getattr(getattr(part, "where", None), "id", None) for part in parts}
        self.only: str | None = next(iter(spaces)) if len(spaces) == 1 else None
        self.opening: tuple[str, ...] = tuple(
            [_form(clause) for part in parts for clause in getattr(part, "opens", ())]
        )
        if any(isinstance(part, OptionChoice) and part.implied for part in parts):
            self.opening += TELLING

    @property
    def said(self) -> list[Clause]:
        """Return the clauses so far."""
        return [clause for _, clause in self.reading.said]

    def is_used(self, unit: Unit) -> bool:
        """Check whether a unit is used already."""
        return unit.at in self.reading.used

    def free(self, *tags: str) -> list[Unit]:
        """Return the unused units with these tags, those of the current part first."""
        units = [unit for unit in self.sentence.units if unit.tag in tags and not self.is_used(unit)]
        return sorted(units, key=lambda unit: (unit.section != self.reading.section, unit.at))

    def distance(self, unit: Unit) -> float:
        """Return the cost of using a unit from another part of the sentence."""
        return 0.0 if unit.section == self.reading.section else FAR

    def meant(self, place: Unit) -> tuple[str, ...]:
        """Return the spaces that a unit can mean."""
        if place.tag == "there":
            return (self.reading.last,) if self.reading.last else ()
        return place.means.spaces

    def concerns(self, unit: Unit) -> bool:
        """Check whether a unit refers to the space named last, or to no space."""
        homes = unit.homes if unit.shared else unit.homes[:1]
        spaces = [space for home in homes for space in self.meant(self.sentence.units[home])]
        return not spaces or not self.reading.last or self.reading.last in spaces

    def spaces_for(self, unit: Unit) -> list[tuple[str, float, tuple[int, ...]]]:
        """Return the spaces that a unit may refer to, each with its cost and the units that name it."""
        cheapest: dict[str, tuple[float, tuple[int, ...]]] = {}
        for i, home in enumerate(unit.homes):
            distance = 0.0 if i == 0 or unit.shared else ODD
            uses = (home,) if home not in self.reading.used else ()
            for space in self.meant(self.sentence.units[home]):
                cheapest.setdefault(space, (distance, uses))
        named = dict.fromkeys([space for clause in reversed(self.said) if (space := where_left(clause))])
        odd = FAR if unit.homes else 0.0 if len(named) == 1 else UNPLACED
        for i, space in enumerate(named):
            cheapest.setdefault(space, (odd + A_LITTLE * i, ()))
        return [(space, *rest) for space, rest in cheapest.items() if self.only in (None, space)]

    def may_use(self, unit: Unit, space: str) -> bool:
        """Check whether a unit may be used for a space.

        A unit about several spaces may be used once for each.
        """
        if not self.is_used(unit):
            return True
        if unit.section != self.reading.section or len(unit.homes) == 1:
            return False
        spaces = [name for home in unit.homes for name in self.meant(self.sentence.units[home])]
        return space in spaces and (unit.at, space) not in self.reading.bound

    def passes(self, first: Unit, space: str = "") -> int:
        """Return how many unused units are in front of some pieces in their part.

        Counted are other pieces, and the earlier spaces of a shared unit.
        """
        skipped = 0
        if first.shared and space:
            for home in sorted(first.homes):
                names = self.meant(self.sentence.units[home])
                if space in names:
                    break
                skipped += not any((first.at, name) in self.reading.bound for name in names)
        if self.is_used(first):
            return skipped
        before = [unit for unit in self.sentence.of("piece") if unit.at < first.at and not self.is_used(unit)]
        return skipped + sum([unit.section == first.section for unit in before])


def _form(clause: type) -> str:
    """Return the name of a form of clause."""
    form: str = clause.__struct_config__.tag  # type: ignore[attr-defined]
    return form
