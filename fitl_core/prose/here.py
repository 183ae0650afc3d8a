"""Where a reading stands at a question: which units are free, and what may be said of which space."""

from __future__ import annotations

from fitl_core.asking.questions import Question
from fitl_core.facts.factions import Faction
from fitl_core.prose.structure import Sentence
from fitl_core.prose.understood import A_LITTLE, FAR, ODD, Understood, where_left
from fitl_core.prose.units import Unit
from fitl_core.record.clauses import Clause
from fitl_core.rules.forms.names import OptionChoice
from fitl_core.state.draft import Draft

UNPLACED = 0.2
"""What it costs to say something of one of several spaces, where no word says of which."""
TELLING = ("place", "replace", "level", "number", "remove", "roll")
"""The forms of clauses by which an option may be told without its name."""


class Here:
    """A question, put where a sentence has been read so far and a draft has come to.

    `only` is the space that an answer is about, if there is but one; `opening` are the forms of clauses that
    answer it in passing: they select their space, or tell an option.
    """

    def __init__(self, sentence: Sentence, reading: Understood, question: Question, draft: Draft) -> None:
        self.sentence = sentence
        self.reading = reading
        self.question = question
        self.draft = draft
        self.who: Faction = Faction(question.who)
        parts = question.asked_at_once()
        spaces = {getattr(getattr(part, "where", None), "id", None) for part in parts}
        self.only: str | None = next(iter(spaces)) if len(spaces) == 1 else None
        self.opening: tuple[str, ...] = tuple(
            [_form(clause) for part in parts for clause in getattr(part, "opens", ())]
        )
        if any(isinstance(part, OptionChoice) and part.implied for part in parts):
            self.opening += TELLING

    @property
    def said(self) -> list[Clause]:
        """The clauses so far."""
        return [clause for _, clause in self.reading.said]

    def is_used(self, unit: Unit) -> bool:
        """Whether a unit is used already."""
        return unit.at in self.reading.used

    def free(self, *tags: str) -> list[Unit]:
        """The units of these tags that are not used, those of the part that is being read first."""
        units = [unit for unit in self.sentence.units if unit.tag in tags and not self.is_used(unit)]
        return sorted(units, key=lambda unit: (unit.section != self.reading.section, unit.at))

    def distance(self, unit: Unit) -> float:
        """What it costs to take a unit from another part of the sentence."""
        return 0.0 if unit.section == self.reading.section else FAR

    def meant(self, place: Unit) -> tuple[str, ...]:
        """The spaces that a unit can mean."""
        if place.tag == "there":
            return (self.reading.last,) if self.reading.last else ()
        return place.means.spaces

    def concerns(self, unit: Unit) -> bool:
        """Whether something is said of the space named last, or of none."""
        homes = unit.homes if unit.shared else unit.homes[:1]
        spaces = [space for home in homes for space in self.meant(self.sentence.units[home])]
        return not spaces or not self.reading.last or self.reading.last in spaces

    def spaces_for(self, unit: Unit) -> list[tuple[str, float, tuple[int, ...]]]:
        """The spaces that something may be said of, what that costs, and the units that name them."""
        found: dict[str, tuple[float, tuple[int, ...]]] = {}
        for i, home in enumerate(unit.homes):
            far = 0.0 if i == 0 or unit.shared else ODD
            uses = (home,) if home not in self.reading.used else ()
            for space in self.meant(self.sentence.units[home]):
                found.setdefault(space, (far, uses))
        named = dict.fromkeys([space for clause in reversed(self.said) if (space := where_left(clause))])
        odd = FAR if unit.homes else 0.0 if len(named) == 1 else UNPLACED
        for i, space in enumerate(named):
            found.setdefault(space, (odd + A_LITTLE * i, ()))
        return [(space, *rest) for space, rest in found.items() if self.only in (None, space)]

    def may_use(self, unit: Unit, space: str) -> bool:
        """Whether a unit is not used up for a space: what is said of several may be used for each."""
        if not self.is_used(unit):
            return True
        if unit.section != self.reading.section or len(unit.homes) == 1:
            return False
        spaces = [name for home in unit.homes for name in self.meant(self.sentence.units[home])]
        return space in spaces and (unit.at, space) not in self.reading.bound

    def passes(self, first: Unit, space: str = "") -> int:
        """How much stands in front of some pieces in their part, and is not used yet.

        That is other pieces, and of the spaces that the same is said of those before this one.
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
    """The name of a form of clause."""
    form: str = clause.__struct_config__.tag  # type: ignore[attr-defined]
    return form
