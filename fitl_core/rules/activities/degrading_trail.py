"""The Trail in an Air Strike (4.2.3), with the losses by Top Gun, AAA, MiGs and SA-2s (5.3)."""

from __future__ import annotations

import msgspec

from fitl_core.asking.questions import Procedure, either
from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import US
from fitl_core.facts.game_map import board, spaces_by_id
from fitl_core.facts.lasting import AAA, MIGS, SA_2S, TOP_GUN, WILD_WEASELS
from fitl_core.facts.pieces import TUNNELED, Kind
from fitl_core.record.clauses import Remove
from fitl_core.rules.context import Context
from fitl_core.rules.forms.name_questions import NumberChoice
from fitl_core.rules.forms.piece_questions import PiecesChoice
from fitl_core.state.momentum_on_trail import refuse_degrade
from fitl_core.state.state import TRAIL_CAP

RULE = "4.2.3"
HITS_FOR_TRAIL = 2
TOP_GUN_BOXES = 2
TOP_GUN_FAILS = 3
AAA_FLOOR = 2
REMOVED_BY_SA_2S = (Kind.NT, Kind.NG, Kind.NG_ACTIVE, Kind.NB)


class StrikeUnderway(msgspec.Struct):
    """An Air Strike under way: its `hits`, the pieces `removed`, and the hits `spent` on the Trail."""

    hits: int
    removed: int = 0
    spent: int = 0

    @property
    def left(self) -> int:
        """Return the number of hits that are left."""
        return self.hits - self.removed - self.spent


def degrading(ctx: Context, strike: StrikeUnderway) -> NumberChoice:
    """Return the optional question for the Trail: once, for 2 hits, or in the original edition for none."""
    refusal = (
        refuse_degrade(ctx.draft.state, ctx.draft.trail)
        or _refuse_after_strike(ctx, strike.removed)
        or _refuse_under_aaa(ctx, 1)
    )
    if strike.spent:
        refusal = ctx.no("too-many", "an Air Strike Degrades the Trail only once")
    elif refusal is None and not ctx.original and strike.left < HITS_FOR_TRAIL:
        facts = (f"hits left: {strike.left}",)
        refusal = ctx.no("too-few-hits", "it takes 2 hits to Degrade the Trail", *facts)
    whole, each = _boxes_of_strike(ctx), ctx.alternative("card-4")
    open_to = {-boxes: refusal for boxes in _boxes(ctx, None if ctx.original else strike.left)}
    if (too_far := refusal or _refuse_under_aaa(ctx, whole)) is not None:
        open_to.setdefault(-whole, too_far)
    for beyond in range(whole + 1, TRAIL_CAP + 1):
        why = f"an Air Strike Degrades the Trail by {counted(whole, 'box', 'boxes')} at most"
        open_to.setdefault(-beyond, refusal or ctx.no("wrong-amount", why))
    if -1 not in open_to:
        why = f"Top Gun: an Air Strike Degrades the Trail {TOP_GUN_BOXES} boxes"
        open_to[-1] = refusal or Refusal("wrong-amount", f"card {TOP_GUN}", why)
    return NumberChoice(
        ctx.faction,
        ctx.rule,
        "the Trail to Degrade",
        "trail",
        open_to,
        whole=0 if each else -whole,
        optional=True,
    )


def carry_out(ctx: Context, strike: StrikeUnderway, change: int) -> Procedure:
    """Degrade the Trail by `change`, and apply the Capabilities."""
    strike.spent = HITS_FOR_TRAIL * (-change if ctx.alternative("card-4") else 1)
    if ctx.capability(TOP_GUN) == "shaded":
        die: int = yield from ctx.under(f"card {TOP_GUN}").roll("Top Gun: whether the Trail is Degraded")
        if die <= TOP_GUN_FAILS:
            ctx.draft.remark(f"card {TOP_GUN}", "the Trail is not Degraded")
            return
    ctx.draft.add("trail", change, RULE)
    yield from after_degrading(ctx)


