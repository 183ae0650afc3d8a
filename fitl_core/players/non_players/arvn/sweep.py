"""How ARVN Sweep (8.7.5): spaces, movement, Transport, then Guerrillas are Activated."""

from __future__ import annotations

from fitl_core.facts.board import BoardSpace, along, board, populated, spaces_by_id
from fitl_core.facts.lasting import BOOBY_TRAPS, COBRAS
from fitl_core.facts.pieces import BASE_KINDS, Count, Kind, number_named
from fitl_core.players.non_players.arvn.measures import (
    HIDDEN,
    by,
    hidden,
    is_granted,
    lacks_for_control,
    room_for,
    rules_now,
)
from fitl_core.players.non_players.arvn.movers import Movers
from fitl_core.players.non_players.arvn.reinforce import reinforce
from fitl_core.players.non_players.arvn.searching import engaged, found_with, numbers_that_matter, seekers
from fitl_core.players.non_players.arvn.shares import Share, best_sets, best_shares, pick_share
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.dice_owed import roll_what_is_owed
from fitl_core.players.non_players.open_spaces import fit_together
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Activate, At, Move, Remove
from fitl_core.rules.operations.sweep import COST, RULE

MOST_SPACES = 3
"""In so many spaces ARVN Sweep."""
MOVING = "8.7.5/do-2"


def sweep(d: Decider) -> Deciding[bool]:
    """The whole Operation behind its Raid; whether any space was selected (8.7.5)."""
    selected = yield from _select(d)
    arrived: dict[str, int] = {}
    yield from _to_find(d, selected, arrived)
    yield from _to_control(d, selected, arrived)
    if not selected:
        return False
    yield from reinforce(d, along(selected))
    yield from _search(d, along(selected))
    yield from _fly(d)
    return True


def _select(d: Decider) -> Deciding[list[str]]:
    """Spaces with ARVN cubes or Rangers where Guerrillas hide (do-1); returns those selected."""
    selected: list[str] = []
    while len(selected) < MOST_SPACES:
        spaces = [where for where in board().spaces if hidden(d.now.spaces[where.index].pieces)]
        left = d.open_spaces(among=[at for at in spaces if seekers(d, at) and at.id not in selected])
        if not left:
            break
        where = yield from d.pick_space(
            "8.7.5/do-1",
            left,
            ("a", lambda at: d.support(at) > 0),
            ("b", lambda at: d.number(at, (Kind.VG,)) > 0),
            ("c", lambda at: at.population),
            room=room_for(d, MOST_SPACES - len(selected), COST),
        )
        yield from d.say(At(where.id))
        selected.append(where.id)
    return selected


def _movers(d: Decider, selected: list[str], arrived: dict[str, int]) -> Movers:
    """The Troops that may move: those needed to find Guerrillas in a Sweep space stay."""
    needed = {where.id: engaged(d, where) for where in along(selected)}
    return Movers(d, rules_now(d, RULE), arrived, needed)


def _to_find(d: Decider, selected: list[str], arrived: dict[str, int]) -> Deciding[None]:
    """Move Troops into the spaces selected, so that most Guerrillas are found (do-2)."""
    wanting = [at for at in along(selected) if found_with(d, at) < hidden(d.now.spaces[at.index].pieces)]
    if not wanting:
        return
    movers = _movers(d, selected, arrived)
    options = {
        where.id: numbers_that_matter(
            d, where, sum([movers.spare[name] for name in movers.origins(where.id)])
        )
        for where in wanting
    }
    ways = best_shares(d, MOVING, options, lambda name, more: _gain(d, name, more), movers.can_meet)
    if ways:
        share = yield from pick_share(d, MOVING, ways, ("a", lambda name: _has_base(d, name)))
        yield from _send(d, movers, share, arrived)


def _gain(d: Decider, name: str, more: int) -> int:
    where = spaces_by_id()[name]
    return found_with(d, where, more) - found_with(d, where)


def _has_base(d: Decider, name: str) -> int:
    return d.number(spaces_by_id()[name], BASE_KINDS) > 0


