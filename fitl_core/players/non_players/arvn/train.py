"""ARVN Train (8.7.2): place forces, Govern or Transport, then build a Base or Pacify."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import permutations

import msgspec

from fitl_core.facts.counting import counted
from fitl_core.facts.factions import ARVN
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import CUBES, OF_FACTION, Count, Kind, Pieces, changed, count_of
from fitl_core.players.non_players.arvn.attend import attend
from fitl_core.players.non_players.arvn.measures import (
    COIN_UNITS,
    is_granted,
    rules_now,
    up_to_payable,
)
from fitl_core.players.non_players.arvn.pacify import effort_in, pick_pacify, say_effort
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.flowchart import FlowCondition
from fitl_core.players.non_players.piece_order import in_turn
from fitl_core.players.non_players.space_figures import pieces_leaving
from fitl_core.players.non_players.together import both, in_any_case
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Option, Place, Replace, Verb
from fitl_core.rules.context import Context
from fitl_core.rules.coup.redeploy import coin_bases
from fitl_core.rules.operations.train import (
    COST,
    MOST_CUBES,
    MOST_SPECIAL_FORCES,
    RULE,
    refuse_pacify,
    refuse_space,
)
from fitl_core.rules.progress import FREE, OWN
from fitl_core.rules.shared.pacification import pacification_cost
from fitl_core.state.control import control

MANY_AVAILABLE = 12
MOST_SPACES = 3
MOST_BEFORE_BASE = 2
UNITS_FOR_BASE = 5
CUBES_FOR_BASE = 3


class Stock(msgspec.Struct, frozen=True):
    """The Available pieces that Train places."""

    troops: int
    police: int
    rangers: int

    @property
    def is_spent(self) -> bool:
        """Whether neither 6 cubes nor a Ranger can be placed."""
        return self.lacks_cubes and not self.rangers

    @property
    def lacks_cubes(self) -> bool:
        """Whether fewer than 6 cubes are left."""
        return self.troops + self.police < MOST_CUBES

    def share(self, there: Pieces) -> Stock:
        """Return the pieces for a space: exactly 6 cubes in turn, else up to 2 Rangers (do-1)."""
        if self.lacks_cubes:
            return Stock(0, 0, min(MOST_SPECIAL_FORCES, self.rangers))
        have = there[Kind.AT.slot], there[Kind.AP.slot]
        return Stock(*in_turn(self.troops, self.police, MOST_CUBES, *have), 0)

    def without(self, share: Stock) -> Stock:
        """Return the stock after a share."""
        return Stock(self.troops - share.troops, self.police - share.police, self.rangers - share.rangers)

    def level_share(self, there: Pieces) -> Stock:
        """Return the pieces for a space by the other reading of NP-Q27: the new cubes level out Troops and
        Police.
        """
        share = self.share(there)
        if share.rangers:
            return share
        troops, police = there[Kind.AT.slot], there[Kind.AP.slot]
        wanted = (troops + police + MOST_CUBES + 1) // 2 - troops
        lowest, highest = max(0, MOST_CUBES - self.police), min(MOST_CUBES, self.troops)
        came = max(lowest, min(highest, wanted))
        return Stock(came, MOST_CUBES - came, 0)

    @property
    def counts(self) -> tuple[Count, ...]:
        """The pieces as a move names them."""
        kinds = ((self.troops, Kind.AT), (self.police, Kind.AP), (self.rangers, Kind.AR))
        return tuple([Count(number, kind) for number, kind in kinds if number])


def _stock(d: Decider) -> Stock:
    available = d.now.available
    return Stock(*[available[kind.slot] for kind in (Kind.AT, Kind.AP, Kind.AR)])


def _many_available(d: Decider) -> tuple[int, str]:
    number = count_of(d.now.available, OF_FACTION[ARVN])
    return number >= MANY_AVAILABLE, f"{counted(number, 'ARVN piece')} Available"


def _base_by_train(d: Decider) -> tuple[int, str]:
    names = [where.name for where in _sites_of_train_alone(d)]
    return bool(names), f"a Base would be placed: {', '.join(names) or 'nowhere'}"


CONDITIONS = (FlowCondition("8.7.2/if-1", _many_available), FlowCondition("8.7.2/if-2", _base_by_train))


def _sites_of_train_alone(d: Decider) -> list[BoardSpace]:
    """Return where Train would place a Base without Govern. Return none if too many spaces come before the
    Base.
    """
    sites = base_sites(d, ())
    if not sites:
        return []
    ctx, stock, money = rules_now(d, RULE, "train"), _stock(d), d.spendable
    selected, places = 0, _places(ctx)
    for where in places:
        if selected == MOST_SPACES or stock.is_spent or money < COST:
            break
        stock, money, selected = (
            stock.without(stock.share(d.now.spaces[where.index].pieces)),
            money - COST,
            selected + 1,
        )
    is_limited = d.most_spaces("train", [*places, *sites]) < min(2, len({*places, *sites}))
    too_many = selected > (0 if is_limited else MOST_BEFORE_BASE)
    return [] if too_many or money < COST else sites


def _places(ctx: Context) -> list[BoardSpace]:
    """Return the Cities, and the Provinces with COIN Bases, in which ARVN may Train."""
    at = [
        where
        for where in board().spaces
        if where.is_city or (not where.is_loc and coin_bases(ctx.draft, where))
    ]
    return [where for where in at if refuse_space(ctx, where) is None]


def base_sites(d: Decider, governed: Iterable[str]) -> list[BoardSpace]:
    """Return the Provinces of South Vietnam where 3 cubes may become a Base, in board order (do-3)."""
    ctx = rules_now(d, RULE, "train")
    return [
        where
        for where in board().spaces
        if where.kind == "province"
        and where.in_south_vietnam
        and where.id not in governed
        and not coin_bases(ctx.draft, where)
        and d.number(where, COIN_UNITS) >= UNITS_FOR_BASE
        and d.number(where, CUBES[ARVN]) >= CUBES_FOR_BASE
        and ctx.draft.refuse_place(where, Kind.AB, 1) is None
        and refuse_space(ctx, where) is None
    ]


def train(d: Decider) -> Deciding[bool]:
    """Carry out the whole Operation; return whether anything was possible (8.7.2)."""
    selected = yield from _place(d)
    attended = yield from attend(d, "8.7.2/do-2")
    built = len(selected) <= MOST_BEFORE_BASE and (yield from _build(d, selected))
    pacified = not built and (yield from _pacify(d, selected))
    if selected or built or pacified:
        return True
    return attended and (yield from _train_for_nothing(d))


def _place(d: Decider) -> Deciding[list[str]]:
    """Place 6 cubes, or Rangers, in each of up to 3 spaces (do-1); return the spaces."""
    selected: list[str] = []
    while len(selected) < MOST_SPACES and not _stock(d).is_spent:
        if d.money < COST and not is_granted(d):
            break
        open_spaces = d.open_spaces(among=_places(rules_now(d, RULE, "train")))
        if not open_spaces:
            break
        open_spaces = d.narrow("8.7.2/do-1", "a", open_spaces, lambda at: _adds_control(d, at))
        open_spaces = d.narrow("8.7.2/do-1", "b", open_spaces, lambda at: _brings_new_type(d, at))
        left = up_to_payable(d, MOST_SPACES - len(selected), COST)
        together = both(left, partial(_order_is_indifferent, d))
        if _stock(d).lacks_cubes:
            d.aim("8.7.2/do-1", f"Place Rangers, as fewer than {MOST_CUBES} cubes are Available")
        where = yield from d.pick_space("8.7.2/do-1", open_spaces, together=together)
        yield from d.say(Place(where.id, _share(d, _stock(d), where).counts))
        selected.append(where.id)
    return selected


def _share(d: Decider, stock: Stock, where: BoardSpace) -> Stock:
    there = d.now.spaces[where.index].pieces
    return stock.level_share(there) if d.other_reading("NP-Q27") else stock.share(there)


def _adds_control(d: Decider, where: BoardSpace) -> bool:
    before = d.now.spaces[where.index].pieces
    after = before
    for count in _share(d, _stock(d), where).counts:
        after = changed(after, count.kind, count.number)
    return control(where, before) != "coin" == control(where, after)


def _brings_new_type(d: Decider, where: BoardSpace) -> bool:
    """Check whether Troops or Police come to a space that has none of that type."""
    kinds = [count.kind for count in _share(d, _stock(d), where).counts if count.kind in CUBES[ARVN]]
    return any(not d.number(where, (kind,)) for kind in kinds)


def _order_is_indifferent(d: Decider, tied: Sequence[BoardSpace]) -> bool:
    """Check whether these spaces get the same pieces in any order, so that no roll matters (NP-Q50)."""
    outcomes = set()
    for order in permutations(tied):
        stock, shares = _stock(d), {}
        for where in order:
            shares[where.id] = _share(d, stock, where)
            stock = stock.without(shares[where.id])
        outcomes.add(tuple([(shares[where.id].counts) for where in tied]))
    return len(outcomes) == 1


def _governed(d: Decider) -> set[str]:
    """Return the spaces that were Governed in this action."""
    assert d.walk is not None
    verb, names = "", set()
    for _, clause in d.walk.said:
        if isinstance(clause, Verb):
            verb = clause.name
        elif isinstance(clause, At) and verb == "govern":
            names.add(clause.space)
    return names


def _resume(d: Decider) -> None:
    """Go on with Train if another verb came after it."""
    assert d.walk is not None
    verbs = [clause for _, clause in d.walk.said if isinstance(clause, Verb)]
    if verbs and verbs[-1].name in ("govern", "transport"):
        d.begin("train")


def _may_select(d: Decider, where: BoardSpace) -> bool:
    """Check whether one more space may be selected. An Event, or an easy game, sets its own limits (5.5,
    8.9).
    """
    return not (is_granted(d) or d.is_limited) or d.try_clauses(At(where.id)) is not None


def _build(d: Decider, selected: list[str]) -> Deciding[bool]:
    """Replace 3 cubes by a Base in 1 Province (do-3); return whether that was possible."""
    if d.money < COST and not is_granted(d):
        return False
    sites = base_sites(d, _governed(d))
    if sites and d.other_reading("NP-Q28"):
        sites = [where for where in sites if where.id in selected]
    sites = [where for where in sites if _may_select(d, where)]
    if not sites:
        return False
    where = yield from d.pick_space("8.7.2/do-3", sites)
    _resume(d)
    there = d.now.spaces[where.index].pieces
    for clause in (At(where.id), Option("base")):
        yield from d.say(clause)
    cubes = pieces_leaving(d, there, CUBES[ARVN], CUBES_FOR_BASE)
    yield from d.say(Replace(where.id, cubes, (Count(1, Kind.AB),)))
    return True


def _pacify(d: Decider, selected: list[str]) -> Deciding[bool]:
    """Pacify in 1 space of the Train, else in one more space (do-4); return whether that was possible."""
    ctx = rules_now(d, RULE, "train", FREE if is_granted(d) else OWN)
    governed = _governed(d)
    here = [spaces_by_id()[name] for name in selected]
    more = [
        where
        for where in board().spaces
        if where.id not in selected and where.id not in governed and refuse_space(ctx, where) is None
    ]
    for spaces in (here, more):
        efforts = {
            where: effort
            for where in spaces
            if refuse_pacify(ctx, where) is None
            and (effort := effort_in(d, where, pacification_cost(ctx)))
            and (spaces is here or _may_select(d, where))
        }
        if efforts:
            where = yield from pick_pacify(d, efforts, "8.7.2/do-4", "a")
            _resume(d)
            if spaces is more:
                yield from d.say(At(where.id))
            yield from d.say(Option("pacify"))
            yield from say_effort(d, where, efforts[where])
            return True
    return False


def _train_for_nothing(d: Decider) -> Deciding[bool]:
    """Select a space without placing anything, after Govern or Transport alone (8.7.2)."""
    _resume(d)
    open_spaces = d.open_spaces(among=[where for where in board().spaces if where.in_south_vietnam])
    if not open_spaces:
        return False
    d.note("8.7.2/none", "no Train is possible but for 0 Resources, which places nothing")
    where = yield from d.pick_space("8.7.2/none", open_spaces, together=in_any_case)
    yield from d.say(At(where.id))
    return True
