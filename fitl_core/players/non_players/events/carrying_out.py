"""Carrying an Event out question by question (8.4.3-8.4.7): who answers, and what becomes of free actions."""

from __future__ import annotations

from collections.abc import Iterator

from fitl_core.facts.vocabulary import VERBS
from fitl_core.players.non_players.events.answers import answer
from fitl_core.players.non_players.events.by_card import by_card, own_way
from fitl_core.players.non_players.events.changes import Changes
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.free_actions import act, verbs_of
from fitl_core.players.non_players.events.instructions import may_hide_instruction
from fitl_core.players.non_players.wanted import Deciding, Wanted
from fitl_core.record.clauses import Option, Roll
from fitl_core.walks import Asked, Unsaid

LONG = 200
"""More clauses than any Event takes: a circle would be a fault."""


def carry_out(run: Execution) -> Deciding[None]:
    """Answer what the Event asks, to its end; in a trial as far as it goes."""
    for _ in range(LONG):
        if run.early and Changes(run.d.start, run.d.now, run.d.faction).is_effect():
            run.after = run.d.now
            return
        for asked in _ahead(run):
            if isinstance(asked, Asked) and run.until is not None and run.until(asked):
                run.after = asked.position
                return
            if (yield from _answered(run, asked)):
                break
            if run.stopped:
                run.after = run.d.now
                return
        else:
            if run.must or run.walk.may_end:
                return
            run.must = True  # something that the priorities would leave out is owed
    raise AssertionError(f"card {run.card} comes to no end")


def _ahead(run: Execution) -> Iterator[Asked | Unsaid]:
    """The question at which the Event stands, then those behind it if it is left out."""
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
            found = optional.pop(0)
            if (found.rule, found.prompt) != (pending.rule, pending.prompt):
                yield found
    yield from owed


def _answered(run: Execution, asked: Asked | Unsaid) -> Deciding[bool]:
    """Whether a question has been answered; the walk has gone on then."""
    d = run.d
    if isinstance(asked, Unsaid):
        begins = isinstance(asked.answer, Option) and asked.answer.name in VERBS
        return begins and (yield from act(run, asked.who, (asked.answer.name,), ()))  # type: ignore[union-attr]
    if asked.is_chance:
        return (yield from _roll(run, asked))
    if run.is_player(asked.who):
        return (yield from _let_choose(run, asked))
    if may_hide_instruction(run.card, asked.who):
        d.unknown[run.card] = None
    names = verbs_of(asked)
    with d.acting_for(asked.who):
        if names:
            return (yield from act(run, asked.who, names, run.verbs_told()))
        if asked.optional and not run.must and not _is_of_card(run, asked):
            return False  # an Operation that has gone as far as the priorities of its Faction want
        with d.looking_at(asked.position):
            clause = yield from answer(run, asked, carry_out)
    return clause is not None and run.say(clause, asked.who)


def _is_of_card(run: Execution, asked: Asked) -> bool:
    """Whether the card asks, or an Operation that the card's instruction carries out."""
    if asked.rule.startswith(("card", "5.")) or by_card(run, asked) is not None:
        return True
    return asked.rule == VERBS["airstrike"] and own_way(run, "airstrike") and "verb" not in asked.forms


def _roll(run: Execution, asked: Asked) -> Deciding[bool]:
    if asked.optional:
        return False
    (die,) = yield Wanted("move", asked.prompt, 1)
    return run.say(Roll(die), asked.who)


def _let_choose(run: Execution, asked: Asked) -> Deciding[bool]:
    """What belongs to a player is asked of him, if there is anything; an empty answer leaves it out.

    In an Event of a player's own he goes on himself; transfers he makes before a Non-player acts, or behind.
    """
    answers = asked.answers(most=2)
    if not answers:
        return False
    if len(answers) == 1 and not asked.optional:
        return run.say(answers[0], asked.who)
    if run.of_a_player:
        run.stopped = not (asked.optional and (run.passes or asked.forms == ("verb",)))
        return False
    clause = yield Wanted("choice", asked.prompt, 0, asked=asked, said=run.walk.said, owed=run.must)
    return clause != () and run.say(clause, asked.who)
