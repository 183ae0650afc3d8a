"""Apply effects on the course of the game: cards, sequence of play, lasting Events, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from fitl_core.facts.factions import FACTIONS, US
from fitl_core.facts.players import non_players
from fitl_core.record import play_effects as happened
from fitl_core.state.mutable import MutableState
from fitl_core.state.state import Done, InEffect, Revealed, efforts

_replace = msgspec.structs.replace


def _card_played(position: MutableState, effect: happened.CardPlayed) -> None:
    state = position.state
    position.state = _replace(state, card=effect.card, played=(*state.played, effect.card), done=())


def _next_card(position: MutableState, effect: happened.NextCardShown) -> None:
    position.state = _replace(position.state, next=effect.card)


def _pivotal_placed(position: MutableState, effect: happened.PivotalPlaced) -> None:
    state = position.state
    under = state.played[:-1] if effect.trumps else state.played
    position.state = _replace(state, card=effect.card, played=(*under, effect.card))


def _card_returned(position: MutableState, effect: happened.CardReturned) -> None:
    state = position.state
    position.state = _replace(state, played=tuple([card for card in state.played if card != effect.card]))


def _pivotal_waived(position: MutableState, effect: happened.PivotalWaived) -> None:
    state = position.state
    position.state = _replace(
        state, waived=(*state.waived, effect.faction), holds=_without(state.holds, effect.faction)
    )


def _pivotal_held(position: MutableState, effect: happened.PivotalHeld) -> None:
    state = position.state
    position.state = _replace(state, holds=(*state.holds, effect.faction))


def _peace_talks(position: MutableState, _effect: happened.PeaceTalksBegun) -> None:
    position.state = _replace(position.state, peace_talks=True)


def _phase(position: MutableState, effect: happened.PhaseChanged) -> None:
    position.state = _replace(position.state, phase=effect.new)


def _acted(position: MutableState, effect: happened.Acted) -> None:
    state = position.state
    position.state = _replace(state, done=(*state.done, Done(effect.faction, effect.deed)), full_option=False)


def _eligibility(position: MutableState, effect: happened.EligibilityAdjusted) -> None:
    position.state = _replace(position.state, eligible=effect.new, stays=(), barred=(), waived=(), holds=())


def _stays_eligible(position: MutableState, effect: happened.StaysEligible) -> None:
    state = position.state
    position.state = _replace(state, stays=(*state.stays, effect.faction))


def _made_ineligible(position: MutableState, effect: happened.MadeIneligible) -> None:
    state = position.state
    eligible = _without(state.eligible, effect.faction)
    position.state = _replace(state, barred=(*state.barred, effect.faction), eligible=eligible)


def _made_eligible(position: MutableState, effect: happened.MadeEligible) -> None:
    state = position.state
    eligible = state.eligible
    if effect.now and effect.faction not in eligible:
        eligible = tuple([f for f in FACTIONS if f is effect.faction or f in eligible])
    barred = _without(state.barred, effect.faction)
    position.state = _replace(state, eligible=eligible, stays=(*state.stays, effect.faction), barred=barred)


def _deception(position: MutableState, effect: happened.DeceptionRevealed) -> None:
    state = position.state
    revealed = (*state.revealed, Revealed(effect.faction, effect.marker))
    position.state = _replace(
        state, revealed=revealed, full_option=state.full_option or effect.marker == "asset"
    )


def _players_changed(position: MutableState, effect: happened.PlayersChanged) -> None:
    state, without = position.state, non_players(effect.new)
    holds = tuple([faction for faction in state.holds if faction not in without])
    policy = state.policy if US in without else None
    position.state = _replace(state, players=effect.new, holds=holds, policy=policy)


def _policy(position: MutableState, effect: happened.PolicySet) -> None:
    position.state = _replace(position.state, policy=effect.new)


def _promised(position: MutableState, effect: happened.Promised) -> None:
    state = position.state
    promises = tuple([f for f in FACTIONS if f is effect.faction or f in state.promises])
    position.state = _replace(state, promises=promises)


def _promise_ended(position: MutableState, effect: happened.PromiseEnded) -> None:
    state = position.state
    position.state = _replace(state, promises=_without(state.promises, effect.faction))


def _capability_out(position: MutableState, effect: happened.CapabilityOut) -> None:
    state = position.state
    others = _but(state.capabilities, effect.card)
    position.state = _replace(state, capabilities=(*others, InEffect(effect.card, effect.side)))


def _capability_gone(position: MutableState, effect: happened.CapabilityGone) -> None:
    state = position.state
    position.state = _replace(state, capabilities=_but(state.capabilities, effect.card))


def _momentum_out(position: MutableState, effect: happened.MomentumOut) -> None:
    state = position.state
    position.state = _replace(state, momentum=(*state.momentum, InEffect(effect.card, effect.side)))


def _momentum_gone(position: MutableState, effect: happened.MomentumGone) -> None:
    state = position.state
    position.state = _replace(state, momentum=_but(state.momentum, effect.card))


def _leader(position: MutableState, effect: happened.LeaderInstalled) -> None:
    state = position.state
    position.state = _replace(state, leader_box=(*state.leader_box, effect.card), leader_face_down=False)


def _failed_attempt(position: MutableState, effect: happened.FailedAttemptPlaced) -> None:
    state = position.state
    position.state = _replace(state, leader_box=(effect.card, *state.leader_box))


def _leader_down(position: MutableState, _effect: happened.LeaderTurnedDown) -> None:
    position.state = _replace(position.state, leader_face_down=True)


def _pacified(position: MutableState, effect: happened.Pacified) -> None:
    state = position.state
    levels = {effort.space: effort.levels for effort in state.pacified}
    levels[effect.space] = levels.get(effect.space, 0) + effect.levels
    position.state = _replace(state, pacified=efforts(levels.items()))


def _pacification_forgotten(position: MutableState, _effect: happened.PacificationForgotten) -> None:
    position.state = _replace(position.state, pacified=())


def _control_held(position: MutableState, effect: happened.ControlHeld) -> None:
    position.state = _replace(position.state, held_control=effect.control)


def _control_released(position: MutableState, _effect: happened.ControlReleased) -> None:
    position.state = _replace(position.state, held_control=())


def _withdrawal(position: MutableState, effect: happened.WithdrawalCounted) -> None:
    position.state = _replace(position.state, withdrawn=effect.new)


def _ended(position: MutableState, effect: happened.GameEnded) -> None:
    position.state = _replace(position.state, phase="over", winner=effect.winner, ended=effect.how)


def _winner(position: MutableState, effect: happened.WinnerChanged) -> None:
    position.state = _replace(position.state, winner=effect.new)


def _without(factions: tuple[Any, ...], one: Any) -> tuple[Any, ...]:
    return tuple([faction for faction in factions if faction is not one])


def _but(markers: tuple[InEffect, ...], card: int) -> tuple[InEffect, ...]:
    return tuple([marker for marker in markers if marker.card != card])


COURSE: dict[type, Callable[[MutableState, Any], None]] = {
    happened.CardPlayed: _card_played,
    happened.NextCardShown: _next_card,
    happened.PivotalPlaced: _pivotal_placed,
    happened.CardReturned: _card_returned,
    happened.PivotalWaived: _pivotal_waived,
    happened.PivotalHeld: _pivotal_held,
    happened.PeaceTalksBegun: _peace_talks,
    happened.PhaseChanged: _phase,
    happened.Acted: _acted,
    happened.EligibilityAdjusted: _eligibility,
    happened.StaysEligible: _stays_eligible,
    happened.MadeIneligible: _made_ineligible,
    happened.MadeEligible: _made_eligible,
    happened.DeceptionRevealed: _deception,
    happened.PlayersChanged: _players_changed,
    happened.PolicySet: _policy,
    happened.Promised: _promised,
    happened.PromiseEnded: _promise_ended,
    happened.CapabilityOut: _capability_out,
    happened.CapabilityGone: _capability_gone,
    happened.MomentumOut: _momentum_out,
    happened.MomentumGone: _momentum_gone,
    happened.LeaderInstalled: _leader,
    happened.FailedAttemptPlaced: _failed_attempt,
    happened.LeaderTurnedDown: _leader_down,
    happened.Pacified: _pacified,
    happened.PacificationForgotten: _pacification_forgotten,
    happened.ControlHeld: _control_held,
    happened.ControlReleased: _control_released,
    happened.WithdrawalCounted: _withdrawal,
    happened.GameEnded: _ended,
    happened.WinnerChanged: _winner,
}
"""How each of these effects changes a position."""
