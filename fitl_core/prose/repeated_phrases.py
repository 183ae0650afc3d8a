"""Expand phrases that repeat earlier ones: "3 troops in Hue, the same in Da Nang"."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_core.prose.units import NOTHING, Unit

COPIED = ("piece", "level", "shift", "option", "track", "act", "link", "die", "box")
ABOUT = ("piece", "level", "shift", "option", "track", "die", "box")


def expand_repeats(units: Sequence[Unit], heads: Sequence[int]) -> list[Unit] | None:
    """Return the units with "the same" replaced by the repeated units, or None if nothing is replaced.

    `heads` are the places of the verbs. The units already have their spaces.
    """
    at = next((unit.at for unit in units if unit.tag == "same"), None)
    if at is None:
        return None
    again = _spaces_of(units, at) if _stands_alone(units, at) else []
    repeated = [] if not again else _told_before(units, again, heads)
    for unit in repeated:
        unit.is_aside = units[at].is_aside
    if len(again) > 1:
        repeated.append(
            Unit(tag="each", start=units[at].start, end=units[at].start, text="each", means=NOTHING)
        )
    if not repeated:
        units[at].tag = "doubt" if again else "noise"
    return [*units[:at], *repeated, *units[at + (1 if repeated else 0) :]]


def _stands_alone(units: Sequence[Unit], at: int) -> bool:
    """Check whether no pieces or acts follow directly after it, unlike in "likewise one is removed"."""
    behind = next((unit for unit in units[at + 1 :] if unit.tag != "noise"), None)
    return behind is None or behind.tag in ("sign", "role", "link", "space", "act")


def _spaces_of(units: Sequence[Unit], at: int) -> list[int]:
    """Return the spaces of a repetition: the one before its bracket, or those after it, or before it."""
    if at and units[at - 1].text in ("(", "["):
        before = [unit for unit in units[: at - 1] if unit.tag != "noise"]
        return [units.index(before[-1])] if before and before[-1].tag == "space" else []
    for step in (1, -1):
        places: list[int] = []
        here = at + step
        while 0 <= here < len(units):
            unit = units[here]
            if unit.tag == "space":
                places.append(here)
            elif not (
                unit.tag in ("noise", "role", "link", "unknown")
                or (unit.tag == "sign" and unit.text in ",&/-")
            ):
                break
            here += step
        tight = units[at + step : places[0]] if step > 0 and places else ()
        if places and not any(unit.tag == "sign" for unit in tight):
            return sorted(places)
    return []


def _told_before(units: Sequence[Unit], again: Sequence[int], heads: Sequence[int]) -> list[Unit]:
    """Return copies of the units about the last space before, under a verb of the same name."""
    verbs = _verbs(units, heads, again[0])
    for place in range(again[0] - 1, -1, -1):
        if units[place].tag != "space" or _verbs(units, heads, place) != verbs:
            continue
        about = [unit.at for unit in units if unit.tag in ABOUT and place in unit.homes]
        if about:
            between = units[min(about) : max(about) + 1]
            of_it = [unit for unit in between if unit.tag in COPIED]
            return [
                msgspec.structs.replace(unit, homes=(), is_spread=False, is_split=False) for unit in of_it
            ]
    return []


def _verbs(units: Sequence[Unit], heads: Sequence[int], at: int) -> tuple[str, ...]:
    """Return the names of the verb that a place belongs to."""
    before = [head for head in heads if head <= at]
    return units[before[-1]].means.heads if before else ()
