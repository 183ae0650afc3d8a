"""Transport (4.3.2): move ARVN Troops and Rangers along LoCs; then all Rangers hide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import msgspec

from fitl_core.asking.questions import Procedure
from fitl_core.errors import Refusal
from fitl_core.facts.factions import ARVN, NVA, VC
from fitl_core.facts.game_map import BoardSpace, along, board, spaces_by_id
from fitl_core.facts.lasting import ARMORED_CAVALRY, KHANH
from fitl_core.facts.pieces import SPECIAL_FORCES, Count, Kind, number_named
from fitl_core.record.clauses import Move, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import MoveChoice
from fitl_core.rules.forms.space_questions import Condition, SpaceChoice
from fitl_core.rules.operations.assault import refuse_targets, resolve
from fitl_core.rules.progress import FREE, Progress
from fitl_core.rules.shared.routes import refuse_steps, shortest_ways

RULE = "4.3.2"
MOST_PIECES = 6
RANGERS = SPECIAL_FORCES[ARVN]
KINDS_MOVED = (Kind.AT, *RANGERS)

KHANH_COUNTS_BY_GROUP = "2.4.1-07"
"""The reading by which each group may use 1 LoC space of its own under Nguyen Khanh."""


class Convoy(msgspec.Struct):
    """The Transport so far, spaces as ids: its origin, number of pieces, LoCs and destinations."""

    origin: str | None = None
    pieces: int = 0
    locs: set[str] = set()
    destinations: list[str] = []


def transport(ctx: Context) -> Procedure:
    """Carry out the whole Special Activity (4.3.2)."""
    convoy = ctx.progress.record(Convoy)
    while True:
        test = partial(refuse_move, ctx, convoy)
        ways = partial(paths, ctx, convoy)
        prompt = "ARVN Troops and Rangers to Transport"
        move: Move | None = yield MoveChoice(ctx.faction, RULE, prompt, test, ways, optional=True)
        if move is None:
            break
        convoy.origin = move.path[0]
        convoy.pieces += number_named(move.pieces)
        path = along(move.path)
        convoy.locs |= {where.id for where in path[1:] if where.is_loc}
        ctx.draft.move(path, move.pieces, RULE)
        convoy.destinations.append(path[-1].id)
    for where in board().spaces:
        if shown := ctx.draft.of_kind(where, Kind.AR_ACTIVE):
            ctx.draft.hide(where, Kind.AR, shown, RULE)


def refuse_move(ctx: Context, convoy: Convoy, move: Move) -> Refusal | None:
    """Refuse pieces that cannot be Transported, or a path that Transport does not allow."""
    path = along(move.path)
    origin = path[0]
    if convoy.origin is not None and convoy.origin != origin.id:
        return ctx.no("space-not-allowed", f"all come from {spaces_by_id()[convoy.origin].name}")
    for count in move.pieces:
        kind, number = count.kind, count.number
        if kind not in KINDS_MOVED:
            return ctx.no("piece-not-allowed", f"{kind.nouns} are not Transported")
        if kind not in kinds_carried(ctx):
            why = "Armored Cavalry: only Rangers are Transported"
            return Refusal("capability", f"card {ARMORED_CAVALRY}", why)
        have = ctx.draft.of_kind(origin, kind)
        if have < number:
            return ctx.no("no-such-pieces", f"{origin.name} has {kind.words(have)}")
        if (refusal := ctx.draft.refuse_entry(path[-1], kind, number)) is not None:
            return refusal
    total = convoy.pieces + number_named(move.pieces)
    if total > MOST_PIECES:
        return ctx.no("too-many", f"at most {MOST_PIECES} pieces are Transported", f"with these: {total}")
    return _refuse_path(ctx, convoy, path)


def kinds_carried(ctx: Context) -> tuple[Kind, ...]:
    """Return the kinds that are Transported: ARVN Troops and Rangers.

    Under shaded Armored Cavalry only Rangers are Transported (card 61).
    """
    return RANGERS if ctx.capability(ARMORED_CAVALRY) == "shaded" else KINDS_MOVED


def ways_from(ctx: Context, convoy: Convoy, origin: BoardSpace) -> Iterator[tuple[str, ...]]:
    """Yield a shortest way, as ids, to each space that a Transport can reach from a space."""
    return shortest_ways(origin, partial(_refuse_path, ctx, convoy))


def _refuse_path(ctx: Context, convoy: Convoy, path: Sequence[BoardSpace]) -> Refusal | None:
    if (refusal := refuse_steps(path)) is not None:
        return refusal
    if ctx.alternative("4.3.2-05") and not path[1].is_loc:
        return ctx.no("path-blocked", f"a Transport begins on a LoC; {path[1].name} is none")
    for stop in path[1:-1]:
        if not stop.is_loc and not stop.is_city:
            why = f"moving on is along LoCs and through Cities; {stop.name} is a destination"
            return ctx.no("path-blocked", why)
        if ctx.draft.of_faction(stop, NVA, VC):
            return ctx.no("path-blocked", f"pieces stop at the NVA or VC pieces in {stop.name}")
    locs = {where.id for where in path[1:] if where.is_loc}
    if not ctx.alternative(KHANH_COUNTS_BY_GROUP):
        locs |= convoy.locs
    if ctx.leader == KHANH and len(locs) > 1:
        why = "under Nguyen Khanh a Transport uses at most 1 LoC space"
        return Refusal("leader", "card 125", why, (f"used: {len(locs)}",))
    return None


def paths(ctx: Context, convoy: Convoy, origins: Iterable[BoardSpace]) -> Iterator[Move]:
    """Yield a shortest way from these spaces to each in reach, for any number of pieces of one kind."""
    for origin in origins:
        if convoy.origin not in (None, origin.id) or not ctx.draft.number(origin, KINDS_MOVED):
            continue
        for way in ways_from(ctx, convoy, origin):
            for kind in KINDS_MOVED:
                for number in range(1, min(MOST_PIECES, ctx.draft.of_kind(origin, kind)) + 1):
                    yield Move(way, (Count(number, kind),))


def cavalry_assault(ctx: Context) -> Procedure:
    """Carry out the free Assault of unshaded Armored Cavalry at a destination of the Transport (card 61).

    It follows Transport and Operation.
    """
    if ctx.progress.activity == "transport" and ctx.capability(ARMORED_CAVALRY) == "unshaded":
        yield from _cavalry_assault(ctx)


def _cavalry_assault(ctx: Context) -> Procedure:
    cavalry = ctx.under(f"card {ARMORED_CAVALRY}")
    progress = Progress(operation="assault", grant=FREE)
    assault = Context(ctx.draft, ctx.faction, "3.2.4", progress)

    def test(where: BoardSpace) -> Refusal | None:
        if where.id not in ctx.progress.record(Convoy).destinations:
            return cavalry.no("space-not-selected", f"nothing was Transported to {where.name}")
        return refuse_targets(assault, where, ARVN)

    prompt = "the space of the free Assault"
    reached = Condition(lambda where: where.id in ctx.progress.record(Convoy).destinations, test)
    choice = SpaceChoice(ctx.faction, cavalry.rule, prompt, test, opens=(Remove,), among=reached)
    nowhere = cavalry.no("pieces-needed", "no destination of the Transport can be Assaulted")
    options = {"cavalry": None if choice.is_open() else nowhere}
    if (yield cavalry.option("a free Assault of Armored Cavalry", options, optional=True)) is not None:
        yield from resolve(assault, (yield choice), ARVN)
