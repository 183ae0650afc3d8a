"""Train (3.2.1): place ARVN forces and Irregulars, then Pacify, build a Base or transfer Patronage."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import partial
from typing import Any, ClassVar

from fitl_core.asking.questions import Answer, Procedure, Question, Taken, either
from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.lasting import COMBINED_ACTION_PLATOONS, CORDS, MINH
from fitl_core.facts.move_words import spoken
from fitl_core.facts.pieces import CUBES, Count, Kind, number_named
from fitl_core.record.clauses import At, Clause, Number, Place, Remove, Replace, SetLevel
from fitl_core.rules.context import KEPT_BEYOND_75, Context
from fitl_core.rules.forms.name_questions import Alternatives
from fitl_core.rules.forms.piece_questions import ReplaceChoice, refuse_state
from fitl_core.rules.forms.space_questions import SpaceChoice
from fitl_core.rules.orders import TRAIN
from fitl_core.rules.shared import pacification
from fitl_core.rules.shared.placing_pieces import Placement, Placing, give_up, refuse_to_have
from fitl_core.state.state import CAP

RULE = "3.2.1"
COST = 3
MOST_CUBES = 6
MOST_SPECIAL_FORCES = 2
MOST_PATRONAGE = 3
MINH_AID = 5
SPACES_BY_CORDS = 2
ONE_BASE = "Train replaces cubes with a Base in just 1 space"
FIRST = "Train places in all its spaces first, before its last step"
STEP_OF: dict[str, Callable[[Clause], bool]] = {
    "pacify": lambda clause: type(clause) is SetLevel or getattr(clause, "track", "") == "terror",
    "base": lambda clause: type(clause) is Replace or getattr(clause, "pieces", None) == (Count(1, Kind.AB),),
    "patronage": lambda clause: getattr(clause, "track", "") == "patronage",
}
"""The clauses that imply each last step: no other part of a Train has such a clause."""


def train(ctx: Context) -> Procedure:
    """Carry out the whole Operation (3.2.1)."""
    spaces: list[BoardSpace] = []
    paid: list[BoardSpace] = []
    ask = partial(ctx.operation_space, "a space to Train in", partial(refuse_space, ctx), (Place,))
    while (where := (yield ask())) is not None:
        ctx.progress.operation_spaces.append(where.id)
        spaces.append(where)
        if (yield from _place(ctx, where)):
            paid.append(where)
    if ctx.faction is US and ctx.capability(COMBINED_ACTION_PLATOONS) == "unshaded":
        yield from _join_platoon(ctx)
    yield from _last_step(ctx, spaces, paid)
    if ctx.faction is ARVN and ctx.leader == MINH:
        yield from ctx.closing_pause("a space to Train in", {At: FIRST, Place: FIRST})
        aid: int = yield ctx.under("2.4.1").change("the Aid that Duong Van Minh adds", "aid", MINH_AID)
        ctx.draft.add("aid", aid, "2.4.1")


def refuse_space(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Refuse a space in which the Faction may not Train."""
    if where.is_loc:
        return ctx.no("space-not-allowed", "Train selects Provinces or Cities", f"{where.name} is a LoC")
    if ctx.progress.activity in ("govern", "advise") and where.id in ctx.progress.activity_spaces:
        why = f"{where.name} was taken for {spoken(ctx.progress.activity)}, which needs another space"
        return Refusal("accompanying-space", "4.1.1", why)
    if ctx.faction is ARVN:
        if ctx.draft.control(where) == "nva":
            facts = (f"{where.name} has NVA Control",)
            return ctx.no("space-not-allowed", "ARVN Train only without NVA Control", *facts)
    elif not ctx.draft.of_faction(where, US):
        facts = (f"{where.name} has no US piece",)
        return ctx.no("space-not-allowed", "the US Train only where there are US pieces", *facts)
    return None


