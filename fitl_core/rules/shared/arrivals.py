"""The pieces that have moved in an action, so that none moves twice.

This serves Sweep, Patrol and March (3.2.2, 3.2.3, 3.3.2), the Special Activities after them, and Redeploy
(6.4). Pieces of a kind in one space are equal. A player need not say which of them a Special Activity
lifts, exposes or replaces: pieces that have moved, or others (3.1, 4.1). So `Arrivals` keeps every possible
way, and each later step keeps the ways in which it is possible. An action is legal as long as one way
remains.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from fitl_core.facts.game_map import BoardSpace, spaces_by_id
from fitl_core.facts.pieces import Count, Kind
from fitl_core.record.board_effects import Activated, Hidden, Moved, Placed, Removed, Replaced
from fitl_core.record.effects import Effect
from fitl_core.rules.context import Context
from fitl_core.state.draft import Draft
from fitl_core.state.state import Space

Place = tuple[str, Kind]
"""A space, as id, and a kind of pieces in it."""
Way = dict[Place, int]
"""The number of pieces in each place that have moved."""


class Arrivals(msgspec.Struct):
    """The number of pieces of each kind that have moved into each space and are still there.

    `moved` is the first possible way. `otherwise` are further ways, if a Special Activity left it open.
    `later` are effects not yet followed, each with the spaces before them; `arrivals` follows them.
    """

    moved: Way = {}
    otherwise: list[Way] = []
    later: list[tuple[list[Effect], tuple[Space, ...]]] = []

    def ways(self) -> list[Way]:
        """Return every possible way."""
        return [self.moved, *self.otherwise]

    def number(self, where: BoardSpace, kind: Kind) -> int:
        """Return the largest possible number of pieces of a kind that have moved into a space."""
        return max([way.get((where.id, kind), 0) for way in self.ways()])

    def least(self, where: BoardSpace, kind: Kind) -> int:
        """Return the smallest possible number of pieces of a kind that have moved into a space."""
        return min([way.get((where.id, kind), 0) for way in self.ways()])

    def arrive(self, where: BoardSpace, pieces: tuple[Count, ...]) -> None:
        """Record that these pieces have moved into a space."""
        for way in self.ways() if self.otherwise else (self.moved,):
            for count in pieces:
                place = (where.id, count.kind)
                way[place] = way.get(place, 0) + count.number

    def leave(
        self, draft: Draft, where: BoardSpace, pieces: tuple[Count, ...], goes_on: bool = False
    ) -> None:
        """Record that these pieces are about to move out of a space.

        None of them has moved before, unless pieces there may move on (`goes_on`, 3.3.2). In that case as
        many moved pieces stay as possible, since only an Ambush asks for them.
        """
        if goes_on:
            for way in self.ways():
                for count in pieces:
                    place, stay = (where.id, count.kind), draft.of_kind(where, count.kind) - count.number
                    way[place] = min(way.get(place, 0), stay)
        elif self.otherwise:
            self._keep_ways_that_allow(draft, where, pieces)

    def _keep_ways_that_allow(self, draft: Draft, where: BoardSpace, pieces: tuple[Count, ...]) -> None:
        self._keep([way for way in self.ways() if _allows_leaving(way, draft, where, pieces)])

    def activate(self, where: BoardSpace, kind: Kind, number: int) -> None:
        """Record that `number` of the pieces that have moved into a space are now Active."""
        self.lose(where, kind, number)
        self.arrive(where, (Count(number, kind.active),))

    def lose(self, where: BoardSpace, kind: Kind, number: int) -> None:
        """Record that `number` of the pieces that have moved into a space are gone from there."""
        place = (where.id, kind)
        if self.otherwise:
            self._keep([way for way in self.ways() if way.get(place, 0) >= number])
        for way in self.ways():
            way[place] = way.get(place, 0) - number

    def follow(self, effects: Iterable[Effect], spaces: Sequence[Space]) -> None:
        """Apply effects to the ways; `spaces` are the spaces before the effects, by index.

        A piece that is flipped or moved stays the same piece; a piece that replaces it is another one.
        """
        ways = self.ways()
        changes = [
            going for effect in effects if type(effect) in _OF_PIECES for going in _piece_changes(effect)
        ]
        if not any(_some_moved(ways, place) for place, _, _ in changes):
            return
        numbers: Way = {}
        for place, number, to in changes:
            if place is not None:
                have = numbers.get(place, _number(spaces, place))
                numbers[place] = have - number
                if _some_moved(ways, place):
                    ways = _distinct(_split(way, place, number, have, to) for way in ways)
            if to is not None:
                numbers[to] = numbers.get(to, _number(spaces, to)) + number
        self._keep(ways)

    def _keep(self, ways: Sequence[Way]) -> None:
        self.moved, *self.otherwise = ways


def arrivals(ctx: Context) -> Arrivals:
    """Return the arrivals of an action, with all later effects followed."""
    arrived = ctx.progress.record(Arrivals)
    while arrived.later:
        arrived.follow(*arrived.later.pop(0))
    return arrived


def unmoved(ctx: Context, where: BoardSpace, kind: Kind) -> int:
    """Return the largest possible number of pieces of a kind in a space that have not moved in the action."""
    arrived = arrivals(ctx)
    moved = arrived.moved.get((where.id, kind), 0) if not arrived.otherwise else arrived.least(where, kind)
    return max(0, ctx.draft.of_kind(where, kind) - moved)


def short_of_unmoved(ctx: Context, where: BoardSpace, pieces: Iterable[Count]) -> tuple[Count, int] | None:
    """Return the first count that exceeds the unmoved pieces, and how many are unmoved; None if all suffice.

    All of them together must be unmoved in one and the same way.
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
    """Return the same as `short_of_unmoved`, if there are several ways."""
    for count in pieces:
        place, total = (where.id, count.kind), draft.of_kind(where, count.kind)
        have = max([total - way.get(place, 0) for way in ways])
        if have < count.number:
            return count, max(0, have)
        ways = [way for way in ways if total - way.get(place, 0) >= count.number]
    return None


def _allows_leaving(way: Way, draft: Draft, where: BoardSpace, pieces: tuple[Count, ...]) -> bool:
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
    """Check whether pieces in a place have moved there, in any way."""
    return place is not None and any(way.get(place) for way in ways)


def _piece_changes(effect: Effect) -> Iterator[tuple[Place | None, int, Place | None]]:
    """Yield the changes of an effect: the place of origin (None: off the map), the number, the new place."""
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
    """Yield the ways in which `number` of the `have` pieces in a place may go: moved before or not."""
    moved = min(have, way.get(place, 0))
    for going in range(max(0, number - (have - moved)), min(number, moved) + 1):
        after = {**way, place: moved - going}
        if to is not None:
            after[to] = after.get(to, 0) + going
        yield after


def _distinct(groups: Iterable[Iterator[Way]]) -> list[Way]:
    """Return all the ways, equal ones once."""
    return list(
        {
            frozenset([(place, number) for place, number in way.items() if number]): way
            for ways in groups
            for way in ways
        }.values()
    )
