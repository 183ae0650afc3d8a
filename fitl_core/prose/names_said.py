"""Read the names in a sentence: verbs, options, spaces, dice, cards, Factions."""

from __future__ import annotations

from collections.abc import Iterator

from fitl_core.asking.questions import asked_at_once
from fitl_core.facts.factions import ARVN, US
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.pieces import Count
from fitl_core.prose.reading_state import A_LITTLE, FAR, ODD, ClauseCandidate, where_left
from fitl_core.prose.search_place import Here
from fitl_core.prose.units import Unit
from fitl_core.record.clauses import At, ChooseCard, ChooseFaction, Option, Replace, Roll, Verb
from fitl_core.rules.forms.name_questions import OptionChoice

AGAIN = 1.2
"""The cost of selecting a space that was named before and is not named again."""
LEFT = 0.5
"""The extra cost of selecting a space that something leaves."""


def verbs(here: Here) -> Iterator[ClauseCandidate]:
    """Yield the next verb. A transfer between NVA and VC needs none."""
    heads = sorted(here.free("head"), key=lambda unit: here.sentence.rank[unit.section])
    for i, unit in enumerate(heads):
        for head in unit.means.heads:
            yield ClauseCandidate(Verb(head), (unit.at,), FAR * min(i, 1))
    begun = [clause.name for clause in here.said if isinstance(clause, Verb)]
    if begun[1:] and begun[0] != begun[-1]:  # the Operation goes on: "and finally pacifies"
        yield ClauseCandidate(
            Verb(begun[0]), (), 2 * A_LITTLE if heads else ODD / 3 if here.free("piece") else ODD
        )
    if any(not here.is_used(unit) for unit in here.sentence.gifts()):
        yield ClauseCandidate(Verb("transfer"), (), A_LITTLE)


def options(here: Here) -> Iterator[ClauseCandidate]:
    """Yield options by their names, including verbs."""
    for i, unit in enumerate(here.free("head")):
        for head in unit.means.heads:
            yield ClauseCandidate(Option(head), (unit.at,), FAR * (min(i, 1) + (not here.concerns(unit))))
    for unit in here.sentence.units:
        spent = here.is_used(unit)
        if spent and not unit.shared:
            continue
        cost = here.distance(unit) + (0.0 if here.concerns(unit) else ODD) + (A_LITTLE if spent else 0.0)
        for option in unit.means.options:
            yield ClauseCandidate(Option(option), (unit.at,), cost)
    yield from _implied_by_pieces(here)
    for unit in here.free("faction"):
        if unit.means.faction is ARVN and here.who is US:
            yield ClauseCandidate(Option("arvn"), (unit.at,), here.distance(unit) + A_LITTLE)


def _implied_by_pieces(here: Here) -> Iterator[ClauseCandidate]:
    """Yield options shown by a replacement of pieces: "builds a base there"."""
    parts = [part for part in asked_at_once(here.question) if isinstance(part, OptionChoice)]
    for unit in here.free("piece"):
        for space, _, _ in here.spaces_for(unit):
            comes = [Replace(space, (), (Count(1, kind),)) for kind in here.sentence.kinds_of(unit)]
            named = [(name, fits) for part in parts for name, fits in part.implied.items()]
            for name in [name for name, fits in named if any(map(fits, comes))]:
                yield ClauseCandidate(Option(name), (), A_LITTLE + here.distance(unit))


def spaces(here: Here) -> Iterator[ClauseCandidate]:
    """Yield the next spaces, and those named before."""
    for i, unit in enumerate(here.free("space", "there")):
        odd = ODD + LEFT if unit.role in ("from", "via") else 0.0
        for space in here.meant(unit):
            surcharge = ODD / 4 if here.opening and _selects_space(here, unit, space) else 0.0
            yield ClauseCandidate(At(space), (unit.at,), here.distance(unit) + odd + surcharge, passes=i)
    named = dict.fromkeys([space for clause in here.said if (space := where_left(clause))])
    for i, space in enumerate(reversed(named)):
        assumed = f"in {spaces_by_id()[space].name} again"
        yield ClauseCandidate(At(space), (), AGAIN + A_LITTLE * i, (assumed,))


def _selects_space(here: Here, place: Unit, space: str) -> bool:
    """Check whether an unused unit refers to a space and would select the space by itself."""
    stating = [unit for unit in here.sentence.units if unit.tag in ("piece", "level")]
    return any(
        place.at in (unit.homes if unit.shared else unit.homes[:1]) and here.may_use(unit, space)
        for unit in stating
    )


def rolls(here: Here) -> Iterator[ClauseCandidate]:
    """Yield dice in their written order. A number without a noun may be a die."""
    for unit in here.free("die")[:1]:
        yield ClauseCandidate(Roll(unit.number or 1), (unit.at,), here.distance(unit))
    for unit in here.free("piece")[:2]:
        if unit.number is not None and not unit.means.kinds:
            yield ClauseCandidate(Roll(unit.number), (unit.at,), here.distance(unit) + ODD / 2)


def named_cards(here: Here) -> Iterator[ClauseCandidate]:
    """Yield cards by number or title."""
    for unit in here.free("card"):
        yield ClauseCandidate(ChooseCard(unit.number or 0), (unit.at,))


def factions(here: Here) -> Iterator[ClauseCandidate]:
    """Yield Factions, also those beside their pieces."""
    for unit in here.sentence.units:
        if unit.means.faction is not None and unit.tag in ("faction", "piece", "figure"):
            cost = here.distance(unit) + A_LITTLE
            yield ClauseCandidate(ChooseFaction(unit.means.faction), (unit.at,), cost)
