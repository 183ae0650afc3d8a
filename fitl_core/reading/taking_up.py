"""Pieces that are taken up from elsewhere on the map to be placed (1.4.1), in the clauses of the rules.

A placement names their space (`Sai+6at<QTi`). Where pieces replace others, those taken up are named first,
and before them the space (`KHo, Tay-vb^, KHo-2vg+vb`). In an Event each follows the pieces that it replaces.
"""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.pieces import Count, Kind
from fitl_core.record.clauses import At, Clause, Option, Place, Remove, Replace, Verb
from fitl_core.rules.forms.piece_questions import totals
from fitl_core.rules.shared.placing_pieces import forms
from fitl_core.state.draft import Draft


def are_taken_up(given: Sequence[Remove], following: Place | Replace) -> bool:
    """Check whether the pieces given up are those that the next clause brings in.

    A clause that names the space from which its pieces come brings in no others.
    """
    if isinstance(following, Place) and following.source in spaces_by_id():
        return False
    come = following.pieces if isinstance(following, Place) else following.by
    if any(one.to not in ("", "available") for one in given):
        return False
    return _types(come) == _types([count for one in given for count in one.pieces])


def as_taken_up(given: Sequence[Remove], following: Place | Replace, named: Sequence[Clause]) -> list[Clause]:
    """Return the clauses for pieces that are given up and brought in.

    `named` are the clauses of the segment before them, the verb first.
    """
    placed: list[Clause] = [Place(following.space, removal.pieces, removal.space) for removal in given]
    if isinstance(following, Place):
        return placed
    if named[:1] == [Verb("event")]:
        return [Remove(following.space, following.pieces), *placed]
    here: list[Clause] = [At(following.space)]
    if named[:1] == [Verb("infiltrate")]:  # the option follows the space; the pieces given up do not imply it
        way = "build" if following.by[0].kind is Kind.NT else "take"
        here = [] if here[0] in named else [*here, Option(way)]
    elif named[-1:] == here:
        here = []
    return [*here, *given, following]


def _types(pieces: Sequence[Count]) -> dict[Kind, int]:
    return totals([Count(count.number, count.kind.off_map) for count in pieces])


def as_there(draft: Draft, space: str, pieces: Sequence[Count]) -> tuple[Count, ...]:
    """Return pieces in their state in a space before the action, if only one state is possible."""
    numbers = draft.before.spaces[spaces_by_id()[space].index].pieces
    result = []
    for count in pieces:
        others = [kind for kind in forms((count.kind.off_map,)) if numbers[kind.slot] >= count.number]
        meant = others[0] if numbers[count.kind.slot] < count.number and len(others) == 1 else count.kind
        result.append(Count(count.number, meant))
    return tuple(result)
