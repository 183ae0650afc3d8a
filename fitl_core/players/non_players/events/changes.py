"""The changes that an Event makes between two positions, in the figures of section 8 (8.1, 8.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from fitl_core.facts.factions import NVA, US, Faction
from fitl_core.facts.game_map import board
from fitl_core.facts.pieces import BASE_KINDS, BASES, KINDS, OF_FACTION, TUNNELED, Kind, count_of
from fitl_core.state.control import control_in
from fitl_core.state.state import State
from fitl_core.state.victory import PopulationTotals, totals

OTHERS = tuple([kind for kind in KINDS if kind not in BASE_KINDS])
_BOARD_FIELDS = (
    *["spaces", "available", "casualties", "out_of_play", "aid", "patronage", "econ", "trail", "resources"],
    *["leader_face_down", "capabilities", "peace_talks"],
)
_ELIGIBILITY = ("eligible", "stays", "barred")


class Changes:
    """The difference between the positions `before` and `after`, from the view of a Faction."""

    def __init__(self, before: State, after: State, faction: Faction) -> None:
        self.before = before
        self.after = after
        self.faction = faction

    def is_effect(self, eligibility: bool = False) -> bool:
        """Check whether anything but Eligibility and Momentum has changed (8.1, NP-Q01).

        With `eligibility`, Eligibility counts too.
        """
        fields = (*_BOARD_FIELDS, *_ELIGIBILITY) if eligibility else _BOARD_FIELDS
        return any(getattr(self.before, name) != getattr(self.after, name) for name in fields) or (
            set(self.before.played) - set(self.after.played) != set()
        )

    @cached_property
    def totals(self) -> PopulationTotals:
        """The growth of Support, of Opposition, and of the Population that each side Controls."""
        pairs = zip(totals(self.after), totals(self.before), strict=True)
        return PopulationTotals(*[now - then for now, then in pairs])

    def pieces(self, kinds: Iterable[Kind]) -> int:
        """Return how many pieces came, left or were replaced: the differences of each kind in each space."""
        if self.before.spaces == self.after.spaces:
            return 0
        kinds = {kind.off_map for kind in kinds}
        number = 0
        for then, now in zip(self.before.spaces, self.after.spaces, strict=True):
            if then.pieces != now.pieces:
                for kind in kinds:
                    forms = [other for other in KINDS if other.off_map is kind]
                    number += abs(count_of(now.pieces, forms) - count_of(then.pieces, forms))
        return number

    @property
    def bases(self) -> int:
        """The number of Bases placed, removed or replaced."""
        return self.pieces(BASE_KINDS)

    @property
    def others(self) -> int:
        """The number of other pieces placed, removed or replaced."""
        return self.pieces(OTHERS)

    def gone(self, kinds: Iterable[Kind], south: bool = False) -> int:
        """Return how many fewer pieces of these kinds are on the map, or in South Vietnam."""
        kinds = tuple(kinds)
        spaces = zip(board().spaces, self.before.spaces, self.after.spaces, strict=True)
        pieces = [(then.pieces, now.pieces) for at, then, now in spaces if at.in_south_vietnam or not south]
        return sum([count_of(then, kinds) - count_of(now, kinds) for then, now in pieces if then != now])

    def won(self, kinds: Iterable[Kind]) -> int:
        """Return how many fewer enemy pieces, and how many more friendly pieces, of these kinds are on the
        map.

        Moves and own losses count nothing.
        """
        friendly = self.faction.is_coin
        wanted = dict.fromkeys([kind.off_map for kind in kinds])  # a piece that turns stays
        numbers = [(kind, self.gone([one for one in KINDS if one.off_map is kind])) for kind in wanted]
        return sum([max(0, -gone if kind.faction.is_coin is friendly else gone) for kind, gone in numbers])

    def tunnels(self, faction: Faction, south: bool = False) -> int:
        """Return how many Tunnel markers the Bases of a Faction have gained."""
        return -self.gone([kind for kind in BASES[faction] if kind in TUNNELED], south)


Measure = Callable[[Changes], int]


def _enemy_bases_gone(changes: Changes) -> int:
    return changes.gone([kind for enemy in changes.faction.enemies for kind in BASES[enemy]])


def _us_pieces_available(changes: Changes) -> int:
    kinds = OF_FACTION[US]
    return count_of(changes.after.available, kinds) - count_of(changes.before.available, kinds)


PREFERRED: Mapping[str, Measure] = {
    "removed-bases": _enemy_bases_gone,
    "coin-controlled-population": lambda changes: changes.totals.coin,
    "us-troops-removed": lambda changes: changes.gone((Kind.UT,)),
    "tunnel-on-own-base": lambda changes: changes.tunnels(changes.faction),
    "own-tunnels-in-the-south": lambda changes: changes.tunnels(changes.faction, south=True),
    "us-pieces-to-available": _us_pieces_available,
}
"""The figures that instructions prefer, taken from the position after an answer (8.4.1)."""

LACKING: Mapping[str, Callable[[Changes], bool]] = {
    "no-base-removed": lambda changes: _enemy_bases_gone(changes) < 1,
    "less-than-2-coin-controlled-population-added": lambda changes: changes.totals.coin < 2,
    "no-nva-control-added": lambda changes: not adds_nva_control(changes),
    "no-2-bases-with-guerrillas-reach-2-spaces": lambda changes: arrived(changes, (Kind.NB,)) < 2,
    "3-or-fewer-pieces-move": lambda changes: arrived(changes, OF_FACTION[Faction.VC]) <= 3,
    "no-own-tunnel-in-the-south": lambda changes: changes.tunnels(changes.faction, south=True) < 1,
}
"""The conditions of instructions that decline an Event after a look at its result (8.4.1)."""


def adds_nva_control(changes: Changes) -> bool:
    """Check whether any space has come under NVA Control, with or without Population."""
    return any(
        control_in(changes.after, where) == "nva" != control_in(changes.before, where)
        for where in board().spaces
    )


def arrived(changes: Changes, kinds: tuple[Kind, ...]) -> int:
    """Return how many pieces of these kinds the spaces have gained; a loss elsewhere does not count (card
    92).
    """
    pairs = zip(changes.before.spaces, changes.after.spaces, strict=True)
    return sum([max(0, count_of(now.pieces, kinds) - count_of(then.pieces, kinds)) for then, now in pairs])


def tunnel_letters(faction: Faction) -> tuple[tuple[str, Measure], ...]:
    """Return the priorities for Tunnel markers, which count as placed pieces: own ones, then the friend's
    (8.4.4).
    """
    if faction.is_coin:
        return ()
    friend = next(other for other in (NVA, Faction.VC) if other is not faction)
    return (
        ("own Tunnels", lambda changes: changes.tunnels(faction)),
        ("friendly Tunnels", lambda changes: changes.tunnels(friend)),
    )
