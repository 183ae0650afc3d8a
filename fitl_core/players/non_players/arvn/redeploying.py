"""The map in a Redeploy of ARVN while it is made: what has moved, what may yet move (6.4.2, 8.7.7).

Control stays as it was while the phase lasts (6.4.4); here it is counted as it will be.
"""

from __future__ import annotations

from fitl_core.facts.board import BoardSpace, board
from fitl_core.facts.factions import ARVN, ControlName
from fitl_core.facts.pieces import CUBES, Count, Kind, Pieces, count_of
from fitl_core.players.non_players.arvn.measures import COIN_CUBES, insurgents, may_leave, rules_now
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Move
from fitl_core.rules.coup.redeploy import must_leave, refuse_arvn
from fitl_core.state.control import control

RULE = "8.7.7"
CUBES_OF_A_CITY = 3
CUBES_THAT_POLICE_LEAVE = 3
WORTH: dict[ControlName, int] = {"coin": 2, "none": 1, "nva": 0}
"""How good Control is for ARVN."""


class Redeploying:
    """A Redeploy under way."""

    def __init__(self, d: Decider) -> None:
        self.d = d
        self._moved: dict[tuple[str, Kind], int] = {}
        ctx = rules_now(d, "6.4.2")
        spaces = board().spaces
        self.for_troops: list[BoardSpace] = [
            where for where in spaces if refuse_arvn(ctx, Kind.AT, where) is None
        ]
        self.for_police: set[str] = {where.id for where in spaces if refuse_arvn(ctx, Kind.AP, where) is None}
        self.at: list[BoardSpace] = [where for where in spaces if d.number(where, CUBES[ARVN])]
        """Where there are cubes at the beginning: only these may move."""
        self.must: list[BoardSpace] = [
            at for at in spaces if must_leave(ctx.draft, at) and d.number(at, (Kind.AT,))
        ]
        self.cities: list[BoardSpace] = [
            where for where in spaces if where.is_city and d.control(where) != "nva"
        ]
        """Those without NVA Control."""

    def pieces(self, where: BoardSpace) -> Pieces:
        """What is in a space, now."""
        return self.d.now.spaces[where.index].pieces

    def control(self, where: BoardSpace) -> ControlName:
        """Who would Control a space if the phase ended now."""
        return control(where, self.pieces(where))

    def cubes(self, where: BoardSpace) -> int:
        """How many COIN cubes are in a space."""
        return count_of(self.pieces(where), COIN_CUBES)

    def unmoved(self, where: BoardSpace, kind: Kind) -> int:
        """How many of a kind in a space have not moved."""
        return self.pieces(where)[kind.slot] - self._moved.get((where.id, kind), 0)

    def go(self, origin: BoardSpace, to: BoardSpace, kind: Kind, number: int) -> Deciding[None]:
        """So many of a kind go straight from a space to another."""
        yield from self.d.say(Move((origin.id, to.id), (Count(number, kind),)))
        self._moved[to.id, kind] = self._moved.get((to.id, kind), 0) + number

    def driven_out(self) -> list[tuple[BoardSpace, int]]:
        """The Troops that still have to leave, by their spaces."""
        return [(where, number) for where in self.must if (number := self.unmoved(where, Kind.AT))]

    def spare_troops(self, where: BoardSpace) -> int:
        """How many Troops a space need not keep: for Control as it is, and 3 cubes in a City."""
        if where in self.must:
            return 0
        number = self.unmoved(where, Kind.AT)
        if where in self.cities:
            number = min(number, self.cubes(where) - CUBES_OF_A_CITY)
        pieces, was = self.pieces(where), WORTH[self.control(where)]
        while number > 0 and WORTH[_without(where, pieces, number)] < was:
            number -= 1
        return max(0, number)

    def spare_police(self, where: BoardSpace) -> int:
        """How many Police may leave a space: all from a LoC with Insurgents, none from others."""
        police, pieces = self.unmoved(where, Kind.AP), self.pieces(where)
        if where.is_loc:
            return police if insurgents(pieces) else 0
        kept = pieces[Kind.AP.slot] - 1
        return max(
            0, min(police, kept, self.cubes(where) - CUBES_THAT_POLICE_LEAVE, may_leave(where, pieces))
        )

    def troops(self, but: BoardSpace | None = None) -> int:
        """How many Troops must or may still move, but for those of one space."""
        spare = sum([self.spare_troops(where) for where in self.at if where is not but])
        return spare + sum([number for _, number in self.driven_out()])

    def police_for(self, to: BoardSpace) -> int:
        """How many Police may still come to a space; none where Police may not be (6.4.2)."""
        return self.police(but=to) if to.id in self.for_police else 0

    def police(self, but: BoardSpace | None = None) -> int:
        """How many Police may still move, but for those of one space."""
        return sum([self.spare_police(where) for where in self.at if where is not but])

    def send_troops(self, to: BoardSpace, number: int) -> Deciding[int]:
        """So many Troops go to a space: who must move, then from where most can; returns how many went."""
        left = number
        for where, there in self.driven_out():
            if going := min(left, there):
                yield from self.go(where, to, Kind.AT, going)
                left -= going
        while left:
            spare = {at: self.spare_troops(at) for at in self.at if at is not to}
            able = [where for where, there in spare.items() if there]
            if not able:
                break
            origin = yield from self.d.pick_space(
                RULE, able, ("", spare.__getitem__), room=len(able) if self._all(spare, left) else 1
            )
            going = min(left, spare[origin])
            yield from self.go(origin, to, Kind.AT, going)
            left -= going
        return number - left

    def send_police(self, to: BoardSpace, number: int) -> Deciding[int]:
        """So many Police go to a space: off LoCs with Insurgents, then from where most are; how many went."""
        left = number
        while left and to.id in self.for_police:
            spare = {at: self.spare_police(at) for at in self.at if at is not to}
            able = [where for where, there in spare.items() if there]
            if not able:
                break
            letters = (("", lambda at: at.is_loc), ("", lambda at: self.pieces(at)[Kind.AP.slot]))
            origin = yield from self.d.pick_space(
                RULE, able, *letters, room=len(able) if self._all(spare, left) else 1
            )
            going = min(left, spare[origin])
            yield from self.go(origin, to, Kind.AP, going)
            left -= going
        return number - left

    def _all(self, spare: dict[BoardSpace, int], left: int) -> bool:
        """Whether all that can be spared is needed, so that it does not matter what comes first."""
        return sum(spare.values()) <= left


def _without(where: BoardSpace, pieces: Pieces, troops: int) -> ControlName:
    left = list(pieces)
    left[Kind.AT.slot] -= troops
    return control(where, tuple(left))
