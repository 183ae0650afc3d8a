"""Pieces of an Event that come, go, are replaced, turned or moved between boxes (8.1.2, 8.4.3, 8.4.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from fitl_core.facts.board import BoardSpace, board, spaces_by_id
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.pieces import BASE_KINDS, CUBES, NO_PIECES, TUNNELED, Count, Kind, number_named
from fitl_core.players.non_players.events.coin_control import most_population
from fitl_core.players.non_players.events.conditions import is_exposed_base
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.shifting_pieces import shifting
from fitl_core.players.non_players.piece_order import enemy_pieces, in_turn, own_pieces
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Activate, Clause, Hide, Place, Rebox, Remove, Replace
from fitl_core.walks import Asked

COIN_BASES = (Kind.UB, Kind.AB)
FROM_BOXES = ("oop", "casualties", "available")
"""From where US and ARVN bring pieces, in this order (8.1.2, 8.4.3)."""
BOX_ORDER = (Kind.UB, Kind.AB, Kind.AR, Kind.UT, Kind.AT, Kind.AP, Kind.UI)
"""In which order pieces come from Out of Play and Casualties (8.1.2); the reverse when they go there."""
PLACED_FIRST = (Kind.UB, Kind.AB, Kind.NB, Kind.VB, Kind.UI, Kind.AR, Kind.NG, Kind.VG)
"""Bases, then Special Forces and Guerrillas (8.1.2); cubes come behind them, in turn."""

Most = dict[BoardSpace, dict[Kind, int]]
"""How many of each kind can be named in each space."""


def pieces_named(run: Execution, asked: Asked) -> Deciding[Clause | None]:
    """Pieces, as many as can be; None where there is nothing that the Faction would name."""
    clauses = off_map(asked)
    if not clauses and run.must and not asked.optional:
        clauses = list(asked.fitting(lambda open_now: (one for one in open_now if isinstance(one, Place))))
    if placed := [clause for clause in clauses if isinstance(clause, Place)]:
        return (yield from _place(run, asked, placed))
    if replaced := [clause for clause in clauses if isinstance(clause, Replace)]:
        return (yield from _replace(run, asked, replaced))
    if boxed := [clause for clause in clauses if isinstance(clause, Rebox)]:
        return _between_boxes(run, boxed)
    if removed := [clause for clause in clauses if isinstance(clause, Remove)]:
        return (yield from _remove(run, asked, removed))
    if turned := [clause for clause in clauses if isinstance(clause, Hide | Activate)]:
        return (yield from _turn(run, asked, turned))
    return None


def off_map(asked: Asked) -> list[Clause]:
    """The answers that name pieces which come in from a box, go, turn, or are replaced."""
    return list(asked.fitting(_no_moves))


def _no_moves(clauses: Iterator[Clause]) -> Iterator[Clause]:
    """All but moves, of which there may be thousands, and pieces taken up from the map (8.1.2)."""
    return (
        clause
        for clause in clauses
        if isinstance(clause, Place | Remove | Replace | Rebox | Hide | Activate)
        and not (isinstance(clause, Place) and clause.source not in FROM_BOXES)
    )


def _most(clauses: Iterable[Place | Remove | Hide | Activate]) -> Most:
    most: Most = {}
    for clause in clauses:
        count = clause.pieces[0]
        here = most.setdefault(spaces_by_id()[clause.space], {})
        here[count.kind] = max(here.get(count.kind, 0), count.number)
    return most


def _budget(asked: Asked, most: Most) -> int:
    """How many pieces may be named in all."""
    if asked.most is not None:
        return asked.most
    return max(number for here in most.values() for number in here.values())


def _tiers(run: Execution, kinds: Iterable[Kind], enemies_first: bool) -> list[Faction]:
    """The Factions of these kinds in the order in which they gain or lose (8.4.4)."""
    faction = run.d.faction
    factions = [f for f in FACTIONS if any(kind.faction is f for kind in kinds)]

    def rank(other: Faction) -> int:
        return 0 if other is faction else 1 if other.is_coin is faction.is_coin else 2

    return sorted(factions, key=rank, reverse=enemies_first)


def _only(most: Most, kinds: Callable[[BoardSpace, Kind], bool]) -> Most:
    left = {where: {k: n for k, n in here.items() if kinds(where, k)} for where, here in most.items()}
    return {where: here for where, here in left.items() if here}


def _pick(
    run: Execution, asked: Asked, most: Most, figure: Callable[[BoardSpace], int], name: str, each: int
) -> Deciding[BoardSpace]:
    """A space by a figure, the one last chosen before others that are equal; `each` fills its share.

    All that are tied come in board order, without dice, where pieces suffice for every one of them (NP-Q50).
    """
    spaces = [where for where in board().spaces if where in most]
    left = run.d.narrow(run.node, name, spaces, figure)
    lately = run.lately.get(asked.prompt)
    found = next((where for where in left if where.id == lately), None)
    if found is None:
        room = each if each >= len(left) else 1
        found = yield from run.d.pick_space(run.node, left, room=room)
    run.lately[asked.prompt] = found.id
    return found


def _gaining(run: Execution, asked: Asked, gains: dict[BoardSpace, int]) -> Deciding[BoardSpace]:
    """A space of those with which the most Population comes under COIN Control (8.4.1)."""
    budget = asked.most or 0
    room = len(gains) if sum(gains.values()) <= budget else 1
    where = yield from run.d.pick_space(run.node, list(gains), room=room)
    run.lately[asked.prompt] = where.id
    return where


# -- placing ----------------------------------------------------------------------------------------


def _place(run: Execution, asked: Asked, clauses: Sequence[Place]) -> Deciding[Clause | None]:
    """Pieces that come in: own before others', from Out of Play first, Bases first (8.1.2, 8.4.4)."""
    most, source = _open_to_place(run, clauses)
    if not most:
        return (yield from _taken_up(run, clauses))
    kinds = {kind for here in most.values() for kind in here}
    owners = _tiers(run, kinds, enemies_first=False)
    owner = owners[0]
    if len(owners) > 1 and owner.is_coin is not run.d.faction.is_coin:
        owner = yield from _random_enemy(run, owners)
    most = _only(most, lambda _, kind: kind.faction is owner)
    budget = _budget(asked, most)
    if "coin-controlled-population" in run.told.prefer:
        numbers = {where: sum(here.values()) for where, here in most.items()}
        gains = most_population(run.d.now, numbers, budget, adding=True)
        if gains:
            where = yield from _gaining(run, asked, gains)
            return Place(where.id, _coming(run, where, most[where], gains[where], source), source)
    if "at-such-a-base" in run.told.prefer:
        most = _only(most, lambda where, _: is_exposed_base(run.d, where.index)) or most
    shifted = yield from shifting(run, [where for where in board().spaces if where in most])
    if shifted is not None:
        return Place(shifted.id, _coming(run, shifted, most[shifted], 1, source), source)
    bases = _only(most, lambda where, kind: kind in BASE_KINDS)
    guerrillas_first = "guerrillas-before-bases" in run.told.prefer
    if bases and not (guerrillas_first and _only(most, lambda _, kind: kind not in BASE_KINDS)):
        where = yield from _pick(run, asked, bases, lambda w: sum(bases[w].values()), "8.4.4 Bases", 1)
        kind = next(iter(bases[where]))
        return Place(where.id, (Count(min(bases[where][kind], budget), kind),), source)
    others = _only(most, lambda _, kind: kind not in BASE_KINDS)
    if not others:
        return None
    share = max(sum(here.values()) for here in others.values())
    each = budget // share if share and budget % share == 0 else 1
    where = yield from _pick(
        run, asked, others, lambda w: min(budget, sum(others[w].values())), "8.4.4 other pieces", each
    )
    return Place(where.id, _coming(run, where, others[where], budget, source), source)


