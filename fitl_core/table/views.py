"""What a seat, or a spectator, may see of a table: made of what it may know, and of nothing else."""

from __future__ import annotations

import msgspec

import notation
from fitl_core.engine import passing_is_open
from fitl_core.facts.factions import Faction
from fitl_core.facts.options import DeceptionMarker
from fitl_core.record.events import Action
from fitl_core.rules.pivotal import may_place
from fitl_core.table.asked import SeatsAsked, asked_at
from fitl_core.table.course import pending_choice
from fitl_core.table.facts import TABLE, Seat
from fitl_core.table.refusals import Unknown
from fitl_core.table.stepwise import open_to
from fitl_core.table.table_state import Begun, Proposal, SeatState, StandingOrder, Status, TableState
from fitl_core.tell.view import StateView, view
from fitl_core.tell.words import standing
from fitl_core.walks import AskedView, ask


class SeatView(msgspec.Struct, frozen=True):
    """A seat as all see it: its name and Factions, who sits there, what it has said of seeds and markers."""

    name: Seat
    factions: tuple[Faction, ...]
    taken: bool
    player: str = ""
    resigned: bool = False
    promised: str = ""
    seed: str = ""
    markers: int = 0


class LineView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the log: its number, its text, and whether it is still in force."""

    number: int
    text: str
    by: Seat
    time: str
    proof: tuple[str, ...] = ()


class BegunView(msgspec.Struct, frozen=True):
    """A move that has begun: as far as it has been said, in the notation, with the dice that fell."""

    faction: Faction
    text: str
    dice: tuple[int, ...] = ()


class ProposalView(msgspec.Struct, frozen=True):
    """An open proposal: its line, who made it, and who has agreed."""

    number: int
    by: Seat
    line: str
    agreed: tuple[Seat, ...]


class OrderView(msgspec.Struct, frozen=True):
    """A standing order: its seal for all, its text for its own seat, or for all once it has bitten."""

    number: int
    seat: Seat
    seal: str
    text: str = ""


class TableView(msgspec.Struct, frozen=True):
    """A table as a seat (`""`: a spectator) sees it.

    `questions` are what the seat may answer now, in a move that has begun; `may_pass` whether its Faction
    that is to act may Pass, `may_place` its Factions that could place their Pivotal Event. `may_take_back`
    says whether its last line may be taken back without consent. `lines` are those behind a number.
    """

    table: str
    version: int
    seat: Seat
    status: Status
    asked: SeatsAsked
    standing: str
    seats: tuple[SeatView, ...]
    lines: tuple[LineView, ...]
    position: StateView | None = None
    begun: BegunView | None = None
    questions: tuple[AskedView, ...] = ()
    may_end: bool = False
    may_pass: bool = False
    may_place: tuple[Faction, ...] = ()
    may_take_back: bool = False
    markers: tuple[DeceptionMarker, ...] = ()
    proposals: tuple[ProposalView, ...] = ()
    orders: tuple[OrderView, ...] = ()
    commitment: str = ""
    root: str = ""
    chain: str = ""
    seed: str = ""
    parent: str = ""


def table_view(
    state: TableState,
    seat: Seat | None,
    names: dict[Seat, str] | None = None,
    after: int = 0,
    position: StateView | None = None,
) -> TableView:
    """A table as a seat sees it, with its lines behind number `after`; None: a spectator.

    `position` is its board's view, where that has been made for another seat. Raises `Unknown` for a seat
    that there is not.
    """
    if seat and state.seat(seat) is None:
        raise Unknown(f'there is no seat "{seat[:40]}"')
    mine = seat or ""
    asked = asked_at(state)
    questions, may_end = _questions(state, mine)
    own = state.seat(mine)
    board = state.board
    is_mine_to_act = asked.what in ("action", "phase") and mine in asked.seats
    return TableView(
        table=state.table,
        version=state.version,
        seat=mine,
        status=state.status,
        asked=asked,
        standing=standing(board) if board is not None else asked.words,
        seats=tuple([_seat_view(state, one, (names or {}).get(one.name, "")) for one in state.seats]),
        lines=lines_of(state, after),
        position=position or (view(board, len(state.lines)) if board is not None else None),
        begun=_begun_view(state.begun) if state.begun is not None else None,
        questions=questions,
        may_end=may_end,
        may_pass=is_mine_to_act and board is not None and passing_is_open(board),
        may_place=_may_place(state, mine),
        may_take_back=any(one.by == mine for one in state.recent) if mine else False,
        markers=own.markers if own is not None else (),
        proposals=tuple([_proposal_view(one) for one in state.proposals]),
        orders=tuple([_order_view(one, mine) for one in state.orders]),
        commitment=state.opened.commitment,
        root=state.root,
        chain=state.chain,
        seed=state.seed if state.status == "closed" else "",
        parent=state.opened.parent,
    )


def lines_of(state: TableState, after: int = 0) -> tuple[LineView, ...]:
    """The lines of the log behind a number."""
    return tuple(
        [
            LineView(number, notation.write_event(entry.event), entry.by, entry.time, entry.proof)
            for number, entry in enumerate(state.lines[after:], after + 1)
            if entry.event is not None
        ]
    )


def _seat_view(state: TableState, seat: SeatState, player: str) -> SeatView:
    """A seat as all see it; of its markers only how many it still holds."""
    used = 0
    if state.board is not None:
        used = sum([one.faction in state.factions_of(seat.name) for one in state.board.revealed])
    return SeatView(
        seat.name,
        state.factions_of(seat.name),
        seat.taken,
        player,
        seat.resigned,
        seat.promised,
        seat.seed,
        max(len(seat.markers) - used, 0) if state.status != "gathering" else 0,
    )


def _proposal_view(proposal: Proposal) -> ProposalView:
    line = notation.write_event(proposal.event)
    return ProposalView(proposal.number, proposal.by, line, proposal.agreed)


def _order_view(order: StandingOrder, mine: Seat) -> OrderView:
    """A standing order: what it says is its own seat's to know until it has bitten."""
    is_known = order.opened or order.seat == mine
    return OrderView(order.number, order.seat, order.seal, order.text if is_known else "")


def _begun_view(begun: Begun) -> BegunView:
    dice = tuple([die.die for die in begun.dice])
    if not begun.segments:
        return BegunView(begun.faction, str(begun.faction), dice)
    text = notation.write_event(Action(begun.faction, begun.segments, begun.limop))
    return BegunView(begun.faction, text, dice)


def _questions(state: TableState, mine: Seat) -> tuple[tuple[AskedView, ...], bool]:
    """What a seat may answer in a move that has begun, or in a Non-player's; and whether it may end it."""
    begun = state.begun
    if not mine or begun is None:
        return (), False
    wanted = pending_choice(state)
    if wanted is not None and wanted.asked is not None:
        return ((wanted.asked.view(),) if state.seat_of(wanted.asked.who) == mine else ()), False
    if mine not in (state.seat_of(begun.faction), state.seat_of(begun.asked or begun.faction)):
        return (), False
    walk = ask(state.position, begun.faction, begun.segments, begun.limop)
    may_end = begun.asked is None and state.seat_of(begun.faction) == mine and walk.may_end
    return tuple([asked.view() for asked in open_to(state, mine, walk)]), may_end


def _may_place(state: TableState, mine: Seat) -> tuple[Faction, ...]:
    """The Factions of a seat that could place their Pivotal Event now (2.3.8)."""
    if state.board is None or state.status != "playing" or not mine or mine == TABLE:
        return ()
    return tuple([faction for faction in may_place(state.board) if state.seat_of(faction) == mine])
