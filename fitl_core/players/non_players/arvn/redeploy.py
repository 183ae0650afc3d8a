"""How ARVN Redeploy (6.4.2, 8.7.7): Troops for Control, 3 cubes in each City, then Police."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fitl_core.facts.board import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import Kind, changed
from fitl_core.players.non_players.arvn.measures import insurgents, lacks_for_control
from fitl_core.players.non_players.arvn.redeploying import CUBES_OF_A_CITY, RULE, WORTH, Redeploying
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.state.control import control

ROUTE_13 = "loc-saigon-an-loc-ban-me-thuot"
POLICE_ON_ROUTE_13 = 3

Offer = tuple[int, int]
"""What a change costs in pieces, and what it is worth."""


def redeploy(d: Decider) -> Deciding[bool]:
    """The whole phase of ARVN; whether anything moved."""
    begun = len(d.walk.said) if d.walk is not None else 0
    r = Redeploying(d)
    left = [where for where, _ in r.driven_out()]
    yield from _for_control(r)
    yield from _for_cities(r)
    yield from _drive_out(r)
    yield from _to_route_13(r)
    yield from _keep_control(r, left)
    provinces = [at for at in board().spaces if at.kind == "province" and at.id in r.for_police]
    yield from _one_each(r, provinces)
    yield from _one_each(r, [at for at in r.cities if at.id in r.for_police])
    return d.walk is not None and len(d.walk.said) > begun


def _for_control(r: Redeploying) -> Deciding[None]:
    """Troops to where most COIN Control comes and most NVA Control goes.

    The Population of every such change is added up; of equal sums that with more changes is better. All
    ways are compared to spend the Troops that must move, and those that spaces can spare as they stand.
    """
    offers = {where: found for where in r.for_troops if (found := _offers(r, where))}
    troops = r.troops() - sum([r.spare_troops(where) for where in offers])
    for where, number in (yield from _best_buy(r, offers, troops)).items():
        yield from r.send_troops(where, number)


def _offers(r: Redeploying, where: BoardSpace) -> list[Offer]:
    """What Troops can change in a space, by how many it takes; nothing under COIN Control."""
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
    """The Population of each change, and by a little the change itself."""
    return (100 * people + 1) * changes


def _best_buy(
    r: Redeploying, offers: Mapping[BoardSpace, list[Offer]], supply: int
) -> Deciding[dict[BoardSpace, int]]:
    """How many pieces to spend where, so that it is worth most; of equal ways one by chance (8.2)."""
    bought: dict[BoardSpace, int] = {}
    left = dict(offers)
    while worth := _most_worth(left, supply):
        best: dict[BoardSpace, Offer] = {}
        for where, found in left.items():
            rest = {at: one for at, one in left.items() if at is not where}
            for cost, gain in found:
                if cost <= supply and gain + _most_worth(rest, supply - cost) == worth:
                    best.setdefault(where, (cost, gain))
        together = sum([gain for _, gain in best.values()]) == worth
        where = yield from r.d.pick_space(RULE, list(best), room=len(best) if together else 1)
        bought[where] = best[where][0]
        supply -= best[where][0]
        del left[where]
    return bought


def _most_worth(offers: Mapping[BoardSpace, list[Offer]], supply: int) -> int:
    """What can be had at most for so many pieces: every way of spending them is compared."""
    most = [0] * (supply + 1)
    for found in offers.values():
        most = [
            max([most[have], *[most[have - cost] + gain for cost, gain in found if cost <= have]])
            for have in range(supply + 1)
        ]
    return most[supply]


def _for_cities(r: Redeploying) -> Deciding[None]:
    """Troops, then Police, so that each City without NVA Control has 3 COIN cubes."""
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
    """Give each place what it wants; where not all can have it, or have it of one kind, in random order.

    `supplies` are what can come to a place, one figure for each kind of piece, in the order of the rule.
    """
    left = [where for where in places if wanted(where) > 0]
    while left := [where for where in left if any(supply(where) > 0 for supply in supplies)]:
        total = sum([wanted(where) for where in left])
        kinds = [[supply(where) for where in left] for supply in supplies]
        kinds = [numbers for numbers in kinds if max(numbers) > 0]
        enough = min(kinds[0]) >= total
        where = yield from r.d.pick_space(RULE, left, room=len(left) if enough else 1)
        left.remove(where)
        yield from send(r, where, wanted(where))


def _drive_out(r: Redeploying) -> Deciding[None]:
    """What Troops still have to leave go to 1 random space."""
    if r.driven_out():
        where = yield from r.d.pick_space(RULE, r.for_troops)
        yield from r.send_troops(where, sum([number for _, number in r.driven_out()]))


def _to_route_13(r: Redeploying) -> Deciding[None]:
    """Police to Route 13, 3 and no more, where no Insurgents stand on it."""
    where = spaces_by_id()[ROUTE_13]
    if r.d.test(RULE, not insurgents(r.pieces(where)), f"no Insurgents on {where.name}"):
        yield from r.send_police(where, POLICE_ON_ROUTE_13)


def _keep_control(r: Redeploying, left: list[BoardSpace]) -> Deciding[None]:
    """Police to keep as much COIN Control as can be where Troops have left."""
    lost = [at for at in left if at.id in r.for_police and not at.is_loc and r.control(at) != "coin"]
    offers = {at: [(lacks_for_control(r.pieces(at)), _worth(at.population, 1))] for at in lost}
    police = r.police() - sum([r.spare_police(at) for at in lost])
    for where, number in (yield from _best_buy(r, offers, police)).items():
        yield from r.send_police(where, number)


def _one_each(r: Redeploying, places: list[BoardSpace]) -> Deciding[None]:
    """1 Police to each of these places that has none."""
    yield from _share_out(r, places, lambda at: int(not r.pieces(at)[Kind.AP.slot]), (r.police_for,), _police)


def _police(r: Redeploying, to: BoardSpace, number: int) -> Deciding[None]:
    yield from r.send_police(to, number)
