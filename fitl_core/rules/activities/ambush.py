"""Ambush (4.4.3, 4.5.3): an Attack that always hits and exposes a single Guerrilla."""

from __future__ import annotations

from functools import partial

from fitl_core.asking.questions import Procedure, either
from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import VC
from fitl_core.facts.game_map import BoardSpace, spaces_by_id
from fitl_core.facts.lasting import MAIN_FORCE_BATTALIONS
from fitl_core.facts.pieces import GUERRILLAS, number_named
from fitl_core.record.clauses import Remove
from fitl_core.rules.context import Context
from fitl_core.rules.progress import Granted
from fitl_core.rules.shared.ambushes import (
    AmbushSites,
    bound_to_ambush,
    expose_tanks,
    has_target,
    most_spaces,
    reach,
    space_limit,
)
from fitl_core.rules.shared.arrivals import arrivals
from fitl_core.rules.shared.enemy_pieces import bases_last, enemy_limits

RULE = "4.4.3"


class GrantedAmbush(Granted, frozen=True):
    """An Ambush that an Event grants; with `exposed` an Active Guerrilla is enough."""

    exposed: bool = False


PLAIN = GrantedAmbush()
"""An Ambush by the rule, with or without a grant."""


def ambush(ctx: Context, granted: GrantedAmbush = PLAIN) -> Procedure:
    """Carry out the whole Special Activity, the same for NVA and VC."""
    most, limited_by = space_limit(ctx)
    test = partial(_refuse_space, ctx, granted)
    ask = partial(ctx.activity_space, "a space to Ambush in", test, most, (Remove,), limited_by=limited_by)
    while True:
        where: BoardSpace | None = yield ask(owed=bool(bound_to_ambush(ctx)))
        if where is None:
            return
        ctx.progress.activity_spaces.append(where.id)
        waiting = ctx.progress.record(AmbushSites).waiting
        if where.id in waiting:
            waiting.remove(where.id)
        yield from _strike(ctx, where)


def _refuse_space(ctx: Context, granted: GrantedAmbush, where: BoardSpace) -> Refusal | None:
    """Refuse a space that is no March destination or waiting Attack with a hidden Guerrilla."""
    sites = ctx.progress.record(AmbushSites)
    hidden = ctx.draft.number(where, GUERRILLAS[ctx.faction][:1])
    if ctx.progress.grant.free:  # an Event's Ambush goes without March or Attack (5.5)
        own = GUERRILLAS[ctx.faction][: 2 if granted.exposed else 1]
        ready = ctx.draft.number(where, own) > 0
    elif where.id in sites.waiting:
        ready = hidden > 0
    elif ctx.progress.operation == "march" and where.id in ctx.progress.operation_spaces:
        ready = _marched_in(ctx, where) > 0
    else:
        why = f"{where.name} is no March destination or unresolved Attack of this Operation"
        if where.id in ctx.progress.operation_spaces:
            why = f"the Attack in {where.name} is resolved; an Ambush comes before that, in its place"
        return ctx.no("accompanying-space", why, *_reaching(ctx))
    if not ready:
        return _not_ready(ctx, granted, where, hidden)
    bound = bound_to_ambush(ctx)
    if where.id not in bound and len(bound) >= most_spaces(ctx) - len(ctx.progress.activity_spaces):
        why = "a LoC without enemies was selected for Ambush"
        return ctx.no("ambush-due", why, *[spaces_by_id()[name].name for name in bound])
    if not has_target(ctx, where):
        return ctx.no("pieces-needed", f"{where.name} has no enemy of {ctx.faction} to remove")
    return None


def _reaching(ctx: Context) -> list[str]:
    """Explain the reach of the Ambushes that strike from LoCs."""
    sites = [spaces_by_id()[name] for name in ctx.progress.activity_spaces]
    return [f"from {site.name} it strikes there or in an adjacent space" for site in sites if site.is_loc]


def _not_ready(ctx: Context, granted: GrantedAmbush, where: BoardSpace, hidden: int) -> Refusal:
    """Explain why no Guerrilla can Ambush in a space: none is hidden there, or none that Marched in."""
    facts = [f"{where.name}: {counted(hidden, f'Underground {ctx.faction} Guerrilla')}"]
    if ctx.progress.grant.free:
        state = "" if granted.exposed else "n Underground"
        return ctx.no("pieces-needed", f"it takes a{state} {ctx.faction} Guerrilla in {where.name}", *facts)
    if ctx.progress.operation == "march":
        facts.append(f"Underground, of those that Marched in: {_marched_in(ctx, where)} (3.3.2)")
    why = f"an Underground {ctx.faction} Guerrilla must have Marched into or Attack in {where.name}"
    return ctx.no("pieces-needed", why, *facts)


def _marched_in(ctx: Context, where: BoardSpace) -> int:
    """Return the number of Guerrillas that Marched into a space and are still there and Underground."""
    return arrivals(ctx).number(where, GUERRILLAS[ctx.faction][0])


def _strike(ctx: Context, where: BoardSpace) -> Procedure:
    """Activate 1 Underground Guerrilla and remove 1 enemy piece, without die or attrition.

    Under shaded Main Force Battalions VC may remove 2 pieces of one space, once (card 104).
    """
    expose_tanks(ctx, where)
    hidden = GUERRILLAS[ctx.faction][0]
    flipped = min(1, ctx.draft.of_kind(where, hidden))
    ctx.draft.activate(where, hidden, flipped, RULE)
    most = 1
    if ctx.faction is VC and ctx.capability(MAIN_FORCE_BATTALIONS) == "shaded":
        most = 1 if ctx.progress.has_used(MAIN_FORCE_BATTALIONS) else 2
    targets = [there for there in reach(where) if enemy_limits(ctx, there)]
    removal: Remove = yield either(
        *[bases_last(ctx, there, most, up_to=True, optional=False) for there in targets]
    )
    if number_named(removal.pieces) > 1:
        ctx.progress.note_use(MAIN_FORCE_BATTALIONS, where)
    elif most > 1:
        why = "2 pieces that go by 1 Ambush are of one space, and written together"
        for there in targets:
            ctx.close(
                partial(ctx.under(f"card {MAIN_FORCE_BATTALIONS}").no, "too-many", why), Remove, where=there
            )
    ctx.remove_by_enemy(spaces_by_id()[removal.space], removal.pieces)
