"""The prospects of a US Assault with an added ARVN Assault, and the wishes for an Air Lift (8.8.3)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import msgspec

from fitl_core.facts.factions import ARVN, US, Faction
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.lasting import SEARCH_AND_DESTROY
from fitl_core.facts.pieces import BASE_KINDS, Count, Kind, Pieces, changed, count_of
from fitl_core.players.non_players.assaulting import HIDDEN, assault_blow
from fitl_core.players.non_players.decider import Decider, Figure, SpaceLetter
from fitl_core.players.non_players.fighting import Blow, Measure, without
from fitl_core.players.non_players.piece_order import kind_by_kind
from fitl_core.players.non_players.us.airlift import AirLift, Purpose, StepWishes, Wish
from fitl_core.players.non_players.us.board_figures import ACTIVE, space_now
from fitl_core.rules.context import Context
from fitl_core.rules.operations.assault import RULE
from fitl_core.rules.progress import Progress
from fitl_core.state.draft import Draft
from fitl_core.state.state import State

BOTH = (US, ARVN)


class Prospect(Blow, frozen=True):
    """The result of an Assault by the US, then by ARVN: the pieces `first` and `then`."""

    first: tuple[Count, ...] = ()
    then: tuple[Count, ...] = ()

    @property
    def clears(self) -> bool:
        """Whether all Active Insurgent pieces are removed, or a Tunnel is reached where there are none."""
        return bool(self) and not count_of(self.after, ACTIVE)

    @property
    def clears_most(self) -> bool:
        """Whether more than half of the Active Insurgent pieces are removed."""
        active = count_of(self.before, ACTIVE)
        return 2 * (active - count_of(self.after, ACTIVE)) > active


MEASURES: tuple[Measure[Blow], ...] = (
    ("a", lambda one: one.where.population > 0 and one.ends_nva),
    ("b", lambda one: one.bases > 0 or one.tunnel),
    ("c", lambda one: one.before[Kind.UB.slot] > 0),
    ("d", lambda one: one.where.population),
    ("e", lambda one: one.number),
)
"""The order of the spaces of a US Assault (8.8.3/do-1)."""


def prospect(
    state: State, where: BoardSpace, progress: Progress, factions: Iterable[Faction] = BOTH, more: int = 0
) -> Prospect:
    """Return the result of an Assault with `more` additional US Troops.

    `progress` knows the Capabilities used in this Operation.
    """
    if more:
        state = with_pieces(state, where, changed(state.spaces[where.index].pieces, Kind.UT, more))
    taken: dict[Faction, tuple[Count, ...]] = {}
    before, tunnel = state.spaces[where.index].pieces, False
    for faction in factions:
        blow = assault_blow(Context(Draft(state), US, RULE, progress), where, faction)
        taken[faction] = blow.pieces
        tunnel |= blow.tunnel and (faction is US or bool(blow.pieces))
        state = with_pieces(state, where, blow.after)
    first, then = taken.get(US, ()), taken.get(ARVN, ())
    return Prospect(where, before, (*first, *then), tunnel, first=first, then=then)


def with_pieces(state: State, where: BoardSpace, pieces: Pieces) -> State:
    """Return the position with other pieces in a space, as a supposition."""
    spaces = list(state.spaces)
    spaces[where.index] = msgspec.structs.replace(spaces[where.index], pieces=pieces)
    return msgspec.structs.replace(state, spaces=tuple(spaces))


def is_spared(d: Decider, blow: Blow) -> bool:
    """Check whether shaded Search and Destroy spares a Province at Support (card 28)."""
    bound = d.capability(SEARCH_AND_DESTROY) == "shaded" and blow.where.kind == "province"
    return bound and d.support(blow.where) > 0 and not blow.of((Kind.NT, *BASE_KINDS))


class Outlooks:
    """The prospects of one Operation, each computed once for the pieces of its space.

    `arvn` says whether an ARVN Assault may still be added, `progress` which Capabilities have been used.
    """

    def __init__(self, d: Decider, arvn: bool) -> None:
        self.d = d
        self.arvn = arvn
        self.progress: Progress = Progress(operation="assault")
        self._found: dict[tuple[object, ...], Prospect] = {}

    def of(self, where: BoardSpace, more: int = 0) -> Prospect:
        """Return the prospect of an Assault with `more` additional US Troops."""
        uses = sum([len(spaces) for spaces in self.progress.uses.values()])
        key = (where.index, self.d.now.spaces[where.index].pieces, more, self.arvn, uses)
        if key not in self._found:
            factions = BOTH if self.arvn else (US,)
            self._found[key] = prospect(self.d.now, where, self.progress, factions, more)
        return self._found[key]


class AssaultLift(Purpose):
    """Destinations where more Troops remove more pieces. Spaces to be Assaulted later keep their Troops.

    `goes_on` says whether the Operation may have further spaces; `done` are its spaces so far.
    """

    def __init__(
        self, d: Decider, outlooks: Outlooks, goes_on: bool, done: tuple[BoardSpace, ...] = ()
    ) -> None:
        self.d = d
        self.outlooks = outlooks
        self.goes_on = goes_on
        self.done = done
        self.reinforced: dict[BoardSpace, Prospect] = {}
        """The prospects with all Troops that can be lifted to a space."""
        self.letters: Sequence[SpaceLetter] = [
            (f"Assault {letter}", partial(self._figure, figure)) for letter, figure in MEASURES
        ]

    def _figure(self, figure: Figure[Blow], where: BoardSpace) -> int:
        return figure(self.reinforced[where])

    def kept(self, where: BoardSpace, kind: Kind) -> int:
        """Return the Troops that remove as much as all Troops of the space; 0 if the space is done."""
        have = self.d.number(where, (kind,))
        if not have or not self.is_wanted(where):
            return 0
        if kind is Kind.AT:
            return have if self.outlooks.of(where).then else 0
        return have + self.fewest(where, -have, 0)

    def wishes(self, lift: AirLift) -> Iterator[StepWishes]:
        """Yield the spaces where just enough Troops let more than half be removed."""
        wishes = {}
        for where in filter(self.is_wanted, board().spaces):
            most = lift.supply(where, (Kind.UT,))
            outlook = self.outlooks.of(where, most) if most else None
            if outlook is None or not outlook.clears_most or is_spared(self.d, outlook):
                continue
            if outlook.number > self.outlooks.of(where).number:
                needed = self.fewest(where, 0, most)
                why = "so that more than half of the Active Insurgents can go"
                wishes[where], self.reinforced[where] = Wish(needed, needed, why), outlook
        yield wishes

    def is_wanted(self, where: BoardSpace) -> bool:
        """Check whether the Operation may still go to the space, and there are Active Insurgents."""
        return self.goes_on and where not in self.done and self.d.number(where, ACTIVE) > 0

    def fewest(self, where: BoardSpace, low: int, high: int) -> int:
        """Return the fewest Troops to add (or, negative, take away) that remove as many pieces as `high`
        more.
        """
        best = self.outlooks.of(where, high).number
        return (
            bisect_left(range(low, high), best, key=lambda more: self.outlooks.of(where, more).number) + low
        )


class BattleLift(Purpose):
    """The purpose of an Event's Air Lift before a Sweep and an Assault of the same spaces (8.4.4)."""

    def __init__(self, d: Decider) -> None:
        self.d = d
        self.removed: dict[BoardSpace, int] = {}
        """The most pieces that can be removed from a space."""
        self.letters: Sequence[SpaceLetter] = [("Battle a", self.removed.__getitem__)]

    def wishes(self, lift: AirLift) -> Iterator[StepWishes]:
        """Yield where just enough Troops remove the most pieces after all Guerrillas are Activated."""
        wishes = {}
        for where in board().spaces:
            pieces = space_now(self.d, where).pieces
            most = lift.supply(where, (Kind.UT,))
            if not most or not count_of(pieces, (*ACTIVE, *HIDDEN)):
                continue
            found = kind_by_kind(pieces, HIDDEN)
            shown = without(pieces, found, [Count(count.number, count.kind.active) for count in found])
            state = with_pieces(self.d.now, where, shown)
            removed = [prospect(state, where, Progress(), (US,), more).number for more in range(most + 1)]
            needed = removed.index(max(removed))
            if needed:
                wishes[where], self.removed[where] = Wish(needed, needed), removed[needed]
        yield wishes
