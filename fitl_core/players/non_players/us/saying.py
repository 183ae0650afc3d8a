"""Saying clauses that an Event's grant may refuse, or that the procedure itself knows best."""

from __future__ import annotations

from fitl_core.errors import Violation
from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.lasting import BOOBY_TRAPS, COBRAS, SA_2S
from fitl_core.facts.pieces import BASE_KINDS, Kind, number_named
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.open_spaces import fit_together, goes_on
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Activate, Clause, Remove, Verb
from fitl_core.rules.sequence import open_deeds
from fitl_core.walks import Asked

ORDER = (Kind.VB, Kind.NB, Kind.VG, Kind.NG, Kind.VG_ACTIVE, Kind.NG_ACTIVE, Kind.NT)
"""Enemy pieces, the first to be removed first, as far as the procedure leaves it open (8.1.2)."""
REMOVERS = tuple([f"card {card}" for card in (COBRAS, SA_2S, BOOBY_TRAPS)])
"""The Capabilities under which pieces go in a Sweep or an Air Strike."""


def say_if_open(d: Decider, clause: Clause) -> Deciding[bool]:
    """Say a clause, unless it is refused; whether it was said."""
    before = d.walk
    try:
        yield from d.say(clause)
    except Violation:
        d.walk = before
        return False
    return True


def open_question(d: Decider, form: str) -> Asked | None:
    """The first open question of what has been begun that a clause of this form answers, if any."""
    found = d.walk.first_for(form) if d.walk is not None else None
    return found if found is not None and d.walk is not None and goes_on(found, d.walk) else None


def removals(d: Decider, space: str = "") -> list[Remove]:
    """The removals that are open, in a space if one is named, most pieces and the first of 8.1.2 first."""
    asked = open_question(d, "remove")
    if asked is None:
        return []
    found = [clause for clause in asked.accepted() if isinstance(clause, Remove)]
    return sorted([one for one in found if space in ("", one.space)], key=_rank)


def _rank(clause: Remove) -> tuple[int, int, tuple[int, ...]]:
    kinds = {count.kind: count.number for count in clause.pieces}
    bases = sum([number for kind, number in kinds.items() if kind in BASE_KINDS])
    return -number_named(clause.pieces), -bases, tuple([-kinds.get(kind, 0) for kind in ORDER])


def remove_most(d: Decider, clause: Remove) -> Deciding[int]:
    """Remove what has been chosen; where an Event's grant refuses that, the most that it lets.

    Returns how many pieces went.
    """
    if clause.pieces and (yield from say_if_open(d, clause)):
        return number_named(clause.pieces)
    found = removals(d, clause.space)
    if not found:
        return 0
    yield from d.say(found[0])
    return number_named(found[0].pieces)


def activate_most(d: Decider) -> Deciding[None]:
    """Activate as many Guerrillas as can be wherever that is asked, VC before NVA (8.8.5)."""
    while (asked := open_question(d, "activate")) is not None:
        found = [clause for clause in asked.accepted() if isinstance(clause, Activate)]
        if not found:
            return
        yield from d.say(max([one for one in found if one.space == found[0].space], key=_activated))


def _activated(clause: Activate) -> tuple[int, int]:
    numbers = {count.kind: count.number for count in clause.pieces}
    return number_named(clause.pieces), numbers.get(Kind.VG, 0)


def remove_somewhere(d: Decider, node: str) -> Deciding[None]:
    """Every removal that a Capability asks for: the first of 8.1.2, equal ones in a random space (8.2).

    In an Event an Assault may come next, which asks for removals of its own.
    """
    while (asked := open_question(d, "remove")) is not None and asked.rule in REMOVERS:
        found = removals(d)
        best = [clause for clause in found if _rank(clause) == _rank(found[0])]
        spaces = {spaces_by_id()[clause.space]: clause for clause in reversed(best)}
        all_go = fit_together(d.may_say, list(spaces), spaces.__getitem__)
        where = yield from d.pick_space(node, list(spaces), room=len(spaces) if all_go else 1)
        yield from d.say(next(clause for clause in best if clause.space == where.id))


def is_unlimited(d: Decider) -> bool:
    """Whether this is the Faction's own full Operation: no Event and no LimOp bounds its spaces."""
    if d.walk is None or not d.walk.said or d.walk.limop:
        return False
    return d.walk.said[0][1] != Verb("event") and "operation" in open_deeds(d.start)
