"""Chances to win, beside the moves of a log: `[%_win US 20 NVA 15 ARVN 40 VC 25]`, in percent.

`fitl annotate --evaluate` writes them (`fitl_core.laboratory.evaluating`), and replay pages draw them.
"""

from __future__ import annotations

from fitl_core.facts.factions import FACTIONS, Faction
from notation import Log

FIELD = "_win"
"""The field of a move that holds the chances."""
EVALUATED = "Evaluated"
"""The tag that says by which policy the moves were judged."""
Chances = dict[int, dict[Faction, int]]
"""The chances of each Faction in percent, by the number of the event beside them."""


def chances_in(log: Log) -> Chances:
    """Return the chances beside moves, in percent, by event number. Raises nothing.

    A field that cannot be read is passed over.
    """
    found: Chances = {}
    number = 0
    for entry in log.entries:
        number += entry.event is not None
        words = dict(entry.fields).get(FIELD, "").split()
        chances = {
            faction: int(figure)
            for faction in FACTIONS
            for name, figure in zip(words[::2], words[1::2], strict=False)
            if name == faction and figure.isascii() and figure.isdigit() and int(figure) <= 100
        }
        if len(chances) == len(FACTIONS):
            found[number] = chances
    return found
