"""Dice of a procedure that stand behind questions which may be left out: Tunnels, Booby Traps."""

from __future__ import annotations

from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.wanted import Deciding, Wanted
from fitl_core.record.clauses import Roll


def roll_what_is_owed(d: Decider) -> Deciding[None]:
    """Roll the dice that are owed next, also behind what may be left out: to look for them takes time."""
    assert d.walk is not None
    while (owed := next((asked for asked in d.walk.questions if not asked.optional), None)) is not None:
        if not owed.is_chance:
            return
        die: tuple[int, ...] = yield Wanted("move", owed.prompt, 1)
        d.walk = d.walk.say(Roll(die[0]), owed.who)
