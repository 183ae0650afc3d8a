"""Places inside a phrase of pieces: "two Saigon troops" is read as "two troops in Saigon".

Casualties are pieces with their box: "both casualties" is read as "both troops from casualties". This is done
with the words as they are cut, before `grouping` joins numbers with nouns.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.pieces import BY_CODE
from fitl_core.prose.units import Meaning, Unit

DETERMINERS = frozenset({"the", "our", "my", "its", "their", "his", "your", "these", "those", "that", "of"})
ONES = ("one", "ones")
"""Nouns that stand for pieces named before."""
WITH = ("with", "w/")
LOOK_AHEAD = 4
"""The most words between a place and the noun."""


def with_places_behind(units: Sequence[Unit]) -> list[Unit]:
    """Return the units with each place inside a phrase of pieces put behind it."""
    done: list[Unit] = []
    at = 0
    while at < len(units):
        noun = _noun_at(units, at) if units[at].means.spaces and _is_determined(units, at) else None
        if noun is not None:
            role = "from" if _moves_on(units, noun + 1) or _is_brought(units, at) else "in"
            end = noun + 1
            while end < len(units) and "each" in units[end].means.flags and not units[end].means.kinds:
                end += 1
            done += [*units[at + 1 : end], _role(units[end - 1], role), units[at]]
            at = end
            continue
        done += _casualties(units, at) or [units[at]]
        at += 1
    return done


def _role(near: Unit, role: str) -> Unit:
    """Return a word for a way that nobody wrote."""
    return Unit(tag="role", start=near.end, end=near.end, text="", means=Meaning(role=role))


def _noun_at(units: Sequence[Unit], at: int) -> int | None:
    """Return the place of the noun of pieces after a space, with nothing but its adjectives between."""
    for i in range(at + 1, min(at + LOOK_AHEAD, len(units))):
        unit = units[i]
        if unit.text.lower() in ONES:
            is_road = all(spaces_by_id()[name].is_loc for name in units[at].means.spaces)
            return None if is_road or not _ends_phrase(units, i) else i
        if unit.means.kinds and not (unit.means.faction and _is_noun(units, i + 1)):
            return i
        if not (unit.means.state or unit.means.faction):
            return None
    return None


def _is_noun(units: Sequence[Unit], at: int) -> bool:
    return at < len(units) and bool(units[at].means.kinds or units[at].means.state)


def _ends_phrase(units: Sequence[Unit], at: int) -> bool:
    """Check whether "one" counts nothing itself: "the two Saigon ones", but not "in Hue one troop"."""
    return not (at + 1 < len(units) and (units[at + 1].means.kinds or units[at + 1].means.state))


def _is_determined(units: Sequence[Unit], at: int) -> bool:
    """Check whether a number or an article is before a space: "two Saigon troops", "Can Tho's Ranger"."""
    if units[at].text.lower().endswith("'s"):
        return True
    before = units[at - 1] if at else None
    if before is None or before.tag == "sign":
        return False
    if before.number is not None or before.means.flags & {"all", "both", "as-many"} or before.means.state:
        return True
    leads = at > 1 and bool(units[at - 2].means.role) and before.text.lower() != "of"
    counts = at > 1 and (units[at - 2].number is not None or units[at - 2].text.lower() == "of")
    return before.text.lower() in DETERMINERS and (counts or not leads)


def _moves_on(units: Sequence[Unit], at: int) -> bool:
    """Check whether the pieces go somewhere: "two Saigon troops go to", "one Hue troop on the road".

    Other pieces may go with them: "a Hue troop and a Da Nang troop go to".
    """
    i = at
    while i < len(units):
        unit = units[i]
        if unit.means.role:
            behind = units[i + 1 : i + 2 + LOOK_AHEAD]
            return unit.means.role in ("to", "via") or any(other.means.spaces for other in behind)
        if "raid" in unit.means.heads:
            return any(other.means.spaces for other in units[i + 1 : i + LOOK_AHEAD])
        noun = _noun_at(units, i) if unit.means.spaces and _is_determined(units, i) else None
        if noun is not None:
            i = noun
        elif (
            (unit.tag == "sign" and unit.text != ",")
            or unit.means.kinds
            or unit.means.spaces
            or (unit.means.heads and not unit.means.acts)
        ):
            return False
        i += 1
    return False


def _is_brought(units: Sequence[Unit], at: int) -> bool:
    """Check whether the pieces come to another space: "Ba Xuyen with the two Can Tho troops"."""
    first = at - 1
    while first > 0 and (
        units[first].number is not None
        or units[first].means.flags & {"all", "both"}
        or units[first].text.lower() in DETERMINERS
    ):
        first -= 1
    is_with = first > 0 and "links" in units[first].means.flags and units[first].text.lower() in WITH
    return is_with and bool(units[first - 1].means.spaces)


def _casualties(units: Sequence[Unit], at: int) -> list[Unit]:
    """Return counted casualties as troops from their box, or nothing."""
    unit = units[at]
    if unit.means.box != "casualties" or " " in unit.text:
        return []
    before = units[at - 1] if at else None
    counted = before is not None and (before.number is not None or before.means.flags & {"all", "both"})
    if not counted and not (
        before is None or (before.text in (".", "!", "the") and not _is_led(units, at - 1))
    ):
        return []
    troops = msgspec.structs.replace(unit, tag="", means=Meaning(kinds=(BY_CODE["ut"],)))
    return [troops, _role(unit, "from"), msgspec.structs.replace(unit, text="")]


def _is_led(units: Sequence[Unit], at: int) -> bool:
    """Check whether a word such as "into" is before an article: "into the casualties"."""
    return at > 0 and bool(units[at - 1].means.role)
