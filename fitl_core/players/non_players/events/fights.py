"""The value of a space of an Event in which free Operations follow at once (8.4.4, 8.7.4, 8.8.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import BASE_KINDS, BASES, GUERRILLAS, OF_FACTION, Kind, Pieces, count_of
from fitl_core.players.non_players.events.changes import OTHERS, Changes
from fitl_core.state.control import control_in

Figure = Callable[[BoardSpace], int]

_INSURGENTS = (*OF_FACTION[NVA], *OF_FACTION[VC])
_COIN = (*OF_FACTION[US], *OF_FACTION[ARVN])
_HIDDEN = (Kind.NG, Kind.VG)
_ACTIVE = (Kind.NT, GUERRILLAS[NVA][1], GUERRILLAS[VC][1], *BASES[NVA], *BASES[VC])


def fight_letters(results: Mapping[str, Changes]) -> list[tuple[str, Figure]]:
    """Return the nested priorities of the Faction that fights, each with its figure for a space.

    `results` has the changes for each space (by its id) after the free Operations there.
    """
    faction = next(iter(results.values())).faction
    letters = _BY_FACTION.get(faction, ()) + _ANY
    return [(name, _of(results, figure)) for name, figure in letters]


def strike_letters(results: Mapping[str, Changes]) -> list[tuple[str, Figure]]:
    """Return the nested priorities of a US Air Strike in spaces of an Event (8.8.3/sa-2, steps 3 to 5)."""
    return [(f"8.8.3/sa-2 {name}", _of(results, figure)) for name, figure in _STRIKE]


def _of(results: Mapping[str, Changes], figure: Callable[[Changes, BoardSpace], int]) -> Figure:
    return lambda where: figure(results[where.id], where)


def _before(changes: Changes, where: BoardSpace) -> Pieces:
    return changes.before.spaces[where.index].pieces


def _after(changes: Changes, where: BoardSpace) -> Pieces:
    return changes.after.spaces[where.index].pieces


def _removed(changes: Changes, where: BoardSpace) -> int:
    """Return how many Insurgent pieces were removed from the space."""
    return count_of(_before(changes, where), _INSURGENTS) - count_of(_after(changes, where), _INSURGENTS)


def _clears(changes: Changes, where: BoardSpace) -> int:
    """Check whether all Active Insurgents were removed."""
    return int(_removed(changes, where) > 0 and not count_of(_after(changes, where), _ACTIVE))


def _clears_most(changes: Changes, where: BoardSpace) -> int:
    """Check whether more than half of the Active Insurgents were removed."""
    return int(_removed(changes, where) > count_of(_after(changes, where), _ACTIVE))


def _ends_nva(changes: Changes, where: BoardSpace) -> int:
    """Return 1 plus the Population of a space whose NVA Control has ended, else 0."""
    held = control_in(changes.before, where) == "nva"
    return where.population + 1 if held and control_in(changes.after, where) != "nva" else 0


def _bases(changes: Changes, _: BoardSpace) -> int:
    """Return how many Bases and Tunnels the enemy has lost and the Faction has gained."""
    return changes.won(BASE_KINDS)


def _others(changes: Changes, _: BoardSpace) -> int:
    return changes.won(OTHERS)


def _found(changes: Changes, where: BoardSpace) -> int:
    """Return how many Guerrillas were Activated and are still there."""
    return max(0, count_of(_before(changes, where), _HIDDEN) - count_of(_after(changes, where), _HIDDEN))


Letters = tuple[tuple[str, Callable[[Changes, BoardSpace], int]], ...]

_ANY: Letters = (("8.4.4 Bases", _bases), ("8.4.4 other pieces", _others), ("8.4.4 Activated", _found))
_STRIKE: Letters = (
    ("3", lambda changes, where: max(0, _ends_nva(changes, where) - 1)),
    ("4", lambda changes, where: where.is_loc and count_of(_before(changes, where), _COIN) > 0),
    ("5 Bases", _bases),
    ("5 other pieces", _others),
    ("5 a", lambda changes, where: changes.before.spaces[where.index].support == -2),
    ("5 b", lambda changes, where: -where.population),
)
_BY_FACTION: Mapping[object, Letters] = {
    US: (
        ("8.8.3/do-1", _clears),
        ("8.8.3/do-3", _clears_most),
        ("8.8.3/do-1 a", lambda changes, where: where.population and _ends_nva(changes, where) > 0),
        ("8.8.3/do-1 b", lambda changes, where: changes.won(BASE_KINDS) > 0),
        ("8.8.3/do-1 c", lambda changes, where: _before(changes, where)[Kind.UB.slot] > 0),
        ("8.8.3/do-1 d", lambda changes, where: where.population if _removed(changes, where) else -1),
        ("8.8.3/do-1 e", _removed),
    ),
    ARVN: (
        ("8.7.4/do-1", lambda changes, where: changes.won(BASE_KINDS) > 0),
        ("8.7.4/do-2", lambda changes, where: changes.totals.coin + max(0, _ends_nva(changes, where) - 1)),
        (
            "8.7.4/do-3",
            lambda c, where: _removed(c, where) > 0 and not count_of(_after(c, where), _INSURGENTS),
        ),
    ),
}
