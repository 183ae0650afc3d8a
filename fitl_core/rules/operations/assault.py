"""Assault (3.2.4): COIN cubes remove Insurgent pieces, Troops first, Bases last; a die meets a Tunnel.

`assault_removal` says which pieces one Assault removes.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from typing import Any

from fitl_core.asking.questions import Procedure, Question, either
from fitl_core.errors import Refusal
from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction
from fitl_core.facts.game_map import BoardSpace, spaces_by_id
from fitl_core.facts.lasting import ABRAMS, BODY_COUNT, COBRAS, GENERAL_LANSDALE, PATTON, SEARCH_AND_DESTROY
from fitl_core.facts.pieces import BASE_KINDS, CUBES, TUNNELED, Count, Kind, number_named
from fitl_core.record.clauses import Remove, Roll
from fitl_core.rules.context import Context
from fitl_core.rules.forms.name_questions import OptionChoice
from fitl_core.rules.forms.piece_questions import totals
from fitl_core.rules.forms.space_questions import SpaceChoice
from fitl_core.rules.operations.assault_removal import PATTON_HITS, PLAIN, FollowUp, GrantedAssault, Removal
from fitl_core.rules.orders import ASSAULT

RULE = "3.2.4"
COST = 3
AID_FOR_BASE = 6
AID_FOR_GUERRILLA = 3
ABRAMS_SPACES = 2


def assault(ctx: Context, granted: GrantedAssault = PLAIN) -> Procedure:
    """Carry out the whole Operation (3.2.4)."""
    follow_up = granted.follow_up or FollowUp()
    test = partial(_refuse_space, ctx, granted)

    def ask() -> Question:
        space = ctx.operation_space("a space to Assault", test, (Remove,))
        if ctx.faction is ARVN or not ctx.progress.operation_spaces:
            return space
        return either(space, partial(_follow_up, ctx, granted, follow_up))

    while (step := (yield ask())) is not None:
        if isinstance(step, BoardSpace):
            ctx.progress.operation_spaces.append(step.id)
            ctx.pay(cost(ctx) if ctx.faction is ARVN else 0)
            yield from resolve(ctx, step, ctx.faction, granted)
        else:
            follow_up.done = True
            yield from _follow(ctx, granted)


def cost(ctx: Context) -> int:
    """Return the price of an ARVN Assault or Patrol: 3 Resources, or 0 under Body Count (card 72)."""
    return 0 if ctx.momentum(BODY_COUNT) else COST


def refuse_us_assault(ctx: Context) -> Refusal | None:
    """Refuse any US Assault under shaded General Lansdale, until the Reset (card 78)."""
    if ctx.faction is not US or ctx.momentum(GENERAL_LANSDALE) != "shaded":
        return None
    why = "General Lansdale: no US Assault until the Coup Round's Reset"
    return Refusal("momentum", f"card {GENERAL_LANSDALE}", why)


def _refuse_space(ctx: Context, granted: GrantedAssault, where: BoardSpace) -> Refusal | None:
    """Refuse a space without the Faction's cubes or without Insurgents, or if ARVN cannot pay."""
    refusal = None
    if ctx.faction is US and ctx.capability(ABRAMS) == "shaded":
        refusal = ctx.refuse_beyond(ABRAMS_SPACES, ABRAMS)
    price = cost(ctx) if ctx.faction is ARVN else 0
    return refusal or refuse_targets(ctx, where, ctx.faction, granted) or ctx.refuse_cost(price)


def refuse_targets(
    ctx: Context, where: BoardSpace, faction: Faction, granted: GrantedAssault = PLAIN
) -> Refusal | None:
    """Refuse a space that lacks the Assaulting Faction's cubes or any Insurgent piece."""
    if not ctx.draft.number(where, granted.as_troops or CUBES[faction]):
        return ctx.no("pieces-needed", f"Assault needs {faction} cubes; {where.name} has none")
    if not ctx.draft.of_faction(where, NVA, VC):
        return ctx.no("pieces-needed", f"Assault needs Insurgents; {where.name} has none")
    if granted.against is not None:
        hits = strength(ctx, where, faction, granted)
        if not Removal(ctx, where, faction, hits, granted).can_hit():
            return ctx.no("pieces-needed", f"no {granted.against} piece can be hit in {where.name}")
    return None


