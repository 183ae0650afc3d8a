"""Carry out an Event question by question (8.4.3-8.4.7), with its free actions.

Read next `answers` and `execution`.
"""

from __future__ import annotations

from collections.abc import Iterator

from fitl_core.facts.move_words import VERBS
from fitl_core.players.non_players.events.answers import answer
from fitl_core.players.non_players.events.by_card import by_card, own_way
from fitl_core.players.non_players.events.changes import Changes
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.granted_actions import act, verbs_of
from fitl_core.players.non_players.events.instructions import may_hide_instruction, unknown_symbol
from fitl_core.players.non_players.wanted import Deciding, Wanted
from fitl_core.record.clauses import Option, Roll
from fitl_core.walks import OpenedQuestion, PassableQuestion

LONG = 200
"""More clauses than Non-players give in any Event. An endless loop would be a fault."""


def carry_out(run: Execution) -> Deciding[None]:
    """Answer the questions of the Event up to its end, or as far as the trial goes.

    Players may answer without end: pieces may March to and fro on the Trail (3.3.2).
    """
    by_non_players = 0
    while by_non_players < LONG:
        if run.early and Changes(run.d.start, run.d.now, run.d.faction).is_effect():
            run.after = run.d.now
            return
        for asked in _ahead(run):
            if isinstance(asked, OpenedQuestion) and run.until is not None and run.until(asked):
                run.after = asked.position
                return
            if (yield from _answered(run, asked)):
                by_non_players += not run.is_player(asked.who)
                break
            if run.stopped:
                run.after = run.d.now
                return
        else:
            if run.must_answer or run.walk.may_end:
                return
            run.must_answer = True  # a question that the priorities would leave out is required
    raise AssertionError(f"card {run.card} does not end")


def _ahead(run: Execution) -> Iterator[OpenedQuestion | PassableQuestion]:
    """Yield the pending question, then the later questions if it may be left out."""
    walk = run.walk
    pending = walk.pending
    if pending is None:
        return
    yield pending
    if not pending.optional and not pending.is_chance and pending.answers(most=1):
        return
    optional = [asked for asked in walk.questions if asked.optional]
    owed = [asked for asked in walk.questions if not asked.optional]
    for unsaid in walk.unsaid:
        if unsaid.answer is not None:
            yield unsaid
        elif optional:
            question = optional.pop(0)
            if (question.rule, question.prompt) != (pending.rule, pending.prompt):
                yield question
    yield from owed


def _answered(run: Execution, asked: OpenedQuestion | PassableQuestion) -> Deciding[bool]:
    """Try to answer a question; return whether the walk has gone on."""
    d = run.d
    if isinstance(asked, PassableQuestion):
        begins = isinstance(asked.answer, Option) and asked.answer.name in VERBS
        return begins and (yield from act(run, asked.who, (asked.answer.name,), ()))  # type: ignore[union-attr]
    if asked.is_chance:
        return (yield from _roll(run, asked))
    if run.is_player(asked.who):
        return (yield from _let_choose(run, asked))
    if may_hide_instruction(run.card, asked.who, d.start.symbols):
        d.needs_symbol(run.node, unknown_symbol(d.start, run.card, asked.who))
    names = verbs_of(asked)
    with d.acting_for(asked.who):
        if names:
            return (yield from act(run, asked.who, names, run.instructed()))
        if asked.optional and not run.must_answer and not _is_of_card(run, asked):
            return False  # the Operation has gone as far as its Faction's priorities want
        with d.looking_at(asked.position):
            clause = yield from answer(run, asked, carry_out)
    return clause is not None and run.say(clause, asked.who)


def _is_of_card(run: Execution, asked: OpenedQuestion) -> bool:
    """Check whether the card asks, or an Operation that the card's instruction carries out."""
    if asked.rule.startswith(("card", "5.")) or by_card(run, asked) is not None:
        return True
    return asked.rule == VERBS["airstrike"] and own_way(run, "airstrike") and "verb" not in asked.forms


def _roll(run: Execution, asked: OpenedQuestion) -> Deciding[bool]:
    if asked.optional:
        return False
    (die,) = yield Wanted("move", asked.prompt, 1)
    return run.say(Roll(die), asked.who)


def _let_choose(run: Execution, asked: OpenedQuestion) -> Deciding[bool]:
    """Ask the player a question that has answers; return whether it was answered. An empty answer leaves it
    out.

    In the player's own Event the player goes on alone. A player makes transfers before or after a
    Non-player's action.
    """
    answers = asked.answers(most=2)
    if not answers:
        return False
    if len(answers) == 1 and not asked.optional:
        return run.say(answers[0], asked.who)
    if run.of_a_player:
        run.stopped = not (asked.optional and (run.passes or asked.forms == ("verb",)))
        return False
    clause = yield Wanted("choice", asked.prompt, 0, asked=asked, said=run.walk.said, owed=run.must_answer)
    return clause != () and run.say(clause, asked.who)