def _place(ctx: Context, where: BoardSpace) -> Generator[Question, Any, bool]:
    """Place 1-2 Irregulars (US), or 1-2 Rangers, or up to 6 cubes; ARVN pieces cost 3 Resources.

    Return whether ARVN pieces were placed.
    """
    draft = ctx.draft
    cubes = {Kind.AT: MOST_CUBES, Kind.AP: MOST_CUBES}
    limits: dict[Kind, int] = {}
    if ctx.faction is US:
        limits[Kind.UI] = MOST_SPECIAL_FORCES
        if draft.of_kind(where, Kind.UB):
            limits |= {Kind.AR: MOST_SPECIAL_FORCES, **cubes}
        place = "at US Bases"
    else:
        city_or_base = where.is_city or draft.number(where, (Kind.UB, Kind.AB))
        if city_or_base or not _rangers_are_bound(ctx):
            limits[Kind.AR] = MOST_SPECIAL_FORCES
        if city_or_base:
            limits |= cubes
        place = "at Cities or at US or ARVN Bases"

    def test(placed: Placement) -> Refusal | None:
        special = sum([placed.get(kind, 0) for kind in (Kind.UI, Kind.AR)])
        if special and (special != sum(placed.values()) or (placed.get(Kind.UI) and placed.get(Kind.AR))):
            what = "Irregulars or Rangers or cubes" if ctx.faction is US else "Rangers or cubes"
            return ctx.no("one-kind", f"a space receives {what}, not a mix")
        return None if placing.placed else ctx.refuse_cost(_cost(placed))

    def why_not(kind: Kind) -> Refusal | None:
        if kind in limits:
            return None
        if kind.off_map in limits and (state := refuse_state(kind)) is not None:
            return state
        if kind.faction is not ARVN or kind is Kind.AB:
            return ctx.no("piece-not-allowed", f"{ctx.faction} Train places no {kind.noun}")
        what = "Rangers and ARVN cubes" if _rangers_are_bound(ctx) else "cubes"
        facts = (f"{where.name} is none of these places",)
        return ctx.no("space-not-allowed", f"{ctx.faction} Train places {what} only {place}", *facts)

    def before(placed: Placement) -> None:
        ctx.pay(_cost(placed))

    placing = Placing(draft, ctx.faction, RULE, where, limits, MOST_CUBES, test, before, why_not)
    yield from placing.run()
    return _cost(placing.placed) > 0


def _rangers_are_bound(ctx: Context) -> bool:
    """Check whether Rangers are bound to the same places as cubes: by US Train, or by the other reading."""
    return ctx.faction is US or ctx.alternative("3.2.1-03")


def _cost(placed: Placement) -> int:
    return COST if any(kind.faction is ARVN and number for kind, number in placed.items()) else 0


def _join_platoon(ctx: Context) -> Procedure:
    """Add 1 Police, also from the map, to US Troops under unshaded Combined Action Platoons (card 18)."""
    prompt = "the Police of Combined Action Platoons"
    if (yield ctx.option(prompt, {"platoons": None}, optional=True, between=True)) is not None:
        rule = f"card {COMBINED_ACTION_PLATOONS}"
        prompt = "the Police that joins US Troops"
        placed: Place = yield ctx.under(rule).ask(_Platoon, prompt)
        ctx.draft.place(spaces_by_id()[placed.space], Kind.AP, 1, rule, placed.source)


class _Platoon(Question):
    """The question for the source of 1 Police, Available or the map, and its space with US Troops."""

    usual_step: ClassVar[str] = "police"
    answer_forms: ClassVar[tuple[str, ...]] = ("place",)

    ctx: Context

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, Place):
            return None
        where = spaces_by_id()[clause.space]
        if clause.pieces != (Count(1, Kind.AP),):
            return self.ctx.no("wrong-pieces", "it is 1 Police")
        if not self.ctx.draft.of_kind(where, Kind.UT):
            return self.ctx.no("pieces-needed", f"no US Troops in {where.name}")
        if clause.source not in ("available", *spaces_by_id()) or clause.source == clause.space:
            return self.ctx.no("wrong-box", "the Police is Available or elsewhere on the map")
        return self.ctx.draft.refuse_place(where, Kind.AP, 1, clause.source) or Taken(clause)

    def candidates(self) -> Iterator[Clause]:
        draft, spaces = self.ctx.draft, board().spaces
        sources = ["available", *[space.id for space in spaces if draft.of_kind(space, Kind.AP)]]
        for where in spaces:
            if draft.of_kind(where, Kind.UT):
                for source in sources:
                    yield Place(where.id, (Count(1, Kind.AP),), source)


