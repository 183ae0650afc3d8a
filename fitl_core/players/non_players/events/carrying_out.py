"""Carrying an Event out question by question (8.4.3-8.4.7): who answers, and what becomes of free actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.facts.vocabulary import VERBS
from fitl_core.players.non_players.events.answers import answer
from fitl_core.players.non_players.events.by_card import by_card, own_way
from fitl_core.players.non_players.events.changes import Changes
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.wanted import Deciding, Wanted
from fitl_core.record.clauses import Clause, Option, Roll
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
        return begins and (yield from _act(run, asked.who, (asked.answer.name,), ()))  # type: ignore[union-attr]
    if asked.is_chance:
        return (yield from _roll(run, asked))
    if run.is_player(asked.who):
        return (yield from _let_choose(run, asked))
    names = _verbs(asked)
    with d.acting_for(asked.who):
        if names:
            return (yield from _act(run, asked.who, names, run.verbs_told()))
        if asked.optional and not run.must and not _is_of_card(run, asked):
            return False  # an Operation that has gone as far as the priorities of its Faction want
        with d.looking_at(asked.position):
            clause = yield from answer(run, asked, carry_out)
    return clause is not None and _said(run, clause, asked.who)


def _is_of_card(run: Execution, asked: Asked) -> bool:
    """Whether the card asks, or an Operation that the card's instruction carries out."""
    if asked.rule.startswith(("card", "5.")) or by_card(run, asked) is not None:
        return True
    return asked.rule == VERBS["airstrike"] and own_way(run, "airstrike") and "verb" not in asked.forms


def _said(run: Execution, clause: Clause, who: Faction) -> bool:
    run.d.walk = run.walk.say(clause, who)
    run.must = False
    return True


def _roll(run: Execution, asked: Asked) -> Deciding[bool]:
    if asked.optional:
        return False
    (die,) = yield Wanted("move", asked.prompt, 1)
    return _said(run, Roll(die), asked.who)


def _let_choose(run: Execution, asked: Asked) -> Deciding[bool]:
    """What belongs to a player is asked of him, if there is anything; an empty answer leaves it out."""
    answers = asked.answers(most=2)
    if not answers:
        return False
    if len(answers) == 1 and not asked.optional:
        return _said(run, answers[0], asked.who)
    clause = yield Wanted("choice", asked.prompt, 0, asked=asked, said=run.walk.said)
    return clause != () and _said(run, clause, asked.who)


def _verbs(asked: Asked) -> tuple[str, ...]:
    """The Operations and Activities that a question offers; () where it asks for something else."""
    if asked.forms != ("option",) or asked.optional:
        return ()
    names = [clause.name for clause in asked.accepted() if isinstance(clause, Option)]
    return tuple(names) if names and all(name in VERBS for name in names) else ()


def _act(run: Execution, who: Faction, names: tuple[str, ...], told: tuple[str, ...]) -> Deciding[bool]:
    """Begin a free Operation or Activity and carry it out by the priorities of its Faction (8.4.4)."""
    d = run.d
    if run.is_player(who):
        return _said(run, Option(names[0]), who)
    if run.until is not None and not own_way(run, names[0]):
        run.stopped = True
        return False
    with d.acting_for(who):
        left = [name for name in told if name in names] or list(names)
        begun = None
        while left:
            verb = left[0] if len(left) == 1 or told else (yield from _which(run, left))
            left.remove(verb)
            before = run.walk
            try:
                _said(run, Option(verb), who)
                begun = run.walk
                if (yield from _by_priorities(run, verb)):
                    return True
            except Violation:
                d.note(run.node, f"no {verb} by the priorities of {who}")
            d.walk = before
        d.walk = begun if begun is not None else d.walk
    return begun is not None


def _by_priorities(run: Execution, verb: str) -> Deciding[bool]:
    """Whether the Faction carries the verb out as on its flowchart."""
    node = run.d.conduct[run.d.faction].carry_out.get(verb)
    if node is None or own_way(run, verb):
        return own_way(run, verb)
    return (yield from node(run.d))


def _which(run: Execution, names: Sequence[str]) -> Deciding[str]:
    """Which of several Operations or Activities: the flowchart selects, else equal chances (8.4.4)."""
    d = run.d
    conduct = d.conduct[d.faction]
    operations = all(VERBS[name].startswith("3") for name in names)
    found = yield from (conduct.which_operation if operations else conduct.which_activity)(d, names)
    if found in names:
        return str(found)
    return (yield from d.even(run.node, names))
