"""Group units: a number with its noun, a Faction with its pieces, a die with its roll."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import BASE_KINDS, KINDS, Kind
from fitl_core.prose.denials import with_denials
from fitl_core.prose.lexing import kinds_in
from fitl_core.prose.placed_nouns import DETERMINERS, ONES
from fitl_core.prose.roads import with_roads
from fitl_core.prose.self_corrections import without_taken_back
from fitl_core.prose.tags import BETWEEN, TRENDS, plain_tag, says_something
from fitl_core.prose.units import ALL, NOTHING, Meaning, Unit
from fitl_core.prose.word_contexts import (
    with_both,
    with_each_of_name,
    with_pronoun,
    with_shared_figures,
    without_announced,
    without_repeated,
)

MOST_DIE = 6
LEAST_CARD = 40
"""A number without a noun is a card from here on: no move has as many pieces."""
EITHER = frozenset({"either-side"})
CHANGE = frozenset({"change"})
"""The mark of a number that a track changes by."""
TOTAL: frozenset[str] = frozenset({"total"})
"""The mark of pieces with their number and "all": a number for all spaces together."""
NO_FLAGS: frozenset[str] = frozenset()
BEING = ("are", "is", "were", "was", "being")
THEM = ("them", "these", "those", "which", "whom")
COUNTED_IN_VAIN = frozenset({"hit", "hits", "spaces", "provinces", "cities", "locs", "roads", "lines"})
"""Words whose number needs no statement."""


def grouped(units: Sequence[Unit], heads: Mapping[str, bool], cards: Collection[int]) -> list[Unit]:
    """Return the units with their tags. `cards` are face up.

    `heads` may open a part of a move here. The flag tells those of the Faction that is to act.
    """
    return _Grouping(units, heads, cards).run()


class _Grouping:
    """The remaining units, from `at` on, and the units made so far."""

    def __init__(self, units: Sequence[Unit], heads: Mapping[str, bool], cards: Collection[int]) -> None:
        self.units = units
        self.heads = heads
        self.cards = cards
        self.at = 0
        self.out: list[Unit] = []

    def run(self) -> list[Unit]:
        """Return each unit in turn, joined with the following units that belong to it."""
        while self.at < len(self.units):
            unit, after = self._next()
            self.out.append(unit)
            self.at = after
        corrected = without_announced(with_denials(without_taken_back(with_roads(self.out))))
        return with_both(with_pronoun(with_each_of_name(with_shared_figures(without_repeated(corrected)))))

    def _ahead(self, by: int = 0) -> Unit | None:
        return self.units[self.at + by] if self.at + by < len(self.units) else None

    def _next(self) -> tuple[Unit, int]:
        for way in (
            self._die,
            self._card,
            self._shift,
            self._track,
            self._change,
            self._cost,
            self._resources,
            self._pieces,
        ):
            joined = way()
            if joined is not None:
                return joined
        return self._alone(self.units[self.at]), self.at + 1

    def _whole(
        self, tag: str, after: int, number: int | None = None, means: Meaning | None = None
    ) -> tuple[Unit, int]:
        """Return the units up to `after` as one unit."""
        parts = self.units[self.at : after]
        first, last = parts[0], parts[-1]
        words = " ".join([part.text for part in parts])
        unit = Unit(tag=tag, start=first.start, end=last.end, text=words, number=number)
        unit.means = means if means is not None else first.means
        unit.is_typo = any(part.is_typo for part in parts)
        unit.is_aside = first.is_aside
        unit.odd = tuple([part.text for part in parts if not says_something(part)])
        return unit, after

    # -- what is counted --------------------------------------------------------------------------

    def _number_at(self, by: int) -> int | None:
        unit = self._ahead(by)
        return None if unit is None else unit.number

    def _is_sign(self, by: int, *signs: str) -> bool:
        unit = self._ahead(by)
        return unit is not None and unit.tag == "sign" and unit.text in signs

    def _die(self) -> tuple[Unit, int] | None:
        """`{4}`, "rolls a 4", "die: 4", "a 4 rolled"."""
        number = self._number_at(0)
        if number is not None and number <= MOST_DIE and self.units[self.at].text.lower() not in ("a", "an"):
            behind = self._ahead(1)
            if behind is not None and "die" in behind.means.flags and not behind.means.number:
                return self._whole("die", self.at + 2, number)
            if self.out and self.out[-1].tag == "die" and self.out[-1].text.startswith("{"):
                return self._whole("die", self.at + 1, number)
            is_bare = behind is None or behind.tag == "sign"
            if (
                is_bare
                and self.out
                and self.out[-1].text.lower() == "a"
                and self.units[self.at].tag == "number"
            ):
                return self._whole("die", self.at + 1, number)  # "a 5!", but no pieces
        if self._is_sign(0, "{") and self._number_at(1) is not None:
            return self._whole("die", self.at + (3 if self._is_sign(2, "}") else 2), self._number_at(1))
        unit = self._ahead()
        if unit is None or "die" not in unit.means.flags:
            return None
        for by in range(1, 5):
            there = self._ahead(by)
            if there is None:
                return None
            if there.number is not None and there.text.lower() not in ("a", "an"):
                within = there.number <= MOST_DIE
                return self._whole("die", self.at + by + 1, there.number) if within else None
            says_nothing = there.tag == "sign" or there.means.flags & {"noise", "die"} or there.means.role
            if not says_nothing and there.text.lower() not in ("a", "an"):
                return None
        return None

    def _card(self) -> tuple[Unit, int] | None:
        """`#107`, "card 107", a number of a card that lies face up, a title."""
        unit = self._ahead()
        assert unit is not None
        if (self._is_sign(0, "#") or "card-word" in unit.means.flags) and not unit.means.heads:
            by = 2 if self._is_sign(1, "#") else 1
            number, behind = self._number_at(by), self._ahead(by)
            if number is not None and behind is not None and behind.tag == "number":
                return self._whole("card", self.at + by + 1, number, Meaning())
        number = unit.number if unit.tag == "number" and unit.number is not None else 0
        if (number in self.cards and number > MOST_DIE) or number >= LEAST_CARD:
            behind = self._ahead(1)
            if behind is None or not (behind.means.flags & {"resources"} or behind.means.track):
                return self._whole("card", self.at + 1, number)
        near = self.units[max(self.at - 2, 0) : self.at + 4]
        is_said = any(other.means.flags & {"card-word"} and other.text.lower() != "no" for other in near)
        if unit.means.card and (not unit.means.spaces or is_said):
            return self._whole("card", self.at + 1, unit.means.card)
        return None

    def _shift(self) -> tuple[Unit, int] | None:
        """ "two levels". The number of hits or spaces adds nothing to the named spaces and is skipped."""
        number, behind = self._number_at(0), self._ahead(1)
        if number is not None and behind is not None and behind.text.lower() in COUNTED_IN_VAIN:
            return self._whole("noise", self.at + 2)
        if number is None or behind is None or "level-word" not in behind.means.flags:
            return None
        return self._whole("shift", self.at + 2, number)

    def _track(self) -> tuple[Unit, int] | None:
        """ "aid +6", "+6 aid", "6 aid", "one terror", "the trail goes up" """
        unit = self._ahead()
        assert unit is not None
        by, sign = (1, unit.text) if self._is_sign(0, "+", "-") else (0, "")
        moved_over = self._moved_over(by)
        if moved_over is not None:
            return moved_over
        number, behind = self._number_at(by), self._ahead(by + 1)
        if number is not None and behind is not None and behind.means.track:
            tag = "head" if not sign and self._is_first_verb(behind) else "track"
            return self._whole(tag, self.at + by + 2, _signed(number, sign), behind.means)
        if not unit.means.track or (unit.means.heads and self._opens_part(unit)):
            return None
        signed = self._is_sign(1, "+", "-")
        if signed and self._number_at(2) is not None:
            sign = self.units[self.at + 1].text
            return self._whole("track", self.at + 3, _signed(self._number_at(2) or 0, sign), unit.means)
        by, in_all = 1, False
        while (joint := self._ahead(by)) is not None and joint.text.lower() in TRENDS:
            in_all = in_all or joint.text.lower() in ("to", "now", "at", "is")
            sign = "-" if joint.text.lower() in ("down", "drops", "falls") else sign
            by += 1
        number = self._number_at(by)
        if (
            number is None
            or unit.means.track in ("terror", "sabotage")
            or self._noun_follows(by + self.at + 1)
        ):
            return None
        then = self._ahead(by + 1)
        if then is not None and then.means.role == "in":
            return None
        state = "in all" if in_all and by > 1 else ""
        means = msgspec.structs.replace(unit.means, state=state)
        return self._whole("track", self.at + by + 1, _signed(number, sign), means)

    def _moved_over(self, by: int) -> tuple[Unit, int] | None:
        """ "3 off patronage", "2 to aid". A list of tracks with one number is read later."""
        number, way, at = self._number_at(by), self._ahead(by + 1), by + 2
        if number is None or way is None or way.means.role not in ("from", "to"):
            return None
        while (there := self._ahead(at)) is not None and (
            there.means.faction is not None or there.text.lower() in BETWEEN
        ):
            at += 1
        behind = self._ahead(at + 1)
        if there is None or not there.means.track or there.means.heads:
            return None
        if behind is not None and (behind.means.flags & {"links"} or behind.text in (",", "&", "+")):
            then = self._ahead(at + 2)
            if then is not None and (then.means.track or then.means.flags & {"resources"}):
                return None
        sign = "-" if way.means.role == "from" else ""
        return self._whole("track", self.at + at + 1, _signed(number, sign), there.means)

    def _cost(self) -> tuple[Unit, int] | None:
        """ "for 9", "paying 3 each", "costs ARVN 12" """
        unit = self._ahead()
        assert unit is not None
        if "cost" not in unit.means.flags:
            return None
        by = 1
        while (there := self._ahead(by)) is not None and (
            there.means.faction or there.text.lower() in ("the", "a")
        ):
            by += 1
        number, behind = self._number_at(by), self._ahead(by + 1)
        if number is None or (
            behind is not None and (behind.means.kinds or behind.means.state or behind.means.faction)
        ):
            return None
        by += 1 + (behind is not None and "resources" in behind.means.flags)
        return self._whole("figure", self.at + by, number)

    def _change(self) -> tuple[Unit, int] | None:
        """ "+9" without a noun: some track changes by it."""
        number, behind = self._number_at(1), self._ahead(2)
        is_bare = behind is None or behind.tag == "sign"
        if (
            not self._is_sign(0, "+", "-")
            or number is None
            or not is_bare
            or self.units[self.at + 1].tag != "number"
        ):
            return None
        if self.out and self.out[-1].tag not in ("sign", "figure"):
            return None  # "Hue +2"
        sign = self.units[self.at].text
        return self._whole("figure", self.at + 2, _signed(number, sign), Meaning(flags=CHANGE))

    def _resources(self) -> tuple[Unit, int] | None:
        """ "4 resources", "VC resources 12", "resources now 12" """
        number, behind = self._number_at(0), self._ahead(1)
        if number is not None and behind is not None and behind.means.faction:
            then = self._ahead(2)
            if then is not None and "resources" in then.means.flags:
                return self._whole("figure", self.at + 3, number, behind.means)
        if number is not None and behind is not None and "resources" in behind.means.flags:
            return self._whole("figure", self.at + 2, number)
        unit = self._ahead()
        assert unit is not None
        by = 1 if unit.means.faction is not None else 0
        there = self._ahead(by)
        if there is None or "resources" not in there.means.flags:
            return None
        last, number = by, None
        for further in range(by + 1, by + 8):
            then = self._ahead(further)
            if then is None:
                break
            if then.number is not None:
                last, number = further, then.number
            elif not (
                then.tag == "sign" or then.means.flags & {"noise"} or then.means.role or then.means.acts
            ):
                break
        if number is None:
            return None
        return self._whole("figure", self.at + last + 1, number, unit.means)

    def _pieces(self) -> tuple[Unit, int] | None:
        """ "3 underground VC guerrillas", "the ranger", "all active guerrillas", "2 NVA" """
        number: int | None = None
        state, faction, at = "", None, self.at
        most = "as-many" in self.units[at].means.flags and not self.units[at].means.kinds
        while at < len(self.units):
            unit = self.units[at]
            means = unit.means
            if means.kinds and len(unit.text) == 1 and number is None:
                if not (state or self._is_determined()):
                    return None
                number = 1  # "the G"
            noun = self._noun_of_them(at)
            if noun is not None:
                at = noun
                continue
            for_others = self._for_others(at, number, state)
            if for_others is not None:
                return for_others
            if unit.number is not None and number is None and faction is None and not means.kinds:
                number = unit.number
            elif unit.number is not None and number == ALL and not means.kinds:
                number = unit.number  # "all four guerrillas"
            elif means.flags & {"all", "both", "as-many"} and number is None and not means.kinds:
                number = 2 if "both" in means.flags and "all" not in means.flags else ALL
            elif means.state and means.state != "as-written":
                state = means.state
            elif means.box == "available" and number is not None:
                pass  # the source is clear without these words
            elif means.faction is not None:
                if not self._noun_follows(at + 1):
                    if number is None or not means.kinds:
                        return None
                    return self._counted(means, at, number, state, None)
                faction = means.faction
            elif means.kinds:
                return self._counted(means, at, number, state, faction)
            elif state and number is not None and unit.tag != "sign" and "links" in means.flags:
                return self._two_states(at, number, state) or self._some_of_previous(at, number, state)
            elif unit.text.lower() not in BETWEEN or (at == self.at):
                break
            at += 1
        if most and not state:
            return self._whole("piece", self.at + 1, ALL, Meaning())  # "as many as fit"
        return self._some_of_previous(at, number, state)

    def _is_of_them(self, at: int) -> bool:
        return (
            self.units[at].text.lower() in THEM and at > self.at and self.units[at - 1].text.lower() == "of"
        )

    def _noun_of_them(self, at: int) -> int | None:
        """Return the place of the noun after "of them": "four of them police"."""
        noun = at + 1
        while noun < len(self.units) and self.units[noun].text.lower() in BEING:
            noun += 1
        return noun if self._is_of_them(at) and self._noun_follows(noun) else None

    def _for_others(self, at: int, number: int | None, state: str) -> tuple[Unit, int] | None:
        """ "the two Saigon ones", "all four of them": pieces without a noun of their own"""
        text = self.units[at].text.lower()
        if (text in ONES or self._is_of_them(at)) and number and not self._describes(at + 1):
            opens_all = "all" in self.units[self.at].means.flags and not self.units[self.at].means.kinds
            means = _of_state(state) if state else Meaning(flags=TOTAL if opens_all else NO_FLAGS)
            return self._whole("piece", at + 1, number, means)
        if state and number is None and text == "one" and not self._noun_follows(at + 1):
            return self._whole("piece", at + 1, 1, _of_state(state))
        return None

    def _some_of_previous(self, at: int, number: int | None, state: str) -> tuple[Unit, int] | None:
        """ "two guerrillas, one active and one underground": some of the pieces named directly before"""
        named = next((unit for unit in reversed(self.out) if unit.tag == "piece" and unit.means.kinds), None)
        between = self.out[-6:] if named is None else self.out[self.out.index(named) + 1 :]
        if named is None or number is None or state not in ("active", "underground") or at - self.at > 2:
            return None
        if any(unit.tag in ("head", "space") or unit.text == "." for unit in between):
            return None
        kinds = [kind for one in named.means.kinds for kind in (one.underground, one.active)]
        right = [
            kind for kind in dict.fromkeys(kinds) if (kind.underground is kind) == (state == "underground")
        ]
        means = Meaning(kinds=tuple(right), state=state)
        return self._whole("piece", at, number, means) if right else None

    def _two_states(self, at: int, number: int, state: str) -> tuple[Unit, int] | None:
        """ "an underground and an active guerrilla": the noun is after the second adjective"""
        begun, self.at = self.at, at + 1
        joined = self._pieces()
        self.at = begun
        if joined is None:
            return None
        means = joined[0].means
        both_states = tuple(
            dict.fromkeys([kind for one in means.kinds for kind in (one.underground, one.active)])
        )
        kinds = tuple(
            [kind for kind in both_states if (kind.underground is kind) == (state == "underground")]
        )
        return self._whole("piece", at, number, msgspec.structs.replace(means, kinds=kinds, state=state))

    def _is_determined(self) -> bool:
        """Check whether an article or an owner is directly before: "the G", "our G"."""
        return bool(self.out) and self.out[-1].text.lower() in DETERMINERS

    def _describes(self, at: int) -> bool:
        """Check whether a noun or an adjective of pieces is at a place: "one active one underground"."""
        return self._noun_follows(at) or (at < len(self.units) and bool(self.units[at].means.state))

    def _noun_follows(self, at: int) -> bool:
        while at < len(self.units):
            means = self.units[at].means
            if means.kinds and means.faction is None:
                return True
            if not (means.state or self.units[at].text.lower() in BETWEEN):
                return False
            at += 1
        return False

    def _counted(
        self, means: Meaning, at: int, number: int | None, state: str, faction: Faction | None
    ) -> tuple[Unit, int] | None:
        noun = self.units[at].text.lower()
        alone = self.at == at and number is None and not state
        if "people" in means.flags and alone and not self._is_determined():
            return self._whole("noise", at + 1, None, NOTHING)  # "hi guys"
        behind = self.units[at + 1].means.flags if at + 1 < len(self.units) else NO_FLAGS
        if alone and "all" in means.flags and "ordinary" in behind:
            return self._whole("noise", at + 1, None, NOTHING)  # "as everybody expected"
        if number is None and "all" in means.flags:
            number = ALL
        if number is None and (means.state == "as-written" or _is_singular(noun, means.kinds)):
            number = 1
        kinds = [kind for kind in kinds_in(means) if faction is None or kind.faction is faction]
        if state == "active":
            kinds = [kind for kind in kinds if kind.underground is not kind] or kinds
        elif state == "underground":
            kinds = [kind for kind in kinds if kind.is_underground] or kinds
        if not kinds:
            return None
        before = next((unit for unit in reversed(self.out) if unit.tag != "noise"), None)
        is_place = before is not None and before.means.role == "in" and set(kinds) <= set(BASE_KINDS)
        if is_place and self.units[self.at].number is None:
            return self._whole("noise", at + 1)  # "at its base": where, not what
        is_total = "all" in self.units[self.at].means.flags and number not in (None, 1, ALL)
        flags = means.flags | (TOTAL if is_total else NO_FLAGS)
        whole = msgspec.structs.replace(
            means, kinds=tuple(kinds), state=state or means.state, faction=faction, flags=flags
        )
        return self._whole("piece", at + 1, number, whole)

    # -- what stands alone ------------------------------------------------------------------------

    def _opens_part(self, unit: Unit) -> bool:
        """Check whether a word is a verb, and not (as terror may be) a marker that is removed."""
        if not any(head in self.heads for head in unit.means.heads):
            return False
        if not unit.means.track:
            return True
        before = self.out[-1] if self.out else None
        behind = next((there for there in self.units[self.at + 1 : self.at + 4] if there.means.acts), None)
        removed = "remove" in (behind.means.acts if behind is not None else ())
        heads = [there for there in self.out if there.tag == "head"]
        paid = heads and heads[-1].means.heads[0] in ("pacify", "agitate")
        before_acts = before.means.acts if before is not None else ()
        return not (paid or "remove" in before_acts or (removed and before is not None and before.number))

    def _is_first_verb(self, unit: Unit) -> bool:
        """Check whether a counted word opens the first part: "four terrors in", not "one terror goes"."""
        heads = [head for head in unit.means.heads if head in self.heads]
        return bool(heads) and not any(there.tag == "head" for there in self.out) and self._opens_part(unit)

    def _alone(self, unit: Unit) -> Unit:
        means = unit.means
        heads = tuple([head for head in means.heads if head in self.heads])
        heads = (
            tuple([head for head in heads if self.heads[head]]) or heads
        )  # "attacks" of the US are Assaults
        if heads and self._opens_part(unit):
            unit.means = msgspec.structs.replace(means, heads=heads)
            unit.tag = "head"
        elif unit.tag == "number" or (means.number is not None and self._counts_alone(unit)):
            unit.tag = "piece"
        elif means.spaces:
            unit.tag = "space"
        elif unit.tag == "sign" and unit.text == ">":
            unit.tag, unit.means = "role", Meaning(role="to")
        elif means.state == "active" and self._goes_to_it():
            unit.tag, unit.means = "level", Meaning(level=Level.ACTIVE_SUPPORT, flags=EITHER)
        else:
            unit.tag = plain_tag(unit)
        return unit

    def _goes_to_it(self) -> bool:
        """Check whether a word is after "to": "Saigon and Hue to active"."""
        return bool(self.out) and self.out[-1].means.role == "to"

    def _counts_alone(self, unit: Unit) -> bool:
        """Check whether a number word stands for earlier pieces: "one in Binh Tuy", "another to Hue"."""
        if unit.text.lower() == "another":
            behind = self._ahead(1)
            return behind is not None and (bool(behind.means.role) or bool(behind.means.spaces))
        return unit.text.lower() not in ("a", "an", "single", "lone")


def _of_state(state: str) -> Meaning:
    """ "the exposed one": a piece of any kind that can have this state"""
    movable = [kind for kind in KINDS if kind not in BASE_KINDS and kind.underground is not kind.active]
    kinds = [kind for kind in movable if (kind.underground is kind) == (state == "underground")]
    return Meaning(kinds=tuple(kinds), state=state)


def _signed(number: int, sign: str) -> int:
    return -number if sign == "-" else number


def _is_singular(noun: str, kinds: tuple[Kind, ...]) -> bool:
    """Check whether a word for pieces is singular by its form; "police" is not."""
    return not noun.endswith("s") and noun not in ("police", "sf", "g", "t", "b") and bool(kinds)
