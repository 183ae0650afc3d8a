"""US Assault (8.8.3): its conditions, its spaces and their order, its result, and the Air Lift during it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from fitl_core.facts.factions import ARVN, US, VC, Faction
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.lasting import ABRAMS, COBRAS, PATTON, SEARCH_AND_DESTROY
from fitl_core.facts.pieces import BASE_KINDS, TUNNELED, Count, Kind, Pieces, changed, count_of, number_named
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.owed_dice import roll_owed_dice
from fitl_core.players.non_players.us.airlift import AirLift, Wish
from fitl_core.players.non_players.us.airstrike import airstrike
from fitl_core.players.non_players.us.board_figures import ACTIVE, INSURGENT_BASES, UNDERGROUND, space_now
from fitl_core.players.non_players.us.saying import (
    is_unlimited,
    open_question,
    removals,
    remove_most,
    say_if_open,
)
from fitl_core.players.non_players.verb_attempts import attempt
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, ChooseFaction, Option, Remove, Roll
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import totals
from fitl_core.rules.operations.assault import RULE, cost, refuse_targets, refuse_us_assault, strength
from fitl_core.rules.operations.assault_removal import Removal
from fitl_core.rules.progress import Progress
from fitl_core.state.control import control
from fitl_core.state.draft import Draft
from fitl_core.state.state import State

SPACES_AT_RISK = 2
"""The largest number of spaces of a US Assault under shaded Cobras or Abrams."""
NO_LIMIT = 99


def called_for(d: Decider) -> str:
    """Return the condition by which the US Assault, or "" (8.8.3)."""
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
    """Return where an Assault alone removes a Base, if every roll against a Tunnel succeeds (NP-Q34)."""
    progress, arvn = Progress(operation="assault"), arvn_can_follow(d)
    names: list[str] = []
    ctx = Context(Draft(d.now), US, RULE, progress)
    if refuse_us_assault(ctx) is not None:
        return names
    for where in board().spaces:
        if not d.number(where, INSURGENT_BASES) or refuse_targets(ctx, where, US) is not None:
            continue
        outlook = prospect(d.now, where, progress, arvn)
        only_a_tunnel = outlook.tunnel and not outlook.lucky_base
        if outlook.lucky_base or (only_a_tunnel and d.other_reading("NP-Q34")):
            names.append(where.name)
    return names


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
        self.outlooks: Outlooks = Outlooks(d, arvn_can_follow(d))
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
        d.skips_end_check = not any(outlook.removed for _, outlook in self.open_to())
        if d.skips_end_check and self.is_unlimited and not lift.serves():
            d.skips_end_check = False
            d.note("8.8.3/none", "no Assault removes any piece, not even after an Air Lift")
            return False
        if not d.skips_end_check:
            yield from self.wherever("8.8.3/do-1", self.clears)
        acted = yield from self.activity()
        yield from self.wherever("8.8.3/do-3", lambda outlook: outlook.clears_most)
        d.skips_end_check = False
        yield from self.wherever("8.8.3/do-4", lambda outlook: outlook.removed > 0)
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
        acted = yield from attempt(d, "airlift", partial(_lift, purpose))
        d.test("8.8.3/do-2", acted, "Air Lift" if acted else "no Air Lift is possible")
        if not acted and d.other_reading("NP-Q36"):
            acted = yield from attempt(d, "airstrike", airstrike)
        if acted:
            d.begin("assault")
        return acted

    # -- where ----------------------------------------------------------------------------------

    def open_to(self) -> list[tuple[BoardSpace, Prospect]]:
        """Return the spaces in which an Assault would do anything now, with its outlook."""
        open_outlooks = []
        for where in self.candidates():
            outlook = self.outlooks.of(where)
            if (outlook.removed or outlook.tunnel) and not self.spares(where, outlook):
                open_outlooks.append((where, outlook))
        return open_outlooks

    def candidates(self) -> list[BoardSpace]:
        """Return the spaces that may be Assaulted now. The walk decides if an Event limits them."""
        if not self.is_unlimited:
            return self.d.open_spaces()
        ctx = Context(Draft(self.d.now), US, RULE, self.outlooks.progress)
        not_done = [where for where in board().spaces if where not in self.done]
        return [where for where in not_done if refuse_targets(ctx, where, US) is None]

    def spares(self, where: BoardSpace, outlook: Prospect) -> bool:
        """Check whether a Province at Support is spared under shaded Search and Destroy."""
        bound = self.d.capability(SEARCH_AND_DESTROY) == "shaded" and where.kind == "province"
        return bound and self.d.support(where) > 0 and not (outlook.base or outlook.troops)

    def clears(self, outlook: Prospect) -> bool:
        """Check whether all Active Insurgents can be removed. NP-Q37 decides whether the ARVN part counts."""
        return outlook.clears and not (outlook.then and self.d.other_reading("NP-Q37"))

    def wherever(self, node: str, fits: Callable[[Prospect], bool]) -> Deciding[None]:
        """Assault in every space that fits, in the order of the first step (do-1)."""
        while len(self.done) < self.most:
            outlooks = {where.id: outlook for where, outlook in self.open_to() if fits(outlook)}
            fitting_spaces = [where for where in board().spaces if where.id in outlooks]
            if not fitting_spaces:
                return
            where = yield from self.first(node, fitting_spaces, outlooks)
            yield from self.one(where, outlooks[where.id])

    def first(self, node: str, left: list[BoardSpace], outlooks: dict[str, Prospect]) -> Deciding[BoardSpace]:
        """Pick the first space by the letters of do-1."""
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
        """Return how many spaces can be taken in any order; 1 if the order matters."""
        d = self.d
        helped = sum([bool(outlook.then) for outlook in outlooks])
        by_card = "unshaded" in (d.capability(ABRAMS), d.capability(PATTON))
        if helped > 1 or by_card or not self.is_unlimited:
            return 1
        return self.most - len(self.done)

    def as_granted(self) -> Deciding[None]:
        """Remove further pieces that the Event allows beyond the rule (5.5)."""
        d = self.d
        while open_spaces := [where for where in d.open_spaces() if where not in self.done]:
            removed = {where.id: self.granted_in(where) for where in open_spaces}
            most = max(removed.values())
            if not most:
                return
            best = [where for where in open_spaces if removed[where.id] == most]
            where = yield from d.pick_space("8.8.3/do-4", best)
            self.done.append(where)
            yield from d.say(At(where.id))
            self.removed += yield from remove_most(d, Remove(where.id, ()))

    def granted_in(self, where: BoardSpace) -> int:
        """Return how many pieces the walk lets be removed in a space."""
        d, before = self.d, self.d.walk
        d.walk = d.try_clauses(At(where.id))
        open_removals = removals(d, where.id)
        d.walk = before
        return number_named(open_removals[0].pieces) if open_removals else 0

    # -- what -----------------------------------------------------------------------------------

    def one(self, where: BoardSpace, outlook: Prospect) -> Deciding[None]:
        """Assault in a space, then add ARVN if they remove more."""
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
        """Return the Capabilities that the removal uses."""
        ctx = Context(Draft(self.d.now), US, RULE, self.outlooks.progress)
        removal = Removal(ctx, where, US, strength(ctx, where, US))
        return removal.way(totals(outlook.first)).uses

    def follow(self, where: BoardSpace) -> Deciding[None]:
        """Let ARVN Assault, too, if that removes more pieces here."""
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
    """Use all means of an Assault against a Tunnel, VC's before NVA's."""
    for name in ("patton", "tunnel"):
        asked = open_question(d, "option")
        if asked is not None and Option(name) in asked.accepted():
            yield from d.say(Option(name))
    yield from roll_owed_dice(d)
    if d.walk is not None and (first := d.walk.pending) is not None and "faction" in first.forms:
        choice = [clause for clause in first.accepted() if isinstance(clause, ChooseFaction)]
        yield from d.say(max(choice, key=lambda clause: clause.faction is VC))


# -- the result in a space, followed by an ARVN Assault if one is possible ------------------------

VC_FIRST = (Kind.VG_ACTIVE, Kind.NG_ACTIVE)
BASES_IN_ORDER = (Kind.VB, Kind.NB, Kind.VB_TUNNELED, Kind.NB_TUNNELED)


class Prospect(msgspec.Struct, frozen=True):
    """The result of an Assault in a space.

    `first` are the pieces that the US remove, `then` those that ARVN would remove. The other fields are about
    both together:

    - `active` is the number of Active Insurgent pieces before, and `left` the number after.
    - `base` and `troops` say whether a Base and an NVA Troop are removed.
    - `tunnel` says whether a Tunnel is reached, and `ends_nva` whether NVA Control ends.
    - `lucky_base` says whether a Base is removed if every roll against a Tunnel succeeds.
    """

    first: tuple[Count, ...] = ()
    then: tuple[Count, ...] = ()
    active: int = 0
    left: int = 0
    base: bool = False
    troops: bool = False
    tunnel: bool = False
    ends_nva: bool = False
    lucky_base: bool = False

    @property
    def removed(self) -> int:
        """How many pieces are removed."""
        return number_named(self.first) + number_named(self.then)

    @property
    def clears(self) -> bool:
        """Whether all Active Insurgent pieces are removed, or a Tunnel is reached where there are none."""
        return self.left == 0 and (self.removed > 0 or self.tunnel)

    @property
    def clears_most(self) -> bool:
        """Whether more than half of the Active Insurgent pieces are removed."""
        return 2 * (self.active - self.left) > self.active


class Outlooks:
    """The prospects of one Operation. Each is computed once, because it depends only on the pieces of the
    space.

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
            self._found[key] = prospect(self.d.now, where, self.progress, self.arvn, more)
        return self._found[key]


