"""ARVN Sweep (8.7.5): spaces, movement, Transport, then the search for Guerrillas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import prod

from fitl_core.facts.game_map import BoardSpace, along, board, populated, spaces_by_id
from fitl_core.facts.lasting import BOOBY_TRAPS, COBRAS
from fitl_core.facts.pieces import BASE_KINDS, Count, Kind, number_named
from fitl_core.players.non_players.arvn.guerrilla_search import (
    guerrillas_found,
    numbers_that_matter,
    searchers_needed,
    seekers,
)
from fitl_core.players.non_players.arvn.measures import (
    COIN_UNITS,
    HIDDEN,
    figure_from,
    has_said,
    hidden,
    is_granted,
    lacks_for_control,
    may_leave,
    room_for,
    rules_now,
)
from fitl_core.players.non_players.arvn.transport import Load, groups, loads
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.open_spaces import fit_together
from fitl_core.players.non_players.owed_dice import roll_owed_dice
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Activate, At, Clause, Move, Option, Remove, Verb
from fitl_core.rules.activities.transport import RULE as TRANSPORT_RULE
from fitl_core.rules.activities.transport import Convoy, refuse_move, ways_from
from fitl_core.rules.context import Context
from fitl_core.rules.operations.sweep import COST, RULE, refuse_crossing

MOST_SPACES = 3
"""The most spaces that ARVN Sweep."""
MOVING = "8.7.5/do-2"


def sweep(d: Decider) -> Deciding[bool]:
    """Carry out the whole Operation after its Raid; return whether any space was selected (8.7.5)."""
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
    """Select spaces with Underground Guerrillas and ARVN cubes or Rangers (do-1); return them."""
    selected: list[str] = []
    while len(selected) < MOST_SPACES:
        spaces = [where for where in board().spaces if hidden(d.now.spaces[where.index].pieces)]
        searchable = d.open_spaces(among=[at for at in spaces if seekers(d, at) and at.id not in selected])
        if not searchable:
            break
        where = yield from d.pick_space(
            "8.7.5/do-1",
            searchable,
            ("a", lambda at: d.support(at) > 0),
            ("b", lambda at: d.number(at, (Kind.VG,)) > 0),
            ("c", lambda at: at.population),
            room=room_for(d, MOST_SPACES - len(selected), COST),
        )
        yield from d.say(At(where.id))
        selected.append(where.id)
    return selected


def _movers(d: Decider, selected: list[str], arrived: dict[str, int]) -> Movers:
    """Return the Troops that may move. The Troops needed to find Guerrillas in a Sweep space stay."""
    needed = {where.id: searchers_needed(d, where) for where in along(selected)}
    return Movers(d, rules_now(d, RULE), arrived, needed)


def _to_find(d: Decider, selected: list[str], arrived: dict[str, int]) -> Deciding[None]:
    """Move Troops into the selected spaces to find the most Guerrillas (do-2)."""
    wanting = [
        at for at in along(selected) if guerrillas_found(d, at) < hidden(d.now.spaces[at.index].pieces)
    ]
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
    return guerrillas_found(d, where, more) - guerrillas_found(d, where)


def _has_base(d: Decider, name: str) -> int:
    return d.number(spaces_by_id()[name], BASE_KINDS) > 0


def _to_control(d: Decider, selected: list[str], arrived: dict[str, int]) -> Deciding[None]:
    """Move Troops to bring the most Population under COIN Control (do-2), into new spaces last."""
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
    """Return how many Troops bring each of these spaces with Population under COIN Control."""
    return {
        where.id: lacks_for_control(d.now.spaces[where.index].pieces)
        for where in spaces
        if where.population and d.control(where) != "coin"
    }


def _control(
    d: Decider, selected: list[str], arrived: dict[str, int], wants: Share, most: int
) -> Deciding[None]:
    """Move Troops into the best of these spaces, at most `most`, and select the new ones."""
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
    """Move the Troops of a share; return the spaces that were entered. Each origin is random among those that
    can send.
    """
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
            if (is_granted(d) or d.is_limited) and d.try_clauses(move) is None:
                break  # an Event, or an easy game, sets its own limits (5.5, 8.9)
            yield from d.say(move)
            movers.leave(origin.id, number)
            demand[name] -= number
            arrived[name] = arrived.get(name, 0) + number
            if name not in entered:
                entered.append(name)
    return entered


def _search(d: Decider, spaces: tuple[BoardSpace, ...]) -> Deciding[None]:
    """Activate as many Guerrillas as possible, VC before NVA (do-4). With shaded Booby Traps, name every
    space.
    """
    traps = d.capability(BOOBY_TRAPS) == "shaded"
    for where in spaces:
        activation = _most_to_activate(d, where)
        if activation is not None:
            number = number_named(activation.pieces)
            d.note_pick("8.7.5/do-4", f"{where.name}: {number} Activated", "VC before NVA")
            yield from d.say(activation)
        elif traps and _is_open(d, where):
            yield from d.say(At(where.id))
        if traps:
            yield from roll_owed_dice(d)


def _most_to_activate(d: Decider, where: BoardSpace) -> Activate | None:
    """Return the largest Activation that the Sweep accepts in a space. In some Events others search with
    ARVN.
    """
    asked = d.walk.first_for("activate") if d.walk is not None else None
    if asked is None:
        return None  # the only answer may have been given on the way to a die of the traps
    there = d.now.spaces[where.index].pieces
    most = [Activate(where.id, enemy_pieces(there, HIDDEN, number)) for number in range(hidden(there), 0, -1)]
    return next(filter(asked.accepts, most), None)


def _is_open(d: Decider, where: BoardSpace) -> bool:
    """Check whether the Sweep accepts a space. In an Event an Assault with its own spaces may come next."""
    asked = d.walk.first_for("at") if d.walk is not None else None
    return asked is not None and asked.rule == RULE and d.try_clauses(At(where.id)) is not None


def _fly(d: Decider) -> Deciding[None]:
    """Remove pieces by unshaded Cobras where that is required (card 13): a Base if possible, VC
    before NVA.
    """
    while d.capability(COBRAS) == "unshaded" and (removals := _owed_removals(d)):
        spaces = {spaces_by_id()[clause.space]: clause for clause in reversed(removals)}
        all_go = fit_together(d.try_clauses, list(spaces), spaces.__getitem__)
        where = yield from d.pick_space(
            "8.7.5/do-4",
            list(spaces),
            ("", figure_from(spaces, lambda clause: clause.pieces[0].kind in BASE_KINDS)),
            room=len(spaces) if all_go else 1,
        )
        able = [clause for clause in removals if clause.space == where.id]
        kinds = [clause.pieces[0].kind for clause in able]
        (first,) = enemy_pieces(d.now.spaces[where.index].pieces, kinds, 1)
        yield from d.say(Remove(where.id, (first,)))


def _owed_removals(d: Decider) -> list[Remove]:
    """Return the required removals by Cobras of pieces that are Active now. In an Event an Assault may come
    next, or a further Sweep, whose removals are listed already.
    """
    assert d.walk is not None
    owed = [asked for asked in d.walk.questions if not asked.optional and asked.rule == f"card {COBRAS}"]
    removals = [clause for asked in owed for clause in asked.accepted() if isinstance(clause, Remove)]
    return [one for one in removals if d.number(spaces_by_id()[one.space], [one.pieces[0].kind])]


# -- Troops that may move, and the spaces among which they can be shared out ----------------------

KEPT = 3
"""The number of US and ARVN cubes and Special Forces that stay in a space that Troops leave."""

Ways = dict[str, tuple[str, ...]]
"""The path to each space that can be entered, by the space's id."""


