"""The Event card's sequence of play: who is Eligible, who acts, with which options (2.3)."""

from __future__ import annotations

from fitl_core.errors import Refusal
from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import FACTIONS, INSURGENT, Faction
from fitl_core.facts.options import EASY
from fitl_core.facts.phases import Deed
from fitl_core.facts.players import non_players
from fitl_core.record.play_effects import (
    Acted,
    EligibilityAdjusted,
    MadeEligible,
    MadeIneligible,
    StaysEligible,
)
from fitl_core.rules.promises import acted, card_is_done
from fitl_core.state.draft import Draft
from fitl_core.state.final_places import outcome_words
from fitl_core.state.state import State
from fitl_core.state.turn_order import executed, next_to_act

RULE = "2.3.4"
PASS_INSURGENT = 1
PASS_COIN = 3

COUP_TURNS = {
    "desert": Faction.ARVN,
    "sabotage": Faction.VC,
    "support-us": Faction.US,
    "support-arvn": Faction.ARVN,
    "support-vc": Faction.VC,
    "redeploy-arvn": Faction.ARVN,
    "redeploy-nva": Faction.NVA,
    "commitment": Faction.US,
    "withdrawal": Faction.VC,
}
"""The Faction that decides in each phase of a Coup Round that waits for one (6.0)."""

COUP_RULES = {
    "desert": "2.4",
    "sabotage": "6.2.1",
    "support-us": "6.3.1",
    "support-arvn": "6.3.1",
    "support-vc": "6.3.2",
    "redeploy-arvn": "6.4.2",
    "redeploy-nva": "6.4.3",
    "commitment": "6.5",
    "withdrawal": "6.5",
}
"""The rule of each of these phases."""

_PIVOTAL: frozenset[Deed] = frozenset({"event"})
_FULL: frozenset[Deed] = frozenset({"pass", "operation", "operation+activity", "limop"})
_LIMITED: frozenset[Deed] = frozenset({"pass", "limop"})
_FULL_OR_EVENT: frozenset[Deed] = _FULL | _PIVOTAL
_LIMITED_OR_EVENT: frozenset[Deed] = _LIMITED | _PIVOTAL
_IN_FULL: dict[frozenset[Deed], frozenset[Deed]] = {
    _LIMITED: _FULL - {"limop"},
    _LIMITED_OR_EVENT: _FULL_OR_EVENT - {"limop"},
}
"""The deeds of a Non-player, by the deeds that are open to a player in its place (8.1)."""


def to_act(state: State) -> Faction | None:
    """Return the Faction that decides next (2.3.2, 6.0); None while a card is awaited or the game is over.

    Raises nothing.
    """
    if state.phase != "card":
        return COUP_TURNS.get(state.phase)
    return next_to_act(state) if state.next is not None else None


def pivotal_is_due(state: State) -> bool:
    """Check whether a Pivotal Event lies on the played card and is still to be executed (2.3.8)."""
    return state.card is not None and cards()[state.card].kind == "pivotal" and not executed(state)


def open_deeds(state: State) -> frozenset[Deed]:
    """Return the deeds that are open to the next Faction on this card (2.3.4, 5.1.4).

    A Hidden Asset has made a Limited Operation a `full_option` (7.3). A Non-player executes a full
    Operation with a Special Activity instead of a limited one (8.1), unless the game is easy (8.9).
    """
    given = given_deeds(state)
    return done_in_full(state, given) or given


def done_in_full(state: State, given: frozenset[Deed]) -> frozenset[Deed] | None:
    """Return the deeds of a Non-player that does the limited deeds `given` in full (8.1); else None."""
    full = _IN_FULL.get(given)
    if full is None or EASY in state.options or next_to_act(state) not in non_players(state.players):
        return None
    return full


def given_deeds(state: State) -> frozenset[Deed]:
    """Return the deeds that the card gives the next Faction, player or not (2.3.4, 5.1.4, 7.3)."""
    if pivotal_is_due(state):
        return _PIVOTAL
    done = executed(state)
    if not done:
        return _FULL_OR_EVENT
    match done[0].deed:
        case "event":
            return _FULL
        case "operation+activity":
            return _FULL_OR_EVENT if state.full_option else _LIMITED_OR_EVENT
        case _:
            return _FULL if state.full_option else _LIMITED


def refuse_phase(state: State) -> Refusal | None:
    """Refuse to act if no two cards are face up, this card is finished, or the game is over."""
    if state.phase == "over":
        return Refusal("game-over", "7.0", f"the game has ended: {outcome_words(state)}")
    if state.phase == "card" and (state.card is None or state.next is None):
        why = "two cards must be face up before anyone acts: write the card's number and `next`"
        return Refusal("no-card", "2.2", why)
    if state.phase == "finished":
        why = "this card is finished; the next one is to be revealed first"
        return Refusal("card-finished", "2.3.7", why)
    return None


