"""What another Faction chooses in the midst of a Non-player's action: the Troop that Booby Traps take."""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.players import non_players
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.wanted import Deciding, Wanted
from fitl_core.record.clauses import Clause, Remove
from fitl_core.record.spoken import Said
from fitl_core.state.state import State
from fitl_core.walks import Asked


def chosen_by_another(start: State, asked: Asked, said: Sequence[Said]) -> Deciding[Clause]:
    """Its player's choice behind what has been `said`; without a player, enemy pieces by 8.1.2."""
    if asked.who not in non_players(start.players):
        clause: Clause = yield Wanted("choice", asked.prompt, 0, asked=asked, said=said)
        return clause
    answers = asked.accepted()
    removals = [clause for clause in answers if isinstance(clause, Remove)]
    if not removals:
        return answers[0]
    there = asked.position.spaces[spaces_by_id()[removals[0].space].index].pieces
    kinds = [count.kind for clause in removals for count in clause.pieces]
    return Remove(removals[0].space, enemy_pieces(there, kinds, asked.most or 1))
