"""The words of the move language: every verb and every named option, with its rule.

The notation reads no other words, so that a misspelt word is found before any rule is asked.
"""

from __future__ import annotations

from functools import lru_cache

OPERATIONS = {
    "train": "3.2.1",
    "patrol": "3.2.2",
    "sweep": "3.2.3",
    "assault": "3.2.4",
    "rally": "3.3.1",
    "march": "3.3.2",
    "attack": "3.3.3",
    "terror": "3.3.4",
}
ACTIVITIES = {
    "advise": "4.2.1",
    "airlift": "4.2.2",
    "airstrike": "4.2.3",
    "govern": "4.3.1",
    "transport": "4.3.2",
    "raid": "4.3.3",
    "infiltrate": "4.4.1",
    "bombard": "4.4.2",
    "ambush": "4.4.3",
    "tax": "4.5.1",
    "subvert": "4.5.2",
}
EVENT = {"event": "5.1"}
TRANSFER = {"transfer": "1.5.2"}
"""Resources between NVA and VC, at any time while one of them acts."""
COUP_VERBS = {
    "desert": "2.4",
    "sabotage": "6.2.1",
    "pacify": "6.3.1",
    "agitate": "6.3.2",
    "redeploy": "6.4",
    "commit": "6.5",
    "withdraw": "6.5",
}
VERBS: dict[str, str] = {**OPERATIONS, **ACTIVITIES, **EVENT, **TRANSFER, **COUP_VERBS}
"""Each verb that may open a segment, with its rule. `pass` has its own line."""

OPTIONS = frozenset(
    {
        "unshaded",  # the side of an Event (5.2)
        "shaded",
        "pacify",  # Train's last step (3.2.1)
        "base",
        "patronage",  # ... and Govern's second form (4.3.1), and card 97
        "aid",  # Govern's first form; cards 43, 97
        "arvn",  # the ARVN Assault after a US one (3.2.4)
        "troops",  # Attack by Troops (3.3.3)
        "guerrillas",  # Attack by Guerrillas (3.3.3)
        "build",  # Infiltrate: NVA Troops at a Base (4.4.1)
        "take",  # Infiltrate: a VC piece becomes NVA (4.4.1)
        "pieces",  # cards 63, 66
        "resources",  # cards 43, 97
        "trail",  # card 43
        "irregulars",  # card 68
        "rangers",
        "tunnels",  # card 94
        "remove",
        "agitate",  # Rally with Cadres (card 116)
        "moved",  # Sweep: the movement is over, the search not (3.2.3, 4.1)
        "platoons",  # Train: the Police of Combined Action Platoons (card 18)
        "patton",  # Assault: M-48 Patton meets a Tunnel (card 14)
        "tunnel",  # Assault: it goes on against a Tunnel of an enemy that it could ignore (3.1)
        "mandate",  # Govern: the shift that Mandate of Heaven spares (card 86)
        "cavalry",  # Transport: the free Assault of Armored Cavalry (card 61)
        "sweep",  # Advise, and the Assault after a Patrol
        "assault",
    }
)

EVENT_OPTIONS = OPTIONS | {*OPERATIONS, *ACTIVITIES}
"""The named options of an Event, also free Operations and Special Activities (5.5)."""


def options_of(verb: str) -> frozenset[str]:
    """Return the options that may stand in a segment of this verb.

    >>> "airstrike" in options_of("event"), "airstrike" in options_of("train")
    (True, False)
    """
    return EVENT_OPTIONS if verb in EVENT else OPTIONS


def told(verb: str) -> str:
    """Return a verb, or `pass`, in the third person.

    >>> told("rally"), told("march"), told("tax"), told("sweep")
    ('rallies', 'marches', 'taxes', 'sweeps')
    """
    if verb.endswith("y"):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("ch", "sh", "ss", "x")) else f"{verb}s"


@lru_cache(maxsize=64)
def spoken(verb: str) -> str:
    """Return the rulebook's name for an Operation or Special Activity.

    >>> spoken("airstrike"), spoken("tax")
    ('Air Strike', 'Tax')
    """
    return {"airstrike": "Air Strike", "airlift": "Air Lift"}.get(verb, verb.title())
