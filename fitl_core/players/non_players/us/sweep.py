"""US Sweep (8.8.5): its conditions and spaces, the Troops that move in, and the search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar

from fitl_core.facts.factions import US, ControlName
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.lasting import BOOBY_TRAPS, COMBINED_ACTION_PLATOONS
from fitl_core.facts.pieces import OF_FACTION, Kind
from fitl_core.players.non_players.decider import Decider, SpaceLetter
from fitl_core.players.non_players.departures import KEPT_AT_SUPPORT
from fitl_core.players.non_players.flowchart import FlowCondition
from fitl_core.players.non_players.owed_dice import roll_owed_dice
from fitl_core.players.non_players.saying import activate_most, open_question, remove_somewhere
from fitl_core.players.non_players.sweeping import (
    UNDERGROUND,
    Sweeping,
    activated,
    kept_for_search,
    searchers,
    searchers_needed,
)
from fitl_core.players.non_players.together import up_to
from fitl_core.players.non_players.us.airlift import AirLift, Purpose, StepWishes, Wish, lift_for
from fitl_core.players.non_players.us.airstrike import airstrike
from fitl_core.players.non_players.us.board_figures import short_of_control, space_now
from fitl_core.players.non_players.us.policy_choice import is_policy, lets_into_laos
from fitl_core.players.non_players.verb_attempts import attempt, say_if_open
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Option

MOST_BY_CARD = 2
"""The most Sweep spaces under shaded Booby Traps or Combined Action Platoons."""
MOST_WITHOUT_US = 2
"""The most Sweep spaces without US pieces."""
MOST_NVA_TROOPS = 2
"""No Troops move into a space with more NVA Troops than this."""
NO_LIMIT = 99
LETTERS = ("a", "b", "c")
"""The priorities of the spaces: Support, a Base of any Faction, Population (do-1, do-2)."""


def _hiding_at_support(d: Decider) -> tuple[int, str]:
    met = [where.name for where in board().spaces if d.support(where) > 0 and d.number(where, UNDERGROUND)]
    return bool(met), f"Underground Guerrillas at Support: {', '.join(met) or 'none'}"


CONDITIONS = (FlowCondition("8.8.5/if-1", _hiding_at_support),)


def sweep(d: Decider) -> Deciding[bool]:
    """Select, move, Air Lift, Activate, Air Strike (do-1 to do-3); return whether anything was done."""
    by_card = "shaded" in (d.capability(BOOBY_TRAPS), d.capability(COMBINED_ACTION_PLATOONS))
    spaces = yield from _select(d, MOST_BY_CARD if by_card else NO_LIMIT, named=True)
    if not spaces:
        d.note("8.8.5/none", "no space to Sweep has Underground Guerrillas")
        return False
    moved = open_question(d, "move") is not None and (yield from _move(d, spaces))
    lifted = is_policy(d, "JFK", "Nixon") and (yield from _lift(d, spaces))
    if not (moved or lifted or any(activated(d, where) for where in spaces)):
        d.note("8.8.5/none", "no Troops can move, and no Guerrilla can be Activated")
        return False
    yield from _search(d)
    if not lifted:
        yield from attempt(d, "airstrike", airstrike)
    return True


# -- where (do-1) -----------------------------------------------------------------------------------


def first_to_sweep(d: Decider, most: int) -> Deciding[list[BoardSpace]]:
    """Return up to `most` spaces for a later Sweep by do-1."""
    return (yield from _select(d, most, named=False))


def _select(d: Decider, most: int, named: bool) -> Deciding[list[BoardSpace]]:
    """Select up to `most` spaces with Underground Guerrillas: those with US pieces, then up to 2 others.

    Name them if the Sweep has begun.
    """
    selected: list[BoardSpace] = []
    hiding = [at for at in board().spaces if d.number(at, UNDERGROUND)]
    for with_us in (True, False):
        limit = most if with_us else min(most, len(selected) + MOST_WITHOUT_US)
        while len(selected) < limit:
            fitting = [at for at in hiding if (d.number(at, OF_FACTION[US]) > 0) is with_us]
            fitting = [at for at in fitting if not (at in selected or at.is_loc or at.in_north_vietnam)]
            if named:
                fitting = d.open_spaces(among=fitting)
            if not fitting:
                break
            together = up_to(limit - len(selected))
            where = yield from d.pick_space("8.8.5/do-1", fitting, *LETTERS, together=together)
            if named:
                yield from d.say(At(where.id))
            selected.append(where)
    return selected


# -- Troops that move in (do-2) ---------------------------------------------------------------------


class _Troops(Sweeping):
    """The Troops of a US Sweep. No Control changes where they leave, and 3 COIN units stay at Support."""

    kinds: ClassVar[tuple[Kind, ...]] = (Kind.UT,)
    why: str = ""
    """What the current step is for."""

    def aim(self) -> str:
        """Return what the current step is for."""
        return f"Move Troops {self.why}"

    def stay(self, where: BoardSpace) -> int:
        """Return 3 for a space at Support."""
        return KEPT_AT_SUPPORT if self.d.support(where) > 0 else 0

    def may_change(self, where: BoardSpace, was: ControlName, after: ControlName) -> bool:
        """Allow no change of Control."""
        return was == after

    def origins(self) -> Sequence[SpaceLetter]:
        """Laos and Cambodia come first."""
        return ("Laos and Cambodia",)

    def wishes(self, needed: Needed) -> Mapping[BoardSpace, int]:
        """Return the Sweep spaces whose need in a step can be met."""
        needs = _needs(self.d, self.spaces, needed)
        return {at: need for at, need in needs.items() if self.supply(at) >= need}


def _move(d: Decider, spaces: Sequence[BoardSpace]) -> Deciding[bool]:
    """Move Troops in step by step; return whether any moved."""
    moving = _Troops(d, spaces)
    for needed, why in STEPS:
        moving.why = why
        wishes = partial(moving.wishes, needed)
        yield from moving.serve("8.8.5/do-2", wishes, *LETTERS, for_others=True)
    return moving.moved


# -- how many Troops a space needs ------------------------------------------------------------------

Needed = Callable[[Decider, BoardSpace], int]
"""Returns how many more Troops a step wants in a space."""


def _needs(d: Decider, spaces: Sequence[BoardSpace], needed: Needed) -> dict[BoardSpace, int]:
    """Return the spaces that need Troops in a step and may be entered, with the number that each needs.

    At most 2 NVA Troops are there. Laos and Cambodia may be entered under Nixon.
    """
    abroad = lets_into_laos(d)
    entered = [at for at in spaces if abroad or not at.in_laos_or_cambodia]
    entered = [at for at in entered if d.number(at, (Kind.NT,)) <= MOST_NVA_TROOPS]
    return {at: need for at in entered if (need := needed(d, at))}


def _for_all(d: Decider, where: BoardSpace) -> int:
    return max(0, searchers_needed(where, d.number(where, UNDERGROUND)) - searchers(d, where))


def _for_most(d: Decider, where: BoardSpace) -> int:
    most = d.number(where, UNDERGROUND) // 2 + 1
    return max(0, searchers_needed(where, most) - searchers(d, where))


def _for_control(d: Decider, where: BoardSpace) -> int:
    return short_of_control(space_now(d, where).pieces)


STEPS: tuple[tuple[Needed, str], ...] = (
    (_for_all, "so that all Guerrillas can be Activated"),
    (_for_most, "so that more than half of the Guerrillas can be Activated"),
    (_for_control, "for COIN Control"),
)
"""The steps of the movement, and words for them."""


# -- Air Lift, and the search (do-3) ----------------------------------------------------------------


class SweepLift(Purpose):
    """The wishes of a Sweep for an Air Lift: the steps of its movement (8.8.3, 8.8.5)."""

    letters: Sequence[SpaceLetter] = ("Sweep a", "Sweep b", "Sweep c")

    def __init__(self, d: Decider, spaces: Sequence[BoardSpace]) -> None:
        self.d = d
        self.spaces = spaces

    def kept(self, where: BoardSpace, kind: Kind) -> int:
        """Return the US Troops needed to find Guerrillas in a Sweep space."""
        return kept_for_search(self.d, where) if kind is Kind.UT and where in self.spaces else 0

    def wishes(self, lift: AirLift) -> Iterator[StepWishes]:
        """Yield the needs of each step. Control needs no US Troops."""
        for needed, why in STEPS:
            needs = _needs(self.d, self.spaces, needed)
            yield {at: Wish(0 if needed is _for_control else need, need, why) for at, need in needs.items()}


def _lift(d: Decider, spaces: Sequence[BoardSpace]) -> Deciding[bool]:
    """Air Lift before the search, under JFK and Nixon; return whether that was possible."""
    before = d.walk
    if not (yield from say_if_open(d, Option("moved"))):
        return False
    if (yield from attempt(d, "airlift", partial(lift_for, SweepLift(d, spaces)))):
        d.begin("sweep")
        return True
    d.note("8.8.5", "no Air Lift is possible")
    d.walk = before
    return False


def _search(d: Decider) -> Deciding[None]:
    """Activate as many Guerrillas as possible, VC before NVA. Pieces may be lost between two spaces."""
    d.note("8.8.5/do-3", "Guerrillas are Activated, VC first")
    answers_before = -1
    while d.walk is not None and len(d.walk.said) > answers_before:
        answers_before = len(d.walk.said)
        yield from activate_most(d)
        yield from remove_somewhere(d, "8.8.5/do-3")
        yield from roll_owed_dice(d)  # Booby Traps also apply where no Guerrilla is found
