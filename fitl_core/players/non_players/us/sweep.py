"""US Sweep (8.8.5): its conditions and spaces, the Troops that may come, and the search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations

from fitl_core.facts.factions import US
from fitl_core.facts.game_map import BoardSpace, board, neighbours, spaces_by_id
from fitl_core.facts.lasting import BOOBY_TRAPS, COMBINED_ACTION_PLATOONS
from fitl_core.facts.pieces import BASE_KINDS, OF_FACTION, Count, Kind, count_of
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.departures import may_leave
from fitl_core.players.non_players.events.supplies import Supplies
from fitl_core.players.non_players.owed_dice import roll_owed_dice
from fitl_core.players.non_players.us.airlift import AirLift, Wish
from fitl_core.players.non_players.us.airstrike import airstrike
from fitl_core.players.non_players.us.board_figures import (
    UNDERGROUND,
    US_UNITS,
    adds_nva_control,
    short_of_control,
    space_now,
)
from fitl_core.players.non_players.us.policy_choice import is_policy, lets_into_laos
from fitl_core.players.non_players.us.saying import (
    activate_most,
    is_unlimited,
    open_question,
    remove_somewhere,
    say_if_open,
)
from fitl_core.players.non_players.verb_attempts import attempt
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Move, Option
from fitl_core.rules.context import Context
from fitl_core.rules.operations.sweep import RULE, refuse_crossing
from fitl_core.rules.operations.sweep import finds as found_by
from fitl_core.rules.progress import Progress
from fitl_core.state.draft import Draft

MOST_BY_CARD = 2
MOST_WITHOUT_US = 2
NO_LIMIT = 99


def is_called_for(d: Decider) -> bool:
    """Check whether there are Underground Guerrillas at Support (8.8.5)."""
    met = [where.name for where in board().spaces if d.support(where) > 0 and hiding(d, where)]
    facts = f"Underground Guerrillas at Support: {', '.join(met) or 'none'}"
    return d.test("8.8.5/if-1", bool(met), facts)


def sweep(d: Decider) -> Deciding[bool]:
    """Select, move, Air Lift, Activate, Air Strike (do-1 to do-3); return whether anything was done."""
    return (yield from _Sweep(d).run())


class _Sweep:
    """A Sweep in progress: its `spaces`, and the number of Troops that have moved into each."""

    def __init__(self, d: Decider) -> None:
        self.d = d
        by_card = "shaded" in (d.capability(BOOBY_TRAPS), d.capability(COMBINED_ACTION_PLATOONS))
        self.most: int = MOST_BY_CARD if by_card else NO_LIMIT
        self.spaces: list[BoardSpace] = []
        self.arrived: dict[str, int] = {}

    def run(self) -> Deciding[bool]:
        """Carry out the whole Operation."""
        d = self.d
        if not (yield from self.select()):
            d.note("8.8.5/none", "no space to Sweep has Underground Guerrillas")
            return False
        yield from self.move()
        lifted = False
        if is_policy(d, "JFK", "Nixon"):
            lifted = yield from self.lift()
        if not (self.arrived or lifted or any(finds(d, where) for where in self.spaces)):
            d.note("8.8.5/none", "no Troops can move, and no Guerrilla can be Activated")
            return False
        d.note("8.8.5/do-3", "VC before NVA")
        answers_before = -1
        # a loss of pieces may come between two spaces
        while d.walk is not None and len(d.walk.said) > answers_before:
            answers_before = len(d.walk.said)
            yield from activate_most(d)
            yield from remove_somewhere(d, "8.8.5/do-3")
            yield from roll_owed_dice(d)  # Booby Traps also apply where no Guerrilla is found
        if not lifted:
            yield from attempt(d, "airstrike", airstrike)
        return True

    # -- where ------------------------------------------------------------------------------------

    def select(self) -> Deciding[bool]:
        """Select spaces with Underground Guerrillas: those with US pieces, then up to 2 others (do-1)."""
        d = self.d

        def has_us(where: BoardSpace) -> bool:
            return d.number(where, OF_FACTION[US]) > 0

        yield from self.take(has_us, NO_LIMIT)
        yield from self.take(lambda where: not has_us(where), MOST_WITHOUT_US)
        return bool(self.spaces)

    def take(self, fits: Callable[[BoardSpace], bool], most: int) -> Deciding[None]:
        """Select up to `most` fitting spaces, by the letters of do-1."""
        d = self.d
        for taken in range(most):
            if len(self.spaces) >= self.most:
                return
            fitting = [at for at in d.open_spaces() if hiding(d, at) and fits(at) and at not in self.spaces]
            if not fitting:
                return
            room = min(most - taken, self.most - len(self.spaces)) if is_unlimited(d) else 1
            where = yield from d.pick_space(
                "8.8.5/do-1",
                fitting,
                *_do_1(d),
                room=room,
            )
            yield from d.say(At(where.id))
            self.spaces.append(where)

    # -- movement ---------------------------------------------------------------------------------

    def move(self) -> Deciding[None]:
        """Move Troops into the spaces step by step, no more than each step needs (do-2)."""
        d = self.d
        asked = open_question(d, "move")
        if asked is None:
            return
        for step in range(len(STEPS)):
            refused: set[str] = set()
            while True:
                in_need = []
                for where in self.spaces:
                    wanted = needs(d, where, step) if may_be_entered(d, where) else 0
                    if wanted > 0 and where.id not in refused and self.supply(where) >= wanted:
                        in_need.append(where)
                if not in_need:
                    break
                where = yield from d.pick_space(
                    "8.8.5/do-2",
                    in_need,
                    ("a", lambda at: priorities(d, at)[0]),
                    ("b", lambda at: priorities(d, at)[1]),
                    ("c", lambda at: priorities(d, at)[2]),
                    room=self.room(in_need, step),
                )
                d.note("8.8.5/do-2", f"{where.name}: {STEPS[step]}")
                others = [at for at in in_need if at is not where]
                yield from self.bring(where, needs(d, where, step), others, step)
                refused.add(where.id)

    def sources(self, where: BoardSpace) -> dict[str, int]:
        """Return how many Troops may come from each space."""
        coming = {}
        for name in ways_into(self.d, where):
            origin = spaces_by_id()[name]
            if self.d.number(origin, (Kind.UT,)):
                number = spare(self.d, origin, self.arrived.get(name, 0), origin in self.spaces)
                if number:
                    coming[name] = number
        return coming

    def supply(self, where: BoardSpace) -> int:
        """Return how many Troops may come in all."""
        return sum(self.sources(where).values())

    def room(self, left: list[BoardSpace], step: int) -> int:
        """Return the number of these spaces if there are enough Troops for all; else 1, because the order
        matters.
        """
        together: dict[str, int] = {}
        wanted = 0
        for where in left:
            sources = self.sources(where)
            if any(name in together for name in sources):
                wanted += 1_000 if sum(sources.values()) < NO_LIMIT else 0
            together |= sources
            wanted += needs(self.d, where, step)
        return len(left) if wanted <= sum(together.values()) else 1

    def bring(self, where: BoardSpace, wanted: int, others: list[BoardSpace], step: int) -> Deciding[None]:
        """Move Troops into a space: first from Laos and Cambodia, then so that the most other spaces get
        theirs.
        """
        d = self.d
        while wanted > 0 and (sources := self.sources(where)):
            origins = [spaces_by_id()[name] for name in sources]
            all_go = sum(sources.values()) <= wanted
            wishes = {} if all_go else {at.id: (needs(d, at, step), self.sources(at)) for at in others}
            letters = (
                ("", _in_laos_or_cambodia),
                ("others", partial(_leaves_to_others, d, wanted, sources, wishes)),
            )
            room = 1 if wishes else partial(_all_of_whom_go, sources, wanted)
            origin = yield from d.pick_space("8.8.5/do-2", origins, *letters[: 1 + bool(wishes)], room=room)
            number = min(wanted, sources[origin.id])
            path = ways_into(d, where)[origin.id]
            if not (yield from say_if_open(d, Move(path, (Count(number, Kind.UT),)))):
                return
            self.arrived[where.id] = self.arrived.get(where.id, 0) + number
            wanted -= number

    def lift(self) -> Deciding[bool]:
        """Air Lift before the search, under JFK and Nixon; return whether that was possible."""
        d = self.d
        before = d.walk
        if not (yield from say_if_open(d, Option("moved"))):
            return False
        if (yield from attempt(d, "airlift", partial(_lift, SweepLift(d, self.spaces)))):
            d.begin("sweep")
            return True
        d.note("8.8.5", "no Air Lift is possible")
        d.walk = before
        return False


def _all_of_whom_go(sources: dict[str, int], wanted: int, tied: list[BoardSpace]) -> int:
    """Return the number of these spaces if every Troop from them is wanted; else 1 (NP-Q50)."""
    return len(tied) if sum([sources[at.id] for at in tied]) <= wanted else 1


def _leaves_to_others(
    d: Decider,
    wanted: int,
    here: dict[str, int],
    others: dict[str, tuple[int, dict[str, int]]],
    origin: BoardSpace,
) -> int:
    def cut() -> None:
        d.note("8.8.5/do-2", f"the search ended after {MOST_SETS} sets of spaces")

    return spaces_left(origin.id, wanted, here, others, cut)


def _in_laos_or_cambodia(where: BoardSpace) -> bool:
    return where.in_laos_or_cambodia


def _lift(purpose: SweepLift, d: Decider) -> Deciding[bool]:
    return (yield from AirLift(d, purpose).run())


def first_to_sweep(d: Decider, most: int) -> Deciding[list[BoardSpace]]:
    """Return up to `most` spaces for a Sweep by do-1: those with US pieces, then others."""
    chosen: list[BoardSpace] = []
    hide = [at for at in board().spaces if not (at.is_loc or at.in_north_vietnam) and hiding(d, at)]
    for with_us in (True, False):
        unchosen = [at for at in hide if (d.number(at, OF_FACTION[US]) > 0) is with_us]
        while unchosen and len(chosen) < most:
            where = yield from d.pick_space("8.8.5/do-1", unchosen, *_do_1(d), room=most - len(chosen))
            chosen.append(where)
            unchosen.remove(where)
    return chosen


def _do_1(d: Decider) -> tuple[tuple[str, Callable[[BoardSpace], int]], ...]:
    """Return the letters of do-1: Support, Bases, Population."""
    return (
        ("a", lambda at: priorities(d, at)[0]),
        ("b", lambda at: priorities(d, at)[1]),
        ("c", lambda at: priorities(d, at)[2]),
    )


class SweepLift:
    """The wishes of a Sweep for an Air Lift: the steps of its movement (8.8.3, 8.8.5)."""

    def __init__(self, d: Decider, spaces: list[BoardSpace]) -> None:
        self.d = d
        self.spaces = spaces

    def kept(self, where: BoardSpace, kind: Kind) -> int:
        """Return the US Troops needed to find Guerrillas in a Sweep space."""
        return kept_for_search(self.d, where) if kind is Kind.UT and where in self.spaces else 0

    def wishes(self, lift: AirLift) -> list[tuple[Wish, tuple[int, ...]]]:
        """Return the spaces of the first step that can be granted anywhere."""
        d = self.d
        for step in range(len(STEPS)):
            wishes: list[tuple[Wish, tuple[int, ...]]] = []
            for where in self.spaces:
                wanted = needs(d, where, step) if may_be_entered(d, where) else 0
                if wanted > 0:
                    us = wanted if step < 2 else 0
                    wishes.append((Wish(where, us, wanted), priorities(d, where)))
            if granted := lift.open_wishes(wishes):
                return granted
        return []


# -- figures: Underground Guerrillas, Troops needed, and Troops that may come ---------------------

MOST_NVA_TROOPS = 2
"""No Troops move into a space with more NVA Troops than this."""
STEPS = ("all Guerrillas", "more than half of them", "COIN Control")


def hiding(d: Decider, where: BoardSpace) -> int:
    """Return the number of Underground Guerrillas in a space."""
    return d.number(where, UNDERGROUND)


def finds(d: Decider, where: BoardSpace) -> int:
    """Return how many of them the US forces there would Activate."""
    return min(hiding(d, where), found_by(where, d.number(where, US_UNITS)))


def forces_for(d: Decider, where: BoardSpace, guerrillas: int) -> int:
    """Return how many US forces Activate this many Guerrillas."""
    forces = guerrillas
    while found_by(where, forces) < guerrillas:
        forces += 1
    return forces


def kept_for_search(d: Decider, where: BoardSpace) -> int:
    """Return how many US Troops a Sweep space needs to Activate as many Guerrillas as now."""
    others = d.number(where, US_UNITS[1:])
    return max(0, min(d.number(where, (Kind.UT,)), forces_for(d, where, finds(d, where)) - others))


def needs(d: Decider, where: BoardSpace, step: int) -> int:
    """Return how many more Troops a step of the movement wants in a space; 0 if it needs none."""
    hidden, activated = hiding(d, where), finds(d, where)
    if step == 2:
        return short_of_control(space_now(d, where).pieces)
    wanted = hidden if step == 0 else hidden // 2 + 1
    if activated >= wanted or not hidden:
        return 0
    return forces_for(d, where, wanted) - d.number(where, US_UNITS)


def may_be_entered(d: Decider, where: BoardSpace) -> bool:
    """Check whether Troops may move into a Sweep space: 2 NVA Troops at most; Laos and Cambodia
    under Nixon.
    """
    if where.in_laos_or_cambodia and not lets_into_laos(d):
        return False
    return d.number(where, (Kind.NT,)) <= MOST_NVA_TROOPS


def priorities(d: Decider, where: BoardSpace) -> tuple[int, int, int]:
    """Return the figures for Support, a Base of any Faction, and Population."""
    bases = count_of(space_now(d, where).pieces, BASE_KINDS)
    return int(d.support(where) > 0), int(bases > 0), where.population


def spare(d: Decider, where: BoardSpace, arrived: int, is_swept: bool) -> int:
    """Return how many US Troops may leave: no Control changes, and 3 COIN units stay at Support.

    Troops that have `arrived` stay. In a Sweep space, those that find Guerrillas stay too.
    """
    space = space_now(d, where)
    troops = space.pieces[Kind.UT.slot] - max(arrived, kept_for_search(d, where) if is_swept else 0)
    most = max(0, min(troops, may_leave(where, space)))
    while most and adds_nva_control(where, space.pieces, Kind.UT, most):
        most -= 1
    return most


def ways_into(d: Decider, where: BoardSpace) -> dict[str, tuple[str, ...]]:
    """Return the path of Troops into a space from each origin: straight, or over a LoC that they may cross
    (3.2.3).
    """
    ctx = Context(Draft(d.now), US, RULE, Progress())
    ways: dict[str, tuple[str, ...]] = {}
    for near in where.adjacent:
        ways[near] = (near, where.id)
    for near in where.adjacent:
        loc = spaces_by_id()[near]
        if loc.is_loc and refuse_crossing(ctx, loc) is None:
            for far in sorted(neighbours()[loc.index]):
                if far != where.id:
                    ways.setdefault(far, (far, near, where.id))
    return ways


# -- origins that leave enough for the most other spaces (do-2) -----------------------------------

Sources = Mapping[str, int]
"""The number of Troops that may come from each space, by its id."""
MOST_SETS = 200
"""The most sets of other spaces that are tried."""


def spaces_left(
    origin: str,
    wanted: int,
    here: Sources,
    others: Mapping[str, tuple[int, Sources]],
    cut: Callable[[], None] = lambda: None,
) -> int:
    """Return how many `others` can get all their Troops after an origin has given all it can here.

    Each of the others wants a number of Troops and has its sources. Sets are tried from the largest on, up to
    `MOST_SETS`. `cut` is called if there are more.
    """
    given = min(wanted, here[origin])
    stock = dict(here)
    for _, sources in others.values():
        stock |= sources
    stock[origin] -= given
    reach = {at: [name for name, (_, sources) in others.items() if at in sources] for at in stock}
    for at in here:
        reach[at].append("here")
    supplies = Supplies({at: {Kind.UT: n} for at, n in stock.items()}, stock, reach, (Kind.UT,))
    sets = (group for size in range(len(others), 0, -1) for group in combinations(others, size))
    for looked_at, group in enumerate(sets):
        if looked_at == MOST_SETS:
            cut()
            break
        needs = {name: others[name][0] for name in group} | {"here": wanted - given}
        if supplies.used({name: number for name, number in needs.items() if number}) is not None:
            return len(group)
    return 0
