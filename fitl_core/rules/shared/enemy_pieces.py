"""The pieces that may be removed where Bases go last: Raid, Ambush, Attack (3.3.3, 4.3.3, 4.4.3)."""

from __future__ import annotations

from collections.abc import Mapping

from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import BASE_KINDS, OF_FACTION, TUNNELED, Kind
from fitl_core.record.clauses import Remove
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import Facts, PiecesChoice

_TARGETS: dict[Faction, tuple[Kind, ...]] = {
    faction: tuple(kind for enemy in faction.enemies for kind in OF_FACTION[enemy] if kind not in TUNNELED)
    for faction in Faction
}


def enemy_limits(ctx: Context, where: BoardSpace) -> dict[Kind, int]:
    """Return the enemy pieces in a space that can be removed: no Tunneled Bases (1.4.4)."""
    pieces = ctx.draft[where].pieces
    return {kind: pieces[kind.slot] for kind in _TARGETS[ctx.faction] if pieces[kind.slot]}


def refuse_sparing(
    counts: Mapping[Kind, int], limits: Mapping[Kind, int], bases_open: bool = True
) -> Refusal | None:
    """Refuse to spare a targeted Faction while the action can affect more of it.

    Either enemy may be ignored, but once targeted a Faction is affected to the maximum extent (3.1).
    """
    for faction in dict.fromkeys(kind.faction for kind, number in counts.items() if number):
        kinds = [k for k in limits if k.faction is faction and (bases_open or k not in BASE_KINDS)]
        spared = sum([limits[kind] - counts.get(kind, 0) for kind in kinds])
        if spared:
            why = f"once targeted, {faction} is affected to the maximum extent possible"
            more = counted(spared, f"more {faction} piece")
            return Refusal("too-few", "3.1", why, (f"{more} can be affected",))
    return None


def bases_last(
    ctx: Context,
    where: BoardSpace,
    most: int,
    up_to: bool = False,
    optional: bool | None = None,
    facts: Facts = tuple,
) -> PiecesChoice:
    """Return the question for enemy pieces to remove, Bases after all others.

    With `up_to` the chooser may stop early; otherwise only by ignoring one of the Factions (3.1). By
    default the question is optional if nothing can be removed. `facts` are shown with a refusal.
    """
    limits = enemy_limits(ctx, where)
    others = sum([number for kind, number in limits.items() if kind not in BASE_KINDS])

    def test(counts: Mapping[Kind, int]) -> Refusal | None:
        chosen = sum([number for kind, number in counts.items() if kind not in BASE_KINDS])
        if chosen < others and sum(counts.values()) > chosen:
            why = "a Base is removed only once no other enemy piece is left there"
            return ctx.no("bases-last", why, f"{where.name}: others left: {others - chosen}")
        if up_to or sum(counts.values()) == due:
            return None
        return refuse_sparing(counts, limits, bases_open=chosen == others)

    def too_many(kind: Kind, number: int) -> Refusal | None:
        if kind in TUNNELED and ctx.draft[where].pieces[kind.slot]:
            return ctx.no("tunnel", "a Tunneled Base is not removed", f"{where.name}: {kind.noun}")
        if kind.faction not in ctx.faction.enemies:
            why = f"{kind.faction} is no enemy of {ctx.faction}"
            return Refusal("not-an-enemy", "1.5.1", why)
        have = ctx.draft[where].pieces[kind.slot]
        return ctx.no("no-such-pieces", f"{where.name} has {kind.words(have)}") if have < number else None

    due = min(most, sum(limits.values()))
    least = min(1, due)
    return PiecesChoice(
        ctx.faction,
        ctx.rule,
        f"enemy pieces to remove in {where.name}",
        Remove,
        where,
        limits,
        least,
        due,
        optional=least == 0 if optional is None else optional,
        test=test,
        too_many=too_many,
        facts=facts,
    )