def prospect(
    state: State, where: BoardSpace, progress: Progress, arvn: bool, more: int = 0, us: bool = True
) -> Prospect:
    """Return the result of an Assault with `more` US Troops, followed by an ARVN Assault if `arvn` is true.

    `progress` knows the Capabilities used in this Operation. If `us` is false, ARVN Assault alone.
    """
    draft = Draft(reinforced(state, where, more))
    ctx = Context(draft, US, RULE, progress)
    before = draft[where].pieces
    active, was_nva = count_of(before, ACTIVE), control(where, before) == "nva"
    first: tuple[Count, ...] = ()
    tunnel = False
    if us:
        first, tunnel = _assault(ctx, where, US)
    after_us = draft[where].pieces
    then: tuple[Count, ...] = ()
    lucky = False
    if arvn:
        then, met = _assault(ctx, where, ARVN)
        lucky = tunnel and not _has_base(then) and _base_after_luck(state, where, after_us, progress)
        tunnel |= met and bool(then)
    removed = (*first, *then)
    return Prospect(
        first,
        then,
        active,
        count_of(draft[where].pieces, ACTIVE),
        _has_base(removed),
        any(count.kind is Kind.NT for count in removed),
        tunnel,
        was_nva and control(where, draft[where].pieces) != "nva",
        lucky or _has_base(removed),
    )


