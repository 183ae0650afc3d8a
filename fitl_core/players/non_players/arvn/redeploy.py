"""ARVN Redeploy (6.4.2, 8.7.7): Troops for Control, 3 cubes in each City, then Police.

Control stays as it was during the phase (6.4.4). `Redeploying` computes it as it will be after the phase.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fitl_core.facts.factions import ARVN, ControlName
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import CUBES, Count, Kind, Pieces, changed, count_of
from fitl_core.players.non_players.arvn.measures import (
    COIN_CUBES,
    insurgents,
    lacks_for_control,
    may_leave,
    rules_now,
)
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Move
from fitl_core.rules.coup.redeploy import must_leave, refuse_arvn
from fitl_core.state.control import control

ROUTE_13 = "loc-saigon-an-loc-ban-me-thuot"
POLICE_ON_ROUTE_13 = 3

Offer = tuple[int, int]
"""The pieces that a change of Control costs, and its worth."""


def redeploy(d: Decider) -> Deciding[bool]:
    """Carry out the whole phase of ARVN; return whether anything moved."""
    begun = len(d.walk.said) if d.walk is not None else 0
    r = Redeploying(d)
    driven_from = [where for where, _ in r.driven_out()]
    yield from _for_control(r)
    yield from _for_cities(r)
    yield from _drive_out(r)
    yield from _to_route_13(r)
    yield from _keep_control(r, driven_from)
    provinces = [at for at in board().spaces if at.kind == "province" and at.id in r.for_police]
    yield from _one_each(r, provinces)
    yield from _one_each(r, [at for at in r.cities if at.id in r.for_police])
    return d.walk is not None and len(d.walk.said) > begun


def _for_control(r: Redeploying) -> Deciding[None]:
    """Move Troops to bring the most COIN Control and end the most NVA Control.

    The worth is the Population of all changes together; of equal sums, the one with more changes is better.
    All ways to spend the available Troops are compared: those that must move, and those that spaces can spare
    now.
    """
    offers = {where: space_offers for where in r.for_troops if (space_offers := _offers(r, where))}
    troops = r.troops() - sum([r.spare_troops(where) for where in offers])
    for where, number in (yield from _best_buy(r, offers, troops)).items():
        yield from r.send_troops(where, number)


def _offers(r: Redeploying, where: BoardSpace) -> list[Offer]:
    """Return the changes of Control that Troops can bring in a space. A space under COIN Control has none."""
    pieces, was = r.pieces(where), r.control(where)
    if was == "coin":
        return []
    offers = []
    people = where.population
    if was == "nva":
        number = next(n for n in range(1, 99) if control(where, changed(pieces, Kind.AT, n)) != "nva")
        offers.append((number, _worth(people, 1)))
    number = lacks_for_control(pieces)
    return [*offers, (number, _worth(people, WORTH["coin"] - WORTH[was]))]


def _worth(people: int, changes: int) -> int:
    """Return the Population of the changes, plus a small bonus for each change."""
    return (100 * people + 1) * changes


def _best_buy(
    r: Redeploying, offers: Mapping[BoardSpace, list[Offer]], supply: int
) -> Deciding[dict[BoardSpace, int]]:
    """Return how many pieces to spend in each space for the greatest worth. Equal ways are decided by chance
    (8.2).
    """
    bought: dict[BoardSpace, int] = {}
    open_offers = dict(offers)
    while worth := _most_worth(open_offers, supply):
        best: dict[BoardSpace, Offer] = {}
        for where, space_offers in open_offers.items():
            rest = {at: one for at, one in open_offers.items() if at is not where}
            for cost, gain in space_offers:
                if cost <= supply and gain + _most_worth(rest, supply - cost) == worth:
                    best.setdefault(where, (cost, gain))
        together = sum([gain for _, gain in best.values()]) == worth
        where = yield from r.d.pick_space(RULE, list(best), room=len(best) if together else 1)
        bought[where] = best[where][0]
        supply -= best[where][0]
        del open_offers[where]
    return bought


def _most_worth(offers: Mapping[BoardSpace, list[Offer]], supply: int) -> int:
    """Return the greatest worth that this many pieces can buy. All ways to spend them are compared."""
    most = [0] * (supply + 1)
    for space_offers in offers.values():
        most = [
            max([most[have], *[most[have - cost] + gain for cost, gain in space_offers if cost <= have]])
            for have in range(supply + 1)
        ]
    return most[supply]


def _for_cities(r: Redeploying) -> Deciding[None]:
    """Send Troops, then Police, so that each City without NVA Control has 3 COIN cubes."""
    yield from _share_out(
        r,
        r.cities,
        lambda at: CUBES_OF_A_CITY - r.cubes(at),
        (r.troops, r.police_for),
        _troops_then_police,
    )


def _troops_then_police(r: Redeploying, to: BoardSpace, number: int) -> Deciding[None]:
    sent = yield from r.send_troops(to, number)
    yield from r.send_police(to, number - sent)


def _share_out(
    r: Redeploying,
    places: list[BoardSpace],
    wanted: Callable[[BoardSpace], int],
    supplies: tuple[Callable[[BoardSpace], int], ...],
    send: Callable[[Redeploying, BoardSpace, int], Deciding[None]],
) -> Deciding[None]:
    """Give each place the pieces that it wants. The order is random if not all can have them, or not of one
    kind.

    `supplies` return the pieces that can come to a place, one figure for each kind, in the order of the rule.
    """
    unserved = [where for where in places if wanted(where) > 0]
    while unserved := [where for where in unserved if any(supply(where) > 0 for supply in supplies)]:
        total = sum([wanted(where) for where in unserved])
        kinds = [[supply(where) for where in unserved] for supply in supplies]
        kinds = [numbers for numbers in kinds if max(numbers) > 0]
        enough = min(kinds[0]) >= total
        where = yield from r.d.pick_space(RULE, unserved, room=len(unserved) if enough else 1)
        unserved.remove(where)
        yield from send(r, where, wanted(where))


def _drive_out(r: Redeploying) -> Deciding[None]:
    """Send the Troops that still must leave to 1 random space."""
    if r.driven_out():
        where = yield from r.d.pick_space(RULE, r.for_troops)
        yield from r.send_troops(where, sum([number for _, number in r.driven_out()]))


def _to_route_13(r: Redeploying) -> Deciding[None]:
    """Send 3 Police to Route 13 if it has no Insurgents."""
    where = spaces_by_id()[ROUTE_13]
    if r.d.test(RULE, not insurgents(r.pieces(where)), f"no Insurgents on {where.name}"):
        yield from r.send_police(where, POLICE_ON_ROUTE_13)


def _keep_control(r: Redeploying, left: list[BoardSpace]) -> Deciding[None]:
    """Send Police where Troops have left and COIN Control is lost, for the most Population kept."""
    lost = [at for at in left if at.id in r.for_police and not at.is_loc and r.control(at) != "coin"]
    offers = {at: [(lacks_for_control(r.pieces(at)), _worth(at.population, 1))] for at in lost}
    police = r.police() - sum([r.spare_police(at) for at in lost])
    for where, number in (yield from _best_buy(r, offers, police)).items():
        yield from r.send_police(where, number)


def _one_each(r: Redeploying, places: list[BoardSpace]) -> Deciding[None]:
    """Send 1 Police to each of these places that has none."""
    yield from _share_out(r, places, lambda at: int(not r.pieces(at)[Kind.AP.slot]), (r.police_for,), _police)


def _police(r: Redeploying, to: BoardSpace, number: int) -> Deciding[None]:
    yield from r.send_police(to, number)


# -- the pieces that have moved, and those that may still move ------------------------------------

RULE = "8.7.7"
CUBES_OF_A_CITY = 3
CUBES_THAT_POLICE_LEAVE = 3
WORTH: dict[ControlName, int] = {"coin": 2, "none": 1, "nva": 0}
"""The value of Control for ARVN."""


class Redeploying:
    """A Redeployment in progress."""

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
        """The spaces with cubes at the beginning. Only these cubes may move."""
        self.must: list[BoardSpace] = [
            at for at in spaces if must_leave(ctx.draft, at) and d.number(at, (Kind.AT,))
        ]
        self.cities: list[BoardSpace] = [
            where for where in spaces if where.is_city and d.control(where) != "nva"
        ]
        """The Cities without NVA Control."""

    def pieces(self, where: BoardSpace) -> Pieces:
        """Return the pieces in a space now."""
        return self.d.now.spaces[where.index].pieces

    def control(self, where: BoardSpace) -> ControlName:
        """Return the Control of a space if the phase ended now."""
        return control(where, self.pieces(where))

    def cubes(self, where: BoardSpace) -> int:
        """Return the number of COIN cubes in a space."""
        return count_of(self.pieces(where), COIN_CUBES)

    def unmoved(self, where: BoardSpace, kind: Kind) -> int:
        """Return how many pieces of a kind in a space have not moved."""
        return self.pieces(where)[kind.slot] - self._moved.get((where.id, kind), 0)

    def go(self, origin: BoardSpace, to: BoardSpace, kind: Kind, number: int) -> Deciding[None]:
        """Move pieces of a kind straight from a space to another."""
        yield from self.d.say(Move((origin.id, to.id), (Count(number, kind),)))
        self._moved[to.id, kind] = self._moved.get((to.id, kind), 0) + number

    def driven_out(self) -> list[tuple[BoardSpace, int]]:
        """Return the Troops that still must leave, with their spaces."""
        return [(where, number) for where in self.must if (number := self.unmoved(where, Kind.AT))]

    def spare_troops(self, where: BoardSpace) -> int:
        """Return how many Troops a space can give. It keeps its Control, and a City keeps 3 cubes."""
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
        """Return how many Police may leave a space. A LoC with Insurgents gives all, another LoC none."""
        police, pieces = self.unmoved(where, Kind.AP), self.pieces(where)
        if where.is_loc:
            return police if insurgents(pieces) else 0
        kept = pieces[Kind.AP.slot] - 1
        return max(
            0, min(police, kept, self.cubes(where) - CUBES_THAT_POLICE_LEAVE, may_leave(where, pieces))
        )

    def troops(self, but: BoardSpace | None = None) -> int:
        """Return how many Troops must or may still move, not counting those of the space `but`."""
        spare = sum([self.spare_troops(where) for where in self.at if where is not but])
        return spare + sum([number for _, number in self.driven_out()])

    def police_for(self, to: BoardSpace) -> int:
        """Return how many Police may still come to a space; 0 if no Police may be there (6.4.2)."""
        return self.police(but=to) if to.id in self.for_police else 0

    def police(self, but: BoardSpace | None = None) -> int:
        """Return how many Police may still move, not counting those of the space `but`."""
        return sum([self.spare_police(where) for where in self.at if where is not but])

    def send_troops(self, to: BoardSpace, number: int) -> Deciding[int]:
        """Send Troops to a space; return how many went. Troops that must move go first, then from where the
        most can.
        """
        troops_left = number
        for where, there in self.driven_out():
            if going := min(troops_left, there):
                yield from self.go(where, to, Kind.AT, going)
                troops_left -= going
        while troops_left:
            spare = {at: self.spare_troops(at) for at in self.at if at is not to}
            able = [where for where, there in spare.items() if there]
            if not able:
                break
            origin = yield from self.d.pick_space(
                RULE, able, ("", spare.__getitem__), room=len(able) if self._all(spare, troops_left) else 1
            )
            going = min(troops_left, spare[origin])
            yield from self.go(origin, to, Kind.AT, going)
            troops_left -= going
        return number - troops_left

    def send_police(self, to: BoardSpace, number: int) -> Deciding[int]:
        """Send Police to a space; return how many went. LoCs with Insurgents give first, then the spaces with
        the most.
        """
        police_left = number
        while police_left and to.id in self.for_police:
            spare = {at: self.spare_police(at) for at in self.at if at is not to}
            able = [where for where, there in spare.items() if there]
            if not able:
                break
            letters = (("", lambda at: at.is_loc), ("", lambda at: self.pieces(at)[Kind.AP.slot]))
            origin = yield from self.d.pick_space(
                RULE, able, *letters, room=len(able) if self._all(spare, police_left) else 1
            )
            going = min(police_left, spare[origin])
            yield from self.go(origin, to, Kind.AP, going)
            police_left -= going
        return number - police_left

    def _all(self, spare: dict[BoardSpace, int], left: int) -> bool:
        """Check whether all spare pieces are needed, so that their order does not matter."""
        return sum(spare.values()) <= left


def _without(where: BoardSpace, pieces: Pieces, troops: int) -> ControlName:
    remaining = list(pieces)
    remaining[Kind.AT.slot] -= troops
    return control(where, tuple(remaining))
