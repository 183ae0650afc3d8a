"""ARVN Sweep (8.7.5): spaces, movement, Transport, then the search for Guerrillas."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar

from fitl_core.facts.factions import ControlName
from fitl_core.facts.game_map import BoardSpace, along, board, populated, spaces_by_id
from fitl_core.facts.lasting import BOOBY_TRAPS, COBRAS
from fitl_core.facts.pieces import BASE_KINDS, Count, Kind, number_named
from fitl_core.players.non_players.arvn.measures import (
    HIDDEN,
    figure_from,
    has_said,
    hidden,
    is_granted,
    lacks_for_control,
    rules_now,
    up_to_payable,
)
from fitl_core.players.non_players.arvn.transport import loads, preference
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.movement import Force, Share, Way, best_of, first_of, pick_share, shares_of
from fitl_core.players.non_players.owed_dice import roll_owed_dice
from fitl_core.players.non_players.piece_order import enemy_pieces
from fitl_core.players.non_players.space_figures import pieces_in
from fitl_core.players.non_players.sweeping import Sweeping, activated, searchers
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Activate, At, Clause, Move, Option, Remove, Verb
from fitl_core.rules.activities.transport import RULE as TRANSPORT_RULE
from fitl_core.rules.activities.transport import Convoy, ways_from
from fitl_core.rules.operations.sweep import COST, RULE

MOST_SPACES = 3
"""The most spaces that ARVN Sweep."""
KEPT = 3
"""The US and ARVN cubes and Special Forces that stay in a space that Troops leave."""
MOVING = "8.7.5/do-2"
TRANSPORT = "8.7.5/do-3"
SEARCH = "8.7.5/do-4"


def sweep(d: Decider) -> Deciding[bool]:
    """Carry out the whole Operation after its Raid; return whether any space was selected (8.7.5)."""
    moving = _Troops(d, (yield from _select(d)))
    yield from moving.to_find()
    yield from moving.to_control()
    if not moving.spaces:
        return False
    yield from _transport(d, moving.spaces)
    yield from _search(d, moving.spaces)
    yield from _fly(d)
    return True


def _select(d: Decider) -> Deciding[list[BoardSpace]]:
    """Select spaces with Underground Guerrillas and ARVN cubes or Rangers (do-1); return them."""
    selected: list[BoardSpace] = []
    met = [at for at in board().spaces if d.number(at, HIDDEN) and searchers(d, at)]
    while len(selected) < MOST_SPACES:
        fitting = d.open_spaces(among=[at for at in met if at not in selected])
        if not fitting:
            break
        together = up_to_payable(d, MOST_SPACES - len(selected), COST)
        where = yield from d.pick_space("8.7.5/do-1", fitting, "a", "b", "c", together=together)
        yield from d.say(At(where.id))
        selected.append(where)
    return selected


# -- Troops that move in (do-2) -------------------------------------------------------------------


class _Troops(Sweeping):
    """The Troops of an ARVN Sweep. COIN Control and 3 COIN units stay where they leave.

    The best share of Troops among the spaces is found whole.
    """

    kinds: ClassVar[tuple[Kind, ...]] = (Kind.AT,)

    def stay(self, where: BoardSpace) -> int:
        """Return 3 for every space."""
        return KEPT

    def may_change(self, where: BoardSpace, was: ControlName, after: ControlName) -> bool:
        """Check whether COIN Control stays."""
        return was != "coin" or after == "coin"

    def to_find(self) -> Deciding[None]:
        """Move the fewest Troops that find the most Guerrillas into the selected spaces."""
        self.d.aim(MOVING, "Move Troops to Activate the most Guerrillas")
        options = {at: _numbers_that_find(self.d, at, self.supply(at)) for at in self.spaces}
        yield from self.bring_share(_most_found(self.d, options, self.can_share))

    def to_control(self) -> Deciding[None]:
        """Bring the most Population under COIN Control: in the selected spaces, then in new ones."""
        d = self.d
        d.aim(MOVING, "Move Troops for the most COIN-Controlled Population")
        yield from self.control(self.spaces, MOST_SPACES)
        left = MOST_SPACES - len(self.spaces)
        if not is_granted(d):
            left = 0 if d.is_limited and self.spaces else min(left, d.money // COST)
        if left > 0:
            lacking = [at for at in populated() if at not in self.spaces and d.control(at) != "coin"]
            yield from self.control(d.open_spaces(among=lacking), left)

    def control(self, spaces: Sequence[BoardSpace], most: int) -> Deciding[None]:
        """Bring the most Population of up to `most` of these spaces under COIN Control."""
        d = self.d
        lacking = {at: lacks_for_control(pieces_in(d, at)) for at in spaces if d.control(at) != "coin"}
        options = {at: (n,) for at, n in lacking.items() if at.population and n <= self.supply(at)}

        def people(share: Share) -> tuple[int]:
            return (sum([at.population for at in share]),)

        yield from self.bring_share(best_of(shares_of(options, most), people, self.can_share))

    def bring_share(self, shares: Sequence[Share]) -> Deciding[None]:
        """Move the Troops of one of several equal shares, and select the spaces that they enter."""
        if shares:
            share = yield from pick_share(self.d, MOVING, shares, "a", most=True)
            yield from self.share_out(MOVING, share)
            entered = [at for at in board().spaces if at in share and self.came(at, Kind.AT)]
            self.spaces += [at for at in entered if at not in self.spaces]


def _numbers_that_find(d: Decider, where: BoardSpace, most: int) -> list[int]:
    """Return each number of further pieces, up to `most`, that finds more Guerrillas than one fewer."""
    return [more for more in range(1, most + 1) if activated(d, where, more) > activated(d, where, more - 1)]


def _most_found(
    d: Decider, options: Mapping[BoardSpace, Sequence[int]], fits: Callable[[Share], bool]
) -> list[Share]:
    """Return the shares that find the most Guerrillas, with the fewest pieces."""

    def figures(share: Share) -> tuple[int, int]:
        found = sum([activated(d, at, more) - activated(d, at) for at, more in share.items()])
        return found, -sum(share.values())

    able = {at: numbers for at, numbers in options.items() if numbers}
    return best_of(shares_of(able, len(able)), figures, fits)


# -- Transport to spaces where more Guerrillas can then be found (do-3) ---------------------------


def _transport(d: Decider, spaces: Sequence[BoardSpace]) -> Deciding[None]:
    """Transport to the Sweep spaces to find the most further Guerrillas, if there was no Raid (do-3)."""
    if has_said(d, "raid") or is_granted(d) or d.is_limited:
        return
    all_loads, plans = loads(d), dict[BoardSpace, list[Share]]()
    ctx = rules_now(d, TRANSPORT_RULE)

    def ways(origin: BoardSpace) -> dict[BoardSpace, Way]:
        found = {along(way)[-1]: way for way in ways_from(ctx, Convoy(), origin)}
        return {end: way for end, way in found.items() if end in spaces}

    def clauses(origin: BoardSpace, share: Share) -> tuple[Clause, ...]:
        moves = _moves(all_loads[origin], share, ways(origin))
        return (Option("moved"), Verb("transport"), *moves, Verb("sweep"))

    def serves(origin: BoardSpace) -> bool:
        def fits(share: Share) -> bool:
            return sum(share.values()) <= most and d.try_clauses(*clauses(origin, share)) is not None

        most = number_named(all_loads[origin])
        options = {end: _numbers_that_find(d, end, most) for end in ways(origin)}
        plans[origin] = _most_found(d, options, fits)
        return bool(plans[origin])

    origins = best_of([at for at in all_loads if at not in spaces], partial(preference, d), serves)
    if not origins:
        d.note(TRANSPORT, "no Transport would Activate further Guerrillas")
        return
    origin = yield from d.called("from", d.pick_space(TRANSPORT, origins))
    share = yield from pick_share(d, TRANSPORT, plans[origin], most=True)
    for clause in clauses(origin, share):
        yield from d.say(clause)


def _moves(load: Force, share: Share, ways: Mapping[BoardSpace, Way]) -> Iterator[Move]:
    """Yield the moves of a share: Troops first, then Rangers."""
    numbers = {count.kind: count.number for count in load}
    for end in [end for end in ways if end in share]:
        left = tuple([Count(number, kind) for kind, number in numbers.items() if number])
        going = first_of(left, share[end])
        for count in going:
            numbers[count.kind] -= count.number
        yield Move(ways[end], going)


# -- the search (do-4) ---------------------------------------------------------------------------


def _search(d: Decider, spaces: Sequence[BoardSpace]) -> Deciding[None]:
    """Activate as many Guerrillas as possible, VC before NVA (do-4). With shaded Booby Traps, name every
    space.
    """
    traps = d.capability(BOOBY_TRAPS) == "shaded"
    for where in spaces:
        activation = _most_to_activate(d, where)
        if activation is not None:
            number = number_named(activation.pieces)
            d.note_pick(SEARCH, f"{number} in {where.name}", "the priorities")
            yield from d.say(activation)
        elif traps and _is_open(d, where):
            yield from d.say(At(where.id))
        if traps:
            yield from roll_owed_dice(d)


def _most_to_activate(d: Decider, where: BoardSpace) -> Activate | None:
    """Return the largest Activation that the Sweep accepts in a space. In some Events others search with
    ARVN.
    """
    asked = d.walk.first_for("activate") if d.walk is not None else None
    if asked is None:
        return None  # the only answer may have been given on the way to a die of the traps
    there = pieces_in(d, where)
    most = [Activate(where.id, enemy_pieces(there, HIDDEN, number)) for number in range(hidden(there), 0, -1)]
    return next(filter(asked.accepts, most), None)


def _is_open(d: Decider, where: BoardSpace) -> bool:
    """Check whether the Sweep accepts a space. In an Event an Assault with its own spaces may come next."""
    asked = d.walk.first_for("at") if d.walk is not None else None
    return asked is not None and asked.rule == RULE and d.try_clauses(At(where.id)) is not None


def _fly(d: Decider) -> Deciding[None]:
    """Remove pieces by unshaded Cobras where that is required (card 13): a Base if possible, VC
    before NVA.
    """
    while d.capability(COBRAS) == "unshaded" and (removals := _owed_removals(d)):
        spaces = {spaces_by_id()[clause.space]: clause for clause in reversed(removals)}
        where = yield from d.pick_space(
            SEARCH,
            list(spaces),
            ("", figure_from(spaces, lambda clause: clause.pieces[0].kind in BASE_KINDS)),
            together=d.while_accepted(spaces.__getitem__),
        )
        able = [clause for clause in removals if clause.space == where.id]
        kinds = [clause.pieces[0].kind for clause in able]
        (first,) = enemy_pieces(pieces_in(d, where), kinds, 1)
        yield from d.say(Remove(where.id, (first,)))


def _owed_removals(d: Decider) -> list[Remove]:
    """Return the required removals by Cobras of pieces that are Active now. In an Event an Assault may come
    next, or a further Sweep, whose removals are listed already.
    """
    assert d.walk is not None
    owed = [asked for asked in d.walk.questions if not asked.optional and asked.rule == f"card {COBRAS}"]
    removals = [clause for asked in owed for clause in asked.accepted() if isinstance(clause, Remove)]
    return [one for one in removals if d.number(spaces_by_id()[one.space], [one.pieces[0].kind])]
