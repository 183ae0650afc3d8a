"""The end of a game: the winner, the places, and the result of a lone player (7.1, 8.9)."""

from __future__ import annotations

from typing import Literal

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.players import non_players, player_of, player_words
from fitl_core.state.state import State
from fitl_core.state.victory import margins, ranking

Result = Literal["defeat", "stalemate", "victory"]
MOST_FOR_STALEMATE = 5
"""The highest margin of a lone player that is still a stalemate (8.9)."""


class LonePlayer(msgspec.Struct, frozen=True):
    """The result of a game of one player against Non-players (8.9).

    `margin` is his lower margin minus the highest of the Non-players. After the final Coup Round 6 or more
    is a victory, 1 to 5 a stalemate. A Non-player that wins before, or has at least his margin, defeats him.
    """

    result: Result
    margin: int


def places(state: State) -> tuple[tuple[Faction, ...], ...]:
    """Return the places from the first on, each player by the Faction whose margin counts.

    There are none before the end. All players share a place if a Non-player has won in a Victory Phase
    (7.1, 8.9).
    """
    if state.winner is None:
        return ()
    order, without = ranking(state, final=state.ended == "final"), non_players(state.players)
    if state.ended == "final" or state.winner not in without:
        return tuple([(faction,) for faction in order])
    players = tuple([faction for faction in order if faction not in without])
    ahead = tuple([(faction,) for faction in order if faction in without])
    return (*ahead, players) if players else ahead


def lone_player(state: State) -> LonePlayer | None:
    """Return the result of a finished game for its one player; None before the end, or with more players."""
    margin = margin_of_lone_player(state)
    if state.winner is None or margin is None:
        return None
    if state.winner in non_players(state.players):
        return LonePlayer("defeat", margin)
    return LonePlayer("stalemate" if margin <= MOST_FOR_STALEMATE else "victory", margin)


def margin_of_lone_player(state: State) -> int | None:
    """Return the lower margin of the one player minus the highest of the Non-players (8.9).

    Return None unless there is exactly one player, and a Non-player.
    """
    without = non_players(state.players)
    if not without or len(state.players) != 1:
        return None
    by_margin = margins(state)
    own = min([by_margin[faction] for faction in state.players[0]])
    return own - max([by_margin[faction] for faction in without])


def winner_words(state: State) -> str:
    """Return the winning player by his Factions: "VC", "NVA+VC"; a Non-player by its Faction."""
    return player_words(player_of(state.players, state.winner)) if state.winner else "nobody"


def outcome_words(state: State) -> str:
    """Return the result: "NVA+VC won", "VC, a Non-player, won", "US holds out: a stalemate, by 3"."""
    who, alone = winner_words(state), lone_player(state)
    if state.winner in non_players(state.players):
        lost = ", and all players lost" if state.ended == "check" and state.players else ""
        return f"{who}, a Non-player, won{lost}"
    if alone is None:
        return f"{who} won"
    return f"{who} won by {alone.margin}" if alone.result == "victory" else holding_out(who, alone.margin)


def holding_out(player: str, margin: int) -> str:
    """Return a stalemate of a lone player in words (8.9)."""
    return f"{player} holds out: a stalemate, by {margin}"
