"""Spaces of an Event: which qualify, which come first (5.1.3), and their levels."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from itertools import islice
from typing import Any

import msgspec

from fitl_core.asking.answer_orders import Order
from fitl_core.asking.questions import Procedure, Question
from fitl_core.errors import Refusal, Violation
from fitl_core.facts.counting import counted
from fitl_core.facts.game_map import BoardSpace, adjacent, board, neighbours, spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import Kind
from fitl_core.rules.context import Context
from fitl_core.rules.forms.space_questions import Condition, SpaceChoice, SpaceTest, passes, passing


def anywhere(_where: BoardSpace) -> Refusal | None:
    """Accept every space."""
    return None


def only(ctx: Context, what: str, fits: Callable[[BoardSpace], bool]) -> SpaceTest:
    """Return the condition that a space is `what`: "a Province with US Troops"."""

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
    """Return the condition `only` with a `change` that must be possible; otherwise 5.1.3 refuses a space."""

    def why_not(where: BoardSpace) -> Refusal:
        if not fits(where):
            return ctx.no("space-not-allowed", f"{where.name} is not {what}")
        others = [other.name for other in board().spaces if fits(other) and able(other)]
        return _refuse_part(where, others, change)

    return Condition(lambda where: fits(where) and able(where), why_not)


def only_for_coin(ctx: Context, what: str, fits: Callable[[BoardSpace], bool]) -> SpaceTest:
    """Return the condition `only` for US or ARVN pieces: never North Vietnam (1.4.2)."""

    def why_not(where: BoardSpace) -> Refusal:
        if where.in_north_vietnam and fits(where):
            return Refusal("north-vietnam", "1.4.2", "only NVA and VC pieces may be in North Vietnam")
        return ctx.no("space-not-allowed", f"{where.name} is not {what}")

    return Condition(lambda where: not where.in_north_vietnam and fits(where), why_not)


def same(ctx: Context, where: BoardSpace) -> SpaceTest:
    """Return the condition that a space is the one that has been selected."""
    return only(ctx, f"{where.name}, the space selected", lambda other: other is where)


def within(ctx: Context, centre: BoardSpace, steps: int) -> SpaceTest:
    """Return the condition that a space is at most `steps` adjacent steps away, over any spaces."""
    near = {centre.id}
    for _ in range(steps):
        near |= {name for there in near for name in neighbours()[spaces_by_id()[there].index]}
    return only(ctx, f"within {counted(steps, 'space')} of {centre.name}", lambda where: where.id in near)


def is_near(ctx: Context, kinds: Sequence[Kind], where: BoardSpace) -> bool:
    """Check whether pieces of these kinds are in a space or next to it."""
    near = (there for there in board().spaces if there is where or adjacent(there, where))
    return any(ctx.draft.number(there, kinds) for there in near)


def can_come(ctx: Context, where: BoardSpace, kinds: Sequence[Kind]) -> bool:
    """Check whether an Available piece of one of these kinds can be placed in a space (1.4.1, 1.4.2)."""
    return any(ctx.draft.refuse_place(where, kind, 1) is None for kind in kinds)


def choose_space(
    ctx: Context,
    prompt: str,
    test: SpaceTest,
    opens: tuple[type, ...] = (),
    optional: bool = False,
) -> SpaceChoice:
    """Return the question for a space in which the Event takes place."""
    return SpaceChoice(ctx.faction, ctx.rule, prompt, test, opens, optional=optional)


def whole_first(
    ctx: Context, test: SpaceTest, whole: Callable[[BoardSpace], bool], what: str, later: int = 0
) -> SpaceTest:
    """Return the condition that no space takes the place of one with the whole effect (5.1.3).

    `later` more spaces can be selected after this one. If they suffice for all spaces with the whole
    effect, any space may come now, so a set of spaces may be named in any order. `what` names the effect
    that would be missing elsewhere. The condition serves one question: it looks up the spaces once.
    """
    names: list[str] | None = None

    def others() -> list[str]:
        nonlocal names
        if names is None:
            names = [other.name for other in board().spaces if whole(other) and passes(test, other)]
        return names

    def fits(where: BoardSpace) -> bool:
        return passes(test, where) and (whole(where) or len(others()) <= later)

    def why_not(where: BoardSpace) -> Refusal | None:
        return test(where) or _refuse_part(where, others(), what)

    return Condition(fits, why_not)


def _refuse_part(where: BoardSpace, others: list[str], what: str) -> Refusal:
    """Refuse a space without the whole effect while other spaces have it (5.1.3)."""
    return Refusal("whole-effect", "5.1.3", f"{what} is not possible in {where.name}", _possible_in(others))


def _possible_in(names: Sequence[str]) -> tuple[str, ...]:
    return (f"possible in {', '.join(names[:4]) or 'no space'}{'…' if len(names) > 4 else ''}",)


def _further(ctx: Context, chosen: list[BoardSpace], test: SpaceTest) -> Condition:
    """Return the condition that a space passes a test and has not been chosen."""

    def fits(where: BoardSpace) -> bool:
        return where not in chosen and passes(test, where)

    def why_not(where: BoardSpace) -> Refusal | None:
        if where in chosen:
            return ctx.no("space-twice", f"{where.name} is selected already; the spaces differ")
        refusal = test(where)
        if refusal is None or refusal.code != "whole-effect" or not chosen:
            return refusal
        names = [other.name for other in board().spaces if fits(other)]
        return msgspec.structs.replace(refusal, facts=_possible_in(names))

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
    alters: Callable[[BoardSpace], bool] | None = None,
    alike: Callable[[], bool] | None = None,
    order: Order | None = None,
) -> Generator[Question, Any, list[BoardSpace]]:
    """Select `number` different spaces, or all there are, and carry out `then` in each. Return the spaces.

    With `up_to` the chooser may stop earlier, with `least` after that many. `opens` are the clauses that
    may select their space, too. With `becomes` the resulting level may be written instead of the bare
    space: `Hue=AO`.

    As many spaces as possible are `whole` (5.1.3), in any order; `what` names the effect that would be
    missing elsewhere. If none of the remaining spaces `alters`, no space is required: nothing could happen
    there (5.1.3). If all altering spaces are due and every order is `alike`, they need not be written.
    """
    chosen: list[BoardSpace] = []
    fresh = _further(ctx, chosen, test)
    in_part: BoardSpace | None = None  # taken before a space with the whole effect, which must follow

    while (remaining := number - len(chosen)) > 0:
        best = whole_first(ctx, fresh, whole, what, remaining - 1) if whole is not None else fresh
        optional = up_to or (least is not None and len(chosen) >= least)
        choice = SpaceChoice(
            ctx.faction, ctx.rule, prompt, best, opens, becomes, optional=optional, lapses=True, order=order
        )
        if not optional and alters is not None:
            _demand_no_more(choice, [where for where in passing(fresh) if alters(where)], remaining, alike)
        where: BoardSpace | None = yield choice
        if where is None:
            _insist_on_whole(fresh, whole, in_part, what)
            break
        if whole is not None and not whole(where):
            in_part = where
        chosen.append(where)
        procedure = then(where)
        if procedure is not None:
            yield from procedure
    return chosen


def _insist_on_whole(
    test: Condition, whole: Callable[[BoardSpace], bool] | None, in_part: BoardSpace | None, what: str
) -> None:
    """Raise `Violation` if a space was selected in place of one with the whole effect that never came
    (5.1.3).
    """
    if in_part is not None and whole is not None:
        others = [other.name for other in board().spaces if whole(other) and test.fits(other)]
        if others:
            raise Violation(_refuse_part(in_part, others, what))


def _demand_no_more(
    choice: SpaceChoice, due: Sequence[BoardSpace], most: int, alike: Callable[[], bool] | None
) -> None:
    """Relax a question if only the `due` spaces have an effect (5.1.3).

    A single space that qualifies is selected anyway, and its own questions are asked.
    """
    if not due:
        choice.optional = len(list(islice(choice.legal(), 2))) > 1
    elif len(due) <= most and alike is not None and alike():
        choice.due = due[0]


def sabotage_spaces(ctx: Context, locs: Sequence[BoardSpace]) -> Procedure:
    """Sabotage these LoCs, each once; if too few markers are left, the Faction chooses (3.3.4)."""
    due = [loc for loc in locs if not ctx.draft[loc].sabotage]

    def sabotage(loc: BoardSpace) -> None:
        ctx.draft.set_sabotage(loc, True, ctx.rule)

    if len(due) <= (markers := ctx.draft.markers_left()):
        for loc in due:
            sabotage(loc)
        return
    test = only(ctx, "a LoC to be Sabotaged", lambda where: where in due)
    yield from in_spaces(ctx, "a LoC to Sabotage", markers, test, sabotage)


# -- levels ---------------------------------------------------------------------------------------


def level_after(ctx: Context, where: BoardSpace, levels: int) -> Level:
    """Return the level of a space shifted toward Active Support (or, negative, Active Opposition)."""
    now = ctx.draft[where].support
    return _LEVEL[max(-2, min(2, now + levels)) if where.population else 0]


_LEVEL = {level.value_: level for level in Level}


def can_shift(ctx: Context, where: BoardSpace, levels: int) -> bool:
    """Check whether a space would change if it were shifted."""
    now = ctx.draft[where].support
    return where.population > 0 and (now < 2 if levels > 0 else now > -2)


def can_be_set(ctx: Context, where: BoardSpace, level: Level) -> bool:
    """Check whether a space would change if it were set to a level (1.6.1)."""
    return where.population > 0 and ctx.draft[where].support != level.value_


def shift_toward(ctx: Context, where: BoardSpace, level: Level) -> None:
    """Shift a space 1 level toward a level, from above or below; not at all if it has that level."""
    now = ctx.draft[where].support
    ctx.shift(where, (now < level.value_) - (now > level.value_))


def shift_spaces(
    ctx: Context, prompt: str, number: int, test: SpaceTest, levels: int, **more: Any
) -> Generator[Question, Any, list[BoardSpace]]:
    """Shift `number` different spaces by levels, first those that can change; `more` as in `set_spaces`."""
    result = partial(level_after, ctx, levels=levels)
    return (yield from change_spaces(ctx, prompt, number, test, result, "a shift", **more))


def set_spaces(
    ctx: Context, prompt: str, number: int, test: SpaceTest, level: Level, **more: Any
) -> Generator[Question, Any, list[BoardSpace]]:
    """Set `number` different spaces to a level, first those that change; `more` is for `change_spaces`."""

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
    alters: Callable[[BoardSpace], bool] | None = None,
    alike: Callable[[], bool] | None = None,
) -> Generator[Question, Any, list[BoardSpace]]:
    """Set `number` different spaces to the level that `result` returns, first those that change (5.1.3).

    `then` is carried out in each space; `what` names the change that would be missing elsewhere. With
    `then`, `alters` says whether it has an effect at an unchanged level, and `alike` whether every order
    leads to the same result.
    """

    def change(where: BoardSpace) -> Procedure | None:
        ctx.set_level(where, result(where))
        return then(where) if then is not None else None

    def changes(where: BoardSpace) -> bool:
        return result(where).value_ != ctx.draft[where].support

    def also(where: BoardSpace) -> bool:
        return changes(where) or (alters is not None and alters(where))

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
            alters=changes if then is None else also if alters is not None else None,
            alike=alike if then is not None else lambda: True,
        )
    )
