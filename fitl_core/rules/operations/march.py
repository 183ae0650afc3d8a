"""March (3.3.2): move Guerrillas and Troops in groups; NVA may go on along the Trail."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import cache, partial
from itertools import pairwise
from typing import Any

import msgspec

from fitl_core.asking.questions import Procedure, Question
from fitl_core.errors import Refusal
from fitl_core.facts.board import BoardSpace, along, board, spaces_by_id
from fitl_core.facts.counting import has
from fitl_core.facts.factions import ARVN, NVA, US
from fitl_core.facts.lasting import CLAYMORES, MAIN_FORCE_BATTALIONS
from fitl_core.facts.pieces import CUBES, GUERRILLAS, SPECIAL_FORCES, TROOPS, Count, Kind, number_named
from fitl_core.record.clauses import Activate, Move
from fitl_core.rules.context import Context
from fitl_core.rules.forms.pieces import MoveChoice, PiecesChoice
from fitl_core.rules.operations.march_into_many import refuse_waste
from fitl_core.rules.progress import Granted
from fitl_core.rules.shared.arrivals import arrivals, short_of_unmoved, unmoved
from fitl_core.rules.shared.routes import refuse_steps
from fitl_core.rules.shared.standing import standing

RULE = "3.3.2"
COST = 1
SEEN = 3
SEEN_AS_BATTALIONS = 1
"""A group is Activated where it and the COIN pieces that watch exceed this number; with unshaded
Main Force Battalions (card 104) the second one."""

WATCHERS = (*CUBES[US], *CUBES[ARVN], *SPECIAL_FORCES[US], *SPECIAL_FORCES[ARVN])


class GrantedMarch(Granted, frozen=True):
    """How a March that an Event grants differs from the rule's.

    It `begins` only in some spaces (ids), ends only in the space `into`, or only some `kinds` March.
    """

    begins: frozenset[str] | None = None
    into: BoardSpace | None = None
    kinds: tuple[Kind, ...] = ()


PLAIN = GrantedMarch()
"""A March by the rule, whoever grants it."""


class _Group(msgspec.Struct):
    """All that March from one space to another, also when written in several parts.

    How many they are, how many of them are still Underground, and whether Claymores have taken one.
    """

    size: int = 0
    hidden: int = 0
    has_lost: bool = False


class _Marching(msgspec.Struct):
    """A March under way: its `kinds`, destinations that are paid for, the groups by (from, to), as ids."""

    granted: GrantedMarch
    kinds: tuple[Kind, ...]
    paid: set[str] = set()
    groups: dict[tuple[str, str], _Group] = {}


def march(ctx: Context, granted: GrantedMarch = PLAIN) -> Procedure:
    """The whole Operation (3.3.2)."""
    marching = _Marching(granted, _kinds(ctx, granted))
    while True:
        begun = bool(ctx.progress.operation_spaces)
        bound = ctx.progress.grant.everywhere and _goes_further(ctx, marching)
        move: Move | None = yield MoveChoice(
            ctx.faction,
            RULE,
            "pieces to March",
            partial(_refuse_move, ctx, marching),
            partial(_paths, ctx, marching),
            optional=not bound and (begun or ctx.progress.grant.may_skip),
            explicit=bound and begun,
            between=True,
        )
        if move is None:
            return
        path = along(move.path)
        due = _due(ctx, marching, path)
        ctx.pay(COST * len(due))
        marching.paid |= due
        for there in path[1:]:
            if there.id not in ctx.progress.operation_spaces:
                ctx.progress.operation_spaces.append(there.id)
        arrived = arrivals(ctx)
        arrived.leave(ctx.draft, path[0], move.pieces, _goes_on(ctx, path[0]))
        ctx.draft.move(path, move.pieces, RULE)
        arrived.arrive(path[-1], move.pieces)
        group = marching.groups.setdefault((path[-2].id, path[-1].id), _Group())
        if _is_seen(ctx, group, path[-1], move.pieces):
            flipped = yield from _flipped(ctx, marching, group, path[-1])
            _expose(ctx, group, path[-1], move.pieces, flipped)


def _goes_further(ctx: Context, marching: _Marching) -> bool:
    """Whether pieces that have not Marched can reach a further space of those that an Event grants."""
    chosen = ctx.progress.operation_spaces
    return any(
        short_of_unmoved(ctx, spaces_by_id()[move.path[0]], move.pieces) is None
        and _refuse_move(ctx, marching, move) is None
        for move in _paths(ctx, marching)
        if move.path[-1] not in chosen
    )


def _kinds(ctx: Context, granted: GrantedMarch) -> tuple[Kind, ...]:
    """What Marches: the Faction's Guerrillas and, for NVA, Troops, unless an Event names others."""
    troops = (TROOPS[NVA],) if ctx.faction is NVA else ()
    return granted.kinds or (*GUERRILLAS[ctx.faction], *troops)


