"""March (3.3.2): move Guerrillas and Troops in groups; NVA may move on along the Trail."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, pairwise, repeat
from typing import Any

import msgspec

from fitl_core.asking.questions import Procedure, Question
from fitl_core.errors import Refusal
from fitl_core.facts.counting import has
from fitl_core.facts.factions import ARVN, NVA, US
from fitl_core.facts.game_map import BoardSpace, along, board, spaces_by_id
from fitl_core.facts.lasting import CLAYMORES, MAIN_FORCE_BATTALIONS
from fitl_core.facts.pieces import CUBES, GUERRILLAS, SPECIAL_FORCES, TROOPS, Count, Kind, number_named
from fitl_core.record.clauses import Activate, Move
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import MoveChoice, PiecesChoice
from fitl_core.rules.progress import Granted
from fitl_core.rules.shared.arrivals import arrivals, short_of_unmoved, unmoved
from fitl_core.rules.shared.routes import refuse_steps
from fitl_core.rules.shared.standing import standing

RULE = "3.3.2"
COST = 1
SEEN = 3
SEEN_AS_BATTALIONS = 1
"""A group is Activated if its size and the COIN pieces that watch exceed `SEEN`.

Under unshaded Main Force Battalions the limit is `SEEN_AS_BATTALIONS` (card 104).
"""

WATCHERS = (*CUBES[US], *CUBES[ARVN], *SPECIAL_FORCES[US], *SPECIAL_FORCES[ARVN])


class GrantedMarch(Granted, frozen=True):
    """The ways in which a March that an Event grants differs from the rule.

    It begins only in the spaces `begins` (ids), or ends only in `into`, or moves only the kinds `kinds`.
    """

    begins: frozenset[str] | None = None
    into: BoardSpace | None = None
    kinds: tuple[Kind, ...] = ()


PLAIN = GrantedMarch()
"""A March by the rule, with or without a grant."""


class _Group(msgspec.Struct):
    """All pieces that March from one space to another, even if several clauses write them.

    `size` counts the pieces, `hidden` those still Underground. `has_lost` is true after Claymores took one.
    """

    size: int = 0
    hidden: int = 0
    has_lost: bool = False


class _Marching(msgspec.Struct):
    """A March under way: its `kinds`, the destinations paid for, and the groups by (from, to) ids."""

    granted: GrantedMarch
    kinds: tuple[Kind, ...]
    paid: set[str] = set()
    groups: dict[tuple[str, str], _Group] = {}


def march(ctx: Context, granted: GrantedMarch = PLAIN) -> Procedure:
    """Carry out the whole Operation (3.3.2)."""
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
    """Check whether pieces that have not Marched can reach another space that the Event grants."""
    chosen, most = ctx.progress.operation_spaces, ctx.progress.grant.most_spaces
    if most is not None and len(chosen) >= most:
        return False
    return any(
        short_of_unmoved(ctx, spaces_by_id()[move.path[0]], move.pieces) is None
        and _refuse_move(ctx, marching, move) is None
        for move in _paths(ctx, marching, board().spaces)
        if move.path[-1] not in chosen
    )


def _kinds(ctx: Context, granted: GrantedMarch) -> tuple[Kind, ...]:
    """Return the kinds that March: the Faction's Guerrillas and, for NVA, Troops; or those of an Event."""
    troops = (TROOPS[NVA],) if ctx.faction is NVA else ()
    return granted.kinds or (*GUERRILLAS[ctx.faction], *troops)


def _refuse_move(ctx: Context, marching: _Marching, move: Move) -> Refusal | None:
    """Refuse a March of the wrong pieces, by a wrong way, or without the Resources for it."""
    path, granted = along(move.path), marching.granted
    refusal = _refuse_pieces(ctx, marching.kinds, path[0], move) or _refuse_path(ctx, granted, path)
    refusal = refusal or _refuse_destinations(ctx, granted, path)
    if refusal is None and ctx.progress.limop:
        other_spaces = [name for name in ctx.progress.operation_spaces if name != path[-1].id]
        if other_spaces or len(path) > 2:
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
    """Check whether pieces that Marched into a space may March on from it, along the Trail (3.3.2)."""
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
    """Refuse to let pieces that Marched into a space March on from it."""
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
    """Refuse a path that an Event's free March may not enter, or with too many destinations (5.5)."""
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
    """Check whether a step costs nothing: onto a LoC, or for NVA in or out of Laos or Cambodia at Trail 4."""
    if there.is_loc:
        return True
    return (here.in_laos_or_cambodia or there.in_laos_or_cambodia) and trail_is_free(ctx)


def trail_is_free(ctx: Context) -> bool:
    """Check whether steps into or out of Laos or Cambodia cost nothing: for NVA at Trail 4 (3.3.2)."""
    return ctx.faction is NVA and ctx.draft.trail == 4


def _due(ctx: Context, marching: _Marching, path: tuple[BoardSpace, ...]) -> set[str]:
    """Return the destinations of a path, as ids, that cost a Resource and are not yet paid for."""
    due: set[str] = set()
    for here, there in pairwise(path):
        if there.id not in marching.paid and not _is_free(ctx, here, there):
            due.add(there.id)
    return due


