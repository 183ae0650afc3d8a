"""Marches of NVA that the instruction of a card prescribes: to US Bases, for Control, into a City (8.4.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from fitl_core.facts.game_map import BoardSpace, along, board, spaces_by_id
from fitl_core.facts.pieces import Count, Kind
from fitl_core.players.non_players.decider import Figure
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.piece_moves import (
    Ways,
    bring_needed,
    move_on,
    shortest_ways,
    steps_at,
    steps_open,
)
from fitl_core.players.non_players.events.supplies import Supplies, sets_of
from fitl_core.players.non_players.space_figures import control_with
from fitl_core.players.non_players.together import in_any_case, one_by_one
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Clause, Move, Option
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
    while steps := steps_open(run, kind=Kind.NT):
        move_on(run, steps)
        done = True
    return done
    yield


def _to_us_bases(run: Execution, most: int) -> Deciding[list[str]]:
    """March all Troops that can to one space with a US Base after another, first to where the most
    can come.
    """
    bases = {where.id for where in board().spaces if run.d.number(where, (Kind.UB,))}
    reached: list[str] = []
    while True:
        troops = steps_open(run, kind=Kind.NT)
        steps = [move for move in troops if move.path[-1] in bases and move.path[0] not in bases]
        here = [move for move in steps if move.path[-1] in reached[-1:]]
        if not here:
            further = [move for move in steps if move.path[-1] not in reached]
            if not further or len(reached) == most:
                return reached
            here = yield from steps_at(run, further, -1, ("pieces", coming(run, further)))
            reached.append(here[0].path[-1])
        move_on(run, here)


def coming(run: Execution, steps: Sequence[Move]) -> Figure[BoardSpace]:
    """Return the figure of how many Troops these moves can bring to a space."""

    def number(where: BoardSpace) -> int:
        starts = {move.path[0] for move in steps if move.path[-1] == where.id}
        return sum([run.d.number(at, (Kind.NT,)) for at in along(sorted(starts))])

    return number


def city_of_a_us_base(run: Execution, asked: OpenedQuestion) -> Deciding[Clause | None]:
    """Pick the City with a US Base into which the most Troops can March; None if there is none (card 71)."""
    cities: dict[BoardSpace, int] = {}
    for clause in asked.accepted():
        if isinstance(clause, At) and run.d.number(spaces_by_id()[clause.space], (Kind.UB,)):
            (city,) = along([clause.space])
            number = coming(run, steps_open(run, clause, Option("march")))(city)
            cities |= {city: number} if number else {}
    if not cities:
        return None
    return At((yield from run.d.pick_space(run.node, list(cities), ("8.4.1 Troops", cities.__getitem__))).id)


# -- for Control ------------------------------------------------------------------------------------


class _ForControl:
    """A March to bring the most Population under NVA Control: the possible paths, and the units needed.

    `entered` are the spaces that have been entered already. Spaces on the path count too.
    """

    def __init__(self, run: Execution, reached: list[str]) -> None:
        self.run = run
        moved_paths = [clause.path for _, clause in run.walk.said if isinstance(clause, Move)]
        self.entered: set[str] = {name for path in moved_paths for name in path[1:]}
        self.paths: list[Way] = list(
            dict.fromkeys([m.path for m in steps_open(run) if m.path[0] not in reached])
        )
        self.groups: Mapping[BoardSpace, Force] = run.d.conduct[run.d.faction].may_march(run.d)
        ends = {path[-1] for path in self.paths}
        self.needs: dict[str, int] = {at.id: self.needed(at) for at in along(sorted(ends)) if self.needed(at)}

    def needed(self, where: BoardSpace) -> int:
        """Return how many units bring a space under NVA Control; 0 if it is, or if it has no Population."""
        d = self.run.d
        if not where.population or d.control(where) == "nva":
            return 0
        return next(n for n in range(1, 100) if control_with(d, where, (Count(n, Kind.NT),)) == "nva")

    def ways(self, spaces: Collection[str]) -> Ways:
        """Return the shortest path by origin and end that enters no new space except these."""
        may_enter = self.entered | set(spaces)
        return shortest_ways([path for path in self.paths if may_enter.issuperset(path[1:])])

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


def _for_control(run: Execution, reached: list[str]) -> Deciding[bool]:
    """March units into the spaces whose best sets bring the most Population under NVA Control together."""
    taken = list(reached)
    while best := (marching := _ForControl(run, taken)).best():
        names = {name for group in best for name in group}
        spaces = [where for where in spaces_by_id().values() if where.id in names]
        together = in_any_case if len(best) == 1 else one_by_one
        where = yield from run.d.pick_space(run.node, spaces, together=together)
        entered = next(entered for group, entered in best.items() if where.id in group)
        ways, due = marching.ways(entered), marching.due(entered)
        yield from bring_needed(run, marching.supplies(entered), due, ways, [where])
        taken.append(where.id)
    return len(taken) > len(reached)
