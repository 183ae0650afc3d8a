"""Decide whether a reading is certain: compare every word of the sentence with the move found.

A reading is certain only if every word of the sentence is accounted for. A word is accounted for if

- it belongs to a clause of the move with exactly the word's meaning, - it belongs to a true statement about
the effects of the move, or - it is a filler: `fillers` in the vocabulary is a short closed list.

Words between those must lead to one of them: "in" to a space, "kills" to pieces, "each" to something shared.
Every other word is listed among the assumptions, and makes the reading uncertain. So do a pronoun, "both",
"none" and "too", whatever they refer to. `proposals` calls `unaccounted` for each proposal.
"""

from __future__ import annotations

from collections.abc import Iterable

from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.move_words import ACTIVITIES
from fitl_core.prose.acting_words import governing_act
from fitl_core.prose.effect_statements import PlayedMove, is_true
from fitl_core.prose.reading_state import ReadingState
from fitl_core.prose.structure import Sentence
from fitl_core.prose.unit_spaces import next_said
from fitl_core.prose.units import SAYING, STAND_INS, Unit
from fitl_core.prose.vocabulary import key
from fitl_core.record.clauses import (
    Activate,
    Clause,
    Hide,
    Move,
    Number,
    Place,
    Rebox,
    Remove,
    Replace,
    Verb,
    spaces_of,
)

PLAIN_SIGNS = frozenset(".,:;()[]&!")
"""Signs that separate words and have no meaning."""
ROLES = frozenset(
    {
        *("from", "out of", "away from", "off", "to", "into", "onto", "up to", "down to", "over to"),
        *(
            "in",
            "at",
            "on",
            "inside",
            "against",
            "of",
            "via",
            "through",
            "along",
            ">",
            "-",
            "by way of",
            "by",
        ),
    }
)
"""Words that lead to a space, a box, a level or a number."""
LINKS = frozenset({"and", "plus", "with", "then", "and then", "after that", "afterwards", "followed by"})
"""Words that join clauses."""
SHARING = frozenset({"each", "apiece", "each of", "in each", "to each", "all"})
"""Words for the same action in each of several spaces."""
ONLY = frozenset({"op only", "operation only", "only an operation"})
ROAD = frozenset({"loc", "locs", "road", "roads", "highway"})
ACTS: dict[type, frozenset[str]] = {
    Place: frozenset({"place"}),
    Remove: frozenset({"remove"}),
    Activate: frozenset({"activate"}),
    Hide: frozenset({"hide"}),
    Replace: frozenset({"replace", "place", "remove"}),
    Move: frozenset({"move"}),
    Rebox: frozenset({"place", "remove", "move"}),
}
"""The names of the acts on pieces that a clause may perform."""


def unaccounted(
    sentence: Sentence, reading: ReadingState, actor: Faction, played: PlayedMove
) -> tuple[str, ...]:
    """Return the words of a sentence that a move does not account for, in their order."""
    return _Account(sentence, reading, actor, played).missing()


def unaccounted_beside(
    sentence: Sentence, used: Iterable[Unit], actor: Faction | None, played: PlayedMove
) -> tuple[str, ...]:
    """Return the words that an event other than an action does not account for.

    `used` are the units that the event was made of.
    """
    used_places = [unit.at for unit in used]
    return tuple(
        [
            unit.text
            for unit in sentence.units
            if unit.text and unit.at not in used_places
            if not (is_filler(unit) or unit.text in PLAIN_SIGNS)
            if unit.odd or not is_true(sentence, unit, played, actor)
        ]
    )


def is_filler(unit: Unit) -> bool:
    """Check whether a unit is one of the listed words without meaning."""
    return "filler" in unit.means.flags and unit.tag in ("noise", "head") and not unit.is_typo


