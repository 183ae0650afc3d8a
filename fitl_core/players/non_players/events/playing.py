"""Play an Event without a player (8.4). Read next `carrying_out`."""

from __future__ import annotations

from functools import partial

from fitl_core.errors import Violation
from fitl_core.facts.card_list import Side, cards
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.events.changes import LACKING, Changes
from fitl_core.players.non_players.events.conditions import CONDITIONS
from fitl_core.players.non_players.events.execution import Execution, run_trial
from fitl_core.players.non_players.events.instruction_steps import carry_out
from fitl_core.players.non_players.events.instructions import (
    in_words,
    instruction_for,
    unknown_symbol,
    usual_side,
)
from fitl_core.players.non_players.events.momentum import momentum_acts
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Option, Verb
from fitl_core.rules.sequence import open_deeds


def event_is_open(d: Decider) -> bool:
    """Check whether the Faction may execute the Event of the card (2.3.4)."""
    return "event" in open_deeds(d.start)


def refuse_event(d: Decider, node: str) -> str | None:
    """Return why the Faction declines the Event by its symbol or instruction (8.4.1), or None. Record the
    reason.

    A rifle declines any card, also a Capability without a roll (NP-Q47). If an instruction depends on the
    result of the Event, the Event is tried.
    """
    card = d.start.card
    assert card is not None
    instruction = instruction_for(card, d.faction, d.start.symbols)
    if not instruction.known:
        d.needs_symbol(node, unknown_symbol(d.start, card, d.faction))
    if instruction.symbol == "rifle":
        d.note(node, "declines the Event", f"card {card} has a rifle for it")
        return "rifle"
    for name in instruction.decline:
        if name in CONDITIONS:
            holds = CONDITIONS[name](d)
        else:
            changes = outcome_of(d, node)
            holds = changes is None or LACKING[name](changes)
        if d.test(node, holds, f"card {card}, {in_words(name)} (8.4.1)"):
            d.note(node, "declines the Event", instruction.says)
            return name
    return None


def side_of(d: Decider) -> Side:
    """Return the side of the card that the Faction uses (8.4.1, 8.4.2)."""
    card = d.start.card
    assert card is not None
    instruction = instruction_for(card, d.faction, d.start.symbols)
    if instruction.shaded and CONDITIONS[instruction.shaded](d):
        return "shaded"
    return usual_side(card, d.faction)


def is_worth_it(d: Decider, node: str = "8.1") -> Deciding[bool]:
    """Check by a trial without dice whether the Event would change something (8.1, NP-Q01).

    If it would not, an unknown symbol does not matter.
    """
    worth = _changes_something(d)
    card = d.start.card
    unknown = unknown_symbol(d.start, card, d.faction) if worth and card is not None else None
    if unknown is not None and not unknown.is_text:
        d.needs_symbol(node, unknown)
    return worth
    yield


def _changes_something(d: Decider) -> bool:
    instruction = instruction_for(d.start.card or 0, d.faction, d.start.symbols)
    if any(name in LACKING for name in instruction.decline):
        return True  # a trial has shown the result that the instruction wants
    changes = outcome_of(d, "8.1", early=True)
    if changes is None:
        return False
    momentum = len(changes.after.momentum) > len(changes.before.momentum)
    if momentum and momentum_acts(d, side_of(d)):
        return True
    return changes.is_effect() or changes.is_effect(d.other_reading("NP-Q01"))


def outcome_of(d: Decider, node: str, early: bool = False) -> Changes | None:
    """Return the changes by the Event at best. Dice show the best face, and the first of equal choices is
    taken.

    With `early`, the trial ends as soon as anything has changed.
    """
    return d.beginnings.once((d.faction, node, early), partial(_outcome, d, node, early))


def _outcome(d: Decider, node: str, early: bool) -> Changes | None:
    trial = Decider(d.start, d.faction, d.conduct, d.beginnings)
    run = _begun(trial, node)
    if run is None:
        return None
    run.early = early
    try:
        run_trial(carry_out(run))
        after = run.outcome
    except Violation:
        return None
    return Changes(d.start, after, d.faction)


def play_event(d: Decider, node: str) -> Deciding[bool]:
    """Carry out the Event (8.4.2-8.4.7); return whether that was possible."""
    before = d.walk
    run = _begun(d, node)
    if run is None:
        return False
    yield from carry_out(run)
    if d.walk is not None and d.walk.may_end:
        return True
    d.walk = before
    return False


def _begun(d: Decider, node: str) -> Execution | None:
    """Begin the Event on the Faction's side, or return None if it cannot begin."""
    card = d.start.card
    assert card is not None
    side = side_of(d)
    try:
        walk = (d.walk or d.beginnings.of(d.faction)).say(Verb("event"))
        if cards()[card].sides == "dual":
            walk = walk.say(Option(side))
    except Violation:
        return None
    d.walk = walk
    return Execution(d, card, side, node)
