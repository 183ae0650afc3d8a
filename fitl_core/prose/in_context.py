"""What the words around a unit make of it: a road between two towns, a verb that is denied."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from fitl_core.facts.board import spaces_by_id
from fitl_core.prose.units import NOTHING, Meaning, Unit
from fitl_core.prose.vocabulary import key, space_phrases

NO_JOINT = Unit(tag="", start=0, end=0, text="")
SIGNS = ("&", "+", ",", "/")
"""What may stand between two verbs that go together."""
MANY_ROADS = frozenset({"locs", "roads", "line", "route"})
"""Words for roads that need not stand beside one that is named."""
DENIALS = frozenset(
    {"no", "without", "not", "wont", "doesnt", "dont", "didnt", "never", "isnt", "arent", "cant"}
)


def without_denied(units: list[Unit]) -> list[Unit]:
    """A verb that is denied ("no pacification"), or said once more at once, is none; nor is "no aid"."""
    last = ""
    for i, unit in enumerate(units):
        before = [other for other in units[max(i - 2, 0) : i] if other.tag != "noise"]
        denied = bool(before) and before[-1].tag == "doubt" and key(before[-1].text) in DENIALS
        if unit.tag in ("track", "option") and unit.number is None and denied:
            unit.tag = "denied"
        if unit.tag == "head":
            if denied or (unit.means.heads[0] == last and last != "transfer"):
                unit.tag = "denied" if denied else "noise"
            last = unit.means.heads[0] if unit.tag == "head" else last
    return units


def with_roads(units: list[Unit]) -> list[Unit]:
    """Two towns with a word for a road beside them are the LoC between them."""
    out = list(units)
    at = 0
    while at < len(out):
        joint = out[at]
        beside = [out[i].tag for i in (at - 1, at + 1) if 0 <= i < len(out)]
        if joint.tag == "sign" and joint.text == "-" and beside == ["space", "space"]:
            joint.tag, joint.means = "role", Meaning(role="to")
        ends = [i for i in range(at, min(at + 6, len(out))) if out[i].tag == "space"][:2]
        road = out[at].tag == "space" and len(ends) == 2 and _road(out, ends)
        if road:
            first, last = out[ends[0]], out[ends[1]]
            whole = Unit(tag="space", start=first.start, end=last.end, text=f"{first.text}-{last.text}")
            whole.means = Meaning(spaces=road)
            whole.is_typo, whole.is_aside = first.is_typo or last.is_typo, first.is_aside
            out[ends[0] : ends[1] + 1] = [whole]
        at += 1
    _roads_of_one_town(out)
    return out


def _roads_of_one_town(units: Sequence[Unit]) -> None:
    """ "the An Loc road" is one of the LoCs of that town; a road without a name leaves a doubt."""
    for i, unit in enumerate(units):
        if unit.tag != "noise" or "loc-word" not in unit.means.flags or key(unit.text) in MANY_ROADS:
            continue
        before = units[i - 1] if i and units[i - 1].tag == "space" else None
        if before is not None and not any(spaces_by_id()[name].is_loc for name in before.means.spaces):
            roads = _roads_of(before.means.spaces)
            before.means = Meaning(spaces=roads) if roads else before.means
        named = [other for other in units[max(i - 1, 0) : i + 4] if other.tag == "space"]
        if not any(spaces_by_id()[name].is_loc for other in named for name in other.means.spaces):
            unit.tag = "doubt"


def _roads_of(towns: Collection[str]) -> tuple[str, ...]:
    """The LoCs that have one of these towns at an end or in their midst."""
    names = {spaces_by_id()[town].name for town in towns}
    roads = [space for space in spaces_by_id().values() if space.is_loc]
    return tuple([road.id for road in roads if names & set(road.name.split(" - "))])


def _road(units: Sequence[Unit], ends: Sequence[int]) -> tuple[str, ...]:
    """The LoC that two towns name, where a word for a road stands right before or behind them."""
    first, last = ends
    joints = units[first + 1 : last]
    if len(joints) != 1 or not (
        joints[0].role or joints[0].means.role == "to" or joints[0].text in ("and", "-", "/", ">")
    ):
        return ()
    near = [*units[max(first - 3, 0) : first], *units[last + 1 : last + 2]]
    if not any("loc-word" in unit.means.flags for unit in near):
        return ()
    names = [spaces_by_id()[units[end].means.spaces[0]].name.lower() for end in (first, last)]
    return space_phrases().get(" ".join(names), ())


def with_shared_figures(units: list[Unit]) -> list[Unit]:
    """One number that is told of several tracks is that of each: "+2 to Aid, Patronage and Resources"."""
    out = list(units)
    at = 0
    while at < len(out):
        listed = _tracks_from(out, at)
        if len(listed) < 2:
            at += 1
            continue
        first, last = listed[0], listed[-1]
        found = _figure_before(out, first) or _figure_behind(out, last)
        if found is not None:
            number, taken = found
            for i in listed:
                unit = out[i]
                unit.tag, unit.number = ("track" if unit.means.track else "figure"), number
            for i in taken:
                out[i].tag, out[i].number = "noise", None
        at = last + 1
    return out


def _tracks_from(units: Sequence[Unit], at: int) -> list[int]:
    """Where the tracks of a list stand that begins at a place; each without a number of its own."""
    found: list[int] = []
    for i in range(at, len(units)):
        unit = units[i]
        if _is_bare_track(unit):
            found.append(i)
        elif (
            not found
            or not (unit.tag in ("link", "noise", "faction", "each") or unit.text in (",", "&", "+"))
            or unit.tag == "each"
            or (unit.text == "+" and i + 1 < len(units) and units[i + 1].number)
        ):
            break
    return found


def _is_bare_track(unit: Unit) -> bool:
    is_resources = "resources" in unit.means.flags
    return unit.number is None and unit.tag != "head" and (bool(unit.means.track) or is_resources)


def _figure_before(units: Sequence[Unit], at: int) -> tuple[int, list[int]] | None:
    """The number before a list: "two each to", "+2"; and the units that tell it."""
    taken: list[int] = []
    for i in range(at - 1, max(at - 6, -1), -1):
        unit = units[i]
        taken.append(i)
        if unit.number is not None:
            if unit.means.kinds or unit.tag in ("die", "card"):
                return None
            is_less = i > 0 and units[i - 1].text == "-"
            return (-unit.number if is_less else unit.number), taken
        if not (unit.tag in ("each", "role", "noise", "act", "faction") or unit.text in ("+", "-")):
            return None
    return None


def _figure_behind(units: Sequence[Unit], at: int) -> tuple[int, list[int]] | None:
    """The number behind a list: "each go up by 2", "both -3"."""
    taken: list[int] = []
    is_less = False
    for i in range(at + 1, min(at + 8, len(units))):
        unit = units[i]
        taken.append(i)
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
            return (-unit.number if is_less else unit.number), taken
        if not (unit.tag in ("each", "role", "noise", "act") or unit.text in ("+", "-")):
            return None
    return None


def with_both(units: list[Unit]) -> list[Unit]:
    """The spaces meant by "both", where none are named behind: "taxes both LoCs"."""
    out: list[Unit] = []
    for i, unit in enumerate(units):
        before = [other for other in units[max(i - 2, 0) : i] if other.tag not in ("noise", "role")]
        behind = units[i + 1 : i + 3]
        says_so = key(unit.text) in ("both", "in both") and bool(before) and before[-1].tag == "head"
        if not says_so or any(other.tag in ("space", "piece") for other in behind):
            out.append(unit)
            continue
        roads = any("loc-word" in other.means.flags for other in behind)
        named = [(j, other) for j, other in enumerate(units[:i]) if other.tag == "space"]
        ends = [other for j, other in named if not _leads_on(units, j)]
        places = [
            other for other in ends if not roads or all(spaces_by_id()[s].is_loc for s in other.means.spaces)
        ]
        if len(places) < 2:
            out.append(unit)
            continue
        for other in places[-2:]:
            whole = Unit(tag="space", start=unit.start, end=unit.end, text=unit.text, means=other.means)
            out.append(whole)
    return out


def _leads_on(units: Sequence[Unit], at: int) -> bool:
    """Whether something goes on from a space: "Hue to"."""
    behind = next((other for other in units[at + 1 :] if other.tag != "noise"), None)
    return behind is not None and behind.means.role == "to"


def without_announced(units: Sequence[Unit]) -> list[Unit]:
    """The units without verbs that only announce what is told behind: "March with Ambush. From Hue to…"."""
    found = list(units)
    heads = [i for i, unit in enumerate(found) if unit.tag == "head"]
    for i, then in pairwise(heads):
        around = [[other for other in side if other.tag != "noise"] for side in (found[:i], found[i + 1 :])]
        joint = around[0][-1] if around[0] else NO_JOINT
        if (
            (joint.tag == "link" or joint.text in SIGNS)
            and around[1][0].text in (".", ":", ";")
            and found[then].means.heads == found[i].means.heads
        ):
            found[i].tag, found[i].means = "noise", NOTHING
    return found
