"""When the US Sweep, which spaces, with which Troops, and what they find (8.8.5)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fitl_core.facts.board import BoardSpace, board, spaces_by_id
from fitl_core.facts.factions import US
from fitl_core.facts.lasting import BOOBY_TRAPS, COMBINED_ACTION_PLATOONS
from fitl_core.facts.pieces import OF_FACTION, Count, Kind
from fitl_core.players.non_players.attempts import attempt
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.dice_owed import roll_what_is_owed
from fitl_core.players.non_players.us.airlift import AirLift, Wish
from fitl_core.players.non_players.us.airstrike import airstrike
from fitl_core.players.non_players.us.policy import is_policy
from fitl_core.players.non_players.us.saying import (
    activate_most,
    is_unlimited,
    open_question,
    remove_somewhere,
    say_if_open,
)
from fitl_core.players.non_players.us.sweep_figures import (
    STEPS,
    finds,
    hiding,
    kept_for_search,
    may_be_entered,
    needs,
    priorities,
    spare,
    ways_into,
)
from fitl_core.players.non_players.us.sweep_supplies import MOST_SETS, spaces_left
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Move, Option

MOST_BY_CARD = 2
MOST_WITHOUT_US = 2
NO_LIMIT = 99


def is_called_for(d: Decider) -> bool:
    """Whether a Guerrilla hides where there is Support (8.8.5)."""
    met = [where.name for where in board().spaces if d.support(where) > 0 and hiding(d, where)]
    facts = f"Underground Guerrillas at Support: {', '.join(met) or 'none'}"
    return d.test("8.8.5/if-1", bool(met), facts)


def sweep(d: Decider) -> Deciding[bool]:
    """Select, move, Air Lift, Activate, Air Strike (do-1 to do-3); whether anything was done."""
    return (yield from _Sweep(d).run())


class _Sweep:
    """A Sweep under way: its `spaces`, and how many Troops have moved into each."""

    def __init__(self, d: Decider) -> None:
        self.d = d
        by_card = "shaded" in (d.capability(BOOBY_TRAPS), d.capability(COMBINED_ACTION_PLATOONS))
        self.most: int = MOST_BY_CARD if by_card else NO_LIMIT
        self.spaces: list[BoardSpace] = []
        self.arrived: dict[str, int] = {}

    def run(self) -> Deciding[bool]:
        """The whole Operation."""
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
        said = -1
        while d.walk is not None and len(d.walk.said) > said:  # a loss may come between two spaces
            said = len(d.walk.said)
            yield from activate_most(d)
            yield from remove_somewhere(d, "8.8.5/do-3")
            yield from roll_what_is_owed(d)  # a trap lies in wait also where nobody is found
        if not lifted:
            yield from attempt(d, "airstrike", airstrike)
        return True

    # -- where ------------------------------------------------------------------------------------

    def select(self) -> Deciding[bool]:
        """Spaces with Underground Guerrillas: where US pieces are, then up to 2 others (do-1)."""
        d = self.d

        def has_us(where: BoardSpace) -> bool:
            return d.number(where, OF_FACTION[US]) > 0

        yield from self.take(has_us, NO_LIMIT)
        yield from self.take(lambda where: not has_us(where), MOST_WITHOUT_US)
        return bool(self.spaces)

    def take(self, fits: Callable[[BoardSpace], bool], most: int) -> Deciding[None]:
        """Select so many spaces that fit, by the letters of do-1."""
        d = self.d
        for taken in range(most):
            if len(self.spaces) >= self.most:
                return
            left = [at for at in d.open_spaces() if hiding(d, at) and fits(at) and at not in self.spaces]
            if not left:
                return
            room = min(most - taken, self.most - len(self.spaces)) if is_unlimited(d) else 1
            where = yield from d.pick_space(
                "8.8.5/do-1",
                left,
                *_do_1(d),
                room=room,
            )
            yield from d.say(At(where.id))
            self.spaces.append(where)

    # -- movement ---------------------------------------------------------------------------------

    def move(self) -> Deciding[None]:
        """Troops into the spaces, step by step, no more than each step needs (do-2)."""
        d = self.d
        asked = open_question(d, "move")
        if asked is None:
            return
        for step in range(len(STEPS)):
            refused: set[str] = set()
            while True:
                left = []
                for where in self.spaces:
                    wanted = needs(d, where, step) if may_be_entered(d, where) else 0
                    if wanted > 0 and where.id not in refused and self.supply(where) >= wanted:
                        left.append(where)
                if not left:
                    break
                where = yield from d.pick_space(
                    "8.8.5/do-2",
                    left,
                    ("a", lambda at: priorities(d, at)[0]),
                    ("b", lambda at: priorities(d, at)[1]),
                    ("c", lambda at: priorities(d, at)[2]),
                    room=self.room(left, step),
                )
                d.note("8.8.5/do-2", f"{where.name}: {STEPS[step]}")
                others = [at for at in left if at is not where]
                yield from self.bring(where, needs(d, where, step), others, step)
                refused.add(where.id)

    def sources(self, where: BoardSpace) -> dict[str, int]:
        """How many Troops may come from each space."""
        found = {}
        for name in ways_into(self.d, where):
            origin = spaces_by_id()[name]
            if self.d.number(origin, (Kind.UT,)):
                number = spare(self.d, origin, self.arrived.get(name, 0), origin in self.spaces)
                if number:
                    found[name] = number
        return found

    def supply(self, where: BoardSpace) -> int:
        """How many Troops may come in all."""
        return sum(self.sources(where).values())

    def room(self, left: list[BoardSpace], step: int) -> int:
        """All of them, where there are Troops enough for all; else the order matters."""
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
        """So many Troops into a space: from Laos and Cambodia first, then so that most others have theirs."""
        d = self.d
        while wanted > 0 and (sources := self.sources(where)):
            left = [spaces_by_id()[name] for name in sources]
            all_go = sum(sources.values()) <= wanted
            wishes = {} if all_go else {at.id: (needs(d, at, step), self.sources(at)) for at in others}
            letters = (
                ("", _in_laos_or_cambodia),
                ("others", partial(_leaves_to_others, d, wanted, sources, wishes)),
            )
            room = 1 if wishes else partial(_all_of_whom_go, sources, wanted)
            origin = yield from d.pick_space("8.8.5/do-2", left, *letters[: 1 + bool(wishes)], room=room)
            number = min(wanted, sources[origin.id])
            path = ways_into(d, where)[origin.id]
            if not (yield from say_if_open(d, Move(path, (Count(number, Kind.UT),)))):
                return
            self.arrived[where.id] = self.arrived.get(where.id, 0) + number
            wanted -= number

    def lift(self) -> Deciding[bool]:
        """Air Lift before the search, by JFK and Nixon."""
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
    """All of these spaces, where every Troop that may come from them is wanted; else 1 (NP-Q50)."""
    return len(tied) if sum([sources[at.id] for at in tied]) <= wanted else 1


def _leaves_to_others(
    d: Decider,
    wanted: int,
    here: dict[str, int],
    others: dict[str, tuple[int, dict[str, int]]],
    origin: BoardSpace,
) -> int:
    def cut() -> None:
        d.note("8.8.5/do-2", f"the search was cut after {MOST_SETS} sets of spaces")

    return spaces_left(origin.id, wanted, here, others, cut)


def _in_laos_or_cambodia(where: BoardSpace) -> bool:
    return where.in_laos_or_cambodia


def _lift(purpose: SweepLift, d: Decider) -> Deciding[bool]:
    return (yield from AirLift(d, purpose).run())


def first_to_sweep(d: Decider, most: int) -> Deciding[list[BoardSpace]]:
    """So many spaces for a Sweep, as do-1 selects them: where US pieces are, then others."""
    found: list[BoardSpace] = []
    hide = [at for at in board().spaces if not (at.is_loc or at.in_north_vietnam) and hiding(d, at)]
    for with_us in (True, False):
        left = [at for at in hide if (d.number(at, OF_FACTION[US]) > 0) is with_us]
        while left and len(found) < most:
            where = yield from d.pick_space("8.8.5/do-1", left, *_do_1(d), room=most - len(found))
            found.append(where)
            left.remove(where)
    return found


def _do_1(d: Decider) -> tuple[tuple[str, Callable[[BoardSpace], int]], ...]:
    """Support, Bases, Population."""
    return (
        ("a", lambda at: priorities(d, at)[0]),
        ("b", lambda at: priorities(d, at)[1]),
        ("c", lambda at: priorities(d, at)[2]),
    )


class SweepLift:
    """What a Sweep wants of an Air Lift: the steps of its movement (8.8.3, 8.8.5)."""

    def __init__(self, d: Decider, spaces: list[BoardSpace]) -> None:
        self.d = d
        self.spaces = spaces

    def kept(self, where: BoardSpace, kind: Kind) -> int:
        """The US Troops that find Guerrillas in a Sweep space."""
        return kept_for_search(self.d, where) if kind is Kind.UT and where in self.spaces else 0

    def wishes(self, lift: AirLift) -> list[tuple[Wish, tuple[int, ...]]]:
        """The spaces of the first step that can be granted anywhere."""
        d = self.d
        for step in range(len(STEPS)):
            found: list[tuple[Wish, tuple[int, ...]]] = []
            for where in self.spaces:
                wanted = needs(d, where, step) if may_be_entered(d, where) else 0
                if wanted > 0:
                    us = wanted if step < 2 else 0
                    found.append((Wish(where, us, wanted), priorities(d, where)))
            if granted := lift.open_wishes(found):
                return granted
        return []
