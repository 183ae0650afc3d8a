"""The Trail under an Air Strike (4.2.3), and what the air war costs then: Top Gun, AAA, MiGs, SA-2s (5.3)."""

from __future__ import annotations

from fitl_core.board import board, spaces_by_id
from fitl_core.choices import Procedure, either
from fitl_core.errors import Refusal
from fitl_core.events import Remove
from fitl_core.factions import US
from fitl_core.lasting import AAA, MIGS, SA_2S, TOP_GUN, WILD_WEASELS
from fitl_core.piece_choices import PiecesChoice
from fitl_core.pieces import Kind
from fitl_core.trail import refuse_degrade
from fitl_core.turn import Turn

RULE = "4.2.3"
HITS_FOR_TRAIL = 2
TOP_GUN_BOXES = 2
TOP_GUN_FAILS = 3
AAA_FLOOR = 2
REMOVED_BY_SA_2S = (Kind.NT, Kind.NG, Kind.NG_ACTIVE, Kind.NB)


def degrade(turn: Turn, hits: int | None, removed: int) -> Procedure:
    """Degrade the Trail, if desired: for 2 of the hits left, once; without hits in the original edition.

    `removed` says how many pieces the strike has removed.
    """
    if not turn.act.terms.strike.trail:
        return
    refusal = (
        refuse_degrade(turn.draft.state, turn.draft.trail)
        or _refuse_after_strike(turn, removed)
        or _refuse_under_aaa(turn)
    )
    if refusal is None and hits is not None and hits < HITS_FOR_TRAIL:
        facts = (f"hits left: {hits}",)
        refusal = turn.no("too-few-hits", "it takes 2 hits to Degrade the Trail", *facts)
    boxes = _boxes(turn, hits)
    if (yield turn.amount("the Trail to Degrade", "trail", {-boxes: refusal})) is None:
        return
    if turn.capability(TOP_GUN) == "shaded":
        die: int = yield from turn.under(f"card {TOP_GUN}").roll("Top Gun: whether the Trail is Degraded")
        if die <= TOP_GUN_FAILS:
            turn.draft.report(f"card {TOP_GUN}", note="the Trail is not Degraded")
            return
    turn.draft.add("trail", -boxes, RULE)
    yield from after_degrading(turn)


def after_degrading(turn: Turn) -> Procedure:
    """What an Air Strike that has Degraded the Trail brings about by MiGs and SA-2s (cards 33, 34)."""
    _lose_aircraft(turn)
    yield from _hit_missile_crews(turn)


def _refuse_after_strike(turn: Turn, removed: int) -> Refusal | None:
    """Wild Weasels, shaded: a strike removes pieces or Degrades the Trail, not both (card 5).

    In the original edition it Degrades the Trail only where it selects no space.
    """
    if turn.momentum(WILD_WEASELS) != "shaded":
        return None
    why = "Wild Weasels: the strike has removed a piece, so it does not Degrade the Trail"
    if turn.original:
        removed = len(turn.act.activity_spaces)
        why = "Wild Weasels: a strike that selects spaces does not Degrade the Trail"
    return Refusal("momentum", f"card {WILD_WEASELS}", why) if removed else None


def _refuse_under_aaa(turn: Turn) -> Refusal | None:
    """AAA, shaded: no Air Strike Degrades the Trail below 2 (card 31)."""
    if turn.capability(AAA) != "shaded" or turn.draft.trail > AAA_FLOOR:
        return None
    facts = (f"the Trail is at {turn.draft.trail}",)
    return Refusal("trail-end", f"card {AAA}", "AAA: no Air Strike Degrades the Trail below 2", facts)


def _boxes(turn: Turn, hits: int | None) -> int:
    """How far the Trail goes down: 1 box, by Top Gun, unshaded, 2 for the same hits (card 4)."""
    boxes = TOP_GUN_BOXES if turn.capability(TOP_GUN) == "unshaded" else 1
    if hits is not None and turn.alternative("card-4"):
        boxes = min(boxes, hits // HITS_FOR_TRAIL)
    floor = AAA_FLOOR if turn.capability(AAA) == "shaded" else 0
    return max(1, min(boxes, turn.draft.trail - floor))


def _lose_aircraft(turn: Turn) -> None:
    """MiGs, shaded: 1 US Troop goes from Available to Casualties, but not against Top Gun (card 33)."""
    if turn.capability(MIGS) == "shaded" and turn.capability(TOP_GUN) != "unshaded":
        lost = min(1, turn.draft.available[Kind.UT.slot])
        turn.draft.transfer("available", "casualties", Kind.UT, lost, f"card {MIGS}")


def _hit_missile_crews(turn: Turn) -> Procedure:
    """SA-2s, unshaded: the US remove 1 NVA piece outside the South, no Tunneled Base (card 34)."""
    if turn.capability(SA_2S) != "unshaded":
        return
    us = turn.under(f"card {SA_2S}", US)
    prompt = "the NVA piece outside the South to remove for SA-2s"
    targets = []
    for where in board().spaces:
        if not where.in_south_vietnam and turn.draft.number(where, REMOVED_BY_SA_2S):
            limits = {kind: turn.draft.of_kind(where, kind) for kind in REMOVED_BY_SA_2S}
            targets.append(PiecesChoice(US, us.rule, prompt, Remove, where, limits, 1, 1))
    if targets:
        removal: Remove = yield either(*targets)
        us.remove_by_enemy(spaces_by_id()[removal.space], removal.pieces)
