"""When the US Assault, where, in which order, and what they lift in between (8.8.3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fitl_core.facts.board import BoardSpace, board
from fitl_core.facts.factions import US, VC
from fitl_core.facts.lasting import ABRAMS, COBRAS, PATTON, SEARCH_AND_DESTROY
from fitl_core.facts.pieces import TUNNELED, Kind, number_named
from fitl_core.players.non_players.attempts import attempt
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.dice_owed import roll_what_is_owed
from fitl_core.players.non_players.us.airlift import AirLift
from fitl_core.players.non_players.us.airstrike import airstrike
from fitl_core.players.non_players.us.assault_figures import Outlooks, Prospect, prospect
from fitl_core.players.non_players.us.assault_lift import AssaultLift
from fitl_core.players.non_players.us.board_figures import INSURGENT_BASES
from fitl_core.players.non_players.us.saying import (
    is_unlimited,
    open_question,
    removals,
    remove_most,
    say_if_open,
)
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, ChooseFaction, Option, Remove, Roll
from fitl_core.rules.context import Context
from fitl_core.rules.forms.pieces import totals
from fitl_core.rules.operations.assault import RULE, cost, refuse_targets, refuse_us_assault, strength
from fitl_core.rules.operations.assault_removal import Removal
from fitl_core.rules.progress import Progress
from fitl_core.state.draft import Draft

SPACES_AT_RISK = 2
"""Beyond so many spaces the US do not go on under shaded Cobras or Abrams."""
NO_LIMIT = 99


def called_for(d: Decider) -> str:
    """The condition by which the US Assault, or "" (8.8.3)."""
    taken = _bases_that_go(d)
    if d.test("8.8.3/if-1", bool(taken), f"a Base can be removed: {', '.join(taken) or 'nowhere'}"):
        return "8.8.3/if-1"
    met = [
        where.name
        for where in board().spaces
        if d.number(where, (Kind.NT,)) and d.number(where, (Kind.UT, Kind.UB))
    ]
    if d.test("8.8.3/if-2", bool(met), f"NVA Troops beside US Troops or Bases: {', '.join(met) or 'none'}"):
        return "8.8.3/if-2"
    return ""


def _bases_that_go(d: Decider) -> list[str]:
    """Where an Assault alone takes a Base, if every roll against a Tunnel succeeds (NP-Q34)."""
    progress, arvn = Progress(operation="assault"), arvn_can_follow(d)
    found: list[str] = []
    ctx = Context(Draft(d.now), US, RULE, progress)
    if refuse_us_assault(ctx) is not None:
        return found
    for where in board().spaces:
        if not d.number(where, INSURGENT_BASES) or refuse_targets(ctx, where, US) is not None:
            continue
        outlook = prospect(d.now, where, progress, arvn)
        only_a_tunnel = outlook.tunnel and not outlook.lucky_base
        if outlook.lucky_base or (only_a_tunnel and d.other_reading("NP-Q34")):
            found.append(where.name)
    return found


def arvn_can_follow(d: Decider) -> bool:
    """Whether there are ARVN Resources above Econ for an added ARVN Assault (3.2.4, 1.8.1)."""
    ctx = Context(Draft(d.now), US, RULE, Progress())
    return ctx.refuse_cost(cost(ctx)) is None


def assault(d: Decider) -> Deciding[bool]:
    """Assault, Air Lift in the midst of it, and Air Strike behind it if there was none."""
    return (yield from _Assault(d).run())


class _Assault:
    """An Assault under way: where it has been, how many pieces have gone, and its outlooks elsewhere."""

    def __init__(self, d: Decider) -> None:
        self.d = d
        self.outlooks: Outlooks = Outlooks(d, arvn_can_follow(d))
        self.is_unlimited: bool = is_unlimited(d)
        self.done: list[BoardSpace] = []
        self.removed: int = 0
        at_risk = "shaded" in (d.capability(COBRAS), d.capability(ABRAMS))
        self.most: int = SPACES_AT_RISK if at_risk else NO_LIMIT

    def run(self) -> Deciding[bool]:
        """The whole Operation; whether any piece went, or a die has fallen, which nobody takes back."""
        d = self.d
        assert d.walk is not None
        before = len(d.walk.said)
        lift = AirLift(d, AssaultLift(d, self.outlooks, goes_on=True))
        d.knows_the_way = not any(outlook.removed for _, outlook in self.open_to())
        if d.knows_the_way and self.is_unlimited and not lift.serves():
            d.knows_the_way = False
            d.note("8.8.3/none", "no Assault removes any piece, nor would one behind an Air Lift")
            return False
        if not d.knows_the_way:
            yield from self.wherever("8.8.3/do-1", self.clears)
        acted = yield from self.activity()
        yield from self.wherever("8.8.3/do-3", lambda outlook: outlook.clears_most)
        d.knows_the_way = False
        yield from self.wherever("8.8.3/do-4", lambda outlook: outlook.removed > 0)
        if not self.is_unlimited:
            yield from self.as_granted()
        if not self.removed and not any(isinstance(clause, Roll) for _, clause in d.walk.said[before:]):
            return False
        if not acted:
            yield from attempt(d, "airstrike", airstrike)
        return True

    def activity(self) -> Deciding[bool]:
        """The Special Activity in the midst of the Operation: an Air Lift (do-2).

        An Air Strike comes behind it, but by the other reading (NP-Q36).
        """
        d = self.d
        purpose = AssaultLift(d, self.outlooks, len(self.done) < self.most, tuple(self.done))
        acted = yield from attempt(d, "airlift", partial(_lift, purpose))
        d.test("8.8.3/do-2", acted, "Air Lift" if acted else "no Air Lift is possible")
        if not acted and d.other_reading("NP-Q36"):
            acted = yield from attempt(d, "airstrike", airstrike)
        if acted:
            d.begin("assault")
        return acted

    # -- where ----------------------------------------------------------------------------------

    def open_to(self) -> list[tuple[BoardSpace, Prospect]]:
        """Where an Assault would do anything now, and what."""
        found = []
        for where in self.candidates():
            outlook = self.outlooks.of(where)
            if (outlook.removed or outlook.tunnel) and not self.spares(where, outlook):
                found.append((where, outlook))
        return found

    def candidates(self) -> list[BoardSpace]:
        """The spaces that may be Assaulted now; asked of the walk where an Event says which."""
        if not self.is_unlimited:
            return self.d.open_spaces()
        ctx = Context(Draft(self.d.now), US, RULE, self.outlooks.progress)
        left = [where for where in board().spaces if where not in self.done]
        return [where for where in left if refuse_targets(ctx, where, US) is None]

    def spares(self, where: BoardSpace, outlook: Prospect) -> bool:
        """Whether a Province at Support is spared under shaded Search and Destroy."""
        bound = self.d.capability(SEARCH_AND_DESTROY) == "shaded" and where.kind == "province"
        return bound and self.d.support(where) > 0 and not (outlook.base or outlook.troops)

    def clears(self, outlook: Prospect) -> bool:
        """Whether all Active Insurgents can go; whether ARVN's part counts is open (NP-Q37)."""
        return outlook.clears and not (outlook.then and self.d.other_reading("NP-Q37"))

    def wherever(self, node: str, fits: Callable[[Prospect], bool]) -> Deciding[None]:
        """Assault in every space that fits, in the order of the first step (do-1)."""
        while len(self.done) < self.most:
            outlooks = {where.id: outlook for where, outlook in self.open_to() if fits(outlook)}
            left = [where for where in board().spaces if where.id in outlooks]
            if not left:
                return
            where = yield from self.first(node, left, outlooks)
            yield from self.one(where, outlooks[where.id])

    def first(self, node: str, left: list[BoardSpace], outlooks: dict[str, Prospect]) -> Deciding[BoardSpace]:
        """The space that comes first, by the letters of do-1."""
        return (
            yield from self.d.pick_space(
                node,
                left,
                ("a", lambda at: at.population > 0 and outlooks[at.id].ends_nva),
                ("b", lambda at: outlooks[at.id].base or outlooks[at.id].tunnel),
                ("c", lambda at: self.d.number(at, (Kind.UB,)) > 0),
                ("d", lambda at: at.population),
                ("e", lambda at: outlooks[at.id].removed),
                room=lambda tied: self.room([outlooks[at.id] for at in tied]),
            )
        )

    def room(self, outlooks: list[Prospect]) -> int:
        """How many spaces can be taken whatever their order; 1 where the order matters."""
        d = self.d
        helped = sum([bool(outlook.then) for outlook in outlooks])
        by_card = "unshaded" in (d.capability(ABRAMS), d.capability(PATTON))
        if helped > 1 or by_card or not self.is_unlimited:
            return 1
        return self.most - len(self.done)

    def as_granted(self) -> Deciding[None]:
        """Whatever else an Event lets this Assault remove, more than the rule would (5.5)."""
        d = self.d
        while left := [where for where in d.open_spaces() if where not in self.done]:
            removed = {where.id: self.granted_in(where) for where in left}
            most = max(removed.values())
            if not most:
                return
            best = [where for where in left if removed[where.id] == most]
            where = yield from d.pick_space("8.8.3/do-4", best)
            self.done.append(where)
            yield from d.say(At(where.id))
            self.removed += yield from remove_most(d, Remove(where.id, ()))

    def granted_in(self, where: BoardSpace) -> int:
        """How many pieces the walk lets go in a space."""
        d, before = self.d, self.d.walk
        d.walk = d.may_say(At(where.id))
        found = removals(d, where.id)
        d.walk = before
        return number_named(found[0].pieces) if found else 0

    # -- what -----------------------------------------------------------------------------------

    def one(self, where: BoardSpace, outlook: Prospect) -> Deciding[None]:
        """Assault in a space, and ARVN behind it if that removes anything more."""
        d = self.d
        self.done.append(where)
        for card in self.uses(where, outlook):
            self.outlooks.progress.note_use(card, where)
        if outlook.first and (yield from say_if_open(d, Remove(where.id, outlook.first))):
            self.removed += sum([count.number for count in outlook.first])
        else:
            yield from d.say(At(where.id))
            self.removed += yield from remove_most(d, Remove(where.id, outlook.first))
        if d.number(where, TUNNELED):
            yield from meet_tunnel(d)
        if self.outlooks.arvn:
            yield from self.follow(where)

    def uses(self, where: BoardSpace, outlook: Prospect) -> tuple[int, ...]:
        """The Capabilities that the removal takes."""
        ctx = Context(Draft(self.d.now), US, RULE, self.outlooks.progress)
        removal = Removal(ctx, where, US, strength(ctx, where, US))
        return removal.way(totals(outlook.first)).uses

    def follow(self, where: BoardSpace) -> Deciding[None]:
        """An added ARVN Assault, in the first space where it removes more."""
        d = self.d
        then = prospect(d.now, where, self.outlooks.progress, arvn=True, us=False).then
        if not then or (yield from say_if_open(d, Option("arvn"))) is False:
            return
        d.note("8.8.3", f"an ARVN Assault is added in {where.name}")
        self.outlooks.arvn = False
        if not (yield from say_if_open(d, Remove(where.id, then))):
            yield from d.say(At(where.id))
            yield from remove_most(d, Remove(where.id, then))
        self.removed += sum([count.number for count in then])
        if d.number(where, TUNNELED):
            yield from meet_tunnel(d)


def _lift(purpose: AssaultLift, d: Decider) -> Deciding[bool]:
    return (yield from AirLift(d, purpose).run())


def meet_tunnel(d: Decider) -> Deciding[None]:
    """Whatever an Assault may still do against a Tunnel, VC's before NVA's."""
    for name in ("patton", "tunnel"):
        asked = open_question(d, "option")
        if asked is not None and Option(name) in asked.accepted():
            yield from d.say(Option(name))
    yield from roll_what_is_owed(d)
    if d.walk is not None and (first := d.walk.pending) is not None and "faction" in first.forms:
        choice = [clause for clause in first.accepted() if isinstance(clause, ChooseFaction)]
        yield from d.say(max(choice, key=lambda clause: clause.faction is VC))
