"""Sweep (3.2.3): move Troops into spaces, then Activate Guerrillas there."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from functools import cache, partial
from typing import Any

import msgspec

from fitl_core.asking.questions import Procedure, Question, either
from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted, has
from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction
from fitl_core.facts.game_map import BoardSpace, along, board, spaces_by_id
from fitl_core.facts.lasting import BOOBY_TRAPS, COBRAS, COMBINED_ACTION_PLATOONS
from fitl_core.facts.pieces import CUBES, SPECIAL_FORCES, TROOPS, Count, Kind
from fitl_core.record.clauses import At, Move, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import MoveChoice, PiecesChoice
from fitl_core.rules.forms.space_questions import SpaceChoice, passes
from fitl_core.rules.operations.assault_removal import first_to_go
from fitl_core.rules.progress import Granted
from fitl_core.rules.shared.arrivals import arrivals, short_of_unmoved, unmoved
from fitl_core.rules.shared.finding_guerrillas import GuerrillaSearch, activate_each
from fitl_core.rules.shared.routes import refuse_steps

RULE = "3.2.3"
COST = 3
MOST_BY_PLATOONS = 2
SPACES_OF_COBRAS = 2
MOVED = "moved"
TOGETHER: dict[type, str] = {
    Move: "all Troops of a Sweep move together; another step has followed that movement, so none moves now",
    At: "a Sweep selects its spaces before its Troops move, all together; another step has followed that",
}
"""The reasons why nothing is moved or selected after a Special Activity or a transfer."""


class GrantedSweep(Granted, frozen=True):
    """The ways in which a Sweep that an Event grants differs from the rule.

    With `in_place` nothing moves; with `into` all Troops go to one space that is selected already.
    `refuse_origin` says why no Troops come from a space. The cubes in `as_troops` Sweep together, all as US
    Troops. If several Sweeps are one Operation, `flown` lists the spaces to which Cobras have flown in
    them; Cobras need not fly on in this Sweep.
    """

    in_place: bool = False
    into: BoardSpace | None = None
    refuse_origin: Callable[[BoardSpace], Refusal | None] | None = None
    as_troops: tuple[Kind, ...] = ()
    flown: list[BoardSpace] | None = None


PLAIN = GrantedSweep()
"""A Sweep by the rule, with or without a grant."""


def sweep(ctx: Context, granted: GrantedSweep = PLAIN) -> Procedure:
    """Carry out the whole Operation (3.2.3): all movement, then each space, then the removal by Cobras.

    Movement is simultaneous. So a Special Activity comes after the search, unless `moved` is written. Only
    the original rules, which do not say so, allow further movement after the Special Activity.
    """
    if granted.into is not None:
        select(ctx, granted.into)
    pause = partial(ctx.closing_pause, "a space to Sweep", TOGETHER)
    flown = [] if granted.flown is None else granted.flown
    if (yield from _move(ctx, granted)) == MOVED:
        yield from pause()
        yield from _activate(ctx, _selected(ctx), ctx.faction, granted, flown, pause)
        yield from pause()
    else:
        yield from _activate(ctx, _selected(ctx), ctx.faction, granted, flown)
        if ctx.original and (yield ctx.pause()):
            searched = _selected(ctx)
            yield from _move(ctx, granted)
            further = [where for where in _selected(ctx) if where not in searched]
            yield from _activate(ctx, further, ctx.faction, granted, flown)
        elif not ctx.original:
            yield from pause()
    if granted.flown is None:
        yield from gunships(ctx, _selected(ctx), flown)


def _selected(ctx: Context) -> list[BoardSpace]:
    return [spaces_by_id()[name] for name in ctx.progress.operation_spaces]


def _move(ctx: Context, granted: GrantedSweep) -> Generator[Question, Any, str | None]:
    """Select spaces and move Troops into them. Return `moved` if that word ends it before the search."""
    ctx.progress.record(GuerrillaSearch).left = partial(_selected, ctx)
    named = list(ctx.progress.operation_spaces)
    once = not (ctx.progress.grant.free or _has_traps(ctx) or _has_cobras(ctx))
    while (step := (yield _step(ctx, granted, named, once))) is not None:
        if step == MOVED:
            return MOVED
        where = spaces_by_id()[step.path[-1]] if isinstance(step, Move) else step
        if where.id not in ctx.progress.operation_spaces:
            select(ctx, where)
        if not isinstance(step, Move):
            named.append(where.id)
        else:
            arrived, path = arrivals(ctx), along(step.path)
            arrived.leave(ctx.draft, path[0], step.pieces)
            ctx.draft.move(path, step.pieces, RULE)
            arrived.arrive(where, step.pieces)
    if ctx.progress.grant.everywhere:
        yield from _the_rest(ctx)
    return None


def _the_rest(ctx: Context) -> Procedure:
    """Select the spaces that no clause names, if an Event requires every space to be Swept."""
    test = partial(refuse_space, ctx)
    for where in board().spaces:
        if ctx.refuse_operation_space(test, None, where) is None:
            due = ctx.operation_space("a space to Sweep", test)
            yield msgspec.structs.replace(due, test=partial(_refuse_other, due, where), optional=False)
            select(ctx, where)


def _refuse_other(due: SpaceChoice, only: BoardSpace, where: BoardSpace) -> Refusal | None:
    """Refuse every space but `only`, whose turn it is."""
    if where is only:
        return None
    return due.test(where) or Refusal("space-not-allowed", due.rule, f"{only.name} is Swept first")


def select(ctx: Context, where: BoardSpace) -> None:
    """Select and pay for a space; ARVN pay 3."""
    ctx.progress.operation_spaces.append(where.id)
    ctx.pay(COST if ctx.faction is ARVN else 0)


def refuse_space(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Refuse a space that cannot be a Sweep destination."""
    if where.is_loc:
        return ctx.no("space-not-allowed", "Sweep selects Provinces or Cities", f"{where.name} is a LoC")
    if where.in_north_vietnam:
        return Refusal("north-vietnam", "1.4.2", "only NVA and VC pieces may be in North Vietnam")
    if ctx.faction is US and ctx.capability(COMBINED_ACTION_PLATOONS) == "shaded":
        refusal = ctx.refuse_beyond(MOST_BY_PLATOONS, COMBINED_ACTION_PLATOONS)
        if refusal is not None:
            return refusal
    return ctx.refuse_cost(COST if ctx.faction is ARVN else 0)


