"""The kinds of pieces (1.4), counted as tuples.

A position counts its pieces as one tuple with an entry for each `Kind`, in the order of
`KINDS`. Guerrillas and Special Forces are two kinds each, Underground and Active (1.4.3); a
Tunneled Base is a kind of its own (1.4.4). Pieces off the map have no such state: they are
counted under the Underground (or unTunneled) kind.

>>> Kind.VB_TUNNELED.off_map.code, Kind.UI_ACTIVE.off_map.code, Kind.VG.active.code
('vb', 'ui', 'vg*')
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from operator import itemgetter

import msgspec

from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction


class Kind(StrEnum):
    """A kind of piece: its name in JSON, its Faction, its code in the notation and its words."""

    # Slots are faster to read than other attributes of Enum members, and are read all the time.
    __slots__ = ("active", "code", "faction", "noun", "off_map", "slot", "underground")

    slot: int
    faction: Faction
    code: str
    noun: str
    # Its forms in these states, or the kind itself (1.4.3), and the kind under which it is
    # counted in Available, Casualties and Out of Play.
    active: Kind
    underground: Kind
    off_map: Kind

    def __new__(cls, value: str, faction: Faction, code: str, noun: str) -> Kind:
        kind = str.__new__(cls, value)
        kind._value_ = value
        kind.slot = len(cls.__members__)
        kind.faction = faction
        kind.code = code
        kind.noun = noun
        kind.active = kind.underground = kind.off_map = kind
        return kind

    __hash__ = str.__hash__

    UT = "us-troops", US, "ut", "US Troop"
    UI = "us-irregulars-underground", US, "ui", "Irregular"
    UI_ACTIVE = "us-irregulars-active", US, "ui*", "Active Irregular"
    UB = "us-base", US, "ub", "US Base"
    AT = "arvn-troops", ARVN, "at", "ARVN Troop"
    AP = "arvn-police", ARVN, "ap", "Police"
    AR = "arvn-rangers-underground", ARVN, "ar", "Ranger"
    AR_ACTIVE = "arvn-rangers-active", ARVN, "ar*", "Active Ranger"
    AB = "arvn-base", ARVN, "ab", "ARVN Base"
    NT = "nva-troops", NVA, "nt", "NVA Troop"
    NG = "nva-guerrillas-underground", NVA, "ng", "NVA Guerrilla"
    NG_ACTIVE = "nva-guerrillas-active", NVA, "ng*", "Active NVA Guerrilla"
    NB = "nva-base", NVA, "nb", "NVA Base"
    NB_TUNNELED = "nva-base-tunneled", NVA, "nb^", "Tunneled NVA Base"
    VG = "vc-guerrillas-underground", VC, "vg", "VC Guerrilla"
    VG_ACTIVE = "vc-guerrillas-active", VC, "vg*", "Active VC Guerrilla"
    VB = "vc-base", VC, "vb", "VC Base"
    VB_TUNNELED = "vc-base-tunneled", VC, "vb^", "Tunneled VC Base"

    @property
    def is_underground(self) -> bool:
        """Whether pieces of this kind are Underground."""
        return self.active is not self

    def words(self, number: int) -> str:
        """Return the number and the noun.

        >>> Kind.VG.words(2), Kind.UB.words(1), Kind.AP.words(3)
        ('2 VC Guerrillas', '1 US Base', '3 Police')
        """
        return f"{number} {self.noun if number == 1 else self.nouns}"

    @property
    def nouns(self) -> str:
        """The plural noun: "VC Guerrillas", "Police"."""
        return self.noun if self is Kind.AP else f"{self.noun}s"


KINDS: tuple[Kind, ...] = tuple(Kind)
BY_CODE: dict[str, Kind] = {kind.code: kind for kind in KINDS}

# Attributes in place of properties: these three are read many times in every move.
for _hidden, _shown in (
    (Kind.UI, Kind.UI_ACTIVE),
    (Kind.AR, Kind.AR_ACTIVE),
    (Kind.NG, Kind.NG_ACTIVE),
    (Kind.VG, Kind.VG_ACTIVE),
):
    _hidden.active = _shown
    _shown.underground = _shown.off_map = _hidden
Kind.NB_TUNNELED.off_map = Kind.NB
Kind.VB_TUNNELED.off_map = Kind.VB

TROOPS = {US: Kind.UT, ARVN: Kind.AT, NVA: Kind.NT}
CUBES: dict[Faction, tuple[Kind, ...]] = {US: (Kind.UT,), ARVN: (Kind.AT, Kind.AP)}
SPECIAL_FORCES: dict[Faction, tuple[Kind, Kind]] = {
    US: (Kind.UI, Kind.UI_ACTIVE),
    ARVN: (Kind.AR, Kind.AR_ACTIVE),
}
GUERRILLAS: dict[Faction, tuple[Kind, Kind]] = {NVA: (Kind.NG, Kind.NG_ACTIVE), VC: (Kind.VG, Kind.VG_ACTIVE)}
BASES: dict[Faction, tuple[Kind, ...]] = {
    US: (Kind.UB,),
    ARVN: (Kind.AB,),
    NVA: (Kind.NB, Kind.NB_TUNNELED),
    VC: (Kind.VB, Kind.VB_TUNNELED),
}
BASE_KINDS: tuple[Kind, ...] = tuple(kind for kinds in BASES.values() for kind in kinds)
COIN_BASES = (*BASES[US], *BASES[ARVN])
INSURGENT_BASES = (*BASES[NVA], *BASES[VC])
TUNNELED_BY_BASE = {Kind.NB: Kind.NB_TUNNELED, Kind.VB: Kind.VB_TUNNELED}
"""The Bases that may have a Tunnel marker, and their Tunneled kinds (1.4.4)."""
TUNNELED = tuple(TUNNELED_BY_BASE.values())
OF_FACTION: dict[Faction, tuple[Kind, ...]] = {
    faction: tuple(kind for kind in KINDS if kind.faction is faction) for faction in Faction
}
SLOTS_OF: dict[Faction, slice] = {
    faction: slice(kinds[0].slot, kinds[-1].slot + 1) for faction, kinds in OF_FACTION.items()
}
"""The slots of each Faction's kinds, which are consecutive."""