def _taken_up(run: Execution, clauses: Sequence[Place]) -> Deciding[Clause | None]:
    """One piece from the map, from a random space: only where the Event forces it (1.4.1, 8.1.2)."""
    spaces = dict.fromkeys([clause.source for clause in clauses if clause.source not in FROM_BOXES])
    if not spaces or not run.must:
        return None
    origin = yield from run.d.pick_space(run.node, [spaces_by_id()[name] for name in spaces])
    return next(clause for clause in clauses if clause.source == origin.id)


def _open_to_place(run: Execution, clauses: Sequence[Place]) -> tuple[Most, str]:
    """What can be placed from the first box that has anything: never 2 COIN Bases in a space (8.1.2)."""
    for source in FROM_BOXES:
        most = _most([clause for clause in clauses if clause.source == source])
        most = _only(most, lambda where, kind: not _is_barred(run, where, kind))
        if most:
            return {where: _one_base(here) for where, here in most.items()}, source
    return {}, ""


def _one_base(here: dict[Kind, int]) -> dict[Kind, int]:
    """No more than 1 COIN Base comes into a space."""
    base = next((kind for kind in COIN_BASES if kind in here), None)
    return {
        kind: 1 if kind is base else n for kind, n in here.items() if kind is base or kind not in COIN_BASES
    }


