"""Compare a sentence with the outcome of a move: forced clauses and automatic effects."""

from __future__ import annotations

from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import number_named
from fitl_core.prose.reading_state import ReadingState
from fitl_core.prose.structure import Sentence
from fitl_core.prose.units import ALL, Unit
from fitl_core.record.board_effects import (
    Activated,
    Hidden,
    Moved,
    Placed,
    Reboxed,
    Removed,
    Replaced,
    TerrorChanged,
    TrackChanged,
)
from fitl_core.record.clauses import Verb, spaces_of
from fitl_core.state.draft import Draft

UNSAID: dict[str, float] = {
    "head": 12.0,
    "space": 8.0,
    "piece": 6.0,
    "level": 6.0,
    "shift": 5.0,
    "die": 4.0,
    "box": 3.0,
    "track": 3.0,
    "option": 3.0,
    "card": 0.5,
    "figure": 2.0,
}
"""The cost of leaving a word unexplained, by its tag."""
ASIDE = 0.4
"""The factor on that cost for a word in brackets."""
_OF_PIECES = (Placed, Removed, Moved, Replaced, Activated, Hidden, Reboxed)


def left_out(
    sentence: Sentence, reading: ReadingState, draft: Draft, actor: Faction
) -> tuple[list[Unit], float]:
    """Return the units that are neither used nor explained by the move, and the cost of all unused units."""
    looked_at = _Outcome(sentence, reading, draft, actor)
    unexplained, cost = [], 0.0
    for unit in sentence.saying():
        if unit.at in reading.used:
            cost += looked_at.wanting(unit)
            continue
        borne = looked_at.bears_out(unit)
        if borne is None:
            unexplained.append(unit)
            cost += UNSAID[unit.tag] * (ASIDE if unit.is_aside else 1.0)
        else:
            cost += borne
    others = [unit for unit in sentence.of("faction") if unit.means.faction not in (None, actor)]
    return unexplained, cost + ANOTHER * sum([unit.at not in reading.used for unit in others])


ELSEWHERE = 1.5
ANOTHER = 0.6
"""The cost of skipping another Faction that is named."""
BORNE_OUT, DOUBTFUL = 0.03, 0.35
"""The cost of explaining a word by automatic effects alone; the second number, if it may mean something else.
"""


class _Outcome:
    """The outcome of the clauses, to compare the rest of a sentence with."""

    def __init__(self, sentence: Sentence, reading: ReadingState, draft: Draft, actor: Faction) -> None:
        self.sentence = sentence
        self.reading = reading
        self.clauses = [clause for _, clause in reading.said]
        self.draft = draft
        self.actor = actor

    def wanting(self, unit: Unit) -> float:
        """Return the cost of a unit that refers to several spaces but was done in fewer."""
        if unit.tag not in ("piece", "level") or not unit.shared:
            return 0.0
        homes = [self.sentence.units[home].means.spaces for home in unit.homes]
        if unit.tag == "level":
            homes = [names for names in homes if names and not unit.may_be(_level_in(self.draft, names[0]))]
        bound = {space for at, space in self.reading.bound if at == unit.at}
        return ELSEWHERE * sum([bool(names) and not bound & set(names) for names in homes])

    def bears_out(self, unit: Unit) -> float | None:
        """Return the cost of explaining a unit by the outcome, or None if the outcome disagrees."""
        match unit.tag:
            case "head":
                return DOUBTFUL if self._is_said_again(unit) else None
            case "space":
                return self._names(unit)
            case "piece":
                return DOUBTFUL if self._has_pieces(unit) else None
            case "level":
                is_so = any(unit.may_be(_level_in(self.draft, space)) for space in self._homes(unit))
                return None if not is_so else BORNE_OUT if unit.homes else DOUBTFUL
            case "track":
                cost = BORNE_OUT if unit.number is not None else DOUBTFUL
                return cost if self._has_track(unit) else None
            case "figure":
                return 0.0 if self._has_figure(unit) else None
            case "card":
                return 0.0 if unit.number == self.draft.state.card else None
            case "box":
                return 0.0 if self._has_box(unit) else None
            case _:
                return None

    def _names(self, unit: Unit) -> float | None:
        """Return the cost of a space that is named again, in the same part of the move or in another."""
        named = [
            part == unit.section
            for clause, part in zip(self.clauses, self.reading.parts, strict=True)
            if set(spaces_of(clause)) & set(unit.means.spaces)
        ]
        return None if not named else 0.0 if any(named) else ELSEWHERE

    def _is_said_again(self, unit: Unit) -> bool:
        """Check whether a unit repeats a verb without anything of its own after it."""
        is_played = any(
            isinstance(clause, Verb) and clause.name in unit.means.heads for clause in self.clauses
        )
        return is_played and self._is_noun(unit)

    def _is_noun(self, unit: Unit) -> bool:
        """Check whether nothing after a verb in its part has a meaning of its own."""
        return not any(
            other.section == unit.section and other.at > unit.at for other in self.sentence.saying()
        )

    def _homes(self, unit: Unit) -> list[str]:
        named = [space for home in unit.homes for space in self.sentence.units[home].means.spaces]
        return named or [space for clause in self.clauses for space in spaces_of(clause)]

    def _has_pieces(self, unit: Unit) -> bool:
        kinds = self.sentence.kinds_of(unit)
        homes = set(self._homes(unit))
        for effect in self.draft.effects:
            if not isinstance(effect, _OF_PIECES):
                continue
            spaces = set(effect.path) if isinstance(effect, Moved) else {getattr(effect, "space", "")}
            right = [
                c
                for c in (*effect.pieces, *getattr(effect, "by", ()))
                if c.kind in kinds or c.kind.active in kinds
            ]
            number = number_named(tuple(right))
            if right and spaces & homes and unit.number in (None, ALL, number, right[0].number):
                return bool(unit.means.kinds)
        return False

    def _has_track(self, unit: Unit) -> bool:
        track = unit.means.track
        changes = [
            effect
            for effect in self.draft.effects
            if (isinstance(effect, TrackChanged) and effect.track == track)
            or (isinstance(effect, TerrorChanged) and track == "terror")
        ]
        if not changes or unit.number is None:
            return bool(changes)
        first, last = changes[0].old, changes[-1].new
        return unit.number in (last - first, abs(last - first), last)

    def _has_figure(self, unit: Unit) -> bool:
        if "change" in unit.means.flags:
            return any(
                isinstance(e, TrackChanged) and e.new - e.old == unit.number for e in self.draft.effects
            )
        whose = unit.means.faction or self.actor
        if whose is Faction.US:
            whose = Faction.ARVN  # whose Resources the US spend (1.8)
        now = self.draft.resources_of(whose)
        spent = sum(
            [e.old - e.new for e in self.draft.effects if isinstance(e, TrackChanged) and e.track == whose]
        )
        return unit.number in (now, abs(spent))

    def _has_box(self, unit: Unit) -> bool:
        return any(
            unit.means.box in (getattr(effect, "to", ""), getattr(effect, "source", ""))
            for effect in self.draft.effects
        )


def _level_in(draft: Draft, space: str) -> Level:
    return Level(list(Level)[2 - draft[spaces_by_id()[space]].support])