def _refuse_move(ctx: Context, marching: _Marching, move: Move) -> Refusal | None:
    """Whether pieces may not March so."""
    path, granted = along(move.path), marching.granted
    refusal = _refuse_pieces(ctx, marching.kinds, path[0], move) or _refuse_path(ctx, granted, path)
    refusal = refusal or _refuse_destinations(ctx, granted, path)
    if refusal is None and ctx.progress.limop:
        other = [name for name in ctx.progress.operation_spaces if name != path[-1].id]
        if other or len(path) > 2:
            return Refusal("limop-one-space", "2.3.5", "a Limited March has a single destination space")
    refusal = refusal or ctx.refuse_cost(COST * len(_due(ctx, marching, path)))
    return refusal or refuse_waste(ctx, marching.kinds, move)


def _refuse_pieces(ctx: Context, kinds: tuple[Kind, ...], origin: BoardSpace, move: Move) -> Refusal | None:
    for count in move.pieces:
        if count.kind not in kinds:
            return ctx.no("piece-not-allowed", f"{ctx.faction} does not March with {count.kind.nouns} here")
    if _goes_on(ctx, origin):
        return ctx.refuse_absent(origin, move.pieces)
    short = short_of_unmoved(ctx, origin, move.pieces)
    if short is None:
        return None
    count, have = short
    facts = [f"{origin.name}: {count.kind.words(have)} that {has(have)} not Marched"]
    if marched := arrivals(ctx).number(origin, count.kind):
        facts.append(f"{count.kind.words(marched)} Marched in")
        if stopped := _refuse_to_go_on(ctx, origin):
            facts.append(stopped.message)
    elif any(
        ctx.draft.of_kind(origin, kind) for kind in {count.kind.active, count.kind.underground} - {count.kind}
    ):
        facts = [standing(ctx.draft, origin, count.kind.underground)]
    return ctx.no("no-such-pieces", f"not {count.kind.words(count.number)} to March there", *facts)


def _goes_on(ctx: Context, where: BoardSpace) -> bool:
    """Whether pieces that have Marched into a space may March on from there: along the Trail (3.3.2)."""
    return where.in_laos_or_cambodia and _refuse_to_go_on(ctx, where) is None


def _refuse_path(ctx: Context, granted: GrantedMarch, path: tuple[BoardSpace, ...]) -> Refusal | None:
    for start in path[:-1]:
        if granted.begins is not None and start.id not in granted.begins:
            why = f"this free March does not begin in {start.name}"
            return Refusal("space-not-allowed", f"card {ctx.draft.state.card}", why)
    if (refusal := refuse_steps(path)) is not None:
        return refusal
    for stop in path[1:-1]:
        if (refusal := _refuse_to_go_on(ctx, stop)) is not None:
            return refusal
    return None


def _refuse_to_go_on(ctx: Context, stop: BoardSpace) -> Refusal | None:
    """Whether pieces that have Marched into a space may not March on from there."""
    if ctx.faction is not NVA:
        return ctx.no("trail", "only NVA may continue moving along the Trail")
    if ctx.progress.limop:
        return ctx.no("trail", "a Limited Operation's March does not continue moving")
    if not ctx.draft.trail:
        return ctx.no("trail", "at Trail 0 no March continues moving")
    if not stop.in_laos_or_cambodia:
        return ctx.no("trail", f"no moving on from {stop.name}: it is not in Laos or Cambodia")
    return None


def _refuse_destinations(ctx: Context, granted: GrantedMarch, path: tuple[BoardSpace, ...]) -> Refusal | None:
    """Whether an Event keeps its free March out of a space on the path, or from so many (5.5)."""
    if granted.into is not None and path[-1] is not granted.into:
        return ctx.no("space-not-allowed", f"this free March is into {granted.into.name}")
    chosen = list(ctx.progress.operation_spaces)
    for stop in path[1:]:
        if stop.id not in chosen:
            if (refusal := ctx.refuse_granted_space(stop, chosen)) is not None:
                return refusal
            chosen.append(stop.id)
    return None


def _is_free(ctx: Context, here: BoardSpace, there: BoardSpace) -> bool:
    """Whether a step costs nothing: onto a LoC, and for NVA in or out of Laos or Cambodia at Trail 4."""
    if there.is_loc:
        return True
    return (here.in_laos_or_cambodia or there.in_laos_or_cambodia) and trail_is_free(ctx)


