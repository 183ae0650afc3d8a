"""Rally (3.3.1): place Guerrillas, build Bases, hide VC Guerrillas; NVA may Improve the Trail."""

from __future__ import annotations

from functools import partial

from fitl_core.board import BoardSpace
from fitl_core.choices import Choice, Procedure, SpaceChoice, either
from fitl_core.errors import Refusal
from fitl_core.events import Hide, Number, Place, Remove, Replace, SetLevel
from fitl_core.factions import NVA, VC
from fitl_core.lasting import AAA, CADRES, MCNAMARA_LINE, SA_2S
from fitl_core.piece_choices import PiecesChoice, ReplaceChoice
from fitl_core.pieces import BASES, GUERRILLAS, Count, Kind, number_named
from fitl_core.placing import Placing, give_up
from fitl_core.state import TRAIL_CAP
from fitl_core.support import agitate, refuse_agitation
from fitl_core.turn import Turn

RULE = "3.3.1"
COST = 1
TRAIL_COST = 2


def rally(turn: Turn) -> Procedure:
    """The whole Operation (3.3.1). NVA may select no space, if it Improves the Trail."""
    nva = turn.faction is NVA
    ask = partial(
        turn.operation_space,
        "a space to Rally in",
        partial(refuse_space, turn),
        (Place, Replace, Hide),
        may_be_none=nva and not turn.act.terms.free,
    )
    at_bases: list[BoardSpace] = []
    while (where := (yield ask())) is not None:
        turn.act.operation_spaces.append(where.id)
        turn.pay(COST)
        if turn.draft.number(where, BASES[turn.faction]):
            at_bases.append(where)
        yield from rally_in(turn, where)
    if turn.faction is VC and turn.capability(CADRES) == "shaded":
        yield from _agitate(turn.under(f"card {CADRES}"), at_bases)
    if nva:
        improved = yield _trail(turn)
        if improved:
            turn.pay(TRAIL_COST, even_if_free=True)
            turn.draft.add("trail", improved, RULE)
        elif not turn.act.operation_spaces and not turn.act.terms.may_skip:
            # A refused Trail clause tells its own reason here.
            yield turn.under("2.3.4").option("Rally in at least one space, or the Trail", {})


