"""Apply corrections: "5 troops, no wait, 6" means 6 troops. A corrected reading is never certain."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_core.prose.units import SAYING, Unit

ENDS = ".;)"
"""Signs that end a correction."""
LONGEST_BACK = 30
"""The most units back at which the target of a correction is looked for."""


def without_taken_back(units: Sequence[Unit]) -> list[Unit]:
    """Return the units with each correction in the place of its target."""
    corrected: list[Unit] = []
    at = 0
    while at < len(units):
        unit = units[at]
        if "taken-back" not in unit.means.flags:
            corrected.append(unit)
            at += 1
            continue
        at += 1
        while at < len(units) and _is_between(units[at]):
            at += 1
        after = at
        while after < len(units) and not (units[after].tag == "sign" and units[after].text in ENDS):
            after += 1
        _put_right(corrected, list(units[at:after]))
        unit.tag = "doubt"
        corrected.append(unit)
        at = after
    return corrected


def _is_between(unit: Unit) -> bool:
    """Check whether a unit has no meaning between "no wait" and the correction."""
    return (
        unit.tag == "noise"
        or (unit.tag == "sign" and unit.text in ",:.;-(")
        or "taken-back" in unit.means.flags
    )


def _put_right(earlier: list[Unit], right: list[Unit]) -> None:
    """Put a correction in the place of its target; put it at the end if it has none."""
    first = next((unit for unit in right if unit.tag in SAYING), None)
    begun = None if first is None else _meant(earlier, first)
    if first is None or begun is None:
        earlier += right
        return
    kinds = {unit.tag for unit in right if unit.tag in SAYING}
    if all(unit.tag in kinds or unit.tag not in SAYING for unit in earlier[begun:]):
        _count_the_same(earlier[begun], first)
        earlier[begun:] = right  # the correction repeats the whole verb
        return
    for unit in right:
        like = _meant(earlier, unit) if unit.tag in SAYING else None
        if like is None:
            earlier.append(unit)
        else:
            _count_the_same(earlier[like], unit)
            earlier[like] = unit


def _meant(earlier: Sequence[Unit], right: Unit) -> int | None:
    """Return the place of the unit to be corrected: the same words, or the last unit of its kind."""
    verbs = [at for at, unit in enumerate(earlier) if unit.tag == "head"]
    least = verbs[-1] if verbs else 0  # words of an earlier verb are not the target
    backwards = range(len(earlier) - 1, max(len(earlier) - LONGEST_BACK, least) - 1, -1)
    alike = [at for at in backwards if earlier[at].tag == right.tag]
    if right.tag == "piece" and right.means.kinds:
        alike = [at for at in alike if set(earlier[at].means.kinds) & set(right.means.kinds)] or alike
    if right.tag == "space":
        alike = [at for at in alike if earlier[at].means.spaces == right.means.spaces] or alike
        alike = [at for at in alike if earlier[at].role == right.role] or alike
    return alike[0] if alike else None


def _count_the_same(wrong: Unit, right: Unit) -> None:
    """Give a correcting number without a noun the noun of the corrected number."""
    if right.tag == "piece" and not right.means.kinds:
        right.means = msgspec.structs.replace(right.means, kinds=wrong.means.kinds, state=wrong.means.state)
