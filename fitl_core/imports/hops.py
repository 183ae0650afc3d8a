"""Moves of a log, which tells from where to where: the ways that pieces may have gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.pieces import Count, Kind
from fitl_core.imports.scala_items import Heading, Item, Pieces
from fitl_core.record.clauses import Move

MARCH = "march"
_MOST_WAYS = 6
"""So many ways between two spaces are tried, the shortest first."""
_Way = tuple[str, ...]


def ways(source: str, to: str) -> tuple[_Way, ...]:
    """The shortest ways from a space to another: any, by Cities and LoCs, and the two spaces alone."""
    roads = [space.id for space in spaces_by_id().values() if space.is_loc or space.is_city]
    found = [*_shortest(source, to, spaces_by_id()), *_shortest(source, to, roads), (source, to)]
    return tuple(dict.fromkeys(found))


def _shortest(source: str, to: str, through: Iterable[str]) -> list[_Way]:
    """The shortest ways that go through such spaces, at most six."""
    left = {*through, to} - {source}
    paths: list[_Way] = [(source,)]
    while paths:
        found = [path for path in paths if path[-1] == to]
        if found:
            return found[:_MOST_WAYS]
        beside = [(path, spaces_by_id()[path[-1]].adjacent) for path in paths]
        paths = [(*path, space) for path, spaces in beside for space in spaces if space in left]
        left -= {path[-1] for path in paths}
    return []


def is_hop(item: Item) -> bool:
    """Whether a line tells of pieces that went from a space to another."""
    return isinstance(item, Pieces) and item.source in spaces_by_id() and item.to in spaces_by_id()


def ends_told(items: Sequence[Item]) -> frozenset[tuple[str, str]]:
    """From where to where lines tell of moves."""
    return frozenset([(item.source, item.to) for item in items if isinstance(item, Pieces) and is_hop(item)])


def chained(items: Sequence[Item]) -> dict[int, list[Move]]:
    """Marches of more than one hop, by the place of the line with their last one.

    A March is told hop by hop: what comes into a space and leaves it again is taken for the same pieces.
    """
    gone: list[tuple[_Way, Kind, int, int]] = []
    for i, item in _marched(items):
        for count in item.pieces:
            left = count.number
            for j in reversed(range(len(gone))):
                way, kind, number, at = gone[j]
                if left and way[-1] == item.source and kind is count.kind and item.to not in way:
                    on = min(left, number)
                    gone[j] = (way, kind, number - on, at)
                    gone.append(((*way, item.to), kind, on, i))
                    left -= on
            gone.append(((item.source, item.to), count.kind, left, i))
    whole: dict[tuple[int, _Way], list[Count]] = {}
    for way, kind, number, at in gone:
        if number and len(way) > 2:
            whole.setdefault((at, way), []).append(Count(number, kind))
    found: dict[int, list[Move]] = {}
    for (at, way), counts in whole.items():
        found.setdefault(at, []).append(Move(way, tuple(counts)))
    return found


def passed_through(items: Sequence[Item]) -> int:
    """How many pieces came into spaces and left them again: of these a March of several hops has no trace.

    Each is counted as it comes and as it goes.
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
    """The lines of moves that stand under a heading of a March."""
    verb = ""
    for i, item in enumerate(items):
        if isinstance(item, Heading):
            verb = item.verb or item.of or verb
        elif isinstance(item, Pieces) and verb == MARCH and is_hop(item):
            yield i, item
