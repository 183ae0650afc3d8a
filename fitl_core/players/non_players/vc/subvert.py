"""VC Subvert (8.5.1)."""

from __future__ import annotations

from functools import partial

from fitl_core.facts.factions import ARVN
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import CUBES, Count, Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.space_figures import loses_control, pieces_in
from fitl_core.players.non_players.together import both, while_enough
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Clause, Remove, Replace

NODE = "8.5.1/sa-2"
REMOVED = 2


def subvert(d: Decider) -> Deciding[bool]:
    """Subvert where COIN Control ends, then where the most cubes go; return whether anything was
    Subverted.
    """
    done = False
    while open_spaces := d.open_spaces():
        where = yield from d.pick_space(
            NODE,
            open_spaces,
            ("a", lambda at: _frees(d, at)),
            ("b", lambda at: min(REMOVED, _cubes(d, at))),
            together=both(while_enough(d.now.available[Kind.VG.slot], partial(_turned, d)), d.in_turn),
        )
        yield from d.say(_clause(d, where))
        done = True
    return done


def _turned(d: Decider, where: BoardSpace) -> int:
    """Return how many Guerrillas replace a cube in a space, if any is Available."""
    return int(d.now.available[Kind.VG.slot] > 0 and _cubes(d, where) == 1)


def _cubes(d: Decider, where: BoardSpace) -> int:
    return d.number(where, CUBES[ARVN])


def _frees(d: Decider, where: BoardSpace) -> int:
    """Return 1 plus the Population if Subversion ends COIN Control, else 0."""
    match _clause(d, where):
        case Remove(pieces=gone):
            ends = loses_control(d, where, "coin", (), gone)
        case Replace(pieces=gone, by=come):
            ends = loses_control(d, where, "coin", come, gone)
        case _:
            ends = False
    return 1 + where.population if ends else 0


def _clause(d: Decider, where: BoardSpace) -> Clause:
    """Return the clause: remove 2 cubes, Troops and Police in turn, or replace a single one by a
    Guerrilla.
    """
    last_police_last = not d.other_reading("NP-Q06")
    gone = enemy_pieces(pieces_in(d, where), CUBES[ARVN], REMOVED, last_police_last)
    if _turned(d, where):
        return Replace(where.id, gone, (Count(1, Kind.VG),))
    return Remove(where.id, gone)
