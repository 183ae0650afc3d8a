"""The one mutable thing: a position while an event is carried out on it.

Its verbs (place, remove, move, flip, shift, pay...) change it, report each change as an `Effect`
and hold the general rules for everybody: Availability (1.4.1), stacking (1.4.2), Tunnels (1.4.4),
levels (1.6), caps (1.8). What a verb would refuse, its `refuse_` twin tells in advance, so that a
Choice lists nothing that fails.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.board import BoardSpace, spaces_by_id
from fitl_core.facts.factions import ARVN, NVA, US, VC, ControlName, Faction
from fitl_core.facts.lasting import ADSID
from fitl_core.facts.levels import level
from fitl_core.facts.pieces import BASE_KINDS, SLOTS_OF, TUNNELED, Count, Kind, Pieces, changed
from fitl_core.record.clauses import (
    Activate,
    Box,
    Clause,
    Hide,
    Move,
    Number,
    Place,
    Rebox,
    Remove,
    Replace,
    SetLevel,
    Track,
)
from fitl_core.record.effects import Effect
from fitl_core.state.control import control
from fitl_core.state.momentum_on_trail import degrading_is_banned, loss_per_change, refuse_degrade
from fitl_core.state.state import CAP, MARKER_SUPPLY, RESOURCE_SLOT, TRAIL_CAP, TUNNEL_SUPPLY, Space, State

PURSES: dict[Faction, Track] = {US: "ARVN", ARVN: "ARVN", NVA: "NVA", VC: "VC"}

BoxField = Literal["available", "casualties", "out_of_play"]
BOXES: dict[str, BoxField] = {"available": "available", "casualties": "casualties", "oop": "out_of_play"}
BOX_WORDS = {"available": "Available", "casualties": "Casualties", "oop": "Out of Play"}

_replace = msgspec.structs.replace


class Draft:
    """A position being changed. `effects` tells what happened so far."""

    def __init__(self, state: State) -> None:
        self.state: State = state  # pieces and tracks below run ahead of it until `freeze`
        self.spaces: list[Space] = list(state.spaces)
        self.available: Pieces = state.available
        self.casualties: Pieces = state.casualties
        self.out_of_play: Pieces = state.out_of_play
        self.aid: int = state.aid
        self.patronage: int = state.patronage
        self.econ: int = state.econ
        self.trail: int = state.trail
        self.resources: list[int] = list(state.resources)
        self.effects: list[Effect] = []
        self.frozen: tuple[Space, ...] | None = None  # what Control still looks at (6.5)

    def freeze(self) -> State:
        """The position as an immutable State."""
        return _replace(
            self.state,
            spaces=tuple(self.spaces),
            available=self.available,
            casualties=self.casualties,
            out_of_play=self.out_of_play,
            aid=self.aid,
            patronage=self.patronage,
            econ=self.econ,
            trail=self.trail,
            resources=tuple(self.resources),
        )

    # -- looking ------------------------------------------------------------------------------

    def __getitem__(self, where: BoardSpace) -> Space:
        """What is in a space now."""
        return self.spaces[where.index]

    def number(self, where: BoardSpace, kinds: Iterable[Kind]) -> int:
        """How many pieces of these kinds are in a space."""
        # As `count_of`, a call shorter: every rule asks this.
        pieces = self.spaces[where.index].pieces
        number = 0
        for kind in kinds:
            number += pieces[kind.slot]
        return number

    def of_kind(self, where: BoardSpace, kind: Kind) -> int:
        """How many pieces of one kind are in a space."""
        return self.spaces[where.index].pieces[kind.slot]

    def of_faction(self, where: BoardSpace, *factions: Faction) -> int:
        """How many pieces these Factions have in a space."""
        pieces = self.spaces[where.index].pieces
        number = 0
        for faction in factions:
            number += sum(pieces[SLOTS_OF[faction]])
        return number

    def control(self, where: BoardSpace) -> ControlName:
        """Who Controls a space (1.7); in Redeploy and Commitment, as it was before (6.4, 6.5)."""
        if held := self.state.held_control:
            return held[where.index]
        return control(where, (self.frozen or self.spaces)[where.index].pieces)

    def bases(self, where: BoardSpace) -> int:
        """How many Bases of any Faction are in a space."""
        return self.number(where, BASE_KINDS)

    def resources_of(self, faction: Faction) -> int:
        """A Faction's Resources (1.8)."""
        return self.resources[RESOURCE_SLOT[faction]]

    def box(self, name: Box) -> Pieces:
        """The pieces in Available, Casualties or Out of Play."""
        pieces: Pieces = getattr(self, BOXES[name])
        return pieces

    def on_map(self, kinds: Iterable[Kind]) -> int:
        """How many pieces of these kinds are on the map."""
        return sum([space.pieces[kind.slot] for kind in kinds for space in self.spaces])

    def markers_left(self) -> int:
        """How many of the 15 Terror and Sabotage markers are off the map (3.3.4)."""
        return MARKER_SUPPLY - sum([space.terror + space.sabotage for space in self.spaces])

    # -- pieces -------------------------------------------------------------------------------

    def refuse_entry(self, where: BoardSpace, kind: Kind, number: int) -> Refusal | None:
        """Whether stacking keeps pieces out of a space (1.4.2)."""
        if where.in_north_vietnam and kind.faction.is_coin:
            return Refusal("north-vietnam", "1.4.2", "only NVA and VC pieces may be in North Vietnam")
        if kind in BASE_KINDS:
            if where.is_loc:
                return Refusal("stacking", "1.4.2", f"Bases may not be on a LoC: {where.name}")
            have = self.bases(where)
            if have + number > 2:
                facts = (f"{where.name} holds {have} Base{'s' if have != 1 else ''}",)
                return Refusal("stacking", "1.4.2", "a Province or City holds at most 2 Bases", facts)
        return None

    def refuse_place(
        self, where: BoardSpace, kind: Kind, number: int, source: str = "available"
    ) -> Refusal | None:
        """Whether pieces cannot be placed: not there to take (1.4.1), or stacking (1.4.2)."""
        if source in BOXES:
            have = getattr(self, BOXES[source])[kind.slot]
            what = BOX_WORDS[source]
        else:
            have = self.spaces[spaces_by_id()[source].index].pieces[kind.slot]
            what = f"in {spaces_by_id()[source].name}"
        if have < number:
            facts = (f"{what}: {kind.words(have)}",)
            return Refusal("not-available", "1.4.1", f"{kind.words(number)} cannot be placed", facts)
        return self.refuse_entry(where, kind, number)

    def place(self, where: BoardSpace, kind: Kind, number: int, rule: str, source: str = "available") -> None:
        """Place pieces from a box or, taken up by their own Faction, from another space (1.4.1).

        New Guerrillas and Special Forces stand Underground (1.4.3).
        """
        self._insist(self.refuse_place(where, kind, number, source))
        if source in BOXES:
            self._box(source, kind, -number)
        else:
            self._put(spaces_by_id()[source], kind, -number)
        self._put(where, kind.off_map, number)
        self.report(rule, Place(where.id, (Count(number, kind),), source))

    def remove(self, where: BoardSpace, kind: Kind, number: int, rule: str, to: Box = "available") -> None:
        """Remove pieces to a box; a Tunnel marker goes with its Base (1.4.1, 1.4.4)."""
        have = self[where].pieces[kind.slot]
        if have < number:
            why = f"there are not {kind.words(number)} in {where.name}"
            raise Violation(Refusal("no-such-pieces", rule, why, (f"there: {kind.words(have)}",)))
        self._put(where, kind, -number)
        self._box(to, kind.off_map, number)
        self.report(rule, Remove(where.id, (Count(number, kind),), to))

    def move(self, path: tuple[BoardSpace, ...], pieces: Iterable[Count], rule: str) -> None:
        """Move pieces from the first space of a path to the last; their state stays (1.4.3)."""
        counts = tuple(pieces)
        for count in counts:
            self._insist(self.refuse_entry(path[-1], count.kind, count.number))
            self._put(path[0], count.kind, -count.number)
            self._put(path[-1], count.kind, count.number)
        self.report(rule, Move(tuple([where.id for where in path]), counts))

    def replace(self, where: BoardSpace, old: tuple[Count, ...], new: tuple[Count, ...], rule: str) -> None:
        """Replace pieces by others from Available, to which the old ones return (1.4.1).

        A Base that replaces a Tunneled one may itself be given as Tunneled (4.4.1).
        """
        for count in old:
            self._put(where, count.kind, -count.number)
            self._box("available", count.kind.off_map, count.number)
        for count in new:
            self._insist(self.refuse_place(where, count.kind.off_map, count.number))
            self._box("available", count.kind.off_map, -count.number)
            self._put(where, count.kind, count.number)
        self.report(rule, Replace(where.id, old, new))

    def activate(self, where: BoardSpace, kind: Kind, number: int, rule: str) -> None:
        """Turn Underground pieces Active (1.4.3)."""
        if number:
            self._put(where, kind, -number, kind.active)
            self.report(rule, Activate(where.id, (Count(number, kind),)))

    def hide(self, where: BoardSpace, kind: Kind, number: int, rule: str) -> None:
        """Turn Active pieces (given by their Underground kind) Underground (1.4.3)."""
        if number:
            self._put(where, kind.active, -number, kind)
            self.report(rule, Hide(where.id, (Count(number, kind),)))

    def add_tunnel(self, where: BoardSpace, base: Kind, rule: str) -> None:
        """Put a Tunnel marker on an NVA or VC Base that has none (1.4.4)."""
        tunneled = Kind.NB_TUNNELED if base is Kind.NB else Kind.VB_TUNNELED
        self._put(where, base, -1, tunneled)
        self.report(rule, Replace(where.id, (Count(1, base),), (Count(1, tunneled),)))

    def tunnels_left(self) -> int:
        """How many of the 6 Tunnel markers are off the map."""
        return TUNNEL_SUPPLY - self.on_map(TUNNELED)

    def remove_tunnel(self, where: BoardSpace, base: Kind, rule: str) -> None:
        """Take a Tunnel marker off a Base, which stays (3.2.4)."""
        self._put(where, base, -1, base.off_map)
        self.report(rule, note=f"the Tunnel marker of the {base.off_map.noun} in {where.name} is removed")

    def transfer(self, source: Box, to: Box, kind: Kind, number: int, rule: str) -> None:
        """Move pieces from one box to another."""
        if number:
            self._box(source, kind, -number)
            self._box(to, kind, number)
            self.report(rule, Rebox(source, to, (Count(number, kind),)))

    # -- levels, markers, tracks ----------------------------------------------------------------

    def shift(self, where: BoardSpace, by: int, rule: str) -> int:
        """Shift a space by levels toward Active Support (or, negative, Active Opposition).

        It stops at the end of the scale; spaces without Population are always Neutral (1.6.1).
        Returns the level's change.
        """
        if not where.population:
            return 0
        return self.set_level(where, max(-2, min(2, self[where].support + by)), rule)

    def set_level(self, where: BoardSpace, support: int, rule: str) -> int:
        """Set a space's level, if it has Population (1.6.1). Returns the level's change."""
        space = self[where]
        change = support - space.support if where.population else 0
        if change:
            self.spaces[where.index] = _replace(space, support=support)
            self.report(rule, SetLevel(where.id, level(support)))
        return change

    def add_terror(self, where: BoardSpace, rule: str) -> bool:
        """Place a Terror marker, if one of the 15 is left (3.3.4)."""
        if not self.markers_left():
            return False
        self.spaces[where.index] = _replace(self[where], terror=self[where].terror + 1)
        self.report(rule, Number("terror", 1, where.id))
        return True

    def remove_terror(self, where: BoardSpace, number: int, rule: str) -> None:
        """Remove Terror markers."""
        self.spaces[where.index] = _replace(self[where], terror=self[where].terror - number)
        self.report(rule, Number("terror", -number, where.id))

    def set_sabotage(self, where: BoardSpace, on: bool, rule: str) -> None:
        """Place or remove a Sabotage marker (3.3.4, 6.6)."""
        self.spaces[where.index] = _replace(self[where], sabotage=on)
        self.report(rule, Number("sabotage", 1 if on else -1, where.id))

    def add(self, track: Track, by: int, rule: str) -> int:
        """Change a track or a Faction's Resources within 0 to 75, the Trail within 0 to 4 (1.8, 6.7).

        Returns the change that took place.
        """
        if track == "trail":
            return self._move_trail(by, rule)
        slot = RESOURCE_SLOT.get(track)
        before: int = self.resources[slot] if slot is not None else getattr(self, track)
        after = max(0, min(CAP, before + by))
        if after == before:
            return 0
        if slot is not None:
            self.resources[slot] = after
        else:
            setattr(self, track, after)
        self.report(rule, Number(track, after - before))
        return after - before

    def _move_trail(self, by: int, rule: str) -> int:
        after = max(0, min(TRAIL_CAP, self.trail + by))
        change = after - self.trail
        if not change or (by < 0 and degrading_is_banned(self.state)):
            return 0
        self.trail = after
        self.report(rule, Number("trail", change))
        self.add("NVA", -loss_per_change(self.state), f"card {ADSID}")
        return change

    def degrade(self, rule: str) -> None:
        """Degrade the Trail by 1 box, if it can be (6.2.2, 6.6)."""
        if refuse_degrade(self.state, self.trail) is None:
            self.add("trail", -1, rule)

    def gain(self, faction: Faction, by: int, rule: str) -> int:
        """Change the Resources on which a Faction draws: its own, for the US those of ARVN (1.8)."""
        return self.add(PURSES[faction], by, rule)

    def refuse_payment(self, payer: Faction, cost: int) -> Refusal | None:
        """Whether a Faction cannot pay. The US pays from ARVN Resources above Econ (1.8.1, 3.1)."""
        if payer is US:
            return self._refuse_us_payment(cost) if cost else None
        have = self.resources_of(payer)
        if cost > have:
            facts = (f"{payer} Resources {have}", f"{cost} needed")
            return Refusal("not-enough-resources", "3.1", f"{payer} cannot pay for it", facts)
        return None

    def _refuse_us_payment(self, cost: int) -> Refusal | None:
        have = self.resources_of(ARVN)
        if have - cost >= self.econ:
            return None
        facts = (f"ARVN Resources {have}", f"Econ {self.econ}", f"{cost} needed")
        why = "the US may spend only the ARVN Resources that exceed Total Econ"
        return Refusal("joint-operations", "1.8.1", why, facts)

    def pay(self, payer: Faction, cost: int, rule: str) -> None:
        """Spend Resources for a Faction (3.1, 1.8.1)."""
        self._insist(self.refuse_payment(payer, cost))
        self.gain(payer, -cost, rule)

    # -- the rest of the position ---------------------------------------------------------------

    def set(self, **changes: Any) -> None:
        """Change fields of the State that are no pieces or tracks (phase, eligible, card...)."""
        self.state = _replace(self.state, **changes)

    def report(self, rule: str, clause: Clause | None = None, note: str = "") -> None:
        """Add to the effects."""
        self.effects.append(Effect(rule, clause, note))

    def freeze_control(self) -> None:
        """Keep Control as it is now, until `frozen` is None again (6.5)."""
        self.frozen = tuple(self.spaces)

    def _insist(self, refusal: Refusal | None) -> None:
        if refusal is not None:
            raise Violation(refusal)

    def _put(self, where: BoardSpace, kind: Kind, by: int, into: Kind | None = None) -> None:
        """Pieces come to a space or, negative, go; those that go may be there as another kind instead."""
        space = self.spaces[where.index]
        pieces = list(space.pieces)
        pieces[kind.slot] += by
        if pieces[kind.slot] < 0:
            raise _lacking(where, kind, space, -by)
        if into is not None:
            pieces[into.slot] -= by
        self.spaces[where.index] = Space(tuple(pieces), space.support, space.terror, space.sabotage)

    def _box(self, box: str, kind: Kind, by: int) -> None:
        field = BOXES[box]
        setattr(self, field, changed(getattr(self, field), kind, by))


def _lacking(where: BoardSpace, kind: Kind, space: Space, number: int) -> Violation:
    why = f"there are not {kind.words(number)} in {where.name}"
    facts = (f"there: {kind.words(space.pieces[kind.slot])}",)
    return Violation(Refusal("no-such-pieces", "1.4", why, facts))
