"""The units of a sentence: words with their meanings in the game and their places."""

from __future__ import annotations

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import Kind

ALL = 1_000_000
"""The number of "all": as many as possible. Nobody writes this number."""


class Meaning(msgspec.Struct, frozen=True, omit_defaults=True):
    """The meanings of a phrase, one field for each way to read it; `flags` name further properties."""

    heads: tuple[str, ...] = ()
    kinds: tuple[Kind, ...] = ()
    state: str = ""
    faction: Faction | None = None
    level: Level | None = None
    track: str = ""
    options: tuple[str, ...] = ()
    box: str = ""
    acts: tuple[str, ...] = ()
    role: str = ""
    spaces: tuple[str, ...] = ()
    card: int = 0
    number: int | None = None
    flags: frozenset[str] = frozenset()


NOTHING = Meaning()


class Unit(msgspec.Struct, kw_only=True):
    """A stretch of the text, from `start` to `end`, with its meaning; `tag` is its part of speech.

    Tags that a move must explain: head, space, piece, level, shift, option, track, figure, die, card,
    faction, box. The other tags only connect these; a "sum" is a number of pieces whose parts follow.
    `is_spread` pieces were written together, one for each space. `is_split` pieces were written for several
    spaces without a number. `is_guess` is a verb that nobody wrote. `odd` are words inside a
    unit that the unit does not use.
    """

    tag: str
    start: int
    end: int
    text: str
    means: Meaning = NOTHING
    number: int | None = None
    role: str = ""
    is_typo: bool = False
    is_guess: bool = False
    is_aside: bool = False
    at: int = -1
    section: int = -1
    homes: tuple[int, ...] = ()
    shared: bool = False
    is_spread: bool = False
    is_split: bool = False
    odd: tuple[str, ...] = ()

    def may_be(self, level: Level) -> bool:
        """Check whether a word for a level can mean this one; "passive" alone may be on either side."""
        if "either-side" not in self.means.flags:
            return level is self.means.level
        passive = (Level.PASSIVE_SUPPORT, Level.PASSIVE_OPPOSITION)
        return (level in passive) == (self.means.level in passive) and level is not Level.NEUTRAL


STAND_INS = frozenset({"another", "once", "twice", "the rest of the"})
"""Words for a number of pieces, or of acts, that were named before."""
SAYING = ("head", "space", "piece", "level", "shift", "option", "track", "figure", "die", "card", "box")
"""The tags of units that a move must explain."""