def _is_barred(run: Execution, where: BoardSpace, kind: Kind) -> bool:
    if kind not in COIN_BASES:
        return False
    return run.d.number(where, COIN_BASES) > 0 or (kind is Kind.AB and where.is_city)


def _random_enemy(run: Execution, owners: Sequence[Faction]) -> Deciding[Faction]:
    """One of two enemies, a Non-player before a player (8.4.4, NP-Q44)."""
    among = [faction for faction in owners if not run.is_player(faction)] or list(owners)
    return (yield from run.d.even(run.node, among))


def _coming(
    run: Execution, where: BoardSpace, here: dict[Kind, int], budget: int, source: str
) -> tuple[Count, ...]:
    """Which pieces come into a space, at most `budget`: Special Forces or Guerrillas, then cubes in turn."""
    order = PLACED_FIRST if source == "available" else BOX_ORDER
    coming: list[Count] = []
    left = budget
    for kind in order:
        if kind in here and left:
            number = min(here[kind], left)
            coming.append(Count(number, kind))
            left -= number
    cubes = {kind: here.get(kind, 0) for kind in CUBES[Faction.ARVN]}
    if left and source == "available" and any(cubes.values()):
        there = [run.d.number(where, (kind,)) for kind in cubes]
        troops, police = in_turn(cubes[Kind.AT], cubes[Kind.AP], left, *there)
        coming += [Count(number, kind) for number, kind in ((troops, Kind.AT), (police, Kind.AP)) if number]
        left -= troops + police
    for kind in (Kind.UT, Kind.NT):
        if left and here.get(kind) and source == "available":
            coming.append(Count(min(left, here[kind]), kind))
            left -= coming[-1].number
    return tuple(coming)


# -- removing ---------------------------------------------------------------------------------------


