"""The phases of a card and of a Coup Round, and the actions of a Faction on a card."""

from __future__ import annotations

from typing import Literal, get_args

Phase = Literal[
    "card",  # Factions act on an Event card (2.3)
    "finished",  # the card is done, Eligibility adjusted; the next one is to be revealed (2.3.7)
    "desert",  # Failed Attempt: ARVN removes cubes (2.4)
    "sabotage",  # VC chooses LoCs because markers run short (6.2.1)
    "support-us",
    "support-arvn",
    "support-vc",
    "redeploy-arvn",
    "redeploy-nva",
    "commitment",
    "withdrawal",
    "over",  # the game has ended (6.1, 6.4.5)
]

Opening = Literal["victory", "resources", "redeploy", "rotation", "reset"]
"""Points at which a written position enters a Coup Round, before a phase's automatic effects (6.1-6.6)."""

ENTERED_FROM: dict[Phase | Opening, Phase] = {phase: phase for phase in get_args(Phase)} | {
    "victory": "card",
    "resources": "card",
    "redeploy": "support-vc",
    "rotation": "redeploy-nva",
    "reset": "withdrawal",
}
"""The phase before each of these. A phase that waits for a Faction is entered directly."""

Deed = Literal["pass", "operation", "operation+activity", "limop", "event"]
"""The action of a Faction on a card (2.3.3, 2.3.4)."""

Policy = Literal["JFK", "LBJ", "Nixon"]
"""The Policy of a Non-player US (8.8.1)."""

Ending = Literal["check", "final"]
"""The end of a game: in a Victory Phase (6.1), or after the final Coup Round (7.3)."""
