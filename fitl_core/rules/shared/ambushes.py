"""The data shared by an Ambush and the Attack that waits for it (3.3.3, 4.4.3)."""

from __future__ import annotations

import msgspec

from fitl_core.facts.factions import NVA
from fitl_core.facts.game_map import BoardSpace, spaces_by_id
from fitl_core.facts.lasting import BOOBY_TRAPS, PT_76
from fitl_core.facts.pieces import Count, Kind
from fitl_core.rules.context import Context
from fitl_core.rules.shared.enemy_pieces import enemy_limits

MOST_SPACES = 2


class AmbushSites(msgspec.Struct):
    """The spaces in which an Operation has made room for an Ambush (4.4.3), as ids.

    `waiting` are the Attack spaces that are selected and paid for, not yet resolved (3.3.3).
    `without_enemies` are those without enemies when selected: only an Ambush can be carried out there.
    """

    waiting: list[str] = []
    without_enemies: list[str] = []


def space_limit(ctx: Context) -> tuple[int, str]:
    """Return the largest number of spaces for Ambushes of a Faction, and the card that limits it, if any."""
    if ctx.capability(BOOBY_TRAPS) == "unshaded":
        return ctx.activity_limit(1, f"card {BOOBY_TRAPS}")
    return ctx.activity_limit(MOST_SPACES)


def most_spaces(ctx: Context) -> int:
    """Return the largest number of spaces in which a Faction may Ambush."""
    return space_limit(ctx)[0]


def bound_to_ambush(ctx: Context) -> list[str]:
    """Return the LoCs that were selected for Attack without enemies: only an Ambush is possible there.

    A LoC whose last target has been removed is not included: the Attack there has no effect.
    """
    sites = ctx.progress.recorded(AmbushSites)
    if sites is None:
        return []
    due = [name for name in sites.waiting if name in sites.without_enemies]
    return [name for name in due if has_target(ctx, spaces_by_id()[name])]


def has_target(ctx: Context, where: BoardSpace) -> bool:
    """Check whether an Ambush could remove an enemy from here."""
    return any(enemy_limits(ctx, there) for there in reach(where))


def reach(where: BoardSpace) -> tuple[BoardSpace, ...]:
    """Return the spaces whose piece may be removed: the space itself or, from a LoC, any adjacent one."""
    if not where.is_loc:
        return (where,)
    return (where, *(spaces_by_id()[name] for name in where.adjacent))


def expose_tanks(ctx: Context, where: BoardSpace) -> None:
    """Remove an NVA Troop before an NVA Attack, under unshaded PT-76 (card 45)."""
    if ctx.faction is NVA and ctx.capability(PT_76) == "unshaded":
        troops = min(1, ctx.draft.of_kind(where, Kind.NT))
        ctx.under(f"card {PT_76}").remove_by_enemy(where, (Count(troops, Kind.NT),) if troops else ())


def exposed_facts(ctx: Context) -> tuple[str, ...]:
    """Return the loss by unshaded PT-76 before an NVA Attack, as facts (card 45)."""
    if ctx.faction is NVA and ctx.capability(PT_76) == "unshaded":
        return (f"PT-76 (card {PT_76}) has cost 1 NVA Troop before the Attack",)
    return ()
