"""Activating Guerrillas in several spaces, in the order written: Sweep, Patrol, Advise (3.2.2, 3.2.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

import msgspec

from fitl_core.asking.questions import Answer, Either, Procedure, Question
from fitl_core.errors import Refusal
from fitl_core.facts.game_map import BoardSpace, spaces_by_id
from fitl_core.facts.pieces import Kind
from fitl_core.record.clauses import Activate, At, Clause, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import PiecesChoice
from fitl_core.rules.forms.space_questions import SpaceChoice
from fitl_core.rules.orders import BY_RULE
from fitl_core.rules.shared.enemy_pieces import refuse_sparing

HIDDEN = (Kind.NG, Kind.VG)


class GuerrillaSearch(msgspec.Struct):
    """The spaces in which an Operation is yet to Activate Guerrillas; `left` returns them at any time."""

    left: Callable[[], Iterable[BoardSpace]] = tuple


def unsearched(ctx: Context) -> set[str]:
    """Return the spaces, as ids, with hidden Guerrillas that the Operation is yet to find."""
    search = ctx.progress.recorded(GuerrillaSearch)
    if search is None:
        return set()
    return {where.id for where in search.left() if ctx.draft.number(where, HIDDEN)}


def activate_each(
    ctx: Context,
    spaces: list[BoardSpace],
    finders: Callable[[BoardSpace], int],
    what: Callable[[BoardSpace], str],
    after: Callable[[BoardSpace], Procedure] | None = None,
    pause: Callable[[], Procedure] | None = None,
) -> Procedure:
    """Activate as many Guerrillas as there are `finders` in every space; `what` describes the finders.

    `after` is carried out in each space after its search; then any space may be named, to show where it is
    carried out. `pause` comes between two spaces.
    """

    def ask(where: BoardSpace) -> PiecesChoice:
        return _activation(ctx, where, finders(where), what)

    if after is None:
        idle = [where for where in spaces if not ctx.draft.number(where, HIDDEN)]
        spaces = [where for where in spaces if where not in idle]
        if idle:
            yield _Idle(ctx.faction, ctx.rule, "Guerrillas to Activate", idle, ask, optional=True)
    remaining = list(spaces)
    ctx.progress.record(GuerrillaSearch).left = lambda: remaining
    while remaining:
        if pause is not None and len(remaining) < len(spaces):
            yield from pause()
        next_one = ask(remaining[0])
        others: list[Callable[[], Question]] = [partial(ask, where) for where in remaining[1:]]
        if after is not None:
            others.append(partial(_next_space, ctx, remaining))
        chosen: Activate | BoardSpace | None = None
        if others:
            step = "search" if after is not None else next_one.named_step
            chosen = yield _next_search(next_one, others, remaining[0], step)
        if isinstance(chosen, Activate):
            where, activated = spaces_by_id()[chosen.space], chosen
        else:
            where = chosen or remaining[0]
            activated = yield (next_one if where is remaining[0] else ask(where))
        remaining.remove(where)
        for count in activated.pieces if activated is not None else ():
            ctx.draft.activate(where, count.kind, count.number, ctx.rule)
        if after is not None:
            yield from after(where)


class NextSearch(Either):
    """The space in which Guerrillas are Activated next; by default the `usual` one."""

    usual: At


def _next_search(
    next_one: PiecesChoice, others: list[Callable[[], Question]], where: BoardSpace, step: str
) -> NextSearch:
    return NextSearch(
        next_one.who,
        next_one.rule,
        next_one.prompt,
        next_one,
        tuple(others),
        step=step,
        optional=True,
        usual=At(where.id),
    )


def _next_space(ctx: Context, remaining: list[BoardSpace]) -> SpaceChoice:
    """Return the question for the space that is searched next, even if no Guerrilla hides there."""

    def test(where: BoardSpace) -> Refusal | None:
        if where in remaining:
            return None
        return ctx.no("space-not-selected", f"{where.name} is not among the spaces still to be searched")

    return SpaceChoice(ctx.faction, ctx.rule, "the space searched next", test, step="search", opens=(Remove,))


class _Idle(Question):
    """No question: refuses Activation in spaces without hidden Guerrillas."""

    usual_step = "activate"

    spaces: list[BoardSpace]
    ask: Callable[[BoardSpace], PiecesChoice]

    def take(self, clause: Clause) -> Answer:
        if type(clause) is not Activate or spaces_by_id()[clause.space] not in self.spaces:
            return None
        return self.ask(spaces_by_id()[clause.space]).take(clause)

    def candidates(self) -> Iterator[Clause]:
        return iter(())


def _activation(
    ctx: Context, where: BoardSpace, finders: int, what: Callable[[BoardSpace], str]
) -> PiecesChoice:
    limits = {kind: ctx.draft.of_kind(where, kind) for kind in HIDDEN}
    number = min(finders, sum(limits.values()))

    def test(counts: Mapping[Kind, int]) -> Refusal | None:
        return None if sum(counts.values()) == number else refuse_sparing(counts, limits)

    return PiecesChoice(
        ctx.faction,
        ctx.rule,
        f"Guerrillas to Activate in {where.name}",
        Activate,
        where,
        limits,
        min(1, number),
        number,
        test,
        facts=lambda: (what(where),),
        optional=number == 0,
        order=BY_RULE.get(ctx.rule),
    )
