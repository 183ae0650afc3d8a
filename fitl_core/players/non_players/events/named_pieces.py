"""Answer the questions of an Event that name pieces (8.4.3, 8.4.4).

Read next `placing`, `removing` and `turning`.
"""

from __future__ import annotations

from collections.abc import Iterator

from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.naming import FROM_BOXES
from fitl_core.players.non_players.events.placing import place
from fitl_core.players.non_players.events.removing import remove
from fitl_core.players.non_players.events.turning import between_boxes, replace, turn
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Activate, Clause, Hide, Place, Rebox, Remove, Replace
from fitl_core.walks import OpenedQuestion


def pieces_named(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
    """Name as many pieces as possible. Return None if the Faction would name none."""
    clauses = off_map(asked)
    if not clauses and run.must_answer and not asked.optional:
        clauses = list(asked.fitting(lambda open_now: (one for one in open_now if isinstance(one, Place))))
    placed = [clause for clause in clauses if isinstance(clause, Place)]
    if placed and "available" not in run.instructed():  # cards 9 and 21 under Nixon
        return (yield from place(run, asked, placed))
    if replaced := [clause for clause in clauses if isinstance(clause, Replace)]:
        return (yield from replace(run, asked, replaced))
    if boxed := [clause for clause in clauses if isinstance(clause, Rebox)]:
        return between_boxes(run, boxed)
    if removed := [clause for clause in clauses if isinstance(clause, Remove)]:
        return (yield from remove(run, asked, removed))
    if turned := [clause for clause in clauses if isinstance(clause, Hide | Activate)]:
        return (yield from turn(run, asked, turned))
    return None


def off_map(asked: OpenedQuestion) -> list[Clause]:
    """Return the answers that place pieces from a box, remove, turn or replace them."""
    return list(asked.fitting(_no_moves))


def _no_moves(clauses: Iterator[Clause]) -> Iterator[Clause]:
    """Yield all clauses except moves, which may be thousands, and pieces taken from the map (8.1.2)."""
    return (
        clause
        for clause in clauses
        if isinstance(clause, Place | Remove | Replace | Rebox | Hide | Activate)
        and not (isinstance(clause, Place) and clause.source not in FROM_BOXES)
    )
