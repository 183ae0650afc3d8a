"""The players in a save of the Scala program, and the tracks that the save keeps for them."""

from __future__ import annotations

from fitl_core.facts.factions import ARVN, FACTIONS, NVA, US, VC, Faction
from fitl_core.facts.players import FOUR_PLAYERS, Players
from fitl_core.imports import scala_names as names
from fitl_core.imports.scala_saves import Save
from fitl_core.record.clauses import Track

_ONE_SIDE = ((US, ARVN), (NVA, VC))


def people(save: Save) -> tuple[Faction, ...]:
    """Return the Factions that people play. The others are the program's bots."""
    named = [names.faction(name) for name in save.state.human_factions]
    return tuple([faction for faction in FACTIONS if faction in named])


def seats(save: Save) -> Players:
    """Return the players of the Factions. Two Factions of one side against two bots have one player.

    A save does not say who has more than one Faction. A lone player never wins in a Victory Phase (8.9). In
    the program the same holds, except for a house rule.
    """
    each = tuple([group for group in FOUR_PLAYERS if group[0] in people(save)])
    together = tuple([faction for group in each for faction in group])
    return (together,) if together in _ONE_SIDE else each


def untracked(save: Save) -> tuple[Track, ...]:
    """Return the tracks that the program does not keep, because their Factions are bots."""
    humans = people(save)
    tracks: list[Track] = []
    if US not in humans and ARVN not in humans:
        tracks += ["ARVN", "econ"]
    tracks += [track for track, faction in (("NVA", NVA), ("VC", VC)) if faction not in humans]  # type: ignore[misc]
    return tuple(tracks)
