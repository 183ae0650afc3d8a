"""US Air Lift: its origins, destinations and pieces (8.8.3)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar

import msgspec

from fitl_core.facts.factions import ControlName
from fitl_core.facts.game_map import BoardSpace, along, board
from fitl_core.facts.options import HIGH_WINDS
from fitl_core.facts.pieces import Count, Kind, number_named
from fitl_core.players.non_players.decider import Decider, Figure, SpaceLetter
from fitl_core.players.non_players.departures import KEPT_AT_SUPPORT, may_leave
from fitl_core.players.non_players.movement import Force, Groups, Kinds, Movement, Need, Way, first_of, size
from fitl_core.players.non_players.piece_order import kind_by_kind
from fitl_core.players.non_players.saying import is_unlimited, open_question
from fitl_core.players.non_players.space_figures import pieces_in
from fitl_core.players.non_players.strikes import COIN_UNITS
from fitl_core.players.non_players.us.board_figures import US_UNITS, short_of_control, space_now
from fitl_core.players.non_players.us.policy_choice import lets_into_laos
from fitl_core.players.non_players.verb_attempts import say_if_open
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Move, Verb
from fitl_core.rules.activities.airlift import MOST_OTHERS, MOST_SPACES, MOST_SPACES_IN_MONSOON
from fitl_core.state.state import State

NODE = "8.8.3/sa-1"
SPECIAL = (Kind.UI, Kind.UI_ACTIVE, Kind.AR, Kind.AR_ACTIVE)
LIFTED = (Kind.UT, Kind.AT, *SPECIAL)


class Wish(msgspec.Struct, frozen=True):
    """The needs of a destination: US Troops, and COIN Troops in all; and `why` in words for the trace."""

    us: int
    coin: int
    why: str = ""


StepWishes = Mapping[BoardSpace, Wish]
"""The destinations of a step with their needs."""


class Purpose:
    """The wishes of an Operation for its Air Lift; of Patrol and Train none."""

    letters: Sequence[SpaceLetter] = ()
    """The priorities of the destinations."""

    def kept(self, where: BoardSpace, kind: Kind) -> int:
        """Return how many Troops of a kind the Operation keeps in a space."""
        return 0

    def wishes(self, lift: AirLift) -> Iterable[StepWishes]:
        """Return the wishes step by step. The first step with a wish that can be granted is the next."""
        return ()


class FewSpaces(Purpose):
    """The wishes of an Operation, limited to a number of destinations."""

    def __init__(self, purpose: Purpose, most: int) -> None:
        self.purpose = purpose
        self.most = most
        self.letters: Sequence[SpaceLetter] = purpose.letters

    def kept(self, where: BoardSpace, kind: Kind) -> int:
        """Return the Troops that the Operation keeps."""
        return self.purpose.kept(where, kind)

    def wishes(self, lift: AirLift) -> Iterable[StepWishes]:
        """Return the wishes of the Operation until the limit is reached."""
        return self.purpose.wishes(lift) if len(lift.destinations) < self.most else ()


def lift_for(purpose: Purpose, d: Decider) -> Deciding[bool]:
    """Carry out an Air Lift after its verb; return whether anything was lifted."""
    return (yield from AirLift(d, purpose).run())


class AirLift(Movement):
    """An Air Lift in progress: the origins that have been `used`, and the `destinations`.

    All US units leave an origin of the first kind. From others, US and ARVN Troops go that neither the
    Operation nor COIN Control needs; 3 COIN units stay at Support. An origin is picked only after a
    destination needs it.
    """

    kinds: ClassVar[tuple[Kind, ...]] = (Kind.UT, Kind.AT)
    counted: ClassVar[tuple[Kind, ...]] = COIN_UNITS

    def __init__(self, d: Decider, purpose: Purpose) -> None:
        super().__init__(d)
        self.purpose = purpose
        self.spaces: int = MOST_SPACES_IN_MONSOON if d.start.monsoon else MOST_SPACES
        self.us_alone: bool = d.start.monsoon and HIGH_WINDS in d.start.options
        self.others: int = MOST_OTHERS
        """How many pieces may still be lifted that are no US Troops."""
        self.used: list[BoardSpace] = []
        self.destinations: list[BoardSpace] = []
        self.granted: StepWishes = {}
        """The wishes that can be granted now."""
        self.allowed: frozenset[BoardSpace] = frozenset(board().spaces if is_unlimited(d) else _allowed(d))
        """The destinations that an Event allows."""
        self.first_kind: frozenset[BoardSpace] = frozenset(
            at for at in board().spaces if _is_first_kind(d, at)
        )
        self.closed: set[BoardSpace] = set()
        """The spaces from or to which the rules refused a lift. Nothing more is lifted there."""
        self._position: State | None = None
        self._looks = 0
        self._potential: list[BoardSpace] = []

    def run(self) -> Deciding[bool]:
        """Carry out the whole Special Activity; return whether anything was lifted."""
        yield from self.serve(NODE, partial(self.open_wishes, self.purpose.wishes), *self.purpose.letters)
        yield from self.serve(NODE, partial(self.open_wishes, AirLift.with_police))
        yield from self.empty()
        yield from self.special_forces()
        if self.moved:
            self.d.relies_on("NP-Q35")
        return self.moved

    def serves(self) -> bool:
        """Check whether the Air Lift could bring Troops that the Operation wants."""
        return bool(self.open_wishes(self.purpose.wishes)) and self.d.try_clauses(Verb("airlift")) is not None

    def is_possible(self) -> bool:
        """Check whether the Air Lift could bring any piece anywhere, regardless of an Event's limits."""
        self.allowed = frozenset(board().spaces)
        can_go = any(map(self.has_special_forces, self.potential()))
        return bool(self.open_wishes(AirLift.with_police)) or (can_go and bool(self.unoccupied()))

    # -- origins ----------------------------------------------------------------------------------

    def stay(self, where: BoardSpace) -> int:
        """Return 3 for a space at Support."""
        return KEPT_AT_SUPPORT if self.d.support(where) > 0 else 0

    def may_change(self, where: BoardSpace, was: ControlName, after: ControlName) -> bool:
        """Check whether COIN Control stays."""
        return was != "coin" or after == "coin"

    def unmoved(self, where: BoardSpace, kind: Kind) -> int:
        """Return how many Troops of a kind may be lifted, apart from those that the Operation keeps."""
        number = super().unmoved(where, kind)
        if where in self.first_kind or (self.us_alone and kind is Kind.AT):
            return number if kind is Kind.UT else 0
        return max(0, number - self.purpose.kept(where, kind)) if number else 0

    def under(self, where: BoardSpace) -> object:
        """Return the position: the Operation looks at all spaces to keep Troops."""
        return self._looks

    def look(self) -> None:
        """Find the order of potential origins, once a position."""
        if self._position is not self.d.now:
            self._position = self.d.now
            self._looks += 1
            there = [at for at in board().spaces if self.d.number(at, (*self.kinds, *US_UNITS))]
            unused = [at for at in there if at not in (*self.closed, *self.used, *self.destinations)]
            unused = [at for at in unused if self.leaving(at) or at in self.first_kind]
            figures = [figure for _, figure in self.origins()]
            self._potential = sorted(unused, key=lambda at: [-figure(at) for figure in figures])

    def leaving(self, where: BoardSpace, kinds: Kinds = ()) -> Force:
        """Return the Troops that may be lifted from a space."""
        self.look()
        force = () if where in self.closed else super().leaving(where)
        return tuple([count for count in force if count.kind in kinds]) if kinds else force

    def potential(self, but: BoardSpace | None = None) -> list[BoardSpace]:
        """Return the spaces that could still be origins in the order of the rule, without one destination."""
        self.look()
        return [at for at in self._potential if at is not but]

    def origins(self) -> Sequence[tuple[str, Figure[BoardSpace]]]:
        """Return the order of origins: those that are used, then the first kind, then the others."""
        return (
            ("used", lambda at: -self.used.index(at) if at in self.used else -MOST_SPACES),
            ("", self.first_kind.__contains__),
            ("origin a", lambda at: at in self.first_kind and at.in_laos_or_cambodia),
            ("most Troops", lambda at: number_named(self.leaving(at))),
        )

    def origins_left(self, where: BoardSpace) -> int:
        """Return how many more origins may be used for a destination."""
        return self.spaces - len({*self.used, *self.destinations, where})

    def ways(self, where: BoardSpace) -> Mapping[BoardSpace, Way]:
        """Return the paths from the used origins, and from others as long as there may be more."""
        new = self.potential(where) if self.origins_left(where) > 0 else ()
        return {at: (at.id, where.id) for at in (*self.used, *new)}

    def supply(self, where: BoardSpace, kinds: Kinds = (), but: Collection[BoardSpace] = ()) -> int:
        """Return how many Troops can be lifted to a space in all, if it may become a destination."""
        if where not in self.allowed or where.in_north_vietnam:
            return 0
        if where in self.closed or where in (*self.used, *self.destinations):
            return 0
        if where.in_laos_or_cambodia and not lets_into_laos(self.d):
            return 0
        places = [*self.used, *self.potential(where)[: self.origins_left(where)]]
        force = [count for at in places for count in self.leaving(at, kinds)]
        us = number_named([count for count in force if count.kind is Kind.UT])
        return us + min(number_named(force) - us, self.others)

    # -- destinations -----------------------------------------------------------------------------

    def has_room(self) -> bool:
        """Check whether one more destination may be selected, with the used origins or one more."""
        return max(1, len(self.used)) + len(self.destinations) < self.spaces

    def open_wishes(self, wishes: Callable[[AirLift], Iterable[StepWishes]]) -> Mapping[BoardSpace, int]:
        """Return the wishes of the first step in which any can be granted, with the Troops that they need."""
        for step in wishes(self) if self.has_room() else ():
            needy = {at: wish for at, wish in step.items() if 0 < wish.coin <= self.supply(at)}
            self.granted = {at: one for at, one in needy.items() if one.us <= self.supply(at, (Kind.UT,))}
            if self.granted:
                return {at: wish.coin for at, wish in self.granted.items()}
        return {}

    def aim(self) -> str:
        """Return what the wishes that are granted now are for."""
        return f"Air Lift {next(iter(self.granted.values())).why}".rstrip()

    def with_police(self) -> Iterator[StepWishes]:
        """Yield the spaces with Police and no Active Support that lack US Troops or COIN Control."""
        d, wishes = self.d, dict[BoardSpace, Wish]()
        for where in board().spaces:
            if not where.is_loc and d.support(where) < 2 and d.number(where, (Kind.AP,)):
                us = int(not d.number(where, (Kind.UT,)))
                coin = max(us, short_of_control(pieces_in(d, where)))
                wishes[where] = Wish(us, coin, "for US Troops and COIN Control where Police are")
        yield wishes

    def is_idle(
        self, needs: Mapping[BoardSpace, Need], coming: Mapping[BoardSpace, Groups], by_lot: bool
    ) -> bool:
        """Check whether there are US Troops for all of these. Origins are used up one after another.

        Nothing may be left in an origin of the first kind, because the rest goes to the last destination.
        """
        wanted, used = sum(map(size, needs.values())), 0
        for origin in (*self.used, *self.potential()):
            if wanted <= 0 and used >= len(self.used):
                break
            wanted -= number_named(self.leaving(origin, (Kind.UT,)))
            rest = wanted < 0 or self.d.number(origin, US_UNITS[1:])
            if origin in needs or (rest and origin in self.first_kind):
                return False
            used += 1
        return wanted <= 0 and used + len(self.destinations) + len(needs) <= self.spaces

    # -- pieces -----------------------------------------------------------------------------------

    def admitted(self, way: Way, force: Force) -> Force:
        """Return the Troops that a destination wants: US Troops, and ARVN Troops for its other needs."""
        (end,) = along(way[-1:])
        wish, (us, arvn) = self.granted[end], [self.came(end, kind) for kind in self.kinds]
        most = min(self.others, wish.coin - arvn - max(us, wish.us))
        us_troops = [count for count in force if count.kind is Kind.UT]
        return (*us_troops, *first_of([count for count in force if count.kind is Kind.AT], most))

    def all_go(self, where: BoardSpace, groups: Groups, wanted: int, tied: Sequence[BoardSpace]) -> bool:
        """Check whether all these origins may be used for their US Troops alone."""
        us_alone = all(count.kind is Kind.UT for at in tied for count in groups[at])
        can_be_used = us_alone and len(tied) <= self.origins_left(where)
        return can_be_used and super().all_go(where, groups, wanted, tied)

    def says(self, move: Move) -> Deciding[bool]:
        """Answer with a lift, unless the rules refuse it: an Operation must still be possible (4.1)."""
        return (yield from say_if_open(self.d, move))

    def close(self, where: BoardSpace) -> None:
        """Lift nothing more from or to a space."""
        self.closed.add(where)
        self._position = None

    def served(self, where: BoardSpace) -> None:
        """Close a destination to which every lift was refused."""
        if where not in self.destinations:
            self.close(where)

    def go(self, way: Way, force: Force) -> Deciding[bool]:
        """Lift pieces, and note the spaces. Close those that a refused lift leaves unused."""
        origin, end = along(way)
        if not (yield from super().go(way, force)):
            if origin not in self.used:
                self.close(origin)
            return False
        self.used += [origin] if origin not in self.used else []
        self.destinations += [end] if end not in self.destinations else []
        self.others -= sum([count.number for count in force if count.kind is not Kind.UT])
        return True

    def empty(self) -> Deciding[None]:
        """Move the remaining US units of origins of the first kind to the last destination."""
        for where in [at for at in self.used if at in self.first_kind]:
            there = pieces_in(self.d, where)
            irregulars = kind_by_kind(there, (Kind.UI, Kind.UI_ACTIVE), self.others)
            if force := (*kind_by_kind(there, (Kind.UT,)), *irregulars):
                self.d.note(NODE, f"the other US units leave {where.name}, too")
                yield from self.go((where.id, self.destinations[-1].id), force)

    # -- Special Forces ---------------------------------------------------------------------------

    def special_forces(self) -> Deciding[None]:
        """Move 1 Irregular or Ranger to an empty space of Laos or Cambodia."""
        d, empty = self.d, self.unoccupied()
        if not empty or not self.has_room() or not self.others:
            return
        origins = list(filter(self.has_special_forces, self.used))[:1]
        if not origins and self.origins_left(empty[0]):
            origins = list(filter(self.has_special_forces, self.potential()))
        if origins:
            d.aim(NODE, "Air Lift 1 Special Forces into an empty space of Laos or Cambodia")
            origin = yield from d.called("from", d.pick_space(NODE, origins, *self.origins()))
            kind = next(kind for kind in SPECIAL if d.number(origin, (kind,)))
            where = yield from d.pick_space(NODE, empty)
            yield from self.go((origin.id, where.id), (Count(1, kind),))

    def unoccupied(self) -> list[BoardSpace]:
        """Return the empty spaces of Laos and Cambodia to which pieces may be lifted."""
        abroad = [at for at in board().spaces if at.in_laos_or_cambodia and at in self.allowed]
        return [at for at in abroad if not any(pieces_in(self.d, at))]

    def has_special_forces(self, where: BoardSpace) -> bool:
        """Check whether an Irregular or Ranger may be lifted from a space."""
        us_alone = self.us_alone or (where in self.first_kind and self.d.number(where, US_UNITS))
        kinds = SPECIAL[:2] if us_alone else SPECIAL
        return self.d.number(where, kinds) > 0 and may_leave(where, space_now(self.d, where)) > 0


def _is_first_kind(d: Decider, where: BoardSpace) -> bool:
    """Check whether a space has US units, but none of COIN Control, Support and a US Base."""
    if not d.number(where, US_UNITS) or d.number(where, (Kind.UB,)):
        return False
    return d.support(where) <= 0 and d.control(where) != "coin"


def _allowed(d: Decider) -> Iterator[BoardSpace]:
    """Yield the spaces to which an Event lets pieces be lifted."""
    if (asked := open_question(d, "move")) is None:
        return
    lifted = [(at, kind) for kind in LIFTED for at in board().spaces if d.number(at, (kind,))]
    for where in board().spaces:
        pieces = [Move((at.id, where.id), (Count(1, kind),)) for at, kind in lifted if at is not where]
        if pieces and asked.accepts(pieces[0]):
            yield where
