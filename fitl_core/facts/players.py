"""Players and their Factions (1.5). Section 8 plays the other Factions: Non-players."""

from __future__ import annotations

from fitl_core.errors import Refusal
from fitl_core.facts.factions import ARVN, FACTIONS, NVA, US, VC, Faction

Players = tuple[tuple[Faction, ...], ...]
"""A group of Factions for each player, in the order US, ARVN, NVA, VC; all others are Non-players."""

FOUR_PLAYERS: Players = ((US,), (ARVN,), (NVA,), (VC,))
SHARED_OUT: tuple[Players, ...] = (
    FOUR_PLAYERS,
    ((US, ARVN), (NVA,), (VC,)),
    ((US,), (ARVN,), (NVA, VC)),
    ((US, ARVN), (NVA, VC)),
)
"""Every way for 2 to 4 players to play all Factions (1.5, No Non-Player)."""
ANY_HANDS = "NP-Q49"
"""The reading by which 2 or 3 players may have any Factions in a game with Non-players."""
NOBODY = "none"
"""The word in the header for a game without players."""


def _with_non_players() -> tuple[Players, ...]:
    """Return every way to leave Factions out, from most players to none (1.5, 8.0)."""
    ways: list[Players] = []
    for everybody in SHARED_OUT:
        for chosen in range(2 ** len(everybody)):
            players = tuple([group for i, group in enumerate(everybody) if chosen >> i & 1])
            if players not in (*SHARED_OUT, *ways):
                ways.append(players)
    return tuple(sorted(ways, key=lambda players: (-len(players), -sum(map(len, players)))))


WITH_NON_PLAYERS: tuple[Players, ...] = _with_non_players()
"""Every way to leave Factions to Non-players: a player has one Faction, or both of a side (1.5, 8.0)."""


def refuse_players(players: Players, readings: tuple[str, ...] = ()) -> Refusal | None:
    """Refuse players with impossible Factions (1.5), by the chosen readings."""
    if players in SHARED_OUT or players in WITH_NON_PLAYERS:
        return None
    if ANY_HANDS in readings and _in_any_hands(players):
        return None
    why = "each player has one Faction, both NVA and VC, or both US and ARVN; whom nobody has is a Non-player"
    open_ones = tuple([players_words(others) for others in (*SHARED_OUT, *WITH_NON_PLAYERS)])
    return Refusal("players-unknown", "1.5", why, (f"open: {', '.join(open_ones)}",))


def _in_any_hands(players: Players) -> bool:
    """Check whether 2 or 3 players share some Factions, each Faction in one hand."""
    order = [faction for (faction,) in FOUR_PLAYERS]
    named = [faction for group in players for faction in group]
    in_order = all(list(group) == sorted(group, key=order.index) for group in players)
    firsts = [order.index(group[0]) for group in players if group]
    return (
        len(players) in (2, 3)
        and len(firsts) == len(players)
        and len(set(named)) == len(named) < len(order)
        and in_order
        and firsts == sorted(firsts)
    )


def non_players(players: Players) -> tuple[Faction, ...]:
    """Return the Factions that no player has, in the order of the Factions (8.0). Raises nothing.

    >>> [str(faction) for faction in non_players(((US, ARVN), (VC,)))]
    ['NVA']
    """
    if players in SHARED_OUT:
        return ()
    named = {faction for group in players for faction in group}
    return tuple([faction for faction in FACTIONS if faction not in named])


def player_of(players: Players, faction: Faction) -> tuple[Faction, ...]:
    """Return all Factions of the player of this one; a Non-player has only itself (8.0)."""
    return next((group for group in players if faction in group), (faction,))


def player_words(group: tuple[Faction, ...]) -> str:
    """Return a player by his Factions: "VC", "NVA+VC"."""
    return "+".join(group)


def players_words(players: Players) -> str:
    """Return all players on one line, as in the header.

    >>> players_words(SHARED_OUT[1]), players_words(())
    ('US+ARVN NVA VC', 'none')
    """
    return " ".join([player_words(group) for group in players]) or NOBODY
