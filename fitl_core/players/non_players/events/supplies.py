"""Decide whether pieces can be brought to several spaces at once, and of which kinds. The answer is exact."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, combinations

from fitl_core.facts.pieces import Kind

Origin = str
End = str
"""Spaces by their ids."""


class Supplies:
    """The pieces that may leave each space, and where they can go.

    `stock` is the number of pieces of each kind in an origin, `limits` the most that it may give in all.
    `reach` is where they can go. `kinds` is the order in which kinds are used.
    """

    def __init__(
        self,
        stock: Mapping[Origin, Mapping[Kind, int]],
        limits: Mapping[Origin, int],
        reach: Mapping[Origin, Collection[End]],
        kinds: Sequence[Kind],
    ) -> None:
        self.stock: dict[Origin, dict[Kind, int]] = {at: dict(here) for at, here in stock.items()}
        self.limits: dict[Origin, int] = dict(limits)
        self.reach: Mapping[Origin, Collection[End]] = reach
        self.kinds: Sequence[Kind] = kinds

    def used(self, needs: Mapping[End, int]) -> tuple[int, ...] | None:
        """Return how many pieces of each kind bring every space its needs, or None if that is impossible.

        As many pieces as possible are of the first kind, then of the next, and so on. Pieces that reach the
        same spaces can replace each other, so one kind after another is used up.
        """
        flow: dict[tuple[Origin, End], int] = {}
        room = dict.fromkeys(self.stock, 0)
        limits_left = dict(self.limits)
        numbers: list[int] = []
        for kind in self.kinds:
            for origin, here in self.stock.items():
                more = min(here.get(kind, 0), limits_left[origin])
                room[origin] += more
                limits_left[origin] -= more
            before = sum(flow.values())
            while self._one_more(needs, room, flow):
                pass
            numbers.append(sum(flow.values()) - before)
        return tuple(numbers) if sum(numbers) == sum(needs.values()) else None

    def _one_more(
        self, needs: Mapping[End, int], room: Mapping[Origin, int], flow: dict[tuple[Origin, End], int]
    ) -> bool:
        """Check whether one more piece can come, if need be by sending others elsewhere (an
        augmenting path).
        """
        came: dict[End, int] = dict.fromkeys(needs, 0)
        went: dict[Origin, int] = dict.fromkeys(room, 0)
        for (origin, end), number in flow.items():
            came[end] += number
            went[origin] += number
        edge = [origin for origin in room if went[origin] < room[origin]]
        way: dict[Origin, tuple[Origin, End] | None] = dict.fromkeys(edge)
        seen: set[End] = set()
        while edge:
            origin = edge.pop()
            for end in self.reach.get(origin, ()):
                if end not in needs or end in seen:
                    continue
                seen.add(end)
                if came[end] < needs[end]:
                    _send(flow, way, origin, end)
                    return True
                for other in room:
                    if flow.get((other, end), 0) and other not in way:
                        way[other] = (origin, end)
                        edge.append(other)
        return False

    def without(self, origin: Origin, kind: Kind, number: int) -> Supplies:
        """Return the supplies after pieces of a kind have left an origin."""
        stock = {at: dict(here) for at, here in self.stock.items()}
        stock[origin][kind] -= number
        limits = {**self.limits, origin: self.limits[origin] - number}
        return Supplies(stock, limits, self.reach, self.kinds)

    def first(self, needs: Mapping[End, int], end: End) -> tuple[Kind, list[Origin]] | None:
        """Return the kind of the next piece for a space, and its possible origins.

        All further needs can still be met as well as before. Return None if nothing more is needed.
        """
        best = self.used(needs)
        if best is None or not needs.get(end):
            return None
        for kind in self.kinds:
            origins = [at for at in self.stock if self.gives(needs, end, at, kind, 1)]
            if origins:
                return kind, origins
        return None

    def gives(self, needs: Mapping[End, int], end: End, origin: Origin, kind: Kind, number: int) -> bool:
        """Check whether `number` pieces may go from one space to another without harm to the other needs."""
        enough = min(self.stock[origin].get(kind, 0), self.limits[origin], needs[end]) >= number
        if not enough or end not in self.reach.get(origin, ()):
            return False
        best = self.used(needs)
        after = self.without(origin, kind, number).used({**needs, end: needs[end] - number})
        if best is None or after is None:
            return False
        at = self.kinds.index(kind)
        return tuple([n + number * (i == at) for i, n in enumerate(after)]) == best


def _send(
    flow: dict[tuple[Origin, End], int],
    way: Mapping[Origin, tuple[Origin, End] | None],
    origin: Origin,
    end: End,
) -> None:
    """Send one piece along the path that was found, from its end back to its beginning."""
    step: tuple[Origin, End] | None = (origin, end)
    while step is not None:
        sender, _ = step
        flow[step] = flow.get(step, 0) + 1
        step = way[sender]
        if step is not None:
            flow[(sender, step[1])] -= 1


def sets_of(spaces: Sequence[End], most: int) -> Iterable[tuple[End, ...]]:
    """Return all sets with at most `most` of these spaces, including the empty set."""
    return chain.from_iterable(combinations(spaces, number) for number in range(min(most, len(spaces)) + 1))
