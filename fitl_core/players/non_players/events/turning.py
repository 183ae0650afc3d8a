"""Pieces of an Event that are replaced, turned or moved between boxes (8.1.2, 8.4.4)."""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.facts.game_map import BoardSpace, spaces_by_id
from fitl_core.facts.pieces import BASE_KINDS, TUNNELED, Kind, number_named
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.naming import (
    BOX_ORDER,
    PLACED_FIRST,
    Most,
    count_of_kind,
    only,
    pick_where,
    tiers,
)
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Activate, Clause, Hide, Rebox, Replace
from fitl_core.walks import OpenedQuestion


def replace(run: Execution, asked: OpenedQuestion, clauses: Sequence[Replace]) -> Deciding[Clause]:
    """Replace one piece by the best that can come in, beginning with the first that would go
    (8.1.2, 8.4.4).
    """
    d = run.d
    if all(len(c.by) == 1 and c.by[0].kind in TUNNELED and c.pieces[0].number == 1 for c in clauses):
        return (yield from _tunnel(run, clauses))
    coming = {clause.by[0].kind for clause in clauses}
    ranked = [kind for kind in (*PLACED_FIRST, Kind.AT, Kind.AP, Kind.UT, Kind.NT) if kind in coming]
    owners = tiers(run, coming, enemies_first=False)
    new = next(kind for kind in ranked if kind.faction is owners[0])
    fitting = [clause for clause in clauses if clause.by[0].kind is new]
    most: Most = {}
    for clause in fitting:
        here = most.setdefault(spaces_by_id()[clause.space], {})
        for count in clause.pieces:
            here[count.kind] = d.number(spaces_by_id()[clause.space], (count.kind,))
    bases = only(most, lambda _, kind: kind in BASE_KINDS)
    lately = next((where for where in most if where.id == run.last_space.get(asked.prompt)), None)
    if lately is not None and new not in BASE_KINDS:
        most = {lately: most[lately]}
    where = yield from pick_where(
        run, asked, bases or most, lambda w: sum((bases or most)[w].values()), "8.4.4 pieces", 1
    )
    open_here = [clause for clause in fitting if clause.space == where.id]
    old = {count.kind for clause in open_here for count in clause.pieces}
    order = [count.kind for count in enemy_pieces(d.now.spaces[where.index].pieces, old, 99)]
    return min(open_here, key=lambda clause: [_place_in(order, count.kind) for count in clause.pieces])


def _place_in(kinds: Sequence[Kind], kind: Kind) -> int:
    return kinds.index(kind) if kind in kinds else len(kinds)


def _tunnel(run: Execution, clauses: Sequence[Replace]) -> Deciding[Clause]:
    """Pick a Base that gets a Tunnel: an own one, then the friend's, at random (8.4.4).

    An instruction may ask first for the space that loses the most US Troops (card 36).
    """
    owners = tiers(run, [clause.by[0].kind for clause in clauses], enemies_first=False)
    best: dict[BoardSpace, Replace] = {}

    def rank(clause: Replace) -> int:
        return -owners.index(clause.by[0].kind.faction)

    for clause in clauses:
        where = spaces_by_id()[clause.space]
        best[where] = max(best.get(where, clause), clause, key=rank)
    letters = [("8.4.4 own Base", lambda where: rank(best[where]))]
    if "us-troops-removed" in run.instruction.prefer:
        letters.insert(0, ("8.4.1 US Troops", lambda where: min(3, run.d.number(where, (Kind.UT,)))))
    return best[(yield from run.d.pick_space(run.node, list(best), *letters))]


def turn(run: Execution, asked: OpenedQuestion, clauses: Sequence[Hide | Activate]) -> Deciding[Clause]:
    """Turn as many pieces as possible in one space after another; VC before NVA among enemies (8.1.2)."""
    best: dict[BoardSpace, Hide | Activate] = {}

    def rank(clause: Hide | Activate) -> tuple[int, int]:
        return number_named(clause.pieces), count_of_kind(clause.pieces, Kind.VG)

    for clause in clauses:
        where = spaces_by_id()[clause.space]
        best[where] = max(best.get(where, clause), clause, key=rank)
    most: Most = {where: {c.kind: c.number for c in clause.pieces} for where, clause in best.items()}
    where = yield from pick_where(run, asked, most, lambda w: sum(most[w].values()), "8.4.4 pieces", 1)
    return best[where]


def between_boxes(run: Execution, clauses: Sequence[Rebox]) -> Clause:
    """Move pieces between boxes (8.1.2).

    Bases come first for pieces that go to Available, and for an enemy's pieces. They come last for own pieces
    that go elsewhere.
    """
    friendly = clauses[0].pieces[0].kind.faction.is_coin is run.d.faction.is_coin
    best_first = clauses[0].to == "available" or not friendly
    order = BOX_ORDER if best_first else tuple(reversed(BOX_ORDER))
    order = order if friendly else (Kind.UB, Kind.AB, Kind.UI, Kind.AR, Kind.UT, Kind.AT, Kind.AP)

    def rank(clause: Rebox) -> tuple[int, list[int]]:
        numbers = [count_of_kind(clause.pieces, kind) for kind in order]
        return sum(numbers), numbers

    return max(clauses, key=rank)