class Movers:
    """The ARVN Troops that may still move, by the ids of their spaces, and the paths that they can go.

    A demand is the number of Troops that each space wants. A demand can be met if no group of spaces wants
    more Troops than all adjacent spaces can send together. Every group is tried, so the answer is exact.
    """

    def __init__(
        self, d: Decider, ctx: Context, arrived: Mapping[str, int], engaged: Mapping[str, int]
    ) -> None:
        """Count the Troops that may move. `arrived` have moved already; `engaged` stay to find Guerrillas."""
        self.spare: dict[str, int] = {}
        self.ways: dict[str, Ways] = {}
        for where in board().spaces:
            pieces = d.now.spaces[where.index].pieces
            troops = pieces[Kind.AT.slot] - arrived.get(where.id, 0)
            if troops <= 0:
                continue
            kept = max(KEPT, engaged.get(where.id, 0))
            number = min(troops, may_leave(where, pieces), d.number(where, COIN_UNITS) - kept)
            if number > 0:
                self.spare[where.id] = number
                self.ways[where.id] = _ways_out(ctx, where)

    def origins(self, where: str) -> list[str]:
        """Return the spaces from which Troops can still come to a space."""
        return [name for name, number in self.spare.items() if number and where in self.ways[name]]

    def in_reach(self) -> set[str]:
        """Return the spaces to which some Troops can go."""
        return {name for origin, ways in self.ways.items() if self.spare[origin] for name in ways}

    def can_meet(self, demand: Mapping[str, int]) -> bool:
        """Check whether a demand can be met in all its spaces at once."""
        names = [name for name, number in demand.items() if number]
        senders = {name: frozenset(self.origins(name)) for name in names}
        for size in range(1, len(names) + 1):
            for group in combinations(names, size):
                beside = frozenset().union(*[senders[name] for name in group])
                if sum([demand[name] for name in group]) > sum([self.spare[origin] for origin in beside]):
                    return False
        return True

    def most_from(self, origin: str, to: str, demand: Mapping[str, int]) -> int:
        """Return how many Troops may go from a space to another so that the rest of the demand can still be
        met.
        """
        have = self.spare[origin]
        for number in range(min(have, demand[to]), 0, -1):
            self.spare[origin] = have - number
            rest = {**demand, to: demand[to] - number}
            met = self.can_meet(rest)
            self.spare[origin] = have
            if met:
                return number
        return 0

    def leave(self, origin: str, number: int) -> None:
        """Subtract Troops that have left a space."""
        self.spare[origin] -= number


