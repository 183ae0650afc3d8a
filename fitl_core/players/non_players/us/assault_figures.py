"""What a US Assault in a space would remove, with an ARVN Assault behind it if that is open (8.8.3).

It asks the procedure of Assault itself, on a draft of the position that is thrown away.
"""

from __future__ import annotations

import msgspec

from fitl_core.facts.board import BoardSpace
from fitl_core.facts.factions import ARVN, US, Faction
from fitl_core.facts.pieces import BASE_KINDS, Count, Kind, Pieces, changed, count_of, number_named
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.us.board_figures import ACTIVE, UNDERGROUND
from fitl_core.rules.context import Context
from fitl_core.rules.forms.pieces import totals
from fitl_core.rules.operations.assault import RULE, refuse_targets, strength
from fitl_core.rules.operations.assault_removal import Removal
from fitl_core.rules.progress import Progress
from fitl_core.state.control import control
from fitl_core.state.draft import Draft
from fitl_core.state.state import State

VC_FIRST = (Kind.VG_ACTIVE, Kind.NG_ACTIVE)
BASES_IN_ORDER = (Kind.VB, Kind.NB, Kind.VB_TUNNELED, Kind.NB_TUNNELED)


class Prospect(msgspec.Struct, frozen=True):
    """What an Assault in a space would come to.

    `first` is what the US remove, `then` what ARVN would; of both together: how many of the `active`
    Insurgent pieces are `left`, whether a `base`, whether `troops` of the NVA go; whether a Tunnel is met
    (`tunnel`), whether NVA Control goes (`ends_nva`). `lucky_base` says that a Base goes if every roll
    against a Tunnel succeeds.
    """

    first: tuple[Count, ...] = ()
    then: tuple[Count, ...] = ()
    active: int = 0
    left: int = 0
    base: bool = False
    troops: bool = False
    tunnel: bool = False
    ends_nva: bool = False
    lucky_base: bool = False

    @property
    def removed(self) -> int:
        """How many pieces go."""
        return number_named(self.first) + number_named(self.then)

    @property
    def clears(self) -> bool:
        """Whether all Active Insurgent pieces go, or a Tunnel is met where there are none."""
        return self.left == 0 and (self.removed > 0 or self.tunnel)

    @property
    def clears_most(self) -> bool:
        """Whether more than half of the Active Insurgent pieces go."""
        return 2 * (self.active - self.left) > self.active


class Outlooks:
    """Prospects of one Operation, each found once: they depend on the pieces of the space alone.

    `arvn` says whether an ARVN Assault may still be added, `progress` which Capabilities have been used.
    """

    def __init__(self, d: Decider, arvn: bool) -> None:
        self.d = d
        self.arvn = arvn
        self.progress: Progress = Progress(operation="assault")
        self._found: dict[tuple[object, ...], Prospect] = {}

    def of(self, where: BoardSpace, more: int = 0) -> Prospect:
        """What an Assault would come to, with so many US Troops more."""
        uses = sum([len(spaces) for spaces in self.progress.uses.values()])
        key = (where.index, self.d.now.spaces[where.index].pieces, more, self.arvn, uses)
        if key not in self._found:
            self._found[key] = prospect(self.d.now, where, self.progress, self.arvn, more)
        return self._found[key]


def prospect(
    state: State, where: BoardSpace, progress: Progress, arvn: bool, more: int = 0, us: bool = True
) -> Prospect:
    """What an Assault would come to, with `more` US Troops, and that of `arvn` behind it.

    `progress` knows the Capabilities used in this Operation. Without `us` ARVN Assault alone.
    """
    draft = Draft(reinforced(state, where, more))
    ctx = Context(draft, US, RULE, progress)
    before = draft[where].pieces
    active, was_nva = count_of(before, ACTIVE), control(where, before) == "nva"
    first: tuple[Count, ...] = ()
    tunnel = False
    if us:
        first, tunnel = _assault(ctx, where, US)
    after_us = draft[where].pieces
    then: tuple[Count, ...] = ()
    lucky = False
    if arvn:
        then, met = _assault(ctx, where, ARVN)
        lucky = tunnel and not _has_base(then) and _base_behind_luck(state, where, after_us, progress)
        tunnel |= met and bool(then)
    removed = (*first, *then)
    return Prospect(
        first,
        then,
        active,
        count_of(draft[where].pieces, ACTIVE),
        _has_base(removed),
        any(count.kind is Kind.NT for count in removed),
        tunnel,
        was_nva and control(where, draft[where].pieces) != "nva",
        lucky or _has_base(removed),
    )


