"""Deception markers (7.3): hidden with their players until they use them; a log has only the used ones.

Each player has 2 of the 12 markers, drawn blindly or, by the Handicap option, chosen. Nobody else knows
which 2, so any kind may be revealed, up to 2 markers for each player.
"""

from __future__ import annotations

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.factions import Faction
from fitl_core.facts.options import DeceptionMarker, has_markers
from fitl_core.facts.players import non_players, player_of, player_words
from fitl_core.record.play_effects import DeceptionRevealed, WinnerChanged
from fitl_core.rules import sequence
from fitl_core.state.draft import Draft
from fitl_core.state.final_places import places
from fitl_core.state.state import State

RULE = "7.3"
MARKERS_OF_A_PLAYER = 2
NAMES: dict[DeceptionMarker, str] = {
    "agenda": "Hidden Agenda",
    "asset": "Hidden Asset",
    "threat": "Empty Threat",
}
USES: dict[DeceptionMarker, str] = {
    "agenda": "Adds 1 to the victory margin of its player. It also counts after the end of the game.",
    "asset": "Opens an Operation with a Special Activity instead of a Limited Operation.",
    "threat": "Does nothing. It is revealed after the end of the game.",
}
"""The use of each marker in words."""


def reveal(draft: Draft, faction: Faction, marker: DeceptionMarker) -> None:
    """Reveal a marker of a Faction's player and use it. Raises `Violation` if that is not possible.

    An Agenda that is revealed after the end of the game still counts for the first place (7.1).
    """
    refusal = refuse_marker(draft.state, faction, marker)
    if refusal is not None:
        raise Violation(refusal, faction=faction)
    draft.happen(DeceptionRevealed(RULE, faction, marker, player_of(draft.state.players, faction)))
    state = draft.freeze()
    if marker == "agenda" and state.ended is not None:
        winner = places(state)[0][0]
        if winner is not state.winner:
            draft.happen(WinnerChanged("7.1", state.winner, winner, player_of(state.players, winner)))


def refuse_marker(state: State, faction: Faction, marker: DeceptionMarker) -> Refusal | None:
    """Refuse a marker that a Faction's player cannot reveal now."""
    if not has_markers(state.options):
        why = "nobody has Deception markers: the header names neither deception nor handicap"
        return Refusal("no-markers", RULE, why)
    if faction in non_players(state.players):
        return Refusal(
            "no-markers", RULE, f"{faction} has no player, and only players have Deception markers"
        )
    group = player_of(state.players, faction)
    used = [revealed for revealed in state.revealed if revealed.faction in group]
    if len(used) >= MARKERS_OF_A_PLAYER:
        facts = (f"revealed: {', '.join([NAMES[revealed.marker] for revealed in used])}",)
        why = f"a player has {MARKERS_OF_A_PLAYER} markers, and {player_words(group)} has used them"
        return Refusal("no-markers", RULE, why, facts)
    match marker:
        case "asset":
            return _refuse_asset(state, faction)
        case "threat" if state.phase != "over":
            why = "an Empty Threat has no use: it is revealed when the game has ended"
            return Refusal("threat-in-play", RULE, why, (f"phase: {state.phase}",))
        case _:
            return None


def _refuse_asset(state: State, faction: Faction) -> Refusal | None:
    """Refuse a Hidden Asset unless the Faction to act has a LimOp option that becomes a full one (2.3.5)."""
    acting = sequence.to_act(state)
    if state.phase != "card" or acting is not faction:
        who = f"{acting} is to act" if acting is not None else "nobody is to act"
        why = f"a Hidden Asset changes the option of the Faction to act; {who}"
        return Refusal("no-limop-option", RULE, why)
    open_ones = sequence.open_deeds(state)
    if "operation" in open_ones or "limop" not in open_ones:
        why = f"{faction} has no Limited Operation option that a Hidden Asset could change"
        return Refusal("no-limop-option", RULE, why, (f"open: {', '.join(sorted(open_ones))}",))
    return None