def _to_control(d: Decider, selected: list[str], arrived: dict[str, int]) -> Deciding[None]:
    """Move Troops so as to bring most Population under COIN Control (do-2), new spaces last."""
    here = _wants(d, list(along(selected)))
    if here:
        yield from _control(d, selected, arrived, here, len(here))
    room = MOST_SPACES - len(selected)
    if room and not is_granted(d):
        room = min(room, 0 if d.is_limited and selected else room, d.money // COST)
    if room > 0:
        wants = _wants(d, [where for where in populated() if where.id not in selected])
        new = d.open_spaces(among=along(wants))
        yield from _control(d, selected, arrived, {where.id: wants[where.id] for where in new}, room)


def _wants(d: Decider, spaces: list[BoardSpace]) -> Share:
    """How many Troops it takes to bring each of these spaces with Population under COIN Control."""
    return {
        where.id: lacks_for_control(d.now.spaces[where.index].pieces)
        for where in spaces
        if where.population and d.control(where) != "coin"
    }


def _control(
    d: Decider, selected: list[str], arrived: dict[str, int], wants: Share, most: int
) -> Deciding[None]:
    """Move into the best of these spaces, at most so many, and select them too."""
    movers = _movers(d, selected, arrived)
    reach = movers.in_reach()
    able = {
        name: number for name, number in wants.items() if name in reach and movers.can_meet({name: number})
    }
    ways = best_sets(able, most, lambda name: spaces_by_id()[name].population, movers.can_meet)
    if ways:
        share = yield from pick_share(d, MOVING, ways, ("a", lambda name: _has_base(d, name)))
        entered = yield from _send(d, movers, share, arrived)
        selected += [name for name in entered if name not in selected]


def _send(d: Decider, movers: Movers, share: Share, arrived: dict[str, int]) -> Deciding[list[str]]:
    """Move the Troops of a share, each time from a random space that can send; returns where any came."""
    entered: list[str] = []
    demand = dict(share)
    for name in sorted(demand, key=lambda name: spaces_by_id()[name].index):
        while demand[name]:
            senders = {at: movers.most_from(at, name, demand) for at in movers.origins(name)}
            able = [origin for origin in along(senders) if senders[origin.id]]
            if not able:
                break
            all_go = sum(senders.values()) <= demand[name]
            origin = yield from d.pick_space(MOVING, able, room=len(able) if all_go else 1)
            number = senders[origin.id]
            move = Move(movers.ways[origin.id][name], (Count(number, Kind.AT),))
            if (is_granted(d) or d.is_limited) and d.may_say(move) is None:
                break  # an Event, or an easy game, sets limits of its own (5.5, 8.9)
            yield from d.say(move)
            movers.leave(origin.id, number)
            demand[name] -= number
            arrived[name] = arrived.get(name, 0) + number
            if name not in entered:
                entered.append(name)
    return entered


def _search(d: Decider, spaces: tuple[BoardSpace, ...]) -> Deciding[None]:
    """Activate as many as can be, VC before NVA (do-4); where Booby Traps lurk, every space is named."""
    traps = d.capability(BOOBY_TRAPS) == "shaded"
    for where in spaces:
        found = _most_to_activate(d, where)
        if found is not None:
            number = number_named(found.pieces)
            d.picked("8.7.5/do-4", f"{where.name}: {number} Activated", "VC before NVA")
            yield from d.say(found)
        elif traps and _is_open(d, where):
            yield from d.say(At(where.id))
        if traps:
            yield from roll_what_is_owed(d)


def _most_to_activate(d: Decider, where: BoardSpace) -> Activate | None:
    """What is Activated in a space, asked of the Sweep: in some Events others search with ARVN."""
    asked = d.walk.first_for("activate") if d.walk is not None else None
    if asked is None:
        return None  # or its only answer has been carried out on the way to a die of the traps
    there = d.now.spaces[where.index].pieces
    most = [Activate(where.id, enemy_pieces(there, HIDDEN, number)) for number in range(hidden(there), 0, -1)]
    return next(filter(asked.accepts, most), None)


def _is_open(d: Decider, where: BoardSpace) -> bool:
    """Whether the Sweep takes a space; in an Event an Assault may come next, in spaces of its own."""
    asked = d.walk.first_for("at") if d.walk is not None else None
    return asked is not None and asked.rule == RULE and d.may_say(At(where.id)) is not None


def _fly(d: Decider) -> Deciding[None]:
    """Cobras, unshaded: what they remove, where that is owed (card 13): a Base if they can, VC before NVA."""
    while d.capability(COBRAS) == "unshaded" and (removals := _owed_removals(d)):
        spaces = {spaces_by_id()[clause.space]: clause for clause in reversed(removals)}
        all_go = fit_together(d.may_say, list(spaces), spaces.__getitem__)
        where = yield from d.pick_space(
            "8.7.5/do-4",
            list(spaces),
            ("", by(spaces, lambda clause: clause.pieces[0].kind in BASE_KINDS)),
            room=len(spaces) if all_go else 1,
        )
        able = [clause for clause in removals if clause.space == where.id]
        kinds = [clause.pieces[0].kind for clause in able]
        (first,) = enemy_pieces(d.now.spaces[where.index].pieces, kinds, 1)
        yield from d.say(Remove(where.id, (first,)))


def _owed_removals(d: Decider) -> list[Remove]:
    """What Cobras could remove, where that is owed; in an Event an Assault may come next."""
    assert d.walk is not None
    owed = [asked for asked in d.walk.questions if not asked.optional and asked.rule == f"card {COBRAS}"]
    return [clause for asked in owed for clause in asked.accepted() if isinstance(clause, Remove)]
