"""Read the pieces of a sentence: placed, removed, moved, replaced, Activated, hidden, from box to box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.pieces import KINDS, Kind, number_named
from fitl_core.prose.acting_words import governing
from fitl_core.prose.paths import paths
from fitl_core.prose.piece_counts import counted, fits
from fitl_core.prose.reading_state import A_LITTLE, FAR, ODD, ClauseCandidate
from fitl_core.prose.search_place import Here
from fitl_core.prose.structure import Route
from fitl_core.prose.units import ALL, Unit
from fitl_core.record.clauses import Activate, Box, Hide, Move, Place, Rebox, Remove, Replace
from fitl_core.state.draft import Draft

MOST_LOOKED_AT = 400
MOST_TOGETHER = 8
"""The most names of pieces in one answer."""
UNTOLD_WAY = 0.3
"""The cost of a way that is not described step by step."""
LESS_SURE = 0.5
"""The cost of a reading that another one is more natural than."""
ACTS: dict[type, str] = {
    Place: "place",
    Remove: "remove",
    Activate: "activate",
    Hide: "hide",
    Replace: "replace",
    Move: "move",
}
"""The acts on pieces, as the vocabulary names them, by the form of clause."""


def in_a_space(here: Here, form: type[Remove] | type[Activate] | type[Hide]) -> Iterator[ClauseCandidate]:
    """Yield pieces of one space."""
    for group in _groups(here):
        for space, cost, uses in here.spaces_for(group[0]):
            if all(here.may_use(unit, space) for unit in group):
                base = cost + _cost(here, group, form) + _way_wrong(here, uses, form)
                for way in counted(here.sentence, group, _pieces_in(here.draft, space), form, here.who):
                    used = (*[unit.at for unit in group], *uses)
                    clause = form(space, way.pieces)
                    passed = here.passes(group[0], space)
                    yield ClauseCandidate(clause, used, base + way.cost, way.assumes, passed)


def placed(here: Here) -> Iterator[ClauseCandidate]:
    """Yield pieces placed in a space: from Available, or from a named box or space."""
    for group in _groups(here):
        for space, cost, uses in here.spaces_for(group[0]):
            if not all(here.may_use(unit, space) for unit in group):
                continue
            base = cost + _cost(here, group, Place) + _way_wrong(here, uses, Place)
            for source, named, more in _sources(here, group[0], space):
                for way in counted(here.sentence, group, _pieces_in(here.draft, source), Place, here.who):
                    used = (*[unit.at for unit in group], *uses, *named)
                    clause, whole = Place(space, way.pieces, source), base + more + way.cost
                    yield ClauseCandidate(clause, used, whole, way.assumes, here.passes(group[0], space))


def _sources(here: Here, unit: Unit, space: str) -> Iterator[tuple[str, tuple[int, ...], float]]:
    """Yield the sources that placed pieces may have, with the units used and the cost."""
    boxes = [box for box in here.sentence.of("box") if box.section == unit.section]
    for box in boxes:
        spent = A_LITTLE if here.is_used(box) else 0.0
        yield box.means.box, (box.at,), 0.0 if box.homes[:1] == unit.homes[:1] else spent or LESS_SURE
    yield "available", (), ODD if boxes else 0.0
    for place in here.free("space"):
        if place.role == "from":
            yield from [(name, (place.at,), 0.0) for name in place.means.spaces if name != space]


def moved(here: Here) -> Iterator[ClauseCandidate]:
    """Yield pieces moved from space to space."""
    for group in _groups(here):
        for route in here.sentence.routes(group[0]):
            ends = [name for name in here.meant(route.end) if all(here.may_use(unit, name) for unit in group)]
            starts = here.meant(route.origin)
            if any(here.is_used(unit) for unit in group) and not ends:
                ends = [name for name in starts if all(here.may_use(unit, name) for unit in group)]
            if ends or not any(here.is_used(unit) for unit in group):
                yield from _along(here, group, route)
    yield from _unnamed(here)


def _unnamed(here: Here) -> Iterator[ClauseCandidate]:
    """Yield all pieces that can go the written way, if no word names pieces."""
    for route in here.sentence.ways_of(here.reading.section):
        starts, goals = here.meant(route.origin), here.meant(route.end)
        for clause in islice(here.question.candidates(), MOST_LOOKED_AT):
            if isinstance(clause, Move) and clause.path[0] in starts and clause.path[-1] in goals:
                uses, number = (route.origin.at, route.end.at), number_named(clause.pieces)
                yield ClauseCandidate(clause, uses, ODD + A_LITTLE / number, ("how many, and which",))


def _along(here: Here, group: Sequence[Unit], route: Route) -> Iterator[ClauseCandidate]:
    """Yield pieces along the ways that a route can mean."""
    named = (*group, route.origin, route.end, *route.stops)
    base = route.cost + _cost(here, group, Move)
    for start, goal in product(here.meant(route.origin), here.meant(route.end)):
        ways = paths(start, goal, [stop.means.spaces for stop in route.stops])
        for i, (path, is_stated) in enumerate(ways):
            untold = 0.0 if is_stated else UNTOLD_WAY + A_LITTLE * i
            if len(here.meant(route.end)) > 1 and goal not in spaces_by_id()[start].adjacent:
                untold += A_LITTLE  # "from Saigon onto the Ban Me Thuot road": the one that begins there
            for way in counted(here.sentence, group, _pieces_in(here.draft, start), Move, here.who):
                assumes = way.assumes if is_stated else (*way.assumes, "the way")
                used, cost = tuple([unit.at for unit in named]), base + way.cost + untold
                yield ClauseCandidate(
                    Move(path, way.pieces), used, cost, assumes, here.passes(group[0], goal)
                )


def replaced(here: Here) -> Iterator[ClauseCandidate]:
    """Yield replacements.

    The new pieces have to be named, or else the old ones, if only one thing can replace them.
    """
    candidates = islice(here.question.candidates(), MOST_LOOKED_AT)
    clauses = [clause for clause in candidates if isinstance(clause, Replace)]
    for clause in clauses:
        for unit in here.sentence.of("piece"):
            if fits(here.sentence, unit, clause.by):
                yield from _as_replaced(here, unit, clause)
    yield from _replaced_alone(here, clauses)


def _replaced_alone(here: Here, clauses: Sequence[Replace]) -> Iterator[ClauseCandidate]:
    """Yield replacements that name only the old pieces, if only one thing can replace them."""
    for unit in here.free("piece"):
        acts, _ = _acts_of(here.sentence.units, unit)
        if "replace" in acts:
            fitting = [clause for clause in clauses if fits(here.sentence, unit, clause.pieces)]
            for clause in fitting:
                alike = [one for one in fitting if one.space == clause.space]
                for space, cost, uses in here.spaces_for(unit):
                    if space == clause.space and len({one.by for one in alike}) == 1:
                        used = (unit.at, *uses)
                        yield ClauseCandidate(clause, used, cost + here.distance(unit), (), here.passes(unit))


def _as_replaced(here: Here, unit: Unit, clause: Replace) -> Iterator[ClauseCandidate]:
    for space, cost, uses in here.spaces_for(unit):
        if space == clause.space and here.may_use(unit, space):
            gone_places = _gone(here, unit, clause)
            first = here.sentence.units[min((unit.at, *gone_places))]
            base = cost + here.distance(unit) + _misfit(here, unit, Replace) / 2
            more = 0.0 if gone_places else A_LITTLE
            if (
                unit.number == ALL
                and not gone_places
                and "replace" not in _acts_of(here.sentence.units, unit)[0]
            ):
                more = LESS_SURE  # "as many troops as possible" are placed
            yield ClauseCandidate(clause, (unit.at, *uses, *gone_places), base + more, (), here.passes(first))


def _gone(here: Here, entering: Unit, clause: Replace) -> tuple[int, ...]:
    """Return the unit beside the new pieces that names the old ones."""
    near = [
        unit
        for unit in here.sentence.of("piece")
        if unit is not entering and unit.section == entering.section and here.may_use(unit, clause.space)
    ]
    near.sort(key=lambda unit: abs(unit.at - entering.at))
    return next(((unit.at,) for unit in near[:2] if fits(here.sentence, unit, clause.pieces)), ())


def reboxed(here: Here) -> Iterator[ClauseCandidate]:
    """Yield pieces moved from box to box."""
    for clause in islice(here.question.candidates(), MOST_LOOKED_AT):
        if isinstance(clause, Rebox):
            boxes = [unit for unit in here.free("box") if unit.means.box in (clause.source, clause.to)]
            pieces = [unit for unit in here.free("piece") if fits(here.sentence, unit, clause.pieces)]
            if pieces:
                used = tuple([unit.at for unit in (pieces[0], *boxes)])
                yield ClauseCandidate(clause, used, 0.0 if boxes else ODD)


# -- which words --------------------------------------------------------------------------------


def _groups(here: Here) -> Iterator[tuple[Unit, ...]]:
    """Yield neighbouring units for pieces that may be one answer, the whole group first."""
    pieces = here.sentence.of("piece")
    for i in range(len(pieces)):
        last = i + 1
        most = min(len(pieces), i + MOST_TOGETHER)
        while last < most and _together(here, pieces[last - 1], pieces[last]):
            last += 1
        for end in range(last, i, -1):
            yield tuple(pieces[i:end])


def _together(here: Here, first: Unit, second: Unit) -> bool:
    """Check whether only joints are between two units for pieces, and the space that both have."""
    between = here.sentence.units[first.at + 1 : second.at]
    joints: tuple[str, ...] = ("link", "sign", "noise", "act", "faction")
    if first.homes[:1] and first.homes[:1] == second.homes[:1] and not (first.shared or second.shared):
        named = [unit.at for unit in between if unit.tag == "space"]
        joints = (*joints, "role", "space") if named == list(first.homes[:1]) else joints
    return first.section == second.section and all(unit.tag in joints for unit in between)


def _cost(here: Here, group: Sequence[Unit], form: type) -> float:
    """Return the cost of using a group of units for pieces of a clause of this form."""
    return _misfit(here, group[0], form) + here.distance(group[0])


def _way_wrong(here: Here, places: Sequence[int], form: type) -> float:
    """Return the cost of placing pieces at their source, or of removing them at their destination."""
    wrong = "from" if form is Place else "to" if form is Remove else None
    return ODD if any(here.sentence.units[at].role == wrong for at in places) else 0.0


def _misfit(here: Here, unit: Unit, form: type) -> float:
    """Return the cost of using pieces against the words beside them."""
    acts, cost = _acts_of(here.sentence.units, unit)
    return cost if acts and ACTS[form] not in acts else 0.0


def _acts_of(units: Sequence[Unit], unit: Unit) -> tuple[tuple[str, ...], float]:
    """Return the act on pieces, by the word before or else after them, with its certainty."""
    act, sure = governing(units, unit)
    return ((), 0.0) if act is None else (act.means.acts, FAR * sure)


def _pieces_in(draft: Draft, place: str) -> dict[Kind, int]:
    """Return the numbers of pieces in a box or space, by kind."""
    if place in spaces_by_id():
        where = spaces_by_id()[place]
        return {kind: draft.of_kind(where, kind) for kind in KINDS}
    boxes: dict[str, Box] = {"available": "available", "casualties": "casualties", "oop": "oop"}
    pieces = draft.box(boxes[place])
    return {kind: pieces[kind.slot] for kind in KINDS}
