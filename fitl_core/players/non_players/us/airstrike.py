"""US Air Strike (8.8.3): the Trail, NVA Control, LoCs, Bases, most pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations

import msgspec

from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.lasting import AAA, ARC_LIGHT
from fitl_core.facts.pieces import BASE_KINDS, Count, Kind, Pieces, changed, count_of, number_named
from fitl_core.players.non_players.decider import Decider, Room
from fitl_core.players.non_players.departures import number_of
from fitl_core.players.non_players.distances import from_saigon
from fitl_core.players.non_players.us.board_figures import INSURGENT_BASES, space_now
from fitl_core.players.non_players.us.saying import open_question, remove_most, remove_somewhere, say_if_open
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Number, Remove, Roll
from fitl_core.rules.activities.airstrike import (
    MOST_PIECES,
    MOST_SPACES,
    MOST_SPACES_IN_MONSOON,
    PLAIN,
    RULE,
    most_pieces,
)
from fitl_core.rules.activities.degrading_trail import AAA_FLOOR, HITS_FOR_TRAIL, StrikeUnderway
from fitl_core.rules.context import Context
from fitl_core.rules.progress import Progress
from fitl_core.state.control import control
from fitl_core.state.draft import Draft
from fitl_core.state.momentum_on_trail import refuse_degrade

NODE = "8.8.3/sa-2"


def is_worth_it(d: Decider) -> bool:
    """Check whether an Air Strike could remove a piece or Degrade the Trail."""
    floor = AAA_FLOOR if d.capability(AAA) == "shaded" else 0
    trail = d.now.trail > floor and refuse_degrade(d.now, d.now.trail) is None
    arc_light = d.capability(ARC_LIGHT) == "unshaded"
    targets = [target_in(d, where) for where in board().spaces]
    met = next((one.where.name for one in targets if one.order and _is_in_reach(one, arc_light)), "none")
    return d.test(NODE, trail or met != "none", f"the Trail is at {d.now.trail}", f"pieces to hit: {met}")


def _is_in_reach(target: StrikeTarget, arc_light: bool) -> bool:
    return not target.is_unseen or (arc_light and target.where.kind == "province")


def airstrike(d: Decider) -> Deciding[bool]:
    """Air Strike after its verb if it is worth it; return whether it was."""
    if not is_worth_it(d):
        return False
    yield from d.settle()
    return (yield from _AirStrike(d).run())


class _AirStrike:
    """An Air Strike in progress, with the remaining hits as the Activity counts them."""

    def __init__(self, d: Decider) -> None:
        self.d = d
        rolled = d.walk.said[-1][1] if d.walk is not None and d.walk.said else None
        self.strike: StrikeUnderway = StrikeUnderway(rolled.die if isinstance(rolled, Roll) else MOST_PIECES)
        self.struck: list[BoardSpace] = []
        self.most: int = MOST_SPACES_IN_MONSOON if d.start.monsoon else MOST_SPACES

    def run(self) -> Deciding[bool]:
        """Carry out all steps; return True."""
        yield from self.trail()
        yield from self.unseen()
        yield from self.control()
        yield from self.locs()
        yield from self.bases()
        yield from self.pieces()
        yield from self.required_space()
        return True

    @property
    def hits(self) -> int:
        """How many pieces may still be removed."""
        ctx = Context(Draft(self.d.now), US, RULE, Progress(activity="airstrike"))
        return most_pieces(ctx, PLAIN, self.strike)[0]

    @property
    def spaces(self) -> int:
        """How many more spaces may be struck."""
        return self.most - len(self.struck)

    def targets(self, unseen: bool = False) -> list[StrikeTarget]:
        """Return the spaces with pieces to hit. The `unseen` ones have no COIN pieces."""
        if self.spaces <= 0 or not self.hits:
            return []
        targets = [target_in(self.d, where) for where in self.d.open_spaces()]
        return [target for target in targets if target.order and target.is_unseen == unseen]

    # -- the steps --------------------------------------------------------------------------------

    def trail(self) -> Deciding[None]:
        """Spend two hits on the Trail, if possible."""
        asked = open_question(self.d, "number")
        boxes = [one for one in asked.accepted() if isinstance(one, Number)] if asked is not None else []
        if not boxes:
            return
        change = min(boxes, key=lambda clause: clause.change)
        self.strike.spent = HITS_FOR_TRAIL
        self.d.note_pick(f"{NODE}", f"the Trail by {-change.change}", "two hits")
        yield from self.d.say(change)
        yield from remove_somewhere(self.d, NODE)

    def unseen(self) -> Deciding[None]:
        """Strike the Province without COIN pieces that the later steps want first, by unshaded Arc Light."""
        targets = self.targets(unseen=True) if self.d.capability(ARC_LIGHT) == "unshaded" else []
        if not targets:
            return
        freed = [one for one in targets if 0 < one.to_end_nva <= self.hits and one.where.population]
        if freed:
            places = [target.where for target in freed]
            where = yield from self.d.pick_space(NODE, places, ("", lambda at: at.population))
            yield from self.hit_nva(target_in(self.d, where))
            return
        with_base = [one for one in targets if 0 < one.to_base <= self.hits]
        most = max([min(self.hits, one.removable) for one in targets])
        yield from self.hit_first(with_base or [one for one in targets if one.removable >= most])

    def control(self) -> Deciding[None]:
        """End NVA Control of the most Population, with no more removals in a space than needed."""
        open_to = [one for one in self.targets() if one.to_end_nva and one.where.population]
        sets = best_sets(
            open_to, self.hits, self.spaces, lambda one: one.to_end_nva, lambda one: one.where.population
        )
        places = [tuple([target.where for target in one]) for one in sets]
        while places and places[0]:
            where = yield from self.one_of(places)
            yield from self.hit_nva(target_in(self.d, where))
            places = [tuple([at for at in one if at is not where]) for one in places if where in one]

    def one_of(self, sets: Sequence[tuple[BoardSpace, ...]]) -> Deciding[BoardSpace]:
        """Pick a space of equally good sets: one that is in all of them, else a random one."""
        shared = next((where for where in sets[0] if all(where in one for one in sets)), None)
        if shared is not None:
            self.d.note_pick(NODE, shared.name, "NVA Control off the most Population")
            return shared
        named = {where.id for one in sets for where in one}
        return (yield from self.d.pick_space(NODE, [at for at in board().spaces if at.id in named]))

    def locs(self) -> Deciding[None]:
        """Strike LoCs with COIN pieces, the nearest to Saigon first."""
        while roads := [target.where for target in self.targets() if target.where.is_loc]:
            where = yield from self.d.pick_space(
                NODE, roads, ("nearest to Saigon", self.nearness(len(roads) > 1)), room=self.room
            )
            yield from self.hit_first([target_in(self.d, where)])

    def nearness(self, matters: bool) -> Callable[[BoardSpace], int]:
        """Return a figure of how near to Saigon a space is (NP-Q30)."""
        far = from_saigon(matters and self.d.other_reading("NP-Q30"))
        return lambda at: -far[at.id]

    def bases(self) -> Deciding[None]:
        """Remove as many Bases as possible."""
        while open_to := [one for one in self.targets() if 0 < one.to_base <= self.hits]:
            sets = best_sets(open_to, self.hits, self.spaces, lambda one: one.to_base, lambda one: 1)
            first = [one for one in open_to if any(one in chosen for chosen in sets)]
            yield from self.hit_first(first, self.room if len(sets) == 1 else 1)

    def pieces(self) -> Deciding[None]:
        """Remove the most pieces."""
        while targets := self.targets():
            most = _most(targets, self.hits, self.spaces)
            first = []
            for one in targets:
                others = [other for other in targets if other is not one]
                here = min(self.hits, one.removable)
                if here + _most(others, self.hits - here, self.spaces - 1) >= most:
                    first.append(one)
            yield from self.hit_first(first, partial(self.room_for_most, targets))

    def required_space(self) -> Deciding[None]:
        """Select a space without a removal, if the table's reading requires one (4.2.3-09).

        All such spaces are equal, because nothing changes there. So the first one is taken without a roll.
        """
        asked = open_question(self.d, "at")
        if not self.struck and asked is not None and not asked.optional:
            yield from self.d.say(asked.answers(most=1)[0])

    def room_for_most(self, found: Sequence[StrikeTarget], tied: list[BoardSpace]) -> int:
        """Return the number of these spaces if all can be struck for the most pieces; else 1 (NP-Q50)."""
        others = [one for one in found if one.where not in tied]
        here = sum([one.removable for one in found if one.where in tied])
        together = here + _most(others, self.hits - here, self.spaces - len(tied))
        fits = self.room(tied) > 1 and together >= _most(found, self.hits, self.spaces)
        return len(tied) if fits else 1

    def room(self, tied: list[BoardSpace]) -> int:
        """Return the number of these spaces if hits and spaces are enough for all their pieces; else 1
        (NP-Q50).
        """
        pieces = sum([target_in(self.d, where).removable for where in tied])
        return len(tied) if pieces <= self.hits and len(tied) <= self.spaces else 1

    # -- hitting ----------------------------------------------------------------------------------

    def hit_first(self, targets: Sequence[StrikeTarget], room: Room = 1) -> Deciding[None]:
        """Strike one of these spaces as hard as possible: Active Opposition first, then least Population."""
        d = self.d
        by_space = {target.where.id: target for target in targets}
        where = yield from d.pick_space(
            NODE,
            [target.where for target in targets],
            ("a", lambda at: d.support(at) == -2),
            ("b", lambda at: -at.population),
            room=room,
        )
        yield from self.hit(where, by_space[where.id].order[: self.hits])

    def hit_nva(self, target: StrikeTarget) -> Deciding[None]:
        """Strike until NVA Control ends."""
        yield from self.hit(target.where, target.nva_order[: target.to_end_nva])

    def hit(self, where: BoardSpace, kinds: tuple[Kind, ...]) -> Deciding[None]:
        """Remove pieces in a space."""
        self.struck.append(where)
        clause = Remove(where.id, counts_of(kinds))
        if (yield from say_if_open(self.d, clause)):
            self.strike.removed += number_named(clause.pieces)
        else:
            self.strike.removed += yield from remove_most(self.d, clause)


def _most(targets: Sequence[StrikeTarget], hits: int, spaces: int) -> int:
    """Return how many pieces can be removed in this many of the spaces."""
    numbers = sorted([target.removable for target in targets], reverse=True)
    return min(hits, sum(numbers[: max(0, spaces)]))


# -- the pieces that can be hit in a space, and the hits needed for each goal (4.2.3) -------------

VC_FIRST = (Kind.NT, Kind.VG_ACTIVE, Kind.NG_ACTIVE)
NVA_FIRST = (Kind.NT, Kind.NG_ACTIVE, Kind.VG_ACTIVE)


class StrikeTarget(msgspec.Struct, frozen=True):
    """A space that can be struck, with the pieces that are removed one by one in the order of the Activity.

    `order` has VC before NVA (8.1.2). `nva_order` ends NVA Control soonest.
    """

    where: BoardSpace
    pieces: Pieces
    order: tuple[Kind, ...]
    nva_order: tuple[Kind, ...]

    @property
    def is_unseen(self) -> bool:
        """Whether the space has no COIN piece."""
        return not number_of(self.pieces, US, ARVN)

    @property
    def removable(self) -> int:
        """How many pieces can be removed, if there are enough hits."""
        return len(self.order)

    @property
    def to_base(self) -> int:
        """The number of hits that remove a Base; 0 if none can be removed."""
        return next((i + 1 for i, kind in enumerate(self.order) if kind in BASE_KINDS), 0)

    @property
    def to_end_nva(self) -> int:
        """The number of hits that end NVA Control; 0 if there is none, or if it cannot be ended."""
        pieces = self.pieces
        if control(self.where, pieces) != "nva":
            return 0
        for hits, kind in enumerate(self.nva_order):
            pieces = changed(pieces, kind, -1)
            if control(self.where, pieces) != "nva":
                return hits + 1
        return 0


def target_in(d: Decider, where: BoardSpace) -> StrikeTarget:
    """Return the target in a space. If nothing can be hit, its `order` is empty."""
    pieces = space_now(d, where).pieces
    shielded = number_of(pieces, NVA, VC) - count_of(pieces, (*INSURGENT_BASES, *VC_FIRST)) > 0
    bases = () if shielded else (Kind.VB, Kind.NB)
    return StrikeTarget(
        where, pieces, _one_by_one(pieces, (*VC_FIRST, *bases)), _one_by_one(pieces, (*NVA_FIRST, *bases))
    )


def _one_by_one(pieces: Pieces, kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    return tuple([kind for kind in kinds for _ in range(pieces[kind.slot])])


def counts_of(kinds: Sequence[Kind]) -> tuple[Count, ...]:
    """Return pieces as a move names them.

    >>> [count.number for count in counts_of((Kind.NT, Kind.NT, Kind.VB))]
    [2, 1]
    """
    return tuple([Count(kinds.count(kind), kind) for kind in dict.fromkeys(kinds)])


def best_sets(
    targets: Sequence[StrikeTarget],
    hits: int,
    spaces: int,
    cost: Callable[[StrikeTarget], int],
    gain: Callable[[StrikeTarget], int],
) -> list[tuple[StrikeTarget, ...]]:
    """Return the sets of at most `spaces` targets with the most gain for these hits. All sets are tried.

    A die has at most 6 hits and each target takes at least one, so there are never many sets.
    """
    best: list[tuple[StrikeTarget, ...]] = []
    most = 0
    for number in range(1, min(len(targets), hits, spaces) + 1):
        for chosen in combinations(targets, number):
            if sum([cost(target) for target in chosen]) > hits:
                continue
            gained = sum([gain(target) for target in chosen])
            if gained > most:
                best, most = [], gained
            if gained == most:
                best.append(chosen)
    return best
