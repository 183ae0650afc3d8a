"""What the words around a unit make of it: a road between two towns, a verb that is denied."""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.facts.board import spaces_by_id
from fitl_core.prose.units import Meaning, Unit
from fitl_core.prose.vocabulary import space_phrases

DENIALS = frozenset({"no", "without", "not"})


def without_denied(units: list[Unit]) -> list[Unit]:
    """A verb that is denied ("no pacification"), or said once more at once, is none."""
    last = ""
    for i, unit in enumerate(units):
        if unit.tag == "head":
            before = [other for other in units[max(i - 2, 0) : i] if other.tag != "noise"]
            denied = bool(before) and before[-1].tag == "doubt" and before[-1].text.lower() in DENIALS
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
    return out


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
