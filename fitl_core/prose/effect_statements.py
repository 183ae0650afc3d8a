"""Check statements of a sentence about the effects of a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.levels import level
from fitl_core.prose.structure import Sentence
from fitl_core.prose.units import Unit
from fitl_core.record.board_effects import Placed, Reboxed, Removed, TerrorChanged, TrackChanged
from fitl_core.record.effects import Effect
from fitl_core.state.state import State, resources


class PlayedMove(NamedTuple):
    """A move that was played: the position before, the effects, and the position after."""

    before: State
    effects: Sequence[Effect]
    after: State


def is_true(sentence: Sentence, unit: Unit, played: PlayedMove, actor: Faction | None) -> bool:
    """Check whether a level, track, figure, card or box is as a unit states it. Other units give False."""
    match unit.tag:
        case "level":
            return _is_level(sentence, unit, played.after)
        case "track":
            return _is_track(unit, played.effects)
        case "figure":
            return _is_figure(unit, played, actor)
        case "card":
            return unit.number == played.before.card
        case "box":
            return _is_box(unit, played.effects)
    return False


def _is_level(sentence: Sentence, unit: Unit, after: State) -> bool:
    """Check whether each space that is named with a level has it."""
    spaces = [sentence.units[home].means.spaces for home in unit.homes]
    indices = [spaces_by_id()[names[0]].index for names in spaces if len(names) == 1]
    return (
        bool(spaces)
        and len(indices) == len(spaces)
        and all(unit.may_be(level(after.spaces[index].support)) for index in indices)
    )


def _is_track(unit: Unit, effects: Sequence[Effect]) -> bool:
    """Check whether a track changes by a number, or reaches that number if the words say so."""
    changes: list[TrackChanged | TerrorChanged] = [
        effect
        for effect in effects
        if (isinstance(effect, TrackChanged) and effect.track == unit.means.track)
        or (isinstance(effect, TerrorChanged) and unit.means.track == "terror")
    ]
    if not changes or unit.number is None:
        return False
    by = changes[-1].new - changes[0].old
    if unit.means.state == "in all":
        return unit.number == changes[-1].new
    return unit.number in (by, abs(by))


def _is_figure(unit: Unit, played: PlayedMove, actor: Faction | None) -> bool:
    """Check whether a figure is the Resources paid; without "for", whether they change hands or remain."""
    whose = unit.means.faction or actor
    if whose is Faction.US:
        whose = Faction.ARVN  # whose Resources the US spend (1.8)
    if whose is None:
        return False
    now = resources(played.after, whose)
    by = now - resources(played.before, whose)
    if "cost" in unit.means.flags:
        return unit.number == -by
    return unit.number in (now, abs(by))


def _is_box(unit: Unit, effects: Sequence[Effect]) -> bool:
    """Check whether pieces come from a box, or go there, as the word before the box says."""
    sources = {effect.source for effect in effects if isinstance(effect, Placed | Reboxed)}
    goals = {effect.to for effect in effects if isinstance(effect, Removed | Reboxed)}
    boxes: dict[str, set[str]] = {"from": {*sources}, "to": {*goals}}
    return unit.means.box in boxes.get(unit.role, {*sources, *goals})
