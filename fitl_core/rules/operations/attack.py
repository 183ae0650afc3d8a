"""Attack (3.3.3): remove enemy pieces by Guerrillas with a die, or by NVA Troops without one."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from functools import partial
from typing import Any, Literal

import msgspec

from fitl_core.asking.questions import Procedure, Question, Taken, either
from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import ARVN, NVA, US, Faction
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.lasting import CLAYMORES, PT_76
from fitl_core.facts.move_words import spoken
from fitl_core.facts.pieces import GUERRILLAS, Count, Kind
from fitl_core.record.clauses import Clause, Remove, Roll
from fitl_core.rules.context import Context
from fitl_core.rules.forms.name_questions import OptionChoice
from fitl_core.rules.forms.piece_questions import PiecesChoice
from fitl_core.rules.forms.space_questions import SpaceChoice
from fitl_core.rules.orders import ATTACKS
from fitl_core.rules.shared.ambushes import (
    AmbushSites,
    bound_to_ambush,
    expose_tanks,
    exposed_facts,
    has_target,
    most_spaces,
)
from fitl_core.rules.shared.enemy_pieces import bases_last
from fitl_core.rules.shared.standing import standing

RULE = "3.3.3"
COST = 1
MOST_BY_GUERRILLAS = 2
TROOPS_FOR_A_PIECE = 2
BY_DIE: dict[str, Callable[[Clause], bool]] = {"guerrillas": lambda clause: isinstance(clause, Roll)}
"""A written die means an Attack by Guerrillas: Troops roll none."""


class _TankAttack(msgspec.Struct):
    """The one Attack under shaded PT-76 in which each NVA Troop removes a piece (card 45).

    The Attack is `used`, or `owed` by a further Attack by Troops. `open` means that one Attack could count
    as the one with tanks or not, so that none is owed.
    """

    state: Literal["", "owed", "open", "used"] = ""


def attack(ctx: Context) -> Procedure:
    """Carry out the whole Operation (3.3.3). A space may wait for its Ambush (4.4.3)."""
    sites, tank_attack = ctx.progress.record(AmbushSites), ctx.progress.record(_TankAttack)
    waiting = sites.waiting

    def ready(where: BoardSpace) -> bool:
        return where.id in waiting and where.id not in sites.without_enemies

    def ask() -> SpaceChoice:
        return ctx.operation_space(
            "a space to Attack in",
            partial(_refuse_further, ctx),
            waiting=ready,
            owed=tank_attack.state == "owed",  # another Attack by Troops is to follow
        )

    while (where := (yield ask())) is not None:
        may_wait = may_ambush(ctx) and where.id not in waiting
        if where.id not in waiting:
            ctx.progress.operation_spaces.append(where.id)
            ctx.pay(COST)
            waiting.append(where.id)
            if not _has_enemy(ctx, where):
                sites.without_enemies.append(where.id)
        if not ctx.draft.number(where, _attackers(ctx.faction)):
            waiting.remove(where.id)
            yield from _by_bases_alone(ctx, where)
            continue
        yield from _resolve(ctx, where, may_wait)
    while waiting:
        where = spaces_by_id()[(bound_to_ambush(ctx) or waiting)[0]]
        if where.id in sites.without_enemies and not has_target(ctx, where):
            waiting.remove(where.id)
            ctx.draft.remark(RULE, f"the Attack in {where.short} has no effect: no enemy is left")
        else:
            yield from _resolve(ctx, where, may_wait=False)


def _by_bases_alone(ctx: Context, where: BoardSpace) -> Procedure:
    """Accept, without effect, a die for an Attack by Bases alone: Bases remove nothing."""
    ctx.draft.remark(RULE, f"no Guerrillas or Troops Attack in {where.short}")
    prompt = f"a die for no Guerrillas in {where.name}"
    if (yield ctx.option(prompt, {"guerrillas": None}, BY_DIE, optional=True)) is not None:
        yield from ctx.roll(f"the Attack in {where.name}, by 0 Guerrillas")


def refuse_space(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Refuse a space without own and enemy pieces, or if the Resource is missing.

    A Base alone is enough, though it has no effect (2.3.4). A LoC selected for Ambush needs no enemy
    (4.4.3).
    """
    faction = ctx.faction
    if not ctx.draft.of_faction(where, faction):
        return ctx.no("pieces-needed", f"{faction} has no pieces in {where.name}")
    if not _has_enemy(ctx, where) and not _only_for_ambush(ctx, where):
        facts = _why_no_ambush(ctx, where) if where.is_loc and not ctx.progress.grant.free else ()
        return ctx.no("pieces-needed", f"{where.name} has no enemy of {faction} (1.5.1)", *facts)
    return ctx.refuse_cost(COST)


