"""Pivotal Events: who may place one on the played card, trump another, waive or ask to wait (2.3.8)."""

from __future__ import annotations

import msgspec

from fitl_core.errors import Refusal
from fitl_core.facts.card_list import cards, pivotal_cards
from fitl_core.facts.factions import ARVN, FACTIONS, NVA, US, VC, Faction
from fitl_core.facts.game_map import board
from fitl_core.facts.pieces import GUERRILLAS, TROOPS, Kind, total_of
from fitl_core.facts.scenario_list import scenario
from fitl_core.record.play_effects import PivotalHeld, PivotalPlaced, PivotalWaived
from fitl_core.rules.sequence import pivotal_is_due, refuse_phase, to_act
from fitl_core.state.draft import Draft
from fitl_core.state.state import State
from fitl_core.state.turn_order import executed
from fitl_core.state.victory import scores

RULE = "2.3.8"
MAY_TRUMP: dict[Faction, tuple[Faction, ...]] = {VC: (US, NVA, ARVN), ARVN: (US, NVA), NVA: (US,), US: ()}
"""The Factions whose Pivotal Event each Faction may cancel with its own."""

PASS_IS_A_DEED = "2.3.8-05"
"""The reading by which no Pivotal Event follows a Pass."""

LEADERS_NEEDED = 2
US_SCORE = 40
US_SCORE_AFTER_PEACE_TALKS = 25
US_TROOPS = 20
VC_GUERRILLAS = 20


def held(state: State) -> tuple[Faction, ...]:
    """Return the Factions that still hold their Pivotal Event."""
    if not scenario(state.scenario).pivotal_events:
        return ()
    return tuple([faction for faction in FACTIONS if pivotal_cards()[faction] not in state.played])


def may_place(state: State) -> tuple[Faction, ...]:
    """Return the Factions that could place their Pivotal Event now."""
    return tuple([f for f in held(state) if refuse_placing(state, f, pivotal_cards()[f]) is None])


def holding(state: State) -> tuple[Faction, ...]:
    """Return the Factions for which play waits: they asked for it, can still place theirs, and are not to
    act.
    """
    return _deciding(state) if state.holds else ()


def _deciding(state: State) -> tuple[Faction, ...]:
    acting = to_act(state)
    return tuple([f for f in may_place(state) if f in state.holds and f is not acting])


def place(draft: Draft, faction: Faction) -> None:
    """Put a Faction's Pivotal Event on the played card; one that it trumps returns to its owner."""
    state = draft.state
    under, card = state.card, pivotal_cards()[faction]
    assert under is not None
    draft.happen(PivotalPlaced(RULE, faction, card, under, pivotal_is_due(state)))


def waive(draft: Draft, faction: Faction) -> None:
    """Give up placing a Pivotal Event on this card; a remark says why if it could not be placed anyway."""
    card = pivotal_cards()[faction]
    if refusal := refuse_placing(draft.state, faction, card):
        draft.remark(RULE, f"{faction} could not place {_card(card)} anyway: {refusal.message}")
    else:
        draft.happen(PivotalWaived(RULE, faction, card))


def hold(draft: Draft, faction: Faction) -> None:
    """Let play wait for a Faction that could place its Pivotal Event; a remark says why if play does not
    wait.
    """
    state, card = draft.state, pivotal_cards()[faction]
    if refusal := refuse_placing(state, faction, card):
        draft.remark(RULE, f"play does not wait: {faction} cannot place {_card(card)}: {refusal.message}")
    elif faction in state.holds:
        draft.remark(RULE, f"play waits for {faction} already")
    else:
        draft.happen(PivotalHeld(RULE, faction, card))
        if to_act(state) is faction:
            draft.remark(RULE, f"{faction} is to act, so play waits for it without this")


def refuse_while_held(state: State) -> Refusal | None:
    """Refuse to go on while a Faction other than the one to act is deciding on its Pivotal Event."""
    waits = holding(state)
    if not waits:
        return None
    facts = tuple([f"{faction} holds {_card(pivotal_cards()[faction])}" for faction in waits])
    why = f"play waits for {' and '.join(waits)} to place a Pivotal Event or waive"
    return Refusal("pivotal-held", RULE, why, facts)


def refuse_placing(state: State, faction: Faction, card: int) -> Refusal | None:
    """Refuse a card that a Faction may not place on the played one now."""
    return (
        _refuse_card(state, faction, card)
        or refuse_phase(state)
        or _refuse_moment(state)
        or _refuse_faction(state, faction)
        or _refuse_trump(state, faction)
        or _refuse_precondition(state, faction)
    )


def _refuse_card(state: State, faction: Faction, card: int) -> Refusal | None:
    """Refuse a card that is used or not the own one, or if there are no Pivotal Events."""
    own = pivotal_cards()[faction]
    if not scenario(state.scenario).pivotal_events:
        why = f"the {state.scenario.title()} scenario has no Pivotal Events"
        return Refusal("no-pivotal-events", RULE, why)
    if card != own:
        whose = [owner for owner, number in pivotal_cards().items() if number == card]
        is_what = f"is the Pivotal Event of {whose[0]}" if whose else "is no Pivotal Event"
        why = f"card {card} {is_what}; {faction} has {_card(own)}"
        return Refusal("not-your-pivotal", RULE, why)
    if card in state.played:
        return Refusal("pivotal-used", RULE, f"{_card(card)} lies among the played cards already")
    return None