def trail_is_free(ctx: Context) -> bool:
    """Whether steps into or out of Laos or Cambodia cost nothing: to NVA at Trail 4 (3.3.2)."""
    return ctx.faction is NVA and ctx.draft.trail == 4


def _due(ctx: Context, marching: _Marching, path: tuple[BoardSpace, ...]) -> set[str]:
    """The destinations of a path, as ids, that are to be paid for and are not yet."""
    due: set[str] = set()
    for here, there in pairwise(path):
        if there.id not in marching.paid and not _is_free(ctx, here, there):
            due.add(there.id)
    return due


def _is_seen(ctx: Context, group: _Group, where: BoardSpace, pieces: tuple[Count, ...]) -> bool:
    """Whether a group is Activated in the space that these pieces of it have entered (3.3.2)."""
    guerrilla = GUERRILLAS[ctx.faction][0]
    group.size += number_named(pieces)
    group.hidden += sum([count.number for count in pieces if count.kind is guerrilla])
    if not where.is_loc and ctx.draft[where].support <= 0:
        return False
    battalions = ctx.capability(MAIN_FORCE_BATTALIONS) == "unshaded"
    unseen = SEEN_AS_BATTALIONS if battalions else SEEN
    return group.size + ctx.draft.number(where, WATCHERS) > unseen


def _flipped(
    ctx: Context, marching: _Marching, group: _Group, where: BoardSpace
) -> Generator[Question, Any, int]:
    """How many Guerrillas of a group are Activated: all that are still Underground.

    Of those that Marched before a Special Activity, it may have exposed one, or another piece instead;
    where that is open, it is for their Faction to say.
    """
    guerrilla, arrived = GUERRILLAS[ctx.faction][0], arrivals(ctx)
    into = [other for (_, name), other in marching.groups.items() if name == where.id]
    others = sum([other.hidden for other in into]) - group.hidden
    hidden = [way.get((where.id, guerrilla), 0) for way in arrived.ways()]
    least, most = max(0, min(hidden) - others), min(group.hidden, max(hidden))
    if least == most:
        return most
    prompt = f"Guerrillas of the group that entered {where.name} to Activate"
    limits = {guerrilla: most}
    choice = PiecesChoice(ctx.faction, RULE, prompt, Activate, where, limits, least, most, optional=not least)
    said: Activate | None = yield choice
    return number_named(said.pieces) if said is not None else 0


def _expose(ctx: Context, group: _Group, where: BoardSpace, pieces: tuple[Count, ...], flipped: int) -> None:
    """Activate the Guerrillas of a group; Claymores then take one of them (card 17)."""
    guerrilla = GUERRILLAS[ctx.faction][0]
    group.hidden = 0
    ctx.draft.activate(where, guerrilla, flipped, RULE)
    arrivals(ctx).activate(where, guerrilla, flipped)
    already = ctx.alternative("card-17") and any(c.kind is guerrilla.active for c in pieces)
    if (flipped or already) and not group.has_lost and ctx.momentum(CLAYMORES) == "unshaded":
        group.has_lost = True
        ctx.draft.remove(where, guerrilla.active, 1, "card 17")
        arrivals(ctx).lose(where, guerrilla.active, 1)


def _paths(ctx: Context, marching: _Marching) -> Iterator[Move]:
    """Every way for any number of pieces of one kind, where an Event has them go if it says where."""
    end, begins, kinds = marching.granted.into, marching.granted.begins, marching.kinds
    goes_on = ctx.faction is NVA and ctx.draft.trail > 0 and not ctx.progress.limop
    for origin in board().spaces:
        if (begins and origin.id not in begins) or not ctx.draft.number(origin, kinds):
            continue
        free = _goes_on(ctx, origin)
        there = {
            kind: ctx.draft.of_kind(origin, kind) if free else unmoved(ctx, origin, kind) for kind in kinds
        }
        for way in _ways(origin.id, goes_on, None if end is None else end.id):
            for kind, have in there.items():
                for number in range(1, have + 1):
                    yield Move(way, (Count(number, kind),))


@cache
def _ways(origin: str, goes_on: bool, end: str | None) -> tuple[tuple[str, ...], ...]:
    """Paths from a space: one step, and where the March `goes_on`, more from Laos and Cambodia."""
    return tuple([way for way in _onward((origin,), goes_on) if end is None or way[-1] == end])


def _onward(path: tuple[str, ...], goes_on: bool) -> Iterator[tuple[str, ...]]:
    for name in sorted(spaces_by_id()[path[-1]].adjacent):
        if name not in path:
            yield (*path, name)
            if goes_on and spaces_by_id()[name].in_laos_or_cambodia:
                yield from _onward((*path, name), goes_on)
