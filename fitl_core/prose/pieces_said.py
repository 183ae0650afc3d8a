"""What a sentence says of pieces: placed, removed, moved, replaced, Activated, hidden, from box to box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.pieces import KINDS, Kind, number_named
from fitl_core.prose.counting import counted, fits
from fitl_core.prose.here import Here
from fitl_core.prose.paths import paths
from fitl_core.prose.structure import Route
from fitl_core.prose.understood import A_LITTLE, FAR, ODD, Candidate
from fitl_core.prose.units import Unit
from fitl_core.record.clauses import Activate, Box, Hide, Move, Place, Rebox, Remove, Replace
from fitl_core.state.draft import Draft

MOST_LOOKED_AT = 400
MOST_TOGETHER = 8
"""So many names of pieces may be one answer."""
UNTOLD_WAY = 0.3
"""What it costs to go a way that is not told step by step."""
LESS_SURE = 0.5
"""What it costs to take pieces otherwise than a word says that may be about others."""
ACTS: dict[type, str] = {
    Place: "place",
    Remove: "remove",
    Activate: "activate",
    Hide: "hide",
    Replace: "replace",
    Move: "move",
}
"""What is done with pieces, as the vocabulary names it, by the form of clause."""


def in_a_space(here: Here, form: type[Remove] | type[Activate] | type[Hide]) -> Iterator[Candidate]:
    """Pieces of one space."""
    for group in _groups(here):
        for space, cost, uses in here.spaces_for(group[0]):
            if all(here.may_use(unit, space) for unit in group):
                base = cost + _cost(here, group, form) + _way_wrong(here, uses, form)
                for way in counted(here.sentence, group, _pieces_in(here.draft, space), form, here.who):
                    used = (*[unit.at for unit in group], *uses)
                    clause = form(space, way.pieces)
                    passed = here.passes(group[0], space)
                    yield Candidate(clause, used, base + way.cost, way.assumes, passed)


def placed(here: Here) -> Iterator[Candidate]:
    """Pieces into a space: from Available, or a box or space that is named."""
    for group in _groups(here):
        for space, cost, uses in here.spaces_for(group[0]):
            if not all(here.may_use(unit, space) for unit in group):
                continue
            base = cost + _cost(here, group, Place) + _way_wrong(here, uses, Place)
            for source, named, more in _sources(here, group[0], space):
                for way in counted(here.sentence, group, _pieces_in(here.draft, source), Place, here.who):
                    used = (*[unit.at for unit in group], *uses, *named)
                    clause, whole = Place(space, way.pieces, source), base + more + way.cost
                    yield Candidate(clause, used, whole, way.assumes, here.passes(group[0], space))


def _sources(here: Here, unit: Unit, space: str) -> Iterator[tuple[str, tuple[int, ...], float]]:
    """Where placed pieces may come from, by which units, and what that costs."""
    boxes = [box for box in here.sentence.of("box") if box.section == unit.section]
    for box in boxes:
        spent = A_LITTLE if here.is_used(box) else 0.0
        yield box.means.box, (box.at,), 0.0 if box.homes[:1] == unit.homes[:1] else spent or LESS_SURE
    yield "available", (), ODD if boxes else 0.0
    for place in here.free("space"):
        if place.role == "from":
            yield from [(name, (place.at,), 0.0) for name in place.means.spaces if name != space]


def moved(here: Here) -> Iterator[Candidate]:
    """Pieces from space to space."""
    for group in _groups(here):
        for route in here.sentence.routes(group[0]):
            ends = [name for name in here.meant(route.end) if all(here.may_use(unit, name) for unit in group)]
            starts = here.meant(route.origin)
            if any(here.is_used(unit) for unit in group) and not ends:
                ends = [name for name in starts if all(here.may_use(unit, name) for unit in group)]
            if ends or not any(here.is_used(unit) for unit in group):
                yield from _along(here, group, route)
    yield from _unnamed(here)


def _unnamed(here: Here) -> Iterator[Candidate]:
    """All that can go the way that is said, where nothing says what does."""
    for route in here.sentence.ways_of(here.reading.section):
        starts, goals = here.meant(route.origin), here.meant(route.end)
        for clause in islice(here.question.candidates(), MOST_LOOKED_AT):
            if isinstance(clause, Move) and clause.path[0] in starts and clause.path[-1] in goals:
                uses, number = (route.origin.at, route.end.at), number_named(clause.pieces)
                yield Candidate(clause, uses, ODD + A_LITTLE / number, ("how many, and which",))


def _along(here: Here, group: Sequence[Unit], route: Route) -> Iterator[Candidate]:
    """Pieces along the ways that a route can mean."""
    named = (*group, route.origin, route.end, *route.stops)
    base = route.cost + _cost(here, group, Move)
    for start, goal in product(here.meant(route.origin), here.meant(route.end)):
        ways = paths(start, goal, [stop.means.spaces for stop in route.stops])
        for i, (path, told) in enumerate(ways):
            untold = 0.0 if told else UNTOLD_WAY + A_LITTLE * i
            for way in counted(here.sentence, group, _pieces_in(here.draft, start), Move, here.who):
                assumes = way.assumes if told else (*way.assumes, "the way")
                used, cost = tuple([unit.at for unit in named]), base + way.cost + untold
                yield Candidate(Move(path, way.pieces), used, cost, assumes, here.passes(group[0], goal))


def replaced(here: Here) -> Iterator[Candidate]:
    """Pieces by others: what comes has to be said, else what goes, where but one thing can come for it."""
    found = islice(here.question.candidates(), MOST_LOOKED_AT)
    clauses = [clause for clause in found if isinstance(clause, Replace)]
    for clause in clauses:
        for unit in here.sentence.of("piece"):
            if fits(here.sentence, unit, clause.by):
                yield from _as_replaced(here, unit, clause)
    yield from _replaced_alone(here, clauses)


def _replaced_alone(here: Here, clauses: Sequence[Replace]) -> Iterator[Candidate]:
    """Pieces that are said to be replaced, where but one thing can come in their place."""
    for unit in here.free("piece"):
        acts, _ = _acts_of(here.sentence.units, unit)
        if "replace" in acts:
            fitting = [clause for clause in clauses if fits(here.sentence, unit, clause.pieces)]
            for clause in fitting:
                alike = [one for one in fitting if one.space == clause.space]
                for space, cost, uses in here.spaces_for(unit):
                    if space == clause.space and len({one.by for one in alike}) == 1:
                        used = (unit.at, *uses)
                        yield Candidate(clause, used, cost + here.distance(unit), (), here.passes(unit))


def _as_replaced(here: Here, unit: Unit, clause: Replace) -> Iterator[Candidate]:
    for space, cost, uses in here.spaces_for(unit):
        if space == clause.space and here.may_use(unit, space):
            gone = _gone(here, unit, clause)
            first = here.sentence.units[min((unit.at, *gone))]
            base = cost + here.distance(unit) + _misfit(here, unit, Replace) / 2
            more = 0.0 if gone else A_LITTLE
            yield Candidate(clause, (unit.at, *uses, *gone), base + more, (), here.passes(first))


def _gone(here: Here, came: Unit, clause: Replace) -> tuple[int, ...]:
    """The unit beside what comes that says what goes."""
    near = [
        unit
        for unit in here.sentence.of("piece")
        if unit is not came and unit.section == came.section and here.may_use(unit, clause.space)
    ]
    near.sort(key=lambda unit: abs(unit.at - came.at))
    return next(((unit.at,) for unit in near[:2] if fits(here.sentence, unit, clause.pieces)), ())


def reboxed(here: Here) -> Iterator[Candidate]:
    """Pieces from box to box."""
    for clause in islice(here.question.candidates(), MOST_LOOKED_AT):
        if isinstance(clause, Rebox):
            boxes = [unit for unit in here.free("box") if unit.means.box in (clause.source, clause.to)]
            pieces = [unit for unit in here.free("piece") if fits(here.sentence, unit, clause.pieces)]
            if pieces:
                used = tuple([unit.at for unit in (pieces[0], *boxes)])
                yield Candidate(clause, used, 0.0 if boxes else ODD)


# -- which words --------------------------------------------------------------------------------


def _groups(here: Here) -> Iterator[tuple[Unit, ...]]:
    """Pieces that stand together and may be one answer, the whole group first."""
    pieces = here.sentence.of("piece")
    for i in range(len(pieces)):
        last = i + 1
        most = min(len(pieces), i + MOST_TOGETHER)
        while last < most and _together(here, pieces[last - 1], pieces[last]):
            last += 1
        for end in range(last, i, -1):
            yield tuple(pieces[i:end])


def _together(here: Here, first: Unit, second: Unit) -> bool:
    """Whether only joints stand between two units for pieces."""
    between = here.sentence.units[first.at + 1 : second.at]
    joints = ("link", "sign", "noise", "act", "faction")
    return first.section == second.section and all(unit.tag in joints for unit in between)


def _cost(here: Here, group: Sequence[Unit], form: type) -> float:
    """What it costs to take a group of units for pieces of which this is done."""
    return _misfit(here, group[0], form) + here.distance(group[0])


def _way_wrong(here: Here, places: Sequence[int], form: type) -> float:
    """What it costs to place pieces where they are said to come from, or remove them where they go to."""
    wrong = "from" if form is Place else "to" if form is Remove else None
    return ODD if any(here.sentence.units[at].role == wrong for at in places) else 0.0


def _misfit(here: Here, unit: Unit, form: type) -> float:
    """What it costs to take pieces otherwise than the words beside them say."""
    acts, cost = _acts_of(here.sentence.units, unit)
    return cost if acts and ACTS[form] not in acts else 0.0


def _acts_of(units: Sequence[Unit], unit: Unit) -> tuple[tuple[str, ...], float]:
    """What is done with pieces, by the word before them in their part, else behind; and how sure that is."""
    sure = FAR
    for other in reversed(units[: unit.at]):
        if other.tag == "head" or _is_stop(other):
            break
        if other.tag == "act" and not _closes(units, other):
            return other.means.acts, sure
        if other.tag == "piece":
            sure = LESS_SURE
    for other in units[unit.at + 1 :]:
        if other.tag == "act":
            return other.means.acts, LESS_SURE
        if other.tag in ("piece", "head") or _is_stop(other):
            break
    return (), 0.0


def _is_stop(unit: Unit) -> bool:
    return unit.tag == "sign" and unit.text in ".;"


def _closes(units: Sequence[Unit], act: Unit) -> bool:
    """Whether a word for what is done stands behind what it is done to: "two guerrillas die, and"."""
    behind = next((unit for unit in units[act.at + 1 :] if unit.tag != "noise"), None)
    return behind is None or behind.tag == "link" or (behind.tag == "sign" and behind.text in ",;.)")


def _pieces_in(draft: Draft, place: str) -> dict[Kind, int]:
    """How many pieces there are in a box or space."""
    if place in spaces_by_id():
        where = spaces_by_id()[place]
        return {kind: draft.of_kind(where, kind) for kind in KINDS}
    boxes: dict[str, Box] = {"available": "available", "casualties": "casualties", "oop": "oop"}
    pieces = draft.box(boxes[place])
    return {kind: pieces[kind.slot] for kind in KINDS}
