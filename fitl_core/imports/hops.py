"""Ways of moves for which a log gives only the source and the destination."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.pieces import Count, Kind
from fitl_core.imports.scala_items import Heading, Item, Pieces
from fitl_core.record.clauses import Move

MARCH = "march"
_MOST_WAYS = 6
"""The most ways between two spaces that are tried, the shortest first."""
_Way = tuple[str, ...]


def ways(source: str, to: str) -> tuple[_Way, ...]:
    """Return the shortest ways between two spaces: any, by Cities and LoCs, and the direct step."""
    roads = [space.id for space in spaces_by_id().values() if space.is_loc or space.is_city]
    paths = [*_shortest(source, to, spaces_by_id()), *_shortest(source, to, roads), (source, to)]
    return tuple(dict.fromkeys(paths))


def _shortest(source: str, to: str, through: Iterable[str]) -> list[_Way]:
    """Return the shortest ways through the given spaces, at most six."""
    unreached = {*through, to} - {source}
    paths: list[_Way] = [(source,)]
    while paths:
        arrived = [path for path in paths if path[-1] == to]
        if arrived:
            return arrived[:_MOST_WAYS]
        beside = [(path, spaces_by_id()[path[-1]].adjacent) for path in paths]
        paths = [(*path, space) for path, spaces in beside for space in spaces if space in unreached]
        unreached -= {path[-1] for path in paths}
    return []


def is_hop(item: Item) -> bool:
    """Check whether a line moves pieces from one space to another."""
    return isinstance(item, Pieces) and item.source in spaces_by_id() and item.to in spaces_by_id()


def ends_told(items: Sequence[Item]) -> frozenset[tuple[str, str]]:
    """Return the sources and destinations of moves in the lines."""
    return frozenset([(item.source, item.to) for item in items if isinstance(item, Pieces) and is_hop(item)])


def chained(items: Sequence[Item]) -> dict[int, list[Move]]:
    """Return Marches of more than one hop, by the place of the line with their last hop.

    The log describes a March hop by hop. Pieces that enter and leave a space are assumed to be the same.
    """
    marches: list[tuple[_Way, Kind, int, int]] = []
    for i, item in _marched(items):
        for count in item.pieces:
            unmatched = count.number
            for j in reversed(range(len(marches))):
                way, kind, number, at = marches[j]
                if unmatched and way[-1] == item.source and kind is count.kind and item.to not in way:
                    on = min(unmatched, number)
                    marches[j] = (way, kind, number - on, at)
                    marches.append(((*way, item.to), kind, on, i))
                    unmatched -= on
            marches.append(((item.source, item.to), count.kind, unmatched, i))
    by_march: dict[tuple[int, _Way], list[Count]] = {}
    for way, kind, number, at in marches:
        if number and len(way) > 2:
            by_march.setdefault((at, way), []).append(Count(number, kind))
    by_place: dict[int, list[Move]] = {}
    for (at, way), counts in by_march.items():
        by_place.setdefault(at, []).append(Move(way, tuple(counts)))
    return by_place


def passed_through(items: Sequence[Item]) -> int:
    """Return how many pieces came into spaces and left them again, with no trace in a March of several hops.

    Each piece counts when it enters and when it leaves.
    """
    came: Counter[tuple[Kind, str]] = Counter()
    passed = 0
    for _, item in _marched(items):
        for count in item.pieces:
            again = min(count.number, came[count.kind, item.source])
            passed += 2 * again
            came[count.kind, item.source] -= again
            came[count.kind, item.to] += count.number
    return passed


def _marched(items: Sequence[Item]) -> Iterator[tuple[int, Pieces]]:
    """Yield the lines of moves under a heading of a March."""
    verb = ""
    for i, item in enumerate(items):
        if isinstance(item, Heading):
            verb = item.verb or item.of or verb
        elif isinstance(item, Pieces) and verb == MARCH and is_hop(item):
            yield i, item
