"""Denials: "no bases", "police stay put", "I would love Hue, but".

A denial has a scope, and the words in its scope belong to no move. A word such as "no" denies what follows in
its clause. A word such as "stay put" denies what precedes it. A wish is denied up to the "but" that ends it.
The vocabulary lists these words. A reading with denied words is never certain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fitl_core.prose.units import SAYING, Unit
from fitl_core.prose.vocabulary import key

CLAUSE_ENDS = frozenset(".,;:!?()[]")
SENTENCE_ENDS = frozenset(".;!?")
DENIED = frozenset({*SAYING, "head", "act", "faction", "each", "mode", "there"})
"""The tags of words that a denial takes out of the move."""
LET_BE = ("leave", "leaves", "leaving", "left", "let", "lets", "letting")
"""Words with which "alone" denies. Otherwise it means "only"."""


def with_denials(units: list[Unit]) -> list[Unit]:
    """Return the units with each word in the scope of a denial marked as denied."""
    for i, unit in enumerate(units):
        if denies(units, i):
            for other in _behind(units, i):
                _deny(other)
        elif "denied-before" in unit.means.flags:
            scope = list(_before(units, i))
            if key(unit.text) != "alone" or any(other.text.lower() in LET_BE for other in scope):
                for other in (unit, *scope):
                    _deny(other)
        elif "wished" in unit.means.flags:
            for other in _wish(units, i):
                _deny(other)
    return units


def denies(units: Sequence[Unit], at: int) -> bool:
    """Check whether a word denies what follows. "Skips" does if its object follows: "skips the ambush"."""
    unit = units[at]
    if "denies" in unit.means.flags:
        return True
    if unit.tag != "head" or not unit.text.lower().startswith("skip"):
        return False
    behind = next((other for other in _behind(units, at) if other.tag != "noise"), None)
    if behind is None or behind.tag not in ("head", "track", "option", "mode"):
        return False
    unit.tag = "doubt"
    return True


def _deny(unit: Unit) -> None:
    if unit.tag in DENIED:
        unit.tag = "denied"


def _behind(units: Sequence[Unit], at: int) -> Iterator[Unit]:
    """Yield the words after a place, to the end of the clause."""
    for i in range(at + 1, len(units)):
        unit = units[i]
        if _ends_clause(units, i) or (unit.tag == "link" and _opens_part(units, i)):
            return
        yield unit


def _before(units: Sequence[Unit], at: int) -> Iterator[Unit]:
    """Yield the words before a place, back to the start of the clause."""
    for i in range(at - 1, -1, -1):
        if _ends_clause(units, i) or units[i].tag == "link":
            return
        yield units[i]


def _wish(units: Sequence[Unit], at: int) -> list[Unit]:
    """Return the words of a wish, if its sentence turns after them: "I would love Hue, but"."""
    wished: list[Unit] = []
    turned: list[Unit] | None = None
    for unit in units[at + 1 :]:
        if unit.tag == "sign" and unit.text in SENTENCE_ENDS:
            break
        if "taken-back" in unit.means.flags:
            return []  # the wish is corrected, and the correction counts
        if "turns" in unit.means.flags and unit.tag != "link" and turned is None:
            turned = list(wished)
        wished.append(unit)
    return turned or []


def _ends_clause(units: Sequence[Unit], at: int) -> bool:
    unit = units[at]
    if unit.tag == "sign":
        return unit.text in CLAUSE_ENDS or is_dash(units, at)
    return "turns" in unit.means.flags


def is_dash(units: Sequence[Unit], at: int) -> bool:
    """Check whether a sign is a dash between clauses, with blanks around it."""
    if units[at].text != "-" or not 0 < at < len(units) - 1:
        return False
    return units[at - 1].end < units[at].start and units[at].end < units[at + 1].start


def _opens_part(units: Sequence[Unit], at: int) -> bool:
    """Check whether a verb follows: "no base and infiltrates"."""
    behind = next((unit for unit in units[at + 1 :] if unit.tag != "noise"), None)
    return behind is not None and behind.tag == "head"
