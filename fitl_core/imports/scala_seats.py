"""Who plays in a save of the Scala program, and which tracks it keeps for them."""

from __future__ import annotations

from fitl_core.facts.factions import ARVN, FACTIONS, NVA, US, VC, Faction
from fitl_core.facts.players import FOUR_PLAYERS, Players
from fitl_core.imports import scala_names as names
from fitl_core.imports.scala_saves import Save
from fitl_core.record.clauses import Track

_ONE_SIDE = ((US, ARVN), (NVA, VC))


def people(save: Save) -> tuple[Faction, ...]:
    """The Factions that people play; all others are the program's bots."""
    named = [names.faction(name) for name in save.state.human_factions]
    return tuple([faction for faction in FACTIONS if faction in named])


def seats(save: Save) -> Players:
    """Whoever plays a Faction as a player; two of one side against two bots as one.

    Who has more than one Faction is not in a save. A lone player never wins in a Victory Phase (8.9), as in
    the program, where people do so by a house rule only.
    """
    each = tuple([group for group in FOUR_PLAYERS if group[0] in people(save)])
    together = tuple([faction for group in each for faction in group])
    return (together,) if together in _ONE_SIDE else each


def untracked(save: Save) -> tuple[Track, ...]:
    """The tracks that the program does not keep, because of which Factions are its bots."""
    humans = people(save)
    tracks: list[Track] = []
    if US not in humans and ARVN not in humans:
        tracks += ["ARVN", "econ"]
    tracks += [track for track, faction in (("NVA", NVA), ("VC", VC)) if faction not in humans]  # type: ignore[misc]
    return tuple(tracks)