def _last_step(ctx: Context, spaces: list[BoardSpace], paid: list[BoardSpace]) -> Procedure:
    """In 1 selected space Pacify, or (ARVN) build a Base for 3 cubes, or (US, Saigon) transfer Patronage.

    In the spaces `paid`, where ARVN pieces were placed, the Base costs no further 3 Resources.
    """
    us, pacified = ctx.faction is US, 0
    options: Alternatives = {
        "pacify": None,
        "base": partial(ctx.no, "option-not-open", "only ARVN Train builds a Base") if us else None,
        "patronage": None if us else partial(ctx.no, "option-not-open", "only US Train transfers Patronage"),
    }
    last_step = ctx.option("the last step of Train", options, STEP_OF, optional=True, between=True)
    last_step.order = TRAIN
    match (yield last_step):
        case None:
            return
        case "pacify":
            pacified = yield from _pacify(ctx, spaces)
        case "base":
            test = partial(_refuse_base, paid)
            prompt = "the space for a Base"
            where = yield _selected(ctx, spaces, prompt, test, (Replace,), "base", once=ONE_BASE)
            yield from _build_base(ctx, where, 0 if where in paid else COST)
        case "patronage":
            yield from _transfer_patronage(ctx, spaces)
    no = dict.fromkeys(options, ctx.no("one-last-step", "Train ends with one of these, in one space"))
    if pacified and _pacifies_twice(ctx):
        no = dict.fromkeys(options, ctx.no("one-last-step", "Train ends with just one of these"))
        del no["pacify"]  # the word may be repeated; a space beyond the second is refused by itself
    yield ctx.option("another last step of Train", no, optional=True)


def _selected(
    ctx: Context,
    spaces: list[BoardSpace],
    prompt: str,
    test: object,
    opens: tuple[type, ...],
    step: str,
    again: bool = False,
    once: str = "",
) -> SpaceChoice:
    """Return the question for one of the Train spaces; with `again` it is not the first one."""

    def whole(where: BoardSpace) -> Refusal | None:
        if where not in spaces:
            return ctx.no("space-not-selected", f"{where.name} was not selected for Train")
        return test(ctx, where) if callable(test) else None

    return SpaceChoice(
        ctx.faction, RULE, prompt, whole, opens=opens, step=step, optional=again, between=again, once=once
    )


def _pacify(ctx: Context, spaces: list[BoardSpace]) -> Generator[Question, Any, int]:
    """Pacify 1 selected space; under unshaded CORDS the US may Pacify 2 (card 19). Return their number."""
    pacified: list[str] = []

    def test(ctx: Context, where: BoardSpace) -> Refusal | None:
        return ctx.refuse_again(where, pacified, RULE) or refuse_pacify(ctx, where)

    while len(pacified) < (SPACES_BY_CORDS if _pacifies_twice(ctx) else 1):
        where: BoardSpace | None = yield _selected(
            ctx, spaces, "the space to Pacify", test, (Number, SetLevel), "pacify", again=bool(pacified)
        )
        if where is None:
            return len(pacified)
        yield from pacification.shift_for_resources(ctx, where, +1, pacification.pacification_cost(ctx))
        pacified.append(where.id)
    for where in spaces:
        ctx.close(partial(_no_more_to_pacify, ctx, len(pacified)), At, Number, SetLevel, where=where)
    return len(pacified)


def _pacifies_twice(ctx: Context) -> bool:
    """Check whether this Train may Pacify 2 spaces, by unshaded CORDS (card 19)."""
    return ctx.faction is US and ctx.capability(CORDS) == "unshaded"


def _no_more_to_pacify(ctx: Context, most: int) -> Refusal:
    if most > 1:
        return Refusal(
            "too-many-spaces", f"card {CORDS}", f"CORDS lets the US Pacify in {most} spaces, no more"
        )
    facts = () if ctx.capability(CORDS) is None else (f"CORDS (card {CORDS}) gives only the US a second one",)
    return ctx.no("too-many-spaces", "Train Pacifies in just 1 space", *facts)


