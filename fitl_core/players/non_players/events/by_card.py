"""What single cards ask that the general priorities do not settle, and instructions of their own (8.4.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.factions import ARVN, VC
from fitl_core.facts.pieces import Count, Kind
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Clause, Option, Place, Rebox
from fitl_core.walks import Asked

Special = Callable[[Execution, Asked], Deciding[Clause | None]]


def by_card(run: Execution, asked: Asked) -> Special | None:
    """How this question is answered, where the card has a way of its own."""
    of_card = _SPECIAL.get((run.card, run.side), {})
    return next((special for form, special in of_card.items() if form in asked.forms), None)


def _option(choose: Callable[[Execution], str]) -> Special:
    """The alternative that a function names, where it is open."""

    def special(run: Execution, asked: Asked) -> Deciding[Clause | None]:
        open_now = asked.answers()
        wanted = Option(choose(run))
        run.d.picked("8.4.4", wanted.name, "who gains")
        return wanted if wanted in open_now else next(iter(open_now), None)
        yield

    return special


def _left_out(run: Execution, asked: Asked) -> Deciding[Clause | None]:
    """Nothing that need be said; where it is owed, the first answer, which changes nothing."""
    return None if asked.optional else next(iter(asked.answers(most=1)), None)
    yield


def _in_board_order(run: Execution, asked: Asked) -> Deciding[Clause | None]:
    """All these spaces have their turn: their order is the board's, without dice (NP-Q50)."""
    if asked.optional:
        return None
    return next((clause for clause in asked.accepted() if isinstance(clause, At)), None)
    yield


def _tet_pieces(run: Execution, asked: Asked) -> Deciding[Clause | None]:
    """6 pieces: 1 for Saigon, 1 for Hue, the others for random Cities; Guerrillas before Bases (card 124)."""
    clauses = [clause for clause in asked.accepted() if isinstance(clause, Place)]
    clauses = [clause for clause in clauses if clause.source == "available"]
    if not clauses:
        return None
    kind = Kind.VG if any(clause.pieces[0].kind is Kind.VG for clause in clauses) else Kind.VB
    cities = dict.fromkeys([c.space for c in clauses if c.pieces[0].kind is kind])
    placed = [clause.space for _, clause in run.walk.said if isinstance(clause, Place)]
    due = [name for name in ("saigon", "hue") if name not in placed and name in cities]
    if due:
        return Place(due[0], (Count(1, kind),))
    city = yield from run.d.pick_space(run.node, [spaces_by_id()[name] for name in cities])
    return Place(city.id, (Count(1, kind),))


def _home_or_away(run: Execution, asked: Asked) -> Deciding[Clause | None]:
    """US Troops from Out of Play: to a space under LBJ, to Available under Nixon (cards 9 and 21)."""
    to = run.told.options
    place = next((alternative.take[0] for alternative in to if run.holds(alternative.when)), "space")
    clauses = list(asked.accepted())
    if place == "available":
        boxed = [clause for clause in clauses if isinstance(clause, Rebox)]
        return max(boxed, key=lambda clause: clause.pieces[0].number) if boxed else None
    placed = [clause for clause in clauses if isinstance(clause, Place) and clause.source == "oop"]
    if not placed:
        return None
    most = max(clause.pieces[0].number for clause in placed)
    spaces = list(dict.fromkeys([clause.space for clause in placed]))
    where = yield from run.d.pick_space(run.node, [spaces_by_id()[name] for name in spaces])
    return Place(where.id, (Count(most, Kind.UT),), "oop")


def _gain_of_63(run: Execution) -> str:
    return "resources" if run.d.faction is VC else "patronage"


def _tunnels_or_removal(run: Execution) -> str:
    return "remove" if run.d.faction.is_coin else "tunnels"


def _special_forces(run: Execution) -> str:
    return "rangers" if run.d.faction is ARVN else "irregulars"


_TET: Mapping[str, Special] = {"place": _tet_pieces, "at": _in_board_order, "option": _left_out}

_SPECIAL: Mapping[tuple[int, str], Mapping[str, Special]] = {
    (9, "unshaded"): {"rebox": _home_or_away, "place": _home_or_away},
    (21, "unshaded"): {"rebox": _home_or_away, "place": _home_or_away},
    (55, "shaded"): {"move": _left_out},
    (63, "shaded"): {"option": _option(_gain_of_63)},
    (68, "unshaded"): {"option": _option(_special_forces)},
    (94, "unshaded"): {"option": _option(_tunnels_or_removal)},
    (96, "shaded"): _TET,
    (122, "unshaded"): {"at": _in_board_order},
    (124, "unshaded"): _TET,
}
"""By card and side, what answers a question of a form."""
