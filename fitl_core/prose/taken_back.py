"""Corrections: "5 troops, no wait, 6" says 6 troops. What is put right is never certain."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_core.prose.units import SAYING, Unit

ENDS = ".;)"
"""Signs behind which a correction is over."""
LONGEST_BACK = 30
"""So many units back something is looked for that a correction may mean."""


def without_taken_back(units: Sequence[Unit]) -> list[Unit]:
    """The units with each correction put in the place of what it corrects."""
    out: list[Unit] = []
    at = 0
    while at < len(units):
        unit = units[at]
        if "taken-back" not in unit.means.flags:
            out.append(unit)
            at += 1
            continue
        at += 1
        while at < len(units) and _is_between(units[at]):
            at += 1
        after = at
        while after < len(units) and not (units[after].tag == "sign" and units[after].text in ENDS):
            after += 1
        _put_right(out, list(units[at:after]))
        unit.tag = "doubt"
        out.append(unit)
        at = after
    return out


def _is_between(unit: Unit) -> bool:
    """Whether a unit says nothing between "no wait" and what is right."""
    return (
        unit.tag == "noise"
        or (unit.tag == "sign" and unit.text in ",:.;-(")
        or "taken-back" in unit.means.flags
    )


def _put_right(said: list[Unit], right: list[Unit]) -> None:
    """Put what is right in the place of what it is like; at the end where it is like nothing."""
    first = next((unit for unit in right if unit.tag in SAYING), None)
    begun = None if first is None else _meant(said, first)
    if first is None or begun is None:
        said += right
        return
    kinds = {unit.tag for unit in right if unit.tag in SAYING}
    if all(unit.tag in kinds or unit.tag not in SAYING for unit in said[begun:]):
        _count_the_same(said[begun], first)
        said[begun:] = right  # all of it is said anew
        return
    for unit in right:
        like = _meant(said, unit) if unit.tag in SAYING else None
        if like is None:
            said.append(unit)
        else:
            _count_the_same(said[like], unit)
            said[like] = unit


def _meant(said: Sequence[Unit], right: Unit) -> int | None:
    """Where the unit stands that a correction means: the same words, else the last of its kind."""
    verbs = [at for at, unit in enumerate(said) if unit.tag == "head"]
    least = verbs[-1] if verbs else 0  # what another verb says is not meant
    back = range(len(said) - 1, max(len(said) - LONGEST_BACK, least) - 1, -1)
    alike = [at for at in back if said[at].tag == right.tag]
    if right.tag == "piece" and right.means.kinds:
        alike = [at for at in alike if set(said[at].means.kinds) & set(right.means.kinds)] or alike
    if right.tag == "space":
        alike = [at for at in alike if said[at].means.spaces == right.means.spaces] or alike
        alike = [at for at in alike if said[at].role == right.role] or alike
    return alike[0] if alike else None


def _count_the_same(wrong: Unit, right: Unit) -> None:
    """A bare number that is right counts what the wrong one counted."""
    if right.tag == "piece" and not right.means.kinds:
        right.means = msgspec.structs.replace(right.means, kinds=wrong.means.kinds, state=wrong.means.state)
