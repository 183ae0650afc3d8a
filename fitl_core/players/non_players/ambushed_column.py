"""M-48 Patton, shaded (card 14): NVA remove cubes that a Non-player's Patrol has moved."""

from __future__ import annotations

from fitl_core.facts.factions import NVA
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.lasting import PATTON
from fitl_core.facts.pieces import number_named
from fitl_core.facts.players import non_players
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.space_figures import pieces_in
from fitl_core.players.non_players.wanted import Deciding, Wanted
from fitl_core.record.clauses import Clause, Remove
from fitl_core.walks import OpenedQuestion

RULE = f"card {PATTON}"
NODE = "8.1.1"
"""The rule by which a Non-player removes as many as possible: its dice are named after it."""


def let_nva_remove(d: Decider) -> Deciding[None]:
    """Let NVA remove cubes after the Patrol. A player chooses freely; a Non-player removes as many as
    possible (8.1.1).

    A Non-player chooses the pieces by 8.1.2 and an equal space by 8.2.
    """
    while d.walk is not None and (asked := d.walk.first_for("remove")) is not None and asked.rule == RULE:
        if NVA in non_players(d.start.players):
            with d.acting_for(NVA):
                clause: Clause | tuple[()] = yield from _most(d, asked)
        else:
            clause = yield Wanted("choice", asked.prompt, 0, asked=asked, said=d.walk.said)
        if clause == ():
            return
        assert not isinstance(clause, tuple)
        d.walk = d.walk.say(clause, NVA)
        yield from d.settle()


def _most(d: Decider, asked: OpenedQuestion) -> Deciding[Clause]:
    """Return the removal of the most cubes that is possible in one space."""
    removals = [clause for clause in asked.accepted() if isinstance(clause, Remove)]
    most = {
        name: max([number_named(one.pieces) for one in removals if one.space == name])
        for name in dict.fromkeys([one.space for one in removals])
    }
    spaces = [spaces_by_id()[name] for name in most]
    where = yield from d.pick_space(NODE, spaces, ("most cubes", lambda at: most[at.id]))
    here = [one for one in removals if one.space == where.id and number_named(one.pieces) == most[where.id]]
    kinds = {count.kind for one in here for count in one.pieces}
    wanted = Remove(where.id, enemy_pieces(pieces_in(d, where), kinds, most[where.id]))
    return wanted if asked.accepts(wanted) else here[0]