def with_pieces(state: State, where: BoardSpace, pieces: Pieces) -> State:
    """The position with other pieces in a space: a supposition, whatever they come from."""
    spaces = list(state.spaces)
    spaces[where.index] = msgspec.structs.replace(spaces[where.index], pieces=pieces)
    return msgspec.structs.replace(state, spaces=tuple(spaces))


def reinforced(state: State, where: BoardSpace, troops: int) -> State:
    """The position with so many US Troops more (or, negative, fewer) in a space."""
    if not troops:
        return state
    return with_pieces(state, where, changed(state.spaces[where.index].pieces, Kind.UT, troops))


def _assault(ctx: Context, where: BoardSpace, faction: Faction) -> tuple[tuple[Count, ...], bool]:
    """What a Faction's Assault removes, now removed from the draft; and whether it meets a Tunnel."""
    if refuse_targets(ctx, where, faction) is not None:
        return (), False
    removal = Removal(ctx, where, faction, strength(ctx, where, faction))
    pieces, tunnel = best_removal(removal)
    for count in pieces:
        ctx.draft.remove(where, count.kind, count.number, RULE)
    return pieces, tunnel


def _base_behind_luck(state: State, where: BoardSpace, after_us: Pieces, progress: Progress) -> bool:
    """Whether an ARVN Assault takes a Base from which a lucky US roll has just taken the Tunnel (NP-Q34)."""
    lucky = Draft(with_pieces(state, where, after_us))
    kind = next((kind for kind in BASES_IN_ORDER[2:] if lucky.of_kind(where, kind)), None)
    if kind is None:
        return False
    lucky.remove_tunnel(where, kind, RULE)
    then, _ = _assault(Context(lucky, US, RULE, progress), where, ARVN)
    return _has_base(then)


def best_removal(removal: Removal) -> tuple[tuple[Count, ...], bool]:
    """The pieces that go: most of them, Bases and Underground ones among them; and whether a Tunnel is met.

    Within the order of the Operation VC go before NVA (8.1.2).
    """
    best: tuple[Count, ...] = ()
    best_key = (0, 0, 0, 0)
    for way in removal.ways:
        for hidden in (0, 1) if removal.takes_hidden else (0,):
            reach = removal.reach(way, hidden)
            bases = reach.bases + way.base_first
            pieces = (
                *_taken(removal, (Kind.NT,), reach.troops),
                *_taken(removal, UNDERGROUND, hidden),
                *_taken(removal, VC_FIRST, reach.guerrillas),
                *_taken(removal, BASES_IN_ORDER, bases),
            )
            key = (number_named(pieces), bases, int(reach.tunnels > 0), hidden)
            if key <= best_key or (pieces and not removal.allows(totals(pieces))):
                continue
            best, best_key = pieces, key
    return best, best_key[2] > 0


def _taken(removal: Removal, kinds: tuple[Kind, ...], most: int) -> tuple[Count, ...]:
    taken = []
    for kind in kinds:
        number = (
            min(most, removal.pieces[kind.slot]) if kind in removal.bases or kind not in BASE_KINDS else 0
        )
        if number > 0:
            taken.append(Count(number, kind))
            most -= number
    return tuple(taken)


def _has_base(pieces: tuple[Count, ...]) -> bool:
    return any(count.kind in BASE_KINDS for count in pieces)
