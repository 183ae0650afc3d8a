"""Answer with clauses that an Event may refuse, or that the procedure itself proposes."""

from __future__ import annotations

from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.lasting import BOOBY_TRAPS, COBRAS, SA_2S
from fitl_core.facts.pieces import BASE_KINDS, Kind, number_named
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.open_spaces import belongs_to_action
from fitl_core.players.non_players.verb_attempts import say_if_open
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Activate, Remove, Verb
from fitl_core.rules.sequence import open_deeds
from fitl_core.walks import OpenedQuestion

ORDER = (Kind.VB, Kind.NB, Kind.VG, Kind.NG, Kind.VG_ACTIVE, Kind.NG_ACTIVE, Kind.NT)
"""Enemy pieces in the order of removal, as far as the procedure leaves the order open (8.1.2)."""
REMOVERS = tuple([f"card {card}" for card in (COBRAS, SA_2S, BOOBY_TRAPS)])
"""The Capabilities by which pieces are removed in a Sweep or an Air Strike."""


def open_question(d: Decider, form: str) -> OpenedQuestion | None:
    """Return the first open question of the action that a clause of this form answers, if any."""
    asked = d.walk.first_for(form) if d.walk is not None else None
    return asked if asked is not None and d.walk is not None and belongs_to_action(asked, d.walk) else None


def removals(d: Decider, space: str = "") -> list[Remove]:
    """Return the open removals, in one space if named: most pieces first, then by 8.1.2."""
    asked = open_question(d, "remove")
    if asked is None:
        return []
    clauses = [clause for clause in asked.accepted() if isinstance(clause, Remove)]
    return sorted([one for one in clauses if space in ("", one.space)], key=_rank)


def _rank(clause: Remove) -> tuple[int, int, tuple[int, ...]]:
    kinds = {count.kind: count.number for count in clause.pieces}
    bases = sum([number for kind, number in kinds.items() if kind in BASE_KINDS])
    return -number_named(clause.pieces), -bases, tuple([-kinds.get(kind, 0) for kind in ORDER])


def remove_most(d: Decider, clause: Remove) -> Deciding[int]:
    """Remove the chosen pieces. If an Event refuses that, remove the most that it allows.

    Return how many pieces were removed.
    """
    if clause.pieces and (yield from say_if_open(d, clause)):
        return number_named(clause.pieces)
    open_removals = removals(d, clause.space)
    if not open_removals:
        return 0
    yield from d.say(open_removals[0])
    return number_named(open_removals[0].pieces)


def activate_most(d: Decider) -> Deciding[None]:
    """Activate as many Guerrillas as possible wherever that is asked, VC before NVA (8.8.5)."""
    while (asked := open_question(d, "activate")) is not None:
        activations = [clause for clause in asked.accepted() if isinstance(clause, Activate)]
        if not activations:
            return
        yield from d.say(
            max([one for one in activations if one.space == activations[0].space], key=_activated)
        )


def _activated(clause: Activate) -> tuple[int, int]:
    numbers = {count.kind: count.number for count in clause.pieces}
    return number_named(clause.pieces), numbers.get(Kind.VG, 0)


def remove_somewhere(d: Decider, node: str) -> Deciding[None]:
    """Make every removal that a Capability asks for, by 8.1.2, in a random space among equal ones (8.2).

    In an Event an Assault with its own removals may come next.
    """
    while (asked := open_question(d, "remove")) is not None and asked.rule in REMOVERS:
        open_removals = removals(d)
        best = [clause for clause in open_removals if _rank(clause) == _rank(open_removals[0])]
        spaces = {spaces_by_id()[clause.space]: clause for clause in reversed(best)}
        where = yield from d.pick_space(node, list(spaces), together=d.while_accepted(spaces.__getitem__))
        yield from d.say(next(clause for clause in best if clause.space == where.id))


def is_unlimited(d: Decider) -> bool:
    """Check whether this is the Faction's own full Operation, whose spaces neither an Event nor a LimOp
    limits.
    """
    if d.walk is None or not d.walk.said or d.walk.limop:
        return False
    return d.walk.said[0][1] != Verb("event") and "operation" in open_deeds(d.start)
