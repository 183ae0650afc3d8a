"""Find the spaces of a unit: the space beside it, the others in its list, and each of several."""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.facts.pieces import BASE_KINDS
from fitl_core.prose.acting_words import governing_act
from fitl_core.prose.units import ALL, Unit

JOINTS = frozenset({",", "&", "+", "(", ":", "-", "=", "*", "~"})
"""Signs that may be between units that belong together."""
FOR = ("with", "by", "into", "to", "for")
"""Words that introduce the replacing pieces."""
WAYS = ("from", "to", "via")
_ABOUT_SPACES = ("piece", "level", "shift", "option", "track", "die", "box", "nothing")
_LISTED = ("link", "each", "noise", "role")


def next_said(units: Sequence[Unit], at: int) -> Unit | None:
    """Return the next unit after a place that is not noise."""
    return next((unit for unit in units[at + 1 :] if unit.tag != "noise"), None)


def before_bracket(units: Sequence[Unit], unit: Unit) -> int | None:
    """Return the space directly before the bracket that contains a unit."""
    if not unit.is_aside:
        return None
    at = unit.at
    while at and units[at].text not in ("(", "["):
        at -= 1
    before = [other for other in units[:at] if other.tag != "noise"]
    return before[-1].at if before and before[-1].tag in ("space", "there") else None