def refuse_space(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether the Faction may not Rally in a space: Provinces or Cities without Support, 1 each."""
    if where.is_loc:
        return turn.no("space-not-allowed", "Rally selects Provinces or Cities", f"{where.name} is a LoC")
    if turn.draft[where].support > 0:
        return turn.no("space-not-allowed", f"no Rally where there is Support: {where.name}")
    return turn.refuse_cost(COST)


def rally_in(turn: Turn, where: BoardSpace) -> Procedure:
    """What Rally does in one space: place, or build a Base, or (VC at a Base) hide all.

    At a Base placing is "up to" a number and so may be none; pieces taken up from the map are
    optional, too (1.4.1).
    """
    own_bases = turn.draft.number(where, BASES[turn.faction])
    most = 1
    if own_bases:
        most = own_bases + (turn.draft.trail if turn.faction is NVA else where.population)
    guerrilla = GUERRILLAS[turn.faction][0]
    placing = Placing(turn.draft, turn.faction, RULE, where, {guerrilla: most}, most)
    base, hiding = partial(_base, turn, where), partial(_hiding, turn, where, own_bases)
    lift = partial(give_up, turn.draft, turn.faction, RULE, where, BASES[turn.faction][:1])
    lifts = [lift] if _may_build(turn, where) is None else []
    optional = own_bases > 0 or not turn.draft.available[guerrilla.slot]
    match (yield either(placing.choice(), base, hiding, *lifts, optional=optional)):
        case Place() as answer:
            placing.put(answer)
            yield from placing.run()
        case Replace(pieces=old, by=new):
            turn.draft.replace(where, old, new, RULE)
        case Remove() as given:
            lift().carry_out(given)
            built: Replace = yield _base(turn, where, optional=False)
            turn.draft.replace(where, built.pieces, built.by, RULE)
        case Hide(pieces=pieces):
            turn.draft.hide(where, guerrilla, pieces[0].number, RULE)
        case None:
            pass


def _may_build(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether there are no 2 Guerrillas, or no room, for a Base."""
    if turn.draft.number(where, GUERRILLAS[turn.faction]) < 2:
        return turn.no("pieces-needed", f"a Base replaces 2 Guerrillas; {where.name} has fewer")
    return turn.draft.refuse_entry(where, BASES[turn.faction][0], 1)


def _base(turn: Turn, where: BoardSpace, optional: bool = True) -> ReplaceChoice:
    """2 of the Faction's Guerrillas become 1 of its Bases, within stacking."""
    base = BASES[turn.faction][0]
    kinds = GUERRILLAS[turn.faction]

    def test(answer: Replace) -> Refusal | None:
        number = number_named(answer.pieces)
        right = answer.by == (Count(1, base),) and number == 2
        if not right or any(count.kind not in kinds for count in answer.pieces):
            return turn.no("wrong-pieces", f"2 {turn.faction} Guerrillas are replaced with 1 {base.noun}")
        return turn.refuse_absent(where, answer.pieces) or turn.draft.refuse_place(where, base, 1)

    def ways() -> list[Replace]:
        mixes = [(2, 0), (1, 1), (0, 2)]
        pairs = [tuple([Count(n, kind) for n, kind in zip(mix, kinds, strict=True) if n]) for mix in mixes]
        return [Replace(where.id, pair, (Count(1, base),)) for pair in pairs]

    prompt = "2 Guerrillas that become a Base"
    return ReplaceChoice(turn.faction, RULE, prompt, where, test, ways, optional=optional)


def _hiding(turn: Turn, where: BoardSpace, own_bases: int) -> Choice:
    """VC at a VC Base may instead turn all their Guerrillas there Underground."""
    shown = turn.draft.of_kind(where, Kind.VG_ACTIVE)
    may = turn.faction is VC and own_bases > 0

    def too_many(kind: Kind, number: int) -> Refusal | None:
        if turn.faction is not VC:
            return turn.no("option-not-open", "only VC Rally flips Guerrillas Underground")
        if not own_bases:
            return turn.no("option-not-open", "flipping Underground needs a VC Base there")
        return turn.no("wrong-pieces", f"all Active VC Guerrillas there flip: {shown}")

    limits = {Kind.VG: shown if may else 0}
    return PiecesChoice(
        turn.faction,
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


def _agitate(turn: Turn, at_bases: list[BoardSpace]) -> Procedure:
    """Shaded Cadres: Agitate in 1 Rally space that had a VC Base, whoever Controls it (card 116)."""

    def test(where: BoardSpace) -> Refusal | None:
        if where not in at_bases:
            why = f"Cadres Agitate where VC Rallied at a VC Base; {where.name} is no such space"
            return turn.no("space-not-selected", why)
        return refuse_agitation(turn, where)

    choice = turn.option("to Agitate with Cadres", {"agitate": None}, optional=True)
    choice.between = True
    if (yield choice) is None:
        return
    prompt = "the space in which to Agitate"
    where = yield SpaceChoice(turn.faction, turn.rule, prompt, test, opens=(Number, SetLevel))
    yield from agitate(turn, where)


def _trail(turn: Turn) -> Choice:
    """Improve the Trail by 1 box for 2 Resources, even if the Rally is free or limited.

    With shaded SA-2s by 2 boxes, as far as it goes (card 34).
    """
    boxes = 2 if turn.capability(SA_2S) == "shaded" else 1
    boxes = max(1, min(boxes, TRAIL_CAP - turn.draft.trail))
    changes = {boxes: _refuse_trail(turn)}
    if boxes > 1:
        changes[1] = Refusal("wrong-amount", f"card {SA_2S}", f"the Trail goes up {boxes} boxes")
    choice = turn.amount("the Trail to Improve", "trail", changes)
    choice.between = True
    return choice


def _refuse_trail(turn: Turn) -> Refusal | None:
    """Whether this Rally may not Improve the Trail."""
    if turn.momentum(MCNAMARA_LINE):
        why = "McNamara Line: no Rally Improves the Trail until the Coup Round's Reset"
        return Refusal("momentum", f"card {MCNAMARA_LINE}", why)
    if turn.capability(AAA) == "unshaded" and len(turn.act.operation_spaces) > 1:
        why = "AAA: a Rally that Improves the Trail is in 1 space at most"
        return Refusal("too-many-spaces", f"card {AAA}", why)
    if turn.draft.trail >= TRAIL_CAP:
        return Refusal("trail-end", "6.7", "the Trail is at 4, its highest box")
    return turn.refuse_cost(TRAIL_COST, even_if_free=True)
