"""Events 121 to 124: the Pivotal Events (5.1.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fitl_core.asking.questions import Procedure, either, lapsing
from fitl_core.errors import Refusal
from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.game_map import BoardSpace, along, board
from fitl_core.facts.move_words import OPERATIONS
from fitl_core.facts.pieces import BASES, CUBES, Count, Kind, number_named
from fitl_core.record.clauses import Box, Move, Rebox, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.events.event_interruptions import acting
from fitl_core.rules.events.event_pieces import (
    ARVN_PIECES,
    GUERRILLA_KINDS,
    US_PIECES,
    VC_PIECES,
    place_pieces,
    rebox,
    rebox_pieces,
    remove_pieces,
)
from fitl_core.rules.events.event_spaces import only
from fitl_core.rules.events.free_actions import free
from fitl_core.rules.events.piece_answers import ReboxPieces
from fitl_core.rules.events.sides import Events
from fitl_core.rules.forms.piece_questions import MoveChoice
from fitl_core.rules.forms.space_questions import SpaceChoice
from fitl_core.rules.operations.attack import by_guerrillas, by_troops
from fitl_core.rules.operations.terror import terrorize
from fitl_core.rules.progress import FREE, Progress
from fitl_core.rules.sequence import make_ineligible
from fitl_core.rules.shared.price_of_cadres import cost_guerrillas, pay_guerrillas, refuse_guerrillas
from fitl_core.rules.shared.routes import refuse_steps

NVA_LOSS_BEFORE = 15
"""The NVA Resources lost by Linebacker II in the original edition."""


def linebacker_ii(ctx: Context) -> Procedure:
    """121: NVA removes 2 of its Bases, halves its Resources and is Ineligible through the next card …"""
    nva, us = ctx.under(ctx.rule, NVA), ctx.under(ctx.rule, US)
    yield from remove_pieces(nva, "NVA Bases to remove", BASES[NVA], 2)
    have = ctx.draft.resources_of(NVA)
    ctx.add("NVA", -NVA_LOSS_BEFORE if ctx.original else have // 2 - have)
    make_ineligible(ctx.draft, NVA, ctx.rule)
    if ctx.original:
        yield from _casualties_or_out_of_play(us)
    else:
        prompt = "US Casualties that become Available"
        yield from rebox_pieces(us, prompt, "casualties", "available", US_PIECES, 3)


def _casualties_or_out_of_play(us: Context) -> Procedure:
    """Make 6 Casualties or 3 pieces Out of Play Available (original edition)."""
    prompt = "6 US Casualties, or 3 US pieces Out of Play, that become Available"
    most: dict[Box, int] = {"casualties": 6, "oop": 3}
    ways = [us.ask(ReboxPieces, prompt, box, "available", US_PIECES, n) for box, n in most.items()]
    if not any(way.is_open() for way in ways):
        return
    clause: Rebox = yield either(*ways)
    remaining = most[clause.source]
    while True:
        for count in clause.pieces:
            us.draft.transfer(clause.source, "available", count.kind, count.number, us.rule)
            remaining -= count.number
        choice = us.ask(
            ReboxPieces,
            prompt,
            clause.source,
            "available",
            US_PIECES,
            remaining,
            explicit=True,
            due=remaining,
        )
        further: Rebox | None = yield lapsing(choice)
        if further is None:
            return
        clause = further


def easter_offensive(ctx: Context) -> Procedure:
    """122: NVA Marches free; NVA Troops on LoCs without COIN pieces may move 1 space more …"""
    nva = ctx.under(ctx.rule, NVA)
    yield from free(nva, NVA, "march")
    yield from _drive_on(nva)
    yield from acting(nva, NVA, _troops_attack(nva))


def _troops_attack(nva: Context) -> Procedure:
    """Attack with NVA Troops in each space that they share with enemies."""
    remaining = [where for where in board().spaces if _faces_enemies(nva, where, (Kind.NT,))]
    attack = _operation(nva, "attack")
    if remaining:
        yield nva.announce("attack")
    while remaining:
        where: BoardSpace | None = yield _next_space(attack, "where NVA Troops Attack", remaining, (Remove,))
        where = where or remaining[0]
        remaining.remove(where)
        yield from by_troops(attack, where, last=not remaining)


def _drive_on(ctx: Context) -> Procedure:
    """Let NVA Troops on LoCs without US and ARVN pieces each move to an adjacent space."""
    draft = ctx.draft
    arrived: dict[str, int] = {}

    def ready(where: BoardSpace) -> int:
        if not where.is_loc or draft.of_faction(where, US, ARVN):
            return 0
        return draft.of_kind(where, Kind.NT) - arrived.get(where.id, 0)

    def test(move: Move) -> Refusal | None:
        path = along(move.path)
        if len(path) != 2 or any(count.kind is not Kind.NT for count in move.pieces):
            return ctx.no("wrong-pieces", "NVA Troops on LoCs now move 1 space")
        have = ready(path[0])
        if not have or have < number_named(move.pieces):
            why = f"{path[0].name}: {Kind.NT.words(have)} can move on from there"
            return ctx.no("no-such-pieces", why, "from a LoC without US and ARVN pieces, each 1 space")
        return refuse_steps(path)

    def ways(origins: Iterable[BoardSpace]) -> Iterator[Move]:
        for where in origins:
            for number in range(1, ready(where) + 1):
                for there in sorted(where.adjacent):
                    yield Move((where.id, there), (Count(number, Kind.NT),))

    prompt = "NVA Troops that move on from a LoC"
    while True:
        move: Move | None = yield MoveChoice(ctx.faction, ctx.rule, prompt, test, ways, optional=True)
        if move is None:
            return
        draft.move(along(move.path), move.pieces, ctx.rule)
        arrived[move.path[-1]] = arrived.get(move.path[-1], 0) + sum([c.number for c in move.pieces])


def vietnamization(ctx: Context) -> Procedure:
    """123: ARVN Resources +12, Aid +12; all ARVN pieces Out of Play become Available …"""
    ctx.add("ARVN", 12)
    ctx.add("aid", 12)
    for kind in ARVN_PIECES:
        rebox(ctx, "oop", "available", kind)
    yield from place_pieces(ctx, "ARVN cubes to place", CUBES[ARVN], 4)


def tet_offensive(ctx: Context) -> Procedure:
    """124: free Terror by 1 VC Guerrilla wherever one is Underground; 6 VC pieces come to Cities …"""
    vc = ctx.under(ctx.rule, VC)
    yield from acting(vc, VC, _terror_everywhere(vc))
    cities = only(vc, "a City", lambda where: where.is_city)
    yield from place_pieces(vc, "VC pieces for Cities", VC_PIECES, 6, cities)
    yield from acting(vc, VC, _attack_everywhere(vc))


def _attack_everywhere(vc: Context) -> Procedure:
    """Attack with VC and NVA Guerrillas in each space that they share with enemies."""
    remaining = [where for where in board().spaces if _faces_enemies(vc, where, GUERRILLA_KINDS)]
    attack = _operation(vc, "attack")
    if remaining:
        yield vc.announce("attack")
    test = only(attack, "due for an Attack", lambda where: where in remaining)
    while remaining:
        where: BoardSpace = yield SpaceChoice(
            VC, attack.rule, "the space of the next Attack", test, between=True
        )
        remaining.remove(where)
        yield from by_guerrillas(attack, where, (VC, NVA))


def _terror_everywhere(vc: Context) -> Procedure:
    """Carry out Terror in each space with an Underground VC Guerrilla.

    If too few markers are left, VC choose the order. Otherwise the order has no effect, and a space written
    after the Event belongs to its Attacks; to list the Terror spaces anyway, write `terror` first. A space
    with too few Guerrillas for the price of Cadres has no Terror.
    """
    draft, terror = vc.draft, _operation(vc, "terror")

    def due(where: BoardSpace) -> bool:
        able = vc.alternative("card-124-3") or refuse_guerrillas(vc, where) is None
        return draft.of_kind(where, Kind.VG) > 0 and able

    def unmarked(where: BoardSpace) -> bool:
        return not (draft[where].sabotage if where.is_loc else draft[where].terror)

    remaining = [where for where in board().spaces if due(where)]
    prompt = "the free terror, space by space"
    listed = bool(remaining) and (yield vc.option(prompt, {"terror": None}, optional=True)) is not None
    while remaining:
        where: BoardSpace | None = None
        opens = (Remove,) if cost_guerrillas(vc) else ()
        scarce = 0 < draft.markers_left() < sum([unmarked(where) for where in remaining])
        if listed or scarce or opens:
            where = yield _next_space(terror, "the space of the next Terror", remaining, opens, not scarce)
        where = where or remaining[0]
        remaining.remove(where)
        terrorize(terror, where, Kind.VG)
        yield from pay_guerrillas(terror, where)


def _operation(ctx: Context, verb: str) -> Context:
    """Return a context for a free Operation that an Event carries out automatically for its Faction."""
    progress = Progress(operation=verb, grant=FREE, closed=ctx.progress.closed)
    return Context(ctx.draft, ctx.faction, OPERATIONS[verb], progress)


def _next_space(
    ctx: Context, prompt: str, remaining: list[BoardSpace], opens: tuple[type, ...], optional: bool = True
) -> SpaceChoice:
    """Return the question which of the remaining spaces comes next; it is optional if the order is
    irrelevant.
    """
    test = only(ctx, "left for this", lambda where: where in remaining)
    return SpaceChoice(ctx.faction, ctx.rule, prompt, test, opens, optional=optional, between=True)


def _faces_enemies(ctx: Context, where: BoardSpace, kinds: tuple[Kind, ...]) -> bool:
    """Check whether pieces of these kinds share a space with US or ARVN pieces."""
    return ctx.draft.number(where, kinds) > 0 and ctx.draft.of_faction(where, US, ARVN) > 0


EVENTS: Events = {
    121: {"unshaded": linebacker_ii},
    122: {"unshaded": easter_offensive},
    123: {"unshaded": vietnamization},
    124: {"unshaded": tet_offensive},
}
