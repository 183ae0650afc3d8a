"""What an Ambush and the Attack that waits for it have in common (3.3.3, 4.4.3)."""

from __future__ import annotations

import msgspec

from fitl_core.facts.board import BoardSpace, spaces_by_id
from fitl_core.facts.factions import NVA
from fitl_core.facts.lasting import BOOBY_TRAPS, PT_76
from fitl_core.facts.pieces import Count, Kind
from fitl_core.rules.context import Context
from fitl_core.rules.shared.enemy_pieces import enemy_limits

MOST_SPACES = 2


class AmbushSites(msgspec.Struct):
    """Where an Operation has made room for an Ambush (4.4.3); spaces as ids.

    `waiting` are the Attack spaces that are selected and paid for, not yet resolved (3.3.3), and
    `without_enemies` those that had none when they were selected: only an Ambush can be carried out there.
    """

    waiting: list[str] = []
    without_enemies: list[str] = []


def space_limit(ctx: Context) -> tuple[int, str]:
    """In how many spaces a Faction may Ambush, and the card that limits it further."""
    if ctx.capability(BOOBY_TRAPS) == "unshaded":
        return ctx.activity_limit(1, f"card {BOOBY_TRAPS}")
    return ctx.activity_limit(MOST_SPACES)


def most_spaces(ctx: Context) -> int:
    """In how many spaces a Faction may Ambush."""
    return space_limit(ctx)[0]


def bound_to_ambush(ctx: Context) -> list[str]:
    """LoCs that were selected for Attack without enemies: only an Ambush can be carried out there.

    One whose last target has been removed is let off: the Attack there comes to nothing.
    """
    sites = ctx.progress.recorded(AmbushSites)
    if sites is None:
        return []
    due = [name for name in sites.waiting if name in sites.without_enemies]
    return [name for name in due if has_target(ctx, spaces_by_id()[name])]


def has_target(ctx: Context, where: BoardSpace) -> bool:
    """Whether an Ambush could remove an enemy from here."""
    return any(enemy_limits(ctx, there) for there in reach(where))


def reach(where: BoardSpace) -> tuple[BoardSpace, ...]:
    """Where the piece may be removed: the space itself or, from a LoC, any adjacent one instead."""
    if not where.is_loc:
        return (where,)
    return (where, *(spaces_by_id()[name] for name in where.adjacent))


def expose_tanks(ctx: Context, where: BoardSpace) -> None:
    """Unshaded PT-76: NVA lose a Troop wherever they Attack, before anything else (card 45)."""
    if ctx.faction is NVA and ctx.capability(PT_76) == "unshaded":
        troops = min(1, ctx.draft.of_kind(where, Kind.NT))
        ctx.under(f"card {PT_76}").remove_by_enemy(where, (Count(troops, Kind.NT),) if troops else ())


def exposed_facts(ctx: Context) -> tuple[str, ...]:
    """What unshaded PT-76 has cost before an NVA Attack (card 45)."""
    if ctx.faction is NVA and ctx.capability(PT_76) == "unshaded":
        return (f"PT-76 (card {PT_76}) has cost 1 NVA Troop before the Attack",)
    return ()