Pieces = tuple[int, ...]
"""Numbers of pieces, one entry for each `Kind`, by `Kind.slot`."""

NO_PIECES: Pieces = (0,) * len(KINDS)


class Count(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A number of pieces of one kind, as a move names them: at least 1."""

    number: int
    kind: Kind


def number_named(pieces: Iterable[Count]) -> int:
    """Return the number of pieces that a move names, of all kinds."""
    return sum([count.number for count in pieces])


def count_of(pieces: Pieces, kinds: Iterable[Kind]) -> int:
    """Return the number of pieces of these kinds."""
    number = 0
    for kind in kinds:
        number += pieces[kind.slot]
    return number


def total_of(several: Iterable[Pieces], kinds: Iterable[Kind]) -> int:
    """Return the number of pieces of these kinds in several places together."""
    places = tuple(several)
    number = 0
    for kind in kinds:
        number += sum(map(itemgetter(kind.slot), places))
    return number


def changed(pieces: Pieces, kind: Kind, by: int) -> Pieces:
    """Return the pieces with `by` more (or, negative, fewer) of one kind."""
    numbers = list(pieces)
    numbers[kind.slot] += by
    return tuple(numbers)


def from_counts(counts: dict[Kind, int]) -> Pieces:
    """Return pieces as a tuple, from numbers by kind."""
    return tuple([counts.get(kind, 0) for kind in KINDS])


def to_counts(pieces: Pieces) -> dict[Kind, int]:
    """Return the non-zero numbers by kind, in the order of `KINDS`."""
    return {kind: number for kind, number in zip(KINDS, pieces, strict=True) if number}


def describe(counts: Iterable[Count]) -> str:
    """Return the pieces in words.

    >>> describe([Count(2, Kind.UT), Count(1, Kind.VG_ACTIVE)])
    '2 US Troops and 1 Active VC Guerrilla'
    """
    words = [count.kind.words(count.number) for count in counts]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
