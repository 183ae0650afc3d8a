"""Say that a move does nothing, or only costs, before it is played."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from fitl_core.facts.factions import Faction
from fitl_core.record.board_effects import TrackChanged
from fitl_core.record.effects import Effect, Remark
from fitl_core.record.play_effects import Acted
from fitl_core.tell.effects_in_words import effect_words


def idle_words(faction: Faction, effects: Iterable[Effect]) -> str:
    """Return a sentence on a Faction's whole move that has no effect. Empty if it has one.

    Remarks and the sequence of play are no effects. A move that only lowers the Faction's own Resources only
    costs.
    """
    costs: list[TrackChanged] = []
    for effect in takewhile(lambda one: not isinstance(one, Acted), effects):
        if isinstance(effect, TrackChanged) and effect.track == faction and effect.new < effect.old:
            costs.append(effect)
        elif not isinstance(effect, Remark) and effect_words(effect):
            return ""
    if costs:
        return f"This move only costs: {faction} Resources {costs[0].old} -> {costs[-1].new}."
    return "This move does nothing."
