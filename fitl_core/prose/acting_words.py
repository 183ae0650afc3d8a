"""The word that says what is done with pieces: "kills" before two guerrillas, "die" behind them."""

from __future__ import annotations

from collections.abc import Sequence

from fitl_core.prose.units import Unit

BEFORE, BEHIND = 1.0, 0.25
"""How sure it is that an act before the pieces, or behind them, is done with them."""


def governing_act(units: Sequence[Unit], unit: Unit) -> Unit | None:
    """Return the word that names the act on pieces, or None."""
    return governing(units, unit)[0]


def governing(units: Sequence[Unit], unit: Unit) -> tuple[Unit | None, float]:
    """Return the word that names the act on pieces of a sentence, and how sure this is."""
    sure = BEFORE
    for other in reversed(units[: unit.at]):
        if other.tag == "head" or _is_stop(other):
            break
        if other.tag == "act" and not _closes(units, other):
            return other, sure
        if other.tag == "piece":
            sure = BEHIND
    for other in units[unit.at + 1 :]:
        if other.tag == "act":
            return other, BEHIND
        if other.tag in ("piece", "head") or _is_stop(other):
            break
    return None, 0.0


def _is_stop(unit: Unit) -> bool:
    return unit.tag == "sign" and unit.text in ".;"


def _closes(units: Sequence[Unit], act: Unit) -> bool:
    """Check whether a word for an act is after its object: "two guerrillas die, and"."""
    behind = next((unit for unit in units[act.at + 1 :] if unit.tag != "noise"), None)
    return behind is None or behind.tag == "link" or (behind.tag == "sign" and behind.text in ",;.)")
