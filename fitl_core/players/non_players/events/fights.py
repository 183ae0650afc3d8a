"""The value of a space of an Event in which free Operations follow at once (8.4.4, 8.7.4, 8.8.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.game_map import BoardSpace, spaces_by_id
from fitl_core.facts.pieces import BASE_KINDS, BASES, GUERRILLAS, Kind, count_of
from fitl_core.players.non_players.departures import number_of
from fitl_core.players.non_players.events.changes import OTHERS, Changes
from fitl_core.state.control import control_in

_HIDDEN = (Kind.NG, Kind.VG)
_ACTIVE = (Kind.NT, GUERRILLAS[NVA][1], GUERRILLAS[VC][1], *BASES[NVA], *BASES[VC])


class _Fight:
    """The figures of a space, and of the `changes` by free Operations there."""

    def __init__(self, changes: Changes, where: BoardSpace) -> None:
        self.changes = changes
        self.people: int = where.population
        self.there = changes.before.spaces[where.index]
        before, after = self.there.pieces, changes.after.spaces[where.index].pieces
        self.left: int = number_of(after, NVA, VC)
        self.removed: int = number_of(before, NVA, VC) - self.left
        """The number of Insurgent pieces that were removed."""
        self.active: int = count_of(after, _ACTIVE)
        """The number of Active Insurgents that are left."""
        self.found: int = max(0, count_of(before, _HIDDEN) - count_of(after, _HIDDEN))
        """The number of fewer Underground Guerrillas."""
        held = control_in(changes.before, where) == "nva"
        self.ends_nva: bool = held and control_in(changes.after, where) != "nva"
        self.is_road_with_coin: bool = where.is_loc and number_of(before, US, ARVN) > 0


_Letters = tuple[tuple[str, Callable[[_Fight], int]], ...]


def fight_letters(results: Mapping[str, Changes]) -> list[tuple[str, Callable[[BoardSpace], int]]]:
    """Return the nested priorities of the Faction that fights, each with its figure for a space.

    `results` has the changes for each space (by its id) after the free Operations there.
    """
    faction = next(iter(results.values())).faction
    return _figures(results, _BY_FACTION.get(faction, ()) + _ANY)


def strike_letters(results: Mapping[str, Changes]) -> list[tuple[str, Callable[[BoardSpace], int]]]:
    """Return the nested priorities of a US Air Strike in spaces of an Event (8.8.3/sa-2, steps 3 to 5)."""
    return _figures(results, _STRIKE)


def _figures(
    results: Mapping[str, Changes], letters: _Letters
) -> list[tuple[str, Callable[[BoardSpace], int]]]:
    fights = {name: _Fight(changes, spaces_by_id()[name]) for name, changes in results.items()}

    def of(figure: Callable[[_Fight], int]) -> Callable[[BoardSpace], int]:
        return lambda where: figure(fights[where.id])

    return [(name, of(figure)) for name, figure in letters]


def _bases(fight: _Fight) -> int:
    """Return how many Bases and Tunnels the enemy has lost and the Faction has gained."""
    return fight.changes.won(BASE_KINDS)


def _others(fight: _Fight) -> int:
    return fight.changes.won(OTHERS)


_ANY: _Letters = (
    ("8.4.4 Bases", _bases),
    ("8.4.4 other pieces", _others),
    ("8.4.4 Activated", lambda fight: fight.found),
)
_STRIKE: _Letters = (
    ("8.8.3/sa-2 3", lambda fight: fight.people * fight.ends_nva),
    ("8.8.3/sa-2 4", lambda fight: fight.is_road_with_coin),
    ("8.8.3/sa-2 5 Bases", _bases),
    ("8.8.3/sa-2 5 other pieces", _others),
    ("8.8.3/sa-2 5 a", lambda fight: fight.there.support == -2),
    ("8.8.3/sa-2 5 b", lambda fight: -fight.people),
)
_BY_FACTION: Mapping[object, _Letters] = {
    US: (
        ("8.8.3/do-1", lambda fight: fight.removed > 0 and not fight.active),
        ("8.8.3/do-3", lambda fight: fight.removed > fight.active),
        ("8.8.3/do-1 a", lambda fight: fight.people > 0 and fight.ends_nva),
        ("8.8.3/do-1 b", lambda fight: _bases(fight) > 0),
        ("8.8.3/do-1 c", lambda fight: fight.there.pieces[Kind.UB.slot] > 0),
        ("8.8.3/do-1 d", lambda fight: fight.people if fight.removed else -1),
        ("8.8.3/do-1 e", lambda fight: fight.removed),
    ),
    ARVN: (
        ("8.7.4/do-1", lambda fight: _bases(fight) > 0),
        ("8.7.4/do-2", lambda fight: fight.changes.totals.coin + fight.people * fight.ends_nva),
        ("8.7.4/do-3", lambda fight: fight.removed > 0 and not fight.left),
    ),
}