class Homes:
    """The units of a sentence that get their spaces here."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self.units = units

    def give(self) -> None:
        """Give each unit its spaces, and mark units that are shared by several."""
        for unit in self.units:
            if unit.tag == "space" and self._is_subject(unit):
                behind = next_said(self.units, unit.at)
                assert behind is not None
                behind.homes = (unit.at,)
            if unit.tag in _ABOUT_SPACES:
                unit.homes = self._sent_to(unit, self._homes(unit))
                unit.shared = self._is_shared(unit)
                if unit.shared and len(unit.homes) == 1:
                    unit.homes = self._all_before(unit)
                self._spread(unit)

    def _spaces(self) -> list[Unit]:
        return [unit for unit in self.units if unit.tag == "space"]

    def _spread(self, unit: Unit) -> None:
        """Spread as many pieces as spaces one to each: "three Bases, in Hue, Da Nang and Saigon".

        If each space has a word of its own ("in Hue and in Saigon"), each gets the whole number, except for
        Bases. Bases are spread unless there are more than spaces.
        """
        if unit.tag == "piece" and len(unit.homes) > 1 and "total" in unit.means.flags:
            unit.shared, unit.number, unit.odd = True, ALL, (*unit.odd, unit.text)
        if unit.tag != "piece" or unit.shared or len(unit.homes) < 2 or not unit.means.kinds:
            return
        are_bases = set(unit.means.kinds) <= set(BASE_KINDS)
        if unit.is_split or unit.number is None:
            unit.shared, unit.number = True, 1 if are_bases else unit.number
        elif self._are_apart(unit.homes):
            unit.shared, unit.is_spread = True, not are_bases
        elif unit.number == len(unit.homes) and self._is_one_of_two(unit):
            unit.shared, unit.is_spread = True, True
        elif unit.number == len(unit.homes):
            unit.shared, unit.number, unit.is_spread = True, 1, not are_bases
        elif 0 < unit.number < len(unit.homes) and (are_bases or self._becomes_base(unit)):
            unit.shared, unit.is_spread = True, not are_bases
        unit.is_split = unit.shared

    def _is_one_of_two(self, unit: Unit) -> bool:
        """Check whether a list has pieces of two kinds: "2 Troops and 2 Police in Hue and Saigon"."""
        pieces = [other for other in self.units if other.tag == "piece" and other.number is not None]
        return any(
            other is not unit
            and self._are_joined(*sorted((unit.at, other.at)))
            and not set(other.means.kinds) & {*unit.means.kinds, *BASE_KINDS}
            for other in pieces
        )

    def _are_joined(self, first: int, second: int) -> bool:
        """Check whether only "and" or "+" is between two units."""
        between = self.units[first + 1 : second]
        return all(other.tag == "noise" or other.text in ("and", "plus", "+", "&") for other in between)

    def _are_apart(self, homes: Sequence[int]) -> bool:
        """Check whether each space of a list has a word of its own before it: "in Hue and in Da Nang"."""
        before = [self.units[at - 1] for at in sorted(homes)]
        return all(unit.means.role == "in" for unit in before)

    def _becomes_base(self, unit: Unit) -> bool:
        """Check whether the pieces before a Base become the Base: "2 guerrillas into a base"."""
        near = [other for other in self.units[unit.at + 1 : unit.at + 4] if other.tag == "piece"]
        return bool(near) and bool(near[0].means.kinds) and set(near[0].means.kinds) <= set(BASE_KINDS)

    def _homes(self, unit: Unit) -> tuple[int, ...]:
        """Return the spaces of a unit: the space beside it first, then the others in its list."""
        bracketed = before_bracket(self.units, unit)
        if bracketed is not None and not any(
            other.tag == "space" and other.is_aside for other in self.units[bracketed + 1 : unit.at]
        ):
            return self._list_from(bracketed, -1)
        exchanged = self._exchanged(unit)
        if exchanged is not None:
            return exchanged.homes
        behind, is_tight, has_role = self._forward(unit)
        before, crosses = self._backward(unit)
        if behind is not None and before is not None and not crosses and self._is_led(unit, before, behind):
            return self._list_from(before, -1)
        is_passed = behind is not None and before is not None and not crosses and self._is_done(unit, behind)
        if behind is not None and not is_passed and (has_role or (is_tight and (before is None or crosses))):
            return self._list_from(behind, +1)
        if before is not None:
            return self._list_from(before, -1)
        if behind is not None:
            return self._list_from(behind, +1)
        spaces = [other.at for other in self._spaces() if other.section == unit.section]
        earlier = [at for at in spaces if at < unit.at]
        if not spaces and (self._is_each(unit) or "total" in unit.means.flags):
            return self._all_of_part_before(unit)
        return self._list_from(earlier[-1], -1) if earlier else ()

    def _forward(self, unit: Unit) -> tuple[int | None, bool, bool]:
        """Return the next space, whether it follows directly, and whether a word like "in" leads to it."""
        has_role, joined, each = False, False, False
        for other in self.units[unit.at + 1 :]:
            if other.tag in ("space", "there"):
                ok = not joined
                return (other.at, other.at == unit.at + 1, has_role or each) if ok else (None, False, False)
            if other.tag == "role":
                if joined and other.means.role != "in":
                    return None, False, False
                has_role, joined = not joined, False
            elif other.text.lower() == "for" and self._leads_to_space(other):
                has_role = not joined
            elif other.tag == "link" or (other.tag == "sign" and other.text in JOINTS):
                joined = True
            elif other.tag == unit.tag:
                if joined and each:
                    return (
                        None,
                        False,
                        False,
                    )  # "three troops each, a Ranger in"
                joined = False
            elif other.tag == "each":
                each = True
            elif unit.is_aside and other.text == ")":
                continue
            elif other.tag not in ("noise", "each", "act", "unknown", "box"):
                return None, False, False
        return None, False, False

    def _backward(self, unit: Unit) -> tuple[int | None, bool]:
        """Return the previous space, and whether a comma or another joint is between."""
        crosses, dies = False, self._dies(unit)
        for other in reversed(self.units[: unit.at]):
            if other.tag in ("space", "there"):
                if other.role == "from" and dies:
                    continue  # pieces die where others come to
                return other.at, crosses
            if other.tag == "link" or (other.tag == "sign" and other.text in JOINTS):
                crosses = crosses or other.text not in ("(", ":", "with", "+", "-", "=")
            elif other.tag == "sign" and other.text == ")" and not unit.is_aside:
                crosses = True
            elif other.tag in ("head", "unknown") or other.tag == "sign":
                return None, False
        return None, False

    def _dies(self, unit: Unit) -> bool:
        """Check whether pieces are removed, by the words beside them."""
        act = governing_act(self.units, unit) if unit.tag == "piece" else None
        return act is not None and "remove" in act.means.acts and "move" not in act.means.acts

    def _leads_to_space(self, unit: Unit) -> bool:
        """Check whether a space follows directly after a word."""
        behind = next_said(self.units, unit.at)
        return behind is not None and behind.tag == "space"

    def _is_done(self, unit: Unit, behind: int) -> bool:
        """Check whether other pieces with clauses of their own are between pieces and a space."""
        between = self.units[unit.at + 1 : behind]
        is_apart = any(other.text in (",", ";") for other in between)
        return is_apart and any(other.tag == "act" for other in between)

    def _sent_to(self, unit: Unit, homes: tuple[int, ...]) -> tuple[int, ...]:
        """Return destinations of pieces, one for each: "a Police each from Hue to Pleiku and Kontum"."""
        if len(homes) != 1 or self.units[homes[0]].role != "from" or not self._is_each(unit):
            return homes
        to = next_said(self.units, homes[0])
        place = next_said(self.units, to.at) if to is not None and to.tag == "role" else None
        if place is None or place.tag != "space":
            return homes
        ends = self._list_from(place.at, +1)
        return ends if len(ends) > 1 else homes

    def _is_led(self, unit: Unit, before: int, behind: int) -> bool:
        """Check whether the last space leads pieces: "Kontum 2 troops 4 police, and a Ranger in An Loc"."""
        between, beyond = self.units[before + 1 : unit.at], self.units[unit.at + 1 : behind]
        joints = [other.at for other in beyond if other.text in (",", ";")]
        further = [other for other in beyond if other.tag == "piece" and joints and other.at > joints[0]]
        is_list = all(other.tag == "piece" or other.text in ("+", "/", ":") for other in between)
        is_way = self.units[before].role in WAYS or self.units[behind].role in WAYS
        return unit.tag == "piece" and is_list and bool(further) and not is_way

    def _exchanged(self, unit: Unit) -> Unit | None:
        """Return the pieces that others replace, if both are named: "replace 2 in Hue with a base"."""
        if unit.tag != "piece" or not unit.at:
            return None
        last = self.units[unit.at - 1]
        is_told = last.tag == "act" and "replace" in last.means.acts  # "becomes a guerrilla"
        if not is_told and last.text.lower() not in FOR:
            return None
        exchanged = None
        for other in reversed(self.units[: unit.at - 1]):
            if other.tag == "act":
                return (
                    exchanged
                    if "replace" in other.means.acts and exchanged is not None and exchanged.homes
                    else None
                )
            if other.tag == "piece" and exchanged is None:
                exchanged = other
                if is_told:
                    return exchanged if exchanged.homes and not exchanged.shared else None
            elif other.tag not in ("space", "there", "role", "noise", "faction"):
                return None
        return None

    def _list_from(self, at: int, step: int) -> tuple[int, ...]:
        """Return a space and the others in its list, on one side."""
        places = [at]
        here = at + step
        while 0 <= here < len(self.units):
            other = self.units[here]
            if other.tag == "space":
                if (other.role in WAYS or self.units[at].role in WAYS) and other.role != self.units[at].role:
                    break
                if step > 0 and self._is_subject(other):
                    break
                places.append(here)
            elif not (other.tag in _LISTED or (other.tag == "sign" and other.text in (",", "&", "+"))):
                break
            here += step
        return tuple(places)

    def _is_each(self, unit: Unit) -> bool:
        behind = next_said(self.units, unit.at)
        return unit.tag == "piece" and behind is not None and behind.tag == "each"

    def _all_of_part_before(self, unit: Unit) -> tuple[int, ...]:
        """Return the spaces of the last part that names any, for an "each" in a part without spaces."""
        before = [other for other in self._spaces() if other.section < unit.section]
        last = before[-1].section if before else 0
        return tuple([other.at for other in before if other.section == last and other.role != "from"])

    def _is_subject(self, place: Unit) -> bool:
        """Check whether a space begins the next clause: "in Hue, Da Nang pacified to"."""
        behind = next_said(self.units, place.at)
        return (
            self.units[place.at - 1].text == ","
            and behind is not None
            and behind.tag == "head"
            and behind.text.endswith("ed")
        )

    def _all_before(self, unit: Unit) -> tuple[int, ...]:
        """Return the spaces of the previous part, the nearest first, for an "each" beside a single space."""
        homes = list(unit.homes)
        for other in reversed(self.units[: unit.homes[0]]):
            if other.tag == "head" or (other.tag == "sign" and other.text in ".;"):
                break
            if other.tag == "space" and other.role not in WAYS:
                homes.append(other.at)
        return tuple(homes)

    def _is_shared(self, unit: Unit) -> bool:
        """Check whether "each" or a similar word is beside a unit, or beside its list."""
        if unit.tag != "piece":
            return len(unit.homes) > 1
        low, high = min((unit.at, *unit.homes)), max((unit.at, *unit.homes))
        while (behind := next_said(self.units, high)) is not None and (
            behind.text in ("+", ",", "and", "plus", "&", "/") or (behind.tag == "piece" and high >= unit.at)
        ):
            further = next_said(self.units, behind.at)
            if behind.tag != "piece" and (further is None or further.tag != "piece" or high < unit.at):
                break
            high = behind.at
        before = self.units[max(low - 2, 0) : low]
        if any(other.tag == "sign" for other in before):
            before = before[1:] if before[-1].tag != "sign" else []
        near = [*before, *self.units[low : high + 3]]
        return any(other.tag == "each" for other in near)