def _ways_out(ctx: Context, origin: BoardSpace) -> Ways:
    """Return the paths of Troops: into adjacent spaces, or over one LoC that is free of NVA and VC
    (3.2.3).
    """
    ways: Ways = {}
    crossed: Iterable[BoardSpace] = [spaces_by_id()[name] for name in origin.adjacent]
    for loc in [there for there in crossed if there.is_loc and refuse_crossing(ctx, there) is None]:
        for name in loc.adjacent:
            if name != origin.id:
                ways.setdefault(name, (origin.id, loc.id, name))
    for name in origin.adjacent:
        ways[name] = (origin.id, name)
    return {name: way for name, way in ways.items() if not spaces_by_id()[name].is_loc}


# -- the best way to share something out: all ways are tried --------------------------------------

Share = dict[str, int]
"""The number of pieces that go to each space, by its id. Other spaces get none."""
MOST_LOOKED_AT = 4000
"""The most ways that are tried. The trace has a note if there are more."""


def best_shares(
    d: Decider,
    node: str,
    options: Mapping[str, Sequence[int]],
    gain: Callable[[str, int], int],
    fits: Callable[[Share], bool],
) -> list[Share]:
    """Return the fitting ways to share pieces out with the most gain, then the fewest pieces; [] without
    gain.

    `options` are the numbers that make a difference in each space, by its id, with 0.
    """
    choices = {name: list(numbers) for name, numbers in options.items()}
    while prod([len(numbers) for numbers in choices.values()]) > MOST_LOOKED_AT:
        longest = max(choices, key=lambda name: len(choices[name]))
        choices[longest].pop()
        d.note(node, f"more than {MOST_LOOKED_AT} ways: the largest numbers are left out")
    ways = []
    for numbers in product(*choices.values()):
        share = {name: number for name, number in zip(choices, numbers, strict=True) if number}
        total = sum([gain(name, number) for name, number in share.items()])
        if total:
            ways.append((-total, sum(share.values()), share))
    ways.sort(key=lambda way: way[:2])
    best: list[Share] = []
    best_figures: tuple[int, int] | None = None
    for total, pieces, share in ways:
        if best_figures is not None and (total, pieces) != best_figures:
            break
        if fits(share):
            best.append(share)
            best_figures = total, pieces
    return best