def refuse_pacify(ctx: Context, where: BoardSpace) -> Refusal | None:
    """Refuse to Pacify a space without COIN Control or, for ARVN, without both Troops and Police."""
    draft = ctx.draft
    if draft.control(where) != "coin":
        facts = (_control_fact(ctx, where),)
        return ctx.no("no-control", f"Pacify needs COIN Control of {where.name}", *facts)
    if ctx.faction is ARVN and not all(draft.of_kind(where, kind) for kind in CUBES[ARVN]):
        troops, police = (draft.of_kind(where, kind) for kind in CUBES[ARVN])
        why = "ARVN Pacify only with both ARVN Troops and Police"
        return ctx.no("pieces-needed", why, Kind.AT.words(troops), Kind.AP.words(police))
    return pacification.refuse_space(ctx, where, +1, pacification.pacification_cost(ctx))


def _control_fact(ctx: Context, where: BoardSpace) -> str:
    coin = ctx.draft.of_faction(where, US, ARVN)
    return f"{coin} COIN against {counted(ctx.draft.of_faction(where, NVA, VC), 'Insurgent piece')}"


def _refuse_base(paid: list[BoardSpace], ctx: Context, where: BoardSpace) -> Refusal | None:
    if ctx.draft.number(where, CUBES[ARVN]) < 3:
        return ctx.no("pieces-needed", f"a Base replaces 3 ARVN cubes; {where.name} has fewer")
    return refuse_to_have(ctx.draft, where, Kind.AB) or ctx.refuse_cost(0 if where in paid else COST)


def _build_base(ctx: Context, where: BoardSpace, cost: int) -> Procedure:
    """Replace 3 cubes with a Base, taken from another space if necessary (1.4.1)."""
    lift = give_up(ctx.draft, ctx.faction, RULE, where, (Kind.AB,))
    choice: Question = either(_base_choice(ctx, where), lift)
    if isinstance(answer := (yield choice), Remove):
        lift.carry_out(answer)
        answer = yield _base_choice(ctx, where)
    ctx.pay(cost)
    ctx.draft.replace(where, answer.pieces, answer.by, RULE)


def _base_choice(ctx: Context, where: BoardSpace) -> ReplaceChoice:
    def test(answer: Replace) -> Refusal | None:
        wanted = answer.by == (Count(1, Kind.AB),) and number_named(answer.pieces) == 3
        if not wanted or any(count.kind not in CUBES[ARVN] for count in answer.pieces):
            return ctx.no("wrong-pieces", "3 ARVN cubes are replaced with 1 ARVN Base")
        return ctx.refuse_absent(where, answer.pieces) or ctx.draft.refuse_place(where, Kind.AB, 1)

    def ways() -> list[Replace]:
        mixes = [(3, 0), (2, 1), (1, 2), (0, 3)]
        return [
            Replace(
                where.id,
                tuple([Count(n, kind) for n, kind in zip(mix, CUBES[ARVN], strict=True) if n]),
                (Count(1, Kind.AB),),
            )
            for mix in mixes
        ]

    return ReplaceChoice(ctx.faction, RULE, "the 3 cubes that become a Base", where, test, ways)


def _transfer_patronage(ctx: Context, spaces: list[BoardSpace]) -> Procedure:
    """Turn up to 3 Patronage into ARVN Resources, if Saigon is selected."""
    saigon = any(where.id == "saigon" for where in spaces)
    refusal = None if saigon else ctx.no("space-not-allowed", "Patronage is transferred only in Saigon")
    most = min(MOST_PATRONAGE, ctx.draft.patronage)
    if ctx.alternative(KEPT_BEYOND_75):
        most = min(most, CAP - ctx.draft.resources_of(ARVN))
    changes = {-n: refusal for n in range(1, most + 1)}
    change: int = yield ctx.amount("Patronage to transfer", "patronage", changes, optional=False)
    ctx.under(RULE).hand_over("patronage", "ARVN", -change)
