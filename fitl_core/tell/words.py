"""Describe a position in plain words, for replays, annotations and messages."""

from __future__ import annotations

from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.options import HIGH_WINDS
from fitl_core.facts.pieces import KINDS, Pieces
from fitl_core.facts.players import player_of, player_words
from fitl_core.rules.waiting import next_step
from fitl_core.state.final_places import outcome_words, places
from fitl_core.state.state import State, resources
from fitl_core.state.victory import margins, scores

PHASES = {
    "desert": "desertion of a Failed Attempt",
    "sabotage": "Resources Phase",
    "support-us": "Support Phase",
    "support-arvn": "Support Phase",
    "support-vc": "Support Phase",
    "redeploy-arvn": "Redeploy Phase",
    "redeploy-nva": "Redeploy Phase",
    "commitment": "Commitment Phase",
    "withdrawal": "Commitment Phase",
}
"""The names of the phases of a Coup Round that wait for a Faction (6.0)."""

TRACK_WORDS = {
    "aid": "Aid",
    "patronage": "Patronage",
    "econ": "Econ",
    "trail": "Trail",
    "ARVN": "ARVN Resources",
    "NVA": "NVA Resources",
    "VC": "VC Resources",
}


def standing(state: State) -> str:
    """Return the next step of the game in words: "card 55 Trucks: NVA is to act (2.3.2)". Raises nothing."""
    waits = next_step(state)
    card = card_words(state.card) if state.card is not None else ""
    match waits.what:
        case "over":
            return f"the game is over: {outcome_words(state)}; {places_words(state)} (7.1)"
        case "card":
            return f"no card is played yet ({waits.rule})"
        case "nothing":
            return f"{card} is finished and no card is left"
        case "reveal":
            stands = "played" if state.phase == "card" else "finished"
            return f"{card} is {stands}; the next card is to be revealed ({waits.rule})"
        case "phase":
            return f"{card}, {PHASES[state.phase]}: {waits.faction} is to act ({waits.rule})"
        case "action" | "event" as what:
            act = "execute it" if what == "event" else "act"
            wait = f"; play waits for {' and '.join(waits.holding)} (2.3.8)" if waits.holding else ""
            return f"{card}: {waits.faction} is to {act} ({waits.rule}){wait}"


def card_words(number: int) -> str:
    """Return a card by number and title: "card 55 Trucks"."""
    return f"card {number} {cards()[number].title}"


def next_card_words(state: State) -> str:
    """Return the card shown as the next one: "card 125 Nguyen Khanh, a Coup card". Empty without one."""
    if state.next is None:
        return ""
    return f"{card_words(state.next)}, a Coup card" if cards()[state.next].is_coup else card_words(state.next)


def monsoon_words(state: State) -> str:
    """Return the limits of Monsoon on this card in words (2.3.9). Empty if it is not Monsoon."""
    if not state.monsoon:
        return ""
    airlift = "; an Air Lift moves US pieces only (high-winds)" if HIGH_WINDS in state.options else ""
    limits = "no Sweep, March or Pivotal Event; US Air Strike and Air Lift in at most 2 spaces"
    return f"Monsoon (2.3.9): {limits}{airlift}"


def pieces_words(pieces: Pieces) -> str:
    """Return pieces in the codes of the notation, by Faction: "3ut ub, 2at 3ap". Empty without pieces."""
    groups = []
    for faction in (FACTIONS[0], FACTIONS[2], FACTIONS[1], FACTIONS[3]):
        counts = [(kind, pieces[kind.slot]) for kind in KINDS if kind.faction is faction]
        words = [f"{number if number > 1 else ''}{kind.code}" for kind, number in counts if number]
        if words:
            groups.append(" ".join(words))
    return ", ".join(groups)


def tracks_words(state: State) -> str:
    """Return Resources and tracks on one line."""
    money = ", ".join([f"{faction} {resources(state, faction)}" for faction in FACTIONS[1:]])
    others = ", ".join([f"{TRACK_WORDS[name]} {track_of(state, name)}" for name in _COMMON_TRACKS])
    return f"Resources {money}; {others}"


def scores_words(state: State) -> str:
    """Return the four victory markers with their margins on one line (1.9, 7.3)."""
    by_margin = margins(state)
    return ", ".join(
        [f"{faction} {score} ({by_margin[faction]:+d})" for faction, score in scores(state).items()]
    )


def places_words(state: State) -> str:
    """Return the final places in a game that has ended, with margins and ties (7.1).

    Example: "1st VC +3, 2nd ARVN -2 (tied with NVA), 3rd NVA -2 (tied with ARVN), 4th US -7".
    """
    by_margin, found = margins(state), places(state)
    everybody = [faction for shared in found for faction in shared]
    lines = []
    for ordinal, shared in zip(_ORDINALS, found, strict=False):
        names = []
        for faction in shared:
            player = player_of(state.players, faction)
            alike = [
                other
                for other in everybody
                if other is not faction and by_margin[other] == by_margin[faction]
            ]
            by = f" by {faction}" if len(player) > 1 else ""
            tied = f" (tied with {' and '.join(alike)})" if alike else ""
            names.append(f"{player_words(player)} {by_margin[faction]:+d}{by}{tied}")
        lines.append(f"{ordinal} {' and '.join(names)}")
    return ", ".join(lines)


def track_of(state: State, name: str) -> int:
    """Return the figure of a track, or of a Faction's Resources, by its name in the notation."""
    if name in _PURSES:
        return resources(state, Faction(name))
    found: int = getattr(state, name)
    return found


_ORDINALS = ("1st", "2nd", "3rd", "4th")
_PURSES = ("ARVN", "NVA", "VC")
_COMMON_TRACKS = ("aid", "patronage", "econ", "trail")


def code_words() -> tuple[str, str]:
    """Return the key to the codes of pieces, and to those of levels."""
    kinds = [f"{kind.code} {kind.nouns}" for kind in KINDS if kind.code.isalpha()]
    pieces = f"{', '.join(kinds)}; 3ut: 3 of them; * Active, ^ Tunneled"
    return pieces, "AS, PS Active, Passive Support; N Neutral; AO, PO the same Opposition"