def _step(ctx: Context, granted: GrantedSweep, named: list[str], once: bool) -> Question:
    """Return the question for a space to Sweep, for Troops that move into one, or for `moved`.

    With `once`, a space may also be named after Troops have moved into it. Without `once`, naming the space
    has a meaning of its own: the Event's Assault after the Sweep, or a place for Cobras and Booby Traps.
    """
    selected = ctx.progress.operation_spaces

    def entered(where: BoardSpace) -> bool:
        return once and where.id in selected and where.id not in named

    begun = bool(selected)
    test = partial(refuse_space, ctx)
    space = ctx.operation_space("a space to Sweep", test, waiting=entered, between=not begun)
    if granted.in_place:
        return space
    optional = space.optional or ctx.progress.grant.everywhere
    moves = partial(_moves, ctx, granted)
    if not (begun and ctx.activity_is_open):
        return either(space, moves, optional=optional)
    end = partial(ctx.option, "the end of the movement", {MOVED: None})
    return either(space, moves, end, optional=optional)


def _moves(ctx: Context, granted: GrantedSweep) -> MoveChoice:
    """Return the question for Troops that move into a space."""
    refuse, ways = partial(_refuse_move, ctx, granted), partial(_paths, ctx, granted)
    return MoveChoice(ctx.faction, RULE, "Troops to move into a Sweep space", refuse, ways)