def _refuse_moment(state: State) -> Refusal | None:
    """Refuse a Pivotal Event in a Coup Round, too late on this card, or in Monsoon."""
    if state.phase != "card":
        return Refusal("pivotal-coup-round", RULE, "a Pivotal Event is placed on an Event card")
    if PASS_IS_A_DEED in state.readings and state.done:
        why = f"{state.done[0].faction} has Passed, and that counts as having done something"
        return Refusal("pivotal-too-late", RULE, why, (f"reading {PASS_IS_A_DEED} is played",))
    if done := executed(state):
        why = f"the 1st Eligible Faction ({done[0].faction}) has already executed on this card"
        return Refusal("pivotal-too-late", RULE, why)
    if state.monsoon:
        assert state.next is not None
        why = "no Pivotal Event while a Coup shows as the next card"
        return Refusal("pivotal-monsoon", RULE, why, (f"next: {_card(state.next)}",))
    return None


def _refuse_faction(state: State, faction: Faction) -> Refusal | None:
    """Refuse a Faction that is Ineligible, has Passed, or has waived."""
    if faction not in state.eligible:
        facts = (f"Eligible: {', '.join(state.eligible) or 'none'}",)
        return Refusal("pivotal-ineligible", RULE, f"{faction} is Ineligible", facts)
    if any(done.faction is faction for done in state.done):
        return Refusal("pivotal-passed", RULE, f"{faction} has Passed on this card")
    if faction in state.waived:
        return Refusal("pivotal-waived", RULE, f"{faction} has waived its Pivotal Event for this card")
    return None


def _refuse_trump(state: State, faction: Faction) -> Refusal | None:
    """Refuse to cancel another Pivotal Event that this Faction may not trump."""
    if not pivotal_is_due(state):
        return None
    assert state.card is not None
    owner = cards()[state.card].order[0]
    if owner in MAY_TRUMP[faction]:
        return None
    whom = " and ".join(MAY_TRUMP[faction]) or "nobody"
    why = f"{faction} may not trump {_card(state.card)} of {owner}"
    return Refusal("pivotal-no-trump", RULE, why, (f"{faction} may trump {whom}",))


def _refuse_precondition(state: State, faction: Faction) -> Refusal | None:
    """Refuse a card whose precondition is not met: two cards in the Leader box, and a number."""
    missing = next((one for one in preconditions(state, faction) if not one.is_met), None)
    if missing is None:
        return None
    why = f"precondition of {_card(pivotal_cards()[faction])}: {missing.wanted}"
    return Refusal("pivotal-precondition", RULE, why, missing.facts)


class Precondition(msgspec.Struct, frozen=True):
    """A condition of a Pivotal Event in words, the figures of the position for it, and whether it is met."""

    wanted: str
    facts: tuple[str, ...]
    is_met: bool


def preconditions(state: State, faction: Faction) -> tuple[Precondition, Precondition]:
    """Return the two conditions of a Faction's Pivotal Event in a position (2.3.8). Raises nothing."""
    names = ", ".join([_card(number) for number in state.leader_box]) or "none"
    leaders = Precondition(
        f"at least {LEADERS_NEEDED} cards in the RVN Leader box",
        (f"there: {names}",),
        len(state.leader_box) >= LEADERS_NEEDED,
    )
    return leaders, _number_wanted(state, faction)


def _number_wanted(state: State, faction: Faction) -> Precondition:
    match faction:
        case Faction.US:
            most = US_SCORE_AFTER_PEACE_TALKS if state.peace_talks else US_SCORE
            score = scores(state)[US]
            return Precondition(wanted(US, most), (f"together {score}",), score > most)
        case Faction.NVA:
            nva, us = _on_map(state, TROOPS[NVA]), _on_map(state, TROOPS[US])
            return Precondition(wanted(NVA), (f"NVA Troops {nva}", f"US Troops {us}"), nva > us)
        case Faction.ARVN:
            us = _on_map(state, TROOPS[US])
            return Precondition(wanted(ARVN), (f"there are {us}",), us < US_TROOPS)
        case Faction.VC:
            number = _on_map(state, *GUERRILLAS[VC], south=True)
            return Precondition(wanted(VC), (f"there are {number}",), number > VC_GUERRILLAS)


def wanted(faction: Faction, us_score: int = US_SCORE) -> str:
    """Return the precondition of a Faction's Pivotal Event, besides the two cards in the RVN Leader box."""
    match faction:
        case Faction.US:
            return f"Total Support with the US Troops and Bases Available above {us_score}"
        case Faction.NVA:
            return "more NVA Troops than US Troops on the map"
        case Faction.ARVN:
            return f"fewer than {US_TROOPS} US Troops on the map"
        case Faction.VC:
            return f"more than {VC_GUERRILLAS} VC Guerrillas in South Vietnam"


def _on_map(state: State, *kinds: Kind, south: bool = False) -> int:
    """Return the number of pieces of these kinds on the map, or in South Vietnam, LoCs included (1.3.5)."""
    spaces = zip(board().spaces, state.spaces, strict=True)
    there = [space.pieces for where, space in spaces if where.in_south_vietnam or not south]
    return total_of(there, kinds)


def _card(number: int) -> str:
    return f"card {number} {cards()[number].title}"