def after_degrading(ctx: Context) -> Procedure:
    """Apply MiGs and SA-2s after an Air Strike has Degraded the Trail (cards 33, 34)."""
    _lose_aircraft(ctx)
    yield from _hit_missile_crews(ctx)


def _refuse_after_strike(ctx: Context, removed: int) -> Refusal | None:
    """Refuse, under shaded Wild Weasels, to Degrade the Trail in a strike that removed pieces (card 5).

    In the original edition the strike Degrades the Trail only if it selects no space.
    """
    if ctx.momentum(WILD_WEASELS) != "shaded":
        return None
    why = "Wild Weasels: the strike has removed a piece, so it does not Degrade the Trail"
    if ctx.original:
        removed = len(ctx.progress.activity_spaces)
        why = "Wild Weasels: a strike that selects spaces does not Degrade the Trail"
    return Refusal("momentum", f"card {WILD_WEASELS}", why) if removed else None


def _refuse_under_aaa(ctx: Context, boxes: int) -> Refusal | None:
    """Refuse, under shaded AAA, to Degrade the Trail below 2 (card 31)."""
    if ctx.capability(AAA) != "shaded" or ctx.draft.trail - boxes >= AAA_FLOOR:
        return None
    facts = (f"the Trail is at {ctx.draft.trail}",)
    return Refusal("trail-end", f"card {AAA}", "AAA: no Air Strike Degrades the Trail below 2", facts)


def _boxes_of_strike(ctx: Context) -> int:
    """Return the number of boxes of a full Air Strike: 1, or 2 under unshaded Top Gun (card 4)."""
    return TOP_GUN_BOXES if ctx.capability(TOP_GUN) == "unshaded" else 1


def _boxes(ctx: Context, hits: int | None) -> range:
    """Return the numbers of boxes by which the Trail may go down: 1, or 2 under unshaded Top Gun (card 4).

    By the other reading each box takes 2 further hits, so 1 box is allowed, too.
    """
    boxes = _boxes_of_strike(ctx)
    each = hits if ctx.alternative("card-4") else None
    if each is not None:
        boxes = min(boxes, each // HITS_FOR_TRAIL)
    floor = AAA_FLOOR if ctx.capability(AAA) == "shaded" else 0
    most = max(1, min(boxes, ctx.draft.trail - floor))
    return range(most if each is None else 1, most + 1)


def _lose_aircraft(ctx: Context) -> None:
    """Move 1 US Troop from Available to Casualties under shaded MiGs, but not against Top Gun (card 33)."""
    if ctx.capability(MIGS) == "shaded" and ctx.capability(TOP_GUN) != "unshaded":
        lost = min(1, ctx.draft.available[Kind.UT.slot])
        ctx.draft.transfer("available", "casualties", Kind.UT, lost, f"card {MIGS}")


def _refuse_tunneled(kind: Kind, _number: int) -> Refusal | None:
    why = "an Event forces no removal of a Tunneled Base unless it says so"
    return Refusal("tunnel", "5.1.1", why) if kind in TUNNELED else None


def _hit_missile_crews(ctx: Context) -> Procedure:
    """Let the US remove 1 NVA piece outside the South under unshaded SA-2s, no Tunneled Base (card 34)."""
    if ctx.capability(SA_2S) != "unshaded":
        return
    us = ctx.under(f"card {SA_2S}", US)
    prompt = "the NVA piece outside the South to remove for SA-2s"
    targets = []
    for where in board().spaces:
        if not where.in_south_vietnam and ctx.draft.number(where, REMOVED_BY_SA_2S):
            limits = {kind: ctx.draft.of_kind(where, kind) for kind in REMOVED_BY_SA_2S}
            targets.append(
                PiecesChoice(US, us.rule, prompt, Remove, where, limits, 1, 1, too_many=_refuse_tunneled)
            )
    if targets:
        removal: Remove = yield either(*targets)
        us.remove_by_enemy(spaces_by_id()[removal.space], removal.pieces)
