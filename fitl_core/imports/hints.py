"""Hints from a log about a move: its likely clauses, and the number of pieces still to move.

Read `move_search` next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from fitl_core.facts.card_list import Side
from fitl_core.facts.game_map import board, spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.facts.move_words import ACTIVITIES, OPERATIONS
from fitl_core.facts.pieces import KINDS, TUNNELED_BY_BASE, Count, Kind
from fitl_core.imports.hops import chained, ends_told, passed_through, ways
from fitl_core.imports.scala_items import (
    EventHeading,
    Flipped,
    Heading,
    Item,
    LevelSet,
    Marker,
    Pieces,
    ScalaDie,
    TrackSet,
    Tunnel,
)
from fitl_core.record.board_effects import (
    LevelChanged,
    Moved,
    Placed,
    Reboxed,
    Removed,
    Replaced,
    TerrorChanged,
)
from fitl_core.record.clauses import (
    Activate,
    At,
    Box,
    Clause,
    Hide,
    Move,
    Number,
    Option,
    Place,
    Rebox,
    Remove,
    Replace,
    SetLevel,
    Track,
    Verb,
)
from fitl_core.record.effects import Effect
from fitl_core.record.position import Position

Atom = tuple[str, Kind, str]
"""One piece that leaves or enters a place, by its kind off the map."""
_BOXES: dict[str, Box] = {"available": "available", "casualties": "casualties", "oop": "oop"}
_TRACKS: dict[str, Track] = {"aid": "aid", "patronage": "patronage", "trail": "trail", "ARVN": "ARVN"}


class Hints(msgspec.Struct, frozen=True):
    """The known facts of a move: its likely `clauses`, in the order of the log, and its dice.

    Partial clauses, such as one of two Troops, come after the others. Without `is_log` the Operations and
    Activities are unknown.

    `ends` are the source and destination of each move in the log. `passing` is the number of pieces in
    transit, of which a move of several hops leaves no trace. `atoms` are the pieces that came and went,
    `levels` the levels that spaces reached. Nothing else changed.
    """

    clauses: tuple[Clause, ...] = ()
    passing: int = 0
    ends: frozenset[tuple[str, str]] = frozenset()
    is_log: bool = False
    side: Side | None = None
    dice: tuple[int, ...] = ()
    atoms: Mapping[Atom, int] = {}
    levels: Mapping[str, tuple[Level, ...]] = {}

    def left(self, effects: Iterable[Effect]) -> int | None:
        """Return how many pieces are still to come or go after these effects, or None if one was too many."""
        changed: Counter[Atom] = Counter()
        for effect in effects:
            if isinstance(effect, LevelChanged):
                if effect.new not in self.levels.get(effect.space, ()):
                    return None
            elif isinstance(effect, TerrorChanged):
                pass
            else:
                changed.update(_atoms_of(effect))
        if any(number > self.atoms.get(atom, 0) for atom, number in changed.items()):
            return None
        return sum(self.atoms.values()) - changed.total()


def hints_of(items: Iterable[Item], before: Position) -> Hints:
    """Return the hints of a log's lines about a move from this position."""
    items = tuple(items)
    event = next((item for item in items if isinstance(item, EventHeading)), None)
    atoms: Counter[Atom] = Counter()
    levels: dict[str, list[Level]] = {here.space: [here.level] for here in before.spaces}
    for item in items:
        if isinstance(item, Pieces):
            for count in item.pieces:
                atoms.update(_moving(count, item.source, item.to))
        elif isinstance(item, LevelSet):
            levels.setdefault(item.space, [Level.NEUTRAL]).append(item.level)
    all_clauses = (*_clauses(items, before), *_joined_changes(items), *_taken_up(items), *_in_parts(items))
    clauses = list(_distinct(all_clauses))
    return Hints(
        clauses=tuple(clauses),
        passing=passed_through(items),
        ends=ends_told(items),
        is_log=any(isinstance(clause, Verb) for clause in clauses),
        side=event.side if event else None,
        dice=tuple([item.die for item in items if isinstance(item, ScalaDie)]),
        atoms=atoms,
        levels={space: _between(reached) for space, reached in levels.items()},
    )


