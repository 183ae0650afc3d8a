"""Canonical events, carried out without a second attempt.

    step = play_canonical(state, event)

Each clause of a canonical action answers the pending question, or the question is passed. Nothing here looks
for another meaning of a clause: that is the work of `fitl_core.reading`, which `fitl_core.engine.play` asks
first. Nothing reads a clock, a die or a file. A refused event leaves the old state as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fitl_core.asking.budgets import spend
from fitl_core.asking.written_answers import WrittenAnswers, follow
from fitl_core.errors import FitlError, Refusal, Violation
from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.scenario_list import scenario
from fitl_core.record.events import (
    Action,
    Amend,
    Correct,
    DecisionDice,
    DigestLine,
    Event,
    Hold,
    Note,
    Pass,
    Pivotal,
    PlayCard,
    Reveal,
    RevealMarker,
    Segment,
    ShareOut,
    Stand,
    Void,
    Waive,
)
from fitl_core.record.play_effects import CardPlayed
from fitl_core.record.spoken import flatten, place_in_writing, spoken
from fitl_core.rules import deception, decision_dice, pivotal, sequence, sharing_out
from fitl_core.rules.context import Context
from fitl_core.rules.corrections import correct, let_stand
from fitl_core.rules.coup import rounds
from fitl_core.rules.progress import Progress
from fitl_core.rules.sequence import COUP_TURNS, open_deeds, to_act
from fitl_core.rules.well_formed import insist_on_well_formed, no_event
from fitl_core.state.deck import check_card, check_end, come_up, refuse_stranger
from fitl_core.state.draft import Draft
from fitl_core.state.position_digest import insist_on_digest, version_of
from fitl_core.state.state import State
from fitl_core.underway import Step, Underway, step_of
from notation.writer import write_clause

Play = Callable[[State, Event], object]
"""Carries out an event, or raises a `FitlError`."""


def play_canonical(state: State, event: Event) -> Step:
    """Carry out an event; an action must be canonical. Return the new state with the effects.

    Raises as `fitl_core.engine.play` does. The reason of a refusal is that of the first question that refuses
    a clause, because no other meaning is looked for.
    """
    try:
        draft = _draft(state, event)
    except FitlError:
        raise
    except Exception:
        insist_on_well_formed(event)
        raise
    return Step(state) if draft is None else step_of(draft)


def _draft(state: State, event: Event) -> Draft | None:
    if not isinstance(event, Action):
        return carried_out(state, event, play_canonical)
    insist_on_turn(state, event.faction, event.limop)
    with in_writing(event.segments):
        return acted(state, event, WrittenAnswers(spoken(event.segments, event.faction)))


def _why_refused(play: Play, state: State, move: Event) -> str:
    """Return in words why `play` refuses a move."""
    try:
        play(state, move)
    except FitlError as error:
        rule = f"{error.rule}: " if isinstance(error, Violation) else ""
        return f"the rules refuse it ({rule}{error.message})"
    return "the rules allow it"


def carried_out(state: State, event: Event, play: Play) -> Draft | None:
    """Return a draft on which another event than an action was carried out; None if it has no effect.

    `play` tries a move that a table lets stand: its refusal tells why the rules refuse the move.
    """
    match event:
        case Pass(faction):
            return _pass(state, faction)
        case PlayCard(card):
            return _play(state, card)
        case Reveal(card):
            return _reveal(state, card)
        case DigestLine(recorded):
            _compare_digest(state, recorded)
            return None
        case Pivotal(faction, card):
            return _place(state, faction, card)
        case Waive(faction):
            return _announce(state, faction, pivotal.waive)
        case Hold(faction):
            return _announce(state, faction, pivotal.hold)
        case RevealMarker(faction, marker):
            draft = Draft(state)
            deception.reveal(draft, faction, marker)
            return draft
        case DecisionDice():
            draft = Draft(state)
            decision_dice.roll(draft, event)
            return draft
        case ShareOut(players):
            draft = Draft(state)
            sharing_out.share_out(draft, players)
            return draft
        case Note():
            return None
        case Correct():
            draft = Draft(state)
            correct(draft, event)
            return draft
        case Stand(move):
            draft = Draft(state)
            draft.remark("SPEC 3", f"let stand by the table: {_why_refused(play, state, move)}")
            let_stand(draft, event)
            return draft
        case Void() | Amend():
            why = "this line changes a log: only a replay of the log can play it, not a position"
            raise Violation(Refusal("needs-the-log", "SPEC 3", why))
        case _:
            raise no_event(event)


@contextmanager
def in_writing(segments: tuple[Segment, ...]) -> Iterator[None]:
    """Turn the clause number of a Violation from spoken clauses to written ones."""
    try:
        yield
    except Violation as violation:
        place(violation, segments)
        raise


def place(violation: Violation, segments: tuple[Segment, ...]) -> None:
    """Set the written place of the refused clause."""
    if violation.clause is None:
        return
    clauses = flatten(segments)
    at = violation.clause = place_in_writing(clauses, violation.clause)
    closed_by = violation.closed_by = tuple([place_in_writing(clauses, by) for by in violation.closed_by])
    if closed_by:
        violation.add("closed by: " + ", ".join([write_clause(clauses[by]) for by in closed_by]))
    elif violation.code == "missing-choice" and at < len(clauses):
        violation.add(f"before: {write_clause(clauses[at])}")


def passing_is_open(state: State) -> bool:
    """Check whether the Faction to act may Pass, or do nothing in this phase. Raises nothing."""
    faction = to_act(state)
    if faction is None:
        return False
    if state.phase in COUP_TURNS:
        try:
            _pass(state, faction)
        except FitlError:
            return False
        return True
    return "pass" in open_deeds(state)


def refuse_act(state: State, faction: Faction) -> Refusal | None:
    """Refuse a Faction that cannot act now, for any reason."""
    if to_act(state) is faction:
        return pivotal.refuse_while_held(state)
    return sequence.refuse_phase(state) or sequence.refuse_turn(state, faction)


def insist_on_turn(state: State, faction: Faction, limop: bool = False) -> None:
    """Raise `Violation` if a Faction cannot act now, or not in this form."""
    refusal = refuse_act(state, faction)
    if refusal is None and limop and state.phase in COUP_TURNS:
        refusal = Refusal("wrong-verb", "6.0", "no Limited Operation in a Coup Round")
    if refusal is not None:
        raise Violation(refusal, faction=faction)


def carry_out(state: State, event: Action, answers: WrittenAnswers) -> Step:
    """Carry out an action by its answers, in its Faction's turn. Raises a `Violation` without explanation."""
    try:
        return step_of(acted(state, event, answers))
    finally:
        spend(answers.at + 1)


