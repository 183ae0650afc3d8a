"""The units of a sentence: words with what they can mean in the game, and where they stand."""

from __future__ import annotations

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import Kind

ALL = 99
"""The number of "all": as many as can be."""


class Meaning(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a phrase can mean, each field another way to take it; `flags` name what else it says."""

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
    """A stretch of the text, from `start` to `end`, with its meaning; `tag` says how it is taken.

    Tags: head, space, piece, level, shift, option, track, figure, die, card, faction, box; of these each
    says something that a move must bear out. The others only tell how they belong together; a "sum" is a
    number of pieces that is told in parts. Pieces that are `is_spread` were said together, one for each
    space; those that are `is_split` were said of several spaces without a number.
    """

    tag: str
    start: int
    end: int
    text: str
    means: Meaning = NOTHING
    number: int | None = None
    role: str = ""
    is_typo: bool = False
    is_aside: bool = False
    at: int = -1
    section: int = -1
    homes: tuple[int, ...] = ()
    shared: bool = False
    is_spread: bool = False
    is_split: bool = False

    def may_be(self, level: Level) -> bool:
        """Whether a word for a level can mean this one; "passive" alone may be on either side."""
        if "either-side" not in self.means.flags:
            return level is self.means.level
        passive = (Level.PASSIVE_SUPPORT, Level.PASSIVE_OPPOSITION)
        return (level in passive) == (self.means.level in passive) and level is not Level.NEUTRAL


SAYING = ("head", "space", "piece", "level", "shift", "option", "track", "figure", "die", "card", "box")
"""The tags of units that a move must bear out."""
