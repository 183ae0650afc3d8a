"""Move pieces from several spaces to several others, as each Faction of section 8 does.

A module declares a `Movement`: the kinds that move, the number that stays, the Control that must last, and
the paths. Then it names destinations with their needs, and measures that break ties. The solver says where
pieces come from, and whether dice are needed.

Equal destinations need no dice if all can be served together and their order does not matter (NP-Q50). The
order does not matter if none of them gives pieces itself, and one of these conditions holds:

- Each destination has its own origins.
- All share a single origin.
- Everything that may leave is wanted.
- All want the same number from the same origins.
- The origins are drawn by lot.

Equal origins need no dice if everything that may leave them is wanted, and no other destination waits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, combinations, groupby, islice, product
from operator import attrgetter, itemgetter
from typing import ClassVar, NamedTuple, TypeVar

from fitl_core.facts.factions import ControlName
from fitl_core.facts.game_map import BoardSpace, along, board
from fitl_core.facts.pieces import Count, Kind, number_named
from fitl_core.players.non_players.decider import Decider, SpaceLetter
from fitl_core.players.non_players.events.supplies import Supplies
from fitl_core.players.non_players.space_figures import control_with
from fitl_core.players.non_players.together import in_any_case, one_by_one
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Move
from fitl_core.state.state import Space

Force = tuple[Count, ...]
"""Pieces as a move names them."""
Kinds = tuple[Kind, ...]
"""Some of the kinds that move. None stands for all."""
Way = tuple[str, ...]
"""A path by the ids of its spaces, from the origin to the destination."""
Groups = Mapping[BoardSpace, Force]
"""The pieces that can come to a destination, by origin."""
Need = int | tuple[int, ...]
"""The number of pieces that a destination needs, or the numbers for several purposes."""
Share = dict[BoardSpace, int]
"""The number of pieces that go to each space. Other spaces get none."""
Wishes = Callable[[], Mapping[BoardSpace, int]]
"""Returns the destinations that pieces can come to now, with the number that each needs."""
Item = TypeVar("Item")
_first = itemgetter(0)

MOST_SETS = 200
"""The most sets of destinations for which it is tried whether they can be served together."""


def first_of(force: Iterable[Count], number: int) -> Force:
    """Return the first `number` pieces of a force."""
    taken: list[Count] = []
    for count in force:
        if number > 0:
            taken.append(Count(min(number, count.number), count.kind))
            number -= count.number
    return tuple(taken)


class _Leaves(NamedTuple):
    """The pieces that may leave a space in one state, `under` the conditions of its movement: their number,
    and the pieces by the kinds that were asked for.
    """

    here: Space
    under: object
    number: int
    forces: dict[Kinds, Force]


class Movement:
    """A movement in progress. Pieces that have come to a space go no further.

    A subclass declares the `kinds` that move, in the order in which they leave. `stay` is the number of
    pieces of the `counted` kinds that stay. `may_change` allows changes of Control.
    `ways` are the paths. The pieces that may leave a space are counted again
    when the space or its conditions (`under`) change.
    """

    kinds: ClassVar[tuple[Kind, ...]]
    counted: ClassVar[tuple[Kind, ...]]

    def __init__(self, d: Decider) -> None:
        self.d = d
        self.moved: bool = False
        self._came: dict[tuple[str, Kind], int] = {}
        self._leaves: dict[int, _Leaves] = {}

    # -- declared ---------------------------------------------------------------------------------

    def stay(self, where: BoardSpace) -> int:
        """Return how many pieces of the `counted` kinds stay in a space."""
        return 0

    def may_change(self, where: BoardSpace, was: ControlName, after: ControlName) -> bool:
        """Check whether the Control of a space may change so when pieces leave."""
        return True

    def under(self, where: BoardSpace) -> object:
        """Return the conditions under which pieces leave a space, without the state of the space itself."""
        return None

    def ways(self, where: BoardSpace) -> Mapping[BoardSpace, Way]:
        """Return the path into a space from each origin; straight from everywhere if nothing else
        is declared.
        """
        return {at: (at.id, where.id) for at in board().spaces if at is not where}

    def admitted(self, way: Way, force: Force) -> Force:
        """Return those of these pieces that the rules let go along a path."""
        return force

    def origins(self) -> Sequence[SpaceLetter]:
        """Return the measures by which the next origin is picked; by lot if nothing else is declared."""
        return ()

    def aim(self) -> str:
        """Return in words what the next destinations are for; "" if the node says it."""
        return ""

    # -- what may leave ---------------------------------------------------------------------------

    def came(self, where: BoardSpace, kind: Kind) -> int:
        """Return how many pieces of a kind have come to a space."""
        return self._came.get((where.id, kind), 0)

    def unmoved(self, where: BoardSpace, kind: Kind) -> int:
        """Return how many pieces of a kind in a space have not moved."""
        return max(0, self.d.number(where, (kind,)) - self.came(where, kind))

    def spare(self, where: BoardSpace) -> int:
        """Count how many pieces may leave a space."""
        if not self.d.number(where, self.kinds):
            return 0
        there = self._unmoved(where, self.kinds)
        most = min(number_named(there), self.d.number(where, self.counted) - self.stay(where))
        if most > 0 and not where.is_loc:
            was = control_with(self.d, where)
            while most > 0 and not self.may_change(
                where, was, control_with(self.d, where, (), first_of(there, most))
            ):
                most -= 1
        return max(0, most)

    def taking(self, where: BoardSpace, number: int, kinds: Kinds = ()) -> Force:
        """Return this many pieces of a space that have not moved, in the order of their kinds."""
        return first_of(self._unmoved(where, kinds or self.kinds), number)

    def _unmoved(self, where: BoardSpace, kinds: Sequence[Kind]) -> Force:
        return tuple([Count(number, kind) for kind in kinds if (number := self.unmoved(where, kind))])

    def number(self, where: BoardSpace) -> int:
        """Return how many pieces may leave a space."""
        return self._found(where).number

    def leaving(self, where: BoardSpace, kinds: Kinds = ()) -> Force:
        """Return all pieces that may leave a space, or those of some kinds."""
        found = self._found(where)
        if not found.number:
            return ()
        if kinds not in found.forces:
            found.forces[kinds] = self.taking(where, found.number, kinds)
        return found.forces[kinds]

    def _found(self, where: BoardSpace) -> _Leaves:
        here, under = self.d.now.spaces[where.index], self.under(where)
        found = self._leaves.get(where.index)
        if found is None or found.here is not here or found.under != under:
            found = self._leaves[where.index] = _Leaves(here, under, self.spare(where), {})
        return found

    def coming(
        self, where: BoardSpace, kinds: Kinds = (), but: Collection[BoardSpace] = ()
    ) -> dict[BoardSpace, Force]:
        """Return all pieces that can come to a space, or those of some kinds, by origin. The spaces `but`
        give none.
        """
        return {
            at: admitted
            for at, way in self.ways(where).items()
            if at not in but
            and (force := self.leaving(at, kinds))
            and (admitted := self.admitted(way, force))
        }

    def supply(self, where: BoardSpace, kinds: Kinds = (), but: Collection[BoardSpace] = ()) -> int:
        """Return how many pieces can come to a space in all."""
        return sum(map(number_named, self.coming(where, kinds, but).values()))

    # -- movement ---------------------------------------------------------------------------------

    def says(self, move: Move) -> Deciding[bool]:
        """Answer with a move; return whether the rules accept it. Only some movements may be refused."""
        yield from self.d.say(move)
        return True

    def go(self, way: Way, force: Force) -> Deciding[bool]:
        """Move pieces along a path, and note what came in; return whether the rules accept that.

        A move may change its pieces, as by Activation.
        """
        (end,) = along(way[-1:])
        before = {kind: self.d.number(end, (kind,)) for kind in self.kinds}
        move = Move(way, tuple(sorted(force, key=lambda count: count.kind.slot)))
        if not (yield from self.says(move)):
            return False
        self.moved = True
        for kind, number in before.items():
            came = self.d.number(end, (kind,)) - number
            self._came[end.id, kind] = self.came(end, kind) + came
        return True

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
        """Bring up to `wanted` pieces to a space, from one origin after another.

        `letters` stand for the measures of `origins`. `others` returns the needs of the destinations that
        wait. After these measures, origins come first that leave enough for the most of them. Origins keep
        what other spaces are `owed`. An origin from which the rules refuse the move is passed over.
        """
        refused = set(but)
        while wanted > 0:
            groups: Groups = self.coming(where, kinds, refused)
            if owed is not None:
                groups = self._sparing(groups, {where: wanted, **owed}, refused)
            if not groups:
                return
            ways = self.ways(where)
            moves = {at: Move(ways[at], first_of(force, wanted)) for at, force in groups.items()}
            spare = sum(map(number_named, groups.values())) > wanted
            waiting = dict(others()) if others is not None and spare and len(groups) > 1 else {}
            waiting.pop(where, None)
            left = ("others", partial(self._left, {where: wanted, **waiting}, moves))
            measures = [*(letters or self.origins()), *([left] if waiting else [])]
            together = one_by_one if waiting else partial(self.all_go, where, groups, wanted)
            origin = yield from self.d.called(
                "from",
                self.d.pick_space(
                    node, list(groups), *measures, together=together, clause_for=moves.__getitem__
                ),
            )
            if (yield from self.go(moves[origin].path, moves[origin].pieces)):
                wanted -= number_named(moves[origin].pieces)
            else:
                refused.add(origin)

    def all_go(self, where: BoardSpace, groups: Groups, wanted: int, tied: Sequence[BoardSpace]) -> bool:
        """Check whether a space wants all that may leave these equal origins."""
        return sum([number_named(groups[at]) for at in tied]) <= wanted

    def _left(
        self, needs: Mapping[BoardSpace, int], moves: Mapping[BoardSpace, Move], origin: BoardSpace
    ) -> int:
        """Return how many other destinations can still be served after a move to the first one.

        The first must still get the rest.
        """
        (first, wanted), *others = needs.items()
        force = moves[origin].pieces
        supplies = _after(supplies_of({at: self.coming(at) for at in needs}), origin, force)
        rest = {first.id: wanted - number_named(force)}
        return met_together(supplies, {at.id: need for at, need in others}, len(others), rest)

    def _sparing(self, groups: Groups, needs: Share, but: Collection[BoardSpace]) -> Groups:
        """Return how much of these groups may go to the first destination so that all needs are met."""
        supplies = supplies_of({at: self.coming(at, but=but) for at in needs})
        first, wanted = next(iter(needs.items()))
        found: dict[BoardSpace, Force] = {}
        for origin, force in sorted(groups.items(), key=lambda one: one[0].index):
            for number in range(min(wanted, number_named(force)), 0, -1):
                going, rest = first_of(force, number), {**needs, first: wanted - number}
                if _can_meet(_after(supplies, origin, going), rest):
                    found[origin] = going
                    break
        return found

    def can_share(self, due: Share) -> bool:
        """Check whether these spaces can all get their pieces. They give none themselves."""
        return _can_meet(supplies_of({at: self.coming(at, but=due) for at in due}), due)

    def share_out(self, node: str, due: Share) -> Deciding[None]:
        """Bring these spaces their pieces, so that all get them. They give none themselves."""
        owed = dict(due)
        for where in sorted(due, key=attrgetter("index")):
            wanted = owed.pop(where)
            yield from self.bring(node, where, wanted, but=due, owed=owed)

    def enter(self, where: BoardSpace, groups: Groups) -> Deciding[None]:
        """Move these groups into a space, as far as the rules still let them."""
        for origin, force in groups.items():
            way = self.ways(where)[origin]
            if admitted := self.admitted(way, force):
                yield from self.go(way, admitted)

    def serve(
        self,
        node: str,
        wishes: Wishes,
        *letters: SpaceLetter,
        for_others: bool = False,
    ) -> Deciding[None]:
        """Serve the wishes one after another. `wishes` returns the needs that can be met now.

        With `for_others`, origins are picked so that the most other wishes can be met. The trace has the
        `aim` whenever it changes.
        """
        told = ""
        while needs := wishes():
            coming = Coming(self.coming, needs)
            if (aim := self.aim()) != told:
                self.d.aim(node, aim)
                told = aim
            where = yield from self.pick(node, coming, *letters, needs=needs, by_lot=not for_others)
            yield from self.bring(node, where, needs[where], others=wishes if for_others else None)
            self.served(where)

    def served(self, where: BoardSpace) -> None:
        """Note that a destination has got all that it can."""

    def is_idle(
        self, needs: Mapping[BoardSpace, Need], coming: Mapping[BoardSpace, Groups], by_lot: bool
    ) -> bool:
        """Check whether equal destinations can be served in any order with the same result."""
        supplies = supplies_of({at: coming[at] for at in needs})
        return order_is_idle({at.id: need for at, need in needs.items()}, supplies, by_lot)

    def pick(
        self,
        node: str,
        coming: Mapping[BoardSpace, Groups],
        *letters: SpaceLetter,
        needs: Mapping[BoardSpace, Need] | None = None,
        most: int | None = None,
        by_lot: bool = False,
    ) -> Deciding[BoardSpace]:
        """Pick the destination that is served next. Each wants its needs, or else everything that can come.

        At most `most` destinations can still be served. `by_lot` says that origins are drawn by lot.
        """

        def together(tied: Sequence[BoardSpace]) -> bool:
            due = {at: needs[at] if needs else sum(map(number_named, coming[at].values())) for at in tied}
            return (most is None or len(tied) <= most) and self.is_idle(due, coming, by_lot)

        def first_move(where: BoardSpace) -> Move:
            origin, force = next(iter(coming[where].items()))
            return Move(self.ways(where)[origin], first_of(force, size(needs[where])) if needs else force)

        return (
            yield from self.d.pick_space(
                node, list(coming), *letters, together=together, clause_for=first_move
            )
        )


class Coming(Mapping[BoardSpace, Groups]):
    """The pieces that can come to some destinations, found when they are asked for."""

    def __init__(self, find: Callable[[BoardSpace], Groups], needs: Collection[BoardSpace]) -> None:
        self._find = find
        self._needs = needs

    def __getitem__(self, where: BoardSpace) -> Groups:
        return self._find(where)

    def __iter__(self) -> Iterator[BoardSpace]:
        return iter(self._needs)

    def __len__(self) -> int:
        return len(self._needs)


# -- does the order matter? -----------------------------------------------------------------------


def size(need: Need) -> int:
    """Return how many pieces a need has in all."""
    return need if isinstance(need, int) else sum(need)


def supplies_of(coming: Mapping[BoardSpace, Groups]) -> Supplies:
    """Return the supplies for some destinations. `coming` has the pieces that can come to each."""
    stock: dict[str, dict[Kind, int]] = {}
    reach: dict[str, list[str]] = {}
    for where, groups in coming.items():
        for origin, force in groups.items():
            reach.setdefault(origin.id, []).append(where.id)
            here = stock.setdefault(origin.id, {})
            for count in force:
                here[count.kind] = max(here.get(count.kind, 0), count.number)
    kinds = list(dict.fromkeys([kind for here in stock.values() for kind in here]))
    return Supplies(stock, {at: sum(here.values()) for at, here in stock.items()}, reach, kinds)


def _after(supplies: Supplies, origin: BoardSpace, gone: Force) -> Supplies:
    """Return the supplies after these pieces have left an origin."""
    for count in gone:
        supplies = supplies.without(origin.id, count.kind, count.number)
    return supplies


def _can_meet(supplies: Supplies, due: Share) -> bool:
    return supplies.used({at.id: number for at, number in due.items()}) is not None


def order_is_idle(needs: Mapping[str, Need], supplies: Supplies, by_lot: bool = False) -> bool:
    """Check whether some destinations (ids) can be served in any order with the same result.

    The docstring of the module states the conditions. `by_lot` says that origins are drawn by lot.
    """
    due = {end: size(need) for end, need in needs.items()}
    stock, wanted = supplies.stock, sum(due.values())
    if any(any(stock.get(end, {}).values()) for end in needs):
        return False
    origins = {end: {at for at, ends in supplies.reach.items() if end in ends} for end in needs}
    everywhere = {at for ats in origins.values() for at in ats}
    apart = sum(map(len, origins.values())) == len(everywhere)
    kinds = [sum([here.get(kind, 0) for here in stock.values()]) for kind in supplies.kinds]
    alike = all(ats == everywhere for ats in origins.values()) and len(set(needs.values())) == 1
    enough = all(number >= wanted for number in kinds if number)
    one_kind = len([number for number in kinds if number]) == 1
    all_wanted = one_kind and sum(supplies.limits.values()) == wanted
    idle = by_lot or apart or all_wanted or (enough and (alike or len(everywhere) == 1))
    return idle and supplies.used(due) is not None


def met_together(
    supplies: Supplies, needs: Mapping[str, int], most: int, first: Mapping[str, int] | None = None
) -> int:
    """Return how many of these needs, up to `most`, can be met together, and with the `first` ones.

    Large sets are tried first, up to `MOST_SETS`.
    """
    sizes = range(min(most, len(needs)), 0, -1)
    sets = (group for size in sizes for group in combinations(needs, size))
    for one in islice(sets, MOST_SETS):
        due = {**(first or {}), **{end: needs[end] for end in one}}
        if supplies.used(due) is not None:
            return len(one)
    return 0


# -- destinations that are best served together ---------------------------------------------------


def best_of(
    candidates: Iterable[Item],
    figures: Callable[[Item], tuple[int, ...] | None],
    fits: Callable[[Item], bool] = lambda _: True,
) -> list[Item]:
    """Return the candidates with the highest figures of those that fit.

    None stands for a candidate that is impossible. `fits` is asked for the highest figures first.
    """
    ranked = [(figure, one) for one in candidates if (figure := figures(one)) is not None]
    ranked.sort(key=_first, reverse=True)
    groups = ([one for _, one in equal if fits(one)] for _, equal in groupby(ranked, _first))
    return next(filter(None, groups), [])


def best_sets(
    items: Sequence[Item],
    sizes: Iterable[int],
    figures: Callable[[tuple[Item, ...]], tuple[int, ...] | None],
    fits: Callable[[tuple[Item, ...]], bool] = lambda _: True,
) -> list[tuple[Item, ...]]:
    """Return the sets of these sizes with the highest figures, as `best_of`."""
    return best_of(chain.from_iterable(combinations(items, size) for size in sizes), figures, fits)


def shares_of(options: Mapping[BoardSpace, Iterable[int]], most: int) -> Iterator[Share]:
    """Yield all ways to give at most `most` spaces one of their numbers of pieces each."""
    for size in range(1, min(most, len(options)) + 1):
        for spaces in combinations(options, size):
            for numbers in product(*[options[at] for at in spaces]):
                yield dict(zip(spaces, numbers, strict=True))


def pick_share(
    d: Decider, node: str, shares: Sequence[Share], *letters: SpaceLetter, most: bool = False
) -> Deciding[Share]:
    """Return one of several equal shares. One space after another is picked by the letters, then drawn.

    Each gets the fewest pieces that a share gives it. With `most` it gets the most, and spaces to which all
    shares give the same are not drawn. If all can have that together, no dice are needed.
    """
    if len(shares) == 1:
        if shares[0]:
            d.note_pick(node, ", ".join([at.name for at in shares[0]]), "the only one")
        return shares[0]
    limit = max if most else min
    picked = _agreed(shares) if most else {}
    while picked not in shares:
        spaces = {at for share in shares for at in share if at not in picked}
        found = {
            at: limit([share[at] for share in shares if at in share])
            for at in sorted(spaces, key=attrgetter("index"))
        }
        together = in_any_case if {**picked, **found} in shares else one_by_one
        where = yield from d.pick_space(node, list(found), *letters, together=together)
        shares = [share for share in shares if share.get(where) == found[where]]
        picked = {**picked, where: found[where], **(_agreed(shares) if most else {})}
    return picked


def _agreed(shares: Sequence[Share]) -> Share:
    """Return the spaces to which all shares give the same number of pieces, with that number."""
    return {at: number for at, number in shares[0].items() if all(one.get(at) == number for one in shares)}


def pick_set(d: Decider, node: str, sets: Sequence[Iterable[BoardSpace]]) -> Deciding[list[BoardSpace]]:
    """Return one of several equal sets of spaces. If there are several, one space after another is drawn."""
    return list((yield from pick_share(d, node, [dict.fromkeys(one, 1) for one in sets])))
