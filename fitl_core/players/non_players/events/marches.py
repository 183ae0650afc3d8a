"""Marches of NVA that a card's instruction lays down: to US Bases, for Control, into a City (8.4.1)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial

from fitl_core.facts.board import BoardSpace, along, spaces_by_id
from fitl_core.facts.pieces import Count, Kind
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.moves import pick, single_steps, whole
from fitl_core.players.non_players.events.supplies import Supplies, sets_of
from fitl_core.players.non_players.figures import control_with
from fitl_core.players.non_players.open_spaces import goes_on
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Move, Option
from fitl_core.walks import Asked

MOST_SPACES = 3
"""Into so many spaces card 56 lets NVA March."""
MOST_SETS = 5_000
"""So many sets of spaces are compared at most; of all spaces with Population there are fewer."""
BY_CONTROL = "8.4.1 NVA-Controlled Population"
Way = tuple[str, ...]
Force = tuple[Count, ...]
UNITS = (Kind.NT, Kind.NG_ACTIVE, Kind.NG)
"""Who comes for Control: Guerrillas stay behind by preference (8.6.5)."""


def to_a_us_base(run: Execution) -> Deciding[bool]:
    """59: as many Troops as can March to 1 space with a US Base; the others by the flowchart."""
    reached = yield from _to_us_bases(run, 1)
    done = yield from run.d.conduct[run.d.faction].carry_out["march"](run.d)
    return done or bool(reached)


def to_us_bases_then_for_control(run: Execution) -> Deciding[bool]:
    """56: Troops to US Bases, into up to 3 spaces; then so that most Population comes under NVA Control."""
    reached = yield from _to_us_bases(run, MOST_SPACES)
    taken = yield from _for_control(run, reached)
    if reached or taken:
        return True
    return (yield from run.d.conduct[run.d.faction].carry_out["march"](run.d))


def all_troops(run: Execution) -> Deciding[bool]:
    """71: as many Troops as can March into the City that is selected, by the shortest ways."""
    done = False
    while steps := _troops(run, lambda _: True):
        asked = march_of(run)
        assert asked is not None
        run.say(whole(asked, min(steps, key=lambda move: len(move.path))), run.d.faction)
        done = True
    return done
    yield


def march_of(run: Execution) -> Asked | None:
    """The question of the March that has been begun, while it is open."""
    asked = run.walk.first_for("move")
    return asked if asked is not None and goes_on(asked, run.walk) else None


def _steps(run: Execution) -> list[Move]:
    asked = march_of(run)
    return single_steps(asked) if asked is not None else []


def _troops(run: Execution, fits: Callable[[BoardSpace], bool]) -> list[Move]:
    """The moves of 1 Troop that are open and end where it fits."""
    return [m for m in _steps(run) if m.pieces[0].kind is Kind.NT and fits(spaces_by_id()[m.path[-1]])]


def _to_us_bases(run: Execution, most: int) -> Deciding[list[str]]:
    """All Troops that can to one space with a US Base after another, first where most can come."""
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
            reached.append((yield from pick(run, further, -1, partial(_coming, run, further))).id)
            here = [move for move in further if move.path[-1] == reached[-1]]
        asked = march_of(run)
        assert asked is not None
        run.say(whole(asked, min(here, key=lambda move: len(move.path))), d.faction)


def _coming(run: Execution, steps: list[Move], where: BoardSpace) -> int:
    """How many Troops these moves could bring to a space."""
    starts = {move.path[0] for move in steps if move.path[-1] == where.id}
    return sum([run.d.number(spaces_by_id()[name], (Kind.NT,)) for name in starts])


def troops_into(run: Execution, city: At) -> int:
    """How many Troops a free March behind the choice of a City could bring there."""
    walk = run.walk
    for clause in (city, Option("march")):
        behind = walk.behind(clause)
        if behind is None:
            return 0
        walk = behind
    asked = walk.first_for("move")
    steps = single_steps(asked) if asked is not None and goes_on(asked, walk) else []
    return _coming(run, steps, spaces_by_id()[city.space])


# -- for Control ------------------------------------------------------------------------------------


class _ForControl:
    """A March so that most Population comes under NVA Control: who can go where, and what it takes.

    Spaces on the way count among those that are entered; `entered` are those that have been already.
    """

    def __init__(self, run: Execution, reached: list[str]) -> None:
        self.run = run
        said = [clause.path for _, clause in run.walk.said if isinstance(clause, Move)]
        self.entered: set[str] = {name for path in said for name in path[1:]}
        self.paths: list[Way] = list(dict.fromkeys([m.path for m in _steps(run) if m.path[0] not in reached]))
        self.groups: Mapping[BoardSpace, Force] = run.d.conduct[run.d.faction].may_march(run.d)
        ends = {path[-1] for path in self.paths}
        self.needs: dict[str, int] = {at.id: self.needed(at) for at in along(sorted(ends)) if self.needed(at)}

    def needed(self, where: BoardSpace) -> int:
        """How many units bring a space under NVA Control; 0 where it is, or has no Population."""
        d = self.run.d
        if not where.population or d.control(where) == "nva":
            return 0
        return next(n for n in range(1, 100) if control_with(d, where, (Count(n, Kind.NT),)) == "nva")

    def ways(self, spaces: Collection[str]) -> dict[tuple[str, str], Way]:
        """By origin and end the shortest way if no space but these is entered anew."""
        ways: dict[tuple[str, str], Way] = {}
        for path in self.paths:
            key = (path[0], path[-1])
            if self.entered.issuperset(set(path[1:]) - set(spaces)) and _is_shorter(path, ways.get(key)):
                ways[key] = path
        return ways

    def supplies(self, spaces: Collection[str]) -> Supplies:
        """The units that 8.6.5 lets go; those in spaces that shall come under Control stay."""
        groups = {where.id: group for where, group in self.groups.items() if where.id not in spaces}
        stock = {at: {count.kind: count.number for count in group} for at, group in groups.items()}
        ways = self.ways(spaces)
        reach = {at: [end for origin, end in ways if origin == at] for at in stock}
        return Supplies(stock, {at: sum(here.values()) for at, here in stock.items()}, reach, UNITS)

    def due(self, spaces: Collection[str]) -> dict[str, int]:
        """What those of the spaces that can come under Control need."""
        return {name: self.needs[name] for name in spaces if name in self.needs}

    def best(self) -> dict[tuple[str, ...], tuple[str, ...]]:
        """The sets of spaces with the most Population that can come under Control together.

        Each with a smallest set of spaces that is entered for it. What is lost elsewhere need not be
        counted: 8.6.5 lets nobody go whose going loses NVA Control.
        """

        def people(entered: tuple[str, ...]) -> int:
            return sum([spaces_by_id()[name].population for name in self.due(entered)])

        names = self.worth_entering() - self.entered
        sets = sorted(sets_of(sorted(names), MOST_SPACES - len(self.entered)), key=lambda one: -people(one))
        if len(sets) > MOST_SETS:
            self.run.d.note(self.run.node, f"{BY_CONTROL}: the search was cut to {MOST_SETS} sets of spaces")
        best: dict[tuple[str, ...], tuple[str, ...]] = {}
        for entered in sets[:MOST_SETS]:
            if not people(entered) or (best and people(entered) < people(next(iter(best)))):
                break
            if self.supplies(entered).used(self.due(entered)) is not None:
                best.setdefault(tuple(self.due(entered)), entered)
        return best

    def worth_entering(self) -> set[str]:
        """The spaces that can come under Control by themselves, and those on the ways to them."""
        alone: set[str] = set()
        for end, needed in self.needs.items():
            on_the_way = {name for path in self.paths if path[-1] == end for name in path[1:]}
            if self.supplies(on_the_way).used({end: needed}) is not None:
                alone |= on_the_way
        return alone

    def bring(self, where: BoardSpace, entered: Collection[str]) -> Deciding[None]:
        """What a space needs, so that the others can still get what they need."""
        run = self.run
        supplies, needs = self.supplies(entered), self.due(entered)
        while (found := supplies.first(needs, where.id)) is not None:
            kind, names = found
            spaces = [at for at in spaces_by_id().values() if at.id in names]
            origin = yield from run.d.pick_space(run.node, spaces)
            numbers = range(1, needs[where.id] + 1)
            number = max([n for n in numbers if supplies.gives(needs, where.id, origin.id, kind, n)])
            path = self.ways(entered)[origin.id, where.id]
            run.say(Move(path, (Count(number, kind),)), run.d.faction)
            supplies = supplies.without(origin.id, kind, number)
            needs = {**needs, where.id: needs[where.id] - number}


def _for_control(run: Execution, reached: list[str]) -> Deciding[bool]:
    """Units into the spaces of which some set brings the most Population under NVA Control together."""
    taken = list(reached)
    while best := _ForControl(run, taken).best():
        names = {name for found in best for name in found}
        spaces = [where for where in spaces_by_id().values() if where.id in names]
        where = yield from run.d.pick_space(run.node, spaces, room=len(spaces) if len(best) == 1 else 1)
        entered = next(entered for found, entered in best.items() if where.id in found)
        yield from _ForControl(run, taken).bring(where, entered)
        taken.append(where.id)
    return len(taken) > len(reached)


def _is_shorter(path: Way, other: Way | None) -> bool:
    return other is None or len(path) < len(other)
