"""Spaces of an Event: which qualify, which come first (5.1.3), and their levels."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any

import msgspec

from fitl_core.asking.questions import Procedure, Question
from fitl_core.errors import Refusal, Violation
from fitl_core.facts.board import BoardSpace, board, neighbours, spaces_by_id
from fitl_core.facts.counting import counted
from fitl_core.facts.levels import Level
from fitl_core.rules.context import Context
from fitl_core.rules.forms.spaces import Condition, SpaceChoice, SpaceTest, passes


def anywhere(_where: BoardSpace) -> Refusal | None:
    """No condition on the space."""
    return None


def only(ctx: Context, what: str, fits: Callable[[BoardSpace], bool]) -> SpaceTest:
    """The condition that a space is `what`: "a Province with US Troops"."""

    def why_not(where: BoardSpace) -> Refusal:
        return ctx.no("space-not-allowed", f"{where.name} is not {what}")

    return Condition(fits, why_not)


def only_able(
    ctx: Context,
    what: str,
    fits: Callable[[BoardSpace], bool],
    able: Callable[[BoardSpace], bool],
    change: str,
) -> SpaceTest:
    """As `only`, where a `change` happens; another that is `what` is refused by 5.1.3."""

    def why_not(where: BoardSpace) -> Refusal:
        if not fits(where):
            return ctx.no("space-not-allowed", f"{where.name} is not {what}")
        others = [other.name for other in board().spaces if fits(other) and able(other)]
        return _refuse_part(where, others, change)

    return Condition(lambda where: fits(where) and able(where), why_not)


def only_for_coin(ctx: Context, what: str, fits: Callable[[BoardSpace], bool]) -> SpaceTest:
    """As `only`, for US or ARVN pieces: never North Vietnam (1.4.2)."""

    def why_not(where: BoardSpace) -> Refusal:
        if where.in_north_vietnam and fits(where):
            return Refusal("north-vietnam", "1.4.2", "only NVA and VC pieces may be in North Vietnam")
        return ctx.no("space-not-allowed", f"{where.name} is not {what}")

    return Condition(lambda where: not where.in_north_vietnam and fits(where), why_not)


def same(ctx: Context, where: BoardSpace) -> SpaceTest:
    """The condition that a space is the one that has been selected."""
    return only(ctx, f"{where.name}, the space selected", lambda other: other is where)


def within(ctx: Context, centre: BoardSpace, steps: int) -> SpaceTest:
    """The condition that a space is so few adjacent steps away, over any spaces between."""
    near = {centre.id}
    for _ in range(steps):
        near |= {name for there in near for name in neighbours()[spaces_by_id()[there].index]}
    return only(ctx, f"within {counted(steps, 'space')} of {centre.name}", lambda where: where.id in near)


def choose_space(
    ctx: Context,
    prompt: str,
    test: SpaceTest,
    opens: tuple[type, ...] = (),
    optional: bool = False,
) -> SpaceChoice:
    """Ask for a space in which the Event takes place."""
    return SpaceChoice(ctx.faction, ctx.rule, prompt, test, opens, optional=optional)


def whole_first(
    ctx: Context, test: SpaceTest, whole: Callable[[BoardSpace], bool], what: str, behind: int = 0
) -> SpaceTest:
    """No space goes without the whole effect in place of one where it can happen (5.1.3).

    `behind` this space so many more can be selected: while they suffice for those where the whole effect can
    happen, any may come now, so that a set of spaces may be named in any order. `what` says what would not
    happen elsewhere. It is for one question: what there is, is looked up once.
    """
    found: list[str] | None = None

    def others() -> list[str]:
        nonlocal found
        if found is None:
            found = [other.name for other in board().spaces if whole(other) and passes(test, other)]
        return found

    def fits(where: BoardSpace) -> bool:
        return passes(test, where) and (whole(where) or len(others()) <= behind)

    def why_not(where: BoardSpace) -> Refusal | None:
        return test(where) or _refuse_part(where, others(), what)

    return Condition(fits, why_not)


def _refuse_part(where: BoardSpace, others: list[str], what: str) -> Refusal:
    """Why a space does not do while the whole effect is possible in others (5.1.3)."""
    return Refusal("whole-effect", "5.1.3", f"{what} is not possible in {where.name}", _possible_in(others))


def _possible_in(names: Sequence[str]) -> tuple[str, ...]:
    return (f"possible in {', '.join(names[:4]) or 'no space'}{'…' if len(names) > 4 else ''}",)


def _further(ctx: Context, chosen: list[BoardSpace], test: SpaceTest) -> Condition:
    """The condition that a space passes a test, and is none of those that have been chosen."""

    def fits(where: BoardSpace) -> bool:
        return where not in chosen and passes(test, where)

    def why_not(where: BoardSpace) -> Refusal | None:
        if where in chosen:
            return ctx.no("space-twice", f"{where.name} is selected already; the spaces differ")
        refusal = test(where)
        if refusal is None or refusal.code != "whole-effect" or not chosen:
            return refusal
        left = [other.name for other in board().spaces if fits(other)]
        return msgspec.structs.replace(refusal, facts=_possible_in(left))

    return Condition(fits, why_not)


def in_spaces(
    ctx: Context,
    prompt: str,
    number: int,
    test: SpaceTest,
    then: Callable[[BoardSpace], Procedure | None],
    *,
    up_to: bool = False,
    least: int | None = None,
    opens: tuple[type, ...] = (),
    becomes: Callable[[BoardSpace], Level] | None = None,
    whole: Callable[[BoardSpace], bool] | None = None,
    what: str = "the whole effect",
) -> Generator[Question, Any, list[BoardSpace]]:
    """Select so many different spaces, as far as there are, and do something in each; returns them.

    With `up_to` the chooser may stop earlier, with `least` from so many on. `opens` are the clauses
    that may select their space too; with `becomes` the resulting level may be written in place of
    the space alone: `Hue=AO`.
    As many as can be are `whole` (5.1.3), in any order; `what` says what would not happen elsewhere.
    """
    chosen: list[BoardSpace] = []
    fresh = _further(ctx, chosen, test)
    in_part: BoardSpace | None = None  # one that stands for another, which is to come still

    while len(chosen) < number:
        behind = number - len(chosen) - 1
        best = whole_first(ctx, fresh, whole, what, behind) if whole is not None else fresh
        optional = up_to or (least is not None and len(chosen) >= least)
        where: BoardSpace | None = yield SpaceChoice(
            ctx.faction, ctx.rule, prompt, best, opens, becomes, optional=optional, lapses=True
        )
        if where is None:
            if in_part is not None and whole is not None:
                left = [other.name for other in board().spaces if whole(other) and fresh.fits(other)]
                if left:
                    raise Violation(_refuse_part(in_part, left, what))
            break
        if whole is not None and not whole(where):
            in_part = where
        chosen.append(where)
        procedure = then(where)
        if procedure is not None:
            yield from procedure
    return chosen


def sabotage_spaces(ctx: Context, locs: Sequence[BoardSpace]) -> Procedure:
    """Sabotage these LoCs, each once; where the markers run short, the Faction says which (3.3.4)."""
    due = [loc for loc in locs if not ctx.draft[loc].sabotage]

    def sabotage(loc: BoardSpace) -> None:
        ctx.draft.set_sabotage(loc, True, ctx.rule)

    if len(due) <= (left := ctx.draft.markers_left()):
        for loc in due:
            sabotage(loc)
        return
    test = only(ctx, "a LoC to be Sabotaged", lambda where: where in due)
    yield from in_spaces(ctx, "a LoC to Sabotage", left, test, sabotage)


# -- levels ---------------------------------------------------------------------------------------


def level_after(ctx: Context, where: BoardSpace, levels: int) -> Level:
    """The level of a space shifted toward Active Support (or, negative, Active Opposition)."""
    now = ctx.draft[where].support
    return _LEVEL[max(-2, min(2, now + levels)) if where.population else 0]


_LEVEL = {level.value_: level for level in Level}


def can_shift(ctx: Context, where: BoardSpace, levels: int) -> bool:
    """Whether a space would change if it were shifted."""
    now = ctx.draft[where].support
    return where.population > 0 and (now < 2 if levels > 0 else now > -2)


def can_be_set(ctx: Context, where: BoardSpace, level: Level) -> bool:
    """Whether a space would change if it were set to a level (1.6.1)."""
    return where.population > 0 and ctx.draft[where].support != level.value_


def shift_toward(ctx: Context, where: BoardSpace, level: Level) -> None:
    """Shift a space 1 level toward a level, from above or below; none where it is there already."""
    now = ctx.draft[where].support
    ctx.shift(where, (now < level.value_) - (now > level.value_))


def shift_spaces(
    ctx: Context, prompt: str, number: int, test: SpaceTest, levels: int, **more: Any
) -> Generator[Question, Any, list[BoardSpace]]:
    """Shift so many different spaces by levels, those first that can change; `more` as in `change_spaces`."""
    result = partial(level_after, ctx, levels=levels)
    return (yield from change_spaces(ctx, prompt, number, test, result, "a shift", **more))


def set_spaces(
    ctx: Context, prompt: str, number: int, test: SpaceTest, level: Level, **more: Any
) -> Generator[Question, Any, list[BoardSpace]]:
    """Set so many different spaces to a level, those first that change; `more` as in `change_spaces`."""

    def result(where: BoardSpace) -> Level:
        return level if where.population else Level.NEUTRAL

    return (yield from change_spaces(ctx, prompt, number, test, result, f"a change to {level.words}", **more))


def change_spaces(
    ctx: Context,
    prompt: str,
    number: int,
    test: SpaceTest,
    result: Callable[[BoardSpace], Level],
    what: str,
    *,
    up_to: bool = False,
    then: Callable[[BoardSpace], Procedure | None] | None = None,
    opens: tuple[type, ...] = (),
) -> Generator[Question, Any, list[BoardSpace]]:
    """Bring so many different spaces to the level that `result` says, those first that change (5.1.3).

    `then` is done in each; `what` says what does not happen where nothing changes.
    """

    def change(where: BoardSpace) -> Procedure | None:
        ctx.set_level(where, result(where))
        return then(where) if then is not None else None

    def changes(where: BoardSpace) -> bool:
        return result(where).value_ != ctx.draft[where].support

    return (
        yield from in_spaces(
            ctx,
            prompt,
            number,
            test,
            change,
            up_to=up_to,
            opens=opens,
            becomes=result,
            whole=changes,
            what=what,
        )
    )