def _refuse_move(ctx: Context, granted: GrantedSweep, move: Move) -> Refusal | None:
    """Refuse a move that is neither to an adjacent space nor over one LoC free of NVA and VC."""
    path = along(move.path)
    origin, destination = path[0], path[-1]
    if destination.id not in ctx.progress.operation_spaces:
        refusal = ctx.refuse_new_space(destination) or refuse_space(ctx, destination)
        if refusal is not None:
            return refusal
    if (refusal := _refuse_origin(granted, origin)) is not None:
        return refusal
    movers = _movers(ctx, granted)
    for count in move.pieces:
        if count.kind not in movers:
            what = " and ".join([mover.words(2).removeprefix("2 ") for mover in movers])
            return ctx.no("piece-not-allowed", f"only {what} move in this Sweep")
    if (short := short_of_unmoved(ctx, origin, move.pieces)) is not None:
        count, have = short
        fact = f"{origin.name}: {count.kind.words(have)} that {has(have)} not moved"
        why = f"{count.kind.words(count.number)} cannot leave {origin.name}"
        return ctx.no("no-such-pieces", why, fact)
    if (refusal := refuse_steps(path)) is not None:
        return refusal
    if len(path) == 3:
        return refuse_crossing(ctx, path[1])
    if len(path) != 2:
        return ctx.no("path-too-long", "Troops cross at most one LoC on the way to a Sweep space")
    return None


def _movers(ctx: Context, granted: GrantedSweep) -> tuple[Kind, ...]:
    """Return the kinds that move: the Faction's Troops, or the cubes that an Event puts together."""
    return granted.as_troops or (TROOPS[ctx.faction],)


def _refuse_origin(granted: GrantedSweep, origin: BoardSpace) -> Refusal | None:
    """Refuse Troops from a space from which an Event allows none."""
    return granted.refuse_origin(origin) if granted.refuse_origin is not None else None


def refuse_crossing(ctx: Context, loc: BoardSpace) -> Refusal | None:
    """Refuse to let Troops cross a space that is not a LoC free of NVA and VC pieces."""
    if not loc.is_loc:
        return ctx.no("path-blocked", f"Troops may cross only a LoC; {loc.name} is none")
    if there := ctx.draft.of_faction(loc, NVA, VC):
        facts = (f"{loc.name} has {counted(there, 'NVA or VC piece')}",)
        return ctx.no("path-blocked", "the LoC crossed must be free of NVA and VC", *facts)
    return None


def _paths(ctx: Context, granted: GrantedSweep, origins: Iterable[BoardSpace]) -> Iterator[Move]:
    """Yield every move of any number of Troops from one of these spaces into one that can be Swept."""
    selected, within = ctx.progress.operation_spaces, ctx.progress.grant.within
    sweepable = dict.fromkeys(selected, True)

    def can_be_swept(name: str) -> bool:
        if name not in sweepable:
            where = spaces_by_id()[name]
            sweepable[name] = (within is None or passes(within, where)) and (
                ctx.refuse_new_space(where) or refuse_space(ctx, where)
            ) is None
        return sweepable[name]

    for origin in origins:
        there = {kind: number for kind in _movers(ctx, granted) if (number := unmoved(ctx, origin, kind))}
        if not there or _refuse_origin(granted, origin) is not None:
            continue
        for way in _ways(origin.id):
            if not can_be_swept(way[-1]):
                continue
            if len(way) > 2 and refuse_crossing(ctx, spaces_by_id()[way[1]]) is not None:
                continue
            for kind, have in there.items():
                for number in range(1, have + 1):
                    yield Move(way, (Count(number, kind),))


@cache
def _ways(origin: str) -> tuple[tuple[str, ...], ...]:
    """Return the ways of Troops from a space, wherever they end: one step, or two over a LoC."""
    near = sorted(spaces_by_id()[origin].adjacent)
    over = [
        (origin, loc, beyond)
        for loc in near
        if spaces_by_id()[loc].is_loc
        for beyond in sorted(spaces_by_id()[loc].adjacent)
        if beyond != origin
    ]
    return (*[(origin, name) for name in near], *over)


def search(ctx: Context, spaces: list[BoardSpace], force: Faction) -> Procedure:
    """Activate Guerrillas in Sweep spaces by a Faction's forces, then remove pieces by Cobras."""
    flown: list[BoardSpace] = []
    yield from _activate(ctx, spaces, force, PLAIN, flown)
    yield from gunships(ctx, spaces, flown)


