"""What a sentence names: verbs, options, spaces, dice, cards, Factions."""

from __future__ import annotations

from collections.abc import Iterator

from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.factions import ARVN, US
from fitl_core.facts.pieces import Count
from fitl_core.prose.here import Here
from fitl_core.prose.understood import A_LITTLE, FAR, ODD, Candidate, where_left
from fitl_core.prose.units import Unit
from fitl_core.record.clauses import At, ChooseCard, ChooseFaction, Option, Replace, Roll, Verb
from fitl_core.rules.forms.names import OptionChoice

AGAIN = 1.2
LEFT = 0.5
"""What it costs besides to select a space that something leaves."""
"""What it costs to select a space that has been named, and is not named again."""


def verbs(here: Here) -> Iterator[Candidate]:
    """The next verb; a gift between NVA and VC needs none."""
    heads = sorted(here.free("head"), key=lambda unit: here.sentence.rank[unit.section])
    for i, unit in enumerate(heads):
        for head in unit.means.heads:
            yield Candidate(Verb(head), (unit.at,), FAR * min(i, 1))
    begun = [clause.name for clause in here.said if isinstance(clause, Verb)]
    if begun[1:] and begun[0] != begun[-1]:  # the Operation goes on: "and finally pacifies"
        yield Candidate(Verb(begun[0]), (), 2 * A_LITTLE if heads else ODD / 3 if here.free("piece") else ODD)
    if any(not here.is_used(unit) for unit in here.sentence.gifts()):
        yield Candidate(Verb("transfer"), (), A_LITTLE)


def options(here: Here) -> Iterator[Candidate]:
    """Options by their names, verbs among them."""
    for i, unit in enumerate(here.free("head")):
        for head in unit.means.heads:
            yield Candidate(Option(head), (unit.at,), FAR * (min(i, 1) + (not here.concerns(unit))))
    for unit in here.sentence.units:
        spent = here.is_used(unit)
        if spent and not unit.shared:
            continue
        cost = here.distance(unit) + (0.0 if here.concerns(unit) else ODD) + (A_LITTLE if spent else 0.0)
        for option in unit.means.options:
            yield Candidate(Option(option), (unit.at,), cost)
    yield from _told_by_pieces(here)
    for unit in here.free("faction"):
        if unit.means.faction is ARVN and here.who is US:
            yield Candidate(Option("arvn"), (unit.at,), here.distance(unit) + A_LITTLE)


def _told_by_pieces(here: Here) -> Iterator[Candidate]:
    """Options by what is said to come in the place of other pieces: "builds a base there"."""
    parts = [part for part in here.question.asked_at_once() if isinstance(part, OptionChoice)]
    for unit in here.free("piece"):
        for space, _, _ in here.spaces_for(unit):
            comes = [Replace(space, (), (Count(1, kind),)) for kind in here.sentence.kinds_of(unit)]
            named = [(name, fits) for part in parts for name, fits in part.implied.items()]
            for name in [name for name, fits in named if any(map(fits, comes))]:
                yield Candidate(Option(name), (), A_LITTLE + here.distance(unit))


def spaces(here: Here) -> Iterator[Candidate]:
    """The spaces that come next, and those named before."""
    for i, unit in enumerate(here.free("space", "there")):
        odd = ODD + LEFT if unit.role in ("from", "via") else 0.0
        for space in here.meant(unit):
            told = ODD / 4 if here.opening and _is_told_of(here, unit, space) else 0.0
            yield Candidate(At(space), (unit.at,), here.distance(unit) + odd + told, passes=i)
    named = dict.fromkeys([space for clause in here.said if (space := where_left(clause))])
    for i, space in enumerate(reversed(named)):
        assumed = f"in {spaces_by_id()[space].name} again"
        yield Candidate(At(space), (), AGAIN + A_LITTLE * i, (assumed,))


def _is_told_of(here: Here, place: Unit, space: str) -> bool:
    """Whether something is said of a space that is not used yet, and would select it by itself."""
    said = [unit for unit in here.sentence.units if unit.tag in ("piece", "level")]
    return any(
        place.at in (unit.homes if unit.shared else unit.homes[:1]) and here.may_use(unit, space)
        for unit in said
    )


def rolls(here: Here) -> Iterator[Candidate]:
    """Dice in the order in which they are told; a bare number may be one."""
    for unit in here.free("die")[:1]:
        yield Candidate(Roll(unit.number or 1), (unit.at,), here.distance(unit))
    for unit in here.free("piece")[:2]:
        if unit.number is not None and not unit.means.kinds:
            yield Candidate(Roll(unit.number), (unit.at,), here.distance(unit) + ODD / 2)


def named_cards(here: Here) -> Iterator[Candidate]:
    """Cards by number or title."""
    for unit in here.free("card"):
        yield Candidate(ChooseCard(unit.number or 0), (unit.at,))


def factions(here: Here) -> Iterator[Candidate]:
    """Factions, also where they stand beside their pieces."""
    for unit in here.sentence.units:
        if unit.means.faction is not None and unit.tag in ("faction", "piece", "figure"):
            cost = here.distance(unit) + A_LITTLE
            yield Candidate(ChooseFaction(unit.means.faction), (unit.at,), cost)
