"""The draft: the one mutable copy of a position, while an event is carried out.

Its verbs (place, remove, move, flip, shift, pay...) change it, each by an `Effect` that records the change.
They enforce the general rules: Availability (1.4.1), stacking (1.4.2), Tunnels (1.4.4), levels (1.6), caps
(1.8). Each verb that can refuse has a `refuse_` twin. A question calls the twin, so that it lists no answer
that fails. `happen` changes the parts that are no piece, level or track.
"""

from __future__ import annotations

from collections.abc import Iterable

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import ARVN, NVA, US, VC, ControlName, Faction
from fitl_core.facts.game_map import BoardSpace, spaces_by_id
from fitl_core.facts.lasting import ADSID
from fitl_core.facts.levels import level
from fitl_core.facts.phases import Phase
from fitl_core.facts.pieces import BASE_KINDS, SLOTS_OF, TUNNELED, Count, Kind, Pieces, total_of
from fitl_core.record.board_effects import (
    Activated,
    ControlChanged,
    Hidden,
    LevelChanged,
    Moved,
    Placed,
    Reboxed,
    Removed,
    Replaced,
    SabotageChanged,
    TerrorChanged,
    TrackChanged,
    TrackName,
    TunnelPlaced,
    TunnelRemoved,
)
from fitl_core.record.clauses import Box
from fitl_core.record.effects import Effect, Remark
from fitl_core.record.play_effects import PhaseChanged
from fitl_core.state import on_board
from fitl_core.state.applying import WAYS
from fitl_core.state.control import control, control_changes
from fitl_core.state.momentum_on_trail import degrading_is_banned, loss_per_change, refuse_degrade
from fitl_core.state.mutable import MutableState
from fitl_core.state.state import (
    BOX_WORDS,
    BOXES,
    CAP,
    MARKER_SUPPLY,
    RESOURCE_SLOT,
    TRAIL_CAP,
    TUNNEL_SUPPLY,
    Space,
    State,
)

PURSES: dict[Faction, TrackName] = {US: "ARVN", ARVN: "ARVN", NVA: "NVA", VC: "VC"}