def _activate(
    ctx: Context,
    spaces: list[BoardSpace],
    force: Faction,
    granted: GrantedSweep,
    flown: list[BoardSpace],
    pause: Callable[[], Procedure] | None = None,
) -> Procedure:
    """Activate Guerrillas in Sweep spaces by a Faction's forces: 1 for each piece, half as many in Jungle.

    After each search Cobras may fly at once, before or after the die of Booby Traps in that space.
    """

    def there(where: BoardSpace) -> int:
        return ctx.draft.number(where, (granted.as_troops or CUBES[force]) + SPECIAL_FORCES[force])

    def finders(where: BoardSpace) -> int:
        return finds(where, there(where))

    def what(where: BoardSpace) -> str:
        jungle = ", Jungle" if where.terrain == "jungle" else ""
        return f"{force} cubes and Special Forces there: {there(where)}{jungle}"

    traps = _has_traps(ctx)
    cobras = _has_cobras(ctx)
    searched: list[BoardSpace] = []

    def after(where: BoardSpace) -> Procedure:
        if cobras:
            searched.append(where)
        yield from gunships(ctx, searched, flown, may_wait=True)
        if traps:
            yield from _booby_traps(ctx, force, granted, where)
        yield from gunships(ctx, searched, flown, may_wait=True)

    yield from activate_each(ctx, spaces, finders, what, after if traps or cobras else None, pause)


def finds(where: BoardSpace, pieces: int) -> int:
    """Return how many Guerrillas this number of cubes and Special Forces finds: half as many in Jungle."""
    return pieces // 2 if where.terrain == "jungle" else pieces


def _has_traps(ctx: Context) -> bool:
    return ctx.capability(BOOBY_TRAPS) == "shaded"


def _has_cobras(ctx: Context) -> bool:
    return ctx.capability(COBRAS) == "unshaded"


def gunships(
    ctx: Context, spaces: Iterable[BoardSpace], flown: list[BoardSpace] | None = None, may_wait: bool = False
) -> Procedure:
    """Remove an Active enemy piece in 2 Sweep spaces, in the order of Assault, by unshaded Cobras (card 13).

    `flown` lists the spaces that Cobras have visited already. With `may_wait` they need not fly on now.
    """
    if not _has_cobras(ctx):
        return
    cobras = ctx.under(f"card {COBRAS}")
    flown = [] if flown is None else flown
    while len(flown) < SPACES_OF_COBRAS:
        unvisited = [where for where in spaces if where not in flown]
        targets = [
            _gunship(cobras, where, kinds) for where in unvisited if (kinds := first_to_go(ctx, where))
        ]
        removal: Remove | None = (yield either(*targets, optional=may_wait)) if targets else None
        if removal is None:
            return
        where = spaces_by_id()[removal.space]
        cobras.remove_by_enemy(where, removal.pieces)
        flown.append(where)


def _gunship(ctx: Context, where: BoardSpace, kinds: tuple[Kind, ...]) -> PiecesChoice:
    def too_many(kind: Kind, number: int) -> Refusal | None:
        if ctx.draft.of_kind(where, kind) < number or kind in kinds:
            return None
        what = " or ".join([kind.noun for kind in kinds])
        return ctx.no("order-of-removal", f"the next to go in {where.name} is 1 {what}")

    limits = {kind: ctx.draft.of_kind(where, kind) for kind in kinds}
    prompt = "the enemy piece that Cobras remove"
    return PiecesChoice(ctx.faction, ctx.rule, prompt, Remove, where, limits, 1, 1, too_many=too_many)


def _booby_traps(ctx: Context, force: Faction, granted: GrantedSweep, where: BoardSpace) -> Procedure:
    """Remove a Sweeping Troop on a roll of 1-3 in a space, under shaded Booby Traps (card 101)."""
    sweeping = [kind for kind in granted.as_troops or (TROOPS[force],) if kind in TROOPS.values()]
    limits = {kind: ctx.draft.of_kind(where, kind) for kind in sweeping}
    if not any(limits.values()):
        return
    trap = ctx.under("card 101")
    die: int = yield from trap.roll(f"Booby Traps in {where.name}")
    if die <= 3:
        prompt = f"the Troop lost to Booby Traps in {where.name}"
        removal: Remove = yield PiecesChoice(VC, trap.rule, prompt, Remove, where, limits, 1, 1)
        trap.remove_by_enemy(where, removal.pieces)
    else:
        spared = partial(trap.no, "not-a-step", f"no Troop is lost to Booby Traps in {where.name} on a {die}")
        trap.close(spared, Remove, where=where)
