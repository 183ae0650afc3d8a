"""Rally (3.3.1): place Guerrillas, build Bases, hide VC Guerrillas; NVA may Improve the Trail."""

from __future__ import annotations

from functools import partial

from fitl_core.asking.questions import Procedure, Question, either
from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import NVA, VC
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.lasting import AAA, CADRES, MCNAMARA_LINE, SA_2S
from fitl_core.facts.pieces import BASES, GUERRILLAS, Count, Kind, number_named
from fitl_core.record.clauses import Hide, Number, Place, Remove, Replace, SetLevel
from fitl_core.rules.context import Context
from fitl_core.rules.forms.name_questions import NumberChoice, OptionChoice
from fitl_core.rules.forms.piece_questions import PiecesChoice, ReplaceChoice
from fitl_core.rules.forms.space_questions import SpaceChoice
from fitl_core.rules.orders import RALLY
from fitl_core.rules.shared.pacification import agitate, refuse_agitation
from fitl_core.rules.shared.placing_pieces import Placing, give_up
from fitl_core.state.state import TRAIL_CAP

RULE = "3.3.1"
COST = 1
TRAIL_COST = 2
JUST_ONCE = "a Rally Improves the Trail just once"


def rally(ctx: Context) -> Procedure:
    """Carry out the whole Operation (3.3.1). NVA may select no space if they Improve the Trail.

    If an Event names the spaces of a free NVA Rally, at least one of them must be selected.
    """
    nva = ctx.faction is NVA
    ask = partial(
        ctx.operation_space,
        "a space to Rally in",
        partial(refuse_space, ctx),
        (Place, Replace, Hide),
        may_be_none=nva and ctx.progress.grant.within is None,
    )
    agitates = ctx.faction is VC and ctx.capability(CADRES) == "shaded"
    at_bases: list[BoardSpace] = []
    while (where := (yield ask())) is not None:
        ctx.progress.operation_spaces.append(where.id)
        ctx.pay(COST)
        if agitates and ctx.draft.number(where, BASES[VC]):
            at_bases.append(where)
        yield from rally_in(ctx, where)
    if agitates:
        yield from _agitate(ctx.under(f"card {CADRES}"), at_bases)
    if nva:
        improved = yield _trail(ctx)
        if improved:
            ctx.pay(TRAIL_COST, even_if_free=True)
            ctx.draft.add("trail", improved, RULE)
        elif not ctx.progress.operation_spaces and not ctx.progress.grant.may_skip:
            # A refused Trail clause shows its own reason here.
            prompt = "Rally in at least one space, or the Trail"
            able = ask().is_open() or _trail(ctx).is_open()
            yield _Owed(ctx.faction, "2.3.4", prompt, {}, able=able)


class _Owed(OptionChoice):
    """A required question for NVA that have neither Rallied nor Improved the Trail.

    Both were asked before; `able` says whether either was open.
    """

    able: bool = False

    def is_open(self) -> bool:
        """Check whether either was open."""
        return self.able


