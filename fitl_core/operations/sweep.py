"""Sweep (3.2.3): move Troops into spaces, then Activate Guerrillas there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fitl_core.board import BoardSpace, along, neighbours, spaces_by_id
from fitl_core.choices import Choice, Procedure, either
from fitl_core.errors import Refusal
from fitl_core.events import Move, Remove
from fitl_core.factions import ARVN, NVA, US, VC, Faction
from fitl_core.lasting import BOOBY_TRAPS, COBRAS, COMBINED_ACTION_PLATOONS
from fitl_core.operations.removal import first_to_go
from fitl_core.piece_choices import MoveChoice, PiecesChoice
from fitl_core.pieces import CUBES, SPECIAL_FORCES, TROOPS, Count, Kind
from fitl_core.routes import refuse_steps
from fitl_core.searching import activate_each
from fitl_core.turn import Turn

RULE = "3.2.3"
COST = 3
MOST_BY_PLATOONS = 2
SPACES_OF_COBRAS = 2


def sweep(turn: Turn) -> Procedure:
    """The whole Operation (3.2.3): all movement first, then each space."""
    spaces: list[BoardSpace] = []
    if turn.act.terms.sweep_into is not None:
        spaces.append(turn.act.terms.sweep_into)
        select(turn, turn.act.terms.sweep_into)
    while (step := (yield _step(turn))) is not None:
        where = spaces_by_id()[step.path[-1]] if isinstance(step, Move) else step
        if where not in spaces:
            select(turn, where)
            spaces.append(where)
        if isinstance(step, Move):
            turn.draft.move(along(step.path), step.pieces, RULE)
            turn.act.note_arrival(where, step.pieces)
    yield from search(turn, spaces, turn.faction)


def select(turn: Turn, where: BoardSpace) -> None:
    """Select and pay for a space; ARVN pay 3."""
    turn.act.operation_spaces.append(where.id)
    turn.pay(COST if turn.faction is ARVN else 0)


def refuse_space(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether a space cannot be a Sweep destination."""
    if where.is_loc:
        return turn.no("space-not-allowed", "Sweep selects Provinces or Cities", f"{where.name} is a LoC")
    if where.in_north_vietnam:
        return Refusal("north-vietnam", "1.4.2", "only NVA and VC pieces may be in North Vietnam")
    if turn.faction is US and turn.capability(COMBINED_ACTION_PLATOONS) == "shaded":
        refusal = turn.refuse_beyond(MOST_BY_PLATOONS, COMBINED_ACTION_PLATOONS)
        if refusal is not None:
            return refusal
    return turn.refuse_cost(COST if turn.faction is ARVN else 0)


def _step(turn: Turn) -> Choice:
    """A space to Sweep without (more) movement, or Troops that move into one."""
    space = turn.operation_space("a space to Sweep", partial(refuse_space, turn))
    moves = MoveChoice(
        turn.faction,
        RULE,
        "Troops to move into a Sweep space",
        partial(refuse_move, turn),
        lambda: paths(turn),
    )
    return space if turn.act.terms.in_place else either(space, moves, optional=space.optional)


def refuse_move(turn: Turn, move: Move) -> Refusal | None:
    """Whether Troops cannot move so: to an adjacent space, or over one LoC free of NVA and VC."""
    path = along(move.path)
    origin, destination = path[0], path[-1]
    if destination.id not in turn.act.operation_spaces:
        refusal = turn.refuse_new_space(destination) or refuse_space(turn, destination)
        if refusal is not None:
            return refusal
    if (refusal := _refuse_origin(turn, origin)) is not None:
        return refusal
    for count in move.pieces:
        kind, number = count.kind, count.number
        if kind not in movers(turn):
            what = " and ".join([mover.words(2).removeprefix("2 ") for mover in movers(turn)])
            return turn.no("piece-not-allowed", f"only {what} move in this Sweep")
        have = _unmoved(turn, origin, kind)
        if number > have:
            facts = (f"{origin.name}: {kind.words(have)} that have not moved",)
            return turn.no("no-such-pieces", f"{kind.words(number)} cannot leave {origin.name}", *facts)
    if (refusal := refuse_steps(path)) is not None:
        return refusal
    if len(path) == 3:
        return refuse_crossing(turn, path[1])
    if len(path) != 2:
        return turn.no("path-too-long", "Troops cross at most one LoC on the way to a Sweep space")
    return None


def movers(turn: Turn) -> tuple[Kind, ...]:
    """What moves in a Sweep: the Faction's Troops, or the cubes that an Event puts together."""
    return turn.act.terms.joint or (TROOPS[turn.faction],)


def _unmoved(turn: Turn, origin: BoardSpace, kind: Kind) -> int:
    return turn.draft.of_kind(origin, kind) - turn.act.arrived.get((origin.id, kind), 0)


def _refuse_origin(turn: Turn, origin: BoardSpace) -> Refusal | None:
    """Whether an Event lets no Troops come from a space."""
    return turn.act.terms.sweep_from(origin) if turn.act.terms.sweep_from is not None else None


