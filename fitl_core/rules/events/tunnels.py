"""Tunnel markers that Events place on Bases (1.4.4, 5.1.1)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import islice
from typing import Any, ClassVar

from fitl_core.asking.questions import Answer, Question, Taken, lapsing
from fitl_core.errors import Refusal
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import TUNNELED_BY_BASE, Count, Kind
from fitl_core.record.clauses import At, Clause, Replace, space_of
from fitl_core.rules.context import Context
from fitl_core.rules.events.event_pieces import are_there
from fitl_core.rules.events.event_spaces import same
from fitl_core.rules.events.unwritten import as_answered, one_of_all
from fitl_core.rules.forms.space_questions import SpaceTest


class DigTunnel(Question):
    """An NVA or VC Base that gets a Tunnel marker: `Tay-vb+vb^`.

    Its space may be named first, once. If the space has Bases of two kinds, a further question asks which.
    """

    usual_step: ClassVar[str] = "tunnel"
    answer_forms: ClassVar[tuple[str, ...]] = ("replace",)

    ctx: Context
    test: SpaceTest
    named: bool = False

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, At | Replace) or (self.named and isinstance(clause, At)):
            return None
        where = spaces_by_id()[clause.space]
        if (refusal := self.test(where)) is not None:
            return refusal
        if isinstance(clause, At):
            has_base = self.ctx.draft.number(where, TUNNELED_BY_BASE)
            none = self.ctx.no("no-such-pieces", f"{where.name} has no NVA or VC Base without a Tunnel")
            return Taken((where, None)) if has_base else none
        base = clause.pieces[0].kind
        if clause not in (_dug(where, Kind.NB), _dug(where, Kind.VB)):
            return self.ctx.no("wrong-pieces", "1 NVA or VC Base without a Tunnel gets a marker")
        return self.ctx.refuse_absent(where, (Count(1, base),)) or Taken((where, base))

    def candidates(self) -> Iterator[Clause]:
        for where in board().spaces:
            for base in TUNNELED_BY_BASE:
                yield _dug(where, base)


def _dug(where: BoardSpace, base: Kind) -> Replace:
    return Replace(where.id, (Count(1, base),), (Count(1, TUNNELED_BY_BASE[base]),))


def can_dig(ctx: Context, test: SpaceTest) -> bool:
    """Check whether a Base can get a Tunnel marker in a space that passes a test."""
    return ctx.draft.tunnels_left() > 0 and are_there(ctx, TUNNELED_BY_BASE, test)


def dig_tunnels(
    ctx: Context, prompt: str, number: int, test: SpaceTest
) -> Generator[Question, Any, list[BoardSpace]]:
    """Put Tunnel markers on `number` Bases in different spaces, as far as Bases and markers suffice.

    Return the spaces.
    """
    done: list[BoardSpace] = []
    begun = False

    def fresh(where: BoardSpace) -> Refusal | None:
        if where in done:
            return ctx.no("space-twice", f"{where.name} is selected already; the spaces differ")
        return test(where)

    while len(done) < number and ctx.draft.tunnels_left():
        choice = ctx.ask(DigTunnel, prompt, fresh, explicit=begun)
        most = min(number - len(done), ctx.draft.tunnels_left())
        question = choice if begun else _one_of_all(choice, most)
        dug, written = as_answered((yield lapsing(question)))
        if dug is None:
            break
        begun = begun or written
        where, base = dug
        if base is None:
            named: tuple[BoardSpace, Kind] = yield ctx.ask(DigTunnel, prompt, same(ctx, where), named=True)
            base = named[1]
        ctx.draft.add_tunnel(where, base, ctx.rule)
        done.append(where)
    return done


def _one_of_all(choice: DigTunnel, most: int) -> Question:
    """Return the question for a Base; if at most `most` spaces have one, all are due and may go unwritten."""
    legal = list(islice(choice.legal(), most + 1))
    spaces = {space_of(clause) for clause in legal}
    return one_of_all(choice, legal[0]) if 0 < len(legal) == len(spaces) <= most else choice
