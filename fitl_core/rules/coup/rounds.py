"""The Coup Round from phase to phase (2.4, 6.0): automatic effects, and who decides next."""

from __future__ import annotations

from collections.abc import Callable

from fitl_core.asking.questions import Procedure
from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.phases import ENTERED_FROM, Ending, Opening, Phase
from fitl_core.facts.players import non_players, player_of
from fitl_core.record.play_effects import (
    CardPlayed,
    ControlReleased,
    FailedAttemptPlaced,
    GameEnded,
    LeaderInstalled,
    NextCardShown,
)
from fitl_core.rules import sequence
from fitl_core.rules.context import Context
from fitl_core.rules.coup.commitment import commitment, sort_casualties, withdrawal, withdrawal_is_open
from fitl_core.rules.coup.desertion import anyone_deserts, desertion
from fitl_core.rules.coup.redeploy import arvn_redeploy, leave_laos_and_cambodia, nva_redeploy
from fitl_core.rules.coup.reset import reset
from fitl_core.rules.coup.resources import earn, sabotage_all, sabotage_some
from fitl_core.rules.coup.support import agitation, forget_pacification, pacification
from fitl_core.state.deck import is_final
from fitl_core.state.draft import Draft
from fitl_core.state.final_places import margin_of_lone_player
from fitl_core.state.state import FAILED_ATTEMPTS
from fitl_core.state.turn_order import next_to_act
from fitl_core.state.victory import ranking, winner_of_check

PHASE_PROCEDURES: dict[str, tuple[str, Callable[[Context], Procedure]]] = {
    "desert": ("desert", desertion),
    "sabotage": ("sabotage", sabotage_some),
    "support-us": ("pacify", pacification),
    "support-arvn": ("pacify", pacification),
    "support-vc": ("agitate", agitation),
    "redeploy-arvn": ("redeploy", arvn_redeploy),
    "redeploy-nva": ("redeploy", nva_redeploy),
    "commitment": ("commit", commitment),
    "withdrawal": ("withdraw", withdrawal),
}
"""The verb and the procedure of each phase that waits for a Faction."""


def turn_over(draft: Draft, card: int) -> None:
    """Play the card that shows, and show the next one (0: none) (2.3.7). This asks no question.

    If no card shows, as at the start of a game, only the next one is shown.
    """
    state = draft.state
    if state.next is None:
        draft.happen(NextCardShown("2.2", card or None))
        if state.phase != "card" or state.card is None or state.done:
            return
    else:
        draft.happen(CardPlayed("2.3.7", state.next))
        draft.happen(NextCardShown("2.3.7", card or None))
    begin_card(draft)


def begin_card(draft: Draft) -> None:
    """Begin the Event card or the Coup Round of the played card (2.3.1, 2.4)."""
    card = draft.state.card
    assert card is not None
    if cards()[card].is_coup:
        begin(draft)
        return
    draft.enter("card", "2.3.7")
    if next_to_act(draft.state) is None:
        draft.remark("2.3.6", "no Faction is Eligible")
        sequence.finish_card(draft)


def begin(draft: Draft) -> None:
    """Play the Coup card: its Leader or immediate effect, then the Coup Round (2.4)."""
    number = draft.state.card
    assert number is not None
    if number in FAILED_ATTEMPTS:
        if anyone_deserts(draft):
            draft.enter("desert", "2.4")
            return
        _put_beneath(draft, number)
    else:
        draft.happen(LeaderInstalled("2.4.1", number))
    _round(draft)


def _put_beneath(draft: Draft, number: int) -> None:
    """Put a Failed Attempt beneath the Leader; it ends only Duong Van Minh (2.4.1)."""
    draft.happen(FailedAttemptPlaced("2.4.1", number))


def _round(draft: Draft) -> None:
    """Carry out the Victory and Resources Phases, up to the first decision (6.1, 6.2)."""
    state = draft.freeze()
    before = state.played[-2:-1]
    if before and cards()[before[0]].is_coup:
        draft.remark("6.0", "no second Coup Round in a row")
        if is_final(state):
            _end(draft, ranking(state, final=True)[0], "2.4.2", "final")
        else:
            draft.enter("finished", "6.0")
        return
    winner = winner_of_check(state)
    if winner is not None:
        _end(draft, winner, "6.1", "check")
        return
    draft.remark("6.1", "nobody passes the victory check")
    _resources(draft)


def _resources(draft: Draft) -> None:
    """Carry out the Resources Phase, up to VC's choice if too few markers are left (6.2)."""
    if sabotage_all(draft):
        _after_sabotage(draft)
    else:
        draft.enter("sabotage", "6.2.1")


def _after_sabotage(draft: Draft) -> None:
    earn(draft)
    forget_pacification(draft, "6.3.1")
    draft.enter("support-us", "6.3.1")


def _end(draft: Draft, winner: Faction, rule: str, how: Ending) -> None:
    players = draft.state.players
    unplayed = winner in non_players(players)
    ahead = margin_of_lone_player(draft.freeze()) if not unplayed else None
    draft.happen(GameEnded(rule, winner, player_of(players, winner), how, unplayed, ahead))


def enter(draft: Draft, phase: Phase | Opening) -> None:
    """Carry out the automatic effects of a position that is given in this phase, up to the next decision.

    A Coup card that is face up and not yet carried out begins its Round (2.4).
    """
    match phase:
        case "card":
            if draft.state.card is not None and cards()[draft.state.card].is_coup:
                begin(draft)
        case "victory":
            _round(draft)
        case "resources":
            _resources(draft)
        case "redeploy" | "rotation" | "reset":
            after_phase(draft, ENTERED_FROM[phase])
        case _:
            pass


def after_phase(draft: Draft, phase: str) -> None:
    """Go on from a phase that is decided to the next decision."""
    match phase:
        case "desert":
            card = draft.state.card
            assert card is not None
            _put_beneath(draft, card)
            _round(draft)
        case "sabotage":
            _after_sabotage(draft)
        case "support-us":
            draft.enter("support-arvn", "6.3.1")
        case "support-arvn":
            draft.enter("support-vc", "6.3.2")
        case "support-vc":
            leave_laos_and_cambodia(draft)
            draft.enter("redeploy-arvn", "6.4.2")
        case "redeploy-arvn":
            draft.enter("redeploy-nva", "6.4.3")
        case "redeploy-nva":
            _after_redeploy(draft)
        case "commitment":
            if withdrawal_is_open(draft):
                draft.enter("withdrawal", "6.5")
            else:
                reset(draft)
        case "withdrawal":
            reset(draft)


def _after_redeploy(draft: Draft) -> None:
    """Adjust Control (6.4.4); the final Round ends here (6.4.5)."""
    draft.happen(ControlReleased("6.4.4"))
    state = draft.freeze()
    if is_final(state):
        _end(draft, ranking(state, final=True)[0], "6.4.5", "final")
        return
    sort_casualties(draft)
    draft.enter("commitment", "6.5")
