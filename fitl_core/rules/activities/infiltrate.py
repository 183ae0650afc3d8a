"""Infiltrate (4.4.1): bring NVA Troops to a Base, or take over a VC piece and its people."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial

from fitl_core.asking.questions import Answer, Procedure, Question, either
from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import NVA, VC
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.lasting import TRANSPORT_GROUP_559
from fitl_core.facts.levels import Level, level
from fitl_core.facts.pieces import BASES, GUERRILLAS, Count, Kind, number_named
from fitl_core.record.clauses import Clause, Place, Remove, Replace, SetLevel
from fitl_core.rules.context import Context
from fitl_core.rules.forms.name_questions import Alternatives
from fitl_core.rules.forms.piece_questions import ReplaceChoice, refuse_state
from fitl_core.rules.forms.space_questions import LevelChoice, SpaceChoice, is_new
from fitl_core.rules.shared.placing_pieces import Placing, give_up

RULE = "4.4.1"
MOST_SPACES = 2
COUNTERPART = {
    Kind.VG: Kind.NG,
    Kind.VG_ACTIVE: Kind.NG,
    Kind.VB: Kind.NB,
    Kind.VB_TUNNELED: Kind.NB_TUNNELED,
}
"""The NVA counterpart of each VC piece; a new Guerrilla is Underground, a Tunnel stays (1.4.3, 4.4.1)."""


def infiltrate(ctx: Context) -> Procedure:
    """Carry out the whole Special Activity (4.4.1)."""
    few = ctx.momentum(TRANSPORT_GROUP_559) == "unshaded"
    select = partial(
        ctx.activity_space,
        "a space to Infiltrate",
        partial(refuse_space, ctx),
        1 if few else MOST_SPACES,
        (Place, Replace, SetLevel),
        limited_by=f"card {TRANSPORT_GROUP_559}" if few else "",
    )

    def ask() -> SpaceChoice:
        choice = select()
        choice.opens_only = partial(_selects, ctx)
        return choice

    while (where := (yield ask())) is not None:
        ctx.progress.activity_spaces.append(where.id)
        match (yield _way(ctx, where)):
            case "build":
                yield from _build(ctx, where)
            case "take":
                yield from _take(ctx, where)


def _selects(ctx: Context, clause: Clause) -> bool:
    """Check whether a clause selects its space; a level of a selected space only states its shift."""
    return not isinstance(clause, SetLevel) or is_new(ctx.progress.activity_spaces, clause)


def refuse_space(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Refuse a space without an NVA Base and without more NVA than VC pieces."""
    if ctx.draft.number(where, BASES[NVA]):
        return None
    return _refuse_take(ctx, where)


def _refuse_take(ctx: Context, where: BoardSpace) -> Refusal | None:
    nva, vc = ctx.draft.of_faction(where, NVA), ctx.draft.of_faction(where, VC)
    if nva > vc:
        return None
    facts = (f"{where.name}: {nva} NVA against {counted(vc, 'VC piece')}",)
    why = "it needs an NVA Base, or more NVA than VC pieces"
    if ctx.draft.number(where, BASES[NVA]):
        why = "taking over needs more NVA than VC pieces"
    return ctx.no("pieces-needed", why, *facts)


def _way(ctx: Context, where: BoardSpace) -> Question:
    """Return the question which of the two ways is used; the pieces that follow imply it as well."""

    def needs_base() -> Refusal | None:
        if ctx.draft.number(where, BASES[NVA]):
            return None
        return ctx.no("pieces-needed", f"placing Troops needs an NVA Base in {where.name}")

    def builds(clause: Clause) -> bool:
        if isinstance(clause, Place):
            return clause.space == where.id
        return isinstance(clause, Replace) and clause.space == where.id and clause.by[0].kind is Kind.NT

    def takes(clause: Clause) -> bool:
        if isinstance(clause, SetLevel):
            return clause.space == where.id
        return isinstance(clause, Replace) and clause.space == where.id and clause.by[0].kind is not Kind.NT

    options: Alternatives = {"build": needs_base, "take": partial(_refuse_take, ctx, where)}
    return ctx.option(f"how to Infiltrate {where.name}", options, {"build": builds, "take": takes})


def _build(ctx: Context, where: BoardSpace) -> Procedure:
    """Place Troops up to Trail + NVA Bases, then replace Guerrillas with Troops 1 for 1, as desired."""
    bases = ctx.draft.number(where, BASES[NVA])
    most = ctx.draft.trail + bases

    def facts() -> tuple[str]:
        why = f"Trail {ctx.draft.trail} and {counted(bases, 'NVA Base')}: up to {counted(most, 'Troop')}"
        return (why,)

    yield from Placing(ctx.draft, NVA, RULE, where, {Kind.NT: most}, most, facts=facts).run()

    def convertible() -> Collection[Kind]:
        return {Kind.NT} if ctx.draft.number(where, GUERRILLAS[NVA]) else ()

    yield from _replace(ctx, where, partial(_conversion, ctx, where), convertible, again=True)


