"""ARVN Redeploy (6.4.2, 8.7.7): Troops for Control, 3 cubes in each City, then Police.

Control stays as it was during the phase (6.4.4). The Control after the phase is computed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import ClassVar

from fitl_core.facts.factions import ControlName
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import Count, Kind, number_named
from fitl_core.players.non_players.arvn.measures import COIN_CUBES, insurgents, rules_now
from fitl_core.players.non_players.decider import Decider, SpaceLetter
from fitl_core.players.non_players.movement import (
    Force,
    Kinds,
    Movement,
    Share,
    Way,
    Wishes,
    best_of,
    first_of,
    pick_share,
    shares_of,
)
from fitl_core.players.non_players.space_figures import control_with, pieces_in
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.rules.coup.redeploy import must_leave, refuse_arvn

RULE = "8.7.7"
ROUTE_13 = "loc-saigon-an-loc-ban-me-thuot"
POLICE_ON_ROUTE_13 = 3
CUBES_THAT_STAY = 3
"""The COIN cubes of each City, and those that Police leave behind."""


def redeploy(d: Decider) -> Deciding[bool]:
    """Carry out the whole phase of ARVN; return whether anything moved."""
    troops, police = Troops(d), Police(d)
    left = list(troops.driven_out())
    d.aim(RULE, "Troops for Control")
    yield from troops.gain(troops.places)
    d.aim(RULE, "3 COIN cubes in each City")
    yield from _fill_cities(troops, police)
    d.aim(RULE, "The other Troops that must leave")
    if driven_out := troops.driven_out():
        where = yield from d.pick_space(RULE, troops.places)
        yield from troops.bring(RULE, where, sum(map(number_named, driven_out.values())))
    road = spaces_by_id()[ROUTE_13]
    d.aim(RULE, f"Police onto {road.name}")
    if d.test(RULE, not insurgents(pieces_in(d, road)), f"no Insurgents on {road.name}"):
        yield from police.bring(RULE, road, POLICE_ON_ROUTE_13)
    d.aim(RULE, "Police for Control of the spaces that Troops left")
    yield from police.gain([at for at in left if at in police.places and not at.is_loc])
    d.aim(RULE, "Police where none are")
    for places in ([at for at in board().spaces if at.kind == "province"], troops.cities):
        yield from police.serve(RULE, partial(police.without_any, places))
    return troops.moved or police.moved


def _fill_cities(troops: Troops, police: Police) -> Deciding[None]:
    """Bring Troops, then Police, so that each City without NVA Control has 3 COIN cubes."""
    d = troops.d

    def lacks(where: BoardSpace) -> int:
        return CUBES_THAT_STAY - d.number(where, COIN_CUBES)

    while needs := {at: lacks(at) for at in troops.cities if lacks(at) > 0}:
        coming = {at: troops.coming(at) or police.coming(at) for at in needs}
        coming = {at: groups for at, groups in coming.items() if groups}
        if not coming:
            return
        where = yield from troops.pick(RULE, coming, needs=needs, by_lot=True)
        for moving in (troops, police):
            yield from moving.bring(RULE, where, lacks(where))


class Redeploying(Movement):
    """A Redeployment of ARVN pieces to the spaces where they may go. Each piece moves once."""

    counted: ClassVar[tuple[Kind, ...]] = COIN_CUBES
    worth: ClassVar[Mapping[ControlName, int]]
    """The value of Control for ARVN."""

    def __init__(self, d: Decider) -> None:
        super().__init__(d)
        ctx, (kind,) = rules_now(d, "6.4.2"), self.kinds
        self.held: list[BoardSpace] = [at for at in board().spaces if d.number(at, self.kinds)]
        """The spaces with such pieces at the beginning."""
        self.must: list[BoardSpace] = [at for at in self.held if must_leave(ctx.draft, at)]
        self.places: list[BoardSpace] = [at for at in board().spaces if refuse_arvn(ctx, kind, at) is None]
        self.cities: list[BoardSpace] = [at for at in board().spaces if at.is_city and d.control(at) != "nva"]
        """The Cities without NVA Control."""

    def may_change(self, where: BoardSpace, was: ControlName, after: ControlName) -> bool:
        """Check whether Control does not get worse."""
        return self.worth[after] >= self.worth[was]

    def ways(self, where: BoardSpace) -> Mapping[BoardSpace, Way]:
        """Return the paths into a space: straight from everywhere, if these pieces may be there."""
        held = self.held if where in self.places else ()
        return {at: (at.id, where.id) for at in held if at is not where}

    def gain(self, places: Iterable[BoardSpace]) -> Deciding[None]:
        """Bring pieces for the best Control of these places: the most Population, then the most changes."""
        spare = {at: self.number(at) for at in self.held}
        most = sum(spare.values())
        steps = {at: found for at in places if (found := self._steps(at, most - spare.get(at, 0)))}

        def figures(share: Share) -> tuple[int, ...]:
            changes = {at: steps[at][number] for at, number in share.items()}
            return sum([at.population * number for at, number in changes.items()]), sum(changes.values())

        def fits(share: Share) -> bool:
            return sum(share.values()) <= sum([number for at, number in spare.items() if at not in share])

        shares = best_of(shares_of(steps, len(steps)), figures, fits)
        due: Share = (yield from pick_share(self.d, RULE, shares)) if shares else {}
        for where, number in due.items():
            yield from self.bring(RULE, where, number, but=due)

    def _steps(self, where: BoardSpace, most: int) -> dict[int, int]:
        """Return the numbers of pieces, up to `most`, that make Control better, and by how much."""
        (kind,) = self.kinds
        was = self.worth[control_with(self.d, where)]
        steps = {0: 0}
        for number in range(1, most + 1):
            better = self.worth[control_with(self.d, where, (Count(number, kind),))] - was
            if better > max(steps.values()):
                steps[number] = better
        del steps[0]
        return steps


class Troops(Redeploying):
    """Troops must leave LoCs, and Provinces without COIN Bases. Others keep Control, and 3 cubes in Cities.

    Those that must leave go first, then those of the spaces that can spare the most.
    """

    kinds: ClassVar[tuple[Kind, ...]] = (Kind.AT,)
    worth: ClassVar[Mapping[ControlName, int]] = {"coin": 2, "none": 1, "nva": 0}

    def stay(self, where: BoardSpace) -> int:
        """Return how many COIN cubes stay in a space."""
        return CUBES_THAT_STAY if where in self.cities else 0

    def may_change(self, where: BoardSpace, was: ControlName, after: ControlName) -> bool:
        """Check whether Control does not get worse, or all must leave in any case."""
        return where in self.must or super().may_change(where, was, after)

    def origins(self) -> Sequence[SpaceLetter]:
        """Return the Troops that a space can spare as the measure of origins."""
        return (("most Troops", self.number),)

    def driven_out(self) -> dict[BoardSpace, Force]:
        """Return the Troops that still must leave, with their spaces."""
        return {at: force for at in self.must if (force := self.leaving(at))}

    def bring(
        self,
        node: str,
        where: BoardSpace,
        wanted: int,
        *letters: SpaceLetter,
        kinds: Kinds = (),
        but: Collection[BoardSpace] = (),
        others: Wishes | None = None,
        owed: Share | None = None,
    ) -> Deciding[None]:
        """Bring up to `wanted` Troops to a space. Those that must leave go first, in any order."""
        for origin, force in self.driven_out().items():
            if going := first_of(force, wanted):
                yield from self.go((origin.id, where.id), going)
                wanted -= number_named(going)
        yield from super().bring(
            node, where, wanted, *letters, kinds=kinds, but=but, others=others, owed=owed
        )


class Police(Redeploying):
    """Police leave LoCs with Insurgents first, then the spaces with the most Police.

    The last Police, 3 COIN cubes and COIN Control stay, and all Police on other LoCs.
    """

    kinds: ClassVar[tuple[Kind, ...]] = (Kind.AP,)
    worth: ClassVar[Mapping[ControlName, int]] = {"coin": 1, "none": 0, "nva": 0}

    def stay(self, where: BoardSpace) -> int:
        """Return how many COIN cubes stay in a space."""
        return 0 if where.is_loc else CUBES_THAT_STAY

    def spare(self, where: BoardSpace) -> int:
        """Count how many Police may leave a space."""
        if where.is_loc:
            return super().spare(where) if insurgents(pieces_in(self.d, where)) else 0
        return max(0, min(super().spare(where), self.d.number(where, self.kinds) - 1))

    def origins(self) -> Sequence[SpaceLetter]:
        """Return the measures of origins."""
        return (
            ("from LoCs", lambda at: at.is_loc),
            ("most Police", lambda at: self.d.number(at, self.kinds)),
        )

    def without_any(self, places: Iterable[BoardSpace]) -> dict[BoardSpace, int]:
        """Return 1 for each of these places that has no Police, if any can come."""
        empty = [at for at in places if not self.d.number(at, self.kinds)]
        return {at: 1 for at in empty if self.supply(at)}
