"""Air Strike (4.2.3): remove Active Insurgents and Degrade the Trail, in either edition.

`degrading_trail` has the part about the Trail.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from functools import partial
from typing import Any

from fitl_core.asking.questions import Procedure, Question, either
from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.lasting import ARC_LIGHT, LASER_GUIDED_BOMBS, WILD_WEASELS
from fitl_core.facts.pieces import TUNNELED, Kind
from fitl_core.record.clauses import Number, Remove, Roll
from fitl_core.rules.activities.degrading_trail import StrikeUnderway, carry_out, degrading
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import PiecesChoice
from fitl_core.rules.progress import Granted
from fitl_core.rules.shared.standing import standing

RULE = "4.2.3"
MOST_SPACES = 6
MOST_SPACES_IN_MONSOON = 2
MOST_PIECES = 6
GUERRILLAS = (Kind.NG_ACTIVE, Kind.VG_ACTIVE)
BASES = (Kind.NB, Kind.VB)
INSURGENT_BASES = (*BASES, *TUNNELED)
UNDERGROUND = (Kind.NG, Kind.VG)


class GrantedAirStrike(Granted, frozen=True):
    """The ways in which an Air Strike that an Event grants differs from the rule.

    The number of `hits` is fixed without a die, or the strike removes `each_space` pieces in each space.
    With `unseen` it strikes without US or ARVN pieces in the space. Without `degrades` it leaves the Trail
    alone. With `bases_first` it removes Bases first.
    """

    hits: int | None = None
    each_space: int | None = None
    unseen: bool = False
    degrades: bool = True
    bases_first: bool = False


PLAIN = GrantedAirStrike()
"""An Air Strike by the rule, with or without a grant."""


def airstrike(ctx: Context, granted: GrantedAirStrike = PLAIN) -> Procedure:
    """Carry out the whole Special Activity: each hit removes an Active piece; 2 hits Degrade the Trail.

    Removals and the Trail come in any order. In the original edition the Trail takes no hits, and is
    Degraded after all removals.
    """
    strike = StrikeUnderway((yield from _hits(ctx, granted)))
    if not granted.degrades:
        ctx.close(partial(_no_degrading, ctx), Number)
    while (step := (yield _step(ctx, granted, strike))) is not None:
        if isinstance(step, BoardSpace):
            yield from _strike_at(ctx, granted, strike, step)
        else:
            yield from carry_out(ctx, strike, step)
    if granted.degrades and ctx.original and (boxes := (yield degrading(ctx, strike))) is not None:
        yield from carry_out(ctx, strike, boxes)


def _hits(ctx: Context, granted: GrantedAirStrike) -> Generator[Question, Any, int]:
    """Return the number of hits: a die, 6 in the original edition, or the number of an Event."""
    if granted.each_space is not None or granted.hits is not None:
        card = f"card {ctx.draft.state.card}"
        ctx.close(partial(_no_die, card, "this Event gives its own number of hits"), Roll)
    if granted.each_space is not None:
        return granted.each_space * (ctx.progress.grant.most_spaces or MOST_SPACES)
    if granted.hits is not None:
        return granted.hits
    if ctx.original:
        why = f"by the original edition it is up to {MOST_PIECES} pieces"
        ctx.close(partial(_no_die, RULE, why), Roll)
        return MOST_PIECES
    hits: int = yield from ctx.roll("the hits of the Air Strike")
    return hits


def _no_die(rule: str, why: str) -> Refusal:
    return Refusal("not-a-step", rule, f"no die is rolled here: {why}")


def _no_degrading(ctx: Context) -> Refusal:
    why = "the Air Strike of this Event does not itself Degrade the Trail"
    return Refusal("not-a-step", f"card {ctx.draft.state.card}", why)


def most_pieces(ctx: Context, granted: GrantedAirStrike, strike: StrikeUnderway) -> tuple[int, str]:
    """Return how many more pieces can go, and the rule for that; an Event's own number prevails (5.1.2)."""
    if strike.spent and ctx.momentum(WILD_WEASELS) == "shaded":
        return 0, f"card {WILD_WEASELS}"  # the Trail or pieces, not both
    reading = "card-6-2" if granted.hits is not None else "card-30"
    if (granted.hits is not None or granted.each_space is not None) and not ctx.alternative(reading):
        return strike.left, RULE
    limits = {}
    if ctx.capability(LASER_GUIDED_BOMBS) == "shaded":
        limits[LASER_GUIDED_BOMBS] = 4 if ctx.original else 2
    if ctx.momentum(WILD_WEASELS) == "shaded" and not ctx.original:
        limits[WILD_WEASELS] = 1
    if ctx.alternative("4.2.3-14") and limits:
        latest = max(limits, key=ctx.when_played)
        limits = {latest: limits[latest]}
    by_card = [(most - strike.removed, f"card {card}") for card, most in limits.items()]
    return min([(strike.left, RULE), *by_card], key=lambda limit: limit[0])