def refuse_space(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Refuse a LoC, a space with Support, or a space without the Resource for it."""
    if where.is_loc:
        return ctx.no("space-not-allowed", "Rally selects Provinces or Cities", f"{where.name} is a LoC")
    if ctx.draft[where].support > 0:
        return ctx.no("space-not-allowed", f"no Rally where there is Support: {where.name}")
    return ctx.refuse_cost(COST)


def rally_in(ctx: Context, where: BoardSpace) -> Procedure:
    """Rally in one space: place Guerrillas, or build a Base, or (VC at a Base) hide all Guerrillas.

    At a Base the number placed may be 0. Taking pieces from the map is optional, too (1.4.1).
    """
    own_bases = ctx.draft.number(where, BASES[ctx.faction])
    most = own_bases + (ctx.draft.trail if ctx.faction is NVA else where.population) if own_bases else 1
    guerrilla = GUERRILLAS[ctx.faction][0]
    facts = partial(_reckoned, ctx, where, own_bases, most)
    placing = Placing(ctx.draft, ctx.faction, RULE, where, {guerrilla: most}, most, facts=facts)
    base, hiding = partial(_base, ctx, where), partial(_hiding, ctx, where, own_bases)
    lift = partial(give_up, ctx.draft, ctx.faction, RULE, where, BASES[ctx.faction][:1])
    lifts = [lift] if _may_build(ctx, where) else []
    optional = own_bases > 0 or not ctx.draft.available[guerrilla.slot]
    match (yield either(placing.choice(), base, hiding, *lifts, optional=optional)):
        case Place() as answer:
            placing.put(answer)
            yield from placing.run()
        case Replace(pieces=old, by=new):
            ctx.draft.replace(where, old, new, RULE)
        case Remove() as given:
            lift().carry_out(given)
            built: Replace = yield _base(ctx, where, optional=False)
            ctx.draft.replace(where, built.pieces, built.by, RULE)
        case Hide(pieces=pieces):
            ctx.draft.hide(where, guerrilla, pieces[0].number, RULE)
        case None:
            pass


def _reckoned(ctx: Context, where: BoardSpace, own_bases: int, most: int) -> tuple[str]:
    """Explain the number of Guerrillas that may be placed in a space."""
    if not own_bases:
        return (f"{where.name} has no {ctx.faction} Base: 1 Guerrilla",)
    of = f"Trail {ctx.draft.trail}" if ctx.faction is NVA else f"Population {where.population}"
    why = f"{of} and {counted(own_bases, f'{ctx.faction} Base')}: up to {counted(most, 'Guerrilla')}"
    return (why,)


def _may_build(ctx: Context, where: BoardSpace) -> bool:
    """Check whether there are 2 Guerrillas, and room for a Base."""
    if ctx.draft.number(where, GUERRILLAS[ctx.faction]) < 2:
        return False
    return ctx.draft.refuse_entry(where, BASES[ctx.faction][0], 1) is None


def _base(ctx: Context, where: BoardSpace, optional: bool = True) -> ReplaceChoice:
    """Return the question which 2 Guerrillas become 1 Base, within stacking."""
    base = BASES[ctx.faction][0]
    kinds = GUERRILLAS[ctx.faction]

    def test(answer: Replace) -> Refusal | None:
        number = number_named(answer.pieces)
        right = answer.by == (Count(1, base),) and number == 2
        if not right or any(count.kind not in kinds for count in answer.pieces):
            return ctx.no("wrong-pieces", f"2 {ctx.faction} Guerrillas are replaced with 1 {base.noun}")
        return ctx.refuse_absent(where, answer.pieces) or ctx.draft.refuse_place(where, base, 1)

    def ways() -> list[Replace]:
        mixes = [(2, 0), (1, 1), (0, 2)]
        pairs = [tuple([Count(n, kind) for n, kind in zip(mix, kinds, strict=True) if n]) for mix in mixes]
        return [Replace(where.id, pair, (Count(1, base),)) for pair in pairs]

    prompt = "2 Guerrillas that become a Base"
    return ReplaceChoice(ctx.faction, RULE, prompt, where, test, ways, optional=optional)


def _hiding(ctx: Context, where: BoardSpace, own_bases: int) -> Question:
    """Return the question whether VC at a VC Base hide all their Guerrillas there instead."""
    shown = ctx.draft.of_kind(where, Kind.VG_ACTIVE)
    may = ctx.faction is VC and own_bases > 0

    def too_many(kind: Kind, number: int) -> Refusal | None:
        if ctx.faction is not VC:
            return ctx.no("option-not-open", "only VC Rally flips Guerrillas Underground")
        if not own_bases:
            return ctx.no("option-not-open", "flipping Underground needs a VC Base there")
        return ctx.no("wrong-pieces", f"all Active VC Guerrillas there flip: {shown}")

    limits = {Kind.VG: shown if may else 0}
    return PiecesChoice(
        ctx.faction,
        RULE,
        f"Guerrillas to flip Underground in {where.name}",
        Hide,
        where,
        limits,
        shown,
        shown,
        optional=True,
        too_many=too_many,
    )


def _agitate(ctx: Context, at_bases: list[BoardSpace]) -> Procedure:
    """Agitate in 1 Rally space that had a VC Base, under shaded Cadres, whoever Controls it (card 116)."""

    def test(where: BoardSpace) -> Refusal | None:
        if where not in at_bases:
            why = f"Cadres Agitate where VC Rallied at a VC Base; {where.name} is none of these spaces"
            return ctx.no("space-not-selected", why)
        return refuse_agitation(ctx, where)

    whether = ctx.option("to Agitate with Cadres", {"agitate": None}, optional=True, between=True)
    whether.order = RALLY
    if (yield whether) is None:
        return
    prompt = "the space in which to Agitate"
    where = yield SpaceChoice(ctx.faction, ctx.rule, prompt, test, opens=(Number, SetLevel))
    yield from agitate(ctx, where)


def _trail(ctx: Context) -> Question:
    """Ask whether to Improve the Trail by 1 box for 2 Resources, even in a free or limited Rally.

    Under shaded SA-2s it goes up by 2 boxes, as far as the track allows (card 34).
    """
    whole = 2 if ctx.capability(SA_2S) == "shaded" else 1
    boxes, refusal = max(1, ctx.draft.room_for("trail", whole)), _refuse_trail(ctx)
    changes = {boxes: refusal}
    if refusal is not None:
        changes[whole] = refusal
    if boxes > 1:
        why = f"the Trail goes up {boxes} boxes"
        changes[1] = refusal or Refusal("wrong-amount", f"card {SA_2S}", why)
    prompt = "the Trail to Improve"
    return NumberChoice(
        ctx.faction,
        ctx.rule,
        prompt,
        "trail",
        changes,
        whole=whole,
        optional=True,
        between=True,
        once=JUST_ONCE,
        order=RALLY,
    )


def _refuse_trail(ctx: Context) -> Refusal | None:
    """Refuse to Improve the Trail in this Rally."""
    if ctx.momentum(MCNAMARA_LINE):
        why = "McNamara Line: no Rally Improves the Trail until the Coup Round's Reset"
        return Refusal("momentum", f"card {MCNAMARA_LINE}", why)
    if ctx.capability(AAA) == "unshaded" and len(ctx.progress.operation_spaces) > 1:
        why = "AAA: a Rally that Improves the Trail is in 1 space at most"
        return Refusal("too-many-spaces", f"card {AAA}", why)
    if ctx.draft.trail >= TRAIL_CAP:
        return Refusal("trail-end", "6.7", "the Trail is at 4, its highest box")
    return ctx.refuse_cost(TRAIL_COST, even_if_free=True)
