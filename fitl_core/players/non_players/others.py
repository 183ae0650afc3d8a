"""A choice of another Faction within a Non-player's action, such as the Troop that Booby Traps remove."""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.players import non_players
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.wanted import Deciding, Wanted
from fitl_core.record.clauses import Clause, Remove
from fitl_core.record.spoken import Said
from fitl_core.state.state import State
from fitl_core.walks import OpenedQuestion


def choice_of_another(start: State, asked: OpenedQuestion, said: Sequence[Said]) -> Deciding[Clause]:
    """Return the other Faction's choice after the clauses in `said`. A Non-player removes enemy pieces by
    8.1.2.
    """
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