def with_pieces(state: State, where: BoardSpace, pieces: Pieces) -> State:
    """Return the position with other pieces in a space, as a supposition."""
    spaces = list(state.spaces)
    spaces[where.index] = msgspec.structs.replace(spaces[where.index], pieces=pieces)
    return msgspec.structs.replace(state, spaces=tuple(spaces))


def reinforced(state: State, where: BoardSpace, troops: int) -> State:
    """Return the position with this many more (or, negative, fewer) US Troops in a space."""
    if not troops:
        return state
    return with_pieces(state, where, changed(state.spaces[where.index].pieces, Kind.UT, troops))


def _assault(ctx: Context, where: BoardSpace, faction: Faction) -> tuple[tuple[Count, ...], bool]:
    """Remove the pieces of a Faction's Assault from the draft; return them, and whether a Tunnel
    is reached.
    """
    if refuse_targets(ctx, where, faction) is not None:
        return (), False
    removal = Removal(ctx, where, faction, strength(ctx, where, faction))
    pieces, tunnel = best_removal(removal)
    for count in pieces:
        ctx.draft.remove(where, count.kind, count.number, RULE)
    return pieces, tunnel


def _base_after_luck(state: State, where: BoardSpace, after_us: Pieces, progress: Progress) -> bool:
    """Check whether ARVN remove a Base after a lucky US roll has removed its Tunnel (NP-Q34)."""
    lucky = Draft(with_pieces(state, where, after_us))
    kind = next((kind for kind in BASES_IN_ORDER[2:] if lucky.of_kind(where, kind)), None)
    if kind is None:
        return False
    lucky.remove_tunnel(where, kind, RULE)
    then, _ = _assault(Context(lucky, US, RULE, progress), where, ARVN)
    return _has_base(then)


def best_removal(removal: Removal) -> tuple[tuple[Count, ...], bool]:
    """Return the largest removal, with Bases and Underground pieces, and whether a Tunnel is reached.

    Within the order of the Operation, VC pieces go before NVA pieces (8.1.2).
    """
    best: tuple[Count, ...] = ()
    best_key = (0, 0, 0, 0)
    for way in removal.ways:
        for hidden in (0, 1) if removal.takes_hidden else (0,):
            reach = removal.reach(way, hidden)
            bases = reach.bases + way.base_first
            pieces = (
                *_taken(removal, (Kind.NT,), reach.troops),
                *_taken(removal, UNDERGROUND, hidden),
                *_taken(removal, VC_FIRST, reach.guerrillas),
                *_taken(removal, BASES_IN_ORDER, bases),
            )
            key = (number_named(pieces), bases, int(reach.tunnels > 0), hidden)
            if key <= best_key or (pieces and not removal.allows(totals(pieces))):
                continue
            best, best_key = pieces, key
    return best, best_key[2] > 0


