"""Apply corrections: "5 troops, no wait, 6" means 6 troops. A corrected reading is never certain.

A correction names the right words after a phrase such as "no wait". A withdrawal names the wrong words after
a verb such as "forget", and leaves them out. The vocabulary has these words.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_core.prose.denials import is_dash
from fitl_core.prose.units import SAYING, Unit

ENDS = ".;)"
"""Signs that end a correction."""
WITHDRAWN_TO = ".,;:)!?"
"""Signs that end a withdrawal."""
LONGEST_BACK = 30
"""The most units back at which the target of a correction is looked for."""


def without_taken_back(units: Sequence[Unit]) -> list[Unit]:
    """Return the units with each correction in the place of its target, and without withdrawn words."""
    corrected: list[Unit] = []
    at = 0
    while at < len(units):
        unit = units[at]
        if "withdraws" in unit.means.flags:
            at = _withdraw(corrected, units, at)
            continue
        if not _takes_back(units, at):
            corrected.append(unit)
            at += 1
            continue
        at += 1
        is_only = False
        while at < len(units) and _is_between(units, at):
            is_only = is_only or units[at].text.lower() == "only"
            at += 1
        after = at
        while after < len(units) and not _ends(units, after):
            after += 1
        unit.tag = "doubt"
        if any("withdraws" in other.means.flags for other in units[at:after]):
            corrected.append(unit)  # "no, forget the Ranger": nothing is named instead
            continue
        if is_only and at < after:
            _leave_only(corrected, units[at])
        _put_right(corrected, list(units[at:after]))
        corrected.append(unit)
        at = after
    return corrected


def _takes_back(units: Sequence[Unit], at: int) -> bool:
    """Check whether a word opens a correction: those of the vocabulary, and "no" between two signs."""
    unit = units[at]
    if "taken-back" in unit.means.flags:
        return True
    if unit.text.lower() != "no" or not 0 < at < len(units) - 1:
        return False
    return all(other.tag == "sign" and other.text in ",.-(" for other in (units[at - 1], units[at + 1]))


def _is_between(units: Sequence[Unit], at: int) -> bool:
    """Check whether a unit has no meaning between "no wait" and the correction."""
    unit = units[at]
    return (
        unit.tag == "noise" or (unit.tag == "sign" and unit.text in ",:.;-(") or _takes_back(units, at)
    ) and "withdraws" not in unit.means.flags


def _ends(units: Sequence[Unit], at: int) -> bool:
    """Check whether a correction ends: with its sentence, or where the list goes on after a comma."""
    unit = units[at]
    if unit.tag != "sign":
        return False
    goes_on = at + 1 < len(units) and units[at + 1].tag == "link"
    return unit.text in ENDS or (goes_on and (unit.text == "," or is_dash(units, at)))


def _withdraw(earlier: list[Unit], units: Sequence[Unit], at: int) -> int:
    """Leave out the words that a withdrawal names, and return the place after it."""
    units[at].tag = "doubt"
    after = at + 1
    while after < len(units) and not (units[after].tag == "sign" and units[after].text in WITHDRAWN_TO):
        after += 1
    named = list(units[at + 1 : after])
    for wrong in named:
        if wrong.tag in SAYING:
            target = _withdrawn(earlier, wrong)
            if target is not None:
                first, last = _phrase_of(earlier, target)
                del earlier[first:last]
            wrong.tag = "denied"
    earlier += [units[at], *named]
    return after


def _withdrawn(earlier: Sequence[Unit], wrong: Unit) -> int | None:
    """Return the place of the last unit that means the same as a withdrawn one."""
    for at in range(len(earlier) - 1, -1, -1):
        unit = earlier[at]
        if unit.tag != wrong.tag:
            continue
        mine, theirs = unit.means, wrong.means
        same_pieces = set(mine.kinds) & set(theirs.kinds) and wrong.number in (None, 1, unit.number)
        if same_pieces or (unit.tag != "piece" and mine == theirs):
            return at
    return None


def _phrase_of(units: Sequence[Unit], at: int) -> tuple[int, int]:
    """Return the phrase of a unit: from the joint before it to the next joint. A verb takes its sentence."""
    is_verb = units[at].tag == "head"
    first, last = at, at + 1
    while first > 0 and not is_verb and not _is_joint(units[first - 1]):
        first -= 1
        if units[first].tag == "head":
            first += 1
            break
    while last < len(units) and not (units[last].text in ENDS if is_verb else _is_joint(units[last])):
        last += 1
    if first > 0 and units[first - 1].tag == "link":
        first -= 1
    return first, last


def _is_joint(unit: Unit) -> bool:
    return unit.tag in ("link", "head") or (unit.tag == "sign" and unit.text in ".,;:()!?&+")


def _put_right(earlier: list[Unit], right: list[Unit]) -> None:
    """Put a correction in the place of its target; put it at the end if it has none."""
    if _put_numbers_right(earlier, right):
        return
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


def _put_numbers_right(earlier: Sequence[Unit], right: Sequence[Unit]) -> bool:
    """Put several numbers without nouns in the place of the last ones: "4 troops 2 police, no, 3 and 3"."""
    numbers = [unit for unit in right if unit.tag in SAYING]
    wrong = [unit for unit in earlier if unit.tag == "piece" and unit.number is not None][-len(numbers) :]
    bare = all(unit.tag == "piece" and not unit.means.kinds for unit in numbers)
    if len(numbers) < 2 or not bare or len(wrong) < len(numbers):
        return False
    for old, new in zip(wrong, numbers, strict=True):
        old.number, old.text, old.odd = new.number, new.text, (*old.odd, new.text)
    return True


def _leave_only(earlier: list[Unit], right: Unit) -> None:
    """Leave out what is like the right words, back to the verb: "Hue and Pleiku. No, only Hue"."""
    while earlier:
        like = [at for at, unit in enumerate(earlier) if unit.tag == right.tag]
        verbs = [at for at, unit in enumerate(earlier) if unit.tag == "head"]
        if not like or (verbs and like[-1] < verbs[-1]):
            return
        first, last = _phrase_of(earlier, like[-1])
        del earlier[first:last]


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
