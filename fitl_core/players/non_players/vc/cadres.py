"""The cost of unshaded Cadres for VC: 2 Guerrillas for each Terror and Agitation (card 116)."""

from __future__ import annotations

from fitl_core.facts.factions import VC
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.lasting import CADRES
from fitl_core.facts.pieces import GUERRILLAS
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.piece_order import own_pieces
from fitl_core.players.non_players.space_figures import pieces_in
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Remove

PRICE = 2


def pay_cadres(d: Decider, where: BoardSpace) -> Deciding[None]:
    """Remove the Guerrillas that unshaded Cadres cost in a space, Active ones first (8.1.2)."""
    if d.capability(CADRES) == "unshaded":
        yield from d.say(Remove(where.id, own_pieces(pieces_in(d, where), GUERRILLAS[VC], PRICE)))
