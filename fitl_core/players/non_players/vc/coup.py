"""The decisions of VC in the Coup Round: Sabotage, Agitation and US Withdrawal (6.2.1, 6.3.2, 6.5)."""

from __future__ import annotations

from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.flowchart import coup_phase
from fitl_core.players.non_players.vc.agitate import NODE, agitate_all
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At


def _sabotage(d: Decider) -> Deciding[bool]:
    """Choose the LoCs to Sabotage if there are too few markers (8.3, NP-Q42)."""
    done = False
    while d.walk is not None and d.walk.questions and (open_spaces := d.open_spaces()):
        if d.other_reading("NP-Q42"):
            best = d.narrow_spaces("6.2.1", "", open_spaces)
            where = yield from d.pick_evenly("6.2.1", best, lambda at: at.name)
        else:
            where = yield from d.pick_space("6.2.1", open_spaces, together=d.in_turn)
        yield from d.say(At(where.id))
        done = True
    return done


def withdraw(d: Decider) -> Deciding[bool]:
    """Choose the shifts for US Withdrawal, each space once (8.4.5, NP-Q41)."""
    done = False
    while open_spaces := d.open_spaces():
        letters = () if d.other_reading("NP-Q41") else ("a", "b")
        where = yield from d.pick_space("8.4.5", open_spaces, *letters, together=d.in_turn)
        yield from d.say(At(where.id))
        done = True
    return done


PHASES = {
    "sabotage": coup_phase("sabotage", "6.2.1", _sabotage),
    "support-vc": coup_phase("agitate", NODE, agitate_all),
    "withdrawal": coup_phase("withdraw", "6.5", withdraw),
}
"""The node of each phase, by its name."""
