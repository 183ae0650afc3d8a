"""US Assault (8.8.3): its conditions, its steps, and the Air Lift during it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from fitl_core.facts.factions import ARVN, US
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.lasting import ABRAMS, COBRAS, PATTON
from fitl_core.facts.pieces import INSURGENT_BASES, TUNNELED, Count, Kind, number_named
from fitl_core.players.non_players.assaulting import assault_in
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.fighting import NO_LIMIT, strike_in_order, without
from fitl_core.players.non_players.flowchart import FlowCondition
from fitl_core.players.non_players.saying import is_unlimited, removals
from fitl_core.players.non_players.us.airlift import AirLift, lift_for
from fitl_core.players.non_players.us.airstrike import airstrike
from fitl_core.players.non_players.us.prospects import (
    BOTH,
    MEASURES,
    AssaultLift,
    Outlooks,
    Prospect,
    is_spared,
    prospect,
    with_pieces,
)
from fitl_core.players.non_players.verb_attempts import attempt, say_if_open
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Option, Roll
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import totals
from fitl_core.rules.operations.assault import RULE, cost, refuse_targets, refuse_us_assault, strength
from fitl_core.rules.operations.assault_removal import Removal
from fitl_core.rules.progress import Progress
from fitl_core.state.draft import Draft

SPACES_AT_RISK = 2
"""The largest number of spaces of a US Assault under shaded Cobras or Abrams."""


def _takes_base(d: Decider) -> tuple[int, str]:
    taken = _bases_that_go(d)
    return bool(taken), f"a Base can be removed: {', '.join(taken) or 'nowhere'}"


def _meets_troops(d: Decider) -> tuple[int, str]:
    met = [
        where.name
        for where in board().spaces
        if d.number(where, (Kind.NT,)) and d.number(where, (Kind.UT, Kind.UB))
    ]
    return bool(met), f"NVA Troops with US Troops or a US Base: {', '.join(met) or 'none'}"


CONDITIONS = (FlowCondition("8.8.3/if-1", _takes_base), FlowCondition("8.8.3/if-2", _meets_troops))


def _bases_that_go(d: Decider) -> list[str]:
    """Return where an Assault alone removes a Base, if every roll against a Tunnel succeeds (NP-Q34)."""
    progress = Progress(operation="assault")
    ctx = Context(Draft(d.now), US, RULE, progress)
    if refuse_us_assault(ctx) is not None:
        return []
    arvn = arvn_can_follow(d)
    names: list[str] = []
    for where in board().spaces:
        if not d.number(where, INSURGENT_BASES) or refuse_targets(ctx, where, US) is not None:
            continue
        outlook = prospect(d.now, where, progress, BOTH if arvn else (US,))
        takes = outlook.bases > 0 or (arvn and _has_luck(d, where, progress))
        if takes or (outlook.tunnel and d.other_reading("NP-Q34")):
            names.append(where.name)
    return names


def _has_luck(d: Decider, where: BoardSpace, progress: Progress) -> bool:
    """Check whether ARVN remove a Base after a lucky US roll has removed its Tunnel (NP-Q34)."""
    by_us = prospect(d.now, where, progress, (US,))
    kind = next((kind for kind in reversed(TUNNELED) if by_us.after[kind.slot]), None)
    if not by_us.tunnel or kind is None:
        return False
    opened = with_pieces(d.now, where, without(by_us.after, (Count(1, kind),), (Count(1, kind.off_map),)))
    return prospect(opened, where, progress, (ARVN,)).bases > 0


def arvn_can_follow(d: Decider) -> bool:
    """Check whether there are ARVN Resources above Econ for an added ARVN Assault (3.2.4, 1.8.1)."""
    ctx = Context(Draft(d.now), US, RULE, Progress())
    return ctx.refuse_cost(cost(ctx)) is None


def assault(d: Decider) -> Deciding[bool]:
    """Assault, with an Air Lift during the Operation, else an Air Strike after it; return whether it was
    possible.
    """
    return (yield from _Assault(d).run())


class _Assault:
    """An Assault in progress: its spaces, the number of pieces removed, and the outlooks for other spaces."""

    def __init__(self, d: Decider) -> None:
        self.d = d
        self.outlooks = Outlooks(d, arvn_can_follow(d))
        self.is_unlimited: bool = is_unlimited(d)
        self.done: list[BoardSpace] = []
        self.removed: int = 0
        at_risk = "shaded" in (d.capability(COBRAS), d.capability(ABRAMS))
        self.most: int = SPACES_AT_RISK if at_risk else NO_LIMIT

    def run(self) -> Deciding[bool]:
        """Carry out the whole Operation; return whether any piece was removed or a die was rolled."""
        d = self.d
        assert d.walk is not None
        before = len(d.walk.said)
        lift = AirLift(d, AssaultLift(d, self.outlooks, goes_on=True))
        d.skips_end_check = not any(outlook.number for outlook in self.targets())
        if d.skips_end_check and self.is_unlimited and not lift.serves():
            d.skips_end_check = False
            d.note("8.8.3/none", "no Assault removes any piece, not even after an Air Lift")
            return False
        if not d.skips_end_check:
            yield from self.wherever("8.8.3/do-1", self.clears)
        acted = yield from self.activity()
        yield from self.wherever("8.8.3/do-3", lambda outlook: outlook.clears_most)
        d.skips_end_check = False
        yield from self.wherever("8.8.3/do-4", lambda outlook: outlook.number > 0)
        if not self.is_unlimited:
            yield from self.as_granted()
        if not self.removed and not any(isinstance(clause, Roll) for _, clause in d.walk.said[before:]):
            return False
        if not acted:
            yield from attempt(d, "airstrike", airstrike)
        return True

    def activity(self) -> Deciding[bool]:
        """Carry out the Special Activity during the Operation, an Air Lift (do-2); return whether there was
        one.

        By the other reading of NP-Q36, an Air Strike may take its place here. Otherwise an Air Strike comes
        later.
        """
        d = self.d
        purpose = AssaultLift(d, self.outlooks, len(self.done) < self.most, tuple(self.done))
        acted = yield from attempt(d, "airlift", partial(lift_for, purpose))
        d.test("8.8.3/do-2", acted, "Air Lift" if acted else "no Air Lift is possible")
        if not acted and d.other_reading("NP-Q36"):
            acted = yield from attempt(d, "airstrike", airstrike)
        if acted:
            d.begin("assault")
        return acted

    # -- where ----------------------------------------------------------------------------------

    def targets(self) -> Iterator[Prospect]:
        """Yield the outlook of each space in which an Assault would do anything now."""
        for where in self.candidates():
            outlook = self.outlooks.of(where)
            if outlook and not is_spared(self.d, outlook):
                yield outlook

    def candidates(self) -> list[BoardSpace]:
        """Return the spaces that may be Assaulted now. The walk decides if an Event limits them."""
        if not self.is_unlimited:
            return self.d.open_spaces()
        ctx = Context(Draft(self.d.now), US, RULE, self.outlooks.progress)
        not_done = [where for where in board().spaces if where not in self.done]
        return [where for where in not_done if refuse_targets(ctx, where, US) is None]

    def clears(self, outlook: Prospect) -> bool:
        """Check whether all Active Insurgents can be removed. NP-Q37 decides whether the ARVN part counts."""
        return outlook.clears and not (outlook.then and self.d.other_reading("NP-Q37"))

    def wherever(self, node: str, fits: Callable[[Prospect], bool]) -> Deciding[None]:
        """Assault in every space that fits, in the order of the first step (do-1)."""
        yield from strike_in_order(
            self.d,
            node,
            lambda: filter(fits, self.targets()),
            self.one,
            *MEASURES,
            most=self.most - len(self.done),
            together=self.in_any_order,
        )

    def in_any_order(self, equal: Sequence[Prospect]) -> bool:
        """Check whether the order of Assaults does not matter: nothing goes to only one of them."""
        d = self.d
        by_card = "unshaded" in (d.capability(ABRAMS), d.capability(PATTON))
        arvn = sum([bool(outlook.then) for outlook in equal])
        return self.is_unlimited and not by_card and arvn <= 1

    def as_granted(self) -> Deciding[None]:
        """Remove further pieces that the Event allows beyond the rule (5.5)."""
        d = self.d
        while open_spaces := d.open_spaces(fits=lambda where: where not in self.done):
            removed = {where.id: self.granted_in(where) for where in open_spaces}
            most = max(removed.values())
            if not most:
                return
            best = [where for where in open_spaces if removed[where.id] == most]
            where = yield from d.pick_space("8.8.3/do-4", best)
            self.done.append(where)
            self.removed += yield from assault_in(d, where, ())

    def granted_in(self, where: BoardSpace) -> int:
        """Return how many pieces the walk lets be removed in a space."""
        d, before = self.d, self.d.walk
        d.walk = d.try_clauses(At(where.id))
        open_removals = removals(d, where.id)
        d.walk = before
        return number_named(open_removals[0].pieces) if open_removals else 0

    # -- what -----------------------------------------------------------------------------------

    def one(self, outlook: Prospect) -> Deciding[None]:
        """Assault in a space, then add ARVN if they remove more."""
        where = outlook.where
        self.done.append(where)
        ctx = Context(Draft(self.d.now), US, RULE, self.outlooks.progress)
        removal = Removal(ctx, where, US, strength(ctx, where, US))
        for card in removal.way(totals(outlook.first)).uses:
            self.outlooks.progress.note_use(card, where)
        self.removed += yield from assault_in(self.d, where, outlook.first)
        if self.outlooks.arvn:
            yield from self.follow(where)

    def follow(self, where: BoardSpace) -> Deciding[None]:
        """Let ARVN Assault, too, if that removes more pieces here."""
        d = self.d
        then = prospect(d.now, where, self.outlooks.progress, (ARVN,)).then
        if then and (yield from say_if_open(d, Option("arvn"))):
            d.note("8.8.3", f"an ARVN Assault is added in {where.name}")
            self.outlooks.arvn = False
            self.removed += yield from assault_in(d, where, then)
