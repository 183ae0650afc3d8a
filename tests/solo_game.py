"""fixtures/solo-game.fitl, made again: `python tests/solo_game.py > fixtures/solo-game.fitl`.

One player, the US, plays at random; ARVN, NVA and VC play by section 8, each move with its reasons. The file
has no rules release, so that it stays the same in the next one.
"""

from __future__ import annotations

import msgspec

import notation
from fitl_core.facts.factions import US
from fitl_core.game.annotation import annotate
from fitl_core.game.non_player_verdicts import trace_in_words, traces
from fitl_core.game.replays import replay
from fitl_core.game.written_logs import log_of
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.random_games import mixed_game
from fitl_core.players.random_play import deal
from fitl_core.record.setup import Setup
from notation import RULES_RELEASE_TAG, Tag

SEED = 14


def solo_game() -> str:
    """The game as a file."""
    dice = Dice(SEED)
    setup, deck = deal(Setup("short", players=((US,),)), dice)
    played = [(one.event, one.after) for one in mixed_game(setup, deck, dice)]
    title = "a solo game: the US at random against three Non-players"
    log = log_of(setup, played, [Tag("Event", title)])
    log = msgspec.structs.replace(log, tags=tuple([tag for tag in log.tags if tag.name != RULES_RELEASE_TAG]))
    game = replay(setup, log.events)
    why = {number: trace_in_words(one) for number, one in traces(game).items()}
    return notation.write(annotate(log, game, digests=True, why=why).log)


if __name__ == "__main__":
    print(solo_game(), end="")
