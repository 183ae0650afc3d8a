"""The clauses of a written move as the reader sees them, each with its speaker, place and segment."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.record.clauses import At, Clause, Verb, space_of
from fitl_core.record.spoken import Said


class MoveToken(msgspec.Struct, frozen=True, eq=False):
    """A written clause of a move.

    `place` is its number among the written clauses; clauses of one wording have the place of what they stand
    for. `segment` counts the verbs before it, and `verb` is the last of them. A space `of_event` shows where
    an Event takes place, and answers no question of an Operation in it. An `only_space` is the only bare
    space of its segment. A clause that is `asked` was refused by a question that knows such clauses.
    """

    who: Faction
    clause: Clause
    place: float
    segment: int
    verb: str
    of_event: bool = False
    only_space: bool = False
    asked: bool = False

    @property
    def said(self) -> Said:
        """The clause with its speaker."""
        return self.who, self.clause

    @property
    def space(self) -> str:
        """The space that it is about, or "" (a die, an option, a figure)."""
        return space_of(self.clause)

    def instead(self, clause: Clause, place: float | None = None) -> MoveToken:
        """Return a token with another clause in its place."""
        return msgspec.structs.replace(
            self, clause=clause, place=self.place if place is None else place, only_space=False
        )


def tokens_of(written: Sequence[Said]) -> tuple[MoveToken, ...]:
    """Return the tokens of a written move."""
    found: list[MoveToken] = []
    spaces: dict[int, list[int]] = {}
    segment, verb = 0, ""
    for place, (who, clause) in enumerate(written):
        if isinstance(clause, Verb):
            segment, verb = segment + 1, clause.name
        found.append(MoveToken(who, clause, place, segment, verb))
        if isinstance(clause, At):
            spaces.setdefault(segment, []).append(place)
    for places in spaces.values():
        if len(places) == 1:
            found[places[0]] = msgspec.structs.replace(found[places[0]], only_space=True)
    return tuple(found)
