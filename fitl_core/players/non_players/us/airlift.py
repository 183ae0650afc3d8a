"""US Air Lift: its origins, destinations and pieces (8.8.3).

An origin is picked only after a destination needs it, in the order of the rule. So dice are rolled only for
an origin that is used.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.pieces import Count, Kind, count_of
from fitl_core.players.non_players.decider import Decider, Room
from fitl_core.players.non_players.departures import may_leave
from fitl_core.players.non_players.us.board_figures import US_UNITS, short_of_control, space_now
from fitl_core.players.non_players.us.policy_choice import lets_into_laos
from fitl_core.players.non_players.us.saying import is_unlimited, open_question, say_if_open
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Move, Verb
from fitl_core.rules.activities.airlift import MOST_OTHERS, MOST_SPACES, MOST_SPACES_IN_MONSOON
from fitl_core.state.state import State

NODE = "8.8.3/sa-1"
SPECIAL = (Kind.UI, Kind.UI_ACTIVE, Kind.AR, Kind.AR_ACTIVE)


class Wish(msgspec.Struct, frozen=True):
    """A destination and its needs: US Troops, and COIN Troops in all."""

    where: BoardSpace
    us: int
    coin: int


class Purpose(Protocol):
    """The wishes of an Operation for its Air Lift."""

    def kept(self, where: BoardSpace, kind: Kind) -> int:
        """Return how many Troops of a kind the Operation keeps in a space."""
        ...

    def wishes(self, lift: AirLift) -> list[tuple[Wish, tuple[int, ...]]]:
        """Return the destinations that are next, each with its figures by the priorities in order."""
        ...


class NoPurpose:
    """The purpose of an Operation without wishes, such as Patrol and Train."""

    def kept(self, where: BoardSpace, kind: Kind) -> int:
        """Keep no Troops."""
        return 0

    def wishes(self, lift: AirLift) -> list[tuple[Wish, tuple[int, ...]]]:
        """Return no destination."""
        return []


class FewSpaces:
    """The wishes of an Operation, limited to a number of destinations."""

    def __init__(self, purpose: Purpose, most: int) -> None:
        self.purpose = purpose
        self.most = most

    def kept(self, where: BoardSpace, kind: Kind) -> int:
        """Return the Troops that the Operation keeps."""
        return self.purpose.kept(where, kind)

    def wishes(self, lift: AirLift) -> list[tuple[Wish, tuple[int, ...]]]:
        """Return the wishes of the Operation until the limit is reached."""
        return self.purpose.wishes(lift) if len(lift.destinations) < self.most else []


class AirLift:
    """An Air Lift in progress: the used `origins` and the filled `destinations`."""

    def __init__(self, d: Decider, purpose: Purpose) -> None:
        self.d = d
        self.purpose = purpose
        self.spaces: int = MOST_SPACES_IN_MONSOON if d.start.monsoon else MOST_SPACES
        self.origins: list[BoardSpace] = []
        self.emptied: list[BoardSpace] = []
        """The origins of the first kind, which all US units leave."""
        self.destinations: list[BoardSpace] = []
        self.others: int = 0
        self.closed: set[str] = set()
        """Spaces from or to which no more pieces may be lifted."""
        self.allowed: frozenset[str] | None = None if is_unlimited(d) else self.granted()
        """The destinations that an Event allows; None if no Event grants the Air Lift."""
        self._sources: tuple[State | None, list[tuple[BoardSpace, int, int]]] = (None, [])

    def run(self) -> Deciding[bool]:
        """Carry out the whole Special Activity; return whether anything was lifted."""
        while self.has_room() and (wishes := self.open_wishes(self.purpose.wishes(self))):
            yield from self.fill((yield from self.choose(wishes)))
        while self.has_room() and (wishes := self.open_wishes(self.with_police())):
            yield from self.fill((yield from self.choose(wishes)))
        yield from self.empty()
        yield from self.special_forces()
        if self.destinations:
            self.d.relies_on("NP-Q35")
        return bool(self.destinations)

    def serves(self) -> bool:
        """Check whether the Air Lift could bring Troops that the Operation wants."""
        return (
            bool(self.open_wishes(self.purpose.wishes(self)))
            and self.d.try_clauses(Verb("airlift")) is not None
        )

    def is_possible(self) -> bool:
        """Check whether the Air Lift could bring any piece anywhere, regardless of an Event's limits."""
        self.allowed = None
        if self.open_wishes(self.with_police()):
            return True
        empty = any(at.in_laos_or_cambodia and not any(space_now(self.d, at).pieces) for at in board().spaces)
        return empty and any(self.has_special_forces(where) for where, _, _ in self.sources())

    # -- origins ----------------------------------------------------------------------------------

    def has_room(self) -> bool:
        """Check whether one more destination may be selected, with the used origins or one more."""
        used = len(self.origins) + len(self.destinations)
        return used + 1 + (not self.origins) <= self.spaces

    def origins_left(self, new_destination: bool) -> int:
        """Return how many more origins may be used."""
        used = len(self.origins) + len(self.destinations) + new_destination
        return max(0, self.spaces - used)

    def is_first_kind(self, where: BoardSpace) -> bool:
        """Check whether a space has US units but no COIN Control, Support or US Base, so that all of them
        leave.
        """
        d = self.d
        if d.support(where) > 0 or d.number(where, (Kind.UB,)) or not d.number(where, US_UNITS):
            return False
        return d.control(where) != "coin"

    def is_emptied(self, where: BoardSpace) -> bool:
        """Check whether all US units leave a space that is an origin or could become one."""
        return where in self.emptied or self.is_first_kind(where)

    def can_go(self, where: BoardSpace) -> tuple[int, int]:
        """Return how many US and ARVN Troops may be lifted from a space."""
        d = self.d
        us, arvn = d.number(where, (Kind.UT,)), d.number(where, (Kind.AT,))
        if self.is_emptied(where):
            return us, 0
        most = may_leave(where, space_now(d, where)) if us or arvn else 0
        if not most:
            return 0, 0
        us = max(0, min(us - self.purpose.kept(where, Kind.UT), most)) if us else 0
        arvn = max(0, min(arvn - self.purpose.kept(where, Kind.AT), most - us)) if arvn else 0
        return us, arvn

    def sources(self) -> list[tuple[BoardSpace, int, int]]:
        """Return the spaces that could still become origins, with their Troops, in the rule's order."""
        d = self.d
        if self._sources[0] is d.now:
            return self._sources[1]
        first, second = [], []
        for where in board().spaces:
            if where in self.origins or where in self.destinations or where.id in self.closed:
                continue
            source = (where, *self.can_go(where))
            if self.is_first_kind(where):
                first.append(source)
            elif source[1] or source[2]:
                second.append(source)
        first.sort(key=lambda one: (not one[0].in_laos_or_cambodia, -one[1]))
        second.sort(key=lambda one: -(one[1] + one[2]))
        self._sources = (d.now, [*first, *second])
        return self._sources[1]

    def candidates(self, destination: BoardSpace) -> list[BoardSpace]:
        """Return the possible origins without the destination."""
        return [where for where, _, _ in self.sources() if where is not destination]

    def supply(self, destination: BoardSpace) -> tuple[int, int]:
        """Return how many US and ARVN Troops could come to a destination."""
        most = self.origins_left(destination not in self.destinations)
        new_sources = [source for source in self.sources() if source[0] is not destination][:most]
        sources = [*[self.can_go(where) for where in self.origins], *[source[1:] for source in new_sources]]
        arvn = min(sum([arvn for _, arvn in sources]), MOST_OTHERS - self.others)
        return sum([us for us, _ in sources]), arvn

    def granted(self) -> frozenset[str]:
        """Return the spaces to which an Event lets pieces be lifted, as its questions allow."""
        asked = open_question(self.d, "move")
        if asked is None:
            return frozenset()
        kinds = (Kind.UT, Kind.AT, *SPECIAL)
        sources = [
            (where.id, kind) for kind in kinds for where in board().spaces if self.d.number(where, (kind,))
        ]
        moves = []
        for where in board().spaces:
            source = next((source for source in sources if source[0] != where.id), None)
            if source is not None:
                moves.append(Move((source[0], where.id), (Count(1, source[1]),)))
        return frozenset(
            [clause.path[-1] for clause in asked.fitting(lambda _: iter(moves)) if isinstance(clause, Move)]
        )

    def is_allowed(self, where: BoardSpace) -> bool:
        """Check whether an Event that grants the Air Lift lets pieces be lifted there."""
        return self.allowed is None or where.id in self.allowed

    # -- destinations -----------------------------------------------------------------------------

    def may_enter(self, where: BoardSpace) -> bool:
        """Check whether Troops may be lifted into a space."""
        if where.in_north_vietnam or where.id in self.closed or not self.is_allowed(where):
            return False
        if where in self.origins or where in self.destinations:
            return False
        return not where.in_laos_or_cambodia or lets_into_laos(self.d)

    def open_wishes(self, wishes: list[tuple[Wish, tuple[int, ...]]]) -> list[tuple[Wish, tuple[int, ...]]]:
        """Return the wishes that can be granted."""
        grantable = []
        for wish, figures in wishes:
            if not self.may_enter(wish.where):
                continue
            us, arvn = self.supply(wish.where)
            if us >= wish.us and us + arvn >= wish.coin > 0:
                grantable.append((wish, figures))
        return grantable

    def choose(self, wishes: list[tuple[Wish, tuple[int, ...]]]) -> Deciding[Wish]:
        """Pick the next destination by its figures, then at random."""
        by_space = {wish.where.id: (wish, figures) for wish, figures in wishes}
        places = [wish.where for wish, _ in wishes]
        letters = len(wishes[0][1])
        priorities = [("abcdef"[i], lambda at, i=i: by_space[at.id][1][i]) for i in range(letters)]

        def room(tied: list[BoardSpace]) -> int:
            return len(tied) if self.has_enough_for([by_space[at.id][0] for at in tied]) else 1

        where = yield from self.d.pick_space(NODE, places, *priorities, room=room)
        return by_space[where.id][0]

    def has_enough_for(self, wishes: list[Wish]) -> bool:
        """Check whether there are US Troops for all of these wishes, so that their order does not matter
        (NP-Q50).

        The origins give their Troops in order. Nothing may be left in an origin that all US units leave,
        because the rest goes to the last destination.
        """
        places = [wish.where for wish in wishes]
        needed = sum([wish.coin for wish in wishes])
        origins = [*self.origins, *[where for where, _, _ in self.sources()]]
        used = 0
        while used < len(origins) and (needed > 0 or used < len(self.origins)):
            where = origins[used]
            if where in places:
                return False
            needed -= self.can_go(where)[0]
            if self.is_emptied(where) and (needed < 0 or self.d.number(where, US_UNITS[1:])):
                return False
            used += 1
        return needed <= 0 and used + len(self.destinations) + len(places) <= self.spaces

    def with_police(self) -> list[tuple[Wish, tuple[int, ...]]]:
        """Return spaces with Police and no Active Support that lack US Troops or COIN Control."""
        d = self.d
        wishes: list[tuple[Wish, tuple[int, ...]]] = []
        for where in board().spaces:
            if where.is_loc or d.support(where) == 2 or not d.number(where, (Kind.AP,)):
                continue
            us = int(not d.number(where, (Kind.UT,)))
            coin = max(us, short_of_control(space_now(d, where).pieces))
            if coin:
                wishes.append((Wish(where, us, coin), ()))
        return wishes

    # -- pieces -----------------------------------------------------------------------------------

    def fill(self, wish: Wish) -> Deciding[None]:
        """Bring the needs of a destination from the origins in order, US before ARVN."""
        us, coin = wish.us, wish.coin
        new = True
        sources = iter(tuple(self.origins))
        while coin > 0 or us > 0:
            where = next(sources, None) or (yield from self.next_origin(wish.where, us, coin, new))
            if where is None:
                break
            can_us, can_arvn = self.can_go(where)
            with_us = min(can_us, max(us, coin))
            with_arvn = min(
                can_arvn, max(0, coin - with_us - max(0, us - with_us)), MOST_OTHERS - self.others
            )
            pieces = _counts({Kind.UT: with_us, Kind.AT: with_arvn})
            if pieces and (yield from self.lift(where, wish.where, pieces)):
                new = False
                us, coin = us - with_us, coin - with_us - with_arvn
            elif where not in self.origins:
                self.close(where)
        if wish.where not in self.destinations:
            self.close(wish.where)

    def close(self, where: BoardSpace) -> None:
        """Close a space: nothing more may be lifted from or to it."""
        self.closed.add(where.id)
        self._sources = (None, [])

    def next_origin(
        self, destination: BoardSpace, us: int, coin: int, new: bool
    ) -> Deciding[BoardSpace | None]:
        """Pick one more origin by the order of the rule; None if there is none."""
        if not self.origins_left(new):
            return None
        givers = [where for where in self.candidates(destination) if _gives(self.can_go(where), us, coin)]

        def room(tied: list[BoardSpace]) -> int:
            """Return the number of these if all their US Troops are wanted, and no ARVN Troops (NP-Q50)."""
            wanted = us == coin and sum([self.can_go(at)[0] for at in tied]) <= us
            return len(tied) if wanted and len(tied) <= self.origins_left(new) else 1

        return (yield from self.first_of(givers, room)) if givers else None

    def first_of(self, origins: list[BoardSpace], room: Room = 1) -> Deciding[BoardSpace]:
        """Pick the first origin: those of the first kind, those in Laos and Cambodia, those with the most
        Troops.
        """
        d = self.d
        first = [where for where in origins if self.is_first_kind(where)]
        if first:
            letters = (("a", _in_laos_or_cambodia), ("b", lambda at: d.number(at, (Kind.UT,))))
            return (yield from d.pick_space(NODE, first, *letters, room=room))
        return (yield from d.pick_space(NODE, origins, ("a", lambda at: sum(self.can_go(at))), room=room))

    def lift(self, origin: BoardSpace, destination: BoardSpace, pieces: tuple[Count, ...]) -> Deciding[bool]:
        """Move pieces; return whether the rules accepted that."""
        first_kind = self.is_first_kind(origin)
        if not (yield from say_if_open(self.d, Move((origin.id, destination.id), pieces))):
            return False
        if origin not in self.origins:
            self.origins.append(origin)
            if first_kind:
                self.emptied.append(origin)
        if destination not in self.destinations:
            self.destinations.append(destination)
        self.others += sum([count.number for count in pieces if count.kind is not Kind.UT])
        return True

    def empty(self) -> Deciding[None]:
        """Move the remaining US units of origins of the first kind to the last destination."""
        if not self.destinations:
            return
        last = self.destinations[-1]
        for where in self.emptied:
            space = space_now(self.d, where)
            irregulars = min(MOST_OTHERS - self.others, count_of(space.pieces, US_UNITS[1:]))
            hidden = min(irregulars, space.pieces[Kind.UI.slot])
            pieces = _counts(
                {
                    Kind.UT: space.pieces[Kind.UT.slot],
                    Kind.UI: hidden,
                    Kind.UI_ACTIVE: irregulars - hidden,
                }
            )
            if pieces:
                yield from self.lift(where, last, pieces)

    def special_forces(self) -> Deciding[None]:
        """Move 1 Irregular or Ranger to an empty space of Laos or Cambodia."""
        d = self.d
        empty = [
            at
            for at in board().spaces
            if at.in_laos_or_cambodia and self.is_allowed(at) and not any(space_now(d, at).pieces)
        ]
        if not empty or not self.has_room() or self.others >= MOST_OTHERS:
            return
        origin = next(filter(self.has_special_forces, self.origins), None)
        if origin is None and self.origins_left(new_destination=True):
            with_forces = list(filter(self.has_special_forces, self.candidates(empty[0])))
            origin = (yield from self.first_of(with_forces)) if with_forces else None
        if origin is not None:
            kind = next(kind for kind in SPECIAL if d.number(origin, (kind,)))
            where = yield from d.pick_space(NODE, empty)
            yield from self.lift(origin, where, (Count(1, kind),))

    def has_special_forces(self, where: BoardSpace) -> bool:
        """Check whether an Irregular or Ranger may be lifted from a space."""
        if self.is_first_kind(where):
            return self.d.number(where, SPECIAL[:2]) > 0
        return self.d.number(where, SPECIAL) > 0 and may_leave(where, space_now(self.d, where)) > 0


def _in_laos_or_cambodia(where: BoardSpace) -> bool:
    return where.in_laos_or_cambodia


def _gives(can_go: tuple[int, int], us: int, coin: int) -> bool:
    return can_go[0] > 0 or (coin > us and can_go[1] > 0)


def _counts(numbers: dict[Kind, int]) -> tuple[Count, ...]:
    return tuple([Count(number, kind) for kind, number in numbers.items() if number > 0])
