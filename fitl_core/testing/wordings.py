"""Trial of wordings: an action worded in another way has the same normal form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from fitl_core.asking.traced_answers import TracedAnswers
from fitl_core.engine import play
from fitl_core.errors import FitlError
from fitl_core.players.dice import Dice
from fitl_core.record.clauses import By, Clause, Roll, Verb
from fitl_core.record.events import Action, Segment
from fitl_core.record.spoken import Said, spoken, written
from fitl_core.rules.forms.verb_questions import TakenUp
from fitl_core.state.laws import BrokenLaw
from fitl_core.state.state import State
from fitl_core.strict_play import carry_out
from fitl_core.wording.normal_form import dice_of, normal_action

SHUFFLES = 3
"""The number of other orders in which an action is tried."""


def insist_on_one_form(state: State, action: Action, dice: Dice) -> Action:
    """Raise `BrokenLaw` unless all wordings of a legal action have one normal form, which is itself a
    wording.

    The wordings have redundant tags, forced clauses left out one by one, and sets in other orders. Only legal
    ones with the same outcome count. Return the normal form.
    """
    form = normal_action(state, action)
    outcome = play(state, action).state
    dice_fallen = heard_with(state, action, outcome)
    if play(state, form).state != outcome:
        raise BrokenLaw(f"{action}: its normal form has another outcome: {form}")
    if normal_action(state, form) != form:
        raise BrokenLaw(f"{form} has another normal form: {normal_action(state, form)}")
    for other in wordings(state, action, form, dice):
        if (
            heard_with(state, other, outcome) == dice_fallen
            and (other_form := normal_action(state, other)) != form
        ):
            raise BrokenLaw(f"{action} and {other} have two normal forms: {form} and {other_form}")
    return form


def wordings(state: State, action: Action, form: Action, dice: Dice) -> Iterator[Action]:
    """Yield other ways to write an action. Some are illegal or have another outcome."""
    yield tagged(action, dice)
    yield from without_what_is_forced(state, form)
    for _ in range(SHUFFLES):
        yield shuffled(action, dice)


def tagged(action: Action, dice: Dice) -> Action:
    """Return an action with a tag of the speaker before some of its clauses."""
    parts = []
    for part in action.segments:
        speaker, clauses = action.faction, list[Clause]()
        for clause in part.clauses:
            if isinstance(clause, By):
                speaker = clause.faction
            elif not isinstance(clause, Roll) and not _tagged(clauses) and dice.chance(0.5):
                clauses.append(By(speaker))
            clauses.append(clause)
        parts.append(Segment(part.verb, tuple(clauses)))
    return Action(action.faction, tuple(parts), action.limop)


def _tagged(clauses: list[Clause]) -> bool:
    return bool(clauses) and isinstance(clauses[-1], By)


def without_what_is_forced(state: State, form: Action) -> Iterator[Action]:
    """Yield the action without one of its clauses, for each clause that is then supplied as forced."""
    said = spoken(form.segments, form.faction)
    for at, (_, clause) in enumerate(said):
        if isinstance(clause, Verb):
            continue
        shorter = said[:at] + said[at + 1 :]
        answers = TracedAnswers(shorter)
        other = Action(form.faction, written(shorter, form.faction), form.limop)
        try:
            carry_out(state, other, answers)
        except FitlError:
            continue
        if any(
            entry.at == at and entry.how == "forced" and entry.answer == clause for entry in answers.heard
        ):
            yield other


def shuffled(action: Action, dice: Dice) -> Action:
    """Return an action with the parts of its segments in another order. The clauses of a space stay together.

    An action whose Operation is resumed without a clause is returned as it is. Another order before it would
    leave other parts to be done after the Special Activity (4.1), which is a different action.
    """
    if any(not part.clauses for part in action.segments[1:]):
        return action
    said = spoken(action.segments, action.faction)
    parts: list[list[list[Said]]] = []
    last = ""
    for who, clause in said:
        where = getattr(clause, "space", "") or "".join(getattr(clause, "path", ()))
        if isinstance(clause, Verb):
            parts.append([])
        elif where in ("", last) and len(parts[-1]) > 1:
            parts[-1][-1].append((who, clause))
            continue
        parts[-1].append([(who, clause)])
        last = where
    mixed = [(part[0], *dice.sample(part[1:], len(part) - 1)) for part in parts]
    clauses = [one for part in mixed for block in part for one in block]
    return Action(action.faction, written(clauses, action.faction), action.limop)


def heard_with(state: State, action: Action, outcome: State) -> Counter[tuple[str, Any]] | None:
    """Return the dice of an action with their results; None if it is illegal or has another outcome.

    The result also lists automatic effects after the last segment, because before it they would be a
    different action (4.1, 1.5.2).
    """
    try:
        answers = TracedAnswers(spoken(action.segments, action.faction))
        same = play(state, action).state == outcome and carry_out(state, action, answers).state == outcome
    except FitlError:
        return None
    if not same:
        return None
    last = max([at for at, (_, clause) in enumerate(answers.said) if isinstance(clause, Verb)])
    later = [entry.question for entry in answers.heard if entry.at > last > 0]
    unsaid = [(question.prompt, None) for question in later if isinstance(question, TakenUp)]
    return dice_of(answers.heard) + Counter[tuple[str, Any]](unsaid)
