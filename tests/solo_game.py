"""fixtures/solo-game.fitl, made anew: `python tests/solo_game.py > fixtures/solo-game.fitl`.

One player, the US, at random; ARVN, NVA and VC by section 8; under each of their moves why it was made.
"""

from __future__ import annotations

import notation
from fitl_core.facts.factions import US
from fitl_core.game.annotation import annotated
from fitl_core.game.logs import log_of
from fitl_core.game.non_players import told_trace, traces
from fitl_core.game.replays import replay
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.random_games import mixed_game
from fitl_core.players.random_play import deal
from fitl_core.record.setup import Setup
from notation.log import Tag

SEED = 14


def solo_game() -> str:
    """The game as a file."""
    dice = Dice(SEED)
    setup, deck = deal(Setup("short", players=((US,),)), dice)
    played = [(one.event, one.after) for one in mixed_game(setup, deck, dice)]
    title = "a solo game: the US at random against three Non-players"
    log = log_of(setup, played, [Tag("Event", title)])
    game = replay(setup, log.events)
    why = {number: told_trace(one) for number, one in traces(game).items()}
    return notation.write(annotated(log, game, digests=True, why=why).log)


if __name__ == "__main__":
    print(solo_game(), end="")
