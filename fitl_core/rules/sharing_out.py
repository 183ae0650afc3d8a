"""Factions that change hands during a game: given to section 8, or taken over from it (1.5, 8.0).

The rest of the position stays. A US without a player follows the Policy of the scenario's start until its
next Commitment Phase (8.8.1). A Faction that gets a player has promised nothing (8.5.2).
"""

from __future__ import annotations

from fitl_core.errors import NotSupported, Refusal, Violation
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import US
from fitl_core.facts.non_player_nodes import POLICY_NODE
from fitl_core.facts.options import refuse_options
from fitl_core.facts.players import (
    Players,
    non_players,
    player_of,
    player_words,
    players_words,
    refuse_players,
)
from fitl_core.facts.scenario_list import scenario, set_out
from fitl_core.record.play_effects import PlayersChanged, PolicySet
from fitl_core.rules import promises
from fitl_core.rules.deception import MARKERS_OF_A_PLAYER
from fitl_core.state.draft import Draft
from fitl_core.state.state import State

RULE = "1.5"


def share_out(draft: Draft, players: Players) -> None:
    """Share out the Factions in this way from now on.

    Raises `Violation` if the sharing is impossible, or does not fit the played options or markers. Raises
    `NotSupported` for Non-players by the original rules.
    """
    state = draft.state
    refusal = refuse_sharing(state, players)
    if refusal is not None:
        raise Violation(refusal)
    without = non_players(players)
    if without and state.rules is Edition.ORIGINAL:
        why = (
            f"Non-players by the original rules ({' and '.join(without)}): section 8 is the second edition's"
        )
        raise NotSupported(why, "8.0")
    if players == state.players:
        draft.remark(RULE, f"the Factions are shared out in this way already: {players_words(players)}")
        return
    for faction in state.promises:
        if faction not in without:
            promises.has_player(draft, faction)
    is_new = US in without and US not in non_players(state.players)
    draft.happen(PlayersChanged(RULE, state.players, players))
    if is_new:
        draft.happen(PolicySet(POLICY_NODE, None, scenario(state.scenario).policy))


def refuse_sharing(state: State, players: Players) -> Refusal | None:
    """Refuse a sharing that is not possible in this position."""
    if state.phase == "over":
        return Refusal("game-over", "7.0", "the game has ended; the Factions stay as they were shared out")
    return (
        refuse_players(players, state.readings)
        or refuse_options(state.options, players)
        or _refuse_capabilities(state, players)
        or _refuse_markers(state, players)
    )


def _refuse_capabilities(state: State, players: Players) -> Refusal | None:
    """Refuse a sharing with which other Capabilities would have been set out at the start (8.9)."""
    start = scenario(state.scenario)
    if set_out(start, state.options, players) == set_out(start, state.options, state.players):
        return None
    why = "the Capabilities that were set out are those against the one player: he keeps his side"
    return Refusal("options-together", "8.9", why, (f"players: {players_words(state.players)}",))


def _refuse_markers(state: State, players: Players) -> Refusal | None:
    """Refuse a sharing with which a player would have used more Deception markers than allowed (7.3)."""
    shown = [player_of(players, revealed.faction) for revealed in state.revealed]
    over = next((group for group in shown if shown.count(group) > MARKERS_OF_A_PLAYER), None)
    if over is None:
        return None
    why = f"{player_words(over)} would have used {shown.count(over)} Deception markers, and has only 2"
    return Refusal("no-markers", "7.3", why)