class Draft(MutableState):
    """A position that is being changed. `effects` has all changes so far.

    `cut` has the changes that the end of a track cut short. Each has the number of effects before it, the
    change that took place, and the change without the end of the track.
    """

    __slots__ = ("before", "cut", "effects", "frozen")

    def __init__(self, state: State) -> None:
        self.load(state)
        self.before: State = state
        self.effects: list[Effect] = []
        self.cut: list[tuple[int, TrackChanged, int]] = []
        self.frozen: tuple[Space, ...] | None = None  # the pieces by which Control is decided (6.5)

    def happen(self, effect: Effect) -> None:
        """Change the position as an effect says, and add it to the effects."""
        WAYS[type(effect)](self, effect)
        self.effects.append(effect)

    def close(self) -> State:
        """Return the position at the end of an event; changes of Control are the last effects (1.7)."""
        state, before = self.freeze(), self.before
        if not before.held_control and not state.held_control:
            looked_at: Iterable[int] = sorted(self.touched) if self.touched else ()
        elif before.held_control is state.held_control:
            return state
        else:
            looked_at = range(len(state.spaces))
        for where, was, now in control_changes(before, state, looked_at):
            self.effects.append(ControlChanged("1.7", where.id, was, now))
        return state

    # -- looking ------------------------------------------------------------------------------

    def __getitem__(self, where: BoardSpace) -> Space:
        """Return the contents of a space."""
        return self.spaces[where.index]

    def number(self, where: BoardSpace, kinds: Iterable[Kind]) -> int:
        """Return the number of pieces of these kinds in a space."""
        # The same as `count_of` with one call less: every rule asks this.
        pieces = self.spaces[where.index].pieces
        number = 0
        for kind in kinds:
            number += pieces[kind.slot]
        return number

    def of_kind(self, where: BoardSpace, kind: Kind) -> int:
        """Return the number of pieces of one kind in a space."""
        return self.spaces[where.index].pieces[kind.slot]

    def of_faction(self, where: BoardSpace, *factions: Faction) -> int:
        """Return the number of pieces that these Factions have in a space."""
        pieces = self.spaces[where.index].pieces
        number = 0
        for faction in factions:
            number += sum(pieces[SLOTS_OF[faction]])
        return number

    def control(self, where: BoardSpace) -> ControlName:
        """Return the side that Controls a space (1.7), in Redeploy and Commitment as before (6.4, 6.5)."""
        if held := self.state.held_control:
            return held[where.index]
        return control(where, (self.frozen or self.spaces)[where.index].pieces)

    def bases(self, where: BoardSpace) -> int:
        """Return the number of Bases of all Factions in a space."""
        return self.number(where, BASE_KINDS)

    def resources_of(self, faction: Faction) -> int:
        """Return a Faction's Resources (1.8)."""
        return self.resources[RESOURCE_SLOT[faction]]

    def figure(self, track: TrackName) -> int:
        """Return the figure of a track, or a Faction's Resources."""
        slot = RESOURCE_SLOT.get(track)
        figure: int = self.resources[slot] if slot is not None else getattr(self, track)
        return figure

    def box(self, name: Box) -> Pieces:
        """Return the pieces in Available, Casualties or Out of Play."""
        pieces: Pieces = getattr(self, BOXES[name])
        return pieces

    def on_map(self, kinds: Iterable[Kind]) -> int:
        """Return the number of pieces of these kinds on the map."""
        return total_of([space.pieces for space in self.spaces], kinds)

    def markers_left(self) -> int:
        """Return the number of Terror and Sabotage markers off the map, of 15 (3.3.4)."""
        off_map = MARKER_SUPPLY
        for space in self.spaces:
            if space.terror:
                off_map -= space.terror
            if space.sabotage:
                off_map -= 1
        return off_map

    # -- pieces -------------------------------------------------------------------------------

    def refuse_entry(self, where: BoardSpace, kind: Kind, number: int) -> Refusal | None:
        """Refuse pieces that stacking keeps out of a space (1.4.2)."""
        if where.in_north_vietnam and kind.faction.is_coin:
            return Refusal("north-vietnam", "1.4.2", "only NVA and VC pieces may be in North Vietnam")
        if kind in BASE_KINDS:
            if where.is_loc:
                return Refusal("stacking", "1.4.2", f"Bases may not be on a LoC: {where.name}")
            have = self.bases(where)
            if have + number > 2:
                facts = (f"{where.name} holds {counted(have, 'Base')}",)
                return Refusal("stacking", "1.4.2", "a Province or City holds at most 2 Bases", facts)
        return None

    def refuse_place(
        self, where: BoardSpace, kind: Kind, number: int, source: str = "available"
    ) -> Refusal | None:
        """Refuse pieces that are not there to take (1.4.1), or that stacking keeps out (1.4.2)."""
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
        if (refusal := self.refuse_place(where, kind, number, source)) is not None:
            raise Violation(refusal)
        pieces = (Count(number, kind),)
        on_board.place(self, where.index, pieces, source)
        self.effects.append(Placed(rule, where.id, pieces, source))

    def remove(self, where: BoardSpace, kind: Kind, number: int, rule: str, to: Box = "available") -> None:
        """Remove pieces to a box; a Tunnel marker goes with its Base (1.4.1, 1.4.4)."""
        have = self[where].pieces[kind.slot]
        if have < number:
            why = f"there are not {kind.words(number)} in {where.name}"
            raise Violation(Refusal("no-such-pieces", rule, why, (f"there: {kind.words(have)}",)))
        pieces = (Count(number, kind),)
        on_board.remove(self, where.index, pieces, to)
        self.effects.append(Removed(rule, where.id, pieces, to))

    def move(self, path: tuple[BoardSpace, ...], pieces: Iterable[Count], rule: str) -> None:
        """Move pieces from the first space of a path to the last; their state stays (1.4.3)."""
        counts = tuple(pieces)
        for count in counts:
            if (refusal := self.refuse_entry(path[-1], count.kind, count.number)) is not None:
                raise Violation(refusal)
        on_board.move(self, path[0].index, path[-1].index, counts)
        self.effects.append(Moved(rule, tuple([where.id for where in path]), counts))

    def replace(self, where: BoardSpace, old: tuple[Count, ...], new: tuple[Count, ...], rule: str) -> None:
        """Replace pieces by others from Available, to which the old ones return (1.4.1).

        A Base that replaces a Tunneled one may itself be given as Tunneled (4.4.1).
        """
        on_board.replace(self, where.index, old, ())  # the new pieces may be the ones that have just returned
        for count in new:
            if (refusal := self.refuse_place(where, count.kind.off_map, count.number)) is not None:
                raise Violation(refusal)
            on_board.replace(self, where.index, (), (count,))
        self.effects.append(Replaced(rule, where.id, old, new))

    def activate(self, where: BoardSpace, kind: Kind, number: int, rule: str) -> None:
        """Turn Underground pieces Active (1.4.3)."""
        if number:
            pieces = (Count(number, kind),)
            on_board.activate(self, where.index, pieces)
            self.effects.append(Activated(rule, where.id, pieces))

    def hide(self, where: BoardSpace, kind: Kind, number: int, rule: str) -> None:
        """Turn Active pieces (given by their Underground kind) Underground (1.4.3)."""
        if number:
            pieces = (Count(number, kind),)
            on_board.hide(self, where.index, pieces)
            self.effects.append(Hidden(rule, where.id, pieces))

    def add_tunnel(self, where: BoardSpace, base: Kind, rule: str) -> None:
        """Put a Tunnel marker on an NVA or VC Base that has none (1.4.4)."""
        self.happen(TunnelPlaced(rule, where.id, base))

    def tunnels_left(self) -> int:
        """Return the number of Tunnel markers off the map, of 6."""
        return TUNNEL_SUPPLY - self.on_map(TUNNELED)

    def remove_tunnel(self, where: BoardSpace, base: Kind, rule: str) -> None:
        """Take a Tunnel marker off a Base, which stays (3.2.4)."""
        self.happen(TunnelRemoved(rule, where.id, base.off_map))

    def transfer(self, source: Box, to: Box, kind: Kind, number: int, rule: str) -> None:
        """Move pieces from one box to another."""
        if number:
            self.happen(Reboxed(rule, source, to, (Count(number, kind),)))

    # -- levels, markers, tracks ----------------------------------------------------------------

    def shift(self, where: BoardSpace, by: int, rule: str) -> int:
        """Shift a space by levels toward Active Support (or, negative, Active Opposition).

        It stops at the end of the scale; spaces without Population are always Neutral (1.6.1).
        Return the change of the level.
        """
        if not where.population:
            return 0
        return self.set_level(where, max(-2, min(2, self[where].support + by)), rule)

    def set_level(self, where: BoardSpace, support: int, rule: str) -> int:
        """Set a space's level, if it has Population (1.6.1). Return the change of the level."""
        space = self[where]
        change = support - space.support if where.population else 0
        if change:
            self.happen(LevelChanged(rule, where.id, level(space.support), level(support)))
        return change

    def add_terror(self, where: BoardSpace, rule: str) -> bool:
        """Place a Terror marker, if one of the 15 is left (3.3.4)."""
        if not self.markers_left():
            return False
        have = self[where].terror
        self.happen(TerrorChanged(rule, where.id, have, have + 1))
        return True

    def remove_terror(self, where: BoardSpace, number: int, rule: str) -> None:
        """Remove Terror markers."""
        have = self[where].terror
        self.happen(TerrorChanged(rule, where.id, have, have - number))

    def set_sabotage(self, where: BoardSpace, on: bool, rule: str) -> None:
        """Place or remove a Sabotage marker (3.3.4, 6.6)."""
        self.happen(SabotageChanged(rule, where.id, on))

    def add(self, track: TrackName, by: int, rule: str) -> int:
        """Change a track or a Faction's Resources within 0 to 75, the Trail within 0 to 4 (1.8, 6.7).

        Return the change that took place.
        """
        if track == "trail":
            return self._move_trail(by, rule)
        before = self.figure(track)
        after = before + by
        if not 0 <= after <= CAP:
            after = CAP if after > CAP else 0
            self.cut.append((len(self.effects), TrackChanged(rule, track, before, after), by))
        if after == before:
            return 0
        on_board.set_track(self, track, after)
        self.effects.append(TrackChanged(rule, track, before, after))
        return after - before

    def room_for(self, track: TrackName, by: int) -> int:
        """Return the part of a change for which a track has room (1.8, 6.7)."""
        figure = self.figure(track)
        return max(0, min(TRAIL_CAP if track == "trail" else CAP, figure + by)) - figure

    def _move_trail(self, by: int, rule: str) -> int:
        after = max(0, min(TRAIL_CAP, self.trail + by))
        change = after - self.trail
        if by < 0 and degrading_is_banned(self.state):
            return 0
        if change != by:
            self.cut.append((len(self.effects), TrackChanged(rule, "trail", self.trail, after), by))
        if not change:
            return 0
        self.happen(TrackChanged(rule, "trail", self.trail, after))
        self.add("NVA", -loss_per_change(self.state), f"card {ADSID}")
        return change

    def degrade(self, rule: str) -> None:
        """Degrade the Trail by 1 box, if it can be (6.2.2, 6.6)."""
        if refuse_degrade(self.state, self.trail) is None:
            self.add("trail", -1, rule)

    def gain(self, faction: Faction, by: int, rule: str) -> int:
        """Change the Resources on which a Faction draws: its own, for the US those of ARVN (1.8)."""
        return self.add(PURSES[faction], by, rule)

    def refuse_payment(self, payer: Faction, cost: int, rule: str = "3.1") -> Refusal | None:
        """Refuse a cost that a Faction cannot pay. The US pays from ARVN Resources above Econ (1.8.1, 3.1).

        In a Coup Round `rule` is the rule of the phase, which has its own costs (6.3).
        """
        if payer is US:
            return self._refuse_us_payment(cost) if cost else None
        have = self.resources[RESOURCE_SLOT[payer]]
        if cost > have:
            facts = (f"{payer} Resources {have}", f"{cost} needed")
            by = rule if rule.startswith("6.") else "3.1"
            return Refusal("not-enough-resources", by, f"{payer} cannot pay for it", facts)
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
        if (refusal := self.refuse_payment(payer, cost)) is not None:
            raise Violation(refusal)
        self.gain(payer, -cost, rule)

    # -- the rest of the position ---------------------------------------------------------------

    def enter(self, phase: Phase, rule: str) -> None:
        """Enter a phase, unless it is the current one (2.3, 6.0)."""
        old = self.state.phase
        if phase != old:
            self.happen(PhaseChanged(rule, old, phase))

    def remark(self, rule: str, text: str) -> None:
        """Add a remark, which changes nothing."""
        self.effects.append(Remark(rule, text))

    def freeze_control(self) -> None:
        """Keep Control as it is now, until `frozen` is None again (6.5)."""
        self.frozen = tuple(self.spaces)
