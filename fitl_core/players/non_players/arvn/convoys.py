"""Which cubes ARVN take for a Patrol, and from where (8.7.3)."""

from __future__ import annotations

import msgspec

from fitl_core.facts.board import BoardSpace, board
from fitl_core.facts.factions import ARVN
from fitl_core.facts.pieces import CUBES, Count, Kind
from fitl_core.players.non_players.arvn.measures import (
    COIN_UNITS,
    is_granted,
    may_leave,
    rules_now,
)
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Move
from fitl_core.rules.operations.patrol import RULE, ways_to

KEPT = 3
"""So many US and ARVN cubes and Special Forces stay behind."""


class Source(msgspec.Struct):
    """What may leave a space: so many Police, Troops, and cubes together, along a way."""

    where: BoardSpace
    way: tuple[str, ...]
    police: int
    troops: int
    most: int

    @property
    def cubes(self) -> int:
        """How many cubes may leave."""
        return min(self.most, self.police + self.troops)

    def of_kind(self, kind: Kind) -> int:
        """How many cubes of a kind may leave."""
        return min(self.most, self.police if kind is Kind.AP else self.troops)

    def take(self, kind: Kind, number: int) -> None:
        """So many of a kind leave."""
        self.most -= number
        if kind is Kind.AP:
            self.police -= number
        else:
            self.troops -= number


def number_of_cubes(found: list[Source]) -> int:
    """How many cubes can come from several spaces together."""
    return sum([source.cubes for source in found])


class Roads:
    """The ways of a Patrol, each found once: whom they must not pass stands still while it moves."""

    def __init__(self, d: Decider) -> None:
        self._ctx = rules_now(d, RULE)
        self._found: dict[str, dict[str, tuple[str, ...]]] = {}

    def to(self, where: BoardSpace) -> dict[str, tuple[str, ...]]:
        """By the ids of the spaces from which cubes can go to a LoC or City, the way."""
        if where.id not in self._found:
            self._found[where.id] = ways_to(self._ctx, where)
        return self._found[where.id]


def garrisons(d: Decider) -> list[BoardSpace]:
    """The spaces with ARVN cubes, in board order."""
    return [where for where in board().spaces if d.number(where, CUBES[ARVN])]


def sources(
    d: Decider,
    among: list[BoardSpace],
    ways: dict[str, tuple[str, ...]],
    destinations: set[str],
    empties_cities: bool,
) -> list[Source]:
    """Those of the garrisons that can send cubes; none that is itself a destination of this Patrol.

    Provinces keep COIN Control, 3 COIN cubes and Special Forces, their last COIN Troop and last Police; so do
    Cities, unless they may be emptied.
    """
    found = []
    now = d.now.spaces
    for where in among:
        if where.id not in ways or where.id in destinations:
            continue
        pieces = now[where.index].pieces
        police, troops = pieces[Kind.AP.slot], pieces[Kind.AT.slot]
        most = police + troops
        if not (where.is_loc or (where.is_city and empties_cities)):
            most = min(most, may_leave(where, pieces), d.number(where, COIN_UNITS) - KEPT)
            police -= 1
            troops -= 0 if pieces[Kind.UT.slot] else 1
        if most > 0 and (police > 0 or troops > 0) and _is_open(d, ways[where.id], police > 0):
            found.append(Source(where, ways[where.id], max(0, police), max(0, troops), most))
    return found


def _is_open(d: Decider, way: tuple[str, ...], by_police: bool) -> bool:
    """Whether a cube may go this way: an Event, or an easy game, sets limits of its own (5.5, 8.9)."""
    kind = Kind.AP if by_police else Kind.AT
    return not (is_granted(d) or d.is_limited) or d.may_say(Move(way, (Count(1, kind),))) is not None


def send(
    d: Decider,
    node: str,
    to: BoardSpace,
    number: int,
    found: list[Source],
    kinds: tuple[Kind, ...] = (Kind.AP, Kind.AT),
) -> Deciding[int]:
    """Move so many cubes, Police before Troops, each time from where most can go; returns how many went."""
    left = number
    for kind in kinds:
        while left and (able := {one.where: one for one in found if one.of_kind(kind)}):
            all_go = sum([one.of_kind(kind) for one in able.values()]) <= left
            where = yield from d.pick_space(
                node,
                list(able),
                ("most cubes", lambda at: able[at].cubes),
                room=len(able) if all_go else 1,
            )
            source = able[where]
            going = min(left, source.of_kind(kind))
            move = Move(source.way, (Count(going, kind),))
            if (is_granted(d) or d.is_limited) and d.may_say(move) is None:
                return number - left  # fewer than that might go, but not so many
            yield from d.say(move)
            source.take(kind, going)
            left -= going
    return number - left
