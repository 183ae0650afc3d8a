"""Patrol (3.2.2): move cubes along LoCs and Cities, Activate Guerrillas on LoCs, Assault on one LoC."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial

from fitl_core.asking.questions import Answer, Procedure, either
from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted, has
from fitl_core.facts.factions import ARVN, INSURGENT, NVA, US, VC
from fitl_core.facts.game_map import BoardSpace, along, board, locs, spaces_by_id
from fitl_core.facts.lasting import PATTON
from fitl_core.facts.pieces import CUBES, Count, Kind, number_named
from fitl_core.record.clauses import Activate, At, Clause, Move, Option, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import MoveChoice, PiecesChoice
from fitl_core.rules.forms.space_questions import Condition, SpaceChoice
from fitl_core.rules.forms.verb_questions import NothingLeft
from fitl_core.rules.operations.assault import cost, refuse_targets, refuse_us_assault, resolve
from fitl_core.rules.orders import PATROL
from fitl_core.rules.shared.arrivals import arrivals, short_of_unmoved
from fitl_core.rules.shared.finding_guerrillas import GuerrillaSearch, activate_each
from fitl_core.rules.shared.routes import refuse_steps

RULE = "3.2.2"
PATTON_LOSSES = 2
ONE_LOC = "Patrol Assaults in just 1 LoC"
FOUND_AT_ITS_DESTINATION = "3.2.2-15"
"""The reading by which a Limited Patrol Activates on no LoC but its destination."""


def patrol(ctx: Context) -> Procedure:
    """Carry out the whole Operation (3.2.2); it takes place even if nothing moves (2.3.4)."""
    ctx.pay(cost(ctx) if ctx.faction is ARVN else 0)
    prompt = "cubes to Patrol"
    test, ways = partial(refuse_move, ctx), partial(paths, ctx)
    choice = MoveChoice(ctx.faction, RULE, prompt, test, ways, optional=True, between=True)
    ctx.progress.record(GuerrillaSearch).left = partial(_guarded, ctx)
    ctx.close(partial(_names_no_space, ctx), At)
    while (move := (yield choice)) is not None:
        path = along(move.path)
        if path[-1].id not in ctx.progress.operation_spaces:
            ctx.progress.operation_spaces.append(path[-1].id)
        arrived = arrivals(ctx)
        arrived.leave(ctx.draft, path[0], move.pieces)
        ctx.draft.move(path, move.pieces, RULE)
        arrived.arrive(path[-1], move.pieces)

    def finders(where: BoardSpace) -> int:
        return ctx.draft.number(where, CUBES[ctx.faction])

    def what(where: BoardSpace) -> str:
        return f"{counted(finders(where), f'{ctx.faction} cube')} there"

    why = "Patrol moves no more after its Activation"
    pause = partial(ctx.closing_pause, "cubes to Patrol", {Move: why})
    if ctx.progress.closed is not None:
        guarded = _guarded(ctx)
        for where in [space for space in board().spaces if space not in guarded]:
            ctx.close(partial(_finds_nothing, ctx, where), Activate, where=where)
    yield from activate_each(ctx, _guarded(ctx), finders, what, pause=pause)
    yield from pause()
    yield from _assault(ctx)
    if ctx.capability(PATTON) == "shaded":
        why = "the Patrol's own Assault is over"
        yield from ctx.closing_pause("an Assault on a LoC", {Move: why, Option: why})
        yield from _ambushed_column(ctx)


def _names_no_space(ctx: Context) -> Refusal:
    why = "Patrol selects no space by its bare name, but 1 LoC after `assault`"
    return ctx.no("not-a-step", why, "its moves are written as paths: Sai>SaCT:2ut")


def _finds_nothing(ctx: Context, where: BoardSpace) -> Refusal:
    if not where.is_loc:
        return ctx.no("space-not-allowed", f"Patrol Activates on LoCs; {where.name} is none")
    why = f"Patrol Activates with cubes on the LoC; {where.name} has none of {ctx.faction}"
    return ctx.no("pieces-needed", why)


def _guarded(ctx: Context) -> list[BoardSpace]:
    """Return the LoCs on which the Faction has cubes.

    By the reading `FOUND_AT_ITS_DESTINATION` a Limited Patrol searches only its destination.
    """
    guarded = [where for where in locs() if ctx.draft.number(where, CUBES[ctx.faction])]
    if ctx.progress.limop and ctx.alternative(FOUND_AT_ITS_DESTINATION):
        return [where for where in guarded if where.id in ctx.progress.operation_spaces]
    return guarded


def refuse_move(ctx: Context, move: Move) -> Refusal | None:
    """Refuse a move of cubes that a Patrol does not allow."""
    path = along(move.path)
    for count in move.pieces:
        if count.kind not in CUBES[ctx.faction]:
            return ctx.no("piece-not-allowed", f"{ctx.faction} Patrol moves no {count.kind.noun}")
    if (short := short_of_unmoved(ctx, path[0], move.pieces)) is not None:
        count, have = short
        facts = [f"{path[0].name}: {count.kind.words(have)} that {has(have)} not moved"]
        if moved := arrivals(ctx).number(path[0], count.kind):
            stops = ctx.draft.of_faction(path[0], NVA, VC)
            why = "they must stop at NVA and VC pieces" if stops else "the whole way of a cube is one path"
            facts.append(f"{count.kind.words(moved)} moved in; {why}")
        return ctx.no("no-such-pieces", f"not {count.kind.words(count.number)} to move", *facts)
    if ctx.progress.limop and any(name != path[-1].id for name in ctx.progress.operation_spaces):
        return Refusal("limop-one-space", "2.3.5", "a Limited Patrol has a single destination space")
    return refuse_path(ctx, path)


def refuse_path(ctx: Context, path: Sequence[BoardSpace]) -> Refusal | None:
    """Refuse a path that leaves LoCs and Cities, or passes NVA and VC pieces."""
    if (refusal := refuse_steps(path)) is not None:
        return refusal
    for there in path[1:]:
        if not is_entered(there):
            return ctx.no("space-not-allowed", f"Patrol enters LoCs and Cities; {there.name} is neither")
    for stop in path[1:-1]:
        if enemies := ctx.draft.of_faction(stop, NVA, VC):
            facts = (f"{stop.name} has {counted(enemies, 'NVA or VC piece')}",)
            return ctx.no("path-blocked", f"cubes must stop in {stop.name}", *facts)
    return None


def is_entered(where: BoardSpace) -> bool:
    """Check whether Patrol enters a space: a LoC or a City."""
    return where.is_loc or where.is_city


def ways_to(ctx: Context, destination: BoardSpace) -> dict[str, tuple[str, ...]]:
    """Return a shortest way to a LoC or City from each space (by id) from which cubes can Patrol to it."""
    ways: dict[str, tuple[str, ...]] = {destination.id: (destination.id,)}
    front = [destination]
    while front:
        following = []
        for where in front:
            for name in where.adjacent:
                if name not in ways:
                    ways[name] = (name, *ways[where.id])
                    there = spaces_by_id()[name]
                    if is_entered(there) and not ctx.draft.of_faction(there, NVA, VC):
                        following.append(there)
        front = following
    del ways[destination.id]
    return ways


def _assault(ctx: Context) -> Procedure:
    """Carry out an Assault on 1 LoC at no added cost; the US add no ARVN Assault to it."""
    bound = ctx.progress.operation_spaces if ctx.progress.limop else []
    elsewhere = ctx.no("limop-one-space", "a Limited Patrol Assaults only its destination")
    banned = refuse_us_assault(ctx)

    def test(where: BoardSpace) -> Refusal | None:
        if not where.is_loc:
            return ctx.no("space-not-allowed", f"Patrol Assaults on a LoC; {where.name} is none")
        if bound and where.id not in bound:
            return elsewhere
        return refuse_targets(ctx, where, ctx.faction)

    loc = Condition(lambda where: where.is_loc, test)
    choice = SpaceChoice(ctx.faction, RULE, "the LoC to Assault", test, (Remove,), among=loc, once=ONE_LOC)

    def refuse() -> Refusal | None:
        if banned is not None or choice.is_open():
            return banned
        return elsewhere if bound else ctx.no("pieces-needed", "there is no LoC that it can Assault")

    whether = ctx.option("an Assault on a LoC", {"assault": refuse}, optional=True)
    whether.once, whether.order = ONE_LOC, PATROL
    if (yield whether) is None:
        return
    where: BoardSpace = yield choice
    ctx.close(partial(ctx.no, "too-many-spaces", ONE_LOC), At)
    yield from resolve(ctx, where, ctx.faction)
    if ctx.faction is US:
        no = ctx.no("option-not-open", "the US add no ARVN Assault to the Assault of a Patrol")
        yield ctx.option("no ARVN Assault to follow", {"arvn": no}, optional=True)


def _ambushed_column(ctx: Context) -> Procedure:
    """Let NVA remove up to 2 of the cubes that moved, under shaded M-48 Patton (card 14).

    In the original edition NVA remove 1 of them, on a roll of 1-3.
    """
    nva = ctx.under(f"card {PATTON}", NVA)
    most, over = PATTON_LOSSES, nva.no("piece-not-allowed", "no cube that moved in this Patrol is left")
    if ctx.original and _moved(ctx):
        die: int = yield from nva.roll("M-48 Patton: a cube lost after the Patrol")
        most = 1 if die <= 3 else 0
        over = over if most else nva.no("missed", "no cube is lost", f"the die shows {die}; 1 to 3 takes one")
    while most and (moved := _moved(ctx)):
        losses = [_loss(nva, where, moved.get(where.id, {}), most) for where in board().spaces]
        removal: Remove | None = yield either(*losses, optional=not ctx.original)
        if removal is None:
            return
        where = spaces_by_id()[removal.space]
        nva.remove_by_enemy(where, removal.pieces)
        for count in removal.pieces:
            arrivals(ctx).lose(where, count.kind, count.number)
        most -= number_named(removal.pieces)
        if not most:
            over = nva.no(
                "too-many", f"M-48 Patton takes no more than {1 if ctx.original else PATTON_LOSSES}"
            )
    yield NothingLeft(NVA, nva.rule, "a further removal by M-48 Patton", over, optional=True)


def _moved(ctx: Context) -> dict[str, dict[Kind, int]]:
    """Return the cubes that have Patrolled and are still in each space, by space."""
    moved: dict[str, dict[Kind, int]] = {}
    arrived = arrivals(ctx)
    for name, kind in dict.fromkeys(place for way in arrived.ways() for place in way):
        where = spaces_by_id()[name]
        if number := min(arrived.number(where, kind), ctx.draft.of_kind(where, kind)):
            moved.setdefault(name, {})[kind] = number
    return moved


class _Loss(PiecesChoice):
    """The question which cubes go after a Patrol; a clause that removes Insurgents belongs to its Assault."""

    def take(self, clause: Clause) -> Answer:
        if isinstance(clause, Remove) and all(count.kind.faction in INSURGENT for count in clause.pieces):
            return None
        return super().take(clause)


def _loss(ctx: Context, where: BoardSpace, limits: dict[Kind, int], most: int) -> PiecesChoice:
    def too_many(kind: Kind, number: int) -> Refusal | None:
        facts = (f"{where.name}: {kind.words(limits.get(kind, 0))} that moved",)
        return ctx.no("piece-not-allowed", "only cubes that moved in this Patrol are removed", *facts)

    prompt = "cubes that moved in this Patrol to remove"
    return _Loss(ctx.faction, ctx.rule, prompt, Remove, where, limits, 1, most, too_many=too_many)


def paths(ctx: Context, origins: Iterable[BoardSpace]) -> Iterator[Move]:
    """Yield a shortest way from these spaces to each in reach, for any number of cubes of one kind."""
    for origin in origins:
        if not ctx.draft.number(origin, CUBES[ctx.faction]):
            continue
        for way in _ways_from(ctx, origin):
            for kind in CUBES[ctx.faction]:
                for number in range(1, ctx.draft.of_kind(origin, kind) + 1):
                    yield Move(way, (Count(number, kind),))


def _ways_from(ctx: Context, origin: BoardSpace) -> Iterator[tuple[str, ...]]:
    """Yield a shortest way, as ids, to each space that cubes can reach from a space."""
    reached = {origin.id}
    front: list[tuple[str, ...]] = [(origin.id,)]
    while front:
        following = []
        for path in front:
            for where in _entered_from(path[-1]):
                if where.id in reached:
                    continue
                reached.add(where.id)
                yield (longer := (*path, where.id))
                if not ctx.draft.of_faction(where, NVA, VC):
                    following.append(longer)
        front = following


@cache
def _entered_from(name: str) -> tuple[BoardSpace, ...]:
    """Return the adjacent LoCs and Cities of a space."""
    adjacent = [spaces_by_id()[each] for each in sorted(spaces_by_id()[name].adjacent)]
    return tuple([where for where in adjacent if is_entered(where)])
