"""Reinterpret units by the words around them: a road between two towns, a denied verb."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from fitl_core.facts.game_map import spaces_by_id
from fitl_core.prose.units import NOTHING, Meaning, Unit
from fitl_core.prose.vocabulary import key

NO_JOINT = Unit(tag="", start=0, end=0, text="")
SIGNS = ("&", "+", ",", "/")
"""Signs that may be between two verbs that go together."""


def without_repeated(units: list[Unit]) -> list[Unit]:
    """Return the units with verbs that add nothing as noise: repeated ones, and "the cavalry assaults"."""
    last = ""
    for i, unit in enumerate(units):
        if unit.tag == "head":
            before = units[i - 1] if i else NO_JOINT
            is_of_option = (
                before.tag == "option" and not before.means.kinds and "event" not in unit.means.heads
            )
            if is_of_option or (unit.means.heads[0] == last and last != "transfer"):
                unit.tag = "noise"
            else:
                last = unit.means.heads[0]
    return units


def with_shared_figures(units: list[Unit]) -> list[Unit]:
    """Give each of several tracks their common number: "+2 to Aid, Patronage and Resources"."""
    shared = list(units)
    at = 0
    while at < len(shared):
        listed = _tracks_from(shared, at)
        if len(listed) < 2:
            at += 1
            continue
        first, last = listed[0], listed[-1]
        figure = _figure_before(shared, first) or _figure_behind(shared, last)
        if figure is not None:
            number, places = figure
            for i in listed:
                unit = shared[i]
                unit.tag, unit.number = ("track" if unit.means.track else "figure"), number
            for i in places:
                shared[i].tag, shared[i].number = "noise", None
        at = last + 1
    return shared


def _tracks_from(units: Sequence[Unit], at: int) -> list[int]:
    """Return the places of the tracks in a list that begins at a place, each without a number of its own."""
    places: list[int] = []
    for i in range(at, len(units)):
        unit = units[i]
        if _is_bare_track(unit):
            places.append(i)
        elif (
            not places
            or not (unit.tag in ("link", "noise", "faction", "each") or unit.text in (",", "&", "+"))
            or unit.tag == "each"
            or (unit.text == "+" and i + 1 < len(units) and units[i + 1].number)
        ):
            break
    return places


def _is_bare_track(unit: Unit) -> bool:
    is_resources = "resources" in unit.means.flags
    return unit.number is None and unit.tag != "head" and (bool(unit.means.track) or is_resources)


def _figure_before(units: Sequence[Unit], at: int) -> tuple[int, list[int]] | None:
    """Return the number before a list ("two each to", "+2"), and the units that form it."""
    places: list[int] = []
    for i in range(at - 1, max(at - 6, -1), -1):
        unit = units[i]
        places.append(i)
        if unit.number is not None:
            if unit.means.kinds or unit.tag in ("die", "card"):
                return None
            is_less = i > 0 and units[i - 1].text == "-"
            return (-unit.number if is_less else unit.number), places
        if not (unit.tag in ("each", "role", "noise", "act", "faction") or unit.text in ("+", "-")):
            return None
    return None


def _figure_behind(units: Sequence[Unit], at: int) -> tuple[int, list[int]] | None:
    """Return the number after a list: "each go up by 2", "both -3"."""
    places: list[int] = []
    is_less = False
    for i in range(at + 1, min(at + 8, len(units))):
        unit = units[i]
        places.append(i)
        is_less = is_less or unit.text.lower() in (
            "-",
            "down",
            "drop",
            "drops",
            "fall",
            "falls",
            "lose",
            "loses",
        )
        if unit.number is not None:
            if unit.means.kinds or unit.tag in ("die", "card"):
                return None
            return (-unit.number if is_less else unit.number), places
        if not (unit.tag in ("each", "role", "noise", "act") or unit.text in ("+", "-")):
            return None
    return None


def with_both(units: list[Unit]) -> list[Unit]:
    """Return the units with "both" replaced by its spaces, if none are named after it: "taxes both LoCs"."""
    doubled: list[Unit] = []
    for i, unit in enumerate(units):
        before = [other for other in units[max(i - 2, 0) : i] if other.tag not in ("noise", "role")]
        behind = units[i + 1 : i + 3]
        says_so = key(unit.text) in ("both", "in both") and bool(before) and before[-1].tag == "head"
        if not says_so or any(other.tag in ("space", "piece") for other in behind):
            doubled.append(unit)
            continue
        roads = any("loc-word" in other.means.flags for other in behind)
        named = [(j, other) for j, other in enumerate(units[:i]) if other.tag == "space"]
        ends = [other for j, other in named if not _leads_on(units, j)]
        places = [
            other for other in ends if not roads or all(spaces_by_id()[s].is_loc for s in other.means.spaces)
        ]
        if len(places) < 2:
            doubled.append(unit)
            continue
        for other in places[-2:]:
            repeated = Unit(tag="space", start=unit.start, end=unit.end, text=unit.text, means=other.means)
            doubled.append(repeated)
    return doubled


def with_pronoun(units: list[Unit]) -> list[Unit]:
    """Return the units with "it" directly after a verb as the space named last: "raids it"."""
    for before, unit in pairwise(units):
        if before.tag == "head" and unit.tag == "noise" and key(unit.text) == "it":
            unit.tag = "there"
    return units


def with_each_of_name(units: Sequence[Unit]) -> list[Unit]:
    """Return the units with "both Laos spaces" replaced by each space that the name can mean."""
    told: list[Unit] = []
    for i, unit in enumerate(units):
        before = next((other for other in reversed(units[:i]) if other.tag != "noise"), None)
        several = unit.means.spaces if unit.tag == "space" else ()
        counts = before is not None and before.tag == "each" and not before.means.kinds
        is_each = counts and before is not None and before.means.flags & {"all", "both"}
        if len(several) < 2 or not is_each or ("all" not in is_each and len(several) != 2):
            told.append(unit)
            continue
        told += [msgspec.structs.replace(unit, means=Meaning(spaces=(name,))) for name in several]
    return told


def _leads_on(units: Sequence[Unit], at: int) -> bool:
    """Check whether something leaves a space: "Hue to"."""
    behind = next((other for other in units[at + 1 :] if other.tag != "noise"), None)
    return behind is not None and behind.means.role == "to"


def without_announced(units: Sequence[Unit]) -> list[Unit]:
    """Return the units without verbs that only announce later clauses: "March with Ambush. From Hue to…"."""
    kept_units = list(units)
    heads = [i for i, unit in enumerate(kept_units) if unit.tag == "head"]
    for i, then in pairwise(heads):
        around = [
            [other for other in side if other.tag != "noise"]
            for side in (kept_units[:i], kept_units[i + 1 :])
        ]
        joint = around[0][-1] if around[0] else NO_JOINT
        if (
            (joint.tag == "link" or joint.text in SIGNS)
            and around[1][0].text in (".", ":", ";")
            and kept_units[then].means.heads == kept_units[i].means.heads
        ):
            kept_units[i].tag, kept_units[i].means = "noise", NOTHING
    return kept_units
