"""The record of an action that its parts share: on what terms it goes, what it has done so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from fitl_core.errors import Refusal
from fitl_core.facts.board import BoardSpace
from fitl_core.facts.factions import Faction
from fitl_core.facts.pieces import Count, Kind


class Strike(msgspec.Struct, frozen=True):
    """How the Air Strike of an Event differs from the rule's (4.2.3).

    Its `hits` come without a die, or it removes so many pieces `each_space`; it strikes where there
    are no US or ARVN pieces (`unseen`), does not Degrade the `trail`, or removes `bases_first`.
    """

    hits: int | None = None
    each_space: int | None = None
    unseen: bool = False
    trail: bool = True
    bases_first: bool = False


class Grant(msgspec.Struct, frozen=True):
    """On what terms an Event grants an Operation or Special Activity (5.5); none for a Faction's own.

    It may be `free` of cost (3.1.2), be left out (`may_skip`), be kept `within` some spaces or to
    `most_spaces`, and let a March begin only in `march_from`.
    """

    free: bool = False
    may_skip: bool = False
    within: Callable[[BoardSpace], Refusal | None] | None = None
    most_spaces: int | None = None
    march_from: frozenset[str] | None = None
    past_tunnels: bool = False  # a US Assault that removes Tunneled Bases like others
    strike: Strike = Strike()
    in_place: bool = False  # a Sweep without movement
    alone: bool = False  # a US Assault that no ARVN one follows
    joint: tuple[Kind, ...] = ()  # the cubes that Sweep and Assault together, all as US Troops
    acts_as: Faction | None = None  # it decides, but acts as this Faction would
    sweep_from: Callable[[BoardSpace], Refusal | None] | None = None  # where its Troops come from
    sweep_into: BoardSpace | None = None  # the space of a Sweep, selected already
    march_kinds: tuple[Kind, ...] = ()  # the only pieces that March
    march_into: BoardSpace | None = None  # the one space in which a March ends
    against: Faction | None = None  # an Assault that removes only this Faction's pieces
    everywhere: bool = False  # in every space that qualifies, or in as many as may be
    exposed: bool = False  # an Ambush for which an Active Guerrilla will do


OWN = Grant()
"""The terms of an action of a Faction's own."""


class Progress(msgspec.Struct):
    """What an action has done so far, for the rules that look across its parts (4.1.1, 4.4.3).

    `operation` and `activity` are verbs. `arrived` counts pieces by the space they moved into, so
    that none moves twice; `groups` the Marching groups by (from, to) (3.3.2); `ambushable` the
    March destinations with the number of Underground Guerrillas that Marched in; `unresolved` the
    Attack spaces selected and paid for, not yet resolved (3.3.3), `only_ambush` those of them without
    enemies (4.4.3). `given` says of NVA and VC what each had before its first transfer, and how much
    it has given (1.5.2);
    `followed` whether an ARVN Assault has followed a US one (3.2.4); `tanks` whether shaded PT-76
    is used, owed to a further Attack by Troops, or `open`: left to an Attack or used without a
    difference (card 45); `unsearched` says in which spaces the Operation is yet to Activate Guerrillas.
    """

    operation: str | None = None
    activity: str | None = None
    limop: bool = False
    grant: Grant = OWN
    operation_spaces: list[str] = []
    activity_spaces: list[str] = []
    arrived: dict[tuple[str, Kind], int] = {}
    paid: set[str] = set()
    groups: dict[tuple[str, str], list[int]] = {}
    ambushable: dict[str, int] = {}
    unresolved: list[str] = []
    only_ambush: list[str] = []
    given: dict[Faction, tuple[int, int]] = {}
    tanks: Literal["", "owed", "open", "used"] = ""
    followed: bool = False
    uses: dict[int, list[str]] = {}
    convoyed: list[str] = []
    unsearched: Callable[[], Iterable[BoardSpace]] = tuple

    def note_arrival(self, where: BoardSpace, pieces: tuple[Count, ...]) -> None:
        """Remember that these pieces have moved into a space."""
        for count in pieces:
            key = (where.id, count.kind)
            self.arrived[key] = self.arrived.get(key, 0) + count.number

    def forget_arrival(self, where: BoardSpace, pieces: tuple[Count, ...]) -> None:
        """Forget, of pieces that leave a space for others, those that had moved into it."""
        for count in pieces:
            moved = min(count.number, self.arrived.get((where.id, count.kind), 0))
            self.note_arrival(where, (Count(-moved, count.kind),))

    def note_activated(self, where: BoardSpace, kind: Kind, number: int) -> None:
        """Remember that, of the pieces that have moved into a space, so many are now Active."""
        number = min(number, self.arrived.get((where.id, kind), 0))
        self.note_arrival(where, (Count(-number, kind), Count(number, kind.active)))

    def note_use(self, card: int, where: BoardSpace) -> None:
        """Remember that a lasting Event has been used in a space."""
        self.uses.setdefault(card, []).append(where.id)

    def has_used(self, card: int) -> int:
        """In how many spaces a lasting Event has been used."""
        return len(self.uses.get(card, ()))
