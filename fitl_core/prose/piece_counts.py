"""Find the pieces that a number and a noun can mean, among the pieces present."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import NamedTuple

from fitl_core.facts.factions import Faction
from fitl_core.facts.pieces import KINDS, Count, Kind, number_named
from fitl_core.prose.reading_state import A_LITTLE, ODD
from fitl_core.prose.structure import Sentence
from fitl_core.prose.units import ALL, Unit
from fitl_core.record.clauses import Hide, Move, Place

MOST_WAYS = 24
MOST_COUNTED = 12
"""The most pieces that are tried without a number."""
MOST_UNNAMED = 4
"""The most kinds that are tried without a noun."""
MIXED = 0.1


class CountedPieces(NamedTuple):
    """Pieces with the cost and the assumptions of reading the words so."""

    pieces: tuple[Count, ...]
    cost: float
    assumes: tuple[str, ...] = ()


def counted(
    sentence: Sentence, group: Sequence[Unit], there: Mapping[Kind, int], form: type, who: Faction
) -> Iterator[CountedPieces]:
    """Yield the pieces that a group of units can mean, among those `there`; `who` is the acting Faction."""
    ways = [list(islice(_of_unit(sentence, unit, there, form, who), MOST_WAYS)) for unit in group]
    for chosen in islice(product(*ways), 2 * MOST_WAYS):
        totals: dict[Kind, int] = {}
        for count in [count for way in chosen for count in way.pieces]:
            totals[count.kind] = totals.get(count.kind, 0) + count.number
        pieces = tuple([Count(totals[kind], kind) for kind in KINDS if kind in totals])
        assumes = tuple([note for way in chosen for note in way.assumes])
        yield CountedPieces(pieces, sum([way.cost for way in chosen]), assumes)


def _of_unit(
    sentence: Sentence, unit: Unit, there: Mapping[Kind, int], form: type, who: Faction
) -> Iterator[CountedPieces]:
    kinds = sentence.kinds_of(unit)
    if form is Place:
        kinds = tuple(dict.fromkeys([kind.off_map for kind in kinds]))
    elif form is Hide:
        kinds = tuple(dict.fromkeys([kind.underground for kind in kinds]))
        there = {kind: there[kind.active] for kind in kinds if kind.is_underground}
    own = who if form in (Place, Move, Hide) else None
    present = sorted([kind for kind in kinds if there.get(kind, 0)], key=lambda kind: kind.faction is not own)
    if not unit.means.kinds:
        present = present[:MOST_UNNAMED]
    if unit.number is not None and unit.number < 1:
        return
    if unit.number is not None and unit.number != ALL:
        yield from _of_number(unit.number, present, there)
        return
    whole = tuple([Count(there[kind], kind) for kind in present if kind.faction is who])
    if unit.number == ALL and len(whole) > 1:
        yield CountedPieces(whole, 0.0)
    assumes = () if unit.number == ALL else (f"how many {unit.text}",)
    most = sum([there[kind] for kind in present])
    if assumes or form is Place:  # no rule places more at once
        most = min(most, MOST_COUNTED)
    usual = 1 if assumes and (unit.is_split or (Kind.AP in kinds and len(kinds) <= 1)) else most
    for number in range(most, 0, -1):
        plain = usual if unit.is_split else most if not assumes else 0
        fits_well = number == plain or (form is Place and not assumes)  # "as many as possible"
        step = A_LITTLE / 10 if form is Place and not assumes else A_LITTLE
        more = step * abs(usual - number) + (0.0 if fits_well else ODD)
        for i, kind in enumerate(present):
            if there[kind] >= number:
                yield CountedPieces((Count(number, kind),), A_LITTLE * i + more, assumes)


def _of_number(number: int, kinds: Sequence[Kind], there: Mapping[Kind, int]) -> Iterator[CountedPieces]:
    """Yield counts with this total: of one kind, of two kinds, or all of three."""
    for i, kind in enumerate(kinds):
        if there[kind] >= number:
            yield CountedPieces((Count(number, kind),), A_LITTLE * i)
    for i, first in enumerate(kinds):
        for second in kinds[i + 1 :]:
            for of_first in range(min(number - 1, there[first]), 0, -1):
                if there[second] >= number - of_first:
                    pair = (Count(of_first, first), Count(number - of_first, second))
                    yield CountedPieces(pair, MIXED)
    if len(kinds) == 3 and number == sum([there[kind] for kind in kinds]):
        yield CountedPieces(tuple([Count(there[kind], kind) for kind in kinds]), 0.0)


def fits(sentence: Sentence, unit: Unit, pieces: Sequence[Count]) -> bool:
    """Check whether a unit can mean these pieces."""
    kinds = sentence.kinds_of(unit)
    right = all(count.kind in kinds or count.kind.off_map in kinds for count in pieces)
    return right and unit.number in (None, ALL, number_named(tuple(pieces)))
