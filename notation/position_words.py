"""The words that open the parts of a position, and the fields that they name.

Read `notation.position_parts` next.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import get_args

from fitl_core.facts.card_list import Side
from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.phases import Deed, Ending, Opening, Phase, Policy
from fitl_core.record.clauses import Track

TRACKS: dict[str, Track] = {
    "arvn": "ARVN",
    "nva": "NVA",
    "vc": "VC",
    "aid": "aid",
    "patronage": "patronage",
    "econ": "econ",
    "trail": "trail",
}
BOXES = {"casualties": "casualties", "oop": "out_of_play"}
FACTIONS = ("eligible", "stays", "barred", "waived", "holds", "promise")
FLAGS = {"face-down": "face_down", "peace-talks": "peace_talks", "asset-used": "full_option"}
PAIRS: dict[str, tuple[str, ...]] = {
    "capabilities": get_args(Side),
    "momentum": get_args(Side),
    "done": get_args(Deed),
    "revealed": get_args(DeceptionMarker),
}
WORDS: dict[str, tuple[str, ...]] = {
    "phase": (*get_args(Phase), *get_args(Opening)),
    "policy": get_args(Policy),
    "winner": tuple(Faction),
    "ended": get_args(Ending),
}
SAME_PHASE = {"support": "support-us"}
"""Names of a phase as a whole. `support` names the first step of the Support Phase, a decision of the US."""
KEYS = (
    "available",
    *BOXES,
    *TRACKS,
    "leaders",
    *FLAGS,
    *PAIRS,
    *FACTIONS,
    "played",
    "next",
    *WORDS,
    "pacified",
    "held",
    "withdrawn",
)
"""The words that open a part; any other part is a space."""
FIELD_OF = {**BOXES, **TRACKS, **FLAGS, "held": "held_control", "promise": "promises"}
"""The fields and tracks, by the word that opens their part, where word and name may differ."""
WORD_OF = {field: word for word, field in FIELD_OF.items()}


def in_order(named: Iterable[str]) -> tuple[str, ...]:
    """Return these names of parts in the order in which they are written.

    Raises `KeyError` for an unknown name.
    """
    return tuple(sorted(named, key=lambda name: part_order()[name]))


@cache
def part_order() -> dict[str, int]:
    """Return the index of each part in a written position: spaces in board order, then tracks and fields."""
    fields = ("available", *BOXES.values(), *TRACKS.values(), "leaders", *FLAGS.values(), *PAIRS, *FACTIONS)
    others = ("played", "next", *WORDS, "pacified", "held_control", "withdrawn")
    words = (*spaces_by_id(), *fields, *others)
    return {FIELD_OF.get(word, word): i for i, word in enumerate(words)}