def best_sets(
    wants: Mapping[str, int], most: int, gain: Callable[[str], int], fits: Callable[[Share], bool]
) -> list[Share]:
    """Return the sets of at most `most` spaces with the most gain whose wants can be met together."""
    sets = [group for size in range(1, most + 1) for group in combinations(wants, size)]
    totals = {group: sum([gain(name) for name in group]) for group in sets}
    best: list[Share] = []
    best_total = 0
    for group in sorted(sets, key=lambda group: -totals[group]):
        if totals[group] < best_total:
            break
        share = {name: wants[name] for name in group}
        if fits(share):
            best.append(share)
            best_total = totals[group]
    return best


def pick_share(
    d: Decider, node: str, ways: Iterable[Share], *letters: tuple[str, Callable[[str], int]]
) -> Deciding[Share]:
    """Return one of several equal ways. Each space by the letters, then by chance, gets the most that a way
    gives it.
    """
    ways_left = list(ways)
    settled: set[str] = set()
    while len(ways_left) > 1:
        names = {name for share in ways_left for name in share} - settled
        open_names = [name for name in names if len({share.get(name, 0) for share in ways_left}) > 1]
        spaces = sorted(along(open_names), key=lambda where: where.index)
        by_space = [(letter, lambda at, f=figure: f(at.id)) for letter, figure in letters]
        where = yield from d.pick_space(node, spaces, *by_space)
        most = max([share.get(where.id, 0) for share in ways_left])
        ways_left = [share for share in ways_left if share.get(where.id, 0) == most]
        settled.add(where.id)
    return ways_left[0]


# -- Transport to spaces where more Guerrillas can then be found (do-3) ---------------------------

NODE = "8.7.5/do-3"


def reinforce(d: Decider, selected: Sequence[BoardSpace]) -> Deciding[None]:
    """Transport to the Sweep spaces to find the most further Guerrillas, if there was no Raid (do-3)."""
    if has_said(d, "raid") or is_granted(d) or d.is_limited:
        return
    wanting = [where for where in selected if numbers_that_matter(d, where, 6)[1:]]
    ctx = rules_now(d, TRANSPORT_RULE)
    names = {where.id for where in selected}
    for group in groups([load for load in loads(ctx) if load.origin.id not in names]) if wanting else ():
        plans = {load.origin: (load, plan) for load in group if (plan := _plans(d, ctx, load, wanting))}
        if not plans:
            continue
        origin = yield from d.pick_space(NODE, list(plans))
        load, (ways, shares) = plans[origin]
        share = yield from pick_share(d, NODE, shares)
        clauses: list[Clause] = [
            Option("moved"),
            Verb("transport"),
            *_moves(load, share, ways),
            Verb("sweep"),
        ]
        if d.try_clauses(*clauses) is not None:
            for clause in clauses:
                yield from d.say(clause)
            return
        d.note(NODE, f"the rules refuse this Transport from {origin.name}")
    d.note(NODE, "no Transport would Activate further Guerrillas")


def _plans(
    d: Decider, ctx: Context, load: Load, wanting: Sequence[BoardSpace]
) -> tuple[dict[str, tuple[str, ...]], list[Share]] | None:
    """Return the paths of a load, and its best shares among the spaces in reach; None if it helps
    no space.
    """
    convoy = Convoy()
    names = {where.id for where in wanting}
    ways = {
        way[-1]: way
        for way in ways_from(ctx, convoy, load.origin)
        if way[-1] in names and refuse_move(ctx, convoy, Move(way, load.pieces)) is None
    }
    most = number_named(load.pieces)
    options = {name: numbers_that_matter(d, spaces_by_id()[name], most) for name in ways}

    def gain(name: str, more: int) -> int:
        where = spaces_by_id()[name]
        return guerrillas_found(d, where, more) - guerrillas_found(d, where)

    shares = best_shares(d, NODE, options, gain, lambda share: sum(share.values()) <= most)
    return (ways, shares) if shares else None


def _moves(load: Load, share: Share, ways: dict[str, tuple[str, ...]]) -> Iterator[Move]:
    """Yield the moves of a share: Troops first, then Rangers."""
    pieces_left = {count.kind: count.number for count in load.pieces}
    for name, number in share.items():
        counts = []
        for kind in list(pieces_left):
            going = min(pieces_left[kind], number)
            if going:
                counts.append(Count(going, kind))
                pieces_left[kind] -= going
                number -= going
        yield Move(ways[name], tuple(counts))