def _is_seen(ctx: Context, group: _Group, where: BoardSpace, pieces: tuple[Count, ...]) -> bool:
    """Check whether a group is Activated in the space that these pieces of it have entered (3.3.2)."""
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
    """Return the number of Guerrillas of a group to Activate: all that are still Underground.

    A Special Activity during the March may have exposed a Guerrilla of the group, or another piece in the
    same space. If that is open, the Faction chooses.
    """
    guerrilla, arrived = GUERRILLAS[ctx.faction][0], arrivals(ctx)
    into = [entering for (_, name), entering in marching.groups.items() if name == where.id]
    others = sum([entering.hidden for entering in into]) - group.hidden
    hidden = [way.get((where.id, guerrilla), 0) for way in arrived.ways()]
    least, most = max(0, min(hidden) - others), min(group.hidden, max(hidden))
    if least == most:
        return most
    prompt = f"Guerrillas of the group that entered {where.name} to Activate"
    limits = {guerrilla: most}
    choice = PiecesChoice(ctx.faction, RULE, prompt, Activate, where, limits, least, most, optional=not least)
    answer: Activate | None = yield choice
    return number_named(answer.pieces) if answer is not None else 0


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


def _paths(ctx: Context, marching: _Marching, origins: Iterable[BoardSpace]) -> Iterator[Move]:
    """Yield every March from these spaces of any pieces of one kind, within the limits of an Event."""
    end, begins, kinds = marching.granted.into, marching.granted.begins, marching.kinds
    goes_on = ctx.faction is NVA and ctx.draft.trail > 0 and not ctx.progress.limop
    for origin in origins:
        if (begins and origin.id not in begins) or not ctx.draft.number(origin, kinds):
            continue
        free = _goes_on(ctx, origin)
        available = {
            kind: ctx.draft.of_kind(origin, kind) if free else unmoved(ctx, origin, kind) for kind in kinds
        }
        for way in _ways(origin.id, goes_on, None if end is None else end.id):
            for kind, have in available.items():
                for number in range(1, have + 1):
                    yield Move(way, (Count(number, kind),))


@cache
def _ways(origin: str, goes_on: bool, end: str | None) -> tuple[tuple[str, ...], ...]:
    """Return the paths from a space: one step, and more steps in Laos and Cambodia if the March `goes_on`."""
    return tuple([way for way in _onward((origin,), goes_on) if end is None or way[-1] == end])


def _onward(path: tuple[str, ...], goes_on: bool) -> Iterator[tuple[str, ...]]:
    for name in sorted(spaces_by_id()[path[-1]].adjacent):
        if name not in path:
            yield (*path, name)
            if goes_on and spaces_by_id()[name].in_laos_or_cambodia:
                yield from _onward((*path, name), goes_on)


# -- a March that an Event grants into a number of spaces (5.1.3) ---------------------------------


def refuse_waste(ctx: Context, kinds: Iterable[Kind], move: Move) -> Refusal | None:
    """Refuse a move after which the pieces left could reach fewer spaces than now, while more are due."""
    most = ctx.progress.grant.most_spaces
    if not ctx.progress.grant.everywhere or most is None:
        return None
    chosen = set(ctx.progress.operation_spaces)
    chosen_after = chosen | {stop.id for stop in along(move.path)[1:]}
    if len(chosen_after) >= most:
        return None
    unmoved_pieces = _unmoved(ctx, tuple(kinds))
    origin = spaces_by_id()[move.path[0]]
    marched = sum([arrivals(ctx).number(origin, count.kind) for count in move.pieces])
    gone = max(0, number_named(move.pieces) - marched)
    pieces_after = unmoved_pieces | {origin.id: unmoved_pieces.get(origin.id, 0) - gone}
    can = len(chosen_after) + _reached(pieces_after, chosen_after, most - len(chosen_after))
    if can >= most:
        return None
    could = len(chosen) + _reached(unmoved_pieces, chosen, most - len(chosen))
    if can >= could:
        return None
    why = f"after this only {can} of {could} spaces could be reached"
    return Refusal("whole-effect", "5.1.3", why, (f"the Event asks for {most}",))


def _unmoved(ctx: Context, kinds: Sequence[Kind]) -> dict[str, int]:
    """Return the number of pieces of these kinds that have not moved, for each space that has any."""
    return {
        where.id: sum([unmoved(ctx, where, kind) for kind in kinds])
        for where in board().spaces
        if ctx.draft.number(where, kinds)
    }


def _reached(pieces: Mapping[str, int], chosen: set[str], most: int) -> int:
    """Return how many further spaces, up to `most`, the `pieces` by origin reach with one step each."""
    taken: dict[str, str] = {}

    def finds(origin: str, tried: set[str]) -> bool:
        for there in spaces_by_id()[origin].adjacent:
            if there in chosen or there in tried:
                continue
            tried.add(there)
            if there not in taken or finds(taken[there], tried):
                taken[there] = origin
                return True
        return False

    for origin in chain.from_iterable([repeat(name, min(n, most)) for name, n in pieces.items()]):
        if len(taken) >= most:
            break
        finds(origin, set())
    return min(len(taken), most)
