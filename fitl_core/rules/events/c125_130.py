"""The Coup cards 125 to 130 and Duong Van Minh in words; `fitl_core.rules.coup` carries them out (2.4)."""

from __future__ import annotations

_FAILED = (
    "In each space ARVN loses a third of its cubes there, rounded down; the card goes beneath the "
    "RVN Leader's and ends only Duong Van Minh. Then the Coup Round."
)

COUPS = {
    0: "RVN Leader from the start: each ARVN Train also adds Aid +5.",
    125: "RVN Leader: an ARVN Transport uses at most 1 LoC.",
    126: "RVN Leader: each ARVN Govern also adds Patronage +2.",
    127: "RVN Leader: Pacification costs 4 ARVN Resources a step, not 3.",
    128: "RVN Leader without an effect of his own.",
    129: _FAILED,
    130: _FAILED,
}
"""What each does, by number."""
