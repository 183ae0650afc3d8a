"""Who plays which Factions: 4 players, or fewer with both Factions of a side in one hand (1.5)."""

from __future__ import annotations

from fitl_core.errors import Refusal
from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction

Players = tuple[tuple[Faction, ...], ...]
"""A group of Factions for each player, in the order US, ARVN, NVA, VC."""

FOUR_PLAYERS: Players = ((US,), (ARVN,), (NVA,), (VC,))
SHARED_OUT: tuple[Players, ...] = (
    FOUR_PLAYERS,
    ((US, ARVN), (NVA,), (VC,)),
    ((US,), (ARVN,), (NVA, VC)),
    ((US, ARVN), (NVA, VC)),
)
"""Every way for 2 to 4 players to play all Factions (1.5, No Non-Player)."""


def refuse_players(players: Players) -> Refusal | None:
    """Whether the Factions cannot be shared out so (1.5)."""
    if players in SHARED_OUT or unplayed(players):
        return None
    why = "one player has both NVA and VC, or both US and ARVN, or each Faction has a player of its own"
    open_ones = tuple([players_words(others) for others in SHARED_OUT])
    return Refusal("players-unknown", "1.5", why, (f"open: {', '.join(open_ones)}",))


def unplayed(players: Players) -> tuple[Faction, ...]:
    """The Factions without a player, where some players have Factions as 1.5 lets them: Non-players (8.0)."""
    everybody = next((shared for shared in SHARED_OUT if players and set(players) < set(shared)), ())
    named = {faction for group in players for faction in group}
    return tuple([faction for group in everybody for faction in group if faction not in named])


def player_of(players: Players, faction: Faction) -> tuple[Faction, ...]:
    """All Factions of the player who plays this one."""
    return next(group for group in players if faction in group)


def player_words(group: tuple[Faction, ...]) -> str:
    """A player by his Factions: "VC", "NVA+VC"."""
    return "+".join(group)


def players_words(players: Players) -> str:
    """All players on one line, as the header writes them.

    >>> players_words(SHARED_OUT[1])
    'US+ARVN NVA VC'
    """
    return " ".join([player_words(group) for group in players])