def _step(ctx: Context, granted: GrantedAirStrike, strike: StrikeUnderway) -> Question:
    """Return the question for a further space to strike or, in the second edition, for the Trail."""
    spaces, fewer_by = (MOST_SPACES_IN_MONSOON, "2.3.9") if ctx.monsoon else (MOST_SPACES, "")
    space = ctx.activity_space(
        "a space to strike",
        partial(_refuse_space, ctx, granted),
        spaces,
        (Remove,),
        may_be_none=(granted.degrades and not ctx.alternative("4.2.3-09")) or _hits_nothing(ctx, granted),
        limited_by=fewer_by,
    )
    if ctx.original or not granted.degrades:
        return space
    return either(space, partial(degrading, ctx, strike))


def _hits_nothing(ctx: Context, granted: GrantedAirStrike) -> bool:
    """Check whether an Event's Air Strike could remove nothing anywhere, so that no space is owed (5.1.3)."""
    if ctx.original or not ctx.progress.grant.free:
        return False
    exposed = (Kind.NT, *GUERRILLAS, *BASES)
    test = partial(_refuse_space, ctx, granted)
    struck = (where for where in board().spaces if ctx.draft.number(where, exposed))
    return all(test(where) or ctx.refuse_outside(where) for where in struck)


def _strike_at(
    ctx: Context, granted: GrantedAirStrike, strike: StrikeUnderway, where: BoardSpace
) -> Procedure:
    """Remove pieces in a space, and shift the space."""
    ctx.progress.activity_spaces.append(where.id)
    if not granted.unseen and not _is_seen(ctx, where):
        ctx.progress.note_use(ARC_LIGHT, where)
    removed = 0
    most, limited_by = most_pieces(ctx, granted, strike)
    most = min(most, granted.each_space or most)
    removal: Remove | None = yield _removal(ctx, granted, strike, where, most, limited_by)
    for count in removal.pieces if removal is not None else ():
        ctx.draft.remove(where, count.kind, count.number, RULE)
        removed += count.number
    strike.removed += removed
    ctx.draft.shift(where, -_levels(ctx, removed), RULE)


def _levels(ctx: Context, removed: int) -> int:
    """Return the levels by which a space shifts toward Active Opposition after losing `removed` pieces.

    In the original edition each selected space shifts. Under shaded Arc Light 2 pieces make it 2 levels
    (card 8). Under unshaded Laser Guided Bombs a space that loses just 1 piece does not shift (card 20).
    """
    if removed > 1:
        return 2 if ctx.capability(ARC_LIGHT) == "shaded" else 1
    if removed == 1:
        return 0 if ctx.capability(LASER_GUIDED_BOMBS) == "unshaded" else 1
    return 1 if ctx.original else 0


def _is_seen(ctx: Context, where: BoardSpace) -> bool:
    return ctx.draft.of_faction(where, US, ARVN) > 0


