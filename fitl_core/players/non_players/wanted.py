"""What a decision waits for: dice, or the choice of another Faction's player.

A node of section 8 is a generator: it yields a `Wanted` and is sent what it waits for. Whoever drives it
knows where that comes from: a dice cup, a log, a table.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.record.spoken import Said
from fitl_core.walks import Asked

WantedKind = Literal["decision", "space", "even", "move", "choice", "alike"]

T = TypeVar("T")


class Wanted(msgspec.Struct, frozen=True):
    """Dice that are to be rolled, or a choice that a player is to make.

    `decision` dice are compared at the node `what`; `space` are two dice of the Random Spaces Map (8.2)
    for one of the `spaces` (ids), `even` so many dice for equal chances `among` so many candidates;
    `move` is a die of an ordinary procedure, `what` its prompt; a `choice` is the answer of another
    Faction's player to the question `asked`, behind what has been `said`.

    `alike` asks, before dice for one of the `spaces`, whether the decision comes to the same whichever it is:
    sent is the place of the one that is taken then, in a tuple of its own, else an empty one.

    A choice that is `owed` may not be left out, even where its question is optional: more could not follow.

    `who` is the Non-player for which the dice of the first three kinds decide; equal chances are rolled for
    `again` where the dice have fallen on none.
    """

    kind: WantedKind
    what: str
    dice: int
    among: int = 0
    spaces: tuple[str, ...] = ()
    who: Faction | None = None
    asked: Asked | None = None
    said: Sequence[Said] = ()
    again: bool = False
    owed: bool = False


Deciding = Generator[Wanted, Any, T]
"""A node of section 8: yields what it waits for; is sent a tuple of dice, or a clause for a choice."""
