"""Fights of Non-players: the pieces that go, the order of the targets, and the picks that need no dice.

An Assault, Attack, Raid, Advise or Air Strike declares its blows: the pieces that it would remove in a space.
It also declares the measures that order them. Read next `assaulting`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

import msgspec

from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.pieces import BASE_KINDS, Count, Kind, Pieces, changed, number_named
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.together import Together, one_by_one
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.state.control import control


class StrikeSpot(Protocol):
    """Anything that concerns one space."""

    @property
    def where(self) -> BoardSpace:
        """The space."""
        ...


Target = TypeVar("Target", bound=StrikeSpot)
Measure = tuple[str, Callable[[Target], int]]
"""A nested priority of targets: its letter, and its figure. The highest figure stays (8.1.3)."""
NO_LIMIT = 99


class Blow(msgspec.Struct, frozen=True):
    """The pieces that a fight removes in a space, and those that come for it. It may reach a Tunnel."""

    where: BoardSpace
    before: Pieces
    pieces: tuple[Count, ...] = ()
    tunnel: bool = False
    come: tuple[Count, ...] = ()

    def __bool__(self) -> bool:
        return self.tunnel or bool(self.pieces)

    @property
    def number(self) -> int:
        """How many pieces are removed."""
        return number_named(self.pieces)

    @property
    def bases(self) -> int:
        """How many Bases are removed."""
        return self.of(BASE_KINDS)

    @property
    def after(self) -> Pieces:
        """The pieces in the space after the fight."""
        return without(self.before, self.pieces, self.come)

    @property
    def ends_nva(self) -> bool:
        """Whether NVA Control ends."""
        return control(self.where, self.before) == "nva" != control(self.where, self.after)

    @property
    def control_gained(self) -> int:
        """The improvements of Control: NVA Control ends, and COIN Control begins."""
        begins = control(self.where, self.before) != "coin" == control(self.where, self.after)
        return self.ends_nva + begins

    @property
    def people(self) -> int:
        """The Population that leaves NVA Control, plus the Population that comes under COIN Control."""
        return self.where.population * self.control_gained

    def of(self, kinds: Iterable[Kind]) -> int:
        """Return how many pieces of these kinds are removed."""
        return sum([count.number for count in self.pieces if count.kind in kinds])


def without(pieces: Pieces, go: Iterable[Count], come: Iterable[Count] = ()) -> Pieces:
    """Return the pieces of a space after some have gone and others have come."""
    for count in go:
        pieces = changed(pieces, count.kind, -count.number)
    for count in come:
        pieces = changed(pieces, count.kind, count.number)
    return pieces


def group_by_group(
    there: Pieces, most: int, *groups: Sequence[Kind], last_police_last: bool = True
) -> tuple[Count, ...]:
    """Return up to `most` enemy pieces by 8.1.2, with every piece of a group before the next group."""
    taken: tuple[Count, ...] = ()
    for kinds in groups:
        taken = (*taken, *enemy_pieces(there, kinds, most - number_named(taken), last_police_last))
    return taken


def strike_in_order(
    d: Decider,
    node: str,
    find: Callable[[], Iterable[Target]],
    strike: Callable[[Target], Deciding[object]],
    *measures: Measure[Target],
    most: int = NO_LIMIT,
    together: Together[Target] = one_by_one,
) -> Deciding[int]:
    """Strike one target after another, up to `most`, the first by the measures. Return how many were struck.

    The targets are found again after each strike.
    """
    struck = 0
    while struck < most and (targets := list(find())):
        yield from strike(
            (yield from pick_target(d, node, targets, *measures, most=most - struck, together=together))
        )
        struck += 1
    return struck


def pick_target(
    d: Decider,
    node: str,
    targets: Iterable[Target],
    *measures: Measure[Target],
    most: int = NO_LIMIT,
    together: Together[Target] = one_by_one,
) -> Deciding[Target]:
    """Return the first target by the measures, then by chance (8.1.3)."""
    by_space = {target.where: target for target in targets}

    def figure(measure: Callable[[Target], int]) -> Callable[[BoardSpace], int]:
        return lambda where: measure(by_space[where])

    def all_struck(equal: Sequence[BoardSpace]) -> bool:
        return len(equal) <= most and together([by_space[where] for where in equal])

    letters = [(letter, figure(measure)) for letter, measure in measures]
    return by_space[(yield from d.pick_space(node, list(by_space), *letters, together=all_struck))]