def _refuse_further(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Refuse as `refuse_space` does, and keep the Attack that PT-76 owes within the NVA's means (card 45)."""
    refusal = refuse_space(ctx, where)
    if refusal is None and _is_tank_attack_owed(ctx) and not ctx.draft.of_kind(where, Kind.NT):
        return None if _another_by_troops(ctx, besides=where, spent=COST) else _tanks_are_owed(ctx)
    return refusal


def _tanks_are_owed(ctx: Context) -> Refusal:
    why = "an Attack by Troops with a piece for each Troop is due; after this none would be possible"
    return Refusal("capability", f"card {PT_76}", why)


def _attackers(faction: Faction) -> tuple[Kind, ...]:
    """Return the kinds that Attack: Guerrillas and, for NVA, Troops."""
    return (*GUERRILLAS[faction], Kind.NT) if faction is NVA else GUERRILLAS[faction]


def _has_enemy(ctx: Context, where: BoardSpace) -> bool:
    return ctx.draft.of_faction(where, US, ARVN) > 0


def may_ambush(ctx: Context) -> bool:
    """Check whether an Ambush may still be the Special Activity of this Attack."""
    return ctx.activity_is_open


def _only_for_ambush(ctx: Context, where: BoardSpace) -> bool:
    """Check whether `where` is a LoC without enemies from which an Ambush can still strike (4.4.3)."""
    if not where.is_loc or not may_ambush(ctx) or not has_target(ctx, where):
        return False
    if ctx.momentum(CLAYMORES) == "unshaded":
        return False
    hidden = ctx.draft.number(where, GUERRILLAS[ctx.faction][:1])
    return hidden > 0 and len(bound_to_ambush(ctx)) < most_spaces(ctx)


def _why_no_ambush(ctx: Context, where: BoardSpace) -> tuple[str, ...]:
    """Explain why a LoC without enemies cannot be selected for Ambush."""
    hidden = GUERRILLAS[ctx.faction][0]
    if (activity := ctx.progress.activity) is not None:
        return (f"only an Ambush needs no enemy, and {spoken(activity)} is carried out (4.1)",)
    if not may_ambush(ctx):
        return ("only an Ambush needs no enemy, and a Limited Operation has no Ambush (2.3.5)",)
    if ctx.momentum(CLAYMORES) == "unshaded":
        return (f"only an Ambush needs no enemy, and Claymores forbid it (card {CLAYMORES})",)
    if not ctx.draft.of_kind(where, hidden):
        why = "only an Ambush needs no enemy, by an Underground Guerrilla (4.4.3)"
        return (why, standing(ctx.draft, where, hidden))
    if len(bound_to_ambush(ctx)) >= most_spaces(ctx):
        return ("only an Ambush needs no enemy, and no more can be Ambushed than are selected for that",)
    return ("an Ambush from there reaches no enemy either (4.4.3)",)


def _resolve(ctx: Context, where: BoardSpace, may_wait: bool) -> Procedure:
    """Carry out one Attack, unless it waits for an Ambush."""
    method: str | None = yield _method(ctx, where, may_wait)
    if method is None:
        return
    ctx.progress.record(AmbushSites).waiting.remove(where.id)
    if method == "troops":
        yield from by_troops(ctx, where, last=_tanks(ctx) and not _another_by_troops(ctx))
    else:
        yield from by_guerrillas(ctx, where, (ctx.faction,))


def _method(ctx: Context, where: BoardSpace, may_wait: bool) -> OptionChoice:
    own: dict[str, tuple[Kind, ...]] = {"guerrillas": GUERRILLAS[ctx.faction]}
    if ctx.faction is NVA:
        own["troops"] = (Kind.NT,)
    options: dict[str, Refusal | None] = {}
    for name, kinds in own.items():
        options[name] = None
        if not ctx.draft.number(where, kinds):
            why = f"{where.name} has no {ctx.faction} {name.title()}"
            options[name] = ctx.no("pieces-needed", why)
        elif where.id in ctx.progress.record(AmbushSites).without_enemies:
            why = f"{where.name} has no enemy of {ctx.faction}; only an Ambush needs no enemy"
            options[name] = ctx.no("pieces-needed", why)
        elif name == "guerrillas" and _is_tank_attack_owed(ctx) and not _another_by_troops(ctx, where):
            options[name] = _tanks_are_owed(ctx)
    prompt = f"how the Attack in {where.name} is carried out"
    choice = ctx.option(prompt, options, BY_DIE, optional=may_wait)
    if ctx.faction is not NVA:
        choice.step = "guerrillas"
        options["troops"] = ctx.no("option-not-open", "only NVA Attack with Troops")
    return choice


def by_guerrillas(ctx: Context, where: BoardSpace, factions: tuple[Faction, ...]) -> Procedure:
    """Activate all Guerrillas of these Factions; a roll up to their number removes up to 2 pieces.

    In an Operation only the Attacking Faction is named.
    """
    expose_tanks(ctx, where)
    shown = tuple([GUERRILLAS[faction][1] for faction in factions])
    for faction in factions:
        hidden = GUERRILLAS[faction][0]
        ctx.draft.activate(where, hidden, ctx.draft.of_kind(where, hidden), RULE)
    number = ctx.draft.number(where, shown)
    die: int = yield from ctx.roll(f"the Attack in {where.name}, by {counted(number, 'Guerrilla')}")
    if die <= number:
        choice = bases_last(ctx, where, MOST_BY_GUERRILLAS, up_to=True, optional=True)
        choice.order = ATTACKS
        removal = yield choice
        if removal is not None:
            _hit(ctx, where, removal.pieces, shown)
    else:
        ctx.close(partial(_missed, ctx, where, die, number), Remove, where=where)


def _missed(ctx: Context, where: BoardSpace, die: int, number: int) -> Refusal:
    hits = f"it hits on {number} or less" if number else "there is no Guerrilla left to hit"
    return ctx.no("missed", f"the Attack in {where.name} has failed", f"the die shows {die}; {hits}")


def by_troops(ctx: Context, where: BoardSpace, last: bool) -> Procedure:
    """Remove 1 piece for every 2 NVA Troops. With `last`, no further Attack by Troops can follow."""
    expose_tanks(ctx, where)
    troops = ctx.draft.of_kind(where, Kind.NT)
    hits = troops // TROOPS_FOR_A_PIECE

    def facts() -> tuple[str, ...]:
        return (f"{Kind.NT.words(troops)} there, {TROOPS_FOR_A_PIECE} for each piece", *exposed_facts(ctx))

    choice = bases_last(ctx, where, hits, facts=facts)
    choice.order = ATTACKS
    if _tanks(ctx) and ctx.progress.record(_TankAttack).state != "used":
        removal = yield from _with_tanks(ctx, where, choice, last)
    else:
        removal = yield choice
    if removal is not None:
        _hit(ctx, where, removal.pieces, (Kind.NT,))


def _tanks(ctx: Context) -> bool:
    """Check whether shaded PT-76 is in effect (card 45)."""
    return ctx.capability(PT_76) == "shaded"


def _is_tank_attack_owed(ctx: Context) -> bool:
    return ctx.progress.record(_TankAttack).state == "owed"


def _with_tanks(
    ctx: Context, where: BoardSpace, halved: PiecesChoice, last: bool
) -> Generator[Question, Any, Remove | None]:
    """Remove a piece for every Troop in exactly one space, under shaded PT-76 (card 45).

    If fewer pieces go here, another Attack by Troops must follow and remove them.
    """
    tank_attack = ctx.progress.record(_TankAttack)
    tanks = ctx.under(f"card {PT_76}")
    troops = ctx.draft.of_kind(where, Kind.NT)
    plain = bases_last(tanks, where, troops)
    whole = plain.test

    def test(counts: Mapping[Kind, int]) -> Refusal | None:
        refusal = whole(counts) if whole is not None else None
        if refusal is None or refusal.code != "too-few":
            return refusal
        why = f"one Attack by Troops removes a piece for each Troop, here {troops}"
        return tanks.no(refusal.code, why, *refusal.facts)

    full = msgspec.structs.replace(plain, test=test)
    must = last and tank_attack.state != "open"
    removal: Remove | None = yield full if must else either(full, halved, optional=halved.optional)

    def fits(choice: PiecesChoice) -> bool:
        return choice.optional if removal is None else isinstance(choice.take(removal), Taken)

    if not fits(halved):
        tank_attack.state = "used"
    elif fits(full):
        tank_attack.state = "open"
    elif tank_attack.state != "open":
        tank_attack.state = "owed"
    return removal


def _another_by_troops(ctx: Context, besides: BoardSpace | None = None, spent: int = 0) -> bool:
    """Check whether an Attack by Troops can follow in another space, after `spent` more Resources."""

    def possible(where: BoardSpace) -> bool:
        if where is besides or not ctx.draft.of_kind(where, Kind.NT) or not _has_enemy(ctx, where):
            return False
        if where.id in ctx.progress.record(AmbushSites).waiting:
            return True
        fresh = where.id not in ctx.progress.operation_spaces and ctx.refuse_new_space(where) is None
        return fresh and refuse_space(ctx, where) is None and ctx.refuse_cost(spent + COST) is None

    return any(possible(where) for where in board().spaces)


def _hit(ctx: Context, where: BoardSpace, pieces: tuple[Count, ...], attackers: tuple[Kind, ...]) -> None:
    """Remove the pieces, then 1 Attacking piece for each US Troop and US Base among them."""
    ctx.remove_by_enemy(where, pieces)
    lost = sum([count.number for count in pieces if count.kind in (Kind.UT, Kind.UB)])
    for attacker in attackers:
        number = min(lost, ctx.draft.of_kind(where, attacker))
        if number:
            ctx.draft.remove(where, attacker, number, RULE)
        lost -= number
