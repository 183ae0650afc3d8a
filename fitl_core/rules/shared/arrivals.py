"""Which pieces have moved in an action, so that none moves twice.

Sweep, Patrol and March (3.2.2, 3.2.3, 3.3.2), the Special Activities behind them, and Redeploy (6.4).

Pieces of a kind in one space are equal, and nobody need say which of them a Special Activity lifts, exposes
or replaces: some that have moved, or others (3.1, 4.1). So `Arrivals` keeps every way in which that may have
been, and what comes later leaves those in which it is possible. An action is legal as long as there is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from fitl_core.facts.board import BoardSpace, spaces_by_id
from fitl_core.facts.pieces import Count, Kind
from fitl_core.record.board_effects import Activated, Hidden, Moved, Placed, Removed, Replaced
from fitl_core.record.effects import Effect
from fitl_core.rules.context import Context
from fitl_core.state.draft import Draft
from fitl_core.state.state import Space

Place = tuple[str, Kind]
"""A space, as id, and the pieces of one kind there."""
Way = dict[Place, int]
"""How many of the pieces in each place have moved."""


class Arrivals(msgspec.Struct):
    """How many pieces of each kind have moved into each space, and are there still.

    `otherwise` are further ways in which it may have been, once a Special Activity has left it open. What
    has happened `later`, with the spaces as they were before it, is followed when somebody asks (`arrivals`).
    """

    moved: Way = {}
    otherwise: list[Way] = []
    later: list[tuple[list[Effect], tuple[Space, ...]]] = []

    def ways(self) -> list[Way]:
        """Every way in which it may have been."""
        return [self.moved, *self.otherwise]

    def number(self, where: BoardSpace, kind: Kind) -> int:
        """How many pieces of a kind have moved into a space, at the most."""
        return max([way.get((where.id, kind), 0) for way in self.ways()])

    def least(self, where: BoardSpace, kind: Kind) -> int:
        """How many pieces of a kind have moved into a space, at the least."""
        return min([way.get((where.id, kind), 0) for way in self.ways()])

    def arrive(self, where: BoardSpace, pieces: tuple[Count, ...]) -> None:
        """Remember that these pieces have moved into a space."""
        for way in self.ways() if self.otherwise else (self.moved,):
            for count in pieces:
                place = (where.id, count.kind)
                way[place] = way.get(place, 0) + count.number

    def leave(
        self, draft: Draft, where: BoardSpace, pieces: tuple[Count, ...], goes_on: bool = False
    ) -> None:
        """Remember that these pieces are about to move out of a space.

        None of them has moved before, unless they are pieces of which one that has `goes_on` (3.3.2). Of
        those as many stay as may: an Ambush is the only thing that asks for them.
        """
        if goes_on:
            for way in self.ways():
                for count in pieces:
                    place, stay = (where.id, count.kind), draft.of_kind(where, count.kind) - count.number
                    way[place] = min(way.get(place, 0), stay)
        elif self.otherwise:
            self._let_go(draft, where, pieces)

    def _let_go(self, draft: Draft, where: BoardSpace, pieces: tuple[Count, ...]) -> None:
        self._keep([way for way in self.ways() if _lets_go(way, draft, where, pieces)])

    def activate(self, where: BoardSpace, kind: Kind, number: int) -> None:
        """Remember that, of the pieces that have moved into a space, so many are now Active."""
        self.lose(where, kind, number)
        self.arrive(where, (Count(number, kind.active),))

    def lose(self, where: BoardSpace, kind: Kind, number: int) -> None:
        """Remember that so many of the pieces that have moved into a space are gone from there."""
        place = (where.id, kind)
        if self.otherwise:
            self._keep([way for way in self.ways() if way.get(place, 0) >= number])
        for way in self.ways():
            way[place] = way.get(place, 0) - number

    def follow(self, effects: Iterable[Effect], spaces: Sequence[Space]) -> None:
        """Learn what has happened meanwhile, from `spaces` as they were before it, by index.

        What is turned over or moved stays the piece that it was; what comes in its place is another.
        """
        ways = self.ways()
        goings = [going for effect in effects if type(effect) in _OF_PIECES for going in _goings(effect)]
        if not any(_some_moved(ways, place) for place, _, _ in goings):
            return
        there: Way = {}
        for place, number, to in goings:
            if place is not None:
                have = there.get(place, _number(spaces, place))
                there[place] = have - number
                if _some_moved(ways, place):
                    ways = _each_once(_split(way, place, number, have, to) for way in ways)
            if to is not None:
                there[to] = there.get(to, _number(spaces, to)) + number
        self._keep(ways)

    def _keep(self, ways: Sequence[Way]) -> None:
        self.moved, *self.otherwise = ways


def arrivals(ctx: Context) -> Arrivals:
    """The arrivals of an action, to be asked at once."""
    arrived = ctx.progress.record(Arrivals)
    while arrived.later:
        arrived.follow(*arrived.later.pop(0))
    return arrived


def unmoved(ctx: Context, where: BoardSpace, kind: Kind) -> int:
    """How many pieces of a kind in a space have not moved there in this action, at the most."""
    arrived = arrivals(ctx)
    moved = arrived.moved.get((where.id, kind), 0) if not arrived.otherwise else arrived.least(where, kind)
    return max(0, ctx.draft.of_kind(where, kind) - moved)


def short_of_unmoved(ctx: Context, where: BoardSpace, pieces: Iterable[Count]) -> tuple[Count, int] | None:
    """Which of some pieces are more than have not moved, and how many have not; None if none are.

    All of them together must be there in one and the same way.
    """
    arrived, draft = arrivals(ctx), ctx.draft
    if not arrived.otherwise:
        for count in pieces:
            kind = count.kind
            have = draft.of_kind(where, kind) - arrived.moved.get((where.id, kind), 0)
            if have < count.number:
                return count, max(0, have)
        return None
    return _short_of_all(arrived.ways(), draft, where, pieces)


def _short_of_all(
    ways: list[Way], draft: Draft, where: BoardSpace, pieces: Iterable[Count]
) -> tuple[Count, int] | None:
    """As `short_of_unmoved`, where there are several ways."""
    for count in pieces:
        place, there = (where.id, count.kind), draft.of_kind(where, count.kind)
        have = max([there - way.get(place, 0) for way in ways])
        if have < count.number:
            return count, max(0, have)
        ways = [way for way in ways if there - way.get(place, 0) >= count.number]
    return None


def _lets_go(way: Way, draft: Draft, where: BoardSpace, pieces: tuple[Count, ...]) -> bool:
    return all(
        draft.of_kind(where, count.kind) - way.get((where.id, count.kind), 0) >= count.number
        for count in pieces
    )


def _number(spaces: Sequence[Space], place: Place) -> int:
    where, kind = place
    return spaces[spaces_by_id()[where].index].pieces[kind.slot]


_OF_PIECES = (Activated, Hidden, Moved, Removed, Replaced, Placed)
"""The effects by which pieces on the map become others, or go elsewhere."""


def _some_moved(ways: Iterable[Way], place: Place | None) -> bool:
    """Whether pieces in a place have moved there, in any way."""
    return place is not None and any(way.get(place) for way in ways)


def _goings(effect: Effect) -> Iterator[tuple[Place | None, int, Place | None]]:
    """What an effect does with pieces: from which place (or from off the map) how many go to which."""
    match effect:
        case Activated(space=space, pieces=pieces):
            for count in pieces:
                yield (space, count.kind), count.number, (space, count.kind.active)
        case Hidden(space=space, pieces=pieces):
            for count in pieces:
                yield (space, count.kind.active), count.number, (space, count.kind)
        case Moved(path=path, pieces=pieces):
            for count in pieces:
                yield (path[0], count.kind), count.number, (path[-1], count.kind)
        case Removed(space=space, pieces=pieces):
            for count in pieces:
                yield (space, count.kind), count.number, None
        case Replaced(space=space, pieces=pieces, by=by):
            for count in pieces:
                yield (space, count.kind), count.number, None
            for count in by:
                yield None, count.number, (space, count.kind)
        case Placed(space=space, pieces=pieces, source=source):
            on_map = source in spaces_by_id()
            for count in pieces:
                yield (source, count.kind) if on_map else None, count.number, (space, count.kind.off_map)


def _split(way: Way, place: Place, number: int, have: int, to: Place | None) -> Iterator[Way]:
    """The ways in which so many of the pieces in a place, which are `have`, may go: moved before or not."""
    moved = min(have, way.get(place, 0))
    for going in range(max(0, number - (have - moved)), min(number, moved) + 1):
        after = {**way, place: moved - going}
        if to is not None:
            after[to] = after.get(to, 0) + going
        yield after


def _each_once(groups: Iterable[Iterator[Way]]) -> list[Way]:
    """All the ways, equal ones once."""
    return list(
        {
            frozenset([(place, number) for place, number in way.items() if number]): way
            for ways in groups
            for way in ways
        }.values()
    )