def _follow_up(ctx: Context, granted: GrantedAssault, follow_up: FollowUp) -> OptionChoice:
    """Return the question whether ARVN follow with an Assault, once, for its price."""
    options = {"arvn": partial(_refuse_follow_up, ctx, granted, follow_up)}
    whether = ctx.option("an ARVN Assault to follow", options, optional=True)
    whether.order = ASSAULT
    return whether


def _refuse_follow_up(ctx: Context, granted: GrantedAssault, follow_up: FollowUp) -> Refusal | None:
    if follow_up.done:
        return ctx.no("option-not-open", "the US add no ARVN Assault here, or no second one")
    assaulted = [spaces_by_id()[name] for name in ctx.progress.operation_spaces]
    refusals = [refuse_targets(ctx, where, ARVN, granted) for where in assaulted]
    if all(refusals):
        why = "ARVN can Assault in no space that the US have Assaulted"
        return ctx.no("pieces-needed", why, *[refusal.message for refusal in refusals if refusal])
    return ctx.refuse_cost(cost(ctx))


def _follow(ctx: Context, granted: GrantedAssault) -> Procedure:
    """Carry out an ARVN Assault in 1 space that the US have Assaulted."""

    def test(where: BoardSpace) -> Refusal | None:
        if where.id not in ctx.progress.operation_spaces:
            return ctx.no("space-not-selected", f"{where.name} was not Assaulted by the US")
        return refuse_targets(ctx, where, ARVN, granted)

    prompt = "the space of the ARVN Assault"
    where: BoardSpace = yield SpaceChoice(ctx.faction, RULE, prompt, test, opens=(Remove,), step="follow-up")
    ctx.pay(cost(ctx))
    yield from resolve(ctx, where, ARVN, granted)
    for name in ctx.progress.operation_spaces:
        ctx.close(partial(_no_second, ctx, where), Remove, where=spaces_by_id()[name])


def _no_second(ctx: Context, where: BoardSpace) -> Refusal:
    why = f"ARVN follow the US with 1 Assault in 1 space, here in {where.name}"
    return ctx.no("too-many-spaces", why)


def strength(ctx: Context, where: BoardSpace, faction: Faction, granted: GrantedAssault = PLAIN) -> int:
    """Return the largest number of pieces that an Assault removes."""
    draft, highland = ctx.draft, where.terrain == "highland"
    if faction is ARVN:
        province = where.kind == "province"
        cubes = draft.number(where, (Kind.AT,) if province else CUBES[ARVN])
        return cubes // (3 if highland else 2)
    troops = draft.number(where, granted.as_troops or (Kind.UT,))
    if draft.of_kind(where, Kind.UB):
        return troops * 2
    return troops // 2 if highland else troops


def resolve(ctx: Context, where: BoardSpace, faction: Faction, granted: GrantedAssault = PLAIN) -> Procedure:
    """Remove pieces in order (3.2.4), meet a Tunnel, then apply the lasting Events."""
    if ctx.alternative("card-13"):
        yield from _helicopter_losses(ctx, where, faction)
    removal = Removal(ctx, where, faction, strength(ctx, where, faction, granted), granted)
    answer: Remove | None = yield removal.choice()
    pieces = answer.pieces if answer is not None else ()
    way = removal.way(totals(pieces))
    for card in way.uses:
        ctx.progress.note_use(card, where)
    for count in pieces:
        ctx.draft.remove(where, count.kind, count.number, ctx.rule)
        _earn_aid(ctx, faction, count)
    if tunneled := removal.tunnels_next():
        hits_left = way.hits - number_named(pieces)
        if hits_left <= 0 and removal.more_against_tunnel(way):
            prompt = f"M-48 Patton against the Tunnel in {where.name}"
            if (yield ctx.option(prompt, {"patton": None}, optional=True)) is not None:
                ctx.progress.note_use(PATTON, where)
                hits_left += PATTON_HITS
        if hits_left > 0 and (
            yield from _is_met(ctx, where, faction, {count.kind.faction for count in pieces})
        ):
            yield from _tunnel(ctx, where, tunneled)
    _anger_villages(ctx, where)
    if not ctx.alternative("card-13"):
        yield from _helicopter_losses(ctx, where, faction)


