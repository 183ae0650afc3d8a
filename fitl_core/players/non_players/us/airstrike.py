"""US Air Strike (8.8.3): the Trail, NVA Control, LoCs, Bases, most pieces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.lasting import AAA, ARC_LIGHT
from fitl_core.facts.pieces import INSURGENT_BASES, Kind, count_of
from fitl_core.players.non_players.decider import Decider, Figure
from fitl_core.players.non_players.departures import number_of
from fitl_core.players.non_players.distances import from_saigon
from fitl_core.players.non_players.fighting import Blow, Measure, pick_target
from fitl_core.players.non_players.movement import best_sets
from fitl_core.players.non_players.piece_order import kind_by_kind
from fitl_core.players.non_players.saying import open_question, remove_most, remove_somewhere
from fitl_core.players.non_players.space_figures import pieces_in
from fitl_core.players.non_players.together import Together, both, one_by_one
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
from fitl_core.state.draft import Draft
from fitl_core.state.momentum_on_trail import refuse_degrade

NODE = "8.8.3/sa-2"
VC_FIRST = (Kind.NT, Kind.VG_ACTIVE, Kind.NG_ACTIVE)
NVA_FIRST = (Kind.NT, Kind.NG_ACTIVE, Kind.VG_ACTIVE)


class StrikeTarget(Blow, frozen=True, kw_only=True):
    """A space with the pieces that can be hit, VC before NVA. A goal has its fewest hits, or 0."""

    bases_open: tuple[Kind, ...]

    @property
    def is_unseen(self) -> bool:
        """Whether the space has no COIN piece."""
        return not number_of(self.before, US, ARVN)

    @property
    def to_base(self) -> int:
        """The number of hits that remove a Base."""
        return self.number - self.bases + 1 if self.bases else 0

    @property
    def to_end_nva(self) -> int:
        """The number of hits that end NVA Control of people."""
        numbers = range(1, self.number + 1) if self.where.population else ()
        return next((hits for hits in numbers if self.by(hits, NVA_FIRST).ends_nva), 0)

    def by(self, hits: int, order: tuple[Kind, ...] = VC_FIRST) -> Blow:
        """Return the removal of the first pieces, Bases last."""
        pieces = kind_by_kind(self.before, (*order, *self.bases_open), hits)
        return Blow(self.where, self.before, pieces)


def target_in(d: Decider, where: BoardSpace) -> StrikeTarget:
    """Return the target in a space. It may have nothing that can be hit."""
    before = pieces_in(d, where)
    shielded = number_of(before, NVA, VC) > count_of(before, (*INSURGENT_BASES, *VC_FIRST))
    bases = () if shielded else (Kind.VB, Kind.NB)
    return StrikeTarget(where, before, kind_by_kind(before, (*VC_FIRST, *bases)), bases_open=bases)


def is_worth_it(d: Decider) -> bool:
    """Check whether an Air Strike could remove a piece or Degrade the Trail."""
    floor = AAA_FLOOR if d.capability(AAA) == "shaded" else 0
    trail = d.now.trail > floor and refuse_degrade(d.now, d.now.trail) is None
    arc_light = d.capability(ARC_LIGHT) == "unshaded"
    targets = [target for where in board().spaces if (target := target_in(d, where))]
    in_reach = [one for one in targets if not one.is_unseen or (arc_light and one.where.kind == "province")]
    met = in_reach[0].where.name if in_reach else "none"
    return d.test(NODE, trail or bool(in_reach), f"the Trail is at {d.now.trail}", f"pieces to hit: {met}")


def airstrike(d: Decider) -> Deciding[bool]:
    """Air Strike after its verb if it is worth it; return whether it was."""
    if not is_worth_it(d):
        return False
    yield from d.settle()
    yield from _AirStrike(d).run()
    return True


class _AirStrike:
    """An Air Strike in progress, with the remaining hits as the Activity counts them."""

    def __init__(self, d: Decider) -> None:
        self.d = d
        rolled = d.walk.said[-1][1] if d.walk is not None and d.walk.said else None
        self.strike: StrikeUnderway = StrikeUnderway(rolled.die if isinstance(rolled, Roll) else MOST_PIECES)
        self.spaces: int = MOST_SPACES_IN_MONSOON if d.start.monsoon else MOST_SPACES
        """How many more spaces may be struck."""
        self.measures: tuple[Measure[StrikeTarget], ...] = (
            ("a", lambda one: d.support(one.where) == -2),
            ("b", lambda one: -one.where.population),
        )

    def run(self) -> Deciding[None]:
        """Carry out all steps."""
        before = self.spaces
        yield from self.trail()
        yield from self.unseen()
        yield from self.control()
        yield from self.locs()
        yield from self.bases()
        yield from self.pieces()
        # The table's reading may require a space without a removal (4.2.3-09). All of them are equal.
        asked = open_question(self.d, "at")
        if self.spaces == before and asked is not None and not asked.optional:
            yield from self.d.say(asked.answers(most=1)[0])

    @property
    def hits(self) -> int:
        """How many pieces may still be removed."""
        ctx = Context(Draft(self.d.now), US, RULE, Progress(activity="airstrike"))
        return most_pieces(ctx, PLAIN, self.strike)[0]

    def targets(self, unseen: bool = False) -> list[StrikeTarget]:
        """Return the spaces with pieces to hit. The `unseen` ones have no COIN pieces."""
        if self.spaces <= 0 or not self.hits:
            return []
        targets = [target_in(self.d, where) for where in self.d.open_spaces()]
        return [target for target in targets if target and target.is_unseen == unseen]

    def best(self, cost: Figure[StrikeTarget], gain: Figure[StrikeTarget]) -> list[tuple[StrikeTarget, ...]]:
        """Return the sets of targets with the most gain for the remaining hits and spaces."""
        hits = self.hits
        priced = [(one, price) for one in self.targets() if 0 < (price := cost(one)) <= hits]

        def gained(chosen: Sequence[tuple[StrikeTarget, int]]) -> tuple[int] | None:
            affordable = sum([price for _, price in chosen]) <= hits
            return (sum([gain(one) for one, _ in chosen]),) if affordable else None

        sizes = range(1, min(len(priced), hits, self.spaces) + 1)
        return [tuple([one for one, _ in chosen]) for chosen in best_sets(priced, sizes, gained)]

    # -- the steps --------------------------------------------------------------------------------

    def trail(self) -> Deciding[None]:
        """Spend two hits on the Trail, if possible."""
        asked = open_question(self.d, "number")
        boxes = [one for one in asked.accepted() if isinstance(one, Number)] if asked is not None else []
        if not boxes:
            return
        change = min(boxes, key=lambda clause: clause.change)
        self.strike.spent = HITS_FOR_TRAIL
        self.d.note_pick(NODE, f"the Trail by {-change.change}", "two hits")
        yield from self.d.say(change)
        yield from remove_somewhere(self.d, NODE)

    def unseen(self) -> Deciding[None]:
        """Strike the Province without COIN pieces that the later steps want first, by unshaded Arc Light."""
        targets = self.targets(unseen=True) if self.d.capability(ARC_LIGHT) == "unshaded" else []
        if not targets:
            return
        hits = self.hits
        if freed := [one for one in targets if 0 < one.to_end_nva <= hits]:
            yield from self.end_nva((yield from pick_target(self.d, NODE, freed, ("", _population))))
            return
        with_base = [one for one in targets if 0 < one.to_base <= hits]
        most = max([min(hits, one.number) for one in targets])
        yield from self.hit_first(with_base or [one for one in targets if one.number >= most])

    def control(self) -> Deciding[None]:
        """End NVA Control of the most Population, with no more removals in a space than needed.

        A space that is in every best set comes first.
        """
        while sets := self.best(_to_end_nva, _population):
            named = [one for one in self.targets() if any(one in chosen for chosen in sets)]
            shared = [one for one in named if all(one in chosen for chosen in sets)]
            yield from self.end_nva((yield from pick_target(self.d, NODE, shared[:1] or named)))

    def locs(self) -> Deciding[None]:
        """Strike LoCs with COIN pieces, the nearest to Saigon first (NP-Q30)."""
        d = self.d
        while roads := [target for target in self.targets() if target.where.is_loc]:
            far = from_saigon(len(roads) > 1 and d.other_reading("NP-Q30"))
            nearest = ("nearest to Saigon", lambda one, far=far: -far[one.where.id])
            yield from self.hit(
                (yield from pick_target(d, NODE, roads, nearest, together=self.can_all_be_hit))
            )

    def bases(self) -> Deciding[None]:
        """Remove as many Bases as possible."""
        while sets := self.best(_to_base, lambda one: 1):
            first = [one for one in self.targets() if any(one in chosen for chosen in sets)]
            yield from self.hit_first(first, self.can_all_be_hit if len(sets) == 1 else one_by_one)

    def pieces(self) -> Deciding[None]:
        """Remove the most pieces."""
        while targets := self.targets():
            most = self.most_with([], targets)
            first = [one for one in targets if self.most_with([one], targets) >= most]
            yield from self.hit_first(first, both(self.can_all_be_hit, partial(self.bring_the_most, targets)))

    def most_with(self, struck: Sequence[StrikeTarget], targets: Sequence[StrikeTarget]) -> int:
        """Return how many pieces can be removed in the remaining spaces if some targets are among them."""
        others = sorted([one.number for one in targets if one not in struck], reverse=True)
        numbers = [one.number for one in struck] + others[: max(0, self.spaces - len(struck))]
        return min(self.hits, sum(numbers))

    def bring_the_most(self, targets: Sequence[StrikeTarget], equal: Sequence[StrikeTarget]) -> bool:
        """Check whether the most pieces can be removed with all these targets."""
        return self.most_with(equal, targets) >= self.most_with([], targets)

    def can_all_be_hit(self, equal: Sequence[StrikeTarget]) -> bool:
        """Check whether hits and spaces are enough for all these targets."""
        return sum([one.number for one in equal]) <= self.hits and len(equal) <= self.spaces

    # -- hitting ----------------------------------------------------------------------------------

    def hit_first(
        self, targets: Sequence[StrikeTarget], together: Together[StrikeTarget] = one_by_one
    ) -> Deciding[None]:
        """Strike one of these spaces as hard as possible: Active Opposition first, then least Population."""
        yield from self.hit(
            (yield from pick_target(self.d, NODE, targets, *self.measures, together=together))
        )

    def end_nva(self, target: StrikeTarget) -> Deciding[None]:
        """Strike until NVA Control ends."""
        yield from self.remove(target.by(target.to_end_nva, NVA_FIRST))

    def hit(self, target: StrikeTarget) -> Deciding[None]:
        """Strike as hard as possible."""
        yield from self.remove(target.by(self.hits))

    def remove(self, blow: Blow) -> Deciding[None]:
        """Remove pieces in a space."""
        self.spaces -= 1
        self.strike.removed += yield from remove_most(self.d, Remove(blow.where.id, blow.pieces))


def _population(one: StrikeTarget) -> int:
    return one.where.population


def _to_base(one: StrikeTarget) -> int:
    return one.to_base


def _to_end_nva(one: StrikeTarget) -> int:
    return one.to_end_nva
