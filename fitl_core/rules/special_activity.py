"""A Special Activity in an action (4.1); transfers may come between its spaces (1.5.2).

Pieces that moved before it are followed through it (3.2.2, 3.2.3, 3.3.2).
"""

from __future__ import annotations

from typing import Any

from fitl_core.asking.questions import Procedure
from fitl_core.facts.factions import INSURGENT
from fitl_core.facts.move_words import ACTIVITIES, TRANSFER, spoken
from fitl_core.record.clauses import Verb
from fitl_core.rules.context import Context
from fitl_core.rules.forms.verb_questions import OnlyVerbs
from fitl_core.rules.repertoire import ACTIVITY_PROCEDURES
from fitl_core.rules.shared.arrivals import Arrivals, arrivals
from fitl_core.rules.transfers import refuse_transfer, transfer


def special_activity(ctx: Context, verb: str) -> Procedure:
    """Carry out the Special Activity of an action."""
    ctx.progress.activity = verb
    draft, arrived = ctx.draft, arrivals(ctx) if ctx.progress.recorded(Arrivals) else None
    before, done = tuple(draft.spaces) if arrived and arrived.moved else (), len(draft.effects)
    procedure = ACTIVITY_PROCEDURES[verb](ctx.under(ACTIVITIES[verb]))
    if ctx.faction in INSURGENT:
        yield from _with_transfers(ctx, verb, procedure)
    else:
        yield from procedure
    if arrived and before:
        arrived.later.append((draft.effects[done:], before))


def _with_transfers(ctx: Context, verb: str, procedure: Procedure) -> Procedure:
    """Carry out an Activity of NVA or VC, which goes on after a transfer if its verb is written again."""
    transferring = ctx.under(TRANSFER["transfer"])

    def test(name: str) -> Any:
        return refuse_transfer(transferring) if name in TRANSFER else None

    beside = OnlyVerbs(ctx.faction, "1.5.2", "a transfer", (*TRANSFER,), test, optional=True)
    verbs = (verb, *TRANSFER)
    answer: Any = None
    while True:
        try:
            choice = procedure.send(answer)
        except StopIteration:
            return
        if choice.between:
            choice.beside = beside
        answer = yield choice
        while isinstance(answer, Verb):
            yield from transfer(transferring)
            prompt, optional = f"{spoken(verb)} going on", choice.optional
            answer = yield OnlyVerbs(ctx.faction, ACTIVITIES[verb], prompt, verbs, test, optional=optional)
            if answer is not None and answer.name == verb:
                answer = yield choice