def _replace(
    ctx: Context,
    where: BoardSpace,
    ask: Callable[[Kind | None], ReplaceChoice],
    wanted: Callable[[], Collection[Kind]],
    again: bool = False,
) -> Procedure:
    """Replace pieces, if desired, after giving up one elsewhere if necessary (1.4.1)."""
    while True:
        lift = partial(give_up, ctx.draft, NVA, RULE, where, wanted())
        answer: Replace | Remove | None = yield either(ask(None), lift, optional=True)
        if answer is None:
            return
        if isinstance(answer, Remove):
            answer = yield ask(lift().carry_out(answer))
            assert isinstance(answer, Replace)
        ctx.draft.replace(where, answer.pieces, answer.by, RULE)
        if not again:
            return


def _conversion(ctx: Context, where: BoardSpace, freed: Kind | None = None) -> ReplaceChoice:
    """Return the question which Guerrillas become Troops 1 for 1; `freed` was just made Available for it."""

    def test(answer: Replace) -> Refusal | None:
        number = number_named(answer.pieces)
        if any(count.kind not in (Kind.NG, Kind.NG_ACTIVE) for count in answer.pieces):
            return ctx.no("wrong-pieces", "NVA Guerrillas are replaced with NVA Troops")
        if answer.by != (Count(number, Kind.NT),):
            return ctx.no("wrong-pieces", "Guerrillas are replaced with Troops 1 for 1")
        return ctx.refuse_absent(where, answer.pieces) or ctx.draft.refuse_place(where, Kind.NT, number)

    def ways() -> Iterator[Replace]:
        for kind in (Kind.NG, Kind.NG_ACTIVE):
            for number in range(1, ctx.draft.of_kind(where, kind) + 1):
                yield Replace(where.id, (Count(number, kind),), (Count(number, Kind.NT),))

    prompt = f"Guerrillas to replace with Troops in {where.name}"
    return ReplaceChoice(ctx.faction, RULE, prompt, where, test, ways, optional=freed is None)


def _take(ctx: Context, where: BoardSpace) -> Procedure:
    """Shift Opposition 1 level toward Neutral, then replace 1 VC piece, if desired."""
    support = ctx.draft[where].support
    if support < 0:

        def test(wanted: Level) -> Refusal | None:
            if wanted is level(support + 1):
                return None
            why = f"the Opposition shifts 1 level, to {level(support + 1).words}"
            return ctx.no("wrong-level", why)

        yield LevelChoice(ctx.faction, RULE, f"the level of {where.name}", where, test)
        ctx.draft.shift(where, +1, RULE)

    def counterparts() -> Collection[Kind]:
        return {new.off_map for old, new in COUNTERPART.items() if ctx.draft.of_kind(where, old)}

    yield from _replace(ctx, where, partial(_takeover, ctx, where), counterparts)


class _Takeover(ReplaceChoice):
    """The question which VC piece to take over; a clause that only removes one is refused (4.4.1)."""

    usual_step = "take-over"

    def take(self, clause: Clause) -> Answer:
        if isinstance(clause, Remove) and all(count.kind.faction is VC for count in clause.pieces):
            why = "a VC piece is replaced with its NVA counterpart, not just removed"
            return Refusal("wrong-pieces", self.rule, why)
        return super().take(clause)


def _takeover(ctx: Context, where: BoardSpace, freed: Kind | None = None) -> ReplaceChoice:
    """Return the question which VC piece its NVA counterpart replaces; the counterpart must be Available.

    A plain removal is not allowed (4.4.1). `freed` is the kind that NVA have just made Available for it.
    """

    def test(answer: Replace) -> Refusal | None:
        old = answer.pieces[0]
        if len(answer.pieces) != 1 or old.number != 1 or old.kind not in COUNTERPART:
            return ctx.no("wrong-pieces", "1 VC piece is replaced")
        new = COUNTERPART[old.kind]
        if answer.by == (Count(1, Kind.NG_ACTIVE),) and new is Kind.NG:
            return refuse_state(Kind.NG_ACTIVE)
        if answer.by != (Count(1, new),):
            return ctx.no("wrong-pieces", f"a counterpart replaces it: {old.kind.noun} by {new.noun}")
        if freed is not None and new.off_map is not freed.off_map:
            return ctx.no("wrong-pieces", f"1 {freed.off_map.noun} was made Available for this")
        have = ctx.draft.of_kind(where, old.kind)
        if not have:
            return ctx.no("no-such-pieces", f"{where.name} has no {old.kind.noun}")
        if not ctx.draft.available[new.off_map.slot]:
            why = f"no {new.off_map.noun} is Available to take the place; NVA may first give one up elsewhere"
            return ctx.no("not-available", why)
        return None

    def ways() -> Iterator[Replace]:
        for old, new in COUNTERPART.items():
            yield Replace(where.id, (Count(1, old),), (Count(1, new),))

    prompt = f"a VC piece to take over in {where.name}"
    return _Takeover(ctx.faction, RULE, prompt, where, test, ways, optional=freed is None)