def _earn_aid(ctx: Context, faction: Faction, removed: Count) -> None:
    """Add 6 Aid for each Base that ARVN remove; under Body Count 3 for each Guerrilla (card 72)."""
    if removed.kind in BASE_KINDS:
        if faction is ARVN:
            ctx.draft.add("aid", AID_FOR_BASE * removed.number, ctx.rule)
    elif removed.kind is not Kind.NT and ctx.momentum(BODY_COUNT):
        by_advise = ctx.rule == "4.2.1"
        if not (by_advise and ctx.alternative("card-72")):
            ctx.draft.add("aid", AID_FOR_GUERRILLA * removed.number, f"card {BODY_COUNT}")


def _anger_villages(ctx: Context, where: BoardSpace) -> None:
    """Shift a Province toward Active Opposition under shaded Search and Destroy (card 28)."""
    if ctx.capability(SEARCH_AND_DESTROY) != "shaded" or where.kind != "province":
        return
    shifted = ctx.progress.uses.get(SEARCH_AND_DESTROY, ())
    if where.id not in shifted or ctx.alternative("card-28-2"):
        ctx.draft.shift(where, -1, f"card {SEARCH_AND_DESTROY}")
        ctx.progress.note_use(SEARCH_AND_DESTROY, where)


def _loses_helicopters(ctx: Context, where: BoardSpace, faction: Faction) -> bool:
    """Check whether shaded Cobras apply to an Assault (card 13)."""
    return faction is US and ctx.capability(COBRAS) == "shaded" and ctx.draft.of_kind(where, Kind.UT) > 0


def _helicopter_losses(ctx: Context, where: BoardSpace, faction: Faction) -> Procedure:
    """Remove a US Troop on a roll of 1-3 in a space of a US Assault, under shaded Cobras (card 13)."""
    if not _loses_helicopters(ctx, where, faction):
        return
    cobras = ctx.under(f"card {COBRAS}")
    die: int = yield from cobras.roll(f"Cobras in {where.name}")
    if not ctx.alternative("card-13"):
        cobras.close(partial(_before_the_die, cobras, where), Remove, where=where)
    if die <= 3:
        cobras.remove_by_enemy(where, (Count(1, Kind.UT),))


def _before_the_die(cobras: Context, where: BoardSpace) -> Refusal:
    why = f"the die of Cobras is rolled after the Assault removes pieces in {where.name}; write it after them"
    return cobras.no("too-late", why)


def _is_met(
    ctx: Context, where: BoardSpace, faction: Faction, targeted: set[Faction]
) -> Generator[Question, Any, bool]:
    """Check whether the Assault goes on against a Tunnel.

    An enemy may be ignored if only its Tunneled Base is left (3.1). A written die answers yes. If a die of
    Cobras follows, that die does not answer; the word `tunnel` does.
    """
    owners = {kind.faction for kind in TUNNELED if ctx.draft.of_kind(where, kind)}
    if not targeted or targeted & owners:
        return True
    cobras_follow = _loses_helicopters(ctx, where, faction) and not ctx.alternative("card-13")
    implied = {} if cobras_follow else {"tunnel": lambda clause: isinstance(clause, Roll)}
    prompt = f"whether the Assault goes on against the Tunnel in {where.name}"
    return (yield ctx.option(prompt, {"tunnel": None}, implied, optional=True)) is not None


def _at_tunnel(ctx: Context, where: BoardSpace) -> Refusal:
    why = "a Tunneled Base ends the removal: on 4-6 its marker goes, and no piece"
    return ctx.no("tunnel", why, f"met in {where.name}")


def _tunnel(ctx: Context, where: BoardSpace, kinds: tuple[Kind, ...]) -> Procedure:
    """Roll for a Tunnel when a Tunneled Base is the next piece: on 4-6 its marker goes, the Base stays."""
    die: int = yield from ctx.roll(f"the Tunnel in {where.name}")
    ctx.close(partial(_at_tunnel, ctx, where), Remove, where=where)
    if die <= 3:
        ctx.draft.remark(ctx.rule, f"the Tunnel in {where.short} holds: only 4-6 takes its marker off")
        return
    kind = kinds[0]
    if len(kinds) > 1:
        owners = {base.faction: None for base in kinds}
        faction: Faction = yield ctx.name_faction(f"whose Tunnel goes in {where.name}", owners)
        kind = next(base for base in kinds if base.faction is faction)
    ctx.draft.remove_tunnel(where, kind, ctx.rule)