def _refuse_space(ctx: Context, granted: GrantedAirStrike, where: BoardSpace) -> Refusal | None:
    """Refuse a space without US or ARVN pieces, unless an Event allows it.

    Unshaded Arc Light allows 1 Province without them in each strike (card 8).
    """
    if granted.unseen or _is_seen(ctx, where):
        return None
    if ctx.capability(ARC_LIGHT) != "unshaded" or where.kind != "province":
        return ctx.no("pieces-needed", f"no US or ARVN piece in {where.name}")
    if ctx.progress.has_used(ARC_LIGHT):
        why = "Arc Light: 1 Province without US and ARVN pieces has been selected already"
        return Refusal("too-many-spaces", f"card {ARC_LIGHT}", why)
    return None


def _removal(
    ctx: Context,
    granted: GrantedAirStrike,
    strike: StrikeUnderway,
    where: BoardSpace,
    most: int,
    limited_by: str,
) -> PiecesChoice:
    """Return the question which Active pieces go; a Tunneled Base never goes."""
    pieces = ctx.draft[where].pieces

    def too_many(kind: Kind, number: int) -> Refusal | None:
        if kind in UNDERGROUND and pieces[kind.slot]:
            return ctx.no("underground", "Air Strike removes no Underground Guerrillas")
        if kind in (Kind.NB_TUNNELED, Kind.VB_TUNNELED):
            return ctx.no("tunnel", "Air Strike removes no Tunneled Base")
        if kind in limits and limits[kind] < number:
            facts = [standing(ctx.draft, where, kind.underground)] if kind in GUERRILLAS else []
            return ctx.no("no-such-pieces", f"{where.name} has {kind.words(limits[kind])}", *facts)
        return None

    limits = {kind: pieces[kind.slot] for kind in (Kind.NT, *GUERRILLAS, *BASES)}
    prompt = f"Active pieces to remove in {where.name}"
    return PiecesChoice(
        ctx.faction,
        limited_by,
        prompt,
        Remove,
        where,
        limits,
        1,
        most,
        optional=True,
        test=partial(_refuse_order, ctx, granted, where),
        too_many=too_many,
        facts=partial(_reckoned, strike, most),
    )


def _reckoned(strike: StrikeUnderway, most: int) -> tuple[str, ...]:
    """Explain how many pieces may still go, and how many hits the Trail took."""
    still_open = f"{counted(most, 'piece')} may still be removed"
    if not strike.spent:
        return (still_open,)
    return (still_open, f"{strike.spent} of {counted(strike.hits, 'hit')} went to the Trail")


def _refuse_order(
    ctx: Context, granted: GrantedAirStrike, where: BoardSpace, counts: Mapping[Kind, int]
) -> Refusal | None:
    """Refuse pieces before which others must go: Bases are last, unless an Event removes them first.

    NVA Troops go before Guerrillas, but not in the original edition.
    """
    draft = ctx.draft
    guerrillas = sum([counts.get(kind, 0) for kind in GUERRILLAS])
    troops = counts.get(Kind.NT, 0)
    if not ctx.original and guerrillas and troops < draft.of_kind(where, Kind.NT):
        return ctx.no("order-of-removal", f"NVA Troops go before Guerrillas in {where.name}")
    bases = sum([counts.get(kind, 0) for kind in BASES])
    if granted.bases_first:
        if guerrillas + troops and bases < draft.number(where, BASES):
            return ctx.no("order-of-removal", f"this Event removes the Bases in {where.name} first")
        return None
    if not bases:
        return None
    left = draft.of_faction(where, NVA, VC) - draft.number(where, INSURGENT_BASES) - guerrillas - troops
    if left > 0:
        why = "Bases go only where no other Insurgent piece remains"
        return ctx.no("bases-last", why, f"{where.name}: {counted(left, 'other')} left")
    return None