def acted(state: State, event: Action, answers: WrittenAnswers) -> Draft:
    """Return the draft of an action that is carried out by its answers. Raises `Violation`."""
    action = Underway(state, event.faction, event.limop)
    follow(action.procedure, answers)
    action.end()
    return action.draft


def _pass(state: State, faction: Faction) -> Draft:
    refusal = refuse_act(state, faction)
    if refusal is not None:
        raise Violation(refusal, faction=faction)
    draft = Draft(state)
    if state.phase in COUP_TURNS:
        _, procedure = rounds.PHASE_PROCEDURES[state.phase]
        ctx = Context(draft, faction, sequence.COUP_RULES[state.phase], Progress())
        follow(procedure(ctx), WrittenAnswers(()))
        rounds.after_phase(draft, state.phase)
    else:
        refusal = sequence.refuse_but_the_event(state)
        if refusal is not None:
            raise Violation(refusal, faction=faction)
        sequence.record(draft, faction, "pass")
    return draft


def _place(state: State, faction: Faction, card: int) -> Draft:
    """Interrupt the card with a Faction's Pivotal Event (2.3.8)."""
    refusal = pivotal.refuse_placing(state, faction, card)
    if refusal is not None:
        raise Violation(refusal, faction=faction)
    draft = Draft(state)
    pivotal.place(draft, faction)
    return draft


def _announce(state: State, faction: Faction, said: Callable[[Draft, Faction], None]) -> Draft:
    """Note a Faction's word on its Pivotal Event. It has no effect if the Faction can place none."""
    draft = Draft(state)
    said(draft, faction)
    return draft


def _play(state: State, card: int) -> Draft | None:
    """Check the current card by its line; without cards in the header it is the first card (2.2)."""
    if card == state.card:
        return None
    if state.card is None:
        check_card(card, scenario(state.scenario), state.options, (), state.players)
        draft = Draft(state)
        draft.happen(CardPlayed("2.2", card))
        return draft
    if (refusal := refuse_stranger(card, scenario(state.scenario))) is not None:
        raise Violation(refusal)
    facts = (f"played: {_card(state.card)}", f"showing: {_card(state.next)}")
    why = f"card {card} is not the card in play"
    if state.phase == "finished":
        why += "; a card comes into play when the next is revealed"
    raise Violation(Refusal("wrong-card", "2.3.7", why, facts))


def _card(number: int | None) -> str:
    return "none" if number is None else f"{number} {cards()[number].title}"


def _reveal(state: State, card: int) -> Draft:
    """Play the showing card and show the next one of the deck (2.3.7)."""
    if state.phase == "over":
        raise Violation(Refusal("game-over", "7.0", "the game has ended; no card is revealed"))
    draft = Draft(state)
    if state.phase == "card" and state.card is not None and state.next is None and not state.done:
        _check_next(state, card)
        rounds.turn_over(draft, card)
        return draft
    if state.phase != "finished":
        faction = to_act(state)
        who = f"{faction} is to act" if faction else "no card is played yet"
        why = f"the card is not finished: {who}"
        raise Violation(Refusal("card-not-finished", "2.3.7", why))
    if state.next is None:
        raise Violation(Refusal("deck-empty", "2.4.2", "no card is left to play"))
    _check_next(state, card)
    rounds.turn_over(draft, card)
    return draft


def _check_next(state: State, card: int) -> None:
    """Raise unless this card comes next; 0 means the end of the deck (2.1)."""
    start, seen = scenario(state.scenario), come_up(state)
    if card:
        check_card(card, start, state.options, seen, state.players)
    else:
        check_end(start, seen, state.options)


def _compare_digest(state: State, recorded: str) -> None:
    if version_of(recorded) > 1:  # a digest of version 1 was made from another text
        insist_on_digest(state, recorded)