def _remove(run: Execution, asked: Asked, clauses: Sequence[Remove]) -> Deciding[Clause | None]:
    """Pieces that go: an enemy's first, then the friend's, own ones last (8.1.2, 8.4.4)."""
    if any(len(clause.pieces) > 1 for clause in clauses):
        return most_of_space(run, clauses)
    most = _most(clauses)
    faction = run.d.faction
    if asked.optional:  # nobody gives up Tunneled Bases of its own unasked
        most = _only(most, lambda _, kind: not (kind in TUNNELED and kind.faction is faction))
    if not most:
        return None
    budget = _budget(asked, most)
    enemies = _only(most, lambda _, kind: kind.faction.is_coin is not faction.is_coin)
    if not enemies:
        friends = _only(most, lambda _, kind: kind.faction is not faction)
        return (yield from _give_up(run, asked, friends or most, budget))
    if "coin-controlled-population" in run.told.prefer:
        numbers = {where: sum(here.values()) for where, here in enemies.items()}
        gains = most_population(run.d.now, numbers, budget, adding=False)
        if gains and len(enemies) > 1:
            where = yield from _gaining(run, asked, gains)
            going = enemy_pieces(run.d.now.spaces[where.index].pieces, enemies[where], gains[where])
            return Remove(where.id, going)
    shifted = yield from shifting(run, [where for where in board().spaces if where in enemies])
    if shifted is not None:
        there = run.d.now.spaces[shifted.index].pieces
        one = Remove(shifted.id, enemy_pieces(there, enemies[shifted], 1))
        together = Remove(shifted.id, enemy_pieces(there, enemies[shifted], budget))
        return one if asked.accepts(one) else together
    bases = _only(enemies, lambda _, kind: kind in BASE_KINDS)
    if bases:
        all_go = len(bases) if sum([n for here in bases.values() for n in here.values()]) <= budget else 1
        where = yield from _pick(run, asked, bases, lambda w: sum(bases[w].values()), "8.4.4 Bases", all_go)
        going = enemy_pieces(run.d.now.spaces[where.index].pieces, bases[where], budget)
        return Remove(where.id, going)
    all_go = len(enemies) if sum([n for here in enemies.values() for n in here.values()]) <= budget else 1
    where = yield from _pick(
        run, asked, enemies, lambda w: min(budget, sum(enemies[w].values())), "8.4.4 other pieces", all_go
    )
    return Remove(where.id, enemy_pieces(run.d.now.spaces[where.index].pieces, enemies[where], budget))


def most_of_space(run: Execution, clauses: Sequence[Remove]) -> Remove:
    """Of the sets of pieces that can go in one space the one with most Bases, then most pieces (8.1.2)."""
    where = spaces_by_id()[clauses[0].space]
    kinds = {count.kind for clause in clauses for count in clause.pieces}
    order = enemy_pieces(run.d.now.spaces[where.index].pieces, kinds, 99)

    def rank(clause: Remove) -> tuple[int, int, list[int]]:
        numbers = [count_of_kind(clause.pieces, count.kind) for count in order]
        return sum([c.number for c in clause.pieces if c.kind in BASE_KINDS]), sum(numbers), numbers

    return max(clauses, key=rank)


def _give_up(run: Execution, asked: Asked, most: Most, budget: int) -> Deciding[Clause]:
    """Friendly pieces that go: Troops and Police first, Bases last (8.1.2), from random spaces.

    What would bar the Event's own end is spared (5.1.3).
    """
    most = _only(most, lambda w, kind: asked.leads_on(Remove(w.id, (Count(1, kind),)))) or most
    everywhere = _sum([run.d.now.spaces[where.index].pieces for where in most])
    kinds = {kind for here in most.values() for kind in here}
    first = own_pieces(everywhere, kinds, 1)[0].kind
    there = _only(most, lambda _, kind: kind is first)
    where = yield from _pick(run, asked, there, lambda w: min(budget, there[w][first]), "8.4.4 pieces", 1)
    going = own_pieces(run.d.now.spaces[where.index].pieces, most[where], budget)
    more = [count for count in going if count.kind not in BASE_KINDS] or list(going[:1])
    leaving = tuple(more if _exhausts(most, where, more) else [going[0]])
    whole = Remove(where.id, leaving)
    is_open = asked.accepts(whole) and asked.leads_on(whole)
    return whole if is_open else Remove(where.id, (Count(1, leaving[0].kind),))


def _exhausts(most: Most, where: BoardSpace, going: Sequence[Count]) -> bool:
    """Whether pieces of the kinds behind the first go only where none of the first is elsewhere."""
    first = going[0].kind
    return len(going) == 1 or not any(first in here for other, here in most.items() if other is not where)


