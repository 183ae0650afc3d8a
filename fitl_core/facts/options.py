"""The options that the players may agree on before a game (2.1, 7.3, 8.9, Tournament Options)."""

from __future__ import annotations

from typing import Literal

from fitl_core.errors import Refusal
from fitl_core.facts.players import Players

PERIOD_EVENTS = "period-events"
POLITICAL_RHYTHM = "political-rhythm"
HIGH_WINDS = "high-winds"
DECEPTION = "deception"
HANDICAP = "handicap"
ANY_DECK = "any-deck"
EASY = "easy"
DIFFICULTY_A = "difficulty-a"
DIFFICULTY_B = "difficulty-b"
TRUNG = "trung"

DeceptionMarker = Literal["agenda", "asset", "threat"]
"""A Deception marker (7.3): Hidden Agenda, Hidden Asset, Empty Threat."""

OF_ONE_PLAYER = (EASY, DIFFICULTY_A, DIFFICULTY_B)
"""The options of a game with one player (8.9)."""
OF_RECORDS = (ANY_DECK, TRUNG)
"""Options of imported games that differ from games here; nobody chooses them."""
OPTION_WORDS: dict[str, str] = {
    PERIOD_EVENTS: "Each pile has Events of its Period; the scenario's Period Capabilities are in effect.",
    POLITICAL_RHYTHM: "Each Coup card is shuffled into the bottom 4 Events of its pile.",
    HIGH_WINDS: "In Monsoon an Air Lift moves US pieces only.",
    DECEPTION: "Each player has 2 Deception markers, drawn blindly (7.3).",
    HANDICAP: "As Deception, but some players choose their markers (7.3).",
    EASY: "A Limited Operation is one for Non-players, too (8.9).",
    DIFFICULTY_A: "The Medium scenario's Period Capabilities against the player are in effect (8.9).",
    DIFFICULTY_B: "From the 2nd Coup Round on a margin below a Non-player's loses (8.9).",
    ANY_DECK: "The deck was not prepared by 2.1: any card may come up at any time, but each once.",
    TRUNG: "Non-players were led by the Trung cards: section 8 gives no verdict on their moves.",
}
"""The meaning of each option, in the order of the header."""
ALL_OPTIONS: tuple[str, ...] = tuple(OPTION_WORDS)
"""All options in that order."""

FEWEST_FOR_DECEPTION = 3
BOTTOM_EVENTS = 4
"""The number of Events at a pile's bottom among which Political Rhythm shuffles the Coup card."""


def refuse_options(options: tuple[str, ...], players: Players) -> Refusal | None:
    """Refuse options that cannot be played, or not together, or not by so few players."""
    for option in options:
        if option not in ALL_OPTIONS:
            open_ones = (f"open: {', '.join(ALL_OPTIONS)}",)
            return Refusal("option-unknown", "2.1", f'there is no option "{option}"', open_ones)
        if options.count(option) > 1:
            return Refusal("option-twice", "2.1", f"{option} is named twice")
    if DECEPTION in options and HANDICAP in options:
        why = "handicap is deception with markers that some choose: name one of the two"
        return Refusal("options-together", "7.3", why)
    if ANY_DECK in options and POLITICAL_RHYTHM in options:
        why = "political-rhythm says where in its pile a Coup card lies, any-deck that piles are not kept to"
        return Refusal("options-together", "2.1", why)
    if has_markers(options) and len(players) < FEWEST_FOR_DECEPTION:
        why = f"Deception markers are for games of {FEWEST_FOR_DECEPTION} or 4 players"
        return Refusal("options-together", "7.3", why, (f"players: {len(players)}",))
    lone = next((option for option in options if option in OF_ONE_PLAYER), None)
    if lone is not None and len(players) != 1:
        why = f"{lone} is an option for games with one player, against Non-players"
        return Refusal("options-together", "8.9", why, (f"players: {len(players)}",))
    return None


def has_markers(options: tuple[str, ...]) -> bool:
    """Check whether the players hold Deception markers (7.3)."""
    return DECEPTION in options or HANDICAP in options
