"""NVA Infiltrate, after Rally and March (8.6.4)."""

from __future__ import annotations

from functools import partial

from fitl_core.facts.factions import NVA, VC
from fitl_core.facts.game_map import BoardSpace, along, board
from fitl_core.facts.lasting import TRANSPORT_GROUP_559
from fitl_core.facts.levels import level
from fitl_core.facts.pieces import BASES, GUERRILLAS, OF_FACTION, Count, Kind
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.piece_order import own_pieces
from fitl_core.players.non_players.space_figures import pieces_in
from fitl_core.players.non_players.together import both, up_to, while_enough
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Option, Place, Remove, Replace, SetLevel
from fitl_core.rules.activities.infiltrate import COUNTERPART, MOST_SPACES
from fitl_core.state.state import side_in_effect

NODE = "8.6.4/sa-1"
ENOUGH_TROOPS = 4
KEPT_GUERRILLAS = 2


def infiltrate(d: Decider) -> Deciding[bool]:
    """Replace VC Bases, then place Troops; return whether anything was done.

    Nothing is done unless a Base or 4 Troops would be placed (NP-Q23).
    """
    open_ones = d.open_spaces()
    if not d.test(NODE, _is_worth_it(d, open_ones), _prospects(d, open_ones)):
        return False
    selected = given_up = 0
    d.aim(NODE, "Infiltrate to take VC Bases")
    while fitting_spaces := d.open_spaces(fits=partial(_could_take, d, given_up=given_up)):
        where = yield from d.pick_space(
            NODE,
            fitting_spaces,
            ("(1) a", lambda at: d.number(at, (Kind.VB_TUNNELED,)) > 0),
            ("(1) b", lambda at: at.population),
            together=both(up_to(d.now.available[Kind.NB.slot]), d.in_turn),
        )
        given_up += yield from _take(d, where)
        selected += 1
    d.aim(NODE, "Infiltrate to place Troops")
    while fitting_spaces := d.open_spaces(fits=partial(_troops, d)):
        where = yield from d.pick_space(
            NODE,
            fitting_spaces,
            ("(2) a", lambda at: _rank(d, at)[0]),
            ("(2) b", lambda at: _rank(d, at)[1]),
            ("(2) c", lambda at: _rank(d, at)[2]),
            together=both(
                up_to(_most_spaces(d) - selected),
                while_enough(d.now.available[Kind.NT.slot], lambda at: _troops(d, at) + _turned(d, at)),
            ),
        )
        yield from _build(d, where)
        selected += 1
    return selected > 0


def _most_spaces(d: Decider) -> int:
    few = side_in_effect(d.now.momentum, TRANSPORT_GROUP_559) == "unshaded"
    return 1 if few else MOST_SPACES


def _is_worth_it(d: Decider, open_ones: list[BoardSpace]) -> bool:
    return any(_could_take(d, at, 0) for at in open_ones) or _whole(d, open_ones) >= ENOUGH_TROOPS


def _prospects(d: Decider, open_ones: list[BoardSpace]) -> str:
    bases = ", ".join([at.name for at in open_ones if _could_take(d, at, 0)]) or "none"
    return f"VC Bases to take: {bases}; Troops to place: {_whole(d, open_ones)}"


def _whole(d: Decider, open_ones: list[BoardSpace]) -> int:
    """Return how many Troops would be placed in the first spaces, without those that replace Guerrillas."""
    counted_too = d.other_reading("NP-Q23")
    in_turn = sorted([at for at in open_ones if _troops(d, at)], key=partial(_rank, d), reverse=True)
    figures = [_troops(d, at) + (_turned(d, at) if counted_too else 0) for at in in_turn[: _most_spaces(d)]]
    return min(sum(figures), d.now.available[Kind.NT.slot])


def _rank(d: Decider, where: BoardSpace) -> tuple[int, int, int]:
    """Return the figures that order spaces for Troops.

    They are NVA Guerrillas, 2 NVA Bases, and land without NVA Control in or adjacent to the space.
    """
    open_land = any(not at.is_loc and d.control(at) != "nva" for at in (where, *along(where.adjacent)))
    return d.number(where, GUERRILLAS[NVA]), int(d.number(where, BASES[NVA]) == 2), int(open_land)


def _troops(d: Decider, where: BoardSpace) -> int:
    """Return how many Troops could be placed at the NVA Bases of a space."""
    bases = d.number(where, BASES[NVA])
    return min(bases + d.now.trail, d.now.available[Kind.NT.slot]) if bases else 0


def _turned(d: Decider, where: BoardSpace) -> int:
    """Return how many Guerrillas would become Troops: all but 2."""
    return max(0, d.number(where, GUERRILLAS[NVA]) - KEPT_GUERRILLAS) if _troops(d, where) else 0


def _could_take(d: Decider, where: BoardSpace, given_up: int) -> bool:
    """Check whether NVA could replace a VC Base in a space.

    The space needs more NVA than VC pieces and no NVA Base. An NVA Base must be Available, or be removed
    elsewhere. Only one Base is ever removed for this.
    """
    if not d.number(where, BASES[VC]) or d.number(where, BASES[NVA]):
        return False
    if d.number(where, OF_FACTION[NVA]) <= d.number(where, OF_FACTION[VC]):
        return False
    return d.now.available[Kind.NB.slot] > 0 or (not given_up and bool(_to_give_up(d)))


def _to_give_up(d: Decider) -> list[BoardSpace]:
    """Return the spaces of North Vietnam, Laos and Cambodia with a Base that could be removed for
    a new one.
    """
    outside = [at for at in board().spaces if at.in_north_vietnam or at.in_laos_or_cambodia]
    return [at for at in outside if d.number(at, (Kind.NB,))]


def _take(d: Decider, where: BoardSpace) -> Deciding[bool]:
    """Replace a VC Base, a Tunneled one first, and shift Opposition; return whether another Base was removed
    for it.
    """
    support = d.support(where)
    yield from d.say(At(where.id))
    if d.try_clauses(Option("take")) is not None:
        yield from d.say(Option("take"))
    if support < 0:
        yield from d.say(SetLevel(where.id, level(support + 1)))
    lacking = not d.now.available[Kind.NB.slot]
    if lacking:
        given = yield from d.called(
            "from", d.pick_space(NODE, _to_give_up(d), ("(1)", lambda at: d.number(at, OF_FACTION[NVA])))
        )
        yield from d.say(Remove(given.id, (Count(1, Kind.NB),)))
    old = Kind.VB_TUNNELED if d.number(where, (Kind.VB_TUNNELED,)) else Kind.VB
    yield from d.say(Replace(where.id, (Count(1, old),), (Count(1, COUNTERPART[old]),)))
    return lacking


def _build(d: Decider, where: BoardSpace) -> Deciding[None]:
    """Place Troops, then replace Guerrillas above 2 by Troops, Active ones first (step 3)."""
    placed = _troops(d, where)
    yield from d.say(At(where.id))
    if d.try_clauses(Option("build")) is not None:
        yield from d.say(Option("build"))
    yield from d.say(Place(where.id, (Count(placed, Kind.NT),)))
    number = d.number(where, GUERRILLAS[NVA]) - KEPT_GUERRILLAS
    number = min(number, d.now.available[Kind.NT.slot])
    if number > 0:
        for count in own_pieces(pieces_in(d, where), GUERRILLAS[NVA], number):
            yield from d.say(Replace(where.id, (count,), (Count(count.number, Kind.NT),)))