def _distinct(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield each clause once. The log names a resumed Operation and its spaces again."""
    seen: set[Clause] = set()
    last: Clause | None = None
    for clause in clauses:
        again = isinstance(clause, Verb | At) and clause != last
        if again or clause not in seen:
            yield clause
        seen.add(clause)
        last = clause


def _between(reached: list[Level]) -> tuple[Level, ...]:
    """Return all levels from the highest to the lowest of the levels that a space had."""
    values = [level.value_ for level in reached]
    return tuple([level for level in Level if min(values) <= level.value_ <= max(values)])


def _moving(count: Count, source: str, to: str) -> Counter[Atom]:
    kind = count.kind.off_map
    return Counter({("out", kind, source): count.number, ("in", kind, to): count.number})


def _atoms_of(effect: Effect) -> Counter[Atom]:
    """Return the pieces that an effect takes out of places and brings into others."""
    atoms: Counter[Atom] = Counter()
    ways: list[tuple[tuple[Count, ...], str, str]] = []
    match effect:
        case Placed(_, space, pieces, source):
            ways = [(pieces, source, space)]
        case Removed(_, space, pieces, to):
            ways = [(pieces, space, to)]
        case Moved(_, path, pieces):
            ways = [(pieces, path[0], path[-1])]
        case Reboxed(_, source, to, pieces):
            ways = [(pieces, source, to)]
        case Replaced(_, space, pieces, by):
            ways = [(pieces, space, "available"), (by, "available", space)]
        case _:
            pass
    for counts, out_of, into in ways:
        for count in counts:
            atoms.update(_moving(count, out_of, into))
    return atoms


# -- clauses ------------------------------------------------------------------------------------------


def _clauses(items: tuple[Item, ...], before: Position) -> Iterator[Clause]:
    """Yield the likely clauses, heading by heading."""
    tracks: dict[str, int] = dict(before.tracks)
    group: list[Item] = []
    numbers: list[Clause] = []
    moves = chained(items)
    verb, in_event = "", False
    for i, item in enumerate((*items, Heading())):
        if isinstance(item, Heading | EventHeading):
            yield from (*_of_group(group), *numbers)
            group, numbers = [], []
            match item:
                case EventHeading(_, side):
                    in_event = True
                    yield from (Verb("event"), Option(side))
                case Heading(named) if named:
                    verb = named
                    yield Verb(verb)
                case Heading(_, space) if space:
                    if in_event and item.of:
                        yield from (At(space), Option(item.of))
                    elif verb in ACTIVITIES and item.of in OPERATIONS:
                        verb = (
                            item.of
                        )  # an Operation goes on after an Activity, whose end the log does not mark
                        yield Verb(verb)
                    yield At(space)
        elif isinstance(item, TrackSet):
            change = item.level - tracks.get(item.track, item.level)
            tracks[item.track] = item.level
            if change and item.track in _TRACKS:
                numbers.append(Number(_TRACKS[item.track], change))
        else:
            group.append(item)
            yield from moves.get(i, ())


def _joined_changes(items: tuple[Item, ...]) -> Iterator[Clause]:
    """Yield clauses that join all changes of a space, from whichever part of a move they come."""
    yield from _of_group([item for item in items if not isinstance(item, Heading | EventHeading)])


def _taken_up(items: tuple[Item, ...]) -> Iterator[Clause]:
    """Yield pieces from Available while as many went there from the map, in one step (1.4.1)."""
    freed = [item for item in items if isinstance(item, Pieces) and item.to == "available"]
    for item in items:
        if isinstance(item, Pieces) and item.source == "available" and item.to in spaces_by_id():
            for count in item.pieces:
                for source, freed_count in [(one.source, there) for one in freed for there in one.pieces]:
                    if freed_count.kind.off_map is count.kind.off_map and source != item.to:
                        number = min(freed_count.number, count.number)
                        yield Place(item.to, (Count(number, count.kind.off_map),), source)


def _in_parts(items: tuple[Item, ...]) -> Iterator[Clause]:
    """Yield each change, and parts of it, as its own clause: a line of a log may be several clauses."""
    for item in items:
        if isinstance(item, Pieces):
            for count in item.pieces:
                for number in range(count.number, 0, -1):
                    part = msgspec.structs.replace(item, pieces=(Count(number, count.kind),))
                    yield from _of_group([part])


def _of_group(group: list[Item]) -> Iterator[Clause]:
    """Yield the clauses of the changes under one heading."""
    leaving: dict[tuple[str, str], Counter[Kind]] = {}
    entering: dict[tuple[str, str], Counter[Kind]] = {}
    moved: dict[tuple[str, str], Counter[Kind]] = {}
    for item in group:
        if isinstance(item, Pieces):
            on_map = item.source in spaces_by_id(), item.to in spaces_by_id()
            group_of_item = moved if all(on_map) else leaving if on_map[0] else entering
            counts = group_of_item.setdefault((item.source, item.to), Counter())
            for count in item.pieces:
                counts[count.kind] += count.number
    yield from _moves(moved)
    for space in dict.fromkeys(_spaces_in(group)):
        yield At(space)
        left_here = [counts for (source, _), counts in leaving.items() if source == space]
        left_here = (
            [sum(left_here, Counter()), *left_here] if len(left_here) > 1 else left_here
        )  # pieces removed to both Casualties and Available
        entered = [(source, counts) for (source, to), counts in entering.items() if to == space]
        for out in left_here:
            for _, into in entered:
                yield Replace(space, _counted(out), _counted(into))
                yield from _one_by_one(space, out, into)
        for out in left_here:
            for pieces in _portions(out):
                yield Remove(space, pieces)
        for source, into in entered:
            for pieces in _portions(into):
                yield Place(space, pieces, source)
    for (source, to), counts in entering.items():
        if to not in spaces_by_id():
            for pieces in _portions(counts):
                yield Rebox(_BOXES[source], _BOXES[to], pieces)
    yield from _marks(group)


def _spaces_in(group: list[Item]) -> Iterator[str]:
    for item in group:
        match item:
            case Pieces(_, source, to):
                yield from [place for place in (source, to) if place in spaces_by_id()]
            case Flipped(_, space) | LevelSet(space, _) | Marker(space, _) | Tunnel(_, space):
                yield space
            case _:
                pass


def _one_by_one(space: str, out: Counter[Kind], into: Counter[Kind]) -> Iterator[Clause]:
    """Yield exchanges of single pieces."""
    for gone in out:
        for come in into:
            if out.total() > 1 or into.total() > 1:
                yield Replace(space, (Count(1, gone),), (Count(1, come),))


def _moves(moved: dict[tuple[str, str], Counter[Kind]]) -> Iterator[Clause]:
    """Yield moves by source and destination along the shortest ways.

    Two moves of the same pieces, one after the other, also come as one move.
    """
    for (source, to), counts in moved.items():
        for (then, end), further in moved.items():
            both = counts & further
            if then == to and end != source and both:
                yield Move((source, to, end), _counted(both))
                if rest := counts - both:
                    yield Move((source, to), _counted(rest))
    for (source, to), counts in moved.items():
        for path in ways(source, to):
            for pieces in _portions(counts):
                yield Move(path, pieces)


def _portions(counts: Counter[Kind]) -> Iterator[tuple[Count, ...]]:
    """Yield all of the pieces, then those of each side, each Faction and each kind."""
    yield _counted(counts)
    whose: list[Callable[[Kind], object]] = [
        lambda kind: kind.faction.is_coin,
        lambda kind: kind.faction,
        str,
    ]
    for of in whose:
        for one in dict.fromkeys(map(of, counts)):
            yield _counted(Counter({kind: number for kind, number in counts.items() if of(kind) == one}))


def _counted(counts: Counter[Kind]) -> tuple[Count, ...]:
    return tuple([Count(counts[kind], kind) for kind in KINDS if counts[kind] > 0])


def _marks(group: list[Item]) -> Iterator[Clause]:
    flips: dict[str, Counter[Kind]] = {}
    for item in group:
        match item:
            case Flipped(count, space):
                flips.setdefault(space, Counter())[count.kind] += count.number
            case LevelSet(space, level):
                yield SetLevel(space, level)
            case Tunnel(base, space):
                pairs = {**TUNNELED_BY_BASE, **{now: was for was, now in TUNNELED_BY_BASE.items()}}
                yield Replace(space, (Count(1, base),), (Count(1, pairs[base]),))
            case Marker(space, change):
                yield Number("sabotage" if spaces_by_id()[space].is_loc else "terror", change, space)
            case _:
                pass
    for space, counts in flips.items():
        shown = Counter({kind: number for kind, number in counts.items() if kind.is_underground})
        hidden = Counter({kind.underground: counts[kind] for kind in counts if not kind.is_underground})
        for pieces in _portions(shown) if shown else ():
            yield Activate(space, pieces)
        for pieces in _portions(hidden) if hidden else ():
            yield Hide(space, pieces)


def net_items(before: Position, after: Position) -> tuple[Item, ...]:
    """Return the changes between two positions as lines of a log, for a step without a log."""
    items: list[Item] = []
    held = [{here.space: here for here in position.spaces} for position in (before, after)]
    gone: dict[Kind, list[tuple[str, int]]] = {}
    come: dict[Kind, list[tuple[str, int]]] = {}
    for space in board().spaces:
        old, new = (there.get(space.id) for there in held)
        was = Counter({count.kind: count.number for count in old.pieces} if old else {})
        now = Counter({count.kind: count.number for count in new.pieces} if new else {})
        for kind in KINDS:
            change = now[kind] - was[kind]
            if change:
                (come if change > 0 else gone).setdefault(kind, []).append((space.id, abs(change)))
        items += _net_marks(space.id, old, new)
    for kind in KINDS:
        items += _net_moves(kind, gone.get(kind, []), come.get(kind, []))
    tracks = dict(before.tracks)
    items += [TrackSet(track, level) for track, level in after.tracks if tracks.get(track) != level]
    return tuple(items)


def _net_marks(space: str, old: object, new: object) -> Iterator[Item]:
    levels = [getattr(one, "level", Level.NEUTRAL) for one in (old, new)]
    if levels[0] is not levels[1]:
        yield LevelSet(space, levels[1])
    marks = [getattr(one, "terror", 0) + getattr(one, "sabotage", 0) for one in (old, new)]
    if marks[0] != marks[1]:
        yield Marker(space, marks[1] - marks[0])


def _net_moves(kind: Kind, gone: list[tuple[str, int]], come: list[tuple[str, int]]) -> Iterator[Item]:
    """Yield the changed places of a kind: a move between a loss and a gain, or else by way of Available."""
    if len(gone) == 1 and len(come) == 1 and gone[0][1] == come[0][1]:
        yield Pieces((Count(gone[0][1], kind),), gone[0][0], come[0][0])
        return
    yield from (Pieces((Count(number, kind),), space, "available") for space, number in gone)
    yield from (Pieces((Count(number, kind.off_map),), "available", space) for space, number in come)
