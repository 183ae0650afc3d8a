"""Marches of NVA that the instruction of a card prescribes: to US Bases, for Control, into a City (8.4.1)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial

from fitl_core.facts.game_map import BoardSpace, along, spaces_by_id
from fitl_core.facts.pieces import Count, Kind
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.piece_moves import fullest_move, pick_end, single_steps
from fitl_core.players.non_players.events.supplies import Supplies, sets_of
from fitl_core.players.non_players.open_spaces import belongs_to_action
from fitl_core.players.non_players.space_figures import control_with
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Move, Option
from fitl_core.walks import OpenedQuestion

MOST_SPACES = 3
"""The number of spaces into which card 56 lets NVA March."""
MOST_SETS = 5_000
"""The most sets of spaces that are compared. All spaces with Population have fewer sets."""
BY_CONTROL = "8.4.1 NVA-Controlled Population"
Way = tuple[str, ...]
Force = tuple[Count, ...]
UNITS = (Kind.NT, Kind.NG_ACTIVE, Kind.NG)
"""The units that come for Control. Guerrillas stay by preference (8.6.5)."""


def to_a_us_base(run: Execution) -> Deciding[bool]:
    """March as many Troops as possible to 1 space with a US Base; the others by the flowchart (card 59)."""
    reached = yield from _to_us_bases(run, 1)
    done = yield from run.d.conduct[run.d.faction].carry_out["march"](run.d)
    return done or bool(reached)


def to_us_bases_then_for_control(run: Execution) -> Deciding[bool]:
    """March Troops to US Bases in up to 3 spaces, then units to bring the most Population under NVA Control
    (56).
    """
    reached = yield from _to_us_bases(run, MOST_SPACES)
    taken = yield from _for_control(run, reached)
    if reached or taken:
        return True
    return (yield from run.d.conduct[run.d.faction].carry_out["march"](run.d))


def all_troops(run: Execution) -> Deciding[bool]:
    """March as many Troops as possible into the selected City, by the shortest paths (card 71)."""
    done = False
    while steps := _troops(run, lambda _: True):
        asked = march_of(run)
        assert asked is not None
        run.say(fullest_move(asked, min(steps, key=lambda move: len(move.path))), run.d.faction)
        done = True
    return done
    yield


def march_of(run: Execution) -> OpenedQuestion | None:
    """Return the open question of the March that has been begun, if any."""
    asked = run.walk.first_for("move")
    return asked if asked is not None and belongs_to_action(asked, run.walk) else None


def _steps(run: Execution) -> list[Move]:
    asked = march_of(run)
    return single_steps(asked) if asked is not None else []


def _troops(run: Execution, fits: Callable[[BoardSpace], bool]) -> list[Move]:
    """Return the open moves of 1 Troop whose end fits."""
    return [m for m in _steps(run) if m.pieces[0].kind is Kind.NT and fits(spaces_by_id()[m.path[-1]])]


def _to_us_bases(run: Execution, most: int) -> Deciding[list[str]]:
    """March all Troops that can to one space with a US Base after another, first to where the most
    can come.
    """
    d = run.d
    reached: list[str] = []

    def has_base(where: BoardSpace) -> bool:
        return d.number(where, (Kind.UB,)) > 0

    while True:
        steps = [move for move in _troops(run, has_base) if not has_base(spaces_by_id()[move.path[0]])]
        here = [move for move in steps if move.path[-1] in reached[-1:]]
        if not here:
            further = [move for move in steps if move.path[-1] not in reached]
            if not further or len(reached) == most:
                return reached
            reached.append((yield from pick_end(run, further, -1, partial(_coming, run, further))).id)
            here = [move for move in further if move.path[-1] == reached[-1]]
        asked = march_of(run)
        assert asked is not None
        run.say(fullest_move(asked, min(here, key=lambda move: len(move.path))), d.faction)


def _coming(run: Execution, steps: list[Move], where: BoardSpace) -> int:
    """Return how many Troops these moves can bring to a space."""
    starts = {move.path[0] for move in steps if move.path[-1] == where.id}
    return sum([run.d.number(spaces_by_id()[name], (Kind.NT,)) for name in starts])


def troops_into(run: Execution, city: At) -> int:
    """Return how many Troops a free March after the choice of a City can bring there."""
    walk = run.walk
    for clause in (city, Option("march")):
        following = walk.behind(clause)
        if following is None:
            return 0
        walk = following
    asked = walk.first_for("move")
    steps = single_steps(asked) if asked is not None and belongs_to_action(asked, walk) else []
    return _coming(run, steps, spaces_by_id()[city.space])


# -- for Control ------------------------------------------------------------------------------------


class _ForControl:
    """A March to bring the most Population under NVA Control: the possible paths, and the units needed.

    `entered` are the spaces that have been entered already. Spaces on the path count too.
    """

    def __init__(self, run: Execution, reached: list[str]) -> None:
        self.run = run
        moved_paths = [clause.path for _, clause in run.walk.said if isinstance(clause, Move)]
        self.entered: set[str] = {name for path in moved_paths for name in path[1:]}
        self.paths: list[Way] = list(dict.fromkeys([m.path for m in _steps(run) if m.path[0] not in reached]))
        self.groups: Mapping[BoardSpace, Force] = run.d.conduct[run.d.faction].may_march(run.d)
        ends = {path[-1] for path in self.paths}
        self.needs: dict[str, int] = {at.id: self.needed(at) for at in along(sorted(ends)) if self.needed(at)}

    def needed(self, where: BoardSpace) -> int:
        """Return how many units bring a space under NVA Control; 0 if it is, or if it has no Population."""
        d = self.run.d
        if not where.population or d.control(where) == "nva":
            return 0
        return next(n for n in range(1, 100) if control_with(d, where, (Count(n, Kind.NT),)) == "nva")

    def ways(self, spaces: Collection[str]) -> dict[tuple[str, str], Way]:
        """Return the shortest path by origin and end that enters no new space except these."""
        ways: dict[tuple[str, str], Way] = {}
        for path in self.paths:
            key = (path[0], path[-1])
            if self.entered.issuperset(set(path[1:]) - set(spaces)) and _is_shorter(path, ways.get(key)):
                ways[key] = path
        return ways

    def supplies(self, spaces: Collection[str]) -> Supplies:
        """Return the units that may leave by 8.6.5. Units in spaces that are to come under Control stay."""
        groups = {where.id: group for where, group in self.groups.items() if where.id not in spaces}
        stock = {at: {count.kind: count.number for count in group} for at, group in groups.items()}
        ways = self.ways(spaces)
        reach = {at: [end for origin, end in ways if origin == at] for at in stock}
        return Supplies(stock, {at: sum(here.values()) for at, here in stock.items()}, reach, UNITS)

    def due(self, spaces: Collection[str]) -> dict[str, int]:
        """Return the units that these spaces need, for those that can come under Control."""
        return {name: self.needs[name] for name in spaces if name in self.needs}

    def best(self) -> dict[tuple[str, ...], tuple[str, ...]]:
        """Return the sets of spaces with the most Population that can come under Control together.

        Each set has a smallest set of spaces that must be entered for it. Losses elsewhere do not count: by
        8.6.5 no unit leaves if that loses NVA Control.
        """

        def people(entered: tuple[str, ...]) -> int:
            return sum([spaces_by_id()[name].population for name in self.due(entered)])

        names = self.worth_entering() - self.entered
        sets = sorted(sets_of(sorted(names), MOST_SPACES - len(self.entered)), key=lambda one: -people(one))
        if len(sets) > MOST_SETS:
            self.run.d.note(self.run.node, f"{BY_CONTROL}: the search ended after {MOST_SETS} sets of spaces")
        best: dict[tuple[str, ...], tuple[str, ...]] = {}
        for entered in sets[:MOST_SETS]:
            if not people(entered) or (best and people(entered) < people(next(iter(best)))):
                break
            if self.supplies(entered).used(self.due(entered)) is not None:
                best.setdefault(tuple(self.due(entered)), entered)
        return best

    def worth_entering(self) -> set[str]:
        """Return the spaces that can come under Control by themselves, and the spaces on the paths
        to them.
        """
        alone: set[str] = set()
        for end, needed in self.needs.items():
            on_the_way = {name for path in self.paths if path[-1] == end for name in path[1:]}
            if self.supplies(on_the_way).used({end: needed}) is not None:
                alone |= on_the_way
        return alone

    def bring(self, where: BoardSpace, entered: Collection[str]) -> Deciding[None]:
        """Move the units that a space needs, so that the others can still get theirs."""
        run = self.run
        supplies, needs = self.supplies(entered), self.due(entered)
        while (first_supply := supplies.first(needs, where.id)) is not None:
            kind, names = first_supply
            spaces = [at for at in spaces_by_id().values() if at.id in names]
            origin = yield from run.d.pick_space(run.node, spaces)
            numbers = range(1, needs[where.id] + 1)
            number = max([n for n in numbers if supplies.gives(needs, where.id, origin.id, kind, n)])
            path = self.ways(entered)[origin.id, where.id]
            run.say(Move(path, (Count(number, kind),)), run.d.faction)
            supplies = supplies.without(origin.id, kind, number)
            needs = {**needs, where.id: needs[where.id] - number}


def _for_control(run: Execution, reached: list[str]) -> Deciding[bool]:
    """March units into the spaces whose best sets bring the most Population under NVA Control together."""
    taken = list(reached)
    while best := _ForControl(run, taken).best():
        names = {name for group in best for name in group}
        spaces = [where for where in spaces_by_id().values() if where.id in names]
        where = yield from run.d.pick_space(run.node, spaces, room=len(spaces) if len(best) == 1 else 1)
        entered = next(entered for group, entered in best.items() if where.id in group)
        yield from _ForControl(run, taken).bring(where, entered)
        taken.append(where.id)
    return len(taken) > len(reached)


def _is_shorter(path: Way, other: Way | None) -> bool:
    return other is None or len(path) < len(other)