def _sum(several: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple([sum(column) for column in zip(*several, strict=True)]) if several else NO_PIECES


# -- replacing, turning, boxes ------------------------------------------------------------------------


def _replace(run: Execution, asked: Asked, clauses: Sequence[Replace]) -> Deciding[Clause]:
    """One piece for another: the best that can come in, for the first that would go (8.1.2, 8.4.4)."""
    d = run.d
    if all(len(c.by) == 1 and c.by[0].kind in TUNNELED and c.pieces[0].number == 1 for c in clauses):
        return (yield from _tunnel(run, clauses))
    coming = {clause.by[0].kind for clause in clauses}
    ranked = [kind for kind in (*PLACED_FIRST, Kind.AT, Kind.AP, Kind.UT, Kind.NT) if kind in coming]
    owners = _tiers(run, coming, enemies_first=False)
    new = next(kind for kind in ranked if kind.faction is owners[0])
    fitting = [clause for clause in clauses if clause.by[0].kind is new]
    most: Most = {}
    for clause in fitting:
        here = most.setdefault(spaces_by_id()[clause.space], {})
        for count in clause.pieces:
            here[count.kind] = d.number(spaces_by_id()[clause.space], (count.kind,))
    bases = _only(most, lambda _, kind: kind in BASE_KINDS)
    lately = next((where for where in most if where.id == run.lately.get(asked.prompt)), None)
    if lately is not None and new not in BASE_KINDS:
        most = {lately: most[lately]}
    where = yield from _pick(
        run, asked, bases or most, lambda w: sum((bases or most)[w].values()), "8.4.4 pieces", 1
    )
    open_here = [clause for clause in fitting if clause.space == where.id]
    old = {count.kind for clause in open_here for count in clause.pieces}
    order = [count.kind for count in enemy_pieces(d.now.spaces[where.index].pieces, old, 99)]
    return min(open_here, key=lambda clause: [_place_in(order, count.kind) for count in clause.pieces])


def _place_in(kinds: Sequence[Kind], kind: Kind) -> int:
    return kinds.index(kind) if kind in kinds else len(kinds)


def _tunnel(run: Execution, clauses: Sequence[Replace]) -> Deciding[Clause]:
    """A Base that gets a Tunnel: an own one, then the friend's, at random (8.4.4)."""
    owner = _tiers(run, [clause.by[0].kind for clause in clauses], enemies_first=False)[0]
    own = [clause for clause in clauses if clause.by[0].kind.faction is owner]
    where = yield from run.d.pick_space(run.node, [spaces_by_id()[clause.space] for clause in own])
    return next(clause for clause in own if clause.space == where.id)


def _turn(run: Execution, asked: Asked, clauses: Sequence[Hide | Activate]) -> Deciding[Clause]:
    """Pieces that turn, as many as can be in one space after another; of enemies VC before NVA (8.1.2)."""
    best: dict[BoardSpace, Hide | Activate] = {}

    def rank(clause: Hide | Activate) -> tuple[int, int]:
        return number_named(clause.pieces), count_of_kind(clause.pieces, Kind.VG)

    for clause in clauses:
        where = spaces_by_id()[clause.space]
        best[where] = max(best.get(where, clause), clause, key=rank)
    most: Most = {where: {c.kind: c.number for c in clause.pieces} for where, clause in best.items()}
    where = yield from _pick(run, asked, most, lambda w: sum(most[w].values()), "8.4.4 pieces", 1)
    return best[where]


def _between_boxes(run: Execution, clauses: Sequence[Rebox]) -> Clause:
    """Pieces from box to box: Bases first to Available and of an enemy's; last where own ones go (8.1.2)."""
    friendly = clauses[0].pieces[0].kind.faction.is_coin is run.d.faction.is_coin
    best_first = clauses[0].to == "available" or not friendly
    order = BOX_ORDER if best_first else tuple(reversed(BOX_ORDER))
    order = order if friendly else (Kind.UB, Kind.AB, Kind.UI, Kind.AR, Kind.UT, Kind.AT, Kind.AP)

    def rank(clause: Rebox) -> tuple[int, list[int]]:
        numbers = [count_of_kind(clause.pieces, kind) for kind in order]
        return sum(numbers), numbers

    return max(clauses, key=rank)


def count_of_kind(pieces: Iterable[Count], kind: Kind) -> int:
    """How many pieces of a kind are named."""
    return sum([count.number for count in pieces if count.kind is kind])