def refuse_crossing(turn: Turn, loc: BoardSpace) -> Refusal | None:
    """Whether Troops cannot cross a space: it must be a LoC without NVA or VC pieces."""
    if not loc.is_loc:
        return turn.no("path-blocked", f"Troops may cross only a LoC, {loc.name} is none")
    if there := turn.draft.of_faction(loc, NVA, VC):
        facts = (f"{loc.name} has {there} NVA or VC piece{'s' if there != 1 else ''}",)
        return turn.no("path-blocked", "the LoC crossed must be free of NVA and VC", *facts)
    return None


def paths(turn: Turn) -> Iterator[Move]:
    """Every way for any number of Troops from one space into another that can be Swept."""
    selected = turn.act.operation_spaces
    targets = {
        where.id
        for where in spaces_by_id().values()
        if where.id in selected or (turn.refuse_new_space(where) or refuse_space(turn, where)) is None
    }
    for origin in spaces_by_id().values():
        there = {kind: number for kind in movers(turn) if (number := _unmoved(turn, origin, kind)) > 0}
        if not there or _refuse_origin(turn, origin) is not None:
            continue
        near = sorted(origin.adjacent)
        ways: list[tuple[str, ...]] = [(origin.id, name) for name in near if name in targets]
        for name in near:
            loc = spaces_by_id()[name]
            beyond = sorted(targets & neighbours()[loc.index] - {origin.id}) if loc.is_loc else []
            if beyond and refuse_crossing(turn, loc) is None:
                ways += [(origin.id, name, last) for last in beyond]
        for way in ways:
            for kind, have in there.items():
                for number in range(1, have + 1):
                    yield Move(way, (Count(number, kind),))


def search(turn: Turn, spaces: list[BoardSpace], force: Faction) -> Procedure:
    """Activate Guerrillas in Sweep spaces by a Faction's forces: 1 for each piece, halved in Jungle."""

    def there(where: BoardSpace) -> int:
        return turn.draft.number(where, (turn.act.terms.joint or CUBES[force]) + SPECIAL_FORCES[force])

    def finders(where: BoardSpace) -> int:
        return there(where) // 2 if where.terrain == "jungle" else there(where)

    def what(where: BoardSpace) -> str:
        jungle = ", Jungle" if where.terrain == "jungle" else ""
        return f"{there(where)} {force} cubes and Special Forces there{jungle}"

    traps = turn.capability(BOOBY_TRAPS) == "shaded"
    yield from activate_each(
        turn, spaces, finders, what, partial(_booby_traps, turn, force) if traps else None
    )
    if turn.capability(COBRAS) == "unshaded":
        yield from _gunships(turn, spaces)


def _gunships(turn: Turn, spaces: list[BoardSpace]) -> Procedure:
    """Cobras, unshaded: in 2 Sweep spaces an Active enemy piece goes, in the order of Assault (card 13)."""
    cobras = turn.under(f"card {COBRAS}")
    left = list(spaces)
    for _ in range(SPACES_OF_COBRAS):
        targets = [_gunship(cobras, where, kinds) for where in left if (kinds := first_to_go(turn, where))]
        if not targets:
            return
        removal: Remove = yield either(*targets)
        where = spaces_by_id()[removal.space]
        cobras.remove_by_enemy(where, removal.pieces)
        left.remove(where)


def _gunship(turn: Turn, where: BoardSpace, kinds: tuple[Kind, ...]) -> PiecesChoice:
    def too_many(kind: Kind, number: int) -> Refusal | None:
        if turn.draft.of_kind(where, kind) < number or kind in kinds:
            return None
        what = " or ".join([kind.noun for kind in kinds])
        return turn.no("order-of-removal", f"the next to go in {where.name} is 1 {what}")

    limits = {kind: turn.draft.of_kind(where, kind) for kind in kinds}
    prompt = "the enemy piece that Cobras remove"
    return PiecesChoice(turn.faction, turn.rule, prompt, Remove, where, limits, 1, 1, too_many=too_many)


def _booby_traps(turn: Turn, force: Faction, where: BoardSpace) -> Procedure:
    """Booby Traps, shaded: on a roll of 1-3 a Sweeping Troop is lost in each space (card 101)."""
    sweeping = [kind for kind in turn.act.terms.joint or (TROOPS[force],) if kind in TROOPS.values()]
    limits = {kind: turn.draft.of_kind(where, kind) for kind in sweeping}
    if not any(limits.values()):
        return
    trap = turn.under("card 101")
    die: int = yield from trap.roll(f"Booby Traps in {where.name}")
    if die <= 3:
        prompt = f"the Troop lost to Booby Traps in {where.name}"
        removal: Remove = yield PiecesChoice(VC, trap.rule, prompt, Remove, where, limits, 1, 1)
        trap.remove_by_enemy(where, removal.pieces)
