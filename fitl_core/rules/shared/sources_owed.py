"""Pieces that are named while none of their type is Available (1.4.1): from where they come is owed.

That is so only where whoever places them may take them up from the map, which is tried; else they cannot be
placed. Where some are Available, though fewer, so many cannot be placed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from fitl_core.errors import Refusal
from fitl_core.facts.board import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import Count, Kind, number_named
from fitl_core.record.clauses import Clause, Place, Remove, Replace, Verb
from fitl_core.record.spoken import Said
from fitl_core.rules.forms.pieces import totals
from fitl_core.rules.shared.placing_pieces import forms
from fitl_core.rules.shared.rewording import reworded
from fitl_core.state.draft import Draft

RULE = "1.4.1"
NOT_AVAILABLE = "not-available"
"""The code of the refusal of such pieces."""
MOST_WAYS = 24
"""From so many spaces is tried to take them up."""

TakenUp = tuple[tuple[str, Count], ...]
"""Pieces as they stand on the map, each with the space from which they are taken up."""


def with_sources(draft: Draft, said: Sequence[Said], at: int) -> Iterator[tuple[TakenUp, list[Said]]]:
    """What is said, with the pieces that are not Available at a place taken up, and from where.

    On the `draft` things stand as they do before that is said.
    """
    who, clause = said[at]
    verb = next((word.name for _, word in reversed(said[:at]) if isinstance(word, Verb)), "")
    for taken in islice(_sources(draft, clause), MOST_WAYS):
        words = [(who, word) for word in _in_full(clause, taken, verb)]
        yield taken, reworded(draft.before, [*said[:at], *words, *said[at + 1 :]])


def source_asked(draft: Draft, clause: Clause) -> str:
    """What is owed, in words."""
    short = " and ".join([kind.words(number) for kind, number in _short(draft, clause).items()])
    where = spaces_by_id()[getattr(clause, "space", "")].name
    return f"where on the map to take up {short} for {where}"


def source_owed(draft: Draft, who: str, clause: Clause) -> Refusal:
    """The refusal for want of it."""
    facts = tuple([f"Available: {kind.words(draft.available[kind.slot])}" for kind in _short(draft, clause)])
    why = f"still to be said, by {who}: {source_asked(draft, clause)}"
    return Refusal("missing-choice", RULE, why, facts)


def _short(draft: Draft, clause: Clause) -> Mapping[Kind, int]:
    """How many pieces a clause brings in of kinds of which none is Available."""
    match clause:
        case Place(pieces=come, source="available") | Replace(by=come):
            wanted = totals([Count(count.number, count.kind.off_map) for count in come])
            return {kind: number for kind, number in wanted.items() if not draft.available[kind.slot]}
    return {}


def _sources(draft: Draft, clause: Clause) -> Iterator[TakenUp]:
    """From where they might be taken up: each space that has enough of them, else several."""
    short = _short(draft, clause)
    elsewhere = [where for where in board().spaces if where.id != getattr(clause, "space", "")]
    several: list[tuple[str, Count]] = []
    for kind, number in short.items():
        left = number
        for where in elsewhere:
            for form, have in _stood(draft, where, kind):
                if len(short) == 1 and have >= number:
                    yield ((where.id, Count(number, form)),)
                if have and left:
                    several.append((where.id, Count(min(have, left), form)))
                    left -= min(have, left)
        if left:
            return
    if len(several) > 1:
        yield tuple(several)


def _stood(draft: Draft, where: BoardSpace, kind: Kind) -> Iterator[tuple[Kind, int]]:
    """In which states so many pieces stand in a space that the action has not brought there."""
    before = draft.before.spaces[where.index].pieces
    stood = sum([before[form.slot] for form in forms((kind,))])
    return ((form, min(draft.of_kind(where, form), stood)) for form in forms((kind,)))


def _in_full(clause: Clause, taken: TakenUp, verb: str) -> Iterator[Clause]:
    """A clause with pieces taken up for those that are not Available; each of an Event comes for one."""
    gone = [Remove(space, (count,)) for space, count in taken]
    if isinstance(clause, Replace) and verb == "event":
        others = _others(clause.by, taken)
        first, rest = _parted(clause.pieces, number_named(others))
        if others:
            yield Replace(clause.space, first, others)
        yield Remove(clause.space, rest)
        for space, count in taken:
            yield from [Place(clause.space, (Count(1, count.kind),), space)] * count.number
    elif isinstance(clause, Replace):
        yield from gone
        yield clause
    elif isinstance(clause, Place):
        if others := _others(clause.pieces, taken):
            yield Place(clause.space, others)
        yield from [Place(clause.space, (count,), space) for space, count in taken]


def _parted(pieces: Sequence[Count], first: int) -> tuple[tuple[Count, ...], tuple[Count, ...]]:
    """So many of some pieces, and the rest of them."""
    one_by_one = [Count(1, count.kind) for count in pieces for _ in range(count.number)]
    parts = totals(one_by_one[:first]), totals(one_by_one[first:])
    before, behind = [tuple([Count(number, kind) for kind, number in part.items()]) for part in parts]
    return before, behind


def _others(pieces: Sequence[Count], taken: TakenUp) -> tuple[Count, ...]:
    """The pieces that come from Available."""
    left = totals(pieces)
    for _, count in taken:
        left[count.kind.off_map] -= count.number
    return tuple([Count(number, kind) for kind, number in left.items() if number])