class _Account:
    """The words of a sentence, compared with a move."""

    def __init__(self, sentence: Sentence, reading: ReadingState, actor: Faction, played: PlayedMove) -> None:
        self.sentence = sentence
        self.reading = reading
        self.actor = actor
        self.played = played
        self.clauses: dict[int, list[Clause]] = {}
        for (_, clause), uses in zip(reading.said, reading.uses, strict=True):
            for at in uses:
                self.clauses.setdefault(at, []).append(clause)
        self._groups: list[list[Unit]] = [
            [sentence.units[at] for at in uses if sentence.units[at].tag == "piece"] for uses in reading.uses
        ]

    def missing(self) -> tuple[str, ...]:
        """Return the words that are not accounted for."""
        words: list[str] = []
        for unit in self.sentence.units:
            if unit.text:
                words += unit.odd
                if not self._is_accounted(unit):
                    words.append(unit.text)
        return tuple(words)

    def _is_accounted(self, unit: Unit) -> bool:
        if unit.tag in SAYING:
            if unit.at in self.clauses:
                return self._is_played(unit)
            return self._is_stated(unit)
        match unit.tag:
            case "sign":
                return self._is_plain_sign(unit)
            case "link":
                return key(unit.text) in LINKS and next_said(self.sentence.units, unit.at) is not None
            case "role":
                return unit.text.lower() in ROLES and self._leads(unit)
            case "act":
                return unit.at in self.clauses or self._is_done(unit)
            case "each":
                return key(unit.text) in SHARING and self._is_shared(unit)
            case "faction":
                return unit.at in self.clauses or unit.means.faction is self.actor
            case "mode":
                return self._is_mode(unit)
            case "order":
                behind = next_said(self.sentence.units, unit.at)
                return behind is not None and behind.tag == "head" and key(unit.text) != "having"
            case "sum":
                return True
            case "noise":
                return is_filler(unit) or self._is_road(unit) or self._is_raised(unit) or self._is_more(unit)
        return False

    # -- clauses -----------------------------------------------------------------------------------

    def _is_played(self, unit: Unit) -> bool:
        """Check whether the clauses that use a unit agree with the unit."""
        clauses = self.clauses[unit.at]
        if unit.tag == "space":
            return len(unit.means.spaces) == 1 and all(self._has_role(unit, clause) for clause in clauses)
        if unit.tag == "piece":
            is_other = key(unit.text) in STAND_INS
            return (
                not is_other
                and self._counts_alone(unit)
                and all(self._has_state(unit, clause) for clause in clauses)
            )
        if unit.tag == "track":
            changes = [clause.change for clause in clauses if isinstance(clause, Number)]
            if unit.number is not None and not changes:
                return is_true(self.sentence, unit, self.played, self.actor)
            return unit.number is None or unit.number >= 0 or all(change < 0 for change in changes)
        return True

    def _has_role(self, place: Unit, clause: Clause) -> bool:
        """Check whether a clause goes from, or to, a space as the word before the space says."""
        space = place.means.spaces[0]
        if isinstance(clause, Move):
            ends = {"from": clause.path[:1], "to": clause.path[-1:], "via": clause.path[1:-1]}
            return space in ends.get(place.role, clause.path)
        if place.role == "from" and isinstance(clause, Place):
            return space == clause.source
        return place.role != "via"

    def _has_state(self, pieces: Unit, clause: Clause) -> bool:
        """Check whether a clause places pieces in the written state: they are placed underground."""
        return not (isinstance(clause, Place) and pieces.means.state == "active")

    def _counts_alone(self, unit: Unit) -> bool:
        """Check whether no other number refers to the same pieces in the same space.

        A number without a noun needs its own space.
        """
        if not unit.means.kinds and not unit.homes:
            return False
        kinds = set(self.sentence.kinds_of(unit))
        for other in self.sentence.of("piece"):
            if other is not unit and other.section == unit.section and set(other.homes) & set(unit.homes):
                other_kinds = set(self.sentence.kinds_of(other))
                if kinds & other_kinds and not self._are_parted(unit, other):
                    return False
        return True

    def _are_parted(self, unit: Unit, other: Unit) -> bool:
        """Check whether two numbers refer to different pieces: of other kinds, or on other ways."""
        mine, theirs = self.clauses.get(unit.at, []), self.clauses.get(other.at, [])
        if any(clause in theirs for clause in mine):
            together = [group for group in self._groups if unit in group and other in group]
            return not together or bool(unit.means.kinds and other.means.kinds and not _same(unit, other))
        ways = [{clause.path for clause in one if isinstance(clause, Move)} for one in (mine, theirs)]
        if all(ways):
            return not ways[0] & ways[1]
        return bool(unit.means.kinds and other.means.kinds)

    def _is_stated(self, unit: Unit) -> bool:
        """Check whether a unit that no clause uses states something true about the move."""
        if unit.tag == "space":
            named = {space for _, clause in self.reading.said for space in spaces_of(clause)}
            return set(unit.means.spaces) <= named
        return is_true(self.sentence, unit, self.played, self.actor)

    # -- words between -----------------------------------------------------------------------------

    def _is_plain_sign(self, unit: Unit) -> bool:
        if unit.text in PLAIN_SIGNS:
            return True
        units, at = self.sentence.units, unit.at
        behind = units[at + 1] if at + 1 < len(units) else None
        if behind is None or at == 0:
            return False
        if unit.text == "+":
            return behind.tag in SAYING or behind.tag == "mode"
        if unit.text == "-":
            is_dash = units[at - 1].end < unit.start and unit.end < behind.start
            removed = any(isinstance(clause, Remove) for clause in self.clauses.get(behind.at, ()))
            return (
                removed or (is_dash and not behind.text[:1].isdigit()) or (is_dash and behind.tag == "piece")
            )
        return False

    def _leads(self, role: Unit) -> bool:
        """Check whether a word is before a space, box, level or figure that it leads to."""
        if self._is_taken_off(role):
            return True
        for other in self.sentence.units[role.at + 1 :]:
            if other.tag in ("space", "box", "level", "track", "option", "shift"):
                return True
            if other.tag in ("faction", "act"):
                return role.text.lower() == ("by" if other.tag == "faction" else "to")
            if other.tag == "piece":
                replaced = any(isinstance(clause, Replace) for clause in self.clauses.get(other.at, ()))
                return role.text.lower() == "of" or (role.means.role == "to" and replaced)
            if not (is_filler(other) or (other.tag == "each" and key(other.text) in SHARING)):
                return role.means.role == "to" and other.tag == "noise" and self._is_road(other)
        return False

    def _is_done(self, act: Unit) -> bool:
        """Check whether a word such as "kills" has killed pieces, or "shifts" a level that shifts."""
        units = self.sentence.units
        before = next((unit for unit in reversed(units[: act.at]) if not is_filler(unit)), None)
        for unit in self.sentence.of("piece"):
            if unit.at in self.clauses and (unit is before or governing_act(units, unit) is act):
                forms = [ACTS[type(clause)] for clause in self.clauses[unit.at] if type(clause) in ACTS]
                if forms and all(form & set(act.means.acts) for form in forms):
                    return True
        return self._is_taken_off(act) or ("shift" in act.means.acts and self._shifts(act))

    def _is_taken_off(self, word: Unit) -> bool:
        """Check whether the marker beside a word is removed: "remove terror", "terror off"."""
        if "remove" not in word.means.acts and word.text.lower() not in ("off", "away"):
            return False
        units = self.sentence.units
        behind = next_said(units, word.at)
        beside = [*units[max(word.at - 1, 0) : word.at], *([] if behind is None else [behind])]
        changes = [
            clause for unit in beside if unit.tag == "track" for clause in self.clauses.get(unit.at, ())
        ]
        return bool(changes) and all(isinstance(one, Number) and one.change < 0 for one in changes)

    def _is_more(self, word: Unit) -> bool:
        """Check whether "more" is directly after a number of pieces."""
        return word.text.lower() == "more" and self.sentence.units[word.at - 1].tag == "piece"

    def _shifts(self, act: Unit) -> bool:
        """Check whether a level, or a number of levels, is in the same part of the sentence as "shift"."""
        stating = [unit for tag in ("level", "shift", "track") for unit in self.sentence.of(tag)]
        return any(unit.section == act.section and self._is_accounted(unit) for unit in stating)

    def _is_shared(self, each: Unit) -> bool:
        """Check whether pieces or levels near "each" belong to several spaces, and were played in each."""
        near = [
            unit
            for unit in self.sentence.units
            if unit.section == each.section
            and unit.shared
            and len(unit.homes) > 1
            and unit.at in self.clauses
        ]
        return any(self._is_in_each(unit) for unit in near)

    def _is_in_each(self, unit: Unit) -> bool:
        """Check whether a unit was played in each of its spaces."""
        spaces = [name for home in unit.homes for name in self.sentence.units[home].means.spaces[:1]]
        return all((unit.at, space) in self.reading.bound for space in spaces)

    def _is_mode(self, mode: Unit) -> bool:
        verbs = {clause.name for _, clause in self.reading.said if isinstance(clause, Verb)}
        if "limop" in mode.means.flags:
            return True
        return bool(verbs & set(ACTIVITIES)) is not (key(mode.text) in ONLY)

    def _is_road(self, unit: Unit) -> bool:
        """Check whether a word for a road is beside a named LoC."""
        if key(unit.text) not in ROAD:
            return False
        units = self.sentence.units
        beside = [*units[max(unit.at - 1, 0) : unit.at], *units[unit.at + 1 : unit.at + 2]]
        return any(spaces_by_id()[name].is_loc for other in beside for name in other.means.spaces)

    def _is_raised(self, unit: Unit) -> bool:
        """Check whether "improve" is before a track that rises."""
        if "raises" not in unit.means.flags:
            return False
        behind = next_said(self.sentence.units, unit.at)
        changes = [] if behind is None or behind.tag != "track" else self.clauses.get(behind.at, [])
        return bool(changes) and all(isinstance(one, Number) and one.change > 0 for one in changes)


def _same(unit: Unit, other: Unit) -> bool:
    return bool(set(unit.means.kinds) & set(other.means.kinds))