def _taken(removal: Removal, kinds: tuple[Kind, ...], most: int) -> tuple[Count, ...]:
    taken = []
    for kind in kinds:
        number = (
            min(most, removal.pieces[kind.slot]) if kind in removal.bases or kind not in BASE_KINDS else 0
        )
        if number > 0:
            taken.append(Count(number, kind))
            most -= number
    return tuple(taken)


def _has_base(pieces: tuple[Count, ...]) -> bool:
    return any(count.kind in BASE_KINDS for count in pieces)


# -- the wishes of an Assault for an Air Lift -----------------------------------------------------


class AssaultLift:
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

    def kept(self, where: BoardSpace, kind: Kind) -> int:
        """Return the Troops that remove as much as all Troops of the space; 0 if the space is done."""
        d = self.d
        have = d.number(where, (kind,))
        if where in self.done or not self.goes_on or not have or not self.has_targets(where):
            return 0
        if kind is Kind.AT:
            return have if self.outlooks.arvn and self.outlooks.of(where).then else 0
        return have + self.fewest(where, -have, 0)

    def wishes(self, lift: AirLift) -> list[tuple[Wish, tuple[int, ...]]]:
        """Return the spaces where just enough Troops let more than half be removed."""
        wishes: list[tuple[Wish, tuple[int, ...]]] = []
        if not self.goes_on:
            return wishes
        for where in board().spaces:
            if where in self.done or not self.has_targets(where) or not lift.may_enter(where):
                continue
            most, _ = lift.supply(where)
            outlook = self.outlooks.of(where, most) if most else Prospect()
            if not outlook.clears_most or outlook.removed <= self.outlooks.of(where).removed:
                continue
            if self.is_spared(where, outlook):
                continue
            needed = self.fewest(where, 0, most)
            wishes.append((Wish(where, needed, needed), self.figures(where, outlook)))
        return wishes

    def figures(self, where: BoardSpace, outlook: Prospect) -> tuple[int, ...]:
        """Return the figures by which the Assault orders its spaces."""
        return (
            int(where.population > 0 and outlook.ends_nva),
            int(outlook.base or outlook.tunnel),
            int(self.d.number(where, (Kind.UB,)) > 0),
            where.population,
            outlook.removed,
        )

    def is_spared(self, where: BoardSpace, outlook: Prospect) -> bool:
        """Check whether shaded Search and Destroy spares a Province at Support."""
        bound = self.d.capability(SEARCH_AND_DESTROY) == "shaded" and where.kind == "province"
        return bound and self.d.support(where) > 0 and not (outlook.base or outlook.troops)

    def has_targets(self, where: BoardSpace) -> bool:
        """Check whether the space has Active Insurgents."""
        return count_of(space_now(self.d, where).pieces, ACTIVE) > 0

    def fewest(self, where: BoardSpace, low: int, high: int) -> int:
        """Return the fewest Troops to add (or, negative, take away) that remove as many pieces as `high`
        more.
        """
        best = self.outlooks.of(where, high).removed
        while low < high:
            middle = (low + high) // 2
            if self.outlooks.of(where, middle).removed >= best:
                high = middle
            else:
                low = middle + 1
        return high


class BattleLift:
    """The purpose of an Event's Air Lift before a Sweep and an Assault of the same spaces (8.4.4)."""

    def __init__(self, d: Decider) -> None:
        self.d = d

    def kept(self, where: BoardSpace, kind: Kind) -> int:
        """Keep no Troops, because no Operation needs them elsewhere."""
        return 0

    def wishes(self, lift: AirLift) -> list[tuple[Wish, tuple[int, ...]]]:
        """Return where just enough Troops remove the most pieces after all Guerrillas are Activated."""
        wishes: list[tuple[Wish, tuple[int, ...]]] = []
        for where in board().spaces:
            space = space_now(self.d, where)
            if not lift.may_enter(where) or not count_of(space.pieces, (*ACTIVE, *UNDERGROUND)):
                continue
            pieces = space.pieces
            for kind in UNDERGROUND:
                hidden = pieces[kind.slot]
                pieces = changed(changed(pieces, kind, -hidden), kind.active, hidden)
            shown = with_pieces(self.d.now, where, pieces)
            most, _ = lift.supply(where)
            removed = [prospect(shown, where, Progress(), False, more).removed for more in range(most + 1)]
            needed = removed.index(max(removed))
            if needed:
                wishes.append((Wish(where, needed, needed), (removed[needed],)))
        return wishes