def refuse_but_the_event(state: State) -> Refusal | None:
    """Refuse all but the Event: a Faction that places a Pivotal Event must execute it (5.1.4)."""
    if not pivotal_is_due(state):
        return None
    assert state.card is not None
    card = cards()[state.card]
    why = f"{card.order[0]} has placed its Pivotal Event and must now execute it"
    return Refusal("pivotal-due", "5.1.4", why, (f"placed: {card.number} {card.title}",))


def _coup_order(state: State, faction: Faction) -> tuple[str, ...]:
    """Return the order of the Factions that still decide in a phase, if `faction` is among them."""
    phase = state.phase.split("-")[0]
    steps = [step for step in COUP_TURNS if step.split("-")[0] == phase]
    remaining = steps[steps.index(state.phase) :]
    if faction not in [COUP_TURNS[step] for step in remaining]:
        return ()
    turns = [f"{COUP_TURNS[step]} ({COUP_RULES[step]})" for step in remaining]
    return (f"in this order: {', '.join(turns)}",)


def refuse_turn(state: State, faction: Faction) -> Refusal | None:
    """Refuse a Faction whose turn it is not (2.3.1-2.3.3)."""
    acting = to_act(state)
    if acting is faction:
        return None
    if state.phase in COUP_TURNS:
        return Refusal(
            "not-your-turn", "6.0", f"{acting} decides now, not {faction}", _coup_order(state, faction)
        )
    before = [done.faction for done in state.done]
    names = ", ".join([each for each in state.eligible if each not in before]) or "none"
    facts: tuple[str, ...] = (f"Eligible: {names}",)
    if before:
        facts = (f"acted already: {', '.join(before)}", f"Eligible, and to act yet: {names}")
    order = cards()[state.card].order if state.card is not None else ()
    facts += (f"order {', '.join(order)}",) if order else ()
    if faction not in state.eligible:
        return Refusal("ineligible", "2.3.1", f"{faction} is Ineligible on this card", facts)
    if faction in before:
        return Refusal("acted-already", "2.3.2", f"{faction} has acted on this card", facts)
    place = "1st" if not executed(state) else "2nd"
    why = f"{acting} is the leftmost Eligible Faction and so {place} Eligible, before {faction}"
    return Refusal("not-your-turn", "2.3.2", why, facts)


def record(draft: Draft, faction: Faction, deed: Deed) -> None:
    """Note a Faction's deed, and pay for a Pass; when the card is done, adjust Eligibility (2.3.6)."""
    acted(draft, faction, deed)
    draft.happen(Acted("2.3.3" if deed == "pass" else RULE, faction, deed))
    if deed == "pass":
        draft.gain(faction, PASS_INSURGENT if faction in INSURGENT else PASS_COIN, "2.3.3")
    if to_act(draft.state) is None:
        finish_card(draft)


def note_deed(draft: Draft, faction: Faction, deed: Deed) -> None:
    """Count a deed without paying for it; when the card is done, adjust Eligibility (2.3.4, 2.3.6).

    On a finished card, a Faction that executes anyway becomes Ineligible. The same deed of a Faction is
    noted there only once.
    """
    acted(draft, faction, deed)
    state = draft.state
    if state.phase != "finished" or all((one.faction, one.deed) != (faction, deed) for one in state.done):
        draft.happen(Acted("2.3.3" if deed == "pass" else RULE, faction, deed))
    if state.phase == "card" and to_act(draft.state) is None:
        finish_card(draft)
    elif state.phase == "finished" and deed != "pass":
        eligible = tuple([each for each in state.eligible if each is not faction])
        draft.happen(EligibilityAdjusted("2.3.6", state.eligible, eligible))


def finish_card(draft: Draft) -> None:
    """Adjust Eligibility: a Faction that executed becomes Ineligible, all others Eligible (2.3.6).

    A Faction that an Event made Eligible, and that then acts on this card after the Event, has used that
    up.
    """
    state = draft.state
    acted = executed(state)
    after_event = acted[1:] if acted and acted[0].deed == "event" and "card-54" not in state.readings else ()
    tired = [done.faction for done in acted if done.faction not in state.stays or done in after_event]
    out = (*tired, *state.barred)
    eligible = tuple([faction for faction in FACTIONS if faction not in out])
    card_is_done(draft)
    draft.happen(EligibilityAdjusted("2.3.6", state.eligible, eligible))
    draft.enter("finished", "2.3.6")


def stay_eligible(draft: Draft, faction: Faction, rule: str) -> None:
    """Let a Faction remain Eligible by an Event (2.3.6)."""
    draft.happen(StaysEligible(rule, faction))


def make_ineligible(draft: Draft, faction: Faction, rule: str) -> None:
    """Make a Faction Ineligible by an Event, now and through the next card (2.3.6)."""
    draft.happen(MadeIneligible(rule, faction))


def make_eligible(draft: Draft, faction: Faction, rule: str, this_card: bool = True) -> None:
    """Make a Faction Eligible by an Event, at once and for the next card, whatever it executed (2.3.6)."""
    draft.happen(MadeEligible(rule, faction, this_card))
